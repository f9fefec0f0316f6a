/* Every function of the header, to be measured: each where the linker can drop it when it is not called. */
#include <kiatsu_frame.h>

kiatsu_error decode(kiatsu_frame *frame, const uint8_t *bytes, size_t count) {
    return kiatsu_decode(frame, bytes, count);
}
const char *error_text(kiatsu_error error) { return kiatsu_error_text(error); }
void hour_at(kiatsu_hour *all, const kiatsu_frame *frame, int hour) { *all = kiatsu_hour_at(frame, hour); }
const char *condition_name(int condition) { return kiatsu_condition_name(condition); }
const char *icon_name(int condition, int is_daylight) { return kiatsu_icon_name(condition, is_daylight); }
const char *trend_text(int trend) { return kiatsu_trend_text(trend); }
int16_t pressure_change(const kiatsu_frame *frame) { return kiatsu_pressure_change(frame); }
int16_t graph_y(const kiatsu_frame *frame, int hour, int16_t height) { return kiatsu_graph_y(frame, hour, height); }
int16_t graph_x(int hour, int16_t width) { return kiatsu_graph_x(hour, width); }
int16_t guide_y(int line, int16_t height) { return kiatsu_guide_y(line, height); }
int is_old(const kiatsu_frame *frame, int64_t now) { return kiatsu_is_old(frame, now); }
int32_t forecast_age(const kiatsu_frame *frame, int64_t now) { return kiatsu_forecast_age(frame, now); }
uint32_t seconds_to_wake(const kiatsu_frame *frame, int64_t now, uint32_t random) {
    return kiatsu_seconds_to_wake(frame, now, random);
}
