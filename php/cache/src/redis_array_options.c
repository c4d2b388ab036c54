/* Options of an array: the constructor's, or php.ini's of an array with a name, whose settings are each "name=value&other=value". */
#include "redis_array.h"

#include "SAPI.h"
#include "php_variables.h"
#include "zend_ini.h"

static zval *option(zend_array *from, const char *name)
{
	return zend_hash_str_find_deref(from, name, strlen(name));
}

static bool is_on(zend_array *from, const char *name)
{
	zval *value = option(from, name);
	return value && zend_is_true(value);
}

static double seconds(zend_array *from, const char *name)
{
	zval *value = option(from, name);
	return value ? zval_get_double(value) : 0;
}

static void read_function(zend_array *from, const char *name, zval *to)
{
	zval *value = option(from, name);
	if (value) {
		ZVAL_COPY(to, value);
	} else {
		ZVAL_NULL(to);
	}
}

void baton_ring_read_options(zend_array *from, baton_ring_options *options)
{
	zval *previous = option(from, "previous"), *algorithm = option(from, "algorithm"), *auth = option(from, "auth");
	zval *retry_interval = option(from, "retry_interval");
	memset(options, 0, sizeof(*options));
	options->previous = previous && Z_TYPE_P(previous) == IS_ARRAY ? Z_ARRVAL_P(previous) : NULL;
	options->algorithm = algorithm && Z_TYPE_P(algorithm) == IS_STRING ? zend_string_copy(Z_STR_P(algorithm)) : NULL;
	read_function(from, "function", &options->function);
	read_function(from, "distributor", &options->distributor);
	if (auth) {
		baton_credentials(auth, &options->user, &options->password);
	}
	options->has_index = is_on(from, "index");
	options->moves_keys = is_on(from, "autorehash");
	options->persistent = is_on(from, "pconnect");
	options->lazy = is_on(from, "lazy_connect");
	options->consistent = is_on(from, "consistent");
	options->retry_interval = retry_interval ? zval_get_long(retry_interval) : 0;
	options->connect_timeout = seconds(from, "connect_timeout");
	options->read_timeout = seconds(from, "read_timeout");
}

void baton_ring_options_free(baton_ring_options *options)
{
	zend_string *strings[] = {options->algorithm, options->user, options->password};
	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	zval_ptr_dtor(&options->function);
	zval_ptr_dtor(&options->distributor);
}

/* ---- Arrays by name ---- */

/* What the constructor's options are called in php.ini. */
static const struct { const char *setting, *option; } settings[] = {
	{"algorithm", "algorithm"}, {"auth", "auth"}, {"autorehash", "autorehash"}, {"connecttimeout", "connect_timeout"},
	{"consistent", "consistent"}, {"distributor", "distributor"}, {"functions", "function"}, {"index", "index"},
	{"lazyconnect", "lazy_connect"}, {"pconnect", "pconnect"}, {"readtimeout", "read_timeout"}, {"retryinterval", "retry_interval"},
};

/* A setting of PhpRedis: of this request where somebody has declared it, else as php.ini has it. */
static const char *setting(const char *what)
{
	zend_string *name = strpprintf(0, "redis.arrays.%s", what);
	const char *value = NULL;
	zend_string *declared = zend_ini_get_value(name);
	if (declared) {
		value = ZSTR_VAL(declared);
	} else {
		cfg_get_string(ZSTR_VAL(name), (char **) &value);
	}
	zend_string_release(name);
	return value ? value : "";
}

/* What a setting says of an array; undefined where it says nothing. */
static void read_setting(const char *what, const zend_string *name, zval *to)
{
	const char *text = setting(what);
	zval all, *found;
	ZVAL_UNDEF(to);
	if (*text == '\0') {
		return;
	}
	array_init(&all);
	sapi_module.treat_data(PARSE_STRING, estrdup(text), &all);
	found = zend_hash_find(Z_ARRVAL(all), (zend_string *) name);
	if (found) {
		ZVAL_COPY(to, found);
	}
	zval_ptr_dtor(&all);
}

static bool is_listed(const zend_string *name)
{
	for (const char *at = setting("names"); *at; at += *at == ',') {
		size_t len = strcspn(at, ",");
		if (len == ZSTR_LEN(name) && memcmp(at, ZSTR_VAL(name), len) == 0) {
			return true;
		}
		at += len;
	}
	return false;
}

/* False where no setting names the array. Both lists of hosts are the caller's. */
bool baton_ring_read_named(const zend_string *name, zval *hosts, zval *previous, baton_ring_options *options)
{
	zval all;
	ZVAL_UNDEF(hosts);
	ZVAL_UNDEF(previous);
	if (!is_listed(name)) {
		return false;
	}
	array_init(&all);
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		zval value;
		read_setting(settings[i].setting, name, &value);
		if (!Z_ISUNDEF(value)) {
			add_assoc_zval(&all, settings[i].option, &value);
		}
	}
	baton_ring_read_options(Z_ARRVAL(all), options);
	zval_ptr_dtor(&all);
	read_setting("hosts", name, hosts);
	read_setting("previous", name, previous);
	options->previous = Z_TYPE_P(previous) == IS_ARRAY ? Z_ARRVAL_P(previous) : NULL;
	return Z_TYPE_P(hosts) == IS_ARRAY;
}
