#include "collections.h"

// Clang has #embed in every C standard, but warns outside C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char poems[] = {
#embed "../../Config/poems.yaml"
};

const void *kiatsu_poems_bytes(void) { return poems; }

size_t kiatsu_poems_size(void) { return sizeof poems; }
