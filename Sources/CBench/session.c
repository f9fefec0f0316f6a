#define _GNU_SOURCE
#include "CBench.h"
#include "loop.h"

#include <stdlib.h>
#include <string.h>

struct bench_session {
    struct mosquitto *client;
    bool is_connected;
    bool is_subscribed;

    /* What is waited for; none when `needle` is NULL. */
    const char *topic;
    const char *needle;
    int seen;
    int64_t seen_at;
};

static void on_connect(struct mosquitto *client, void *user_data, int code) {
    (void)client;
    ((struct bench_session *)user_data)->is_connected = code == 0;
}

static void on_subscribe(
    struct mosquitto *client, void *user_data, int identifier, int count, const int *granted) {
    (void)client;
    (void)identifier;
    ((struct bench_session *)user_data)->is_subscribed = count == 1 && granted[0] < 0x80;
}

static void on_message(struct mosquitto *client, void *user_data, const struct mosquitto_message *message) {
    (void)client;
    struct bench_session *session = user_data;
    if (!session->needle || message->retain) return;
    if (session->topic && strcmp(session->topic, message->topic) != 0) return;
    if (!memmem(message->payload, (size_t)message->payloadlen, session->needle, strlen(session->needle))) return;
    session->seen_at = bench_now(CLOCK_MONOTONIC);
    session->seen++;
}

struct bench_session *bench_session_open(int port, const char *identifier, const char *filter) {
    struct bench_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->client = bench_connect(port, identifier, session);
    if (session->client) {
        mosquitto_connect_callback_set(session->client, on_connect);
        mosquitto_subscribe_callback_set(session->client, on_subscribe);
        mosquitto_message_callback_set(session->client, on_message);
        if (bench_turn_until(session->client, &session->is_connected) == MOSQ_ERR_SUCCESS
            && mosquitto_subscribe(session->client, NULL, filter, 0) == MOSQ_ERR_SUCCESS
            && bench_turn_until(session->client, &session->is_subscribed) == MOSQ_ERR_SUCCESS) {
            return session;
        }
    }
    bench_session_close(session);
    return NULL;
}

void bench_session_close(struct bench_session *session) {
    if (session->client) {
        mosquitto_disconnect(session->client);
        mosquitto_destroy(session->client);
    }
    free(session);
}

int bench_session_send(struct bench_session *session, const char *topic, const char *payload) {
    return mosquitto_publish(session->client, NULL, topic, (int)strlen(payload), payload, 0, false);
}

int bench_session_wait(
    struct bench_session *session, const char *topic, const char *needle, int count, int timeout_ms) {
    int64_t deadline = bench_now(CLOCK_MONOTONIC) + timeout_ms * INT64_C(1000000);
    session->topic = topic;
    session->needle = needle;
    session->seen = 0;
    int code = MOSQ_ERR_SUCCESS;
    while (session->seen < count && code == MOSQ_ERR_SUCCESS) {
        int64_t left = deadline - bench_now(CLOCK_MONOTONIC);
        if (left <= 0) break;
        code = bench_turn(session->client, (int)(left / 1000000 + 1));
    }
    session->needle = NULL;
    return code == MOSQ_ERR_SUCCESS ? session->seen : -1;
}

int64_t bench_session_request(
    struct bench_session *session, const char *topic, const char *payload, const char *answer_topic,
    const char *needle, int timeout_ms) {
    int64_t sent_at = bench_now(CLOCK_MONOTONIC);
    if (bench_session_send(session, topic, payload) != MOSQ_ERR_SUCCESS) return -1;
    if (bench_session_wait(session, answer_topic, needle, 1, timeout_ms) != 1) return -1;
    return session->seen_at - sent_at;
}
