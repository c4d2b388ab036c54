/* A WebSocket server that is pulled; rust/src/server.rs. Not for two threads at a time. */
#ifndef BATON_WEBSOCKET_SERVER_H
#define BATON_WEBSOCKET_SERVER_H

#include "abi.h"
#include "certificate.h"

typedef struct bws_server bws_server;

typedef struct {
	size_t max_message_size;
	size_t max_queued_bytes;
	size_t max_connections;
	uint64_t handshake_timeout_ms;
	uint64_t idle_timeout_ms;
	uint64_t ping_interval_ms; /* 0: never */
	uint64_t pong_timeout_ms;
	uint64_t max_queued_age_ms;
	uint64_t close_timeout_ms;
	uint64_t message_timeout_ms;
	uint32_t max_messages_per_second; /* 0: any */
	uint32_t max_control_frames_per_second; /* 0: any */
	size_t max_request_body;
	uint8_t compression_level; /* 0: no compression */
	bool compression_takeover;
	size_t compression_threshold;
	const bws_certificate *certificate; /* NULL: no TLS */
	const bws_bytes *origins;
	size_t origin_count;
	const bws_bytes *paths;
	size_t path_count;
	const bws_bytes *subprotocols;
	size_t subprotocol_count;
	bool asks_about_handshakes;
	bool asks_about_requests;
	bool keeps_requests;
	bool leaves_masked; /* see bws_event */
} bws_config;

enum bws_kind {
	BWS_HANDSHAKE = 1, /* data: head */
	BWS_REQUEST,       /* data: head, more: body */
	BWS_OPEN,
	BWS_TEXT,          /* data: payload */
	BWS_BINARY,
	BWS_PING,
	BWS_PONG,
	BWS_DRAINED,
	BWS_ENDED,         /* code, clean, data: reason, more: head of the request */
	BWS_ALARM,         /* conn: the alarm */
	BWS_READY,         /* conn: the number */
	BWS_ACCEPT_PAUSED,
};

/* What happened. `data` and `more` may be used until anything else is called on the server. */
typedef struct {
	uint32_t kind;
	uint16_t code;
	bool clean;
	bool masked; /* of BWS_TEXT and BWS_BINARY: data is still masked and not checked; bws_read() does both */
	uint8_t mask[4];
	uint64_t conn;
	void *owner;
	bws_bytes data;
	bws_bytes more;
} bws_event;

/* Who a connection is. */
typedef struct {
	uint64_t serial;
	uint16_t family; /* 4, 6, or 0 for a path */
	uint16_t port;
	uint8_t ip[16];
} bws_identity;

/* The answers of what sends. */
enum bws_sent { BWS_SENT = 0, BWS_IS_CLOSED = 1, BWS_IS_FULL = 2 };

bws_server *bws_server_new(const bws_config *config, bws_error *error);
void bws_server_free(bws_server *server);

/* Takes a descriptor of bws_bind() over. */
bool bws_server_listen(bws_server *server, int descriptor, bool is_path, bws_error *error);

/* Writes what is queued and waits for `timeout_ms` at most; below 0: for as long as it takes. False if it cannot go on. */
bool bws_server_wait(bws_server *server, int64_t timeout_ms);
/* The next event: 1; none: 0; a fault inside of the core, after which nothing but freeing it is of use: -1. */
int bws_server_next(bws_server *server, bws_event *event);

/* Copies the payload of the latest event, a message, to where there is room for data.len bytes, without its mask. False for a text
 * that is not UTF-8: nobody may see it, and bws_server_refuse_text() closes its connection with 1007. */
bool bws_read(const bws_event *event, char *to);
void bws_server_refuse_text(bws_server *server, uint64_t conn);

/* One descriptor that is readable whenever there is something to do; to be armed before each wait on it. */
int bws_server_descriptor(bws_server *server);
bool bws_server_arm(bws_server *server);

bool bws_server_accept(bws_server *server, uint64_t conn);
/* `fields` are names and values in turns. */
bool bws_server_answer(bws_server *server, uint64_t conn, uint16_t status, const bws_bytes *fields, size_t count, bws_bytes body);

/* Whether upgrades and plain requests are asked about from now on, and messages left masked. */
void bws_server_ask(bws_server *server, bool about_handshakes, bool about_requests, bool for_masked);

size_t bws_server_open_count(bws_server *server);
/* The numbers of the open connections, `room` at most; returns how many were written. */
size_t bws_server_open_numbers(bws_server *server, uint64_t *numbers, size_t room);
void *bws_server_owner(bws_server *server, uint64_t conn);
void bws_server_set_owner(bws_server *server, uint64_t conn, void *owner);
bool bws_server_identity(bws_server *server, uint64_t conn, bws_identity *identity);
bool bws_server_subprotocol(bws_server *server, uint64_t conn, bws_bytes *name);
bool bws_server_head(bws_server *server, uint64_t conn, bws_bytes *head);
bool bws_server_is_open(bws_server *server, uint64_t conn);
size_t bws_server_unsent(bws_server *server, uint64_t conn);
uint64_t bws_server_idle_ms(bws_server *server, uint64_t conn);

/* `opcode` is 1, 2, 9 or 10. */
int bws_server_send(bws_server *server, uint64_t conn, uint8_t opcode, const char *payload, size_t len);
void bws_server_close(bws_server *server, uint64_t conn, uint16_t code, bws_bytes reason);
void bws_server_terminate(bws_server *server, uint64_t conn);
void bws_server_pause(bws_server *server, uint64_t conn);
void bws_server_resume(bws_server *server, uint64_t conn);

size_t bws_server_broadcast(bws_server *server, bool binary, bws_bytes payload, const uint64_t *except, size_t count);
/* `except` may be 0, which is no connection. */
size_t bws_server_publish(bws_server *server, bws_bytes topic, bool binary, bws_bytes payload, uint64_t except);
/* 0, or the reason's number: 1 closed, 2 the name, 3 too many. */
int bws_server_subscribe(bws_server *server, uint64_t conn, bws_bytes topic);
bool bws_server_unsubscribe(bws_server *server, uint64_t conn, bws_bytes topic);
/* The topics of a connection from number `from` on, `room` at most; returns how many were written. */
size_t bws_server_topics(bws_server *server, uint64_t conn, size_t from, bws_bytes *topics, size_t room);

/* Becomes one of the processes of a relay, over a stream and a socket for connections, which are taken over. */
bool bws_server_join(bws_server *server, int stream, int handover);
/* Says a message to them; no topic: a broadcast. False if too much waits for them. */
bool bws_server_pass_on(bws_server *server, bws_bytes topic, bool binary, bws_bytes payload);

uint64_t bws_server_set_alarm(bws_server *server, uint64_t after_ms, uint64_t interval_ms);
bool bws_server_cancel_alarm(bws_server *server, uint64_t alarm);

/* Tells by BWS_READY when a descriptor has something to read. */
bool bws_server_watch(bws_server *server, int descriptor, uint32_t number);
void bws_server_unwatch(bws_server *server, int descriptor);

void bws_server_stop(bws_server *server);
bool bws_server_is_over(bws_server *server);
void bws_server_end_all(bws_server *server);

/* How sockets are written here: "io_uring", many with one system call, or "send". */
const char *bws_sends_by(void);

/* Those who come from now on are shown another certificate. */
void bws_server_set_certificate(bws_server *server, const bws_certificate *certificate);

typedef struct {
	const char *name;
	uint64_t value;
} bws_figure;

/* Writes at most `room` figures; returns how many. */
size_t bws_server_stats(bws_server *server, bws_figure *figures, size_t room);

#endif
