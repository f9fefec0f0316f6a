/* Prints what the header makes of frames: a line for each line of hexadecimal digits on standard input. */
#include <kiatsu_frame.h>

#include <stdio.h>

static int digit(int c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

static void print_value(int value) {
    if (value == KIATSU_MISSING) {
        printf(" -");
    } else {
        printf(" %d", value);
    }
}

static void print_frame(const kiatsu_frame *frame) {
    printf("ts %lu off %d t", (unsigned long)frame->ts, frame->utc_offset_minutes);
    print_value(frame->temperature);
    printf(" age %d trend %d '%s' change", frame->age_hours, frame->trend, kiatsu_trend_text(frame->trend));
    print_value(kiatsu_pressure_change(frame));
    printf(" flags %d%d%d name ", frame->is_sample, frame->is_stale, frame->is_name_cut);
    for (int i = 0; i < frame->name_length; i++) printf("%02x", (unsigned char)frame->name[i]);
    for (int i = 0; i < KIATSU_HOURS; i++) {
        kiatsu_hour hour = kiatsu_hour_at(frame, i);
        printf(" |");
        print_value(hour.pressure);
        print_value(hour.temperature);
        printf(" %d %d %c %d", hour.condition, hour.is_daylight, hour.icon, hour.local_hour);
        print_value(kiatsu_graph_y(frame, i, 1));
        print_value(kiatsu_graph_y(frame, i, 99));
        print_value(kiatsu_graph_y(frame, i, 32767));
    }
    printf("\n");
}

int main(void) {
    static char line[2048];
    while (fgets(line, sizeof line, stdin)) {
        uint8_t bytes[1024];
        size_t count = 0;
        kiatsu_frame frame;
        kiatsu_error error;
        for (const char *at = line; at[0] > ' ' && at[1] > ' '; at += 2) {
            bytes[count++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
        }
        memset(&frame, 0xA5, sizeof frame);
        error = kiatsu_decode(&frame, bytes, count);
        if (error == KIATSU_OK) {
            print_frame(&frame);
        } else {
            for (size_t i = 0; i < sizeof frame; i++) {
                if (((const uint8_t *)&frame)[i] != 0xA5) printf("written to, and ");
            }
            printf("refused: %s\n", kiatsu_error_text(error));
        }
    }
    return 0;
}
