#ifndef KIATSU_CPANGO_SHIM_H
#define KIATSU_CPANGO_SHIM_H

#include <cairo-svg.h>
#include <pango/pangocairo.h>

#endif
