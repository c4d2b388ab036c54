/* Certificates that were read; rust/src/certificate.rs. */
#ifndef BATON_WEBSOCKET_CERTIFICATE_H
#define BATON_WEBSOCKET_CERTIFICATE_H

#include "abi.h"

typedef struct bws_certificate bws_certificate;

/* Reads a certificate and its key from files; NULL with the reason, which names the file. */
bws_certificate *bws_certificate_read(bws_bytes certificate, bws_bytes key, bws_error *error);
void bws_certificate_free(bws_certificate *certificate);

#endif
