/* Options of PHP's stream context "ssl" as settings of a connection. */
#ifndef BATON_CACHE_TLS_H
#define BATON_CACHE_TLS_H

#include "client.h"

#include "zend_smart_str.h"

/* Fills in the settings of TLS, which is on if there are options; texts are borrowed from them. */
void baton_tls_settings(bc_endpoint_settings *settings, zend_array *options);

/* What distinguishes these options from others. */
void baton_tls_append(smart_str *to, zend_array *options);

#endif
