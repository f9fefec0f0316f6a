#include "CBench.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void bench_heap(int64_t *used, int64_t *unused) {
    *used = *unused = 0;
#ifdef __GLIBC__
    struct mallinfo2 heap = mallinfo2();
    *used = (int64_t)(heap.uordblks + heap.hblkhd);
    *unused = (int64_t)heap.fordblks;
#endif
}
