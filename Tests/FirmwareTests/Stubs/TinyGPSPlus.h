#pragma once

#include "Arduino.h"

// What the receiver says is written into these by the test.
struct TinyGPSLocation {
    bool valid = false;
    uint32_t fixAge = 0;
    double latitude = 0, longitude = 0;
    bool isValid() const { return valid; }
    uint32_t age() const { return fixAge; }
    double lat() { return latitude; }
    double lng() { return longitude; }
};

struct TinyGPSDate {
    uint32_t date = 0;
    bool isValid() const { return date != 0; }
    uint16_t year() { return (uint16_t)(date / 10000); }
    uint8_t month() { return (uint8_t)(date / 100 % 100); }
    uint8_t day() { return (uint8_t)(date % 100); }
};

struct TinyGPSTime {
    bool valid = false;
    uint32_t seconds = 0;
    bool isValid() const { return valid; }
    uint8_t hour() { return (uint8_t)(seconds / 3600); }
    uint8_t minute() { return (uint8_t)(seconds / 60 % 60); }
    uint8_t second() { return (uint8_t)(seconds % 60); }
};

struct TinyGPSInteger {
    uint32_t number = 0;
    uint32_t value() { return number; }
};

struct TinyGPSHDOP {
    double dilution = 0;
    bool isValid() const { return dilution > 0; }
    double hdop() { return dilution; }
};

class TinyGPSPlus {
  public:
    bool encode(char) { return false; }
    TinyGPSLocation location;
    TinyGPSDate date;
    TinyGPSTime time;
    TinyGPSInteger satellites;
    TinyGPSHDOP hdop;
    static double distanceBetween(double lat1, double long1, double lat2, double long2) {
        double north = (lat2 - lat1) * 111195, east = (long2 - long1) * 111195 * cos(lat1 * M_PI / 180);
        return sqrt(north * north + east * east);
    }
};
