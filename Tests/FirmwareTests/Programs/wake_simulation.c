/*
 * A panel that wakes for each hour's entry, for 30 days: how long its paper shows another hour than the running one,
 * how often it wakes, and how long its radio is on.
 *
 * Prints, for each way of keeping the clock and each error of the clock: the mean and the largest share of the time of
 * several runs, in hundredths of a percent, wakes a day in tenths, and seconds of radio a day.
 */
#include <kiatsu_wake.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Without what was learnt since: what the clock says is taken for the time, and NTP's answer waited for by nobody. */
enum logic { BEFORE, BY_NTP, BY_BRIDGE };

static const char *const names[] = {"before", "ntp", "bridge"};
static const double DAYS = 30;
static const double START = 1795262400;

static uint64_t state;

static double uniform(double low, double high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static uint32_t seconds_before(uint32_t ts, int64_t now, uint32_t random) {
    uint32_t spread = 20 + random % 40, clock;
    if (now < KIATSU_CLOCK_IS_SET) return 3600 + spread;
    clock = (uint32_t)now;
    if (clock < ts && ts - clock > 120) return 3600 + spread;
    if (clock < ts) return ts - clock + 3600 + spread;
    if (clock - ts < 3600 + 20) return 3600 - (clock - ts) + spread;
    clock %= 3600;
    return (clock < 20 ? 0 : 3600) + spread - clock;
}

/* The entry that the broker has: it comes up to three seconds after its hour, by the hour's own dice. */
static uint32_t entry_at(double moment) {
    uint32_t hour = (uint32_t)(moment / 3600) * 3600;
    double delay = 0.2 + (double)(hour / 3600 * 2654435761u % 1000) / 1000 * 2.8;
    return moment - hour >= delay ? hour : hour - 3600;
}

/* How much of the time from one moment to another is not within the hour that is shown. */
static double wrong(double from, double to, uint32_t shown) {
    double start = fmax(from, shown), end = fmin(to, (double)shown + 3600);
    return (to - from) - fmax(0, end - start);
}

struct result {
    double wrong, wakes, radio;
};

static struct result run(enum logic logic, double slow) {
    struct result result = {0, 0, 0};
    kiatsu_kept_clock kept = {0, 0, 0};
    const double start = START + uniform(0, 3600), end = start + DAYS * 86400;
    double moment = start, clock = 0;
    uint32_t shown = 0;
    while (moment < end) {
        const double woken = moment, at_wake = clock;
        double radio = uniform(1.2, 3.5), ntp_at, arrived;
        uint32_t entry;
        int is_asked;
        result.wakes++;
        /* The network, then the broker; the first packet to NTP waits for up to 5 s. */
        moment += 0.3 + radio;
        is_asked = logic == BEFORE || kiatsu_clock_is_due(&kept, (int64_t)at_wake);
        ntp_at = moment + uniform(0, 5) + uniform(0.02, 0.3);
        moment += uniform(0.1, 0.4);
        arrived = moment;
        entry = entry_at(moment);
        if (logic == BEFORE) {
            /* getLocalTime() waits for 2 s, but only while the clock is in 1970. */
            if (clock + moment - woken < KIATSU_CLOCK_IS_SET) moment = fmin(fmax(moment, ntp_at), arrived + 2);
            clock += moment - woken;
            if (ntp_at <= moment) clock = moment;
        } else if (logic == BY_BRIDGE) {
            moment += uniform(0.02, 0.3);
            clock = floor(moment);
            kiatsu_clock_set(&kept, (int64_t)(at_wake + moment - woken), (uint32_t)clock);
        } else {
            if (is_asked) moment = fmax(moment, ntp_at);
            clock += moment - woken;
            if (is_asked) {
                kiatsu_clock_set(&kept, (int64_t)clock, (uint32_t)moment);
                clock = moment;
            }
        }
        radio += moment - arrived + 0.3;
        result.radio += radio;
        /* The paper takes two seconds to be drawn. */
        if (entry != shown) {
            result.wrong += wrong(woken, moment + 2, shown);
            moment += 2;
            clock += 2;
            shown = entry;
        } else {
            result.wrong += wrong(woken, moment, shown);
        }
        {
            const uint32_t dice = (uint32_t)uniform(0, 1000000);
            const int64_t said = (int64_t)clock;
            const double seconds = logic == BEFORE ? seconds_before(shown, said, dice)
                                                   : kiatsu_seconds_to_sleep(&kept, shown, said, dice);
            /* By night it is colder, and the clock another one by a fifth of its error. */
            const double rate = 1 - slow * (1 + 0.2 * sin(moment / 86400 * 6.283185307));
            const double next = fmin(moment + seconds / rate, end);
            result.wrong += wrong(moment, next, shown);
            clock += seconds;
            moment = next;
        }
    }
    result.wrong /= end - start;
    result.wakes /= DAYS;
    result.radio /= DAYS;
    return result;
}

int main(void) {
    static const double errors[] = {0.003, -0.003, 0.005, -0.005, 0.01, -0.01};
    for (int logic = BEFORE; logic <= BY_BRIDGE; logic++) {
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
            struct result mean = {0, 0, 0};
            double most = 0;
            const int runs = 20;
            for (int seed = 1; seed <= runs; seed++) {
                struct result one;
                state = 88172645463325252u + 7919u * (uint64_t)seed;
                one = run((enum logic)logic, errors[i]);
                mean.wrong += one.wrong / runs;
                mean.wakes += one.wakes / runs;
                mean.radio += one.radio / runs;
                most = fmax(most, one.wrong);
            }
            printf("%s %g wrong %.0f at most %.0f wakes %.0f radio %.0f\n", names[logic], errors[i] * 100,
                   mean.wrong * 10000, most * 10000, mean.wakes * 10, mean.radio);
        }
    }
    return 0;
}
