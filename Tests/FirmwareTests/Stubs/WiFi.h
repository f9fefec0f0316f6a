#pragma once

#include "Arduino.h"

typedef enum { WL_IDLE_STATUS = 0, WL_CONNECTED = 3, WL_DISCONNECTED = 6 } wl_status_t;
typedef enum { WIFI_MODE_NULL = 0, WIFI_MODE_STA } wifi_mode_t;
#define WIFI_OFF WIFI_MODE_NULL
#define WIFI_STA WIFI_MODE_STA

class Client : public Stream {};

class WiFiClient : public Client {
  public:
    int available() override { return 0; }
    int read() override { return -1; }
    size_t write(uint8_t) override { return 1; }
};

class WiFiClass {
  public:
    bool mode(wifi_mode_t) { return true; }
    wl_status_t begin(const char *, const char * = nullptr, int32_t = 0, const uint8_t * = nullptr, bool = true) {
        return WL_IDLE_STATUS;
    }
    wl_status_t status() { return rig::state().hasWiFi ? WL_CONNECTED : WL_DISCONNECTED; }
};

static WiFiClass WiFi __attribute__((unused));
