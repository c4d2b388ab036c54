/* Sessions of PHP that are kept by Redis: what the files of this kind share. */
#ifndef BATON_CACHE_SESSION_H
#define BATON_CACHE_SESSION_H

#include "cluster.h"

/* Registers the handlers, where PHP has sessions at all: "baton_cache", and PhpRedis's names for it where they are ours. */
void baton_cache_register_session(int module_number);

/* A server that keeps some of the sessions. */
typedef struct {
	baton_redis *redis;
	zend_string *prefix; /* NULL: the usual one */
	zend_long weight;
} baton_session_server;

/* Where a request's session is kept. */
typedef struct {
	/* "baton_cache.session." or "redis.session.": whose settings count. */
	const char *settings;
	baton_session_server *servers;
	uint32_t server_count;
	zend_long total_weight;
	/* Instead of servers; NULL for none. */
	baton_cluster *cluster;
	zend_string *cluster_prefix;
	baton_values values; /* the compression */
	/* The session that is locked, or is to be; NULL for none. */
	zend_string *id, *lock, *secret;
	bool held;
	/* Whether the server answered the last time it was asked. */
	bool answered;
} baton_session;

/* session_path.c: session.save_path as servers or a cluster; false with a warning. */
bool baton_session_open(baton_session *session, const char *path);
void baton_session_close(baton_session *session);

/* session_ask.c */

/* A command about a session's key, its other words behind the key's place; false with a warning if there is no answer. What the server refuses
 * is false as well, in `to`, and `error` says why if it is not NULL. */
bool baton_session_ask(baton_session *session, const zend_string *id, const bc_bytes *words, uint32_t count, uint32_t key, bool repeatable,
	baton_reply reply, zval *to, zend_string **error);
/* The key of a session. */
zend_string *baton_session_key(const baton_session *session, const zend_string *id);
zend_long baton_session_setting(const baton_session *session, const char *name);

/* session_lock.c: false if the lock could not be had. Nothing is locked where the settings do not want that. */
bool baton_session_lock(baton_session *session, zend_string *id);
void baton_session_unlock(baton_session *session);
/* Whether the session may be written: the lock may have expired meanwhile, which is warned of. */
bool baton_session_may_write(baton_session *session);

#endif
