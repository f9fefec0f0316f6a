/*
 * kiatsu_board.h: a wake of an ESP32 that sleeps most of the time: network, clock, and sleep until the next entry.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For the Arduino core of the ESP32, in C++11 and up; the other headers of this library need neither.
 *
 *     RTC_DATA_ATTR static kiatsu_kept_clock keptClock;
 *     static KiatsuBoard board;
 *
 *     static void sleepUntilNextEntry() { board.sleep(frame.ts); }
 *
 *     void setup() {
 *         board.begin(&keptClock, sleepUntilNextEntry);           // which comes in 30 s at the latest
 *         if (board.connect(WIFI_SSID, WIFI_PASSWORD)) {
 *             say hello over MQTT, take the entry; call board.receivedAnswer with the payload of the answer
 *         }
 *         board.endNetwork();
 *         draw, then sleepUntilNextEntry();
 *     }
 */
#ifndef KIATSU_BOARD_H
#define KIATSU_BOARD_H

#include <Arduino.h>
#include <Ticker.h>
#include <WiFi.h>
#include <esp_sleep.h>
#include <esp_sntp.h>
#include <sys/time.h>
#include <time.h>

#include "kiatsu_wake.h"

/* A wake, from the start to the next sleep. All times that it takes are in milliseconds. */
class KiatsuBoard {
  public:
    /* How long there may be no WiFi, and how long a wake may take in any case. */
    static const uint32_t WIFI_DEADLINE = 12000, LAST_DEADLINE = 30000;

    /* First of all: `clock` outlives deep sleep, and `sleep` is called should anything hang. */
    void begin(kiatsu_kept_clock *clock, void (*sleep)()) {
        this->clock = clock;
        saidAtWake = time(nullptr);
        lastDeadline.once(LAST_DEADLINE / 1000, sleep);
    }

    /* Joins the network; false where that takes too long. */
    bool connect(const char *name, const char *password) {
        WiFi.mode(WIFI_STA);
        WiFi.begin(name, password);
        while (WiFi.status() != WL_CONNECTED) {
            if (millis() > WIFI_DEADLINE) return false;
            delay(20);
        }
        askForTime();
        return true;
    }

    /* Takes the time from the answer to the hello. */
    void receivedAnswer(const uint8_t *payload, size_t length) {
        uint32_t told = kiatsu_read_now(payload, length);
        if (told == 0) return;
        struct timeval exact = {(time_t)told, 0};
        settimeofday(&exact, nullptr);
        learnTime(told);
    }

    /* Whether the answer is worth waiting for, once all else has come, at `since` of millis(). */
    bool isAnswerAwaited(uint32_t since) const { return !isTimeKnown && millis() - since < ANSWER_WAIT; }

    /* Turns the radio off, once NTP has told the time where no bridge did. */
    void endNetwork() {
        waitForTime();
        WiFi.mode(WIFI_OFF);
        lastDeadline.detach();
    }

    /* Unix seconds, by what is known of this clock. */
    int64_t now() const { return kiatsu_clock_now(clock, time(nullptr)); }

    /* Sleeps until the entry after that of `ts` can be had; 0 where there is none yet. */
    void sleep(uint32_t ts) const {
        uint32_t seconds = kiatsu_seconds_to_sleep(clock, ts, time(nullptr), (uint32_t)random(1000000));
        esp_sleep_enable_timer_wakeup((uint64_t)seconds * 1000000u);
        esp_deep_sleep_start();
    }

  private:
    /* For the bridge's answer; and for NTP's, whose first packet goes out a random 0 to 5 s after it was asked for. */
    static const uint32_t ANSWER_WAIT = 1500, NTP_WAIT = 6000;

    kiatsu_kept_clock *clock = nullptr;
    Ticker lastDeadline;
    int64_t saidAtWake = 0;
    uint32_t askedAt = 0;
    bool isAsked = false, isTimeKnown = false;

    /* What the clock would say had nobody set it since the wake. */
    int64_t said() const { return saidAtWake + millis() / 1000; }

    void learnTime(uint32_t known) {
        kiatsu_clock_set(clock, said(), known);
        isTimeKnown = true;
    }

    /* NTP is for where no bridge answers. As it takes its time, it is asked first of all. */
    void askForTime() {
        isAsked = kiatsu_clock_is_due(clock, time(nullptr));
        askedAt = millis();
        if (isAsked) configTime(0, 0, "pool.ntp.org");
    }

    void waitForTime() {
        while (isAsked && !isTimeKnown && millis() - askedAt < NTP_WAIT) {
            if (sntp_get_sync_status() == SNTP_SYNC_STATUS_COMPLETED) learnTime((uint32_t)time(nullptr));
            delay(20);
        }
        if (isAsked && !isTimeKnown) kiatsu_clock_asked(clock, said());
    }
};

#endif
