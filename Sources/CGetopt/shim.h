#include <getopt.h>

// Swift 6 refuses getopt's global variables; a command line is read once, on the main thread.
static inline void getopt_restart(void) { optind = 0; opterr = 0; }
static inline int getopt_index(void) { return optind; }
static inline const char *getopt_value(void) { return optarg; }
