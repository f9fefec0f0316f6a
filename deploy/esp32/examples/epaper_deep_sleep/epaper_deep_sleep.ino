// A battery-powered panel: wakes once an hour, takes the retained frame, draws it if it changed, and sleeps.
// SPDX-License-Identifier: Apache-2.0
//
// Parts: an ESP32, an e-paper display of 296 x 128 at the pins that settings.h names; another display is named in the
// line `display`.
// Libraries: GxEPD2 1.6 (with Adafruit GFX and its dependencies), PubSubClient 2.8, Kiatsu.
//
// The last frame is kept in RTC memory: where nothing new comes, it is shown with its age, once an hour at the most.
#include <Arduino.h>
#include <GxEPD2_BW.h>
#include <PubSubClient.h>
#include <SPI.h>
#include <WiFi.h>
#include <kiatsu_board.h>
#include <kiatsu_frame.h>

#include "settings.h"

static const char FRAME_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/weather/frame";
static const char HELLO_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello";
static const char ANSWER_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello/response";

// Until when in a wake the frame is waited for, in ms.
static const uint32_t FRAME_DEADLINE = 20000;

// The graph: 12 pixels an hour, 2 pixels a hectopascal.
static const int16_t GRAPH_X = 8, GRAPH_Y = 42, GRAPH_WIDTH = 288, GRAPH_HEIGHT = 60;

// Kept while asleep: the frame as it came, a mark of what is on the paper (0: nothing yet), and how wrong the clock is.
RTC_DATA_ATTR static uint8_t keptBytes[128];
RTC_DATA_ATTR static uint8_t keptLength;
RTC_DATA_ATTR static uint32_t markDrawn;
RTC_DATA_ATTR static kiatsu_kept_clock keptClock;

static GxEPD2_BW<GxEPD2_290_BS, GxEPD2_290_BS::HEIGHT> display(
    GxEPD2_290_BS(DISPLAY_CS, DISPLAY_DC, DISPLAY_RST, DISPLAY_BUSY));
static KiatsuBoard board;
static WiFiClient network;
static PubSubClient mqtt(network);
static kiatsu_frame shown;
static bool isKnown = false, hasArrived = false;
static uint32_t arrivedAt;

static void sleepUntilNextEntry() { board.sleep(isKnown ? shown.ts : 0); }

static void received(char *topic, uint8_t *payload, unsigned int length) {
    if (strcmp(topic, ANSWER_TOPIC) == 0) {
        board.receivedAnswer(payload, length);
        return;
    }
    // A damaged frame leaves what is known as it is.
    if (length > sizeof keptBytes || kiatsu_decode(&shown, payload, length) != KIATSU_OK) return;
    memcpy(keptBytes, payload, length);
    keptLength = (uint8_t)length;
    isKnown = hasArrived = true;
    arrivedAt = millis();
}

static void fetch() {
    mqtt.setServer(MQTT_HOST, MQTT_PORT);
    mqtt.setSocketTimeout(5);
    mqtt.setCallback(received);
    if (!mqtt.connect(BASE_TOPIC "-" PANEL_ID "-paper", MQTT_USER, MQTT_PASSWORD)) return;
    // The answer has the time in it.
    char hello[24];
    snprintf(hello, sizeof hello, "{\"buf\":%u}", (unsigned)mqtt.getBufferSize());
    mqtt.subscribe(ANSWER_TOPIC, 0);
    mqtt.publish(HELLO_TOPIC, hello);
    // At QoS 0: only the retained frame comes, not all that were missed.
    mqtt.subscribe(FRAME_TOPIC, 0);
    while (!hasArrived || board.isAnswerAwaited(arrivedAt)) {
        if (millis() > FRAME_DEADLINE || !mqtt.loop()) break;
        delay(10);
    }
    mqtt.disconnect();
}

static void print(int16_t x, int16_t y, uint8_t size, const char *text) {
    display.setTextSize(size);
    display.setCursor(x, y);
    display.print(text);
}

static void drawGraph() {
    for (int line = 0; line < 3; line++) {
        int16_t y = GRAPH_Y + kiatsu_guide_y(line, GRAPH_HEIGHT);
        for (int16_t x = 0; x < GRAPH_WIDTH; x += 4) display.drawPixel(GRAPH_X + x, y, GxEPD_BLACK);
    }
    for (int i = 0; i < KIATSU_HOURS; i++) {
        kiatsu_hour hour = kiatsu_hour_at(&shown, i);
        int16_t x = GRAPH_X + kiatsu_graph_x(i, GRAPH_WIDTH), y = kiatsu_graph_y(&shown, i, GRAPH_HEIGHT);
        int16_t before = kiatsu_graph_y(&shown, i - 1, GRAPH_HEIGHT);
        char text[8] = {hour.icon, 0};
        print(x - 3, 107, 1, text);
        snprintf(text, sizeof text, "%d", hour.local_hour);
        if (hour.local_hour % 3 == 0) print(x - 3, 119, 1, text);
        if (y == KIATSU_MISSING) continue;
        // Two pixels thick; an hour that follows a missing one begins with a dot.
        int16_t fromX = before == KIATSU_MISSING ? x : GRAPH_X + kiatsu_graph_x(i - 1, GRAPH_WIDTH);
        int16_t fromY = before == KIATSU_MISSING ? y : before;
        display.drawLine(fromX, GRAPH_Y + fromY, x, GRAPH_Y + y, GxEPD_BLACK);
        display.drawLine(fromX, GRAPH_Y + fromY + 1, x, GRAPH_Y + y + 1, GxEPD_BLACK);
    }
}

static void drawPage(int32_t age) {
    char text[48];
    // The built-in font has ASCII only: a name in another script gives way to the panel's id.
    bool isASCII = shown.name_length > 0;
    for (const char *at = shown.name; *at; at++) isASCII = isASCII && *at >= ' ' && *at <= '~';
    print(4, 2, 1, isASCII ? shown.name : PANEL_ID);
    if (shown.temperature != KIATSU_MISSING) {
        int tenths = abs(shown.temperature);
        snprintf(text, sizeof text, "%s%d.%d C", shown.temperature < 0 ? "-" : "", tenths / 10, tenths % 10);
        print(4, 14, 3, text);
    }
    print(140, 13, 1, kiatsu_condition_name(shown.condition[0]));
    print(140, 22, 1, kiatsu_trend_text(shown.trend));
    snprintf(text, sizeof text, "forecast %ld h old", (long)age);
    print(140, 31, 1, shown.is_sample ? "SAMPLE DATA" : age >= 0 ? text : "");
    drawGraph();
}

static void draw() {
    bool isWorthSaying = isKnown && (shown.is_stale || kiatsu_is_old(&shown, board.now()));
    int32_t age = isWorthSaying ? kiatsu_forecast_age(&shown, board.now()) : -1;
    // What makes one picture differ from another: the frame, which its check tells, and the age.
    uint32_t mark = !isKnown ? 1 : 0x80000000u | (uint32_t)(age & 0x7FFF) << 16 | shown.crc;
    if (mark == markDrawn) return;
    SPI.begin(DISPLAY_SCK, -1, DISPLAY_MOSI, DISPLAY_CS);
    display.init();
    display.setRotation(1);
    display.setTextColor(GxEPD_BLACK);
    display.setTextWrap(false);
    display.setFullWindow();
    display.firstPage();
    do {
        display.fillScreen(GxEPD_WHITE);
        if (isKnown) {
            drawPage(age);
        } else {
            print(4, 50, 1, "No frame has come yet. Waiting for");
            print(4, 64, 1, FRAME_TOPIC);
        }
    } while (display.nextPage());
    display.hibernate();
    markDrawn = mark;
}

void setup() {
    board.begin(&keptClock, sleepUntilNextEntry);
    isKnown = kiatsu_decode(&shown, keptBytes, keptLength) == KIATSU_OK;
    if (board.connect(WIFI_SSID, WIFI_PASSWORD)) fetch();
    board.endNetwork();
    draw();
    sleepUntilNextEntry();
}

void loop() {}
