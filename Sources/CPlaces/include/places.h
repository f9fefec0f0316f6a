#ifndef KIATSU_PLACES_H
#define KIATSU_PLACES_H

#include <stddef.h>

/* The table of places that deploy/make-places packs: constant bytes of the program, valid for its whole life. */
const void *_Nonnull kiatsu_places_bytes(void);
size_t kiatsu_places_size(void);

#endif
