#ifndef KIATSU_CPNG_SHIM_H
#define KIATSU_CPNG_SHIM_H

#include <png.h>

#endif
