/*
 * What kiatsu_wake.h says, for each line on standard input: `read TEXT`, `set SET_AT SLOW SAID NOW`, `now SET_AT SLOW
 * SAID`, `due ASKED_AT SAID` or `sleep SET_AT SLOW TS SAID RANDOM`.
 */
#include <kiatsu_wake.h>

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char line[512];
    while (fgets(line, sizeof line, stdin)) {
        kiatsu_kept_clock clock = {0, 0, 0};
        char *at = strchr(line, ' ');
        if (at == NULL) return 1;
        at++;
        if (line[0] == 'r') {
            /* A block of its own, so that AddressSanitizer sees a byte read too many. */
            size_t length = strcspn(at, "\n");
            uint8_t *bytes = (uint8_t *)malloc(length ? length : 1);
            if (bytes == NULL) return 1;
            memcpy(bytes, at, length);
            printf("%lu\n", (unsigned long)kiatsu_read_now(bytes, length));
            free(bytes);
        } else if (line[0] == 'd') {
            clock.asked_at = (uint32_t)strtoul(at, &at, 10);
            printf("%d\n", kiatsu_clock_is_due(&clock, strtoll(at, &at, 10)));
        } else {
            long long said;
            uint32_t ts;
            clock.set_at = (uint32_t)strtoul(at, &at, 10);
            clock.slow_ppm = (int32_t)strtol(at, &at, 10);
            ts = line[1] == 'l' ? (uint32_t)strtoul(at, &at, 10) : 0;
            said = strtoll(at, &at, 10);
            if (line[0] == 'n') {
                printf("%lld\n", (long long)kiatsu_clock_now(&clock, said));
            } else if (line[1] == 'e') {
                kiatsu_clock_set(&clock, said, (uint32_t)strtoul(at, &at, 10));
                printf("%ld\n", (long)clock.slow_ppm);
            } else {
                uint32_t random = (uint32_t)strtoul(at, &at, 10);
                printf("%lu\n", (unsigned long)kiatsu_seconds_to_sleep(&clock, ts, said, random));
            }
        }
    }
    return 0;
}
