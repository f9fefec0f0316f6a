#pragma once

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "Rig.h"

#define ESP32 1
#define ARDUINO 10819
#define RTC_DATA_ATTR
#define SERIAL_8N1 0x800001c

typedef bool boolean;

inline unsigned long millis() {
    rig::pass(1);
    return rig::state().milliseconds;
}
inline void delay(uint32_t ms) { rig::pass(ms); }
inline void configTime(long, int, const char *, const char * = nullptr, const char * = nullptr) {
    rig::State &bench = rig::state();
    puts("ntp");
    bench.ntpAt = bench.ntpTime == 0 ? 0 : bench.milliseconds + bench.ntpTime;
}

inline long random(long below) { return rig::state().randomNumber % below; }

inline time_t rig_time(time_t *) {
    return (time_t)(rig::state().bootTime + rig::state().milliseconds / 1000);
}
// The sketch's clock is the bench's.
#define time(pointer) rig_time(pointer)

inline int rig_settimeofday(const struct timeval *moment, const void *) {
    rig::state().bootTime = (int64_t)moment->tv_sec - rig::state().milliseconds / 1000;
    return 0;
}
#define settimeofday(moment, zone) rig_settimeofday(moment, zone)

class Print {
  public:
    virtual ~Print() {}
    virtual size_t write(uint8_t) = 0;
    virtual size_t write(const uint8_t *buffer, size_t size) {
        for (size_t i = 0; i < size; i++) write(buffer[i]);
        return size;
    }
    size_t print(const char *text) { return write((const uint8_t *)text, strlen(text)); }
    size_t println() { return print("\r\n"); }
    size_t printf(const char *format, ...) __attribute__((format(printf, 2, 3))) {
        char text[256];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        return print(text);
    }
};

class Stream : public Print {
  public:
    virtual int available() = 0;
    virtual int read() = 0;
};

class HardwareSerial : public Stream {
  public:
    void begin(unsigned long, uint32_t = SERIAL_8N1, int8_t = -1, int8_t = -1, bool = false, unsigned long = 20000UL,
               uint8_t = 112) {}
    int available() override { return (int)rig::state().gpsInput.size(); }
    int read() override {
        std::string &input = rig::state().gpsInput;
        if (input.empty()) return -1;
        int first = (unsigned char)input[0];
        input.erase(0, 1);
        return first;
    }
    size_t write(uint8_t byte) override {
        if (line.empty()) line = "serial ";
        if (byte == '\n') {
            puts(line.c_str());
            line.clear();
        } else if (byte != '\r') {
            line.push_back((char)byte);
        }
        return 1;
    }
    using Print::write;

  private:
    std::string line;
};

static HardwareSerial Serial __attribute__((unused)), Serial1 __attribute__((unused));
