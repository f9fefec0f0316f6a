#include <mosquitto.h>
#include <mqtt_protocol.h>
// Swift's Glibc module leaves it out, and the client's thread waits for the library's socket together with one of these.
#include <sys/eventfd.h>
#include <sys/ioctl.h>

// A variadic function, which Swift does not import: how many bytes the other end has yet to get, or less than 0.
static inline int kiatsu_undelivered_bytes(int socket) {
    int count = -1;
    return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}
