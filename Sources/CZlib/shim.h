#ifndef KIATSU_CZLIB_SHIM_H
#define KIATSU_CZLIB_SHIM_H

#include <zlib.h>

#endif
