/*
 * kiatsu_picture.h: reads the pictures that Kiatsu draws, whole or in strips that fit the smallest MQTT buffers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One header, C99 or C++11 and up. No allocation, no floating point, nothing but <stddef.h>, <stdint.h> and
 * <string.h>; any byte order, any size of int. No state but what the caller holds. No function reads a byte outside of
 * what it is given, whatever the bytes are.
 *
 *     kiatsu/image/<panel>/<widget>                which picture there is          kiatsu_read_description
 *     kiatsu/image/<panel>/<widget>/strips/NNN     some of its rows                kiatsu_read_strip, kiatsu_collect
 *     kiatsu/image/<panel>/<widget>.1bpp.pb        all of them, in PackBits        kiatsu_unpack
 *     kiatsu/<panel>/<widget>/label                the place's name as a bitmap    kiatsu_read_label
 *
 * Subscribe at QoS 0. Payloads but the first are binary: take them with their length.
 *
 * Rows are those of the display's controller, as the panel's option picture_rotation turns them: from the top, padded
 * to whole bytes, the leftmost pixel in the most significant bit; with one bit a pixel 1 is white. Displays with red or
 * yellow have two planes: after the rows of the first (0 is black) come as many of the second (0 is red or yellow).
 *
 *     static uint8_t seen[(296 + 7) / 8];                     // a bit for each strip: there are no more than rows
 *     static kiatsu_collector collector;
 *
 *     // After a description of 128 x 296 pixels: kiatsu_collector_begin(&collector, seen, sizeof seen, shown.id);
 *     void message(const uint8_t *payload, size_t length) {
 *         kiatsu_strip strip;
 *         if (kiatsu_read_strip(&strip, payload, length, 128 / 8, 296) != KIATSU_PICTURE_OK) return;
 *         if (!kiatsu_collect(&collector, &strip)) return;
 *         display.writeImage(strip.rows, 0, strip.first_row, 128, strip.row_count);
 *         if (kiatsu_is_complete(&collector)) display.refresh();
 *     }
 *
 * With every function in use, and with the example above, code and texts together (gcc 12, -Os -ffunction-sections, the
 * linker drops the rest):
 *
 *                              all     the example    largest stack frame    (bytes)
 *     Cortex-M0               1781              364    72
 *     RV32IMC (ESP32-C3)      2275              436    112
 *
 * Reading a description takes that stack; all else needs 48 bytes or less. Measured as kiatsu_frame.h is, with
 * Tests/FirmwareTests/Programs/picture_size.c.
 *
 * Everything that begins with `kiatsu__` is not for use from outside.
 */
#ifndef KIATSU_PICTURE_H
#define KIATSU_PICTURE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a strip before its rows, and of a label before its own. */
#define KIATSU_STRIP_HEADER_BYTES 8
#define KIATSU_LABEL_HEADER_BYTES 2

/* What the functions that read found. */
typedef enum {
    KIATSU_PICTURE_OK = 0,
    KIATSU_PICTURE_TOO_SHORT, /* nothing behind the header, if that: a fragment, or a cleared topic */
    KIATSU_PICTURE_ROWS,      /* not whole rows of so many bytes: made for another width, or turned otherwise */
    KIATSU_PICTURE_RANGE,     /* a number that cannot be */
    KIATSU_PICTURE_JSON       /* not a description */
} kiatsu_picture_error;

/* What is wrong, in English. */
static inline const char *kiatsu_picture_error_text(kiatsu_picture_error error) {
    switch (error) {
    case KIATSU_PICTURE_OK: return "a picture";
    case KIATSU_PICTURE_TOO_SHORT: return "too short";
    case KIATSU_PICTURE_ROWS: return "not whole rows";
    case KIATSU_PICTURE_RANGE: return "value out of range";
    case KIATSU_PICTURE_JSON: return "not a description";
    }
    return "?";
}

static inline uint16_t kiatsu__le16(const uint8_t *at) { return (uint16_t)(at[0] | (uint16_t)at[1] << 8); }

/* MARK: The description */

/* What each pixel can be. */
typedef enum {
    KIATSU_BLACK_WHITE = 0,
    KIATSU_GREY_4,  /* 2 bits a pixel, 3 white */
    KIATSU_GREY_16, /* 4 bits a pixel, 15 white */
    KIATSU_BLACK_WHITE_RED,
    KIATSU_BLACK_WHITE_YELLOW,
    KIATSU_COLOR /* 3 bytes a pixel: red, green, blue */
} kiatsu_colors;

/* Which picture there is; it comes after all else of the picture. */
typedef struct {
    uint32_t id;       /* the CRC-32 of all rows: another one for other pixels */
    uint32_t ts;       /* start of the hour that it is for, Unix seconds, a full hour in UTC */
    uint16_t width;    /* of the rows, in pixels */
    uint16_t height;   /* in rows of one plane */
    uint16_t rotation; /* how far the rows are turned clockwise from how a person looks at it: 0, 90, 180, 270 */
    uint16_t strips;   /* how many there are; 0 where the panel gets none */
    uint16_t rows;     /* that each strip but the last one has; 0 where the panel gets none */
    uint8_t colors;    /* kiatsu_colors */
} kiatsu_description;

/* The bytes that a row of so many pixels takes, in one plane. */
static inline size_t kiatsu_bytes_per_row(uint16_t width, int colors) {
    size_t bits = colors == KIATSU_GREY_4 ? 2 : colors == KIATSU_GREY_16 ? 4 : colors == KIATSU_COLOR ? 24 : 1;
    return (width * bits + 7) / 8;
}

/* The rows of all planes, one plane's after the other's. */
static inline size_t kiatsu_row_count(uint16_t height, int colors) {
    return (size_t)height * (colors == KIATSU_BLACK_WHITE_RED || colors == KIATSU_BLACK_WHITE_YELLOW ? 2 : 1);
}

/* Where the next byte stands that is no blank. */
static inline size_t kiatsu__skip_blanks(const uint8_t *json, size_t count, size_t at) {
    while (at < count && (json[at] == ' ' || (json[at] >= 9 && json[at] <= 13))) at++;
    return at;
}

/* The closing quote of the text that begins at `at`; `count` where it has none. */
static inline size_t kiatsu__text_end(const uint8_t *json, size_t count, size_t at) {
    while (at < count && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
    return at < count ? at : count;
}

/* Which one of `count` words, each of at most 7 letters, this is; -1 for none. */
static inline int kiatsu__word(const uint8_t *text, size_t length, const char (*words)[8], int count) {
    for (int i = 0; i < count; i++) {
        if (length < 8 && memcmp(text, words[i], length) == 0 && words[i][length] == 0) return i;
    }
    return -1;
}

/* Sets a member of a description by a number; 0 where it cannot be. */
static inline int kiatsu__set(kiatsu_description *description, int member, uint32_t value) {
    if (member > 1 && value > 65535) return 0;
    switch (member) {
    case 0: description->id = value; break;
    case 1: description->ts = value; break;
    case 2: description->width = (uint16_t)value; break;
    case 3: description->height = (uint16_t)value; break;
    case 4: description->rotation = (uint16_t)value; break;
    case 5: description->strips = (uint16_t)value; break;
    case 6: description->rows = (uint16_t)value; break;
    default: break;
    }
    return 1;
}

/*
 * Reads a member's value from `*at` on, and puts `*at` behind it. Members that are not known may be whatever they like
 * but lists and objects.
 */
static inline kiatsu_picture_error kiatsu__value(kiatsu_description *description, int member, const uint8_t *json,
                                                 size_t count, size_t *at) {
    static const char colors[6][8] = {"bw", "grey4", "grey16", "bwr", "bwy", "color"};
    size_t start = *at, end = start;
    uint32_t value = 0;
    if (start < count && json[start] == '"') {
        int color;
        end = kiatsu__text_end(json, count, ++start);
        if (end == count) return KIATSU_PICTURE_JSON;
        *at = end + 1;
        if (member < 0) return KIATSU_PICTURE_OK;
        color = kiatsu__word(json + start, end - start, colors, 6);
        if (member != 7 || color < 0) return KIATSU_PICTURE_RANGE;
        description->colors = (uint8_t)color;
        return KIATSU_PICTURE_OK;
    }
    for (; end < count && json[end] >= '0' && json[end] <= '9'; end++) {
        uint32_t digit = (uint32_t)(json[end] - '0');
        if (member >= 0 && value > (UINT32_MAX - digit) / 10) return KIATSU_PICTURE_RANGE;
        value = value * 10 + digit;
    }
    if (member < 0) {
        /* A number of any kind, true, false or null. */
        while (end < count && (json[end] == '-' || json[end] == '+' || json[end] == '.' ||
                               (json[end] >= '0' && json[end] <= '9') || (json[end] | 0x20) >= 'a')) {
            if ((json[end] | 0x20) > 'z') break;
            end++;
        }
    }
    if (end == start) return KIATSU_PICTURE_JSON;
    *at = end;
    return member < 0 || (member < 7 && kiatsu__set(description, member, value)) ? KIATSU_PICTURE_OK
                                                                                 : KIATSU_PICTURE_RANGE;
}

/* Reads the JSON of a description. Unless it returns KIATSU_PICTURE_OK, `*description` is left as it was. */
static inline kiatsu_picture_error kiatsu_read_description(kiatsu_description *description, const uint8_t *json,
                                                           size_t count) {
    static const char members[8][8] = {"id", "ts", "w", "h", "rot", "strips", "rows", "c"};
    kiatsu_description read;
    unsigned found = 0;
    size_t at;
    if (json == NULL || count == 0) return KIATSU_PICTURE_TOO_SHORT;
    memset(&read, 0, sizeof read);
    at = kiatsu__skip_blanks(json, count, 0);
    if (at == count || json[at++] != '{') return KIATSU_PICTURE_JSON;
    for (;;) {
        kiatsu_picture_error error;
        int member;
        size_t start = kiatsu__skip_blanks(json, count, at) + 1;
        if (start > count || json[start - 1] != '"') return KIATSU_PICTURE_JSON;
        at = kiatsu__text_end(json, count, start);
        if (at == count) return KIATSU_PICTURE_JSON;
        member = kiatsu__word(json + start, at - start, members, 8);
        at = kiatsu__skip_blanks(json, count, at + 1);
        if (at == count || json[at] != ':') return KIATSU_PICTURE_JSON;
        at = kiatsu__skip_blanks(json, count, at + 1);
        error = kiatsu__value(&read, member, json, count, &at);
        if (error != KIATSU_PICTURE_OK) return error;
        if (member >= 0) found |= 1u << member;
        at = kiatsu__skip_blanks(json, count, at);
        if (at == count || (json[at] != ',' && json[at] != '}')) return KIATSU_PICTURE_JSON;
        if (json[at++] == '}') break;
    }
    if (kiatsu__skip_blanks(json, count, at) != count) return KIATSU_PICTURE_JSON;
    /* All but strips and rows, which come together or not at all. */
    if ((found & 0x9F) != 0x9F) return KIATSU_PICTURE_JSON;
    if (read.width == 0 || read.height == 0 || (read.strips == 0) != (read.rows == 0)) return KIATSU_PICTURE_RANGE;
    *description = read;
    return KIATSU_PICTURE_OK;
}

/* MARK: Strips */

/* A strip: some rows of a picture. */
typedef struct {
    uint32_t id;             /* the picture's */
    uint16_t index;          /* 0 ... strips - 1, from the top */
    uint16_t strips;         /* how many the picture has */
    uint16_t rows_per_strip; /* of all but the last one */
    uint16_t first_row;      /* rows of a second plane are counted on */
    uint16_t row_count;      /* in this strip, at least 1 */
    const uint8_t *rows;     /* row_count * bytes_per_row bytes of the message */
} kiatsu_strip;

/*
 * Reads a strip of a picture that has `total_rows` rows in all its planes, of `bytes_per_row` bytes each. All its rows
 * are rows of that picture. Unless it returns KIATSU_PICTURE_OK, `*strip` is left as it was.
 */
static inline kiatsu_picture_error kiatsu_read_strip(kiatsu_strip *strip, const uint8_t *bytes, size_t count,
                                                     size_t bytes_per_row, size_t total_rows) {
    size_t first, strips, rows, per_strip;
    if (bytes == NULL || count <= KIATSU_STRIP_HEADER_BYTES) return KIATSU_PICTURE_TOO_SHORT;
    count -= KIATSU_STRIP_HEADER_BYTES;
    if (bytes_per_row == 0 || count % bytes_per_row != 0) return KIATSU_PICTURE_ROWS;
    rows = count / bytes_per_row;
    first = kiatsu__le16(bytes + 4);
    strips = kiatsu__le16(bytes + 6);
    if (strips == 0 || total_rows > 65535 || first > total_rows || rows > total_rows - first) {
        return KIATSU_PICTURE_RANGE;
    }
    /* The last one is shorter; how many the others have follows from where it stands. */
    per_strip = rows;
    if (strips > 1 && first + rows == total_rows) per_strip = first / (strips - 1);
    if (per_strip < rows || first % per_strip != 0 || (total_rows + per_strip - 1) / per_strip != strips) {
        return KIATSU_PICTURE_RANGE;
    }
    strip->id = (uint32_t)kiatsu__le16(bytes + 2) << 16 | kiatsu__le16(bytes);
    strip->index = (uint16_t)(first / per_strip);
    strip->strips = (uint16_t)strips;
    strip->rows_per_strip = (uint16_t)per_strip;
    strip->first_row = (uint16_t)first;
    strip->row_count = (uint16_t)rows;
    strip->rows = bytes + KIATSU_STRIP_HEADER_BYTES;
    return KIATSU_PICTURE_OK;
}

/* Tells when all strips of one picture have come, in whatever order. */
typedef struct {
    uint32_t id;             /* of the picture that is collected */
    uint32_t left_id;        /* of the one before, while this one is not complete */
    uint16_t rows_per_strip; /* and how many strips, and how many of them have not come; all 0 until the first comes */
    uint16_t strips;
    uint16_t missing;
    uint8_t has_left;
    uint8_t *seen; /* the caller's, a bit a strip */
    size_t seen_bytes;
} kiatsu_collector;

/*
 * Begins with the picture of that id, as the description has it. `seen` is kept by the caller for as long as the
 * collector is used, and needs a bit for each strip.
 */
static inline void kiatsu_collector_begin(kiatsu_collector *collector, uint8_t *seen, size_t seen_bytes, uint32_t id) {
    memset(collector, 0, sizeof *collector);
    collector->id = id;
    collector->seen = seen;
    collector->seen_bytes = seen_bytes;
}

/*
 * Whether a strip's rows are to be written: 1 for one that was missing; 0 for one that was there, is of the picture
 * before, or is one of more than there are bits for.
 *
 * With a strip of another picture it starts anew: the bridge has begun to publish the next one. Until that is complete,
 * strips of the picture before are passed over, as retained ones may still come in between. If yet another description
 * comes, or that picture is published again: begin, and subscribe once more, so that the broker sends all strips again.
 */
static inline int kiatsu_collect(kiatsu_collector *collector, const kiatsu_strip *strip) {
    uint8_t bit = (uint8_t)(1u << (strip->index & 7));
    if (strip->index >= strip->strips || ((size_t)strip->strips + 7) / 8 > collector->seen_bytes) return 0;
    if (strip->id != collector->id) {
        if (collector->has_left && strip->id == collector->left_id) return 0;
        collector->left_id = collector->id;
        collector->has_left = 1;
        collector->id = strip->id;
        collector->strips = 0;
    }
    /* The same picture in strips of another size, as the panel has told of another buffer, is begun anew, too. */
    if (strip->strips != collector->strips || strip->rows_per_strip != collector->rows_per_strip) {
        collector->strips = collector->missing = strip->strips;
        collector->rows_per_strip = strip->rows_per_strip;
        memset(collector->seen, 0, collector->seen_bytes);
    }
    if (collector->seen[strip->index >> 3] & bit) return 0;
    collector->seen[strip->index >> 3] |= bit;
    if (--collector->missing == 0) collector->has_left = 0;
    return 1;
}

/* Whether all strips of the picture have come: its id is `collector->id`. */
static inline int kiatsu_is_complete(const kiatsu_collector *collector) {
    return collector->strips > 0 && collector->missing == 0;
}

/* MARK: PackBits */

/* Unpacks rows as their bytes come, in pieces of any size. */
typedef struct {
    uint8_t *row; /* the caller's, bytes_per_row bytes */
    size_t bytes_per_row;
    size_t filled; /* how many bytes of the row are there */
    uint8_t left;  /* how many bytes the last length byte still announces */
    uint8_t is_run;
    uint8_t is_damaged; /* not PackBits, or a run over the end of a row: nothing more comes */
} kiatsu_unpacker;

static inline void kiatsu_unpacker_begin(kiatsu_unpacker *unpacker, uint8_t *row, size_t bytes_per_row) {
    memset(unpacker, 0, sizeof *unpacker);
    unpacker->row = row;
    unpacker->bytes_per_row = bytes_per_row;
    unpacker->is_damaged = bytes_per_row == 0;
}

/* Whether `row` is whole: take it before the next kiatsu_unpack, which begins the next row. */
static inline int kiatsu_has_row(const kiatsu_unpacker *unpacker) {
    return !unpacker->is_damaged && unpacker->filled == unpacker->bytes_per_row;
}

/*
 * Takes bytes until a row is whole or none are left, and returns how many it took:
 *
 *     while (count > 0) {
 *         size_t taken = kiatsu_unpack(&unpacker, bytes, count);
 *         bytes += taken;
 *         count -= taken;
 *         if (kiatsu_has_row(&unpacker)) draw(y++, row);
 *     }
 *
 * It takes at least one, and all of them once they are damaged.
 */
static inline size_t kiatsu_unpack(kiatsu_unpacker *unpacker, const uint8_t *bytes, size_t count) {
    size_t taken = 0;
    if (kiatsu_has_row(unpacker)) unpacker->filled = 0;
    while (taken < count && !unpacker->is_damaged && unpacker->filled < unpacker->bytes_per_row) {
        uint8_t *to = unpacker->row + unpacker->filled;
        if (unpacker->left == 0) {
            uint8_t length = bytes[taken++];
            unpacker->is_run = length > 128;
            unpacker->left = (uint8_t)(length < 128 ? length + 1 : 257 - length);
            /* 128 means nothing, and is never written. */
            unpacker->is_damaged = length == 128 || unpacker->left > unpacker->bytes_per_row - unpacker->filled;
        } else {
            size_t length = unpacker->left;
            if (unpacker->is_run) {
                memset(to, bytes[taken++], length);
            } else {
                if (length > count - taken) length = count - taken;
                memcpy(to, bytes + taken, length);
                taken += length;
            }
            unpacker->filled += length;
            unpacker->left = (uint8_t)(unpacker->left - length);
        }
    }
    return unpacker->is_damaged ? count : taken;
}

/* Unpacks a whole picture; `rows` has room for row_count * bytes_per_row bytes. A damaged one is written in part. */
static inline kiatsu_picture_error kiatsu_unpack_rows(uint8_t *rows, size_t bytes_per_row, size_t row_count,
                                                      const uint8_t *bytes, size_t count) {
    if (bytes == NULL) return KIATSU_PICTURE_TOO_SHORT;
    for (size_t row = 0; row < row_count; row++) {
        kiatsu_unpacker unpacker;
        size_t taken;
        kiatsu_unpacker_begin(&unpacker, rows + row * bytes_per_row, bytes_per_row);
        taken = kiatsu_unpack(&unpacker, bytes, count);
        if (unpacker.is_damaged) return KIATSU_PICTURE_ROWS;
        if (!kiatsu_has_row(&unpacker)) return KIATSU_PICTURE_TOO_SHORT;
        bytes += taken;
        count -= taken;
    }
    return count == 0 ? KIATSU_PICTURE_OK : KIATSU_PICTURE_ROWS;
}

/* MARK: The label */

/* The place's name as a bitmap: black on white, or white on black in the dark theme. */
typedef struct {
    uint8_t width;
    uint8_t height;
    const uint8_t *rows; /* (width + 7) / 8 bytes each, in the message */
} kiatsu_label;

/*
 * Reads a label. The topic is empty where there is no name, or no room for one. Unless it returns KIATSU_PICTURE_OK,
 * `*label` is left as it was.
 */
static inline kiatsu_picture_error kiatsu_read_label(kiatsu_label *label, const uint8_t *bytes, size_t count) {
    if (bytes == NULL || count <= KIATSU_LABEL_HEADER_BYTES) return KIATSU_PICTURE_TOO_SHORT;
    if (bytes[0] == 0 || bytes[1] == 0) return KIATSU_PICTURE_RANGE;
    if (count != KIATSU_LABEL_HEADER_BYTES + kiatsu_bytes_per_row(bytes[0], KIATSU_BLACK_WHITE) * bytes[1]) {
        return KIATSU_PICTURE_ROWS;
    }
    label->width = bytes[0];
    label->height = bytes[1];
    label->rows = bytes + KIATSU_LABEL_HEADER_BYTES;
    return KIATSU_PICTURE_OK;
}

/* 1 where the pixel is white, and outside of the label; 0 where it is black. */
static inline int kiatsu_label_pixel(const kiatsu_label *label, int x, int y) {
    if (x < 0 || y < 0 || x >= label->width || y >= label->height) return 1;
    return label->rows[(size_t)y * kiatsu_bytes_per_row(label->width, KIATSU_BLACK_WHITE) + (size_t)x / 8] >>
               (7 - x % 8) &
           1;
}

#ifdef __cplusplus
}
#endif

#endif
