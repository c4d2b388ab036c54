/* What is asked of the server that keeps a session. */
#include "session.h"

#include "zend_exceptions.h"

zend_long baton_session_setting(const baton_session *session, const char *name)
{
	char whole[64];
	snprintf(whole, sizeof(whole), "%s%s", session->settings, name);
	return zend_ini_long(whole, strlen(whole), 0);
}

/* As PhpRedis picks it, so that both find each other's sessions: the first bytes of the name as a number, and the servers from the last. */
static const baton_session_server *server_of(const baton_session *session, const zend_string *id)
{
	uint32_t number = 0;
	memcpy(&number, ZSTR_VAL(id), MIN(ZSTR_LEN(id), sizeof(number)));
	zend_long at = number % (uint32_t) session->total_weight;
	uint32_t i = session->server_count - 1;
	while (at >= session->servers[i].weight) {
		at -= session->servers[i].weight;
		i--;
	}
	return &session->servers[i];
}

zend_string *baton_session_key(const baton_session *session, const zend_string *id)
{
	const zend_string *prefix = session->cluster ? session->cluster_prefix : server_of(session, id)->prefix;
	const char *usual = session->cluster ? "PHPREDIS_CLUSTER_SESSION:" : "PHPREDIS_SESSION:";
	return prefix ? zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), ZSTR_VAL(id), ZSTR_LEN(id))
		: zend_string_concat2(usual, strlen(usual), ZSTR_VAL(id), ZSTR_LEN(id));
}

static bool ask_server(const baton_session *session, const zend_string *id, baton_call *call, zval *to)
{
	baton_redis *redis = call->redis = server_of(session, id)->redis;
	uint64_t failures = redis->failures;
	if (!baton_redis_open(redis)) {
		return false;
	}
	baton_redis_ask(call, to);
	return redis->failures == failures;
}

static bool ask_cluster(const baton_session *session, baton_call *call, zval *to)
{
	baton_cluster *cluster = session->cluster;
	uint64_t failures = cluster->failures;
	baton_cluster_call(cluster, call, baton_cluster_slot(&call->arguments), NULL, to);
	return cluster->failures == failures;
}

bool baton_session_ask(baton_session *session, const zend_string *id, const bc_bytes *words, uint32_t count, uint32_t key, bool repeatable,
	baton_reply reply, zval *to, zend_string **error)
{
	const baton_command command = {
		words[0].bytes, (uint32_t) words[0].len, repeatable ? BATON_READS : BATON_WRITES, NULL, NULL, reply,
	};
	baton_redis *own = session->cluster ? &session->cluster->front : server_of(session, id)->redis;
	zend_object *before = EG(exception);
	uint64_t errors = own->errors;
	baton_call call;
	baton_call_begin(&call, own, &command);
	for (uint32_t i = 1; i < count; i++) {
		if (i == key) {
			baton_note_key(&call.arguments);
		}
		baton_add(&call.arguments, words[i].bytes, words[i].len);
	}
	ZVAL_FALSE(to);
	bool answered = session->cluster ? ask_cluster(session, &call, to) : ask_server(session, id, &call, to);
	baton_call_end(&call);
	/* A program that starts or ends a session is warned, as by any handler of sessions. */
	if (EG(exception) && !before) {
		zend_clear_exception();
	}
	session->answered = answered;
	if (!answered) {
		php_error_docref(NULL, E_WARNING, "Error communicating with Redis server");
	} else if (error && own->errors != errors && own->error) {
		*error = own->error;
	}
	return answered;
}
