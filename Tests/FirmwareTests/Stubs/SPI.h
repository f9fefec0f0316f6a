#pragma once

#include <stdint.h>
#include <stdio.h>

class SPIClass {
  public:
    void begin(int8_t sck = -1, int8_t miso = -1, int8_t mosi = -1, int8_t ss = -1) {
        ::printf("spi %d %d %d %d\n", sck, miso, mosi, ss);
    }
};

static SPIClass SPI __attribute__((unused));
