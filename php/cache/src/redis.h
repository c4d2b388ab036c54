/* What the files of Baton\Redis share.
 *
 * A command goes through three steps that know nothing of each other, so that a cluster can choose the node between the first
 * and the second, and a cache can answer instead of the second: its arguments are built from PHP's (arguments.h), they are sent
 * (redis_run.c), and the reply becomes a value of PHP (replies.h). commands.def says for each method what the three do. */
#ifndef BATON_CACHE_REDIS_H
#define BATON_CACHE_REDIS_H

#include "php_baton_cache.h"

#include "client.h"

#include "arguments.h"
#include "names.h"
#include "queue.h"
#include "values.h"

/* Names that PHP 8.1 does not have yet. */
#if PHP_VERSION_ID < 80200
# include "ext/standard/php_string.h"
# define zend_string_toupper php_string_toupper
#endif
#ifndef ZVAL_STRINGL_FAST
# define ZVAL_STRINGL_FAST(to, bytes, len) ZVAL_STR(to, zend_string_init_fast(bytes, len))
#endif

extern zend_class_entry *baton_redis_ce;
extern zend_class_entry *baton_redis_exception_ce;

/* What is being done with commands; MULTI may stand within a PIPELINE. */
enum {
	BATON_ATOMIC = 0,
	BATON_MULTI = 1,
	BATON_PIPELINE = 2,
	BATON_SUBSCRIBED = 4, /* returned by getMode() alone */
};

/* How SCAN and its relatives behave; bits of OPT_SCAN. */
enum {
	BATON_SCAN_NORETRY = 0,
	BATON_SCAN_RETRY = 1,
	BATON_SCAN_PREFIX = 2,
	BATON_SCAN_NOPREFIX = 3,
};

/* Options, with PhpRedis's numbers. */
enum {
	BATON_OPT_SERIALIZER = 1,
	BATON_OPT_PREFIX = 2,
	BATON_OPT_READ_TIMEOUT = 3,
	BATON_OPT_SCAN = 4,
	BATON_OPT_TCP_KEEPALIVE = 6,
	BATON_OPT_COMPRESSION = 7,
	BATON_OPT_REPLY_LITERAL = 8,
	BATON_OPT_COMPRESSION_LEVEL = 9,
	BATON_OPT_NULL_MULTIBULK_AS_NULL = 10,
	BATON_OPT_MAX_RETRIES = 11,
	BATON_OPT_BACKOFF_ALGORITHM = 12,
	BATON_OPT_BACKOFF_BASE = 13,
	BATON_OPT_BACKOFF_CAP = 14,
	BATON_OPT_PACK_IGNORE_NUMBERS = 15,
	/* Relay's. */
	BATON_OPT_PHPREDIS_COMPATIBILITY = 100,
	BATON_OPT_CLIENT_INVALIDATIONS = 101,
	BATON_OPT_ALLOW_PATTERNS = 102,
	BATON_OPT_IGNORE_PATTERNS = 103,
	BATON_OPT_USE_CACHE = 104,
	BATON_OPT_CLIENT_TRACKING = 105,
	BATON_OPT_THROW_ON_ERROR = 106,
	BATON_OPT_ADAPTIVE_CACHE = 109,
	/* Ours. */
	BATON_OPT_EXACT_TTL = 200,
};

/* Kinds of subscription: each has callbacks of its own. */
enum {
	BATON_CHANNELS,
	BATON_PATTERNS,
	BATON_SHARD_CHANNELS,
	BATON_SUBSCRIPTIONS,
};

/* Where the server is and how it is reached; seconds as PHP gave them. */
typedef struct {
	zend_string *host;
	zend_long port;
	double connect_timeout;
	double read_timeout;
	zend_long retry_interval; /* milliseconds between the tries to connect again */
	bool persistent;
	zend_string *persistent_id; /* NULL for none */
	zend_string *user; /* NULL for none */
	zend_string *password; /* NULL for none */
	zend_array *tls; /* options of PHP's context "ssl", NULL for none */
	zend_long database; /* to be in once connected */
} baton_server;

/* What setOption() changes, apart from what belongs to values (values.h). */
typedef struct {
	zend_string *prefix; /* NULL for none */
	zend_long scan;
	bool reply_literal;
	bool null_array_as_null;
	bool keepalive;
	/* What the server refuses is thrown, of whatever kind it is. */
	bool throws;
	/* One value that is not there is null, and not false as in PhpRedis, so that it can be distinguished from a stored false; and errors are thrown. */
	bool nil_is_null;
	zend_long max_retries;
	zend_long backoff;
	zend_long backoff_base; /* milliseconds */
	zend_long backoff_cap; /* milliseconds */
} baton_options;

typedef struct baton_listening baton_listening;

struct baton_redis {
	/* NULL until connect() or the constructor has said where the server is. */
	bc_connection *connection;
	/* Under which the connection goes to the pool, as it was when it was made: auth() comes later. NULL if it does not. */
	zend_string *pool_key;
	baton_server server;
	baton_options options;
	baton_values values;
	/* The next four are read at once; see baton_cached_answers. What is being done with commands: BATON_ATOMIC … */
	uint8_t mode;
	/* Of a connection that WATCH was sent on, and not yet EXEC, DISCARD or UNWATCH. */
	bool watching;
	/* Patterns say which keys are kept, or counts do, or somebody listens: the short way of get() looks at none of these. */
	bool has_patterns;
	/* Whether replies of this connection are kept; cached.h. */
	bool cached;
	/* A value of a reply is being unserialised, which may run code of the program: until the rest of the reply was read, nothing
	 * else may be done with the connection. */
	bool unpacking;
	zend_long database;
	/* Whether the program wants replies to be kept, also of what it connects to next. */
	bool use_cache;
	/* The server is not asked to report changes of what this object reads: that is answered from what others have cached, and not cached itself. */
	bool is_untracked;
	/* Listeners of this host hear of what this object changes from the server alone. */
	bool is_silent;
	/* What is kept expires by itself; exact_ttl.c. */
	bool is_exact;
	/* The server knows something of the connection that another object should not find. */
	bool is_personal;
	/* Messages of RESP3 are read as replies: while a subscription is read, and after a raw command that subscribes. */
	bool takes_messages;
	/* Patterns of keys that alone are kept, and of those that are not, beside the settings'; NULL for none. */
	zend_array *allowed;
	zend_array *ignored;
	bool adapts; /* what OPT_ADAPTIVE_CACHE was set to; it has no effect */
	/* Callbacks for what changes, NULL for none; redis_events.c. */
	baton_listening *listening;
	/* Keys that commands in the queue change (true) or read (null), NULL for none; and whether some may change any. */
	zend_array *changed;
	bool changed_all;
	/* The server's last error, NULL for none; and how many there were. */
	zend_string *error;
	uint64_t errors;
	/* Whose replies EXEC will bring, or the pipeline. */
	baton_queue queue;
	/* Callbacks by channel or pattern; NULL where nothing is subscribed to. */
	zend_array *subscriptions[BATON_SUBSCRIPTIONS];
	/* Of a sentinel: whether others are asked where it cannot be reached, and which, as [host, port]; NULL until they were asked for. */
	bool discovers;
	zend_array *peers;
	/* Those of the object's class, or of the cluster's whose node it is. */
	const baton_names *names;
	/* Of a cluster's node: what the callbacks get instead of it, the cluster. NULL for none; cluster.h. */
	zend_object *cluster;
	/* Where a cluster's node sent the last command instead of answering it: BATON_MOVED ..., and how often its connection failed. */
	int redirection;
	int failure_code;
	uint64_t failures;
	zend_object std;
};

static zend_always_inline baton_redis *baton_redis_of(zend_object *object)
{
	return (baton_redis *) ((char *) object - XtOffsetOf(baton_redis, std));
}

/* Whether what the server refuses is thrown, of whatever kind it is. */
static zend_always_inline bool baton_throws_all(const baton_options *options)
{
	return options->throws || options->nil_is_null;
}

/* How one value that is not there is returned. */
static zend_always_inline void baton_nil(const baton_redis *redis, zval *to)
{
	if (UNEXPECTED(redis->options.nil_is_null)) {
		ZVAL_NULL(to);
	} else {
		ZVAL_FALSE(to);
	}
}

#define BATON_THIS() baton_redis_of(Z_OBJ_P(ZEND_THIS))

/* What a cluster's node says where it does not answer. */
enum {
	BATON_ANSWERED = 0,
	BATON_MOVED, /* the slot is another node's */
	BATON_ASK, /* this key may be another node's already */
	BATON_TRY_AGAIN, /* a slot is on its way, with some of the keys */
	BATON_CLUSTER_DOWN,
	BATON_LOADING,
	BATON_MASTER_DOWN, /* a replica that does not know what is new */
};

/* What is thrown for a connection. */
static zend_always_inline zend_class_entry *baton_redis_throws(const baton_redis *redis)
{
	return redis->cluster ? redis->names->cluster_exception : redis->names->exception;
}

/* redis.c */
void baton_cache_register_redis(void);

/* redis_connect.c: what the settings say becomes a connection, and back. */
void baton_server_default(baton_server *server);
void baton_options_default(baton_redis *redis);
void baton_redis_forget_server(baton_redis *redis);
void baton_redis_drop(baton_redis *redis);
bool baton_redis_prepare(baton_redis *redis);
/* The credentials are others: a connection that was left behind with these is taken instead, and only one with these will find this one. */
void baton_redis_repool(baton_redis *redis);
uint32_t baton_read_timeout(const baton_server *server);

/* redis_construct.c: settings by name; false with an exception. */
bool baton_redis_configure(baton_redis *redis, zend_array *settings);

/* redis_auth.c: credentials in PHP's forms; false if there are none in it. Both strings are the caller's. */
bool baton_credentials(zval *from, zend_string **user, zend_string **password);
void baton_set_credentials(baton_redis *redis, zend_string *user, zend_string *password);

/* redis_options.c: false for an option or a value that does not exist, and with an exception while a reply is being unserialised. */
bool baton_redis_set_option(baton_redis *redis, zend_long option, zval *value);
void baton_redis_get_option(const baton_redis *redis, zend_long option, zval *return_value);

/* redis_patterns.c: patterns are a string, a list of strings, or null for none; false for anything else. */
bool baton_redis_set_patterns(baton_redis *redis, zend_array **patterns, const zval *value);

/* redis_run.c */

/* Throws, and is true, where the program uses the object while a reply of it is being unserialised. */
bool baton_redis_busy(const baton_redis *redis);

/* Connects unless it is connected; false with an exception. */
bool baton_redis_open(baton_redis *redis);

/* Sends what was built and turns the reply into `to`; in a pipeline or transaction notes what is to be done with it, and `to`
 * becomes the object itself. */
void baton_redis_execute(baton_call *call, zend_object *self, zval *to);

/* Sends and reads, outside of pipelines and transactions. */
void baton_redis_ask(baton_call *call, zval *to);

/* All three steps, which is what most methods are. */
void baton_redis_run(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command);

/* Sends a command whose reply the caller reads; false with an exception. One that is repeatable is sent again when the
 * connection turns out to be lost, even if the server may have run it. */
bool baton_redis_send(baton_redis *redis, const baton_arguments *arguments, bool repeatable);

/* The next node of the reply; false with an exception. */
bool baton_redis_next(baton_redis *redis, bc_node *node);

/* Throws, unless no PHP code runs any more, as when a session is stored behind the end of a program: nobody is there to catch it. */
void baton_throw(zend_class_entry *ce, const char *text);

/* By which programs for Relay tell what a message is about: the connection, or what the server said. */
#define BATON_RELAY_IO "RELAY_ERR_IO"
#define BATON_RELAY_REDIS "RELAY_ERR_REDIS"

/* A message, which says what it is about where the names are Relay's. */
zend_string *baton_redis_words(const baton_redis *redis, const char *text, const char *kind);

/* Throws what went wrong with the connection, which is closed with all that stood on it. */
void baton_redis_fail(baton_redis *redis, const bc_failure *failure);

/* redis_relay.c: what getWithMeta() says: the value, which is taken over, and whether memory had it. */
void baton_tell_with_meta(zval *to, zval *value, bool cached);

/* transactions.c: MULTI and EXEC on one connection, whose commands are sent as they come. */
bool baton_redis_begin(baton_redis *redis);
void baton_redis_commit(baton_redis *redis, zval *results);
bool baton_redis_discard(baton_redis *redis);

/* Leaves pipelines, transactions and subscriptions: the socket they stood on is gone. */
void baton_redis_reset(baton_redis *redis);

/* Remembers what the server said. Throws it if PhpRedis would, `loud` unless a kind of reply never throws; or if the options want that,
 * and it is the reply to one command and no element of a pipeline's or a transaction's. */
void baton_redis_server_error(baton_redis *redis, const bc_node *node, bool loud);

#endif
