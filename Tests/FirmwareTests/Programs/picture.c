/*
 * Does with the header what the lines on standard input say, and prints what it makes of them. Bytes are given in
 * hexadecimal digits, `-` for none:
 *
 *     description BYTES                      label BYTES
 *     strip BYTES_PER_ROW ROWS BYTES         unpack BYTES_PER_ROW ROWS PIECE BYTES
 *     begin BITMAP_BYTES ID                  collect BYTES_PER_ROW ROWS BYTES
 */
#include <kiatsu_picture.h>

#include <stdio.h>
#include <stdlib.h>

static char line[1 << 20];
static uint8_t payload[1 << 19], drawn[1 << 19], row[4096], seen[64];
static kiatsu_collector collector;

static int digit(int c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

static size_t read_bytes(const char *at) {
    size_t count = 0;
    while (*at == ' ') at++;
    for (; at[0] > '-' && at[1] > '-'; at += 2) payload[count++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
    return count;
}

static void print_bytes(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) printf("%02x", bytes[i]);
    printf("\n");
}

/* Whether that is an error, which is printed, with a complaint where it wrote all the same. */
static int is_refused(kiatsu_picture_error error, const void *result, size_t size) {
    if (error == KIATSU_PICTURE_OK) return 0;
    for (size_t i = 0; i < size; i++) {
        if (((const uint8_t *)result)[i] != 0xA5) printf("written to, and ");
    }
    printf("refused: %s\n", kiatsu_picture_error_text(error));
    return 1;
}

static void read_description(const char *at) {
    kiatsu_description read;
    size_t count = read_bytes(at);
    memset(&read, 0xA5, sizeof read);
    if (is_refused(kiatsu_read_description(&read, payload, count), &read, sizeof read)) return;
    printf("%lu %lu %u x %u, %u, %u of %u rows, colors %u: %lu bytes, %lu rows\n", (unsigned long)read.id,
           (unsigned long)read.ts, read.width, read.height, read.rotation, read.strips, read.rows, read.colors,
           (unsigned long)kiatsu_bytes_per_row(read.width, read.colors),
           (unsigned long)kiatsu_row_count(read.height, read.colors));
}

static void read_label(const char *at) {
    kiatsu_label label;
    size_t count = read_bytes(at);
    memset(&label, 0xA5, sizeof label);
    if (is_refused(kiatsu_read_label(&label, payload, count), &label, sizeof label)) return;
    printf("%u x %u ", label.width, label.height);
    /* One more than there are, each way. */
    for (int y = -1; y <= label.height; y++) {
        for (int x = -1; x <= label.width; x++) printf("%c", kiatsu_label_pixel(&label, x, y) ? '.' : '#');
    }
    printf("\n");
}

static void read_strip(char *at) {
    kiatsu_strip strip;
    size_t bytes_per_row = strtoul(at, &at, 10), rows = strtoul(at, &at, 10), count = read_bytes(at);
    memset(&strip, 0xA5, sizeof strip);
    if (is_refused(kiatsu_read_strip(&strip, payload, count, bytes_per_row, rows), &strip, sizeof strip)) return;
    printf("%lu, %u of %u with %u: %u + %u ", (unsigned long)strip.id, strip.index, strip.strips, strip.rows_per_strip,
           strip.first_row, strip.row_count);
    print_bytes(strip.rows, strip.row_count * bytes_per_row);
}

static void collect(char *at) {
    kiatsu_strip strip;
    size_t bytes_per_row = strtoul(at, &at, 10), rows = strtoul(at, &at, 10), count = read_bytes(at);
    if (is_refused(kiatsu_read_strip(&strip, payload, count, bytes_per_row, rows), NULL, 0)) return;
    if (!kiatsu_collect(&collector, &strip)) {
        printf("passed over\n");
        return;
    }
    memcpy(drawn + strip.first_row * bytes_per_row, strip.rows, strip.row_count * bytes_per_row);
    if (kiatsu_is_complete(&collector)) {
        printf("complete %lu ", (unsigned long)collector.id);
        print_bytes(drawn, rows * bytes_per_row);
    } else {
        printf("missing %u\n", collector.missing);
    }
}

static void unpack(char *at) {
    size_t bytes_per_row = strtoul(at, &at, 10), rows = strtoul(at, &at, 10), piece = strtoul(at, &at, 10);
    size_t count = read_bytes(at), got = 0;
    kiatsu_picture_error error = kiatsu_unpack_rows(drawn, bytes_per_row, rows, payload, count);
    kiatsu_unpacker unpacker;
    kiatsu_unpacker_begin(&unpacker, row, bytes_per_row);
    for (size_t start = 0; start < count; start += piece) {
        size_t left = count - start < piece ? count - start : piece;
        const uint8_t *bytes = payload + start;
        while (left > 0) {
            size_t taken = kiatsu_unpack(&unpacker, bytes, left);
            if (taken == 0) abort();
            bytes += taken;
            left -= taken;
            if (!kiatsu_has_row(&unpacker)) continue;
            if (got < rows && memcmp(row, drawn + got * bytes_per_row, bytes_per_row) != 0) printf("differs: ");
            got++;
        }
    }
    printf("%lu rows%s, ", (unsigned long)got, unpacker.is_damaged ? " and damage" : "");
    if (!is_refused(error, NULL, 0)) print_bytes(drawn, rows * bytes_per_row);
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *at = line;
        while (*at > ' ') at++;
        switch (line[0] << 8 | line[1]) {
        case 'd' << 8 | 'e': read_description(at); break;
        case 'l' << 8 | 'a': read_label(at); break;
        case 's' << 8 | 't': read_strip(at); break;
        case 'u' << 8 | 'n': unpack(at); break;
        case 'c' << 8 | 'o': collect(at); break;
        case 'b' << 8 | 'e': {
            size_t bytes = strtoul(at, &at, 10);
            kiatsu_collector_begin(&collector, seen, bytes, (uint32_t)strtoul(at, &at, 10));
            memset(seen, 0xFF, sizeof seen);
            memset(drawn, 0x55, sizeof drawn);
            break;
        }
        default: return 2;
        }
    }
    return 0;
}
