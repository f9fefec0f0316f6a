#include <mosquitto.h>
#include <mqtt_protocol.h>
// Swift's Glibc module leaves it out, and the client's thread waits for the library's socket together with one of these.
#include <sys/eventfd.h>
