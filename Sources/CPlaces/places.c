#include "places.h"

// Clang has #embed in every C standard, but warns outside C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char cities[] = {
#embed "cities.bin"
};

const void *kiatsu_places_bytes(void) { return cities; }

size_t kiatsu_places_size(void) { return sizeof cities; }
