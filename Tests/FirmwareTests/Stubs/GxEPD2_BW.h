#pragma once

#include "Arduino.h"

#define GxEPD_BLACK 0x0000
#define GxEPD_WHITE 0xFFFF

class Adafruit_GFX : public Print {
  public:
    Adafruit_GFX(int16_t, int16_t) {}
    virtual void drawPixel(int16_t x, int16_t y, uint16_t color) = 0;
    virtual void setRotation(uint8_t rotation) { ::printf("rotation %d\n", rotation); }
    virtual void drawLine(int16_t x0, int16_t y0, int16_t x1, int16_t y1, uint16_t color) {
        ::printf("line %d %d %d %d %x\n", x0, y0, x1, y1, color);
    }
    void setTextSize(uint8_t size) { textSize = size; }
    void setTextColor(uint16_t) {}
    void setTextWrap(bool) {}
    void setCursor(int16_t x, int16_t y) {
        cursorX = x;
        cursorY = y;
    }
    using Print::write;
    size_t write(uint8_t) override { return 1; }
    size_t write(const uint8_t *buffer, size_t size) override {
        ::printf("text %d %d %d %.*s\n", cursorX, cursorY, (int)size * 6 * textSize, (int)size, (const char *)buffer);
        return size;
    }

  private:
    int16_t cursorX = 0, cursorY = 0;
    uint8_t textSize = 1;
};

// Has the controller's RAM. As in the real one, writing first blanks the paper where the display was initialized as
// new.
class GxEPD2_290_BS {
  public:
    static const uint16_t WIDTH = 128;
    static const uint16_t WIDTH_VISIBLE = WIDTH;
    static const uint16_t HEIGHT = 296;
    GxEPD2_290_BS(int16_t, int16_t, int16_t, int16_t) {}
    void init(uint32_t, bool initial, uint16_t = 10, bool = false) {
        isNew = initial;
        // What it has after a reset is not known.
        memset(ram, 0xA5, sizeof ram);
    }
    void writeImageForFullRefresh(const uint8_t bitmap[], int16_t x, int16_t y, int16_t w, int16_t h,
                                  bool invert = false, bool mirror_y = false, bool pgm = false) {
        (void)pgm;
        int16_t bytesPerRow = (int16_t)((w + 7) / 8);
        if (invert || mirror_y || x != 0 || bytesPerRow != WIDTH / 8 || y < 0 || h < 1 || y + h > (int16_t)HEIGHT) {
            puts("outside");
            return;
        }
        if (isNew) refresh(false);
        memcpy(ram + y * bytesPerRow, bitmap, (size_t)(h * bytesPerRow));
        ::printf("write %d %d\n", y, h);
    }
    void refresh(bool = false) {
        isNew = false;
        puts("refresh");
        ::printf("paper ");
        for (uint8_t byte : ram) ::printf("%02x", byte);
        puts("");
    }

  private:
    bool isNew = true;
    uint8_t ram[WIDTH / 8 * HEIGHT];
};

template <typename GxEPD2_Type, const uint16_t page_height>
class GxEPD2_BW : public Adafruit_GFX {
  public:
    GxEPD2_Type epd2;
    GxEPD2_BW(GxEPD2_Type instance) : Adafruit_GFX(GxEPD2_Type::WIDTH_VISIBLE, GxEPD2_Type::HEIGHT), epd2(instance) {}
    void init(uint32_t bitrate = 0) { init(bitrate, true); }
    void init(uint32_t bitrate, bool initial, uint16_t reset_duration = 10, bool pulldown_rst_mode = false) {
        epd2.init(bitrate, initial, reset_duration, pulldown_rst_mode);
    }
    void drawPixel(int16_t x, int16_t y, uint16_t color) override { ::printf("pixel %d %d %x\n", x, y, color); }
    void setFullWindow() {}
    void firstPage() {}
    bool nextPage() {
        puts("refresh");
        return false;
    }
    void fillScreen(uint16_t color) { ::printf("screen %x\n", color); }
    void refresh(bool partial_update_mode = false) { epd2.refresh(partial_update_mode); }
    void hibernate() { puts("hibernate"); }
};
