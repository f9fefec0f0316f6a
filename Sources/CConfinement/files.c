#define _GNU_SOURCE
#include "confinement.h"
#include "sanitizers.h"

#include <errno.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>

/* Rights that kernels' headers of some releases lack. */
#define RIGHT_REFER (1ULL << 13)
#define RIGHT_TRUNCATE (1ULL << 14)
#define RIGHT_IOCTL_DEVICE (1ULL << 15)

#define READING (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITING                                                                                        \
    (READING | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | RIGHT_TRUNCATE)
/* Those that make sense for what is no directory. */
#define OF_FILES (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE)

/* Shared libraries, locales, fonts and their configuration, as far as they are in the usual places. */
static const char *const usual[] = {
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime",
    "/etc/nsswitch.conf", "/etc/passwd", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
    "/var/cache/fontconfig",
};

static uint64_t rights_of_version(long version) {
    uint64_t rights = (1ULL << 13) - 1;
    if (version >= 2) rights |= RIGHT_REFER;
    if (version >= 3) rights |= RIGHT_TRUNCATE;
    if (version >= 5) rights |= RIGHT_IOCTL_DEVICE;
    return rights;
}

/* What is not there needs no right. */
static void allow(int ruleset, uint64_t known, uint64_t rights, const char *path) {
    struct landlock_path_beneath_attr beneath = {0, -1};
    struct stat status;
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    if (fstat(descriptor, &status) == 0) {
        beneath.allowed_access = rights & known & (S_ISDIR(status.st_mode) ? ~0ULL : OF_FILES);
        beneath.parent_fd = descriptor;
        (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    }
    (void)close(descriptor);
}

static void allow_all(int ruleset, uint64_t known, FcStrList *paths) {
    const FcChar8 *path;
    if (paths == NULL) return;
    while ((path = FcStrListNext(paths)) != NULL) allow(ruleset, known, READING, (const char *)path);
    FcStrListDone(paths);
}

/* Makes a directory with all above it, as fontconfig would. */
static int make_directory(const char *path) {
    char part[4096];
    size_t length = strlen(path);
    if (length >= sizeof part) return 0;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != 0) continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0755) != 0 && errno != EEXIST) return 0;
    }
    return 1;
}

/* Of its cache directories, fontconfig reads all and writes to the first that it can, which it makes if need be. */
static void allow_cache(int ruleset, uint64_t known, FcStrList *paths) {
    const FcChar8 *next;
    int is_found = 0;
    if (paths == NULL) return;
    while ((next = FcStrListNext(paths)) != NULL) {
        const char *path = (const char *)next;
        int can_write =
            !is_found && (access(path, W_OK) == 0 || (access(path, F_OK) != 0 && make_directory(path)));
        allow(ruleset, known, can_write ? WRITING : READING, path);
        if (can_write) is_found = 1;
    }
    FcStrListDone(paths);
}

static void allow_fonts(int ruleset, uint64_t known) {
    FcConfig *fonts = FcInitLoadConfig();
    if (fonts == NULL) return;
    allow_all(ruleset, known, FcConfigGetConfigFiles(fonts));
    allow_all(ruleset, known, FcConfigGetConfigDirs(fonts));
    allow_all(ruleset, known, FcConfigGetFontDirs(fonts));
    allow_cache(ruleset, known, FcConfigGetCacheDirs(fonts));
    FcConfigDestroy(fonts);
}

int confine_files(void) {
    struct landlock_ruleset_attr attributes = {0};
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    int ruleset, code;
    if (IS_SANITIZED) return ENOTSUP;
    if (version < 0) return errno;
    attributes.handled_access_fs = rights_of_version(version);
    ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
    if (ruleset < 0) return errno;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        int is_device = strcmp(usual[i], "/dev/null") == 0;
        allow(ruleset, attributes.handled_access_fs, is_device ? WRITING : READING, usual[i]);
    }
    allow_fonts(ruleset, attributes.handled_access_fs);
    code = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
    (void)close(ruleset);
    return code;
}

#else

int confine_files(void) { return ENOSYS; }

#endif
