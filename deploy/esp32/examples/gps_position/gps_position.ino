// Tells Kiatsu where the panel is: sends a GPS receiver's position when it moved by 500 m, and every 15 minutes.
// SPDX-License-Identifier: Apache-2.0
//
// Parts: an ESP32, a GPS receiver that speaks NMEA at 9600 baud on the pins that settings.h names.
// Libraries: TinyGPSPlus 1.1, PubSubClient 2.8. It needs no clock: the time of the position is the receiver's.
#include <Arduino.h>
#include <PubSubClient.h>
#include <TinyGPSPlus.h>
#include <WiFi.h>

#include "settings.h"

static const char POSITION_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/location/set";
static const char ANSWER_TOPIC[] = BASE_TOPIC "/" PANEL_ID "/location/response";

static const double FAR_METRES = 500;
static const uint32_t LONG_MS = 15 * 60000, SHORTEST_MS = 30000;

// What a receiver's dilution of precision is multiplied with to guess its accuracy.
static const double METRES_PER_HDOP = 5;

static WiFiClient network;
static PubSubClient mqtt(network);
static TinyGPSPlus gps;
static bool hasSent = false;
static double sentLatitude, sentLongitude;
static uint32_t sentAt;

// Unix seconds of the receiver's date and time: days since 1970 in the Gregorian calendar, counted from March.
static uint32_t gpsTime() {
    uint32_t month = gps.date.month(), year = gps.date.year() - (month < 3 ? 1u : 0u);
    uint32_t days = year * 365 + year / 4 - year / 100 + year / 400;
    days += (153 * ((month + 9) % 12) + 2) / 5 + gps.date.day() - 1;
    return (days - 719468) * 86400 + gps.time.hour() * 3600u + gps.time.minute() * 60u + gps.time.second();
}

// A position of now, in three dimensions as a rule, with the date that a receiver knows some time after the hour.
static bool isFixGood() {
    return gps.location.isValid() && gps.location.age() < 3000 && gps.date.isValid() && gps.date.year() >= 2020
        && gps.time.isValid() && gps.hdop.isValid() && gps.satellites.value() >= 4;
}

static bool isWorthSending() {
    if (!hasSent) return true;
    uint32_t since = millis() - sentAt;
    if (since < SHORTEST_MS) return false;
    return since >= LONG_MS
        || TinyGPSPlus::distanceBetween(sentLatitude, sentLongitude, gps.location.lat(), gps.location.lng())
            > FAR_METRES;
}

static void sendPosition() {
    if (!mqtt.connected() || !isFixGood() || !isWorthSending()) return;
    char json[96];
    double latitude = gps.location.lat(), longitude = gps.location.lng();
    snprintf(json, sizeof json, "{\"lat\":%.5f,\"lng\":%.5f,\"acc\":%.0f,\"tst\":%lu}", latitude, longitude,
             gps.hdop.hdop() * METRES_PER_HDOP, (unsigned long)gpsTime());
    // Not retained: a command that stays would be carried out again.
    if (!mqtt.publish(POSITION_TOPIC, json, false)) return;
    hasSent = true;
    sentLatitude = latitude;
    sentLongitude = longitude;
    sentAt = millis();
}

// {"ok":true,...} or {"ok":false,"error":"...","message":"..."}.
static void received(char *, uint8_t *payload, unsigned int length) {
    Serial.write(payload, length);
    Serial.println();
}

static void connectToBroker() {
    static uint32_t lastTry = 0;
    if (mqtt.connected() || WiFi.status() != WL_CONNECTED || millis() - lastTry < 5000) return;
    if (mqtt.connect(BASE_TOPIC "-" PANEL_ID "-gps", MQTT_USER, MQTT_PASSWORD)) mqtt.subscribe(ANSWER_TOPIC, 0);
    lastTry = millis();
}

void setup() {
    Serial.begin(115200);
    Serial1.begin(9600, SERIAL_8N1, GPS_RX, GPS_TX);
    WiFi.mode(WIFI_STA);
    WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
    mqtt.setServer(MQTT_HOST, MQTT_PORT);
    mqtt.setCallback(received);
}

void loop() {
    while (Serial1.available() > 0) gps.encode((char)Serial1.read());
    connectToBroker();
    mqtt.loop();
    sendPosition();
    delay(10);
}
