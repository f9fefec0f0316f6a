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

static inline void kiatsu_ssl_set_server_name(const SSL *connection, const char *name)
{
    SSL_set_tlsext_host_name((SSL *)connection, name);
}
