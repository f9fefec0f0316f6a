/* Every function of the header, to be measured: each where the linker can drop it when it is not called. */
#include <kiatsu_picture.h>

const char *error_text(kiatsu_picture_error error) { return kiatsu_picture_error_text(error); }
kiatsu_picture_error read_description(kiatsu_description *description, const uint8_t *json, size_t count) {
    return kiatsu_read_description(description, json, count);
}
size_t bytes_per_row(uint16_t width, int colors) { return kiatsu_bytes_per_row(width, colors); }
size_t row_count(uint16_t height, int colors) { return kiatsu_row_count(height, colors); }
kiatsu_picture_error read_strip(kiatsu_strip *strip, const uint8_t *bytes, size_t count, size_t bytes_per_row,
                                size_t total_rows) {
    return kiatsu_read_strip(strip, bytes, count, bytes_per_row, total_rows);
}
void collector_begin(kiatsu_collector *collector, uint8_t *seen, size_t seen_bytes, uint32_t id) {
    kiatsu_collector_begin(collector, seen, seen_bytes, id);
}
int collect(kiatsu_collector *collector, const kiatsu_strip *strip) { return kiatsu_collect(collector, strip); }
int is_complete(const kiatsu_collector *collector) { return kiatsu_is_complete(collector); }
void unpacker_begin(kiatsu_unpacker *unpacker, uint8_t *row, size_t bytes_per_row) {
    kiatsu_unpacker_begin(unpacker, row, bytes_per_row);
}
size_t unpack(kiatsu_unpacker *unpacker, const uint8_t *bytes, size_t count) {
    return kiatsu_unpack(unpacker, bytes, count);
}
kiatsu_picture_error unpack_rows(uint8_t *rows, size_t bytes_per_row, size_t row_count, const uint8_t *bytes,
                                 size_t count) {
    return kiatsu_unpack_rows(rows, bytes_per_row, row_count, bytes, count);
}
kiatsu_picture_error read_label(kiatsu_label *label, const uint8_t *bytes, size_t count) {
    return kiatsu_read_label(label, bytes, count);
}
int label_pixel(const kiatsu_label *label, int x, int y) { return kiatsu_label_pixel(label, x, y); }
