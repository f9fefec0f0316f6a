#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros that Swift does not import.

static inline int kiatsu_ssl_require_tls_1_2(SSL_CTX *context)
{
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// MQTT's packets say how long they are, so that a connection cut short is noticed without TLS's farewell.
static inline void kiatsu_ssl_ignore_unexpected_eof(SSL_CTX *context)
{
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

static inline void kiatsu_ssl_set_server_name(SSL *connection, const char *name)
{
    SSL_set_tlsext_host_name(connection, name);
}

// A write takes what has room, and need not be tried again with the very same bytes.
static inline void kiatsu_ssl_write_in_parts(SSL *connection)
{
    SSL_set_mode(connection, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static inline long kiatsu_ssl_after_write(BIO *socket, int operation, const char *bytes, size_t count, int argument,
    long number, int result, size_t *written)
{
    (void)bytes, (void)argument, (void)number;
    if (operation != (BIO_CB_WRITE | BIO_CB_RETURN) || result > 0 || BIO_should_retry(socket)) return result;
    if (written) *written = count;
    return 1;
}

// A broker that refuses us says why and closes the connection. Were a write that finds it closed to fail, that would
// never be read; so it is taken for done, as TCP does with what it cannot deliver, and the next read finds the end.
static inline void kiatsu_ssl_leave_loss_to_reading(SSL *connection)
{
    BIO_set_callback_ex(SSL_get_wbio(connection), kiatsu_ssl_after_write);
}
