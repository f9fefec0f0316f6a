/*
 * kiatsu_frame.h: reads the frame, Kiatsu's 24 hours of weather in at most 128 bytes of MQTT packet.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One header, C99 or C++11 and up. No allocation, no floating point, nothing but <stddef.h>, <stdint.h> and
 * <string.h>; any byte order, any size of int. No state: every function may be called from anywhere at any time.
 *
 *     #include <kiatsu_frame.h>
 *
 *     static kiatsu_frame shown;                              // 372 bytes
 *
 *     void message(const uint8_t *payload, size_t length) {
 *         if (kiatsu_decode(&shown, payload, length) != KIATSU_OK) return;    // `shown` is as it was
 *         for (int i = 0; i < KIATSU_HOURS; i++) {
 *             kiatsu_hour hour = kiatsu_hour_at(&shown, i);
 *             ...
 *         }
 *     }
 *
 * Subscribe to kiatsu/<panel>/weather/frame at QoS 0. The payload is binary: take it with its length, as a client that
 * makes a String of it cuts it at the first zero byte.
 *
 * With every function in use, code and texts together (gcc 12, -Os -ffunction-sections, the linker drops the rest):
 *
 *                              all    decoding alone    largest stack frame    (bytes)
 *     Cortex-M0               2377               656    40
 *     RV32IMC (ESP32-C3)      2597               816    32
 *
 * Decoding needs 48 bytes of stack on the former. To measure: Tests/FirmwareTests/Programs/size.c, compiled with
 * -c -Os -ffreestanding -fbuiltin -ffunction-sections -fstack-usage, and -mcpu=cortex-m0 -mthumb (arm-none-eabi-gcc) or
 * -march=rv32imc -mabi=ilp32 (riscv64-unknown-elf-gcc).
 *
 * Everything that begins with `kiatsu__` is not for use from outside.
 */
#ifndef KIATSU_FRAME_H
#define KIATSU_FRAME_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The hours of a frame. */
#define KIATSU_HOURS 24

/* What stands for a value that is not known, in an int16_t or an int32_t. */
#define KIATSU_MISSING (-32767 - 1)

/* What stands for an age that is not known. */
#define KIATSU_AGE_UNKNOWN 255

/* Bytes of a frame: with no name, and with a name as long as its length can say. */
#define KIATSU_FRAME_BYTES_MIN 77
#define KIATSU_FRAME_BYTES_MAX (KIATSU_FRAME_BYTES_MIN + 255)

/* 2020-01-01 00:00 UTC. A clock before that has not been set. */
#define KIATSU_CLOCK_IS_SET 1577836800

/* What kiatsu_decode found. */
typedef enum {
    KIATSU_OK = 0,
    KIATSU_TOO_SHORT, /* fewer bytes than a frame has: cut at a zero byte, a fragment, or a cleared topic */
    KIATSU_VERSION,   /* a version other than 1 */
    KIATSU_LENGTH,    /* not the number of bytes that the name's length asks for */
    KIATSU_CRC,       /* damaged on the way */
    KIATSU_NAME,      /* the place's name is not UTF-8 */
    KIATSU_RANGE      /* a value that nothing on Earth shows */
} kiatsu_error;

/* The weather of an hour. */
typedef enum {
    KIATSU_UNKNOWN = 0,
    KIATSU_CLEAR,
    KIATSU_FAIR,          /* few clouds */
    KIATSU_MOSTLY_CLOUDY, /* broken clouds */
    KIATSU_OVERCAST,
    KIATSU_FOG,  /* and mist */
    KIATSU_HAZE, /* and smoke, dust, sand, ash */
    KIATSU_DRIZZLE,
    KIATSU_RAIN,
    KIATSU_SHOWERS,
    KIATSU_HEAVY_RAIN,
    KIATSU_SLEET, /* and freezing rain, rain with snow */
    KIATSU_SNOW,
    KIATSU_HEAVY_SNOW,
    KIATSU_THUNDER,
    KIATSU_EXCEPTIONAL /* squall, tornado */
} kiatsu_condition;

/* A frame, decoded. */
typedef struct {
    uint32_t ts;                   /* start of the first hour, Unix seconds, a full hour in UTC */
    int16_t utc_offset_minutes;    /* of the place at ts */
    int16_t temperature;           /* in the first hour, 0.1 degC, or KIATSU_MISSING */
    int16_t pressure[KIATSU_HOURS]; /* reduced to sea level, 0.1 hPa, or KIATSU_MISSING */
    int8_t hour_temperature[KIATSU_HOURS]; /* degC, -128 missing: kiatsu_hour_at gives KIATSU_MISSING */
    uint8_t condition[KIATSU_HOURS];       /* kiatsu_condition */
    uint8_t daylight[KIATSU_HOURS / 8];    /* a bit an hour */
    uint8_t age_hours;                     /* of the forecast at ts; KIATSU_AGE_UNKNOWN for sample data */
    uint8_t trend;       /* 0 unknown, 1 falling very rapidly ... 4 steady or slow ... 7 rising very rapidly */
    uint8_t is_sample;   /* 1: no forecast has come yet, this is sample data */
    uint8_t is_stale;    /* 1: from an older forecast, as the newest could not be had */
    uint8_t is_name_cut; /* 1: the place's name is longer than this */
    uint8_t name_length; /* in bytes */
    uint16_t crc;        /* the frame's own check: differs when anything in it does */
    char name[256];      /* the place's name, UTF-8, ended by a zero byte */
} kiatsu_frame;

/* One of a frame's 24 hours. */
typedef struct {
    int16_t pressure;    /* 0.1 hPa, or KIATSU_MISSING */
    int16_t temperature; /* degC, or KIATSU_MISSING */
    uint8_t condition;   /* kiatsu_condition */
    uint8_t is_daylight; /* 0 or 1 */
    uint8_t local_hour;  /* 0...23, of the place's clocks by the offset at ts */
    char icon;           /* ?CFPOGHDRWXYSVTQ, lower case by night */
} kiatsu_hour;

/* CRC-16/CCITT-FALSE; of "123456789" it is 0x29B1. */
static inline uint16_t kiatsu_crc16(const uint8_t *bytes, size_t count) {
    uint16_t crc = 0xFFFF;
    for (size_t i = 0; i < count; i++) {
        uint16_t top = (uint16_t)((crc >> 8) ^ bytes[i]);
        top = (uint16_t)(top ^ (top >> 4));
        crc = (uint16_t)((uint32_t)crc << 8 ^ (uint32_t)top << 12 ^ (uint32_t)top << 5 ^ top);
    }
    return crc;
}

static inline uint16_t kiatsu__u16(const uint8_t *at) { return (uint16_t)(at[0] | (uint16_t)at[1] << 8); }

static inline int16_t kiatsu__i16(const uint8_t *at) {
    int32_t value = kiatsu__u16(at);
    return (int16_t)(value < 32768 ? value : value - 65536);
}

static inline int8_t kiatsu__i8(uint8_t byte) { return (int8_t)(byte < 128 ? byte : (int16_t)byte - 256); }

/* Well-formed UTF-8 as the Unicode standard's table 3-7 has it: nothing overlong, no surrogates, none past 10FFFF. */
static inline int kiatsu__is_utf8(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    while (i < count) {
        uint8_t first = bytes[i++];
        uint8_t least = 0x80, most = 0xBF;
        size_t more;
        if (first < 0x80) continue;
        if (first < 0xC2 || first > 0xF4) return 0;
        more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        if (first == 0xE0) least = 0xA0;
        if (first == 0xED) most = 0x9F;
        if (first == 0xF0) least = 0x90;
        if (first == 0xF4) most = 0x8F;
        if (more > count - i) return 0;
        for (; more > 0; more--, i++) {
            if (bytes[i] < least || bytes[i] > most) return 0;
            least = 0x80;
            most = 0xBF;
        }
    }
    return 1;
}

/*
 * The pressures of a frame's bytes; 0 where one is out of range. Byte 12 + i leads from the last known hour to hour
 * i + 1; without the first hour's pressure there is nothing to add to. `pressures` is not written where it is NULL.
 */
static inline int kiatsu__pressures(const uint8_t *bytes, int16_t *pressures) {
    int16_t running = 0;
    for (int i = 0; i < KIATSU_HOURS; i++) {
        int is_known;
        if (i == 0) {
            uint16_t first = kiatsu__u16(bytes + 10);
            is_known = first != 0;
            if (first > 11500) return 0;
            running = (int16_t)first;
        } else {
            int8_t step = kiatsu__i8(bytes[11 + i]);
            is_known = running != 0 && step != -128;
            if (is_known) running = (int16_t)(running + step);
        }
        if (is_known && (running < 8000 || running > 11500)) return 0;
        if (pressures != NULL) pressures[i] = is_known ? running : (int16_t)KIATSU_MISSING;
    }
    return 1;
}

/* Whether these are a whole and sane frame; reads no byte past `count`, which may be 0. */
static inline kiatsu_error kiatsu_verify(const uint8_t *bytes, size_t count) {
    int16_t temperature;
    if (bytes == NULL || count < KIATSU_FRAME_BYTES_MIN) return KIATSU_TOO_SHORT;
    if (bytes[0] != 1) return KIATSU_VERSION;
    if (count != (size_t)KIATSU_FRAME_BYTES_MIN + bytes[74]) return KIATSU_LENGTH;
    if (kiatsu_crc16(bytes, count - 2) != kiatsu__u16(bytes + count - 2)) return KIATSU_CRC;
    if (!kiatsu__is_utf8(bytes + 75, bytes[74])) return KIATSU_NAME;
    temperature = kiatsu__i16(bytes + 8);
    if (temperature != KIATSU_MISSING && (temperature < -999 || temperature > 999)) return KIATSU_RANGE;
    if (!kiatsu__pressures(bytes, NULL)) return KIATSU_RANGE;
    for (int i = 0; i < KIATSU_HOURS; i++) {
        int8_t hour = kiatsu__i8(bytes[35 + i]);
        if (hour != -128 && (hour < -100 || hour > 100)) return KIATSU_RANGE;
    }
    return KIATSU_OK;
}

/* Decodes a frame. Unless it returns KIATSU_OK, `*frame` is left as it was. */
static inline kiatsu_error kiatsu_decode(kiatsu_frame *frame, const uint8_t *bytes, size_t count) {
    kiatsu_error error = kiatsu_verify(bytes, count);
    if (error != KIATSU_OK) return error;
    frame->is_sample = bytes[1] & 1;
    frame->is_stale = bytes[1] >> 1 & 1;
    frame->is_name_cut = bytes[1] >> 2 & 1;
    frame->trend = bytes[1] >> 4 & 7;
    frame->age_hours = bytes[2];
    frame->utc_offset_minutes = (int16_t)(kiatsu__i8(bytes[3]) * 15);
    frame->ts = (uint32_t)kiatsu__u16(bytes + 6) << 16 | kiatsu__u16(bytes + 4);
    frame->temperature = kiatsu__i16(bytes + 8);
    (void)kiatsu__pressures(bytes, frame->pressure);
    for (int i = 0; i < KIATSU_HOURS; i++) {
        frame->hour_temperature[i] = kiatsu__i8(bytes[35 + i]);
        frame->condition[i] = bytes[59 + i / 2] >> (i % 2 * 4) & 0xF;
    }
    memcpy(frame->daylight, bytes + 71, sizeof frame->daylight);
    frame->name_length = bytes[74];
    memcpy(frame->name, bytes + 75, frame->name_length);
    frame->name[frame->name_length] = 0;
    frame->crc = kiatsu__u16(bytes + count - 2);
    return KIATSU_OK;
}

/* What is wrong, in English. */
static inline const char *kiatsu_error_text(kiatsu_error error) {
    switch (error) {
    case KIATSU_OK: return "a frame";
    case KIATSU_TOO_SHORT: return "too short";
    case KIATSU_VERSION: return "unknown version";
    case KIATSU_LENGTH: return "wrong length";
    case KIATSU_CRC: return "damaged";
    case KIATSU_NAME: return "name is not UTF-8";
    case KIATSU_RANGE: return "value out of range";
    }
    return "?";
}

/* The letter of the JSON's icons: upper case by day, lower case by night, ? for unknown whatever the hour. */
static inline char kiatsu_icon_letter(int condition, int is_daylight) {
    char letter = "?CFPOGHDRWXYSVTQ"[condition & 0xF];
    return (char)(letter == '?' || is_daylight ? letter : letter | 0x20);
}

/* The condition's name in English. */
static inline const char *kiatsu_condition_name(int condition) {
    static const char names[16][14] = {
        "unknown",    "clear",      "fair", "mostly cloudy", "overcast", "fog",        "haze",    "drizzle",
        "rain",       "showers",    "heavy rain", "sleet",   "snow",     "heavy snow", "thunder", "exceptional",
    };
    return names[condition & 0xF];
}

/* The name of its icon among the Material Design Icons. */
static inline const char *kiatsu_icon_name(int condition, int is_daylight) {
    static const char names[16][24] = {
        "weather-cloudy-alert",    "weather-sunny",       "weather-partly-cloudy", "weather-partly-cloudy",
        "weather-cloudy",          "weather-fog",         "weather-hazy",          "weather-partly-rainy",
        "weather-rainy",           "weather-rainy",       "weather-pouring",       "weather-snowy-rainy",
        "weather-snowy",           "weather-snowy-heavy", "weather-lightning-rainy", "weather-tornado",
    };
    if (!is_daylight && condition == KIATSU_CLEAR) return "weather-night";
    if (!is_daylight && (condition == KIATSU_FAIR || condition == KIATSU_MOSTLY_CLOUDY)) {
        return "weather-night-partly-cloudy";
    }
    return names[condition & 0xF];
}

/* The trend of the pressure in English; empty where it is unknown. */
static inline const char *kiatsu_trend_text(int trend) {
    static const char texts[8][26] = {
        "",       "falling very rapidly", "falling quickly",     "falling", "steady or changing slowly",
        "rising", "rising quickly",       "rising very rapidly",
    };
    return texts[trend & 7];
}

/* The change of the pressure over the coming three hours, 0.1 hPa, or KIATSU_MISSING. */
static inline int16_t kiatsu_pressure_change(const kiatsu_frame *frame) {
    if (frame->pressure[0] == KIATSU_MISSING || frame->pressure[3] == KIATSU_MISSING) return (int16_t)KIATSU_MISSING;
    return (int16_t)(frame->pressure[3] - frame->pressure[0]);
}

/*
 * The hour of the day, 0...23, that the place's clocks show at the start of hour 0...23 of the frame (in Kolkata 03:30
 * is 3). A change to or from summer time within the frame is not in it: the frame has the offset at ts only.
 */
static inline uint8_t kiatsu_local_hour(const kiatsu_frame *frame, int hour) {
    /* Two days more than is needed, so that an offset west of Greenwich leaves nothing negative. */
    int32_t minutes = (int32_t)(frame->ts / 60 % 1440) + frame->utc_offset_minutes + 2880;
    return (uint8_t)((minutes / 60 + (hour < 0 ? 0 : hour % KIATSU_HOURS)) % 24);
}

/* All of hour 0...23; of any other number an hour in which everything is missing. */
static inline kiatsu_hour kiatsu_hour_at(const kiatsu_frame *frame, int hour) {
    kiatsu_hour all = {(int16_t)KIATSU_MISSING, (int16_t)KIATSU_MISSING, KIATSU_UNKNOWN, 0, 0, '?'};
    if (hour < 0 || hour >= KIATSU_HOURS) return all;
    all.pressure = frame->pressure[hour];
    if (frame->hour_temperature[hour] != -128) all.temperature = frame->hour_temperature[hour];
    all.condition = frame->condition[hour];
    all.is_daylight = frame->daylight[hour / 8] >> (hour % 8) & 1;
    all.local_hour = kiatsu_local_hour(frame, hour);
    all.icon = kiatsu_icon_letter(all.condition, all.is_daylight);
    return all;
}

/*
 * The graph of the pressure: 30 hPa high about the first hour's, with guide lines at its top, its middle and its
 * bottom. y grows downwards: y = (p[0] + 15 hPa - p[hour]) * height / 30 hPa, to the nearest, halves downwards on the
 * screen, clipped to 0...height. `height` is the distance from the top line to the bottom line: the rows less one.
 * KIATSU_MISSING where the hour's pressure is missing: break the line there. Without the first hour's all are.
 */
static inline int16_t kiatsu_graph_y(const kiatsu_frame *frame, int hour, int16_t height) {
    int32_t below;
    if (hour < 0 || hour >= KIATSU_HOURS || frame->pressure[hour] == KIATSU_MISSING) return (int16_t)KIATSU_MISSING;
    below = (int32_t)frame->pressure[0] + 150 - frame->pressure[hour];
    if (below < 0) below = 0;
    if (below > 300) below = 300;
    return (int16_t)(height < 0 ? 0 : (below * height + 150) / 300);
}

/* x = width / 24 * hour, rounded down: with a width that is a multiple of 24 it is exact. */
static inline int16_t kiatsu_graph_x(int hour, int16_t width) {
    if (hour < 0 || width < 0) return 0;
    if (hour > KIATSU_HOURS) hour = KIATSU_HOURS;
    return (int16_t)((int32_t)width * hour / KIATSU_HOURS);
}

/* The y of a guide line: 0 the upper (p[0] + 15 hPa), 1 the middle (p[0]), 2 the lower (p[0] - 15 hPa). */
static inline int16_t kiatsu_guide_y(int line, int16_t height) {
    if (line <= 0 || height < 0) return 0;
    return (int16_t)(line == 1 ? ((int32_t)height + 1) / 2 : height);
}

/*
 * Whether more than two hours have passed since ts, so that a panel should show the age. `now` is Unix seconds, such as
 * time(NULL). 0 too where the clock has not been set or lags behind the frame: then it tells nothing.
 */
static inline int kiatsu_is_old(const kiatsu_frame *frame, int64_t now) {
    return now >= KIATSU_CLOCK_IS_SET && now - (int64_t)frame->ts > 7200;
}

/*
 * How old the forecast is, in whole hours: its age at ts, and the hours since then where the clock is set.
 * KIATSU_MISSING for sample data.
 */
static inline int32_t kiatsu_forecast_age(const kiatsu_frame *frame, int64_t now) {
    if (frame->age_hours == KIATSU_AGE_UNKNOWN) return KIATSU_MISSING;
    if (now < KIATSU_CLOCK_IS_SET || now < (int64_t)frame->ts) return frame->age_hours;
    /* In 32 bits, which are enough for 68 years and spare a small processor the 64-bit division. */
    return (int32_t)(frame->age_hours + (uint32_t)(now - (int64_t)frame->ts) / 3600);
}

/*
 * The seconds to sleep until the next entry can be had, 1...3779: until ts + 3600 + 20 s, and up to 39 s more by
 * `random` (any number), so that not all panels come at once. `ts` is that of the last one that came, in a frame, a
 * picture's description or JSON; 0 where none has.
 *
 * Where it is that of the hour before, in the ten minutes in which the new one may still come, a minute. Where it is an
 * older one (the bridge is down) or none, until 20...59 s past the next full hour of the clock; where the clock has not
 * been set, or lags behind the frame by more than the two minutes that an entry may come early, one hour and 20...59 s.
 * A clock that is a little fast wakes the panel before the entry is there: it is sent to sleep for the rest of these
 * 20 s, and then for a minute at a time. kiatsu_wake.h keeps such a clock right.
 */
static inline uint32_t kiatsu_seconds_to_wake_after(uint32_t ts, int64_t now, uint32_t random) {
    uint32_t spread = 20 + random % 40;
    uint32_t clock;
    if (now < KIATSU_CLOCK_IS_SET || now > (int64_t)UINT32_MAX) return 3600 + spread;
    clock = (uint32_t)now;
    if (clock < ts && ts - clock > 120) return 3600 + spread;
    if (clock < ts) return ts - clock + 3600 + spread;
    if (clock - ts < 3600 + 20) return 3600 - (clock - ts) + spread;
    if (clock - ts < 3600 + 600) return 60;
    clock %= 3600;
    return (clock < 20 ? 0 : 3600) + spread - clock;
}

/* The same for the last frame that came, NULL where none has. */
static inline uint32_t kiatsu_seconds_to_wake(const kiatsu_frame *frame, int64_t now, uint32_t random) {
    return kiatsu_seconds_to_wake_after(frame != NULL ? frame->ts : 0, now, random);
}

#ifdef __cplusplus
}
#endif

#endif
