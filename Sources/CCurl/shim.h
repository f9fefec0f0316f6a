#ifndef KIATSU_CCURL_SHIM_H
#define KIATSU_CCURL_SHIM_H

#include <curl/curl.h>

/* Swift cannot call C functions with variable arguments: one function for each kind of value set or read. */

typedef size_t (*kiatsu_curl_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode kiatsu_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the string; NULL gives an option its "none". */
static inline CURLcode kiatsu_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

/* libcurl keeps the list: it must outlive the transfer. */
static inline CURLcode kiatsu_curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode kiatsu_curl_set_callbacks(
    CURL *easy, kiatsu_curl_callback on_header, kiatsu_curl_callback on_body, void *context
) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return code;
}

static inline long kiatsu_curl_status(CURL *easy) {
    long status = 0;
    return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/* The absolute address that a redirect leads to, NULL when there is none; it lives as long as the transfer. */
static inline const char *kiatsu_curl_redirect(CURL *easy) {
    char *url = NULL;
    return curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url) == CURLE_OK ? url : NULL;
}

static inline long kiatsu_curl_total_milliseconds(CURL *easy) {
    curl_off_t microseconds = 0;
    return curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &microseconds) == CURLE_OK ? (long)(microseconds / 1000) : 0;
}

/* How many bytes of requests have been sent. */
static inline long kiatsu_curl_request_bytes(CURL *easy) {
    long bytes = 0;
    return curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &bytes) == CURLE_OK ? bytes : 0;
}

/* OpenSSL's verdict on the server's certificate, an X509_V_ERR_… of openssl/x509_vfy.h. */
enum {
    KIATSU_CURL_VERIFY_OK = 0, /* also 1: then libcurl, which compares the names itself, has its own objection */
    KIATSU_CURL_VERIFY_UNSPECIFIED = 1,
    KIATSU_CURL_VERIFY_NOT_YET_VALID = 9,
    KIATSU_CURL_VERIFY_EXPIRED = 10,
};
static inline long kiatsu_curl_verdict(CURL *easy) {
    long verdict = KIATSU_CURL_VERIFY_UNSPECIFIED;
    curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &verdict);
    return verdict;
}

static inline CURLMcode kiatsu_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* The code of a finished transfer, or -1 for a message of another kind. */
static inline int kiatsu_curl_result(const CURLMsg *message) {
    return message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}

static inline CURLcode kiatsu_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#endif
