// Kiatsu's frame on a display of ESPHome: 24 hours of pressure, the temperature, the weather, the place, the age.
#pragma once

#include <sys/time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <string>

#include "esphome/components/display/display.h"
#include "esphome/core/hal.h"
#include "kiatsu_frame.h"
#include "kiatsu_wake.h"

#ifdef USE_ESP32
#include <esp_attr.h>
#else
#define RTC_DATA_ATTR
#endif

namespace kiatsu {

using esphome::Color;
using esphome::display::BaseFont;
using esphome::display::Display;
using esphome::display::TextAlign;

/// How wrong the clock is; outlives deep sleep.
[[maybe_unused]] RTC_DATA_ATTR static kiatsu_kept_clock kept_clock;

/// What is known of the time since the board woke.
struct Wake {
  int64_t said_at_start = 0;
  bool is_time_known = false, is_time_due = false;
};
inline Wake wake;

inline int64_t now() { return kiatsu_clock_now(&kept_clock, ::time(nullptr)); }

/// What the clock would say had nobody set it since the board woke.
inline int64_t said() { return wake.said_at_start + esphome::millis() / 1000; }

/// Before anything can have set the clock.
inline void note_clock() {
  wake.said_at_start = static_cast<int64_t>(::time(nullptr)) - esphome::millis() / 1000;
  wake.is_time_due = kiatsu_clock_is_due(&kept_clock, said());
}

inline void learn_time(uint32_t now) {
  kiatsu_clock_set(&kept_clock, said(), now);
  wake.is_time_known = true;
}

/// Takes the time from the answer to a hello.
inline void take_answer(const std::string &payload) {
  const uint32_t told = kiatsu_read_now(reinterpret_cast<const uint8_t *>(payload.data()), payload.size());
  if (told == 0)
    return;
#ifdef USE_ESP32
  const timeval exact{static_cast<time_t>(told), 0};
  settimeofday(&exact, nullptr);
#endif
  learn_time(told);
}

/// NTP has set the clock.
inline void take_clock() {
  if (!wake.is_time_known)
    learn_time(static_cast<uint32_t>(::time(nullptr)));
}

inline bool is_time_known() { return wake.is_time_known; }
inline bool is_time_due() { return wake.is_time_due; }

/// No more is waited for.
inline void finish_clock() {
  if (wake.is_time_due && !wake.is_time_known)
    kiatsu_clock_asked(&kept_clock, said());
}

/// How long to sleep until the next hour's frame is there, in milliseconds.
inline uint32_t sleep_milliseconds(const std::string &payload, uint32_t random) {
  kiatsu_frame frame;
  const bool known =
      kiatsu_decode(&frame, reinterpret_cast<const uint8_t *>(payload.data()), payload.size()) == KIATSU_OK;
  return kiatsu_seconds_to_sleep(&kept_clock, known ? frame.ts : 0, ::time(nullptr), random) * 1000;
}

struct Style {
  BaseFont *small, *large;
  Color ink, faint, alert;
};

class Drawing {
 public:
  Drawing(Display &display, const Style &style) : it(display), style(style) {}

  /// Draws all of a frame; `now` in Unix seconds, 0 when the clock is not set.
  void draw(const std::string &payload, int64_t now) {
    const int width = it.get_width(), height = it.get_height();
    kiatsu_frame frame;
    if (kiatsu_decode(&frame, reinterpret_cast<const uint8_t *>(payload.data()), payload.size()) != KIATSU_OK) {
      it.print(width / 2, height / 2, style.small, style.ink, TextAlign::CENTER, "kiatsu ...");
      return;
    }
    int x, y, line, unused;
    it.get_text_bounds(0, 0, "0", style.small, TextAlign::TOP_LEFT, &x, &y, &unused, &line);
    const int margin = std::max(2, width / 100);
    it.print(margin, 0, style.small, style.ink, TextAlign::TOP_LEFT, frame.name);
    age(frame, now, width - margin, 0);

    const int top = line + 2, middle = height * 45 / 100;
    const int size = middle - top;
    const kiatsu_hour first = kiatsu_hour_at(&frame, 0);
    icon(first.condition, first.is_daylight, margin + size / 2, top + size / 2, size);
    if (frame.temperature != KIATSU_MISSING)
      it.printf(margin + size, top + size / 2, style.large, style.ink, TextAlign::CENTER_LEFT, "%.1f°",
                frame.temperature / 10.0f);
    if (frame.pressure[0] != KIATSU_MISSING) {
      it.printf(width - margin, top + size / 3, style.small, style.ink, TextAlign::CENTER_RIGHT, "%.0f hPa",
                frame.pressure[0] / 10.0f);
      arrow(frame.trend, width - margin - size / 4, middle - size / 4, size / 4);
    }
    graph(frame, 0, middle + 2, width, height - middle - line - 4, line);
  }

 private:
  Display &it;
  const Style &style;

  /// The local hour that the frame is for and, when that is over two hours ago, how old it is.
  void age(const kiatsu_frame &frame, int64_t now, int x, int y) {
    const bool old = kiatsu_is_old(&frame, now);
    const Color color = old || frame.is_sample || frame.is_stale ? style.alert : style.ink;
    const int hour = kiatsu_local_hour(&frame, 0), minute = (frame.utc_offset_minutes % 60 + 60) % 60;
    if (old)
      it.printf(x, y, style.small, color, TextAlign::TOP_RIGHT, "%02d:%02d, %d h old", hour, minute,
                static_cast<int>((now - frame.ts) / 3600));
    else
      it.printf(x, y, style.small, color, TextAlign::TOP_RIGHT, "%02d:%02d%s", hour, minute,
                frame.is_sample ? " sample" : frame.is_stale ? " stale" : "");
  }

  void graph(const kiatsu_frame &frame, int left, int top, int width, int height, int line) {
    for (int guide = 0; guide <= 2; guide++) {
      const int y = top + kiatsu_guide_y(guide, height - 1);
      for (int x = left; x < left + width; x += 6)
        it.line(x, y, std::min(x + 2, left + width - 1), y, style.faint);
    }
    int last_x = 0, last_y = KIATSU_MISSING;
    for (int i = 0; i < KIATSU_HOURS; i++) {
      const int x = left + kiatsu_graph_x(i, width);
      const int hour = kiatsu_local_hour(&frame, i);
      if (hour % 3 == 0 && x > line && x < left + width - line)
        it.printf(x, top + height, style.small, style.ink, TextAlign::TOP_CENTER, "%d", hour);
      const int y = kiatsu_graph_y(&frame, i, height - 1);
      if (y != KIATSU_MISSING && last_y != KIATSU_MISSING)
        for (int thick = 0; thick < 2; thick++)
          it.line(last_x, top + last_y + thick, x, top + y + thick, style.ink);
      last_x = x;
      last_y = y;
    }
  }

  /// Level when steady, the steeper the faster.
  void arrow(int trend, int x, int y, int size) {
    if (trend == 0)
      return;
    const float angle = (trend - 4) * 0.45f;
    const int dx = size * std::cos(angle), dy = -size * std::sin(angle);
    for (int k = 0; k < 2; k++)
      it.line(x - dx, y - dy + k, x + dx, y + dy + k, style.ink);
    for (const float side : {2.5f, -2.5f})
      it.line(x + dx, y + dy, x + dx + size * 0.6f * std::cos(angle + side),
              y + dy - size * 0.6f * std::sin(angle + side), style.ink);
  }

  void icon(int number, bool day, int x, int y, int size) {
    const int r = size / 5;
    switch (number) {
      case KIATSU_UNKNOWN:
        it.print(x, y, style.large, style.ink, TextAlign::CENTER, "?");
        return;
      case KIATSU_CLEAR:
        sun_or_moon(day, x, y, r * 3 / 2);
        return;
      case KIATSU_FOG:
      case KIATSU_HAZE:
        for (int k = -2; k <= 2; k++)
          it.filled_rectangle(x - 2 * r + std::abs(k) * r / 3, y + k * r * 2 / 3, 4 * r - std::abs(k) * r * 2 / 3,
                              std::max(2, r / 5), style.ink);
        return;
      case KIATSU_FAIR:
      case KIATSU_MOSTLY_CLOUDY:
      case KIATSU_SHOWERS:
        sun_or_moon(day, x + r, y - r, r);
        break;
      default:
        break;
    }
    cloud(x, y, r);
    const int drops = number == KIATSU_DRIZZLE ? 2 : 3;
    for (int k = 0; k < drops; k++) {
      const int at = x - r + k * 2 * r / (drops - 1), below = y + r * 3 / 2;
      const bool flake = number == KIATSU_SNOW || number == KIATSU_HEAVY_SNOW || (number == KIATSU_SLEET && k == 1);
      const bool drop = (number >= KIATSU_DRIZZLE && number <= KIATSU_SLEET) || (number == KIATSU_THUNDER && k != 1);
      if (flake)
        it.filled_circle(at, below + r / 3, std::max(2, number == KIATSU_HEAVY_SNOW ? r / 3 : r / 5), style.ink);
      else if (drop)
        for (int w = 0; w <= (number == KIATSU_HEAVY_RAIN ? 2 : 1); w++)
          it.line(at + w, below, at + w - r / 4, below + (number == KIATSU_DRIZZLE ? r / 2 : r), style.ink);
      else if (number >= KIATSU_THUNDER && k == 1) {
        it.filled_triangle(x + r / 4, y + r / 2, x - r / 2, below + r / 3, x + r / 4, below, style.alert);
        it.filled_triangle(x - r / 4, below + r / 4, x + r / 2, below - r / 4, x - r / 4, below + r, style.alert);
      }
    }
  }

  void sun_or_moon(bool day, int x, int y, int r) {
    if (!day) {
      // A crescent, row by row: what a second disc leaves of the first.
      for (int dy = -r; dy <= r; dy++) {
        const int half = std::sqrt(static_cast<float>(r * r - dy * dy));
        const int rest = r * r - (dy + r / 3) * (dy + r / 3);
        const int cut = rest > 0 ? r / 2 - static_cast<int>(std::sqrt(static_cast<float>(rest))) : half;
        it.line(x - half, y + dy, x + std::clamp(cut, -half, half), y + dy, style.ink);
      }
      return;
    }
    it.filled_circle(x, y, r * 2 / 3, style.ink);
    for (int ray = 0; ray < 8; ray++) {
      const float angle = ray * 0.7854f;
      it.line(x + r * 0.85f * std::cos(angle), y + r * 0.85f * std::sin(angle), x + r * 1.25f * std::cos(angle),
              y + r * 1.25f * std::sin(angle), style.ink);
    }
  }

  void cloud(int x, int y, int r) {
    it.filled_circle(x - r, y + r / 4, r * 3 / 4, style.ink);
    it.filled_circle(x + r, y + r / 4, r * 3 / 4, style.ink);
    it.filled_circle(x - r / 6, y - r / 3, r, style.ink);
    it.filled_rectangle(x - r, y + r / 4, 2 * r, r * 3 / 4, style.ink);
  }
};

}  // namespace kiatsu
