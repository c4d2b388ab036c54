/* What the files of the server share: its object, its connections, and how handlers are called. */
#ifndef WEBSOCKET_SERVER_H
#define WEBSOCKET_SERVER_H

#include "php_websocket.h"

#include "zend_fibers.h"

#include "../rust/include/request.h"
#include "../rust/include/server.h"

/* Handlers that the program may give. */
enum websocket_handler {
	ON_HANDSHAKE,
	ON_REQUEST,
	ON_OPEN,
	ON_MESSAGE,
	ON_CLOSE,
	ON_ERROR,
	ON_PING,
	ON_PONG,
	ON_DRAIN,
	ON_WORKER_START,
	ON_CONNECTION,
	HANDLERS,
};

/* A closure, and what calling it takes. */
typedef struct {
	zval closure; /* UNDEF: there is none */
	zend_fcall_info_cache call;
	uint32_t most;    /* how many arguments it sees */
	bool is_plain;    /* it can be run without asking anything */
} websocket_callback;

/* An address that was bound. */
typedef struct {
	int descriptor;     /* -1 once the loop has it */
	zend_string *text;  /* for people */
	bool is_path;
	unsigned process;   /* the one that bound it */
} websocket_listener;

typedef struct websocket_server websocket_server;
typedef struct websocket_connection websocket_connection;

/* How objects that outlive a server find out: what they hold is this, and it loses its server. */
typedef struct {
	uint32_t refs;
	websocket_server *server;
} websocket_tie;

struct websocket_server {
	bws_server *core;              /* NULL until the first turn */
	websocket_tie *tie;
	zval options;                  /* a ServerOptions */
	bws_certificate *certificate;  /* read by the first listen(); NULL without TLS */
	websocket_callback handlers[HANDLERS];
	zend_string **subprotocols;
	size_t subprotocol_count;
	websocket_listener *listeners;
	size_t listener_count;
	websocket_connection *first;   /* connections that have an object, the newest first */
	HashTable alarms;              /* number of an alarm to websocket_alarm */
	uint64_t early_alarms;         /* how many were made before there was a core */
	HashTable signals;             /* number of a signal to websocket_callback */
	HashTable fibers;              /* handle of a Fiber of handle() to its websocket_connection */
	HashTable sleepers;            /* number of a watched descriptor to the Fiber that sleeps until it is ready */
	HashTable pusher_clients;      /* WebSocket\PusherClient objects whose channels this loop receives */
	uint32_t watched;              /* the number that was given last */
	zend_fiber *outside;           /* the Fiber that a turn is made in: not ours to put to sleep */
	int signal_descriptor;         /* -1 while signals are not taken */
	zend_long worker;              /* the number of this process, 0 where there is one */
	int stream;                    /* to the other processes, and where connections are handed over, until the core has */
	int handover;                  /* them; else -1 */
	unsigned process;              /* the one that the core belongs to */
	bool running;                  /* inside of run() */
	bool turning;                  /* inside of run() or poll() */
	bool stopping;
	zend_object std;
};

struct websocket_connection {
	uint64_t number;               /* 0 once it is gone */
	websocket_tie *tie;
	websocket_connection *older;
	websocket_connection *newer;
	bws_identity identity;
	zend_long worker;
	zend_string *head;             /* of its request, once it is gone */
	bool is_paused;                /* by the program */
	struct websocket_fiber *fiber; /* what a Fiber of Server::handle() needs; NULL without */
	zend_object std;
};

/* A timer that is set, or the timeout of a Fiber. */
typedef struct {
	websocket_callback callback;
	zend_object *timer;                /* NULL for a Fiber's */
	websocket_connection *connection;  /* for whose message it waits, or NULL */
	uint32_t sleeper;                  /* for which descriptor it waits */
	zend_long after_ms;
	zend_long interval_ms;
} websocket_alarm;

/* Set in numbers of alarms for which there is no core yet. */
#define WEBSOCKET_EARLY_ALARM (1ULL << 63)

static inline websocket_server *websocket_server_of(zend_object *object)
{
	return (websocket_server *)((char *)object - XtOffsetOf(websocket_server, std));
}

static inline websocket_connection *websocket_connection_of(zend_object *object)
{
	return (websocket_connection *)((char *)object - XtOffsetOf(websocket_connection, std));
}

static inline bws_bytes websocket_bytes(zend_string *string)
{
	return (bws_bytes){ZSTR_VAL(string), ZSTR_LEN(string)};
}

extern zend_class_entry *websocket_server_ce;
extern zend_class_entry *websocket_connection_ce;
extern zend_class_entry *websocket_timer_ce;
extern zend_class_entry *websocket_request_ce;
extern zend_class_entry *websocket_handshake_response_ce;
extern zend_class_entry *websocket_handshake_exception_ce;
extern zend_class_entry *websocket_response_ce;
extern zend_class_entry *websocket_server_options_ce;
extern zend_class_entry *websocket_compression_options_ce;
extern zend_class_entry *websocket_tls_options_ce;

/* tie.c */
websocket_tie *websocket_tie_hold(websocket_tie *tie);
void websocket_tie_drop(websocket_tie *tie);

/* callback.c */
void websocket_callback_set(websocket_callback *callback, zval *closure);
void websocket_callback_clear(websocket_callback *callback);
/* Calls it; what it threw is still there then. `result` is UNDEF if it threw. */
void websocket_callback_call(websocket_callback *callback, zval *result, uint32_t count, zval *arguments);
/* The same for a result that nobody reads; the arguments are given away. */
void websocket_callback_give(websocket_callback *callback, uint32_t count, zval *arguments);

/* options.c: the slots of ServerOptions in order of its declaration. */
enum websocket_option {
	OPTION_MAX_MESSAGE_SIZE,
	OPTION_MAX_QUEUED_BYTES,
	OPTION_MAX_CONNECTIONS,
	OPTION_HANDSHAKE_TIMEOUT,
	OPTION_IDLE_TIMEOUT,
	OPTION_PING_INTERVAL,
	OPTION_PONG_TIMEOUT,
	OPTION_MAX_QUEUED_AGE,
	OPTION_CLOSE_TIMEOUT,
	OPTION_MESSAGE_TIMEOUT,
	OPTION_MAX_MESSAGES_PER_SECOND,
	OPTION_MAX_CONTROL_FRAMES_PER_SECOND,
	OPTION_MAX_REQUEST_BODY,
	OPTION_COMPRESSION,
	OPTION_TLS,
	OPTION_ALLOWED_ORIGINS,
	OPTION_PATHS,
	OPTION_WORKERS,
	OPTION_REUSE_PORT,
	OPTION_BACKLOG,
	OPTION_KEEP_REQUEST,
	OPTIONS,
};

/* Makes a ServerOptions of an array; false with an exception. */
bool websocket_options_from_array(zval *options, HashTable *array);
zval *websocket_option(zval *options, enum websocket_option option);
zend_long websocket_option_long(zval *options, enum websocket_option option);

/* request.c */
/* Makes a Request of a head. */
void websocket_request_make(zval *request, bws_bytes head, bws_bytes body, const bws_identity *identity);
zend_string *websocket_address_text(const bws_identity *identity);

/* handshake.c */
/* Answers the client with a HandshakeResponse or a Response. */
void websocket_answer_with(websocket_server *server, uint64_t conn, zend_object *response);

/* connection.c */
/* The object of a connection, borrowed; it is made with the first call. NULL if the connection is gone. */
websocket_connection *websocket_connection_find(websocket_server *server, uint64_t number, void *owner);
/* The connection is over: its object is told, and the server's reference to it is given up. */
void websocket_connection_end(websocket_connection *connection);

/* fiber.c */
void websocket_fiber_open(websocket_server *server, websocket_connection *connection);
void websocket_fiber_message(websocket_server *server, websocket_connection *connection, zend_string *payload, uint8_t opcode);
void websocket_fiber_close(websocket_server *server, websocket_connection *connection);
void websocket_fiber_free(websocket_connection *connection);
/* Whether its inbox is full, so that the client must not be read. */
bool websocket_fiber_is_full(const websocket_connection *connection);
void websocket_fiber_gc(websocket_connection *connection, zend_get_gc_buffer *buffer);
/* The server whose loop goes on if the Fiber that runs now sleeps; NULL if none does. */
websocket_server *websocket_fiber_host(void);
/* Sleeps until a descriptor is ready or a moment of the monotonic clock has come, INT64_MAX for none; both are told apart by
 * nobody. False if an exception was thrown. */
bool websocket_fiber_sleep(websocket_server *server, int descriptor, int64_t deadline_ns);
/* A descriptor is ready. */
void websocket_fiber_wake(websocket_server *server, uint32_t number);
void websocket_fiber_time_out(websocket_server *server, websocket_connection *connection);
bool websocket_fiber_receive(websocket_connection *connection, bool forever, zend_long timeout_ms, zval *payload, uint8_t *opcode);

/* loop.c */
/* Makes the core if there is none; false with an exception. */
bool websocket_loop_begin(websocket_server *server);
/* Whether this process is the one that the core belongs to, and not a fork of it; false with an exception. */
bool websocket_loop_is_ours(websocket_server *server);
/* Handles what is there; how much that was. */
zend_long websocket_loop_turn(websocket_server *server);
/* Runs until the server has stopped. */
void websocket_loop_run(websocket_server *server);
/* Tells the core which handlers there are. */
void websocket_loop_update(websocket_server *server);
zend_long websocket_loop_broadcast(websocket_server *server, zend_string *payload, uint8_t opcode, const uint64_t *except, size_t count);
zend_long websocket_loop_publish(websocket_server *server, zend_string *topic, zend_string *payload, uint8_t opcode, uint64_t except);
/* Hands what left a handler to onError, and closes the connection, if there is one, with 1011. False if the exception is no
 * fault but the end of the script, and is still there. */
bool websocket_loop_fault(websocket_server *server, websocket_connection *connection);

/* workers.c */
/* Forks and supervises workers until all have ended: false then, or with an exception. True in each of the workers. */
bool websocket_workers_run(websocket_server *server);

/* server.c */
/* Whether its constructor was called, and did not fail: it can do nothing otherwise; false with an exception. */
bool websocket_server_is_constructed(websocket_server *server);
/* Frees the core, and lets all connections go. */
void websocket_server_end(websocket_server *server);

/* server_listening.c */
void websocket_server_close_listeners(websocket_server *server);
void websocket_server_free_subprotocols(websocket_server *server);

/* server_running.c */
/* Serves in this process until the server is told to stop. */
void websocket_server_serve(websocket_server *server);

/* pusher_client.c */
void websocket_pusher_client_begin(websocket_server *server, zend_object *pusher, uint32_t number);
void websocket_pusher_client_turn(websocket_server *server, zend_object *pusher, uint32_t number);
void websocket_pusher_client_end(websocket_server *server, zend_object *pusher);

/* timer.c */
void websocket_timer_make(zval *timer, websocket_server *server, zend_long after_ms, zend_long interval_ms, zval *closure);
/* Sets the alarms that were made before there was a core. */
void websocket_timer_begin(websocket_server *server);
void websocket_timer_fire(websocket_server *server, uint64_t number);
void websocket_alarm_free(zval *alarm);

/* process.c */
void websocket_process_watch(void);
/* Another number in each child of fork(). */
unsigned websocket_process(void);

/* signals.c */
#define WEBSOCKET_SIGNALS_NUMBER 1
/* Numbers of descriptors that Fibers wait for come behind it. */
#define WEBSOCKET_FIRST_SLEEPER 16
/* And those of Pusher clients, far above them. */
#define WEBSOCKET_FIRST_PUSHER_CLIENT (1u << 30)
bool websocket_signals_take(websocket_server *server, bool with_defaults);
void websocket_signals_give_back(websocket_server *server);
void websocket_signals_fire(websocket_server *server);
void websocket_signal_free(zval *signal);
/* Runs handlers of other extensions' signals, as the engine would between two instructions of PHP. */
void websocket_interrupts(void);

#endif
