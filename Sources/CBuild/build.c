#include "build.h"

#ifndef KIATSU_BUILD
#define KIATSU_BUILD ""
#endif

const char *kiatsu_build(void) { return KIATSU_BUILD; }
