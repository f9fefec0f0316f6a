#pragma once

#include <mosquitto.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "esphome/core/automation.h"
#include "esphome/core/component.h"

namespace esphome::mqtt {

class MQTTMessageTrigger : public Trigger<std::string> {};

class MQTTClientComponent : public Component {
 public:
  void set_broker(const std::string &host) { this->host_ = host; }
  void add_trigger(const std::string &topic, MQTTMessageTrigger *trigger) {
    this->triggers_.emplace_back(topic, trigger);
  }

  void setup() override {
    mosquitto_lib_init();
    this->client_ = mosquitto_new(nullptr, true, this);
    mosquitto_connect_callback_set(this->client_, [](mosquitto *client, void *self, int code) {
      if (code == 0)
        for (auto &[topic, trigger] : static_cast<MQTTClientComponent *>(self)->triggers_)
          mosquitto_subscribe(client, nullptr, topic.c_str(), 0);
    });
    mosquitto_message_callback_set(this->client_, [](mosquitto *, void *self, const mosquitto_message *message) {
      const std::string payload(static_cast<const char *>(message->payload), message->payloadlen);
      for (auto &[topic, trigger] : static_cast<MQTTClientComponent *>(self)->triggers_)
        if (topic == message->topic)
          trigger->trigger(payload);
    });
    // The broker's port is another one at each run.
    const char *port = getenv("KIATSU_BROKER_PORT");
    if (mosquitto_connect(this->client_, this->host_.c_str(), port == nullptr ? 1883 : atoi(port), 15) !=
        MOSQ_ERR_SUCCESS)
      abort();
  }
  void loop() override {
    if (mosquitto_loop(this->client_, 0, 1) != MOSQ_ERR_SUCCESS)
      abort();
  }
  void publish(const std::string &topic, const std::string &payload) {
    mosquitto_publish(this->client_, nullptr, topic.c_str(), payload.size(), payload.data(), 0, false);
  }

 protected:
  std::string host_;
  mosquitto *client_{nullptr};
  std::vector<std::pair<std::string, MQTTMessageTrigger *>> triggers_;
};

template<typename... Ts> class MQTTPublishAction : public Action<Ts...> {
 public:
  explicit MQTTPublishAction(MQTTClientComponent *parent) : parent_(parent) {}
  TEMPLATABLE_VALUE(std::string, topic)
  TEMPLATABLE_VALUE(std::string, payload)

  void play(const Ts &...x) override { this->parent_->publish(this->topic_.value(x...), this->payload_.value(x...)); }

 protected:
  MQTTClientComponent *parent_;
};

}  // namespace esphome::mqtt
