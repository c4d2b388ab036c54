/* A blocking connection to Redis or Valkey; rust/src/connection_ffi.rs.
 *
 * Commands go in with bc_send, and replies come out with bc_reply, node by node and in the order of the commands. Nothing is
 * called back. A handle belongs to one thread at a time. Where an entry gives false or NULL, the failure says why; `failure`
 * may be NULL. */
#ifndef BATON_CACHE_CLIENT_H
#define BATON_CACHE_CLIENT_H

#include "abi.h"

typedef struct bc_connection bc_connection;

/* Codes of failures that are no errno (those are positive: ECONNREFUSED, ENOENT, …). */
#define BC_TIMED_OUT -1 /* no connection, or no reply, within its timeout */
#define BC_CLOSED -2    /* the server, or the network, ended the connection */
#define BC_PROTOCOL -3  /* the server sent what is not RESP, or over a limit */
#define BC_REFUSED -4   /* the server refused the handshake: AUTH or SELECT */
#define BC_TLS -5       /* TLS could not be agreed on, or the server is not believed */
#define BC_MISUSE -6    /* the settings, or the order of the calls */
#define BC_FAULT -7     /* a fault of ours; the handle is to be freed and not used */

/* How long to wait between attempts to reconnect; the numbers of PhpRedis. */
#define BC_BACKOFF_DEFAULT 0 /* 0 to base at first, base from then on */
#define BC_BACKOFF_DECORRELATED_JITTER 1
#define BC_BACKOFF_FULL_JITTER 2
#define BC_BACKOFF_EQUAL_JITTER 3
#define BC_BACKOFF_EXPONENTIAL 4
#define BC_BACKOFF_UNIFORM 5
#define BC_BACKOFF_CONSTANT 6

/* Where to connect, and how. All of it is copied. */
typedef struct {
	bc_bytes host; /* a name, an address, or the path of a Unix socket (it begins with '/'); may begin with tcp://, unix://,
	                * redis://, or with tls://, ssl://, rediss://, which turn TLS on; [address] and host:port are read too */
	uint16_t port; /* 0 for 6379, unless the host names one */
	uint32_t connect_timeout_ms; /* 0: none. For all of it, from the name to the last reply of the handshake; but the system's
	                              * look-up of a name is not cut short */
	uint32_t read_timeout_ms;    /* 0: none. For each wait for bytes, and for each wait to send some */
	uint32_t retry_interval_ms;  /* stands for backoff_base_ms and backoff_cap_ms where those are 0 */
	bc_bytes user, password;     /* none: no AUTH; a password alone is the default user's */
	uint32_t database;
	uint32_t max_retries; /* how often a dead connection is opened again for the same commands */
	uint8_t backoff;      /* BC_BACKOFF_…; others count as the default */
	uint32_t backoff_base_ms, backoff_cap_ms;
	bool keepalive; /* of TCP: after 15 s without a word the system asks whether the server is there, and every 15 s from then
	                 * on; gone after 3 of them */
	/* TLS, as the context option "ssl" of PHP has it. */
	bool tls;
	bool verify_peer, verify_name, allow_self_signed;
	bc_bytes ca_file, ca_path; /* PEM; none of both: whom the system trusts */
	bc_bytes certificate, key; /* PEM; no key: it is in the certificate's file; none: the server is shown none */
	bc_bytes peer_name;        /* none: the host */
} bc_endpoint_settings;

/* A connection that is not open yet; NULL if the settings name no place. */
bc_connection *bc_connection_new(const bc_endpoint_settings *settings, bc_failure *failure);
/* Closes and frees it. In another process than the one that opened it, the server hears nothing of it. */
void bc_connection_free(bc_connection *connection);

/* Opens it unless it is open: once, without retries. bc_send does the same by itself. */
bool bc_connection_open(bc_connection *connection, bc_failure *failure);
/* Closes it; what was sent and not answered is forgotten, and hold ends. It can be opened again. */
void bc_connection_close(bc_connection *connection);
/* Whether it is open as far as is known, and in this process. Asks neither the kernel nor the server. */
bool bc_connection_is_open(const bc_connection *connection);
/* A number that is another one after each time it was opened, and 0 before the first: what the server keeps for a connection
 * (tracking, WATCH, MULTI, subscriptions) is gone if it has changed. */
uint64_t bc_connection_generation(const bc_connection *connection);
uint64_t bc_connection_idle_ms(const bc_connection *connection); /* since bytes came last; 0 when closed */
int bc_connection_descriptor(const bc_connection *connection); /* -1 when closed */

/* While true, nothing is sent again on a new connection, and none is opened: a connection that is lost is a failure, as the
 * server keeps something for it (WATCH, MULTI, a subscription), or as the commands of a pipeline are too many to keep. It
 * has to be open. Once it is lost, each command is a failure until false is said, or bc_connection_close. */
void bc_connection_hold(bc_connection *connection, bool hold);

/* At once, on an open connection too. */
void bc_connection_set_read_timeout(bc_connection *connection, uint32_t read_timeout_ms);
void bc_connection_set_retries(bc_connection *connection, uint32_t max_retries, uint8_t backoff, uint32_t base_ms, uint32_t cap_ms);
void bc_connection_set_keepalive(bc_connection *connection, bool keepalive);
/* For the next handshake; the caller has changed an open connection by itself (AUTH, SELECT). With credentials that the open connection has not said
 * it is of no use to the cache and to others before the server has accepted them: bc_connection_was_let_in. */
void bc_connection_set_credentials(bc_connection *connection, bc_bytes user, bc_bytes password);
void bc_connection_was_let_in(bc_connection *connection, bool was);
void bc_connection_set_database(bc_connection *connection, uint32_t database);

/* Queues a command, opening the connection if need be. Commands leave with the next bc_reply that has to wait, or
 * at once when over 64 KiB are queued. Meanwhile replies that arrive are read and kept, to 1 GiB, so that two sides
 * that both want to send never wait for each other.
 *
 * A connection that turns out to be dead before the first byte of a reply to it is opened again, and what has no reply is sent
 * again, up to max_retries times. A server that died in between may have run such a command: bc_send_once is for those that
 * must not run twice; they are sent again only if it is certain that the server has not had them. */
bool bc_send(bc_connection *connection, size_t argc, const bc_bytes *argv, bc_failure *failure);
bool bc_send_once(bc_connection *connection, size_t argc, const bc_bytes *argv, bc_failure *failure);

typedef enum {
	BC_STATUS,
	BC_ERROR,
	BC_INTEGER,
	BC_BULK,
	BC_NIL,
	BC_ARRAY,
	BC_MAP,
	BC_SET,
	BC_PUSH, /* answers no command: it stands between replies */
	BC_DOUBLE,
	BC_BOOLEAN,
	BC_BIG,
	BC_VERBATIM
} bc_kind;

/* A node of a reply. Bytes are there until the next call with the same connection. */
typedef struct {
	bc_kind kind;
	uint32_t depth;    /* how many aggregates hold it: 0 for a whole reply or its beginning */
	int64_t integer;   /* BC_INTEGER; elements of BC_ARRAY, BC_SET, BC_PUSH; pairs of BC_MAP; 0 or 1 of BC_BOOLEAN; 1 of
	                    * BC_NIL that RESP2 has for an array */
	double number;     /* BC_DOUBLE */
	const char *bytes; /* BC_STATUS, BC_ERROR, BC_BIG, BC_BULK, BC_VERBATIM; NULL with the last two if not all of it has come:
	                    * bc_take is for that */
	size_t len;        /* of these; of BC_BULK and BC_VERBATIM in any case */
	char format[4];    /* BC_VERBATIM: three letters and NUL */
} bc_node;

/* The next node, in order; sends what is queued, and waits to the read timeout. Attributes are passed over. */
bool bc_reply(bc_connection *connection, bc_node *node, bc_failure *failure);
/* A string whose node came without bytes, straight into `to`: whole, or in parts whose `len` add up to the node's. */
bool bc_take(bc_connection *connection, char *to, size_t len, bc_failure *failure);
/* Drops what belongs to a node and has not been read: its bytes, and its elements as deep as they go. The node is the one
 * read last, or one that holds it; with the first node of a reply, that is the rest of the reply. */
bool bc_skip(bc_connection *connection, const bc_node *node, bc_failure *failure);
/* How many commands were sent, or queued, whose replies have not been read to their ends. */
size_t bc_pending(const bc_connection *connection);

/* Of the protocol, without TLS; since the beginning or bc_clear_bytes. */
uint64_t bc_bytes_sent(const bc_connection *connection);
uint64_t bc_bytes_received(const bc_connection *connection);
void bc_clear_bytes(bc_connection *connection);

/* Connections that outlive their objects, at most `limit` of them; the threads of a process may share it. */
typedef struct bc_pool bc_pool;
bc_pool *bc_pool_new(size_t limit);
void bc_pool_free(bc_pool *pool);
/* The connection that was given last under this key, or NULL. */
bc_connection *bc_pool_take(bc_pool *pool, bc_bytes key);
/* Gives one away. When the pool is full, the connection that was given longest ago, of whatever key, is closed and freed; and
 * so is this one at once if it is closed, held, has replies to come (bc_pending), or was not let in with the credentials that it has. */
void bc_pool_give(bc_pool *pool, bc_bytes key, bc_connection *connection);

/* Which of a cluster's 16,384 slots a key belongs to. */
uint16_t bc_slot(bc_bytes key);

#endif
