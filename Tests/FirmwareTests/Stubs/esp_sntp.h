#pragma once

#include "Rig.h"

typedef enum { SNTP_SYNC_STATUS_RESET, SNTP_SYNC_STATUS_COMPLETED, SNTP_SYNC_STATUS_IN_PROGRESS } sntp_sync_status_t;

// As the real one it says once that it is done.
inline sntp_sync_status_t sntp_get_sync_status() {
    rig::State &bench = rig::state();
    if (bench.ntpAt == 0 || bench.milliseconds < bench.ntpAt || !bench.hasWiFi) return SNTP_SYNC_STATUS_RESET;
    bench.ntpAt = 0;
    bench.bootTime += bench.ntpAhead;
    bench.ntpAhead = 0;
    return SNTP_SYNC_STATUS_COMPLETED;
}
