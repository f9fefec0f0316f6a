// A battery-powered panel that shows the picture Kiatsu draws: any language, no fonts, no graph to program.
// SPDX-License-Identifier: Apache-2.0
//
// Wakes once an hour, reads which picture there is, and if it is another one takes it in strips of a few rows, each of
// which goes straight to the display's controller: neither PubSubClient's buffer of 256 bytes nor the memory of the
// ESP32 ever holds a picture.
//
// Parts: an ESP32, an e-paper display of 296 x 128 at the pins that settings.h names; another display is named in the
// lines `Display`.
// Libraries: GxEPD2 1.6 (with Adafruit GFX and its dependencies), PubSubClient 2.8, Kiatsu.
//
// The controller's rows are the short ones, 128 pixels: in Kiatsu's configuration the panel needs picture_rotation: 90.
// The rest it asks for by itself.
#include <Arduino.h>
#include <GxEPD2_BW.h>
#include <PubSubClient.h>
#include <SPI.h>
#include <WiFi.h>
#include <kiatsu_board.h>
#include <kiatsu_picture.h>

#include "settings.h"

#define WIDGET "weather"

static const char HELLO_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello";
static const char ANSWER_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/hello/response";
static const char PICTURE_TOPIC[] = BASE_TOPIC "/image/" PANEL_ID "/" WIDGET;
static const char STRIPS_TOPIC[] = BASE_TOPIC "/image/" PANEL_ID "/" WIDGET "/strips/+";

// Until when in a wake the picture is waited for, in ms.
static const uint32_t PICTURE_DEADLINE = 20000;
// How long a picture of an hour that is over waits for the one of this hour, in ms.
static const uint32_t NEWER_WAIT = 5000;

typedef GxEPD2_290_BS Display;
static GxEPD2_BW<Display, Display::HEIGHT / 8> display(Display(DISPLAY_CS, DISPLAY_DC, DISPLAY_RST, DISPLAY_BUSY));
static const uint16_t WIDTH = Display::WIDTH_VISIBLE, HEIGHT = Display::HEIGHT;

// Kept while asleep: what is on the paper, and which picture, and how wrong the clock is.
enum class Paper : uint8_t { nothing, messageOfWaiting, messageOfUnfit, picture };
RTC_DATA_ATTR static Paper onPaper;
RTC_DATA_ATTR static uint32_t idOnPaper;
RTC_DATA_ATTR static kiatsu_kept_clock keptClock;

static WiFiClient network;
static PubSubClient mqtt(network);
static KiatsuBoard board;

// The last description that fits the display, when it came, and whether its strips have not been asked for.
static kiatsu_description told;
static uint32_t toldAt;
static bool isTold = false, isNews = false, isUnfit = false;

static kiatsu_collector collector;
static uint8_t seen[(HEIGHT + 7) / 8];
static bool isDisplayAwake = false;

static void sleepUntilNextEntry() { board.sleep(told.ts); }

static void wakeDisplay() {
    if (isDisplayAwake) return;
    // Not as new, or the first strip would blank the paper. All that is refreshed later has been written before.
    SPI.begin(DISPLAY_SCK, -1, DISPLAY_MOSI, DISPLAY_CS);
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
        board.receivedAnswer(payload, length);
    } else if (!kiatsu_is_complete(&collector)) {
        receivedStrip(payload, length);
    }
}

static bool connectToBroker() {
    if (!board.connect(WIFI_SSID, WIFI_PASSWORD)) return false;
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
    return board.now() < KIATSU_CLOCK_IS_SET || board.now() < (int64_t)told.ts + 3600;
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
    while (isTold && board.isAnswerAwaited(toldAt)) {
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
    board.begin(&keptClock, sleepUntilNextEntry);
    if (connectToBroker()) fetch();
    board.endNetwork();
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
