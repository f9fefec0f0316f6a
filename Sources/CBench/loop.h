#ifndef KIATSU_BENCH_LOOP_H
#define KIATSU_BENCH_LOOP_H

#include <mosquitto.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

int64_t bench_now(clockid_t clock);

/* A client with the benchmark's options, connected to 127.0.0.1; the handshake goes on in the loop. */
struct mosquitto *bench_connect(int port, const char *identifier, void *user_data);

/* Waits for the socket and serves it once. Returns libmosquitto's error, or MOSQ_ERR_SUCCESS also when nothing came. */
int bench_turn(struct mosquitto *client, int timeout_ms);

/* Turns the loop until the flag is set; MOSQ_ERR_KEEPALIVE when that takes longer than ten seconds. */
int bench_turn_until(struct mosquitto *client, const bool *flag);

#endif
