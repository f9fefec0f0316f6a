// A battery-powered panel that shows the picture Kiatsu draws: any language, no fonts, no graph to program.
// SPDX-License-Identifier: Apache-2.0
//
// Wakes once an hour, reads which picture there is, and if it is another one takes it in strips of a few rows, each of
// which goes straight to the display's controller: neither PubSubClient's buffer of 256 bytes nor the memory of the
// ESP32 ever holds a picture.
//
// Parts: an ESP32, an e-paper display of 296 x 128 at its SPI pins; another one is named in the lines `Display`.
// Libraries: GxEPD2 1.6 (with Adafruit GFX and its dependencies), PubSubClient 2.8, kiatsu_frame (the folder above).
//
// The controller's rows are the short ones, 128 pixels: in Kiatsu's configuration the panel needs picture_rotation: 90.
// The rest it asks for by itself.
#include <Arduino.h>
#include <GxEPD2_BW.h>
#include <PubSubClient.h>
#include <Ticker.h>
#include <WiFi.h>
#include <esp_sleep.h>
#include <esp_sntp.h>
#include <kiatsu_frame.h>
#include <kiatsu_picture.h>
#include <kiatsu_wake.h>
#include <sys/time.h>
#include <time.h>

#include "settings.h"

#define WIDGET "weather"

static const char HELLO_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello";
static const char ANSWER_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello/response";
static const char PICTURE_TOPIC[] = BASE_TOPIC "/image/" PANEL_ID "/" WIDGET;
static const char STRIPS_TOPIC[] = BASE_TOPIC "/image/" PANEL_ID "/" WIDGET "/strips/+";

// How long a wake may take without a network: until there is WiFi, until there is a picture, and in any case, in ms.
static const uint32_t WIFI_DEADLINE = 12000, PICTURE_DEADLINE = 20000, LAST_DEADLINE = 30000;
// How long a picture of an hour that is over waits for the one of this hour, in ms.
static const uint32_t NEWER_WAIT = 5000;
// How long the time is waited for: in the bridge's answer, once there is a picture, and from NTP in its place, in ms.
// The first packet to NTP goes out a random 0 to 5 seconds after it was asked for.
static const uint32_t ANSWER_WAIT = 1500, NTP_WAIT = 6000;

// CS, DC, RST, BUSY.
typedef GxEPD2_290_BS Display;
static GxEPD2_BW<Display, Display::HEIGHT / 8> display(Display(5, 17, 16, 4));
static const uint16_t WIDTH = Display::WIDTH_VISIBLE, HEIGHT = Display::HEIGHT;

// Kept while asleep: what is on the paper, and which picture, and how wrong the clock is.
enum class Paper : uint8_t { nothing, messageOfWaiting, messageOfUnfit, picture };
RTC_DATA_ATTR static Paper onPaper;
RTC_DATA_ATTR static uint32_t idOnPaper;
RTC_DATA_ATTR static kiatsu_kept_clock keptClock;

static WiFiClient network;
static PubSubClient mqtt(network);
static Ticker lastDeadline;

// The last description that fits the display, when it came, and whether its strips have not been asked for.
static kiatsu_description told;
static uint32_t toldAt;
static bool isTold = false, isNews = false, isUnfit = false;

// What the clock said when the board woke, whether NTP is asked since, and whether the time is known by now.
static int64_t saidAtWake;
static uint32_t askedAt;
static bool isAsked = false, isTimeKnown = false;

static kiatsu_collector collector;
static uint8_t seen[(HEIGHT + 7) / 8];
static bool isDisplayAwake = false;

static int64_t now() { return kiatsu_clock_now(&keptClock, time(nullptr)); }

static void sleepUntilNextEntry() {
    uint32_t seconds = kiatsu_seconds_to_sleep(&keptClock, told.ts, time(nullptr), (uint32_t)random(1000000));
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

static void wakeDisplay() {
    if (isDisplayAwake) return;
    // Not as new, or the first strip would blank the paper. All that is refreshed later has been written before.
    display.init(0, false);
    isDisplayAwake = true;
}

static void receivedDescription(const uint8_t *payload, size_t length) {
    kiatsu_description read;
    if (kiatsu_read_description(&read, payload, length) != KIATSU_PICTURE_OK) return;
    bool fits = read.width == WIDTH && read.height == HEIGHT && read.colors == KIATSU_BLACK_WHITE && read.strips > 0;
    isUnfit = !fits;
    if (!fits) return;
    told = read;
    toldAt = millis();
    isTold = isNews = true;
}

static void receivedStrip(const uint8_t *payload, size_t length) {
    kiatsu_strip strip;
    size_t bytesPerRow = kiatsu_bytes_per_row(WIDTH, KIATSU_BLACK_WHITE);
    if (kiatsu_read_strip(&strip, payload, length, bytesPerRow, HEIGHT) != KIATSU_PICTURE_OK) return;
    if (!kiatsu_collect(&collector, &strip)) return;
    display.epd2.writeImageForFullRefresh(strip.rows, 0, (int16_t)strip.first_row, WIDTH, (int16_t)strip.row_count);
}

// The payload is PubSubClient's own buffer: nothing may be sent from here.
static void received(char *topic, uint8_t *payload, unsigned int length) {
    if (strcmp(topic, PICTURE_TOPIC) == 0) {
        receivedDescription(payload, length);
    } else if (strcmp(topic, ANSWER_TOPIC) == 0) {
        Serial.write(payload, length);
        Serial.println();
        receivedAnswer(payload, length);
    } else if (!kiatsu_is_complete(&collector)) {
        receivedStrip(payload, length);
    }
}

static bool connectToBroker() {
    WiFi.mode(WIFI_STA);
    WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
    while (WiFi.status() != WL_CONNECTED) {
        if (millis() > WIFI_DEADLINE) return false;
        delay(20);
    }
    askForTime();
    mqtt.setServer(MQTT_HOST, MQTT_PORT);
    mqtt.setSocketTimeout(5);
    mqtt.setCallback(received);
    return mqtt.connect(BASE_TOPIC "-" PANEL_ID "-picture", MQTT_USER, MQTT_PASSWORD);
}

// Said at each wake, as the bridge may be a new one. Width and height are those that a person sees.
static void sayHello() {
    char hello[96];
    snprintf(hello, sizeof hello, "{\"buf\":%u,\"w\":%u,\"h\":%u,\"pic\":\"strips\",\"col\":\"bw\"}",
             (unsigned)mqtt.getBufferSize(), (unsigned)HEIGHT, (unsigned)WIDTH);
    mqtt.subscribe(ANSWER_TOPIC, 0);
    mqtt.publish(HELLO_TOPIC, hello);
}

// Takes what comes; false when the time is up, or the connection is gone.
static bool takeTurn() {
    delay(2);
    return millis() < PICTURE_DEADLINE && mqtt.loop();
}

static bool isOfThisHour() {
    return now() < KIATSU_CLOCK_IS_SET || now() < (int64_t)told.ts + 3600;
}

static bool isOnPaper(uint32_t id) { return onPaper == Paper::picture && idOnPaper == id; }

static void fetch() {
    sayHello();
    // At QoS 0: only the retained one comes, not all that were missed.
    mqtt.subscribe(PICTURE_TOPIC, 0);
    while (!isTold || (!isOfThisHour() && millis() - toldAt < NEWER_WAIT)) {
        if (!takeTurn()) break;
    }
    while (isTold && !isOnPaper(told.id) && !kiatsu_is_complete(&collector)) {
        if (isNews) {
            // Where it comes midway, the broker has all strips of the picture by now, and sends them once more.
            isNews = false;
            wakeDisplay();
            if (collector.seen == nullptr || collector.id != told.id) {
                kiatsu_collector_begin(&collector, seen, sizeof seen, told.id);
            }
            mqtt.subscribe(STRIPS_TOPIC, 0);
        }
        if (!takeTurn()) break;
    }
    while (isTold && !isTimeKnown && millis() - toldAt < ANSWER_WAIT) {
        if (!takeTurn()) break;
    }
    mqtt.disconnect();
}

static void print(int16_t y, const char *text) {
    display.setCursor(4, y);
    display.print(text);
}

// Says what is wrong, unless the paper has a picture: that stays, and has its hour in it.
static void drawMessage() {
    Paper message = isUnfit ? Paper::messageOfUnfit : Paper::messageOfWaiting;
    if (onPaper == Paper::picture || onPaper == message) return;
    wakeDisplay();
    display.setRotation(1);
    display.setTextColor(GxEPD_BLACK);
    display.setTextWrap(false);
    display.setFullWindow();
    display.firstPage();
    do {
        display.fillScreen(GxEPD_WHITE);
        print(46, isUnfit ? "The picture has other rows than the display." : "No picture has come yet. Waiting for");
        print(60, isUnfit ? "Kiatsu's configuration needs for this panel:" : PICTURE_TOPIC);
        if (isUnfit) print(74, "picture_rotation: 90");
    } while (display.nextPage());
    onPaper = message;
}

void setup() {
    Serial.begin(115200);
    saidAtWake = time(nullptr);
    lastDeadline.once(LAST_DEADLINE / 1000, sleepUntilNextEntry);
    if (connectToBroker()) fetch();
    waitForTime();
    WiFi.mode(WIFI_OFF);
    lastDeadline.detach();
    if (!kiatsu_is_complete(&collector)) {
        drawMessage();
    } else if (!isOnPaper(collector.id)) {
        display.refresh(false);
        onPaper = Paper::picture;
        idOnPaper = collector.id;
    }
    if (isDisplayAwake) display.hibernate();
    sleepUntilNextEntry();
}

void loop() {}
