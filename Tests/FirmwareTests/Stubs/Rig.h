// The bench that the stubs put a sketch on: a clock, a network and a broker that a test drives, and a record, on
// standard output, of what the sketch does. The stubs have the signatures of the real libraries, and of those only
// what the sketches call.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <string>
#include <vector>

namespace rig {

struct Message {
    std::string topic, payload;
    // For one that is yet to be published: when, in milliseconds since the board woke.
    uint32_t at = 0;
};

// Thrown where the real function does not return.
struct Asleep {
    uint64_t microseconds;
};

struct State {
    // Since the board woke; reading it takes a millisecond, so that no loop that waits for it is endless.
    uint32_t milliseconds = 0;
    // What time(nullptr) would say at milliseconds 0; less than a year where the clock has not been set.
    int64_t bootTime = 0;
    // How long the broker takes to answer, in milliseconds.
    uint32_t answerTime = 0;
    bool hasWiFi = true, hasBroker = true, isConnected = false;
    // Whether a bridge answers a hello, and by how many seconds its clock is ahead of the sketch's.
    bool hasBridge = true;
    int64_t bridgeAhead = 0;
    // How long NTP takes to answer, in milliseconds, 0 for never, and by how many seconds its time is ahead; when it is
    // due.
    uint32_t ntpTime = 0, ntpAt = 0;
    int64_t ntpAhead = 0;
    // What the broker holds, what goes out to the sketch at its next loop(), and what somebody publishes retained.
    std::vector<Message> retained, coming, later;
    // Topics, the last level of which may be a plus sign.
    std::vector<std::string> subscriptions;
    uint64_t sleep = 0;
    std::string gpsInput;
    long randomNumber = 7;
    // When the callback of the timer is due, in milliseconds.
    uint32_t timerAt = 0;
    void (*timer)() = nullptr;
};

inline State &state() {
    static State the;
    return the;
}

inline void pass(uint32_t milliseconds) {
    State &the = state();
    uint32_t end = the.milliseconds + milliseconds;
    if (the.timer != nullptr && end >= the.timerAt) {
        void (*callback)() = the.timer;
        the.timer = nullptr;
        the.milliseconds = the.timerAt;
        callback();
    }
    the.milliseconds = end;
}

inline bool matches(const std::string &topic, const std::string &filter) {
    if (filter.empty() || filter.back() != '+') return topic == filter;
    size_t start = filter.size() - 1;
    return topic.compare(0, start, filter, 0, start) == 0 && topic.find('/', start) == std::string::npos;
}

// A message takes the place of the one before on its topic, behind all others.
inline void retain(const Message &message) {
    std::vector<Message> &retained = state().retained;
    for (size_t i = 0; i < retained.size(); i++) {
        if (retained[i].topic != message.topic) continue;
        retained.erase(retained.begin() + (long)i);
        break;
    }
    retained.push_back(message);
}

// Publishes what is due.
inline void publishLater() {
    State &the = state();
    while (!the.later.empty() && the.later.front().at <= the.milliseconds) {
        Message message = the.later.front();
        the.later.erase(the.later.begin());
        retain(message);
        for (const std::string &filter : the.subscriptions) {
            if (matches(message.topic, filter)) the.coming.push_back(message);
        }
    }
}

// From two digits a byte.
inline std::string bytes(const char *hex) {
    std::string result;
    for (; hex[0] > ' ' && hex[1] > ' '; hex += 2) {
        char digits[3] = {hex[0], hex[1], 0};
        unsigned byte = 0;
        sscanf(digits, "%x", &byte);
        result.push_back((char)byte);
    }
    return result;
}

}  // namespace rig
