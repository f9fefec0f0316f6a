// A mains-powered panel: 24 hours of pressure, icons and temperatures on a 320 x 240 TFT, for as long as it is on.
// SPDX-License-Identifier: Apache-2.0
//
// Parts: any ESP32, an SPI display of 320 x 240 (ILI9341, ST7789). Its pins and driver are set in TFT_eSPI's
// User_Setup.h, with fonts 1, 2 and 4, as they are by default.
// Libraries: TFT_eSPI 2.5, PubSubClient 2.8 (its buffer of 256 bytes is enough), Kiatsu.
#include <Arduino.h>
#include <PubSubClient.h>
#include <TFT_eSPI.h>
#include <WiFi.h>
#include <kiatsu_frame.h>
#include <time.h>

#include "settings.h"

static const char FRAME_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/weather/frame";
static const char STATE_TOPIC[] = BASE_TOPIC "/bridge/state";

// The graph: 12 pixels an hour, 4 pixels a hectopascal.
static const int16_t GRAPH_X = 28, GRAPH_Y = 64, GRAPH_WIDTH = 288, GRAPH_HEIGHT = 120;

static WiFiClient network;
static PubSubClient mqtt(network);
static TFT_eSPI tft;
static kiatsu_frame shown;
static bool isKnown = false, isBridgeOnline = true;
static char statusShown[80];

// 58 becomes "5.8", a missing value "-".
static void formatTenths(char *text, size_t size, int tenths) {
    if (tenths == KIATSU_MISSING) {
        snprintf(text, size, "-");
    } else {
        snprintf(text, size, "%s%d.%d", tenths < 0 ? "-" : "", abs(tenths) / 10, abs(tenths) % 10);
    }
}

// The built-in fonts have ASCII only: a name in another script gives way to the panel's id.
static const char *printableName() {
    static char name[sizeof shown.name];
    size_t count = 0;
    for (const char *at = shown.name; *at; at++) {
        if (*at >= ' ' && *at <= '~') name[count++] = *at;
    }
    name[count] = 0;
    return count > 0 ? name : PANEL_ID;
}

static void drawHeading() {
    char number[12], text[64];
    formatTenths(number, sizeof number, shown.temperature);
    snprintf(text, sizeof text, "%s C", number);
    tft.setTextDatum(TR_DATUM);
    tft.drawString(text, 316, 4, 4);
    tft.setTextDatum(TL_DATUM);
    tft.drawString(printableName(), 4, 4, 2);
    formatTenths(number, sizeof number, shown.pressure[0]);
    snprintf(text, sizeof text, "%s hPa  %s", number, kiatsu_trend_text(shown.trend));
    tft.drawString(text, 4, 22, 2);
    tft.drawString(kiatsu_condition_name(shown.condition[0]), 4, 40, 2);
}

static void drawGraph() {
    for (int line = 0; line < 3; line++) {
        int16_t y = GRAPH_Y + kiatsu_guide_y(line, GRAPH_HEIGHT);
        tft.drawFastHLine(GRAPH_X, y, GRAPH_WIDTH, TFT_DARKGREY);
        if (shown.pressure[0] != KIATSU_MISSING) {
            tft.drawNumber((shown.pressure[0] + 150 * (1 - line) + 5) / 10, 0, y - 4, 1);
        }
    }
    bool isDrawing = false;
    int16_t lastX = 0, lastY = 0;
    for (int i = 0; i < KIATSU_HOURS; i++) {
        int16_t x = GRAPH_X + kiatsu_graph_x(i, GRAPH_WIDTH), y = kiatsu_graph_y(&shown, i, GRAPH_HEIGHT);
        if (y == KIATSU_MISSING) {
            isDrawing = false;
            continue;
        }
        y += GRAPH_Y;
        // An hour between two that are missing is a dot.
        tft.drawLine(isDrawing ? lastX : x, isDrawing ? lastY : y, x, y, TFT_CYAN);
        isDrawing = true;
        lastX = x;
        lastY = y;
    }
}

static void drawHours() {
    tft.setTextDatum(TC_DATUM);
    for (int i = 0; i < KIATSU_HOURS; i++) {
        kiatsu_hour hour = kiatsu_hour_at(&shown, i);
        int16_t x = GRAPH_X + kiatsu_graph_x(i, GRAPH_WIDTH);
        char icon[2] = {hour.icon, 0};
        tft.setTextColor(hour.is_daylight ? TFT_YELLOW : TFT_SKYBLUE, TFT_BLACK);
        tft.drawString(icon, x, 190, 1);
        tft.setTextColor(TFT_WHITE, TFT_BLACK);
        if (hour.local_hour % 3 != 0) continue;
        tft.drawNumber(hour.local_hour, x, 202, 1);
        if (hour.temperature != KIATSU_MISSING) tft.drawNumber(hour.temperature, x, 214, 1);
    }
    tft.setTextDatum(TL_DATUM);
}

// What there is to know of the data: drawn when it changes, so call it as often as you like.
static void drawStatus() {
    char text[sizeof statusShown] = "";
    int64_t now = time(nullptr);
    int32_t age = isKnown ? kiatsu_forecast_age(&shown, now) : KIATSU_MISSING;
    if (!mqtt.connected()) {
        snprintf(text, sizeof text, "no connection  ");
    } else if (!isBridgeOnline) {
        snprintf(text, sizeof text, "bridge offline  ");
    }
    size_t used = strlen(text);
    if (!isKnown) {
        snprintf(text + used, sizeof text - used, "waiting for %s", FRAME_TOPIC);
    } else if (shown.is_sample) {
        snprintf(text + used, sizeof text - used, "SAMPLE DATA");
    } else if (age != KIATSU_MISSING && (shown.is_stale || kiatsu_is_old(&shown, now))) {
        snprintf(text + used, sizeof text - used, "forecast %ld h old", (long)age);
    }
    if (strcmp(text, statusShown) == 0) return;
    strcpy(statusShown, text);
    tft.fillRect(0, 226, 320, 14, TFT_BLACK);
    tft.setTextColor(TFT_ORANGE, TFT_BLACK);
    tft.drawString(text, 4, 228, 1);
    tft.setTextColor(TFT_WHITE, TFT_BLACK);
}

// The payload is PubSubClient's own buffer: what is kept of it is copied.
static void received(char *topic, uint8_t *payload, unsigned int length) {
    if (strcmp(topic, STATE_TOPIC) == 0) {
        isBridgeOnline = !(length == 7 && memcmp(payload, "offline", 7) == 0);
    } else if (strcmp(topic, FRAME_TOPIC) == 0) {
        kiatsu_error error = kiatsu_decode(&shown, payload, length);
        if (error != KIATSU_OK) {
            // What is on the display stays.
            Serial.printf("%s: %s (%u bytes)\n", topic, kiatsu_error_text(error), length);
            return;
        }
        isKnown = true;
        statusShown[0] = 0;
        tft.fillScreen(TFT_BLACK);
        drawHeading();
        drawGraph();
        drawHours();
    }
}

// At QoS 0: the newest retained message comes with each subscription, and no old ones are kept for us.
static void connectToBroker() {
    static uint32_t lastTry = 0;
    if (mqtt.connected() || WiFi.status() != WL_CONNECTED || millis() - lastTry < 5000) return;
    if (mqtt.connect(BASE_TOPIC "-" PANEL_ID "-tft", MQTT_USER, MQTT_PASSWORD)) {
        mqtt.subscribe(STATE_TOPIC, 0);
        mqtt.subscribe(FRAME_TOPIC, 0);
    }
    lastTry = millis();
}

void setup() {
    Serial.begin(115200);
    tft.init();
    tft.setRotation(1);
    tft.fillScreen(TFT_BLACK);
    tft.setTextColor(TFT_WHITE, TFT_BLACK);
    WiFi.mode(WIFI_STA);
    WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
    configTime(0, 0, "pool.ntp.org");
    mqtt.setServer(MQTT_HOST, MQTT_PORT);
    mqtt.setCallback(received);
}

void loop() {
    connectToBroker();
    mqtt.loop();
    drawStatus();
    delay(20);
}
