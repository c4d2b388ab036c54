/* How a command finds its node.
 *
 * It is sent to the node that the map names. A node that does not answer says who will: MOVED, the slot is another node's from now on;
 * ASK, this key is, and the slot soon. Others say that nobody can answer at the moment, which is waited for, and a node that cannot be
 * reached may have been replaced, which the map says. Each command is redirected a few times at most, and waits no longer than its
 * cluster's retry_for. What may have been run is not sent again unless that does no harm. */
#include "cluster.h"

#include "near.h"

#include "zend_exceptions.h"

/* A command is sent on once for each slot that moves while it is under way; twice in a row is rare, and this often is a circle. */
#define MOST_REDIRECTIONS 5
/* Between two questions to a cluster that has no answer at the moment, in milliseconds; twice as long each time. */
#define FIRST_WAIT 5
#define LONGEST_WAIT 100

/* A command on its way. */
typedef struct {
	const baton_way *way;
	baton_node *next; /* where it was sent on to; NULL: ask the map */
	bool alone; /* by ASK */
	const baton_node *failed[MOST_REDIRECTIONS]; /* they were named and could not be reached: each is tried once */
	uint32_t failed_count;
	uint32_t redirections;
	int64_t began, wait;
} journey;

/* ---- Where it was sent on to ---- */

/* "MOVED 3999 127.0.0.1:6381", and nothing but that: a name or an address without a scheme, and a port. Without a host it is the one that said so.
 * NULL if it names no node. */
static baton_node *sent_on_to(baton_cluster *cluster, const baton_redis *redis)
{
	const char *text = ZSTR_VAL(redis->error), *slot = strchr(text, ' '), *place = slot ? strchr(slot + 1, ' ') : NULL;
	const char *colon = place ? strrchr(place, ':') : NULL;
	zend_string *host;
	zend_long port;
	if (colon == NULL || !baton_cluster_port(colon + 1, &port)) {
		return NULL;
	}
	place++;
	host = colon > place ? zend_string_init(place, colon - place, 0) : zend_string_copy(redis->server.host);
	baton_node *node = colon > place && !baton_cluster_is_host(host) ? NULL : baton_cluster_node(cluster, host, port);
	if (node) {
		if (cluster->sent_on) {
			zend_string_release(cluster->sent_on);
		}
		cluster->sent_on = strpprintf(0, "%s:" ZEND_LONG_FMT, ZSTR_VAL(host), port);
	}
	zend_string_release(host);
	return node;
}

/* Whether a node has failed in this call. */
static bool has_failed(const journey *journey, const baton_node *node)
{
	for (uint32_t i = 0; i < journey->failed_count; i++) {
		if (journey->failed[i] == node) {
			return true;
		}
	}
	return false;
}

/* Keys that are created at the slot's next node are not reported by this one, which may have said that there is nothing: what is kept of it is
 * forgotten, once for each slot that leaves, as it keeps nothing more of what has gone. */
static void slot_leaves(baton_cluster *cluster, baton_node *node, int slot)
{
	uint64_t bit = UINT64_C(1) << (slot % 64);
	if (slot < 0 || (cluster->leaving[slot / 64] & bit)) {
		return;
	}
	cluster->leaving[slot / 64] |= bit;
	if (node->redis->cached && node->redis->connection) {
		bc_near_flushed(node->redis->connection, false);
	}
}

/* ---- One question ---- */

void baton_cluster_take_error(baton_cluster *cluster, const baton_redis *redis, uint64_t before)
{
	if (EXPECTED(redis->errors == before)) {
		return;
	}
	baton_cluster_forget_error(cluster);
	cluster->front.error = redis->error ? zend_string_copy(redis->error) : NULL;
	cluster->front.errors++;
}

void baton_cluster_throw_error(const baton_cluster *cluster)
{
	if (UNEXPECTED(baton_throws_all(&cluster->front.options)) && cluster->front.error && !EG(exception)) {
		baton_cluster_throw(cluster, ZSTR_VAL(cluster->front.error));
	}
}

/* Whether the connection failed before anything could have been run: it could not be opened again. */
static bool was_not_sent(const baton_redis *redis)
{
	switch (redis->failure_code) {
		case ECONNREFUSED:
		case ENOENT:
		case EHOSTUNREACH:
		case ENETUNREACH:
		case BC_REFUSED:
			return true;
		default:
			return false;
	}
}

/* What came of it beside the redirections of BATON_MOVED ... */
enum { UNREACHABLE = -1, FAILED = -2, REFUSED = -3 };

static int ask_node(baton_cluster *cluster, journey *journey, baton_node *node, baton_question question, void *with, zval *to)
{
	if (UNEXPECTED(baton_node_busy(node))) {
		return REFUSED;
	}
	if (UNEXPECTED(!baton_node_open(cluster, node)) || UNEXPECTED(node->replica && !baton_node_readonly(node))) {
		return UNREACHABLE;
	}
	baton_redis *redis = node->redis;
	zend_object *before = EG(exception);
	uint64_t errors = redis->errors, failures = redis->failures;
	redis->redirection = BATON_ANSWERED;
	question(redis, with, journey->alone, to);
	if (UNEXPECTED(redis->failures != failures)) {
		node->lost = baton_cluster_now();
		if (!journey->way->repeatable && !was_not_sent(redis)) {
			return FAILED;
		}
		if (EG(exception) && !before) {
			zend_clear_exception();
		}
		return UNREACHABLE;
	}
	baton_cluster_take_error(cluster, redis, errors);
	return UNEXPECTED(redis->errors != errors) ? redis->redirection : BATON_ANSWERED;
}

/* ---- The way ---- */

static void lose(baton_cluster *cluster, const char *text, zval *to)
{
	cluster->failures++;
	baton_cluster_throw(cluster, text);
	ZVAL_FALSE(to);
}

/* Waits a moment; false when there was enough of that. */
static bool wait_a_moment(const baton_cluster *cluster, journey *journey)
{
	int64_t now = baton_cluster_now();
	if (journey->began == 0) {
		journey->began = now;
		journey->wait = FIRST_WAIT;
	}
	if (now - journey->began >= cluster->retry_for) {
		return false;
	}
	usleep((useconds_t) (MIN(journey->wait, cluster->retry_for) * 1000));
	journey->wait = MIN(journey->wait * 2, LONGEST_WAIT);
	return true;
}

static bool moved(baton_cluster *cluster, journey *journey, baton_node *node, int redirection, zval *to)
{
	baton_node *target = sent_on_to(cluster, node->redis);
	const baton_way *way = journey->way;
	if (UNEXPECTED(target == NULL)) {
		zend_string *text = strpprintf(200, "A node sent the command on to what is no host and port: %s", ZSTR_VAL(node->redis->error));
		lose(cluster, ZSTR_VAL(text), to);
		zend_string_release(text);
		return false;
	}
	if (++journey->redirections > MOST_REDIRECTIONS || has_failed(journey, target)) {
		lose(cluster, "Timed out attempting to find data in the correct node!", to);
		return false;
	}
	if (redirection == BATON_ASK) {
		slot_leaves(cluster, node, way->slot);
		journey->next = target;
		journey->alone = true;
		return true;
	}
	if (node->replica) {
		/* It may have forgotten that it is to answer as one, with the connection it was asked on. */
		node->readonly = 0;
	}
	baton_cluster_map(cluster);
	journey->next = target;
	return true;
}

/* A node that cannot be reached: somebody else may have taken its place, or may answer for it. One that was waited for in vain is not waited
 * for by each command that follows. */
static bool unreachable(baton_cluster *cluster, journey *journey, baton_node *node, bool was_named, zval *to)
{
	const baton_way *way = journey->way;
	if (way->only) {
		lose(cluster, "Unable to send command at a specific node", to);
		return false;
	}
	if (was_named && journey->failed_count < MOST_REDIRECTIONS) {
		journey->failed[journey->failed_count++] = node;
	}
	baton_cluster_map(cluster);
	baton_node *other = baton_cluster_choose(cluster, way);
	if (other == NULL) {
		cluster->failures++;
		return false;
	}
	if (other != node && !baton_node_is_lost(other)) {
		return true;
	}
	bool given_up = node->given_up && baton_cluster_now() - node->given_up < BATON_GIVEN_UP_MS;
	if (!given_up && wait_a_moment(cluster, journey)) {
		return true;
	}
	if (!given_up) {
		node->given_up = baton_cluster_now();
	}
	lose(cluster, "Can't communicate with any node in the cluster", to);
	return false;
}

/* Whether to ask again; `to` is set if not. */
static bool go_on(baton_cluster *cluster, journey *journey, baton_node *node, int outcome, zval *to)
{
	bool was_named = journey->next != NULL;
	journey->next = NULL;
	journey->alone = false;
	switch (outcome) {
		case BATON_ANSWERED:
			return false;
		case REFUSED:
			cluster->failures++;
			return false;
		case FAILED:
			lose(cluster, "Error processing response from Redis node!", to);
			return false;
		case UNREACHABLE:
			return unreachable(cluster, journey, node, was_named, to);
		case BATON_MOVED:
		case BATON_ASK:
			/* Who was asked by name answers for itself. */
			return !journey->way->only && moved(cluster, journey, node, outcome, to);
		case BATON_MASTER_DOWN:
			node->lost = baton_cluster_now();
			break;
		default:
			break;
	}
	if (wait_a_moment(cluster, journey)) {
		baton_cluster_map(cluster);
		return true;
	}
	lose(cluster, outcome == BATON_CLUSTER_DOWN ? "The Redis Cluster is down (CLUSTERDOWN)" : ZSTR_VAL(node->redis->error), to);
	return false;
}

void baton_cluster_ask(baton_cluster *cluster, const baton_way *way, baton_question question, void *with, zval *to)
{
	journey journey = {.way = way};
	bool again;
	cluster->busy++;
	do {
		baton_node *node = journey.next ? journey.next : baton_cluster_choose(cluster, way);
		if (node == NULL) {
			cluster->failures++;
			ZVAL_FALSE(to);
			break;
		}
		ZVAL_FALSE(to);
		int outcome = ask_node(cluster, &journey, node, question, with, to);
		if (UNEXPECTED(outcome != BATON_ANSWERED)) {
			zval_ptr_dtor(to);
			ZVAL_FALSE(to);
		}
		again = go_on(cluster, &journey, node, outcome, to);
	} while (UNEXPECTED(again));
	if (--cluster->busy == 0 && UNEXPECTED(cluster->changed)) {
		baton_cluster_forget_unmapped(cluster);
	}
}
