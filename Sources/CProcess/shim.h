#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Swift does not import functions with variable arguments nor those that no standard has, and it imports glibc's names
// of limits as an enumeration of their own.

static inline int process_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

static inline int process_limit_memory(rlim_t bytes) {
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit);
}

static inline int process_without_core(void) {
    struct rlimit limit = {0, 0};
    return setrlimit(RLIMIT_CORE, &limit);
}

/* Neither an image of the memory nor /proc shows this process's secrets to others than root. */
static inline int process_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0); }

static inline int process_close_from(posix_spawn_file_actions_t *actions, int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}

static inline void process_share_heap(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

static inline void process_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* The calling thread; of the name 15 bytes count. */
static inline int process_name_thread(const char *name) { return prctl(PR_SET_NAME, name); }
