#pragma once

#include "Rig.h"

typedef int esp_err_t;

inline esp_err_t esp_sleep_enable_timer_wakeup(uint64_t microseconds) {
    rig::state().sleep = microseconds;
    return 0;
}
inline void esp_deep_sleep_start(void) { throw rig::Asleep{rig::state().sleep}; }
