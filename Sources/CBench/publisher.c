#define _GNU_SOURCE
#include "CBench.h"
#include "loop.h"

#include <stdlib.h>
#include <string.h>

enum { patience_ms = 5000 };

struct message {
    char *topic;
    void *payload;
    int size;
};

struct bench_batch {
    int count;
    int capacity;
    struct message messages[];
};

struct bench_batch *bench_batch_new(int capacity) {
    struct bench_batch *batch = calloc(1, sizeof *batch + (size_t)capacity * sizeof *batch->messages);
    if (batch) batch->capacity = capacity;
    return batch;
}

void bench_batch_free(struct bench_batch *batch) {
    for (int i = 0; i < batch->count; i++) {
        free(batch->messages[i].topic);
        free(batch->messages[i].payload);
    }
    free(batch);
}

bool bench_batch_add(struct bench_batch *batch, const char *topic, const void *payload, int size) {
    if (batch->count == batch->capacity) return false;
    struct message message = {.topic = strdup(topic), .payload = malloc((size_t)size), .size = size};
    if (!message.topic || !message.payload) {
        free(message.topic);
        free(message.payload);
        return false;
    }
    memcpy(message.payload, payload, (size_t)size);
    batch->messages[batch->count++] = message;
    return true;
}

struct publisher {
    bool is_connected;
    int acknowledged;
};

static void on_connect(struct mosquitto *client, void *user_data, int code) {
    (void)client;
    ((struct publisher *)user_data)->is_connected = code == 0;
}

static void on_publish(struct mosquitto *client, void *user_data, int identifier) {
    (void)client;
    (void)identifier;
    ((struct publisher *)user_data)->acknowledged++;
}

static int publish_all(
    const struct bench_batch *batch, struct mosquitto *client, const struct publisher *publisher, int window) {
    int sent = 0;
    while (publisher->acknowledged < batch->count) {
        for (; sent < batch->count && sent - publisher->acknowledged < window; sent++) {
            const struct message *message = &batch->messages[sent];
            int code = mosquitto_publish(client, NULL, message->topic, message->size, message->payload, 1, true);
            if (code != MOSQ_ERR_SUCCESS) return code;
        }
        int before = publisher->acknowledged;
        int64_t asked = bench_now(CLOCK_MONOTONIC);
        int code = bench_turn(client, patience_ms);
        if (code != MOSQ_ERR_SUCCESS) return code;
        bool is_late = bench_now(CLOCK_MONOTONIC) - asked >= patience_ms * INT64_C(1000000);
        if (is_late && publisher->acknowledged == before) return MOSQ_ERR_KEEPALIVE;
    }
    return MOSQ_ERR_SUCCESS;
}

int bench_batch_publish(const struct bench_batch *batch, int port, int window, int64_t *wall_ns, int64_t *cpu_ns) {
    struct publisher publisher = {0};
    struct mosquitto *client = bench_connect(port, "bench-c", &publisher);
    if (!client) return MOSQ_ERR_CONN_REFUSED;
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_publish_callback_set(client, on_publish);
    int code = bench_turn_until(client, &publisher.is_connected);
    if (code == MOSQ_ERR_SUCCESS) {
        int64_t wall = bench_now(CLOCK_MONOTONIC);
        int64_t cpu = bench_now(CLOCK_PROCESS_CPUTIME_ID);
        code = publish_all(batch, client, &publisher, window);
        *cpu_ns = bench_now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        *wall_ns = bench_now(CLOCK_MONOTONIC) - wall;
    }
    mosquitto_disconnect(client);
    mosquitto_destroy(client);
    return code;
}
