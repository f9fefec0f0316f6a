/*
 * Feeds the header random and damaged messages, each in a block of its exact size so that AddressSanitizer sees a byte
 * read or written too many. Usage: picture_fuzz ITERATIONS SEED, on standard input lines of a message's kind (d, s, p,
 * l for description, strip, PackBits, label) and its bytes in hexadecimal digits.
 */
#include <kiatsu_picture.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST_MESSAGES = 64, MOST_BYTES = 8192 };

static uint64_t state;

/* SplitMix64. */
static uint64_t next(void) {
    uint64_t mixed = state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static size_t below(size_t bound) { return (size_t)(next() % bound); }

static int digit(int c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

static void *block(size_t size) {
    void *made = malloc(size ? size : 1);
    if (made == NULL) exit(2);
    return made;
}

/* Used, so that no call is left out. */
static volatile unsigned sink;

static unsigned long read_count[128];

static void fuzz_description(const uint8_t *bytes, size_t count) {
    kiatsu_description read;
    if (kiatsu_read_description(&read, bytes, count) != KIATSU_PICTURE_OK) return;
    read_count['d']++;
    if (read.width == 0 || read.height == 0 || (read.strips == 0) != (read.rows == 0) || read.colors > 5) abort();
    if (kiatsu_bytes_per_row(read.width, read.colors) * 8 < read.width) abort();
    if (kiatsu_row_count(read.height, read.colors) < read.height) abort();
}

/* A block as large as the picture is written to as a panel writes its controller's RAM. */
static void fuzz_strip(const uint8_t *bytes, size_t count) {
    static kiatsu_collector collector;
    static uint8_t *seen = NULL;
    static size_t bytes_per_row, rows;
    static uint8_t *drawn = NULL;
    kiatsu_strip strip;
    if (seen == NULL || below(200) == 0) {
        size_t seen_bytes = below(4) ? 37 : below(10);
        free(seen);
        free(drawn);
        bytes_per_row = below(4) ? 16 : below(40);
        rows = below(4) ? 296 : below(70000);
        seen = (uint8_t *)block(seen_bytes);
        drawn = (uint8_t *)block(bytes_per_row * rows);
        kiatsu_collector_begin(&collector, seen, seen_bytes, (uint32_t)next());
    }
    if (kiatsu_read_strip(&strip, bytes, count, bytes_per_row, rows) != KIATSU_PICTURE_OK) return;
    read_count['s']++;
    if (strip.index >= strip.strips || strip.row_count == 0 || strip.row_count > strip.rows_per_strip) abort();
    if (!kiatsu_collect(&collector, &strip)) return;
    if (collector.missing >= collector.strips) abort();
    memcpy(drawn + strip.first_row * bytes_per_row, strip.rows, strip.row_count * bytes_per_row);
    sink ^= (unsigned)kiatsu_is_complete(&collector);
}

static void fuzz_packed(const uint8_t *bytes, size_t count) {
    size_t bytes_per_row = below(4) ? 16 : below(300), rows = below(4) ? 296 : below(20), got = 0;
    uint8_t *row = (uint8_t *)block(bytes_per_row), *all = (uint8_t *)block(bytes_per_row * rows);
    kiatsu_unpacker unpacker;
    kiatsu_picture_error error = kiatsu_unpack_rows(all, bytes_per_row, rows, bytes, count);
    const uint8_t *end = bytes + count;
    kiatsu_unpacker_begin(&unpacker, row, bytes_per_row);
    while (bytes < end) {
        size_t piece = 1 + below((size_t)(end - bytes)), taken = kiatsu_unpack(&unpacker, bytes, piece);
        if (taken == 0 || taken > piece) abort();
        bytes += taken;
        if (kiatsu_has_row(&unpacker)) got++;
    }
    if (error == KIATSU_PICTURE_OK) {
        read_count['p']++;
        if (got != rows || unpacker.is_damaged) abort();
    }
    free(row);
    free(all);
}

static void fuzz_label(const uint8_t *bytes, size_t count) {
    kiatsu_label label;
    if (kiatsu_read_label(&label, bytes, count) != KIATSU_PICTURE_OK) return;
    read_count['l']++;
    for (int y = -1; y <= label.height; y++) {
        for (int x = -1; x <= label.width; x++) sink ^= (unsigned)kiatsu_label_pixel(&label, x, y);
    }
    sink ^= (unsigned)kiatsu_label_pixel(&label, (int)(uint32_t)next(), (int)(uint32_t)next());
}

int main(int argc, char **argv) {
    static char line[4 * MOST_BYTES], kinds[MOST_MESSAGES];
    static uint8_t messages[MOST_MESSAGES][MOST_BYTES];
    size_t counts[MOST_MESSAGES], message_count = 0;
    unsigned long iterations = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    while (message_count < MOST_MESSAGES && fgets(line, sizeof line, stdin)) {
        size_t count = 0;
        for (const char *at = line + 2; count < MOST_BYTES && at[0] > ' ' && at[1] > ' '; at += 2) {
            messages[message_count][count++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
        }
        kinds[message_count] = line[0];
        counts[message_count++] = count;
    }
    if (message_count == 0) return 2;
    for (unsigned long i = 0; i < iterations; i++) {
        size_t chosen = below(message_count);
        /* A message whole, cut or with more behind it, or nothing of one. */
        int is_message = below(8) != 0;
        size_t count = !is_message ? below(400) : below(4) ? counts[chosen] : below(counts[chosen] + 40);
        uint8_t *bytes = (uint8_t *)block(count);
        for (size_t at = 0; at < count; at++) {
            bytes[at] = is_message && at < counts[chosen] ? messages[chosen][at] : (uint8_t)next();
        }
        for (size_t damages = below(4); damages > 0 && count > 0; damages--) {
            /* Among the first bytes as often as anywhere. */
            size_t at = below(2) ? below(count) : below(count < 8 ? count : 8);
            uint64_t mask = below(2) ? next() : (uint64_t)1 << below(8);
            bytes[at] = (uint8_t)(bytes[at] ^ mask);
        }
        switch (kinds[chosen]) {
        case 'd': fuzz_description(bytes, count); break;
        case 's': fuzz_strip(bytes, count); break;
        case 'p': fuzz_packed(bytes, count); break;
        default: fuzz_label(bytes, count); break;
        }
        free(bytes);
    }
    if (kiatsu_read_description(NULL, NULL, 100) == KIATSU_PICTURE_OK) return 1;
    if (kiatsu_read_strip(NULL, NULL, 100, 1, 92) == KIATSU_PICTURE_OK) return 1;
    if (kiatsu_unpack_rows(NULL, 1, 1, NULL, 100) == KIATSU_PICTURE_OK) return 1;
    if (kiatsu_read_label(NULL, NULL, 100) == KIATSU_PICTURE_OK) return 1;
    printf("read %lu %lu %lu %lu\n", read_count['d'], read_count['s'], read_count['p'], read_count['l']);
    return 0;
}
