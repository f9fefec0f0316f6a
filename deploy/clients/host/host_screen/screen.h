#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "esphome/components/display/display.h"

namespace esphome::host_screen {

/// Writes each picture that is drawn to the file that KIATSU_SCREEN names, as a portable pixmap, all at once.
class Screen : public display::Display {
 public:
  Screen(int width, int height) : width_(width), height_(height), pixels_(width * height) {}

  void update() override {
    this->do_update_();
    const char *path = getenv("KIATSU_SCREEN");
    if (path == nullptr)
      return;
    const std::string part = std::string(path) + ".part";
    FILE *file = fopen(part.c_str(), "wb");
    if (file == nullptr)
      abort();
    fprintf(file, "P6\n%d %d\n255\n", this->get_width(), this->get_height());
    for (int y = 0; y < this->get_height(); y++)
      for (int x = 0; x < this->get_width(); x++) {
        const Color color = this->pixels_[y * this->get_width() + x];
        const uint8_t bytes[] = {color.r, color.g, color.b};
        fwrite(bytes, 1, sizeof bytes, file);
      }
    if (fclose(file) != 0 || rename(part.c_str(), path) != 0)
      abort();
  }

  void draw_pixel_at(int x, int y, Color color) override {
    // Drawn as a person looks at it, so that the file is never turned.
    if (x < 0 || y < 0 || x >= this->get_width() || y >= this->get_height())
      return;
    this->pixels_[y * this->get_width() + x] = color;
  }

  int get_width() override { return this->is_turned_() ? this->height_ : this->width_; }
  int get_height() override { return this->is_turned_() ? this->width_ : this->height_; }
  display::DisplayType get_display_type() override { return display::DISPLAY_TYPE_COLOR; }

 protected:
  bool is_turned_() const {
    return this->rotation_ == display::DISPLAY_ROTATION_90_DEGREES ||
           this->rotation_ == display::DISPLAY_ROTATION_270_DEGREES;
  }
  int get_width_internal() override { return this->width_; }
  int get_height_internal() override { return this->height_; }

  int width_, height_;
  std::vector<Color> pixels_;
};

}  // namespace esphome::host_screen
