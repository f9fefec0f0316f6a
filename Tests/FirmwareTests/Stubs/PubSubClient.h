#pragma once

#include <functional>

#include "Arduino.h"
#include "WiFi.h"

#define MQTT_CALLBACK_SIGNATURE std::function<void(char *, uint8_t *, unsigned int)> callback

// As the real one it drops, in silence, what does not fit its buffer of 256 bytes.
class PubSubClient : public Print {
  public:
    PubSubClient(Client &) {}
    PubSubClient &setServer(const char *, uint16_t) { return *this; }
    PubSubClient &setCallback(MQTT_CALLBACK_SIGNATURE) {
        this->callback = callback;
        return *this;
    }
    PubSubClient &setSocketTimeout(uint16_t timeout) {
        socketTimeout = timeout;
        return *this;
    }
    boolean connect(const char *id) { return connect(id, nullptr, nullptr); }
    boolean connect(const char *id, const char *user, const char *password) {
        (void)user;
        (void)password;
        ::printf("connect %s\n", id);
        rig::State &bench = rig::state();
        bench.isConnected = bench.hasWiFi && bench.hasBroker;
        bench.subscriptions.clear();
        delay(bench.answerTime);
        if (!bench.isConnected) delay(socketTimeout * 1000u);
        return bench.isConnected;
    }
    void disconnect() { rig::state().isConnected = false; }
    uint16_t getBufferSize() { return 256; }
    boolean publish(const char *topic, const char *payload) { return publish(topic, payload, false); }
    boolean publish(const char *topic, const char *payload, boolean retained) {
        if (!connected() || strlen(topic) + strlen(payload) > 249) return false;
        ::printf("publish %s %s %s\n", topic, retained ? "retained" : "live", payload);
        answer(topic);
        return true;
    }
    boolean subscribe(const char *topic, uint8_t qos) {
        ::printf("subscribe %s %d\n", topic, qos);
        rig::State &bench = rig::state();
        rig::publishLater();
        for (const rig::Message &message : bench.retained) {
            if (rig::matches(message.topic, topic)) bench.coming.push_back(message);
        }
        for (const std::string &filter : bench.subscriptions) {
            if (filter == topic) return true;
        }
        bench.subscriptions.push_back(topic);
        return true;
    }
    boolean loop() {
        rig::State &bench = rig::state();
        if (!connected()) return false;
        rig::publishLater();
        if (bench.coming.empty()) return true;
        rig::Message message = bench.coming.front();
        bench.coming.erase(bench.coming.begin());
        size_t length = message.payload.size(), remaining = 2 + message.topic.size() + length;
        if (1 + (remaining > 127 ? 2 : 1) + remaining > 256) return true;
        std::vector<char> topic(message.topic.c_str(), message.topic.c_str() + message.topic.size() + 1);
        // A block of the payload's size, so that AddressSanitizer sees a byte read too many.
        uint8_t *payload = (uint8_t *)malloc(length ? length : 1);
        memcpy(payload, message.payload.data(), length);
        callback(topic.data(), payload, (unsigned)length);
        free(payload);
        return true;
    }
    boolean connected() { return rig::state().isConnected; }
    size_t write(uint8_t) override { return 1; }

  private:
    // As the bridge answers a hello, where the bench has a clock.
    void answer(const char *topic) {
        rig::State &bench = rig::state();
        int64_t now = (int64_t)time(nullptr) + bench.bridgeAhead;
        const size_t length = strlen(topic);
        if (!bench.hasBridge || now < 1577836800 || length < 6 || strcmp(topic + length - 6, "/hello") != 0) return;
        std::string payload = "{\"ok\":true,\"now\":" + std::to_string(now) + ",\"widgets\":{\"weather\":[\"frame\"]}}";
        rig::Message message;
        message.topic = std::string(topic) + "/response";
        message.payload = payload;
        bench.coming.push_back(message);
    }

    MQTT_CALLBACK_SIGNATURE;
    uint16_t socketTimeout = 15;
};
