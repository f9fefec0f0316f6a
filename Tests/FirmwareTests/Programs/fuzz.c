/*
 * Feeds the header random and damaged frames, each in a block of its exact size so that AddressSanitizer sees a byte
 * read too many, and calls every function on what decodes. Usage: fuzz ITERATIONS SEED, frames in hexadecimal digits
 * on standard input.
 */
#include <kiatsu_frame.h>

#include <stdio.h>
#include <stdlib.h>

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

/* Used, so that no call is left out. */
static volatile unsigned long sink;

static void use(long value) { sink ^= (unsigned long)value; }

static void use_text(const char *text) { use((long)strlen(text)); }

static void call_everything(const kiatsu_frame *frame) {
    static const int64_t clocks[] = {INT64_MIN, -1, 0, 1577836799, 1577836800, 1700000000, 4294967295, INT64_MAX};
    int wild = (int)(uint32_t)next();
    int16_t height = (int16_t)below(65536);
    if (strlen(frame->name) > frame->name_length) abort();
    for (int i = -2; i < KIATSU_HOURS + 2; i++) {
        int16_t y = kiatsu_graph_y(frame, i, height);
        kiatsu_hour hour = kiatsu_hour_at(frame, i);
        if (y != KIATSU_MISSING && (y < 0 || y > (height < 0 ? 0 : height))) abort();
        if ((y == KIATSU_MISSING) != (hour.pressure == KIATSU_MISSING)) abort();
        if (kiatsu_graph_x(i, height) > (height < 0 ? 0 : height) || hour.local_hour > 23) abort();
        use_text(kiatsu_condition_name(hour.condition));
        use_text(kiatsu_icon_name(hour.condition, hour.is_daylight));
        use(hour.icon);
    }
    use(kiatsu_graph_y(frame, wild, height));
    use(kiatsu_graph_x(wild, height));
    use(kiatsu_guide_y(wild, height));
    use(kiatsu_hour_at(frame, wild).icon);
    use(kiatsu_local_hour(frame, wild));
    use(kiatsu_icon_letter(wild, wild));
    use(kiatsu_pressure_change(frame));
    use_text(kiatsu_condition_name(wild));
    use_text(kiatsu_icon_name(wild, 0));
    use_text(kiatsu_trend_text(wild));
    use_text(kiatsu_trend_text(frame->trend));
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks + 2; i++) {
        int64_t now = i < 8 ? clocks[i] : i == 8 ? (int64_t)next() : (int64_t)frame->ts + (int32_t)next() % 10000;
        uint32_t seconds = kiatsu_seconds_to_wake(below(8) ? frame : NULL, now, (uint32_t)next());
        if (seconds < 1 || seconds > 3779) abort();
        use(kiatsu_is_old(frame, now));
        use(kiatsu_forecast_age(frame, now));
    }
}

/* The check that the bytes before the last two ask for. */
static void mend(uint8_t *bytes, size_t count) {
    if (count < 2) return;
    uint16_t crc = kiatsu_crc16(bytes, count - 2);
    bytes[count - 2] = (uint8_t)(crc & 0xFF);
    bytes[count - 1] = (uint8_t)(crc >> 8);
}

int main(int argc, char **argv) {
    static char line[2048];
    static uint8_t frames[32][512];
    size_t counts[32], frame_count = 0;
    unsigned long decoded = 0, iterations = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    while (frame_count < 32 && fgets(line, sizeof line, stdin)) {
        size_t count = 0;
        for (const char *at = line; count < 512 && at[0] > ' ' && at[1] > ' '; at += 2) {
            frames[frame_count][count++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
        }
        counts[frame_count++] = count;
    }
    if (frame_count == 0) return 2;
    for (unsigned long i = 0; i < iterations; i++) {
        size_t chosen = below(frame_count);
        /* A frame whole, cut or with more behind it, or nothing of one. */
        int is_frame = below(8) != 0;
        size_t count = !is_frame ? below(400) : below(4) ? counts[chosen] : below(counts[chosen] + 40);
        uint8_t *bytes = (uint8_t *)malloc(count ? count : 1);
        kiatsu_frame frame;
        if (bytes == NULL) return 2;
        for (size_t at = 0; at < count; at++) {
            bytes[at] = is_frame && at < counts[chosen] ? frames[chosen][at] : (uint8_t)next();
        }
        for (size_t damages = below(4); damages > 0 && count > 0; damages--) {
            size_t at = below(count);
            uint64_t mask = below(2) ? next() : (uint64_t)1 << below(8);
            bytes[at] = (uint8_t)(bytes[at] ^ mask);
        }
        if (count >= KIATSU_FRAME_BYTES_MIN && below(4)) {
            bytes[0] = 1;
            if (below(4)) bytes[74] = (uint8_t)(count - KIATSU_FRAME_BYTES_MIN);
        }
        if (below(4)) mend(bytes, count);
        if (kiatsu_decode(&frame, bytes, count) == KIATSU_OK) {
            decoded++;
            if (decoded % 16 == 0) call_everything(&frame);
        }
        use_text(kiatsu_error_text(kiatsu_verify(bytes, count)));
        free(bytes);
    }
    if (kiatsu_verify(NULL, 100) == KIATSU_OK) return 1;
    printf("decoded %lu of %lu\n", decoded, iterations);
    return 0;
}
