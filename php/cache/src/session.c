/* Sessions: session.save_handler = baton_cache.
 *
 * PHP's extension of that name may be missing or come later, so its entries are found by name. The near-cache has no part in this: a session is
 * read once a request, by the request that writes it next, and what another request stored an instant ago has to be there. */
#include "session.h"

#include <dlfcn.h>

#include "aliases.h"
#include "replies.h"

#include "ext/session/php_session.h"

#define BYTES(string) {ZSTR_VAL(string), ZSTR_LEN(string)}

static zend_string *(*create_id)(PS_CREATE_SID_ARGS);

/* Seconds; what is no number of them is what PHP ships with. */
static zend_long lifetime(void)
{
	zend_long seconds = zend_ini_long(ZEND_STRL("session.gc_maxlifetime"), 0);
	return seconds <= 0 ? 1440 : MIN(seconds, INT_MAX);
}

static zend_result open_session(void **mod_data, const char *path, const char *settings)
{
	baton_session *session = ecalloc(1, sizeof(baton_session));
	session->settings = settings;
	if (baton_session_open(session, path)) {
		*mod_data = session;
		return SUCCESS;
	}
	baton_session_close(session);
	*mod_data = NULL;
	return FAILURE;
}

PS_OPEN_FUNC(baton_cache)
{
	return open_session(mod_data, save_path, "baton_cache.session.");
}

/* Under PhpRedis's name its settings count. */
static PS_OPEN_FUNC(phpredis)
{
	return open_session(mod_data, save_path, "redis.session.");
}

PS_CLOSE_FUNC(baton_cache)
{
	baton_session *session = *mod_data;
	if (session) {
		baton_session_unlock(session);
		baton_session_close(session);
		*mod_data = NULL;
	}
	return SUCCESS;
}

/* A name that nobody has, locked at once where sessions are. */
PS_CREATE_SID_FUNC(baton_cache)
{
	baton_session *session = *mod_data;
	for (int tries = 0; session && tries < 3; tries++) {
		zend_string *id = create_id(mod_data);
		session->held = false;
		if (baton_session_lock(session, id) || !session->answered) {
			return id; /* where nobody answers, it is reading it that fails */
		}
		zend_string_release(id);
	}
	if (session == NULL) {
		return create_id(mod_data);
	}
	php_error_docref(NULL, E_WARNING, "Acquiring session lock failed while creating session_id");
	return NULL;
}

static bool ask_of_key(baton_session *session, zend_string *id, const char *word, baton_reply reply, zval *to)
{
	zend_string *key = baton_session_key(session, id);
	const bc_bytes words[] = {{word, strlen(word)}, BYTES(key)};
	bool answered = baton_session_ask(session, id, words, 2, 1, true, reply, to, NULL);
	zend_string_release(key);
	return answered;
}

PS_VALIDATE_SID_FUNC(baton_cache)
{
	zval exists;
	return *mod_data && ZSTR_LEN(key) && ask_of_key(*mod_data, key, "EXISTS", baton_reply_integer, &exists)
		&& Z_TYPE(exists) == IS_LONG && Z_LVAL(exists) == 1 ? SUCCESS : FAILURE;
}

/* GETEX with a lifetime, or GET. */
static bool read_bytes(baton_session *session, zend_string *id, zval *to)
{
	char seconds[32];
	int len = snprintf(seconds, sizeof(seconds), ZEND_LONG_FMT, lifetime());
	if (!baton_session_setting(session, "early_refresh")) {
		return ask_of_key(session, id, "GET", baton_reply_text, to);
	}
	zend_string *key = baton_session_key(session, id);
	const bc_bytes words[] = {{ZEND_STRL("GETEX")}, BYTES(key), {ZEND_STRL("EX")}, {seconds, (size_t) len}};
	bool answered = baton_session_ask(session, id, words, 4, 1, false, baton_reply_text, to, NULL);
	zend_string_release(key);
	return answered;
}

PS_READ_FUNC(baton_cache)
{
	baton_session *session = *mod_data;
	zval bytes;
	if (session == NULL || ZSTR_LEN(key) == 0) {
		return FAILURE;
	}
	if (!baton_session_lock(session, key)) {
		php_error_docref(NULL, E_WARNING, "Failed to acquire session lock");
		return FAILURE;
	}
	if (!read_bytes(session, key, &bytes)) {
		return FAILURE;
	}
	if (Z_TYPE(bytes) != IS_STRING) {
		zval_ptr_dtor(&bytes);
		*val = ZSTR_EMPTY_ALLOC();
		return SUCCESS;
	}
	/* What was stored without compression, or with another one, is as it is. */
	zend_string *plain = session->values.compression ? baton_uncompress(&session->values, Z_STRVAL(bytes), Z_STRLEN(bytes)) : NULL;
	if (plain) {
		zval_ptr_dtor(&bytes);
		*val = plain;
	} else {
		*val = Z_STR(bytes);
	}
	return SUCCESS;
}

PS_WRITE_FUNC(baton_cache)
{
	baton_session *session = *mod_data;
	zend_string *error = NULL, *bytes = NULL;
	char seconds[32];
	int len = snprintf(seconds, sizeof(seconds), ZEND_LONG_FMT, lifetime());
	zval stored;
	if (session == NULL || ZSTR_LEN(key) == 0) {
		return FAILURE;
	}
	if (!baton_session_may_write(session)) {
		php_error_docref(NULL, E_WARNING, "Unable to write session: session lock not held");
		return FAILURE;
	}
	if (session->values.compression) {
		bytes = baton_compress(&session->values, ZSTR_VAL(val), ZSTR_LEN(val));
	}
	if (bytes == NULL) {
		bytes = zend_string_copy(val);
	}
	zend_string *name = baton_session_key(session, key);
	const bc_bytes words[] = {{ZEND_STRL("SETEX")}, BYTES(name), {seconds, (size_t) len}, BYTES(bytes)};
	/* The same again stores the same. */
	bool answered = baton_session_ask(session, key, words, 4, 1, true, baton_reply_ok, &stored, &error);
	zend_string_release(name);
	zend_string_release(bytes);
	if (answered && Z_TYPE(stored) == IS_TRUE) {
		return SUCCESS;
	}
	if (answered) {
		php_error_docref(NULL, E_WARNING, "Error writing session data to Redis: %s", error ? ZSTR_VAL(error) : "the server refused it");
	}
	return FAILURE;
}

PS_UPDATE_TIMESTAMP_FUNC(baton_cache)
{
	baton_session *session = *mod_data;
	char seconds[32];
	int len = snprintf(seconds, sizeof(seconds), ZEND_LONG_FMT, lifetime());
	zval set;
	if (session == NULL || ZSTR_LEN(key) == 0) {
		return FAILURE;
	}
	if (baton_session_setting(session, "early_refresh")) {
		return SUCCESS;
	}
	zend_string *name = baton_session_key(session, key);
	const bc_bytes words[] = {{ZEND_STRL("EXPIRE")}, BYTES(name), {seconds, (size_t) len}};
	bool answered = baton_session_ask(session, key, words, 3, 1, true, baton_reply_integer, &set, NULL);
	zend_string_release(name);
	return answered && Z_TYPE(set) == IS_LONG ? SUCCESS : FAILURE;
}

PS_DESTROY_FUNC(baton_cache)
{
	zval deleted;
	if (*mod_data == NULL || ZSTR_LEN(key) == 0) {
		return FAILURE;
	}
	baton_session_unlock(*mod_data);
	return ask_of_key(*mod_data, key, "DEL", baton_reply_integer, &deleted) && Z_TYPE(deleted) == IS_LONG ? SUCCESS : FAILURE;
}

/* The server forgets sessions by itself. */
PS_GC_FUNC(baton_cache)
{
	*nrdels = 0;
	return 0;
}

#define HANDLER(name, open) { \
	name, open, ps_close_baton_cache, ps_read_baton_cache, ps_write_baton_cache, ps_delete_baton_cache, ps_gc_baton_cache, \
	ps_create_sid_baton_cache, ps_validate_sid_baton_cache, ps_update_timestamp_baton_cache, \
}

static const ps_module handlers[] = {
	HANDLER("baton_cache", ps_open_baton_cache),
	HANDLER("redis", ps_open_phpredis),
	HANDLER("rediscluster", ps_open_phpredis),
};

PHP_INI_BEGIN()
	PHP_INI_ENTRY("redis.session.locking_enabled", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.lock_expire", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.lock_retries", "100", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.lock_wait_time", "20000", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.early_refresh", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.compression", "none", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.session.compression_level", "3", PHP_INI_ALL, NULL)
PHP_INI_END()

void baton_cache_register_session(int module_number)
{
	zend_result (*add)(const ps_module *);
	*(void **) &add = dlsym(RTLD_DEFAULT, "php_session_register_module");
	*(void **) &create_id = dlsym(RTLD_DEFAULT, "php_session_create_id");
	if (add == NULL || create_id == NULL) {
		return;
	}
	add(&handlers[0]);
	if (baton_cache_is_phpredis()) {
		zend_register_ini_entries(ini_entries, module_number);
		add(&handlers[1]);
		add(&handlers[2]);
	}
}
