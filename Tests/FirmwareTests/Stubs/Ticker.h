#pragma once

#include "Arduino.h"

class Ticker {
  public:
    typedef void (*callback_t)(void);
    void once(float seconds, callback_t callback) {
        rig::state().timerAt = rig::state().milliseconds + (uint32_t)(seconds * 1000);
        rig::state().timer = callback;
    }
    void detach() { rig::state().timer = nullptr; }
};
