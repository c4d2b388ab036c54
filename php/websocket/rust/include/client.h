/* The client behind a C interface, which never waits; rust/src/client_ffi.rs. */
#ifndef BATON_WEBSOCKET_CLIENT_H
#define BATON_WEBSOCKET_CLIENT_H

#include "abi.h"

typedef struct bws_client bws_client;

/* WebSocket\ClientOptions, checked. Times are in milliseconds. */
typedef struct {
	const bws_bytes *headers; /* names and values, one behind the other */
	size_t headers_len;       /* names and values together */
	const bws_bytes *subprotocols;
	size_t subprotocols_len;
	bws_bytes ca_file; /* no bytes for the system's certificates */
	uint32_t connect_timeout;
	uint32_t ping_interval; /* 0 for never */
	uint32_t pong_timeout;
	uint32_t close_timeout;
	uint32_t reconnect_attempts; /* 0 for never */
	uint32_t reconnect_delay;
	size_t max_message_size;
	bool compression;
	bool verify_peer;
} bws_client_settings;

/* Why an entry failed: errno, an HTTP status or a close code, and UTF-8 text, cut where there is no room. */
typedef struct {
	uint32_t code;
	size_t len;
	char text[1000];
} bws_failure;

/* A message; its payload is there until the next call with the same client. */
typedef struct {
	uint8_t opcode;
	bws_bytes payload;
} bws_message;

/* What an entry that takes a bws_failure gives. */
#define BWS_WAIT 0    /* to be called again after a wait */
#define BWS_DONE 1
#define BWS_CLOSED 2  /* the connection is closed */
#define BWS_FAILED -1 /* the failure says why */
#define BWS_FAULT -2  /* a fault of ours; the client is to be freed and not used */

/* Whether the bytes are a token, as names of headers and subprotocols must be. */
bool bws_is_token(bws_bytes bytes);

/* Whether a close frame may have this code. */
bool bws_may_close_with(uint16_t code);

/* What is wrong with a further header: 0 nothing, 1 its name, 2 its value, 3 that it is the handshake's own. */
uint8_t bws_header_fault(bws_bytes name, bws_bytes value);

/* A client that is not connected yet; NULL if the URL is none. */
bws_client *bws_client_new(bws_bytes url, const bws_client_settings *settings, bws_failure *failure);

/* `silently` sends nothing: the socket belongs to another process as well. */
void bws_client_free(bws_client *client, bool silently);

/* Begins to connect, unless it is connected or about to be. */
int bws_client_begin(bws_client *client, bws_failure *failure);
int bws_client_try_connect(bws_client *client, bws_failure *failure);

/* Queues a message, or a ping or pong, on an open connection; then it is to be flushed. */
int bws_client_queue(bws_client *client, uint8_t opcode, bws_bytes payload, bws_failure *failure);
int bws_client_try_flush(bws_client *client, bws_failure *failure);

/* The next message; connects first, or again, where that is due. */
int bws_client_try_receive(bws_client *client, bws_message *message, bws_failure *failure);

int bws_client_start_close(bws_client *client, uint16_t code, bws_bytes reason, bws_failure *failure);
int bws_client_try_close(bws_client *client, bws_failure *failure);

/* What BWS_WAIT waits for. All of it changes with each call above: the descriptor, or -1 for time alone; for what; and the
 * nanoseconds after which to go on in any case, -1 for never. */
int bws_client_descriptor(const bws_client *client);
bool bws_client_wants_read(const bws_client *client);
bool bws_client_wants_write(const bws_client *client);
int64_t bws_client_poll_timeout(const bws_client *client);

/* A descriptor for other event loops: readable whenever there is something to do, the same for the client's life. It stays
 * the client's own; -1 if the system has none left. */
int bws_client_readiness(bws_client *client);

bool bws_client_is_open(const bws_client *client);

/* Whether it holds a socket, which a forked process must not use; a client without one it may make its own. */
bool bws_client_is_connected(const bws_client *client);
void bws_client_adopt(bws_client *client);

/* The code of the last connection's end, 0 if there is none, and its reason. Texts are there until the next call. */
uint16_t bws_client_close_code(const bws_client *client, bws_bytes *reason);
bool bws_client_subprotocol(const bws_client *client, bws_bytes *subprotocol);

/* How many connections there have been, and how many of them took the place of a lost one. */
uint64_t bws_client_connections(const bws_client *client);
uint64_t bws_client_reconnects(const bws_client *client);

#endif
