#include "collections.h"

// Clang has #embed in every C standard, but warns outside C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char poems[] = {
#embed "../../Config/poems.yaml"
};

static const unsigned char quotes[] = {
#embed "../../Config/quotes.yaml"
};

const void *kiatsu_poems_bytes(void) { return poems; }

size_t kiatsu_poems_size(void) { return sizeof poems; }

const void *kiatsu_quotes_bytes(void) { return quotes; }

size_t kiatsu_quotes_size(void) { return sizeof quotes; }
