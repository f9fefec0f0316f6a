#pragma once

#include "Arduino.h"

#define TL_DATUM 0
#define TC_DATUM 1
#define TR_DATUM 2

#define TFT_BLACK 0x0000
#define TFT_DARKGREY 0x7BEF
#define TFT_CYAN 0x07FF
#define TFT_YELLOW 0xFFE0
#define TFT_WHITE 0xFFFF
#define TFT_ORANGE 0xFDA0
#define TFT_SKYBLUE 0x867D

class TFT_eSPI : public Print {
  public:
    TFT_eSPI(int16_t = 240, int16_t = 320) {}
    virtual ~TFT_eSPI() {}
    void init(uint8_t = 0) {}
    void setRotation(uint8_t rotation) { ::printf("rotation %d\n", rotation); }
    void fillScreen(uint32_t color) { ::printf("screen %x\n", color); }
    virtual void drawLine(int32_t xs, int32_t ys, int32_t xe, int32_t ye, uint32_t color) {
        ::printf("line %d %d %d %d %x\n", xs, ys, xe, ye, color);
    }
    virtual void drawFastHLine(int32_t x, int32_t y, int32_t w, uint32_t color) {
        ::printf("line %d %d %d %d %x\n", x, y, x + w - 1, y, color);
    }
    virtual void fillRect(int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color) {
        ::printf("rectangle %d %d %d %d %x\n", x, y, w, h, color);
    }
    void setTextColor(uint16_t) {}
    void setTextColor(uint16_t, uint16_t, bool = false) {}
    void setTextDatum(uint8_t datum) { textDatum = datum; }
    int16_t drawNumber(long number, int32_t x, int32_t y, uint8_t font) {
        return drawString(std::to_string(number).c_str(), x, y, font);
    }
    int16_t drawString(const char *string, int32_t x, int32_t y, uint8_t font) {
        int32_t width = (int32_t)strlen(string) * (font == 1 ? 6 : font == 2 ? 8 : 14);
        int32_t left = textDatum == TR_DATUM ? x - width : textDatum == TC_DATUM ? x - width / 2 : x;
        ::printf("text %d %d %d %s\n", left, y, width, string);
        return (int16_t)width;
    }
    size_t write(uint8_t) override { return 1; }

  private:
    uint8_t textDatum = TL_DATUM;
};
