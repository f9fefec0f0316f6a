#define _GNU_SOURCE
#include "loop.h"

#include <poll.h>

enum { patience_ms = 10000 };

int64_t bench_now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

struct mosquitto *bench_connect(int port, const char *identifier, void *user_data) {
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(identifier, true, user_data);
    if (!client) return NULL;
    /* Our own window is the limit; the library's would hold messages back in a list that it walks for each. */
    mosquitto_max_inflight_messages_set(client, 0);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    /* No pings: a client of the benchmark may stand still for minutes. */
    if (mosquitto_connect(client, "127.0.0.1", port, 0) == MOSQ_ERR_SUCCESS) return client;
    mosquitto_destroy(client);
    return NULL;
}

int bench_turn(struct mosquitto *client, int timeout_ms) {
    struct pollfd entry = {.fd = mosquitto_socket(client), .events = POLLIN};
    if (entry.fd < 0) return MOSQ_ERR_NO_CONN;
    if (mosquitto_want_write(client)) entry.events |= POLLOUT;
    if (poll(&entry, 1, timeout_ms) <= 0) return MOSQ_ERR_SUCCESS;
    int code = MOSQ_ERR_SUCCESS;
    if (entry.revents & POLLOUT) code = mosquitto_loop_write(client, 1);
    if (code == MOSQ_ERR_SUCCESS && entry.revents & (POLLIN | POLLERR | POLLHUP)) code = mosquitto_loop_read(client, 1);
    return code;
}

int bench_turn_until(struct mosquitto *client, const bool *flag) {
    int64_t deadline = bench_now(CLOCK_MONOTONIC) + patience_ms * INT64_C(1000000);
    while (!*flag) {
        if (bench_now(CLOCK_MONOTONIC) >= deadline) return MOSQ_ERR_KEEPALIVE;
        int code = bench_turn(client, patience_ms);
        if (code != MOSQ_ERR_SUCCESS) return code;
    }
    return MOSQ_ERR_SUCCESS;
}
