#include <mosquitto.h>
// From 2.1 on the library includes it itself, and warns where others do.
#if LIBMOSQUITTO_VERSION_NUMBER < 2001000
#include <mqtt_protocol.h>
#endif
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// A variadic function, which Swift does not import: how many bytes the other end has yet to get, or less than 0.
static inline int kiatsu_undelivered_bytes(int socket) {
    int count = -1;
    return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}

// No standard has dup3. The descriptor is never free in between, when another thread could get its number.
static inline int kiatsu_replace_descriptor(int source, int target) {
    return (int)syscall(SYS_dup3, source, target, O_CLOEXEC);
}
