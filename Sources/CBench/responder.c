#define _GNU_SOURCE
#include "CBench.h"
#include "loop.h"

struct responder {
    bool is_connected;
    const char *answer;
};

static void on_connect(struct mosquitto *client, void *user_data, int code) {
    (void)client;
    ((struct responder *)user_data)->is_connected = code == 0;
}

static void on_message(struct mosquitto *client, void *user_data, const struct mosquitto_message *message) {
    const struct responder *responder = user_data;
    mosquitto_publish(client, NULL, responder->answer, message->payloadlen, message->payload, 0, false);
}

int bench_respond(int port, const char *command, const char *answer) {
    struct responder responder = {.answer = answer};
    struct mosquitto *client = bench_connect(port, "bench-responder", &responder);
    if (!client) return MOSQ_ERR_CONN_REFUSED;
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    int code = bench_turn_until(client, &responder.is_connected);
    if (code == MOSQ_ERR_SUCCESS) code = mosquitto_subscribe(client, NULL, command, 0);
    while (code == MOSQ_ERR_SUCCESS) code = bench_turn(client, -1);
    mosquitto_destroy(client);
    return code;
}
