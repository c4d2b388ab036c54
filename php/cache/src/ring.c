/* The servers of an array, and which of them has a key: the one that a distributor names, or the one at the place of its hash, on a line
 * that the servers share evenly or on the ketama ring. What is hashed is what the array's function takes of the key, or what stands in
 * its first braces, or all of it. All of that as PhpRedis has it: programs of both find each other's keys. */
#include "redis_array.h"

#include "ext/hash/php_hash.h"
#include "ext/standard/crc32.h"
#include "ext/standard/md5.h"

/* ---- Servers ---- */

/* "host:port"; without a port it is 6379, and a path has none. */
static void read_host(const zend_string *host, baton_server *server)
{
	const char *text = ZSTR_VAL(host), *colon = strrchr(text, ':');
	bool has_port = colon && colon > text && colon[1] >= '0' && colon[1] <= '9' && strspn(colon + 1, "0123456789") == strlen(colon + 1);
	zend_string_release(server->host);
	server->host = has_port ? zend_string_init(text, colon - text, 0) : zend_string_copy((zend_string *) host);
	server->port = has_port ? ZEND_STRTOL(colon + 1, NULL, 10) : strchr(text, '/') && !strstr(text, "://") ? -1 : 6379;
}

static bool make_server(const baton_names *names, zend_string *host, const baton_ring_options *options, zval *to)
{
	object_init_ex(to, names->redis);
	baton_redis *redis = baton_redis_of(Z_OBJ_P(to));
	baton_server_default(&redis->server);
	baton_options_default(redis);
	read_host(host, &redis->server);
	redis->server.connect_timeout = options->connect_timeout;
	redis->server.read_timeout = options->read_timeout;
	redis->server.persistent = options->persistent;
	redis->server.retry_interval = MAX(options->retry_interval, 0);
	if (options->password) {
		baton_set_credentials(redis, options->user ? zend_string_copy(options->user) : NULL, zend_string_copy(options->password));
	}
	return options->lazy || baton_redis_open(redis);
}

static bool make_servers(baton_ring *ring, const baton_names *names, zend_array *hosts, const baton_ring_options *options)
{
	zval *host;
	ring->hosts = ecalloc(zend_hash_num_elements(hosts), sizeof(*ring->hosts));
	ring->servers = ecalloc(zend_hash_num_elements(hosts), sizeof(*ring->servers));
	ZEND_HASH_FOREACH_VAL(hosts, host) {
		ZVAL_DEREF(host);
		if (Z_TYPE_P(host) != IS_STRING) {
			return false;
		}
		ring->hosts[ring->count] = zend_string_copy(Z_STR_P(host));
		if (!make_server(names, Z_STR_P(host), options, &ring->servers[ring->count++])) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return ring->count > 0;
}

/* ---- The ketama ring: forty digests for each server, each of which is four points ---- */

#define DIGESTS 40
#define POINTS_OF_DIGEST 4

static int compare_points(const void *one, const void *other)
{
	uint32_t a = ((const baton_ring_point *) one)->value, b = ((const baton_ring_point *) other)->value;
	return a < b ? -1 : a > b;
}

static void add_points(baton_ring *ring, uint32_t server, uint32_t number)
{
	unsigned char digest[16];
	PHP_MD5_CTX context;
	zend_string *text = strpprintf(0, "%s-%u", ZSTR_VAL(ring->hosts[server]), number);
	PHP_MD5Init(&context);
	PHP_MD5Update(&context, ZSTR_VAL(text), ZSTR_LEN(text));
	PHP_MD5Final(digest, &context);
	zend_string_release(text);
	for (const unsigned char *part = digest; part < digest + sizeof(digest); part += sizeof(uint32_t)) {
		uint32_t value = (uint32_t) part[3] << 24 | (uint32_t) part[2] << 16 | (uint32_t) part[1] << 8 | part[0];
		ring->points[ring->point_count++] = (baton_ring_point) {value, server};
	}
}

static void make_points(baton_ring *ring)
{
	ring->points = safe_emalloc(ring->count, DIGESTS * POINTS_OF_DIGEST * sizeof(*ring->points), 0);
	for (uint32_t server = 0; server < ring->count; server++) {
		for (uint32_t number = 0; number < DIGESTS; number++) {
			add_points(ring, server, number);
		}
	}
	qsort(ring->points, ring->point_count, sizeof(*ring->points), compare_points);
}

/* The first point that is not before the hash; behind the last one comes the first. */
static uint32_t server_behind(const baton_ring *ring, uint64_t hash)
{
	uint32_t left = 0, right = ring->point_count;
	while (left < right) {
		uint32_t middle = left + (right - left) / 2;
		if (ring->points[middle].value < hash) {
			left = middle + 1;
		} else {
			right = middle;
		}
	}
	return ring->points[left == ring->point_count ? 0 : left].server;
}

/* ---- The whole ---- */

baton_ring *baton_ring_make(const baton_names *names, zend_array *hosts, const baton_ring_options *options)
{
	baton_ring *ring = ecalloc(1, sizeof(*ring));
	ZVAL_COPY(&ring->function, &options->function);
	ZVAL_COPY(&ring->distributor, &options->distributor);
	ring->algorithm = options->algorithm ? zend_string_copy(options->algorithm) : NULL;
	ring->has_index = options->has_index;
	ring->moves_keys = options->moves_keys;
	bool made = make_servers(ring, names, hosts, options);
	if (made && options->previous && zend_hash_num_elements(options->previous) > 0) {
		baton_ring_options of_previous = *options;
		of_previous.previous = NULL;
		ring->previous = baton_ring_make(names, options->previous, &of_previous);
		made = !EG(exception);
	}
	if (!made) {
		baton_ring_free(ring);
		return NULL;
	}
	if (options->consistent) {
		make_points(ring);
	}
	return ring;
}

void baton_ring_free(baton_ring *ring)
{
	if (ring->previous) {
		baton_ring_free(ring->previous);
	}
	for (uint32_t i = 0; i < ring->count; i++) {
		zend_string_release(ring->hosts[i]);
		zval_ptr_dtor(&ring->servers[i]);
	}
	zval_ptr_dtor(&ring->function);
	zval_ptr_dtor(&ring->distributor);
	if (ring->algorithm) {
		zend_string_release(ring->algorithm);
	}
	if (ring->points) {
		efree(ring->points);
	}
	efree(ring->hosts);
	efree(ring->servers);
	efree(ring);
}

zval *baton_ring_server(const baton_ring *ring, const zend_string *host)
{
	for (uint32_t i = 0; i < ring->count; i++) {
		if (zend_string_equals(ring->hosts[i], host)) {
			return &ring->servers[i];
		}
	}
	return NULL;
}

/* ---- Of a key ---- */

/* What a function of the program makes of a key; false, with an exception, where it cannot be called. */
static bool ask_program(const zval *function, const zend_string *key, const char *what, zval *to)
{
	zval argument, callable;
	ZVAL_COPY_VALUE(&callable, function);
	ZVAL_NULL(to);
	if (!zend_is_callable(&callable, 0, NULL)) {
		zend_throw_error(NULL, "Could not call %s function", what);
		return false;
	}
	ZVAL_STR(&argument, (zend_string *) key);
	call_user_function(NULL, NULL, &callable, to, 1, &argument);
	return !EG(exception);
}

/* What of a key is hashed; NULL where the array's function gives no string. */
static zend_string *hashed_part(const baton_ring *ring, const zend_string *key)
{
	zval part;
	if (Z_TYPE(ring->function) != IS_NULL) {
		if (ask_program(&ring->function, key, "extractor", &part) && Z_TYPE(part) == IS_STRING) {
			return Z_STR(part);
		}
		zval_ptr_dtor(&part);
		return NULL;
	}
	const char *open = strchr(ZSTR_VAL(key), '{'), *close = open ? strchr(open + 1, '}') : NULL;
	return close ? zend_string_init(open + 1, close - open - 1, 0) : zend_string_copy((zend_string *) key);
}

static uint32_t crc32_of(const zend_string *text)
{
	uint32_t crc = 0xffffffff;
	for (size_t i = 0; i < ZSTR_LEN(text); i++) {
		crc = (crc >> 8) ^ crc32tab[(crc ^ (unsigned char) ZSTR_VAL(text)[i]) & 0xff];
	}
	return crc;
}

/* The first eight bytes of a digest, as a number of this machine; CRC-32 where PHP knows no such algorithm. */
static uint64_t hash_of(const baton_ring *ring, const zend_string *text)
{
	const php_hash_ops *ops = ring->algorithm ? php_hash_fetch_ops(ring->algorithm) : NULL;
	if (ops == NULL) {
		return crc32_of(text);
	}
	uint64_t hash = 0xffffffff;
	void *context = php_hash_alloc_context(ops);
	unsigned char *digest = emalloc(ops->digest_size);
	ops->hash_init(context, NULL);
	ops->hash_update(context, (const unsigned char *) ZSTR_VAL(text), ZSTR_LEN(text));
	ops->hash_final(digest, context);
	memcpy(&hash, digest, MIN(sizeof(hash), ops->digest_size));
	efree(digest);
	efree(context);
	return hash % 0xffffffff;
}

int64_t baton_ring_find(const baton_ring *ring, const zend_string *key)
{
	zend_string *part = hashed_part(ring, key);
	int64_t found = -1;
	if (part == NULL) {
		return -1;
	}
	if (Z_TYPE(ring->distributor) != IS_NULL) {
		zval number;
		if (ask_program(&ring->distributor, key, "distributor", &number) && Z_TYPE(number) == IS_LONG
			&& Z_LVAL(number) >= 0 && Z_LVAL(number) < ring->count) {
			found = Z_LVAL(number);
		}
		zval_ptr_dtor(&number);
	} else {
		uint64_t hash = hash_of(ring, part);
		/* The one hash that would be behind the last server belongs to it. */
		found = ring->points ? server_behind(ring, hash) : MIN((hash ^ 0xffffffff) * ring->count / 0xffffffff, ring->count - 1);
	}
	zend_string_release(part);
	return found;
}
