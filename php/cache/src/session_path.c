/* session.save_path, as PhpRedis has it.
 *
 *   tcp://127.0.0.1:6379?auth=secret&prefix=app:, unix:///run/redis.sock?weight=2     one server or several, each with its weight
 *   seed[]=host:7000&seed[]=host:7001&timeout=2&auth=secret                           a cluster
 *
 * A server has the parameters weight, timeout, read_timeout (seconds), retry_interval (milliseconds), persistent, persistent_id, auth, database,
 * prefix and stream (the context of TLS); a cluster timeout, read_timeout, persistent, auth, prefix, failover and stream. */
#include "session.h"

#include "SAPI.h"
#include "ext/standard/url.h"
#include "php_variables.h"
#include "zend_exceptions.h"

/* How long PhpRedis waits for a server: a day. */
#define TIMEOUT 86400.0

static zval *find(zval *parameters, const char *name)
{
	return zend_hash_str_find_deref(Z_ARRVAL_P(parameters), name, strlen(name));
}

static zend_long integer(zval *parameters, const char *name, zend_long otherwise)
{
	zval *value = find(parameters, name);
	return value ? zval_get_long(value) : otherwise;
}

static double seconds(zval *parameters, const char *name, double otherwise)
{
	zval *value = find(parameters, name);
	return value ? zval_get_double(value) : otherwise;
}

/* A flag in a query is a word. */
static bool flag(zval *parameters, const char *name)
{
	zval *value = find(parameters, name);
	return value && (Z_TYPE_P(value) == IS_STRING
		? BATON_ZVAL_IS(value, "true") || BATON_ZVAL_IS(value, "yes") || BATON_ZVAL_IS(value, "on") || atoi(Z_STRVAL_P(value)) != 0
		: zend_is_true(value));
}

static zend_string *text(zval *parameters, const char *name)
{
	zval *value = find(parameters, name);
	return value && Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
}

static void read_query(const char *query, zval *to)
{
	array_init(to);
	if (query) {
		sapi_module.treat_data(PARSE_STRING, estrdup(query), to);
	}
}

/* What both kinds have in common. */
static void set_access(baton_redis *redis, zval *parameters)
{
	zval *auth = find(parameters, "auth"), *stream = find(parameters, "stream");
	zend_string *user, *password;
	if (auth && baton_credentials(auth, &user, &password)) {
		baton_set_credentials(redis, user, password);
	}
	if (stream && Z_TYPE_P(stream) == IS_ARRAY) {
		redis->server.tls = zend_array_dup(Z_ARRVAL_P(stream));
	}
	redis->server.persistent = flag(parameters, "persistent");
	/* A session is read once, by the request that writes it next. */
	redis->use_cache = false;
}

/* ---- Servers ---- */

static void wrong_path(const char *path, size_t at, size_t len)
{
	php_error_docref(NULL, E_WARNING, "Failed to parse session.save_path (error at offset %zu, url was '%.*s')", at, (int) len, path + at);
}

static baton_redis *make_server(const php_url *url, zval *parameters)
{
	zval object;
	object_init_ex(&object, baton_redis_ce);
	baton_redis *redis = baton_redis_of(Z_OBJ(object));
	baton_options_default(redis);
	if (url->host) {
		redis->server.host = url->scheme ? strpprintf(0, "%s://%s", ZSTR_VAL(url->scheme), ZSTR_VAL(url->host)) : zend_string_copy(url->host);
		redis->server.port = url->port ? url->port : 6379;
	} else {
		redis->server.host = zend_string_copy(url->path);
		redis->server.port = -1;
	}
	redis->server.connect_timeout = seconds(parameters, "timeout", TIMEOUT);
	redis->server.read_timeout = seconds(parameters, "read_timeout", 0);
	redis->server.retry_interval = MAX(integer(parameters, "retry_interval", 0), 0);
	redis->server.database = MAX(integer(parameters, "database", 0), 0);
	redis->server.persistent_id = text(parameters, "persistent_id");
	set_access(redis, parameters);
	return redis;
}

/* PHP's reader of URLs takes a path without a host for a file alone. */
static php_url *parse_url(const char *at, size_t len)
{
	if (len > 5 && strncmp(at, "unix:", 5) == 0) {
		zend_string *file = zend_string_concat2(ZEND_STRL("file:"), at + 5, len - 5);
		php_url *url = php_url_parse_ex(ZSTR_VAL(file), ZSTR_LEN(file));
		zend_string_release(file);
		return url;
	}
	return php_url_parse_ex(at, len);
}

static bool add_server(baton_session *session, const char *path, size_t at, size_t len)
{
	php_url *url = parse_url(path + at, len);
	if (url == NULL) {
		wrong_path(path, at, len);
		return false;
	}
	zval parameters;
	read_query(url->query ? ZSTR_VAL(url->query) : NULL, &parameters);
	zend_long weight = integer(&parameters, "weight", 1);
	bool usable = (url->host || url->path) && weight > 0 && weight < INT_MAX && seconds(&parameters, "timeout", TIMEOUT) > 0;
	if (usable) {
		session->servers = safe_erealloc(session->servers, session->server_count + 1, sizeof(baton_session_server), 0);
		session->servers[session->server_count++] = (baton_session_server) {
			make_server(url, &parameters), text(&parameters, "prefix"), weight,
		};
		session->total_weight += weight;
	} else {
		wrong_path(path, at, len);
	}
	zval_ptr_dtor(&parameters);
	php_url_free(url);
	return usable;
}

static bool separates(char letter)
{
	return letter == ',' || isspace((unsigned char) letter);
}

static bool open_servers(baton_session *session, const char *path)
{
	size_t len = strlen(path);
	for (size_t at = 0, end; at < len; at = end) {
		while (at < len && separates(path[at])) {
			at++;
		}
		for (end = at; end < len && !separates(path[end]);) {
			end++;
		}
		if (end > at && !add_server(session, path, at, end - at)) {
			return false;
		}
	}
	if (session->server_count == 0) {
		php_error_docref(NULL, E_WARNING, "session.save_path names no server: it may be tcp://127.0.0.1:6379, unix:///path, or seed[]=host:port");
		return false;
	}
	return true;
}

/* ---- A cluster ---- */

/* As OPT_SLAVE_FAILOVER numbers it. */
static zend_long failover_of(zval *parameters)
{
	zval *value = find(parameters, "failover");
	if (value && BATON_ZVAL_IS(value, "error")) {
		return 1;
	}
	return value && BATON_ZVAL_IS(value, "distribute") ? 2 : 0;
}

static bool open_cluster(baton_session *session, zval *parameters, zval *seeds)
{
	zval object;
	zend_object *before = EG(exception);
	object_init_ex(&object, baton_cluster_ce);
	baton_cluster *cluster = session->cluster = baton_cluster_of(Z_OBJ(object));
	set_access(&cluster->front, parameters);
	session->cluster_prefix = text(parameters, "prefix");
	baton_cluster_set_replica_failover(&cluster->reading, failover_of(parameters));
	if (baton_cluster_begin(cluster, Z_ARRVAL_P(seeds), seconds(parameters, "timeout", 0), seconds(parameters, "read_timeout", 0))) {
		return true;
	}
	if (EG(exception) && !before) {
		zend_clear_exception();
	}
	php_error_docref(NULL, E_WARNING, "session.save_path: no cluster answers at its seeds");
	return false;
}

/* ---- Both ---- */

static void read_compression(baton_session *session)
{
	static const char *const names[] = {"none", "lzf", "zstd", "lz4"};
	char name[64];
	snprintf(name, sizeof(name), "%scompression", session->settings);
	const char *compression = zend_ini_string(name, strlen(name), 0);
	for (zend_long i = 0; compression && i < BATON_COMPRESSIONS; i++) {
		if (strcasecmp(compression, names[i]) == 0) {
			session->values.compression = i;
		}
	}
	session->values.level = baton_session_setting(session, "compression_level");
}

bool baton_session_open(baton_session *session, const char *path)
{
	zval parameters, *seeds;
	read_compression(session);
	if (strncmp(path, "seed", 4) != 0 && strstr(path, "&seed") == NULL) {
		return open_servers(session, path);
	}
	read_query(path, &parameters);
	seeds = find(&parameters, "seed");
	bool open = seeds && Z_TYPE_P(seeds) == IS_ARRAY && open_cluster(session, &parameters, seeds);
	zval_ptr_dtor(&parameters);
	return open;
}

static void release(zend_string *string)
{
	if (string) {
		zend_string_release(string);
	}
}

void baton_session_close(baton_session *session)
{
	for (uint32_t i = 0; i < session->server_count; i++) {
		OBJ_RELEASE(&session->servers[i].redis->std);
		release(session->servers[i].prefix);
	}
	if (session->servers) {
		efree(session->servers);
	}
	if (session->cluster) {
		OBJ_RELEASE(&session->cluster->front.std);
	}
	release(session->cluster_prefix);
	release(session->id);
	release(session->lock);
	release(session->secret);
	efree(session);
}
