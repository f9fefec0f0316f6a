#ifndef KIATSU_WORDS_H
#define KIATSU_WORDS_H

#include <stddef.h>

/* The table of words that deploy/make-words writes: constant bytes of the program, valid for its whole life. */
const void *_Nonnull kiatsu_words_bytes(void);
size_t kiatsu_words_size(void);

#endif
