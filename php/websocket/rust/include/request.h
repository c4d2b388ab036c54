/* An HTTP request head, taken apart; rust/src/request.rs. */
#ifndef BATON_WEBSOCKET_REQUEST_H
#define BATON_WEBSOCKET_REQUEST_H

#include "abi.h"

#define BWS_MAX_HEADERS 100

typedef struct {
	bws_bytes method;
	bws_bytes target;
	bws_bytes path;
	bws_bytes query;
	size_t count;
	struct {
		bws_bytes name;
		bws_bytes value;
	} headers[BWS_MAX_HEADERS];
} bws_request;

/* Takes a head apart that an event brought; what it gives points into the head. False if it is none. */
bool bws_request_parse(bws_bytes head, bws_request *request);

/* Whether the bytes are a token of RFC 9110, as names of headers and subprotocols are. */
bool bws_is_token(bws_bytes text);

#endif
