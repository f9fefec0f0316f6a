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
#include <kiatsu_frame.h>
#include <kiatsu_picture.h>
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

// CS, DC, RST, BUSY.
typedef GxEPD2_290_BS Display;
static GxEPD2_BW<Display, Display::HEIGHT / 8> display(Display(5, 17, 16, 4));
static const uint16_t WIDTH = Display::WIDTH_VISIBLE, HEIGHT = Display::HEIGHT;

// Kept while asleep: what is on the paper, and which picture.
enum class Paper : uint8_t { nothing, messageOfWaiting, messageOfUnfit, picture };
RTC_DATA_ATTR static Paper onPaper;
RTC_DATA_ATTR static uint32_t idOnPaper;

static WiFiClient network;
static PubSubClient mqtt(network);
static Ticker lastDeadline;

// The last description that fits the display, when it came, and whether its strips have not been asked for.
static kiatsu_description told;
static uint32_t toldAt;
static bool isTold = false, isNews = false, isUnfit = false;

static kiatsu_collector collector;
static uint8_t seen[(HEIGHT + 7) / 8];
static bool isDisplayAwake = false;

static void sleepUntilNextEntry() {
    uint32_t seconds = kiatsu_seconds_to_wake_after(told.ts, time(nullptr), (uint32_t)random(1000000));
    esp_sleep_enable_timer_wakeup((uint64_t)seconds * 1000000u);
    esp_deep_sleep_start();
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
    // Sets the clock while the picture is waited for; it runs on in deep sleep, but not exactly.
    configTime(0, 0, "pool.ntp.org");
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
    return time(nullptr) < KIATSU_CLOCK_IS_SET || time(nullptr) < (int64_t)told.ts + 3600;
}

static bool isOnPaper(uint32_t id) { return onPaper == Paper::picture && idOnPaper == id; }

static void fetch() {
    if (!connectToBroker()) return;
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
    mqtt.disconnect();
    struct tm local;
    getLocalTime(&local, 2000);
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
    lastDeadline.once(LAST_DEADLINE / 1000, sleepUntilNextEntry);
    fetch();
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
