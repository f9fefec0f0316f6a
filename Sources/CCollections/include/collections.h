#ifndef KIATSU_COLLECTIONS_H
#define KIATSU_COLLECTIONS_H

#include <stddef.h>

/* The poems of Config/poems.yaml: constant bytes of the program, valid for its whole life. */
const void *_Nonnull kiatsu_poems_bytes(void);
size_t kiatsu_poems_size(void);

/* The quotes of Config/quotes.yaml, likewise. */
const void *_Nonnull kiatsu_quotes_bytes(void);
size_t kiatsu_quotes_size(void);

#endif
