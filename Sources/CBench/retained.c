#define _GNU_SOURCE
#include "CBench.h"
#include "loop.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Comes behind all that was retained when the subscription began. */
static const char end_topic[] = "bench/end";

struct count {
    const char *needle;
    int seen;
    bool is_connected;
    bool is_subscribed;
    bool is_complete;
};

static void on_connect(struct mosquitto *client, void *user_data, int code) {
    (void)client;
    ((struct count *)user_data)->is_connected = code == 0;
}

static void on_subscribe(
    struct mosquitto *client, void *user_data, int identifier, int count, const int *granted) {
    (void)client;
    (void)identifier;
    ((struct count *)user_data)->is_subscribed = count == 2 && granted[0] < 0x80 && granted[1] < 0x80;
}

static void on_message(struct mosquitto *client, void *user_data, const struct mosquitto_message *message) {
    (void)client;
    struct count *count = user_data;
    if (strcmp(message->topic, end_topic) == 0) {
        count->is_complete = true;
    } else if (
        message->retain
        && memmem(message->payload, (size_t)message->payloadlen, count->needle, strlen(count->needle))) {
        count->seen++;
    }
}

int bench_count_retained(int port, const char *filter, const char *needle) {
    struct count count = {.needle = needle};
    char identifier[32];
    snprintf(identifier, sizeof identifier, "bench-count-%d", (int)getpid());
    struct mosquitto *client = bench_connect(port, identifier, &count);
    if (!client) return -1;
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    mosquitto_message_callback_set(client, on_message);
    char *filters[] = {(char *)filter, (char *)end_topic};
    bool is_counted = bench_turn_until(client, &count.is_connected) == MOSQ_ERR_SUCCESS
        && mosquitto_subscribe_multiple(client, NULL, 2, filters, 0, 0, NULL) == MOSQ_ERR_SUCCESS
        && bench_turn_until(client, &count.is_subscribed) == MOSQ_ERR_SUCCESS
        && mosquitto_publish(client, NULL, end_topic, 0, NULL, 0, false) == MOSQ_ERR_SUCCESS
        && bench_turn_until(client, &count.is_complete) == MOSQ_ERR_SUCCESS;
    mosquitto_disconnect(client);
    mosquitto_destroy(client);
    return is_counted ? count.seen : -1;
}
