// A battery-powered panel: wakes once an hour, takes the retained frame, draws it if it changed, and sleeps.
// SPDX-License-Identifier: Apache-2.0
//
// Parts: an ESP32, an e-paper display of 296 x 128 at its SPI pins; another one is named in the line `display`.
// Libraries: GxEPD2 1.6 (with Adafruit GFX and its dependencies), PubSubClient 2.8, kiatsu_frame (the folder above).
//
// The last frame is kept in RTC memory: where nothing new comes, it is shown with its age, once an hour at the most.
#include <Arduino.h>
#include <GxEPD2_BW.h>
#include <PubSubClient.h>
#include <Ticker.h>
#include <WiFi.h>
#include <esp_sleep.h>
#include <esp_sntp.h>
#include <kiatsu_frame.h>
#include <kiatsu_wake.h>
#include <sys/time.h>
#include <time.h>

#include "settings.h"

static const char FRAME_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/weather/frame";
static const char HELLO_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello";
static const char ANSWER_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello/response";

// How long a wake may take without a network: until there is WiFi, until there is a frame, and in any case, in ms.
static const uint32_t WIFI_DEADLINE = 12000, FRAME_DEADLINE = 20000, LAST_DEADLINE = 30000;
// How long the time is waited for: in the bridge's answer, once there is a frame, and from NTP in its place, in ms.
// The first packet to NTP goes out a random 0 to 5 seconds after it was asked for.
static const uint32_t ANSWER_WAIT = 1500, NTP_WAIT = 6000;

// The graph: 12 pixels an hour, 2 pixels a hectopascal.
static const int16_t GRAPH_X = 8, GRAPH_Y = 42, GRAPH_WIDTH = 288, GRAPH_HEIGHT = 60;

// Kept while asleep: the frame as it came, a mark of what is on the paper (0: nothing yet), and how wrong the clock is.
RTC_DATA_ATTR static uint8_t keptBytes[128];
RTC_DATA_ATTR static uint8_t keptLength;
RTC_DATA_ATTR static uint32_t markDrawn;
RTC_DATA_ATTR static kiatsu_kept_clock keptClock;

// CS, DC, RST, BUSY.
static GxEPD2_BW<GxEPD2_290_BS, GxEPD2_290_BS::HEIGHT> display(GxEPD2_290_BS(5, 17, 16, 4));
static WiFiClient network;
static PubSubClient mqtt(network);
static Ticker lastDeadline;
static kiatsu_frame shown;
static bool isKnown = false, hasArrived = false;
static uint32_t arrivedAt;

// What the clock said when the board woke, whether NTP is asked since, and whether the time is known by now.
static int64_t saidAtWake;
static uint32_t askedAt;
static bool isAsked = false, isTimeKnown = false;

static int64_t now() { return kiatsu_clock_now(&keptClock, time(nullptr)); }

static void sleepUntilNextEntry() {
    uint32_t seconds =
        kiatsu_seconds_to_sleep(&keptClock, isKnown ? shown.ts : 0, time(nullptr), (uint32_t)random(1000000));
    esp_sleep_enable_timer_wakeup((uint64_t)seconds * 1000000u);
    esp_deep_sleep_start();
}

// What it would say had nobody set it since.
static int64_t said() { return saidAtWake + millis() / 1000; }

static void learnTime(uint32_t known) {
    kiatsu_clock_set(&keptClock, said(), known);
    isTimeKnown = true;
}

// Takes the time from the answer to the hello.
static void receivedAnswer(const uint8_t *payload, size_t length) {
    uint32_t told = kiatsu_read_now(payload, length);
    if (told == 0) return;
    struct timeval exact = {(time_t)told, 0};
    settimeofday(&exact, nullptr);
    learnTime(told);
}

// NTP is for where no bridge answers. As it takes its time, it is asked first of all.
static void askForTime() {
    isAsked = kiatsu_clock_is_due(&keptClock, time(nullptr));
    askedAt = millis();
    if (isAsked) configTime(0, 0, "pool.ntp.org");
}

static void waitForTime() {
    while (isAsked && !isTimeKnown && millis() - askedAt < NTP_WAIT) {
        if (sntp_get_sync_status() == SNTP_SYNC_STATUS_COMPLETED) learnTime((uint32_t)time(nullptr));
        delay(20);
    }
    if (isAsked && !isTimeKnown) kiatsu_clock_asked(&keptClock, said());
}

static void received(char *topic, uint8_t *payload, unsigned int length) {
    if (strcmp(topic, ANSWER_TOPIC) == 0) {
        receivedAnswer(payload, length);
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
    WiFi.mode(WIFI_STA);
    WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
    while (WiFi.status() != WL_CONNECTED) {
        if (millis() > WIFI_DEADLINE) return;
        delay(20);
    }
    askForTime();
    mqtt.setServer(MQTT_HOST, MQTT_PORT);
    mqtt.setSocketTimeout(5);
    mqtt.setCallback(received);
    if (mqtt.connect(BASE_TOPIC "-" PANEL_ID "-paper", MQTT_USER, MQTT_PASSWORD)) {
        // The answer has the time in it.
        char hello[24];
        snprintf(hello, sizeof hello, "{\"buf\":%u}", (unsigned)mqtt.getBufferSize());
        mqtt.subscribe(ANSWER_TOPIC, 0);
        mqtt.publish(HELLO_TOPIC, hello);
        // At QoS 0: only the retained frame comes, not all that were missed.
        mqtt.subscribe(FRAME_TOPIC, 0);
        while (!hasArrived || (!isTimeKnown && millis() - arrivedAt < ANSWER_WAIT)) {
            if (millis() > FRAME_DEADLINE || !mqtt.loop()) break;
            delay(10);
        }
        mqtt.disconnect();
    }
    waitForTime();
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
    bool isWorthSaying = isKnown && (shown.is_stale || kiatsu_is_old(&shown, now()));
    int32_t age = isWorthSaying ? kiatsu_forecast_age(&shown, now()) : -1;
    // What makes one picture differ from another: the frame, which its check tells, and the age.
    uint32_t mark = !isKnown ? 1 : 0x80000000u | (uint32_t)(age & 0x7FFF) << 16 | shown.crc;
    if (mark == markDrawn) return;
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
    saidAtWake = time(nullptr);
    lastDeadline.once(LAST_DEADLINE / 1000, sleepUntilNextEntry);
    isKnown = kiatsu_decode(&shown, keptBytes, keptLength) == KIATSU_OK;
    fetch();
    WiFi.mode(WIFI_OFF);
    lastDeadline.detach();
    draw();
    sleepUntilNextEntry();
}

void loop() {}
