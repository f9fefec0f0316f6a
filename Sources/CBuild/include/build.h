#ifndef KIATSU_BUILD_H
#define KIATSU_BUILD_H
/* The commit that a package was built from and its day, as in "a1b2c3d4e5, 2026-11-22"; empty where the build does not
   name them. */
const char *kiatsu_build(void);
#endif
