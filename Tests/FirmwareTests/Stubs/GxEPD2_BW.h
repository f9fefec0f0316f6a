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

class GxEPD2_290_BS {
  public:
    static const uint16_t WIDTH = 128;
    static const uint16_t WIDTH_VISIBLE = WIDTH;
    static const uint16_t HEIGHT = 296;
    GxEPD2_290_BS(int16_t, int16_t, int16_t, int16_t) {}
};

template <typename GxEPD2_Type, const uint16_t page_height>
class GxEPD2_BW : public Adafruit_GFX {
  public:
    GxEPD2_Type epd2;
    GxEPD2_BW(GxEPD2_Type instance) : Adafruit_GFX(GxEPD2_Type::WIDTH_VISIBLE, GxEPD2_Type::HEIGHT), epd2(instance) {}
    void init(uint32_t = 0) {}
    void drawPixel(int16_t x, int16_t y, uint16_t color) override { ::printf("pixel %d %d %x\n", x, y, color); }
    void setFullWindow() {}
    void firstPage() {}
    bool nextPage() {
        puts("refresh");
        return false;
    }
    void fillScreen(uint16_t color) { ::printf("screen %x\n", color); }
    void hibernate() { puts("hibernate"); }
};
