#pragma once

#include "esphome/components/time/real_time_clock.h"

namespace esphome::sntp {

class SNTPComponent : public time::RealTimeClock {
 public:
  void update() override {}
};

}  // namespace esphome::sntp
