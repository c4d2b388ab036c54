/* setOption() and getOption(). */
#include "adaptive.h"
#include "cached.h"
#include "redis.h"

/* False unless the number is one of `count` from 0. */
static bool set_number(zend_long *to, zval *value, zend_long count)
{
	zend_long number = zval_get_long(value);
	if (number < 0 || number >= count) {
		return false;
	}
	*to = number;
	return true;
}

static bool set_prefix(baton_options *options, zval *value)
{
	zend_string *prefix = zval_get_string(value); /* may run PHP code */
	if (options->prefix) {
		zend_string_release(options->prefix);
		options->prefix = NULL;
	}
	if (ZSTR_LEN(prefix) > 0) {
		options->prefix = prefix;
	} else {
		zend_string_release(prefix);
	}
	return true;
}

static bool set_scan(baton_options *options, zval *value)
{
	switch (zval_get_long(value)) {
		case BATON_SCAN_NORETRY:
			options->scan &= ~BATON_SCAN_RETRY;
			return true;
		case BATON_SCAN_RETRY:
			options->scan |= BATON_SCAN_RETRY;
			return true;
		case BATON_SCAN_PREFIX:
			options->scan |= BATON_SCAN_PREFIX;
			return true;
		case BATON_SCAN_NOPREFIX:
			options->scan &= ~BATON_SCAN_PREFIX;
			return true;
		default:
			return false;
	}
}

static bool set_serializer(baton_values *values, zval *value)
{
	zend_long serializer = zval_get_long(value);
	if (!baton_serializer_available(serializer)) {
		return false;
	}
	values->serializer = serializer;
	return true;
}

static bool set_keepalive(baton_redis *redis, zval *value)
{
	/* A Unix socket has none; where an object of Relay's will connect to is not known yet. */
	if (redis->server.port < 1 && !(baton_names_are_relays(redis->names) && redis->server.host == NULL)) {
		return false;
	}
	redis->options.keepalive = zval_get_long(value) > 0;
	if (redis->connection) {
		bc_connection_set_keepalive(redis->connection, redis->options.keepalive);
	}
	return true;
}

static bool set_retries(baton_redis *redis, zend_long *to, zval *value, zend_long count)
{
	baton_options *options = &redis->options;
	if (!set_number(to, value, count)) {
		return false;
	}
	if (redis->connection) {
		bc_connection_set_retries(redis->connection, (uint32_t) options->max_retries, (uint8_t) options->backoff,
			(uint32_t) options->backoff_base, (uint32_t) options->backoff_cap);
	}
	return true;
}

static bool set_read_timeout(baton_redis *redis, zval *value)
{
	redis->server.read_timeout = zval_get_double(value);
	if (redis->connection) {
		bc_connection_set_read_timeout(redis->connection, baton_read_timeout(&redis->server));
	}
	return true;
}

static bool set_option(baton_redis *redis, zend_long option, zval *value)
{
	baton_options *options = &redis->options;
	switch (option) {
		case BATON_OPT_SERIALIZER:
			return set_serializer(&redis->values, value);
		case BATON_OPT_PREFIX:
			return set_prefix(options, value);
		case BATON_OPT_READ_TIMEOUT:
			return set_read_timeout(redis, value);
		case BATON_OPT_SCAN:
			return set_scan(options, value);
		case BATON_OPT_TCP_KEEPALIVE:
			return set_keepalive(redis, value);
		case BATON_OPT_COMPRESSION:
			return set_number(&redis->values.compression, value, BATON_COMPRESSIONS);
		case BATON_OPT_REPLY_LITERAL:
			options->reply_literal = zval_get_long(value) != 0;
			return true;
		case BATON_OPT_COMPRESSION_LEVEL:
			redis->values.level = zval_get_long(value);
			return true;
		case BATON_OPT_NULL_MULTIBULK_AS_NULL:
			options->null_array_as_null = zval_get_long(value) != 0;
			return true;
		case BATON_OPT_MAX_RETRIES:
			return set_retries(redis, &options->max_retries, value, INT_MAX);
		case BATON_OPT_BACKOFF_ALGORITHM:
			return set_retries(redis, &options->backoff, value, 7);
		case BATON_OPT_BACKOFF_BASE:
			return set_retries(redis, &options->backoff_base, value, INT_MAX);
		case BATON_OPT_BACKOFF_CAP:
			return set_retries(redis, &options->backoff_cap, value, INT_MAX);
		case BATON_OPT_PACK_IGNORE_NUMBERS:
			redis->values.ignore_numbers = zend_is_true(value);
			return true;
		case BATON_OPT_CLIENT_INVALIDATIONS:
			redis->is_silent = !zend_is_true(value);
			return true;
		case BATON_OPT_ALLOW_PATTERNS:
			return baton_redis_set_patterns(redis, &redis->allowed, value);
		case BATON_OPT_IGNORE_PATTERNS:
			return baton_redis_set_patterns(redis, &redis->ignored, value);
		case BATON_OPT_PHPREDIS_COMPATIBILITY:
			options->nil_is_null = !zend_is_true(value);
			return true;
		case BATON_OPT_CLIENT_TRACKING:
			redis->is_untracked = !zend_is_true(value);
			return true;
		case BATON_OPT_THROW_ON_ERROR:
			options->throws = zend_is_true(value);
			return true;
		case BATON_OPT_USE_CACHE:
			redis->use_cache = zend_is_true(value);
			baton_cached_attach(redis);
			return true;
		case BATON_OPT_EXACT_TTL:
			redis->is_exact = zend_is_true(value);
			return true;
		case BATON_OPT_ADAPTIVE_CACHE:
			baton_adaptive_set(redis, value);
			return true;
		default:
			php_error_docref(NULL, E_WARNING, "Unknown option '" ZEND_LONG_FMT "'", option);
			return false;
	}
}

bool baton_redis_set_option(baton_redis *redis, zend_long option, zval *value)
{
	/* What is left of the reply would be read in another way, and the whole of it kept as if it had been read in one. */
	if (baton_redis_busy(redis)) {
		return false;
	}
	bool is_set = set_option(redis, option, value);
	baton_values_changed(&redis->values);
	return is_set;
}

PHP_METHOD(Baton_Redis, setOption)
{
	zend_long option;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(option)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL(baton_redis_set_option(BATON_THIS(), option, value));
}

void baton_redis_get_option(const baton_redis *redis, zend_long option, zval *return_value)
{
	const baton_options *options = &redis->options;
	switch (option) {
		case BATON_OPT_SERIALIZER:
			RETURN_LONG(redis->values.serializer);
		case BATON_OPT_PREFIX:
			if (options->prefix == NULL) {
				RETURN_NULL();
			}
			RETURN_STR_COPY(options->prefix);
		case BATON_OPT_READ_TIMEOUT:
			RETURN_DOUBLE(redis->server.read_timeout);
		case BATON_OPT_SCAN:
			RETURN_LONG(options->scan);
		case BATON_OPT_TCP_KEEPALIVE:
			RETURN_LONG(options->keepalive);
		case BATON_OPT_COMPRESSION:
			RETURN_LONG(redis->values.compression);
		case BATON_OPT_REPLY_LITERAL:
			RETURN_LONG(options->reply_literal);
		case BATON_OPT_COMPRESSION_LEVEL:
			RETURN_LONG(redis->values.level);
		case BATON_OPT_NULL_MULTIBULK_AS_NULL:
			RETURN_LONG(options->null_array_as_null);
		case BATON_OPT_MAX_RETRIES:
			RETURN_LONG(options->max_retries);
		case BATON_OPT_BACKOFF_ALGORITHM:
			RETURN_LONG(options->backoff);
		case BATON_OPT_BACKOFF_BASE:
			RETURN_LONG(options->backoff_base);
		case BATON_OPT_BACKOFF_CAP:
			RETURN_LONG(options->backoff_cap);
		case BATON_OPT_PACK_IGNORE_NUMBERS:
			RETURN_LONG(redis->values.ignore_numbers);
		case BATON_OPT_CLIENT_INVALIDATIONS:
			RETURN_BOOL(!redis->is_silent);
		case BATON_OPT_ALLOW_PATTERNS:
			RETURN_ARR(redis->allowed ? zend_array_dup(redis->allowed) : zend_new_array(0));
		case BATON_OPT_IGNORE_PATTERNS:
			RETURN_ARR(redis->ignored ? zend_array_dup(redis->ignored) : zend_new_array(0));
		case BATON_OPT_PHPREDIS_COMPATIBILITY:
			RETURN_BOOL(!options->nil_is_null);
		case BATON_OPT_CLIENT_TRACKING:
			RETURN_BOOL(!redis->is_untracked);
		case BATON_OPT_THROW_ON_ERROR:
			RETURN_BOOL(options->throws);
		case BATON_OPT_USE_CACHE:
			RETURN_BOOL(redis->use_cache);
		case BATON_OPT_EXACT_TTL:
			RETURN_BOOL(redis->is_exact);
		case BATON_OPT_ADAPTIVE_CACHE:
			RETURN_BOOL(redis->adapts);
		default:
			RETURN_FALSE;
	}
}

PHP_METHOD(Baton_Redis, getOption)
{
	zend_long option;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(option)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis_get_option(BATON_THIS(), option, return_value);
}
