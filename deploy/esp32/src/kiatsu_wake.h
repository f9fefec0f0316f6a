/*
 * kiatsu_wake.h: the clock of a panel that sleeps, and when to wake it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A microcontroller's clock in deep sleep is wrong by 0.3 to 1 percent, half a minute an hour. This keeps count of how
 * wrong it is, from two moments at which the time was known, and makes up for it. One header, C99 or C++11 and up.
 *
 *     RTC_DATA_ATTR static kiatsu_kept_clock kept;                  // outlives deep sleep; all zero at first
 *
 *     at a wake           uint32_t now = kiatsu_read_now(payload, length);     // of the answer to a hello
 *                         if (now != 0) kiatsu_clock_set(&kept, time(NULL), now), and set the system's clock;
 *     without an answer   if (kiatsu_clock_is_due(&kept, time(NULL))) wait for NTP, 6 s at the most, then as above
 *     at last             sleep for kiatsu_seconds_to_sleep(&kept, frame.ts, time(NULL), random)
 */
#ifndef KIATSU_WAKE_H
#define KIATSU_WAKE_H

#include "kiatsu_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How long a clock that nobody set goes before NTP is waited for, in seconds. */
#define KIATSU_CLOCK_PERIOD 10800

/* What a panel remembers of its clock. */
typedef struct {
    uint32_t set_at;   /* when it was last set, Unix seconds; 0: never */
    uint32_t asked_at; /* when it said that NTP was last asked, or that it was set */
    int32_t slow_ppm;  /* by how many millionths it is slow, negative where it is fast */
} kiatsu_kept_clock;

/* The time in the answer to a hello, Unix seconds; 0 where there is none. Reads no byte past `count`. */
static inline uint32_t kiatsu_read_now(const uint8_t *bytes, size_t count) {
    static const char name[] = "\"now\":";
    const size_t length = sizeof name - 1;
    if (bytes == NULL) return 0;
    for (size_t i = 0; i + length < count; i++) {
        uint32_t now = 0;
        int digits = 0;
        if (memcmp(bytes + i, name, length) != 0) continue;
        for (i += length; i < count && bytes[i] >= '0' && bytes[i] <= '9'; i++, digits++) {
            now = now * 10 + (uint32_t)(bytes[i] - '0');
        }
        /* Ten digits are enough until 2106, and the first of them is at most 4. */
        return digits == 10 && now >= KIATSU_CLOCK_IS_SET ? now : 0;
    }
    return 0;
}

/* What time it is by a clock that says `said`, Unix seconds; it was set by whatever `clock` knows of, or by itself. */
static inline int64_t kiatsu_clock_now(const kiatsu_kept_clock *clock, int64_t said) {
    int64_t passed = said - (int64_t)clock->set_at;
    if (clock->set_at == 0 || passed < 0 || passed > 30 * 86400) return said;
    return said + passed * clock->slow_ppm / 1000000;
}

/*
 * The time is known: it is `now`, where the clock said `said`, both in Unix seconds. Set the clock to it. Over half an
 * hour to two days, this tells how fast the clock is.
 */
static inline void kiatsu_clock_set(kiatsu_kept_clock *clock, int64_t said, uint32_t now) {
    int64_t by_clock = said - (int64_t)clock->set_at, passed = (int64_t)now - (int64_t)clock->set_at;
    int64_t lag = passed - by_clock;
    /* A difference of over 5 percent is none of a clock that runs: somebody set it. */
    if (clock->set_at != 0 && by_clock >= 1800 && passed <= 2 * 86400 && lag <= passed / 20 && -lag <= passed / 20) {
        clock->slow_ppm = (int32_t)(lag * 1000000 / by_clock);
    }
    clock->set_at = clock->asked_at = now;
}

/* Whether NTP is to be asked, and its answer waited for, where nothing else tells the time. */
static inline int kiatsu_clock_is_due(const kiatsu_kept_clock *clock, int64_t said) {
    int64_t passed = said - (int64_t)clock->asked_at;
    return said < KIATSU_CLOCK_IS_SET || passed < 0 || passed >= KIATSU_CLOCK_PERIOD;
}

/* NTP was asked when the clock said `said`, and no answer came: not again for a while. */
static inline void kiatsu_clock_asked(kiatsu_kept_clock *clock, int64_t said) {
    if (said >= KIATSU_CLOCK_IS_SET) clock->asked_at = (uint32_t)said;
}

/*
 * The seconds by this clock to sleep until the next entry can be had, 1...3969, as kiatsu_seconds_to_wake_after has it:
 * `ts` is that of the last entry that came, 0 where none has.
 */
static inline uint32_t kiatsu_seconds_to_sleep(const kiatsu_kept_clock *clock, uint32_t ts, int64_t said,
                                               uint32_t random) {
    uint32_t seconds = kiatsu_seconds_to_wake_after(ts, kiatsu_clock_now(clock, said), random);
    int32_t less = (int32_t)seconds * (clock->slow_ppm / 10) / 100000;
    return less < (int32_t)seconds ? (uint32_t)((int32_t)seconds - less) : 1;
}

#ifdef __cplusplus
}
#endif

#endif
