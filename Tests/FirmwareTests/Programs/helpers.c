/*
 * Prints the tables of the header, then for each line `ts age now random` on standard input (a ts of `-` is no frame)
 * whether the frame is old, how old its forecast is, and how long to sleep.
 */
#include <kiatsu_frame.h>

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char line[256];
    for (int i = 0; i < 16; i++) {
        printf("%d, %s, %c %s, %c %s\n", i, kiatsu_condition_name(i), kiatsu_icon_letter(i, 1), kiatsu_icon_name(i, 1),
               kiatsu_icon_letter(i, 0), kiatsu_icon_name(i, 0));
    }
    for (int i = -1; i <= 25; i++) {
        printf("x %d %d %d\n", kiatsu_graph_x(i, 24), kiatsu_graph_x(i, 320), kiatsu_graph_x(i, 32767));
    }
    for (int height = -1; height < 4; height++) {
        printf("guides");
        for (int guide = 0; guide < 3; guide++) printf(" %d", kiatsu_guide_y(guide, (int16_t)height));
        printf("\n");
    }
    while (fgets(line, sizeof line, stdin)) {
        kiatsu_frame frame;
        char *at = line;
        int has_frame = *at != '-';
        long long now;
        uint32_t random;
        memset(&frame, 0, sizeof frame);
        if (has_frame) {
            frame.ts = (uint32_t)strtoul(at, &at, 10);
        } else {
            at++;
        }
        frame.age_hours = (uint8_t)strtoul(at, &at, 10);
        now = strtoll(at, &at, 10);
        random = (uint32_t)strtoul(at, &at, 10);
        printf("old %d age %ld wake %lu\n", kiatsu_is_old(&frame, now), (long)kiatsu_forecast_age(&frame, now),
               (unsigned long)kiatsu_seconds_to_wake(has_frame ? &frame : NULL, now, random));
    }
    return 0;
}
