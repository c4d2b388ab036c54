/* The lock of a session: a key beside its own, which exists as long as one request has the session. What it holds says who that is, so that
 * nobody gives up another one's. */
#include "session.h"

#include "replies.h"

#if PHP_VERSION_ID >= 80200
# include "ext/random/php_random.h"
#else
# include "ext/standard/php_random.h"
#endif

#include <unistd.h>

/* What PhpRedis takes a setting of 0 for. */
#define WAIT_MICROSECONDS 20000
#define RETRIES 100

#define BYTES(string) {ZSTR_VAL(string), ZSTR_LEN(string)}

static bool is_wanted(const baton_session *session)
{
	return baton_session_setting(session, "locking_enabled") != 0;
}

/* Seconds; 0: for as long as the server has it. */
static zend_long expiry(const baton_session *session)
{
	zend_long seconds = baton_session_setting(session, "lock_expire");
	return seconds ? seconds : zend_ini_long(ZEND_STRL("max_execution_time"), 0);
}

static void set(zend_string **to, zend_string *string)
{
	if (*to) {
		zend_string_release(*to);
	}
	*to = string;
}

static void name_lock(baton_session *session, zend_string *id)
{
	char host[256] = "";
	uint64_t number = 0;
	gethostname(host, sizeof(host) - 1);
	php_random_bytes_silent(&number, sizeof(number));
	zend_string *key = baton_session_key(session, id);
	set(&session->id, zend_string_copy(id));
	set(&session->lock, zend_string_concat2(ZSTR_VAL(key), ZSTR_LEN(key), ZEND_STRL("_LOCK")));
	set(&session->secret, strpprintf(0, "%s|%ld|%016" PRIx64, host, (long) getpid(), number));
	zend_string_release(key);
}

bool baton_session_lock(baton_session *session, zend_string *id)
{
	if (session->held || !is_wanted(session)) {
		return true;
	}
	name_lock(session, id);
	zend_long wait = baton_session_setting(session, "lock_wait_time"), retries = baton_session_setting(session, "lock_retries");
	char milliseconds[32];
	int len = snprintf(milliseconds, sizeof(milliseconds), ZEND_LONG_FMT, expiry(session) * 1000);
	const bc_bytes words[] = {
		{ZEND_STRL("SET")}, BYTES(session->lock), BYTES(session->secret), {ZEND_STRL("NX")}, {ZEND_STRL("PX")}, {milliseconds, (size_t) len},
	};
	if (retries == 0) {
		retries = RETRIES;
	}
	for (zend_long i = 0; retries < 0 || i <= retries; i++) {
		zval set;
		if (!baton_session_ask(session, id, words, expiry(session) > 0 ? 6 : 4, 1, false, baton_reply_ok, &set, NULL)) {
			return false;
		}
		if (Z_TYPE(set) == IS_TRUE) {
			session->held = true;
			return true;
		}
		if (retries < 0 || i < retries) {
			usleep((useconds_t) (wait > 0 ? wait : WAIT_MICROSECONDS));
		}
	}
	return false;
}

bool baton_session_may_write(baton_session *session)
{
	if (!is_wanted(session)) {
		return true;
	}
	/* One that expires with the longest time that a program may run is still there. */
	if (session->held && baton_session_setting(session, "lock_expire") != 0) {
		const bc_bytes words[] = {{ZEND_STRL("GET")}, BYTES(session->lock)};
		zval secret;
		session->held = baton_session_ask(session, session->id, words, 2, 1, true, baton_reply_text, &secret, NULL)
			&& Z_TYPE(secret) == IS_STRING && zend_string_equals(Z_STR(secret), session->secret);
		zval_ptr_dtor(&secret);
		if (!session->held) {
			php_error_docref(NULL, E_WARNING, "Session lock expired");
		}
	}
	return session->held;
}

void baton_session_unlock(baton_session *session)
{
	static const char script[] = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
	if (!session->held) {
		return;
	}
	const bc_bytes words[] = {
		{ZEND_STRL("EVAL")}, {ZEND_STRL(script)}, {ZEND_STRL("1")}, BYTES(session->lock), BYTES(session->secret),
	};
	zval deleted;
	session->held = false;
	if (!baton_session_ask(session, session->id, words, 5, 3, false, baton_reply_integer, &deleted, NULL)) {
		php_error_docref(NULL, E_WARNING, "Failed to release session lock");
	}
}
