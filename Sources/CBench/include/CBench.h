#ifndef KIATSU_BENCH_H
#define KIATSU_BENCH_H

/* What the benchmark does with libmosquitto alone: MQTT 3.1.1 to a broker on loopback, TCP_NODELAY, one thread that
   polls the socket itself. Nothing here is part of the bridge. */

#include <stdbool.h>
#include <stdint.h>

/* Prepared messages. */
struct bench_batch;

/* NULL when there is no memory. */
struct bench_batch *bench_batch_new(int capacity);
void bench_batch_free(struct bench_batch *batch);

/* Copies topic and payload; false when the batch is full or there is no memory. */
bool bench_batch_add(struct bench_batch *batch, const char *topic, const void *payload, int size);

/* Publishes the batch, retained, QoS 1, with `window` messages in flight at the most, and writes the time from the
   first publish to the last PUBACK, and the processor time of the process in it. Returns 0 or libmosquitto's error. */
int bench_batch_publish(const struct bench_batch *batch, int port, int window, int64_t *wall_ns, int64_t *cpu_ns);

/* Answers each message on `command` at once with the same payload on `answer`, QoS 0, until the connection ends. */
int bench_respond(int port, const char *command, const char *answer);

/* A client that sends and waits. */
struct bench_session;

/* Connects and subscribes at QoS 0; NULL when that fails. */
struct bench_session *bench_session_open(int port, const char *identifier, const char *filter);
void bench_session_close(struct bench_session *session);

/* Sends at QoS 0; returns 0 or libmosquitto's error. */
int bench_session_send(struct bench_session *session, const char *topic, const char *payload);

/* Waits for `count` messages on `topic` (NULL for any) whose payload contains `needle`; those that the broker had
   retained before do not count. Returns how many came in time, or -1 when the connection was lost. */
int bench_session_wait(
    struct bench_session *session, const char *topic, const char *needle, int count, int timeout_ms);

/* Sends, and waits for one such message; returns the nanoseconds between, or -1 when none came. */
int64_t bench_session_request(
    struct bench_session *session, const char *topic, const char *payload, const char *answer_topic,
    const char *needle, int timeout_ms);

/* The number of retained topics that match `filter` and have `needle` in their payloads; -1 without a broker. */
int bench_count_retained(int port, const char *filter, const char *needle);

/* Of this process's dynamic memory what is in use, and what the C library has beside it, free, in bytes; where there is
   no glibc both are 0. */
void bench_heap(int64_t *used, int64_t *unused);

#endif
