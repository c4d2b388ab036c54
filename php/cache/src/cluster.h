/* What the files of Baton\RedisCluster share.
 *
 * A cluster is a map of slots, and for each node an object like those of Baton\Redis, which sends, reads and keeps as any other does. What
 * is here is which node a command goes to, and what happens if it does not answer (cluster_run.c). The cluster's own object is one of Redis,
 * too, that is never connected: it has the options, and builds the arguments of commands. */
#ifndef BATON_CACHE_CLUSTER_H
#define BATON_CACHE_CLUSTER_H

#include "redis.h"

#include "../rust/include/decide.h"

#define BATON_SLOTS 16384

/* Options that Redis has not; cluster_options.c. */
#define BATON_OPT_REPLICA_FAILOVER 5
#define BATON_OPT_DISTRIBUTE 16
#define BATON_OPT_FAILOVER 17
#define BATON_OPT_AVAILABILITY_ZONE 110

/* Who is asked what only reads: a primary; that or a replica; or a replica, one of them or any that can be reached. */
typedef enum {
	BATON_DISTRIBUTE_NONE,
	BATON_DISTRIBUTE_RANDOM,
	BATON_DISTRIBUTE_RANDOM_REPLICA,
	BATON_DISTRIBUTE_REPLICAS,
	BATON_DISTRIBUTE_ALL,
} baton_distribution;

/* Who is asked where none of them can be reached. */
typedef enum {
	BATON_FAILOVER_NONE = 0,
	BATON_FAILOVER_RANDOM_REPLICA = 4,
	BATON_FAILOVER_PRIMARY,
	BATON_FAILOVER_REPLICAS,
	BATON_FAILOVER_ALL,
} baton_failover;

typedef struct {
	baton_distribution distribution;
	baton_failover failover;
	/* Replicas of this zone come first, as far as the cluster says which they are of; NULL for none. */
	zend_string *zone;
} baton_cluster_reading;

/* The option that has both in one: 0 to 3, or -1 for what it has no number for. False for another number. */
bool baton_cluster_set_replica_failover(baton_cluster_reading *reading, zend_long number);
zend_long baton_cluster_replica_failover(const baton_cluster_reading *reading);

extern zend_class_entry *baton_cluster_ce;
extern zend_class_entry *baton_cluster_exception_ce;

typedef struct {
	zend_string *host;
	zend_long port;
	/* NULL until something was asked of it. */
	baton_redis *redis;
	/* Whether the map names it; what the map does not name goes with the next one. */
	bool mapped;
	bool replica;
	/* The zone that the cluster says it is in, NULL where it says none. */
	zend_string *zone;
	/* The connection that was asked to answer as a replica; bc_connection_generation. */
	uint64_t readonly;
	/* When it could not be reached last, in milliseconds; 0 for never, or since it was. */
	int64_t lost;
	/* When a command last stopped waiting for it; the same. */
	int64_t given_up;
	/* What EXEC brought of it, and how much of that was handed out. */
	zval results;
	uint32_t handed;
} baton_node;

/* Nodes with the same slots. */
typedef struct {
	baton_node *primary;
	baton_node **replicas;
	uint32_t replica_count;
} baton_shard;

#include "cluster_batch.h"

typedef struct baton_cluster {
	/* "host:port" of where to ask for the map first. */
	zend_array *seeds;
	zend_array *nodes; /* by "host:port" */
	baton_shard *shards;
	uint32_t shard_count;
	uint16_t slots[BATON_SLOTS]; /* the shard's number, from 1; 0: nobody has it */
	/* Slots that keys were sent on from one by one, since the map was made. */
	uint64_t leaving[BATON_SLOTS / 64];
	int64_t mapped_at; /* milliseconds; 0: there is no map */
	/* Since it was made again, nodes that it does not name may have gone. */
	bool changed;
	/* How long a command may take until it has found its node, in milliseconds. */
	int64_t retry_for;
	baton_cluster_reading reading;
	zend_string *sent_on; /* "host:port" of the last redirection, NULL for none */
	/* Commands that no node answered. */
	uint64_t failures;
	/* Calls under way, one within the other: nodes do not go meanwhile. */
	uint32_t busy;
	uint64_t chance;
	/* What waits for exec(); and of a pipeline with transactions in it, what stands before that. */
	baton_batch batch;
	baton_segment *segments;
	uint32_t segment_count;
	/* The object that listens to messages; NULL where none does. */
	baton_redis *listener;
	/* Callbacks for what changes, which each node's object has; NULL for none. cluster_events.c */
	struct baton_cluster_callback *callbacks;
	uint32_t callback_count;
	/* The others of this thread, for invalidateSlotCaches(). */
	struct baton_cluster *before, *after;
	/* Options, and what commands are built by; never connected. Last, for it ends with the object. */
	baton_redis front;
} baton_cluster;

static zend_always_inline baton_cluster *baton_cluster_of(zend_object *object)
{
	return (baton_cluster *) ((char *) object - XtOffsetOf(baton_cluster, front.std));
}

#define BATON_CLUSTER_THIS() baton_cluster_of(Z_OBJ_P(ZEND_THIS))

/* cluster.c */
void baton_cache_register_cluster(void);
int64_t baton_cluster_now(void);
void baton_cluster_throw(const baton_cluster *cluster, const char *text);

/* cluster_construct.c: "host:port", or with a scheme; false if it names none. */
bool baton_cluster_seed(const zend_string *seed, zend_string **host, zend_long *port);
/* Takes seeds; false with an exception where there is none, or where none of them answers. */
bool baton_cluster_begin(baton_cluster *cluster, zend_array *seeds, double timeout, double read_timeout);

/* cluster_nodes.c */

/* Whether a node that another one names is a name or an address, and nothing more: neither a path nor a scheme. */
bool baton_cluster_is_host(const zend_string *host);
/* The digits of a port, and nothing behind them. */
bool baton_cluster_port(const char *text, zend_long *port);
/* The node at a place; of one that is new, nothing is asked yet. */
baton_node *baton_cluster_node(baton_cluster *cluster, zend_string *host, zend_long port);
baton_redis *baton_cluster_connection(baton_cluster *cluster, zend_string *host, zend_long port);
/* Throws, and is true, where the program uses a node while replies of it are being read. */
bool baton_node_busy(const baton_node *node);
/* Whether that is so of any node. */
bool baton_cluster_busy(const baton_cluster *cluster);
/* Connects unless it is connected; false without an exception. */
bool baton_node_open(baton_cluster *cluster, baton_node *node);
/* Has a replica answer; false if it does not, without an exception. */
bool baton_node_readonly(baton_node *node);
void baton_cluster_free_nodes(baton_cluster *cluster);
void baton_cluster_forget_unmapped(baton_cluster *cluster);

/* cluster_map.c */

/* Asks who has which slots; false, and all as it was, if nobody answers. */
bool baton_cluster_map(baton_cluster *cluster);
void baton_cluster_free_map(baton_cluster *cluster);
/* The shard of a slot, NULL where nobody has it. */
static zend_always_inline const baton_shard *baton_cluster_shard(const baton_cluster *cluster, int slot)
{
	return cluster->slots[slot] ? &cluster->shards[cluster->slots[slot] - 1] : NULL;
}
/* Whether what is kept of a node's keys may be believed to be the cluster's. */
bool baton_cluster_is_fresh(const baton_cluster *cluster);

/* cluster_run.c */

/* Which node is to be asked. */
typedef struct {
	int slot; /* -1: any primary */
	baton_node *only; /* this one and no other, if it is not NULL */
	bool reads; /* a replica may answer */
	bool repeatable; /* does no harm if it runs twice */
} baton_way;

/* Asks one node, through an open connection. `alone`: the next command on it has to be this, and nothing is kept of it. */
typedef void (*baton_question)(baton_redis *redis, void *with, bool alone, zval *to);

/* Asks until a node answers; `to` is false, with an exception, if none does. */
void baton_cluster_ask(baton_cluster *cluster, const baton_way *way, baton_question question, void *with, zval *to);
/* Throws what a server has refused in this call, where the options want that. */
void baton_cluster_throw_error(const baton_cluster *cluster);
/* Takes over what a node's server said last, if there are more errors of it than before. */
void baton_cluster_take_error(baton_cluster *cluster, const baton_redis *redis, uint64_t before);
/* The program asks for something: what was said of the call before it is over, as PhpRedis has it in clusters. */
static zend_always_inline void baton_cluster_forget_error(baton_cluster *cluster)
{
	if (UNEXPECTED(cluster->front.error != NULL)) {
		zend_string_release(cluster->front.error);
		cluster->front.error = NULL;
	}
}

/* cluster_choose.c */

/* A node that nobody could wait for is not waited for again so soon, in milliseconds. */
#define BATON_GIVEN_UP_MS 3000
static zend_always_inline bool baton_node_is_lost(const baton_node *node)
{
	return node->lost && baton_cluster_now() - node->lost < BATON_GIVEN_UP_MS;
}
/* The node for a way, NULL with an exception. */
baton_node *baton_cluster_choose(baton_cluster *cluster, const baton_way *way);

/* cluster_execute.c */

/* A command outside of transactions and pipelines. */
void baton_cluster_call(baton_cluster *cluster, baton_call *call, int slot, baton_node *only, zval *to);
/* Has the node of a command take it into its transaction; false if it refuses. */
bool baton_cluster_queue(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot, baton_node *only);
/* Does with a command what is to be done with it now: asks, or has it wait for exec(). */
void baton_cluster_execute(baton_cluster *cluster, baton_call *call, int slot, baton_node *only, zval *to);

/* cluster_parts.c */

/* The slot of a command's keys; -1: it has none; -2, with a warning: they are in several. */
int baton_cluster_slot(const baton_arguments *arguments);
bool baton_cluster_in_one_slot(const baton_arguments *arguments);
/* How the command is cut, and in how many words a key comes; BATON_JOIN_NONE: not at all. */
baton_join baton_cluster_how_to_cut(const baton_command *command, uint32_t *words);
/* What is done with each part once it is cut; false, and the rest is left. */
typedef bool (*baton_part_taker)(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot);
bool baton_cluster_cut(baton_cluster *cluster, baton_batch *batch, const baton_call *call, baton_join join, uint32_t words, baton_part_taker take);

/* cluster_together.c: sends what was collected, and the results as a list. */
void baton_cluster_run_batch(baton_cluster *cluster, baton_batch *batch, zval *results);

/* cluster_methods.c: a method of the table, for the node that its keys say. */
void baton_cluster_run(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command);

/* cluster_relay.c: which keys are kept of a node, as the object's patterns have it. */
void baton_cluster_give_patterns(const baton_cluster *cluster, baton_redis *redis);

/* cluster_events.c */

/* Callbacks of the object for a node's object, which is connected. */
void baton_cluster_give_callbacks(const baton_cluster *cluster, baton_redis *redis);
/* Calls them before a command; false with an exception of one of them. */
bool baton_cluster_dispatch(baton_cluster *cluster, zend_long *count);
void baton_cluster_collect_callbacks(const baton_cluster *cluster, zend_get_gc_buffer *buffer);
void baton_cluster_free_callbacks(baton_cluster *cluster);

/* cluster_transactions.c */

/* Has a node begin its transaction, unless it has; false with an exception. */
bool baton_cluster_enlist(baton_cluster *cluster, baton_node *node);
/* Gives all transactions up. */
void baton_cluster_give_up(baton_cluster *cluster);
void baton_cluster_free_segments(baton_cluster *cluster);

/* cluster_directed.c: the node that $key_or_address means; false with a warning. */
bool baton_cluster_direct(baton_cluster *cluster, zval *where, int *slot, baton_node **only);
/* A method of the table, with that before its arguments. */
void baton_cluster_directed(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command);

#endif
