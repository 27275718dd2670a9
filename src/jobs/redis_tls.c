/* Sets OpenSSL up for hiredis (redis_tls.h).
 *
 * hiredis' own set-up checks who signed a certificate but not for which host: any server with a
 * certificate of a known authority could pose as ours. So the session is made here, and hiredis is
 * given it. */
#include "jobs/redis_tls.h"

#ifdef WITH_REDIS

#if HIREDIS_MAJOR >= 1 && defined(WITH_REDIS_TLS)

#include <hiredis/hiredis_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdlib.h>

struct RedisTls {
    const char *host, *shown;
    SSL_CTX *settings;
    SSL *session;         /* of the connection in use, which owns it */
    bool has_certificate; /* of the client */
    bool is_asked;        /* for it, by the server */
};

static bool refuse(const RedisTls *tls, Status status, const char *what, const char *why,
                   Error *error) {
    error_set(error, status, "%.100s: %.60s%s%.90s", tls->shown, what, why ? ": " : "",
              why ? why : "");
    return false;
}

/* What OpenSSL says about its last failure. */
static const char *last_reason(void) {
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    return reason ? reason : "no reason given";
}

/* OpenSSL calls it when the server asks for the client's certificate. */
static int note_request(SSL *session, void *tls) {
    (void)session;
    ((RedisTls *)tls)->is_asked = true;
    return 1;
}

/* The client's own certificate, if the environment names one. */
static bool load_certificate(RedisTls *tls, Error *error) {
    const char *certificate = getenv("BIANCA_REDIS_CERT"), *key = getenv("BIANCA_REDIS_KEY");
    if (!certificate && !key) return true;
    if (!certificate || !key)
        return refuse(tls, STATUS_BAD_INPUT,
                      "BIANCA_REDIS_CERT and BIANCA_REDIS_KEY need each other", NULL, error);
    if (SSL_CTX_use_certificate_chain_file(tls->settings, certificate) != 1)
        return refuse(tls, STATUS_BAD_INPUT, "the file of BIANCA_REDIS_CERT", last_reason(), error);
    if (SSL_CTX_use_PrivateKey_file(tls->settings, key, SSL_FILETYPE_PEM) != 1)
        return refuse(tls, STATUS_BAD_INPUT, "the file of BIANCA_REDIS_KEY", last_reason(), error);
    tls->has_certificate = true;
    return true;
}

static bool set_up(RedisTls *tls, Error *error) {
    tls->settings = SSL_CTX_new(TLS_client_method());
    if (!tls->settings) return refuse(tls, STATUS_NO_MEMORY, "no memory for TLS", NULL, error);
    SSL_CTX_set_verify(tls->settings, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_cb(tls->settings, note_request, tls);
    if (SSL_CTX_set_min_proto_version(tls->settings, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(tls->settings) != 1)
        return refuse(tls, STATUS_IO, "TLS cannot be set up", last_reason(), error);
    return load_certificate(tls, error);
}

RedisTls *redis_tls_new(const char *host, const char *shown, Error *error) {
    RedisTls *tls = calloc(1, sizeof *tls);
    if (!tls) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
        return NULL;
    }
    *tls = (RedisTls){.host = host, .shown = shown};
    ERR_clear_error();
    if (set_up(tls, error)) return tls;
    redis_tls_free(tls);
    return NULL;
}

void redis_tls_free(RedisTls *tls) {
    if (tls) SSL_CTX_free(tls->settings);
    free(tls);
}

/* The certificate must be for the host, by its name or by its number. */
static bool expect_host(SSL *session, const char *host) {
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1) return true;
    return SSL_set1_host(session, host) == 1 && SSL_set_tlsext_host_name(session, host) == 1;
}

/* Nothing helps against a certificate that does not fit: the command ends. */
static int explain(const RedisTls *tls, Error *error) {
    long verified = SSL_get_verify_result(tls->session);
    unsigned long why = ERR_peek_last_error();
    if (verified != X509_V_OK)
        refuse(tls, STATUS_BAD_INPUT, "the certificate of the server is refused",
               X509_verify_cert_error_string(verified), error);
    else if (ERR_GET_REASON(why) == SSL_R_WRONG_VERSION_NUMBER)
        refuse(tls, STATUS_IO, "what answers there does not speak TLS", NULL, error);
    else
        refuse(tls, STATUS_IO, "TLS", why ? last_reason() : "the server closed the connection",
               error);
    return -1;
}

bool redis_tls_begin(RedisTls *tls, redisContext *context, Error *error) {
    ERR_clear_error();
    tls->is_asked = false;
    tls->session = SSL_new(tls->settings);
    if (!tls->session) return refuse(tls, STATUS_NO_MEMORY, "no memory for TLS", NULL, error);
    /* hiredis may move the bytes that it sends between two attempts. */
    SSL_set_mode(tls->session, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    if (expect_host(tls->session, tls->host) && redisInitiateSSL(context, tls->session) == REDIS_OK)
        return true;
    explain(tls, error);
    SSL_free(tls->session);
    return false;
}

void redis_tls_explain(const RedisTls *tls, Error *error) {
    if (error->status == STATUS_IO && tls->is_asked && !tls->has_certificate)
        refuse(tls, STATUS_IO, "the server asks for a certificate",
               "set BIANCA_REDIS_CERT and BIANCA_REDIS_KEY", error);
}

int redis_tls_continue(RedisTls *tls, Error *error) {
    ERR_clear_error();
    int done = SSL_do_handshake(tls->session);
    if (done == 1) return 0;
    switch (SSL_get_error(tls->session, done)) {
    case SSL_ERROR_WANT_READ: return POLLIN;
    case SSL_ERROR_WANT_WRITE: return POLLOUT;
    default: return explain(tls, error);
    }
}

#else

RedisTls *redis_tls_new(const char *host, const char *shown, Error *error) {
    (void)host;
    error_set(
        error, STATUS_UNSUPPORTED,
        "%.100s: TLS needs hiredis 1.0 or newer with OpenSSL, and this program was built with "
        "%d.%d; use redis:// through a tunnel",
        shown, HIREDIS_MAJOR, HIREDIS_MINOR);
    return NULL;
}

void redis_tls_free(RedisTls *tls) {
    (void)tls;
}

bool redis_tls_begin(RedisTls *tls, redisContext *context, Error *error) {
    (void)tls, (void)context, (void)error;
    return false;
}

int redis_tls_continue(RedisTls *tls, Error *error) {
    (void)tls, (void)error;
    return -1;
}

void redis_tls_explain(const RedisTls *tls, Error *error) {
    (void)tls, (void)error;
}

#endif

#else

/* A file of C must declare something. */
typedef int RedisTlsIsLeftOut;

#endif
