// Runs a sketch on the stubs by the commands on standard input, and prints what it does. Which sketch, SKETCH says.
#include <Arduino.h>

#include SKETCH

#include <sstream>

#include <iostream>

// What a board that comes out of deep sleep begins with: all but RTC memory is as new.
static void wake() {
#ifdef SLEEPS
    rig::state().milliseconds = 0;
    rig::state().timer = nullptr;
    rig::state().isConnected = false;
    rig::state().coming.clear();
    rig::state().ntpAt = 0;
    board = KiatsuBoard();
#ifdef HAS_PICTURES
    told = kiatsu_description();
    collector = kiatsu_collector();
    toldAt = 0;
    isTold = isNews = isUnfit = isDisplayAwake = false;
#else
    memset(&shown, 0, sizeof shown);
    isKnown = hasArrived = false;
#endif
#endif
    try {
        setup();
    } catch (const rig::Asleep &asleep) {
        printf("asleep %llu after %u\n", (unsigned long long)asleep.microseconds / 1000000, rig::state().milliseconds);
    }
#ifdef SLEEPS
    // What was to come later in this wake comes while the board sleeps.
    for (const rig::Message &message : rig::state().later) rig::retain(message);
    rig::state().later.clear();
#endif
}

int main() {
    std::string line;
    rig::State &bench = rig::state();
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command, topic, hex;
        words >> command;
        if (command == "wake") {
            wake();
        } else if (command == "loop") {
            int turns = 0;
            for (words >> turns; turns > 0; turns--) loop();
        } else if (command == "pass") {
            uint32_t milliseconds = 0;
            words >> milliseconds;
            rig::pass(milliseconds);
        } else if (command == "clock") {
            // Unix seconds at this moment.
            words >> bench.bootTime;
            bench.bootTime -= bench.milliseconds / 1000;
        } else if (command == "network") {
            words >> bench.hasWiFi >> bench.hasBroker;
            if (!bench.hasWiFi || !bench.hasBroker) bench.isConnected = false;
        } else if (command == "bridge") {
            // Whether it answers, and by how many seconds its clock is ahead.
            words >> bench.hasBridge >> bench.bridgeAhead;
        } else if (command == "ntp") {
            words >> bench.ntpTime >> bench.ntpAhead;
        } else if (command == "hang") {
            words >> bench.answerTime;
        } else if (command == "retain" || command == "send") {
            words >> topic >> hex;
            rig::Message message = {topic, rig::bytes(hex.c_str())};
            if (command == "retain") {
                rig::retain(message);
            } else {
                bench.coming.push_back(message);
            }
        } else if (command == "later") {
            // So many milliseconds into the next wake, in this order.
            rig::Message message;
            words >> message.at >> message.topic >> hex;
            message.payload = rig::bytes(hex.c_str());
            bench.later.push_back(message);
        } else if (command == "forget") {
            bench.retained.clear();
        }
#ifdef HAS_GPS
        if (command == "fix") {
            gps.location.valid = gps.time.valid = true;
            words >> gps.location.latitude >> gps.location.longitude >> gps.hdop.dilution >> gps.satellites.number
                >> gps.date.date >> gps.time.seconds >> gps.location.fixAge;
        }
#endif
    }
    return 0;
}
