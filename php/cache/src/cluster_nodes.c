/* The nodes of a cluster, and the connection that each of them has once something is asked of it. */
#include "cluster.h"

#include "zend_exceptions.h"

static void free_node(zval *value)
{
	baton_node *node = Z_PTR_P(value);
	if (node->redis) {
		OBJ_RELEASE(&node->redis->std);
	}
	zval_ptr_dtor(&node->results);
	zend_string_release(node->host);
	if (node->zone) {
		zend_string_release(node->zone);
	}
	efree(node);
}

bool baton_cluster_is_host(const zend_string *host)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:%[]";
	return ZSTR_LEN(host) > 0 && strspn(ZSTR_VAL(host), letters) == ZSTR_LEN(host);
}

bool baton_cluster_port(const char *text, zend_long *port)
{
	size_t digits = strspn(text, "0123456789");
	*port = ZEND_STRTOL(text, NULL, 10);
	return digits > 0 && digits <= 5 && text[digits] == '\0' && *port > 0 && *port <= UINT16_MAX;
}

baton_node *baton_cluster_node(baton_cluster *cluster, zend_string *host, zend_long port)
{
	zend_string *name = strpprintf(0, "%s:" ZEND_LONG_FMT, ZSTR_VAL(host), port);
	if (cluster->nodes == NULL) {
		cluster->nodes = zend_new_array(8);
		cluster->nodes->pDestructor = free_node;
	}
	baton_node *node = zend_hash_find_ptr(cluster->nodes, name);
	if (node == NULL) {
		node = ecalloc(1, sizeof(baton_node));
		node->host = zend_string_copy(host);
		node->port = port;
		ZVAL_UNDEF(&node->results);
		zend_hash_add_new_ptr(cluster->nodes, name, node);
	}
	zend_string_release(name);
	return node;
}

void baton_cluster_free_nodes(baton_cluster *cluster)
{
	if (cluster->nodes) {
		zend_array *nodes = cluster->nodes;
		cluster->nodes = NULL;
		zend_array_destroy(nodes);
	}
}

/* A connection in a transaction, or with watched keys, stays until that is over. */
void baton_cluster_forget_unmapped(baton_cluster *cluster)
{
	baton_node *node;
	zend_string *name;
	if (cluster->busy > 0 || cluster->front.mode != BATON_ATOMIC) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_PTR(cluster->nodes, name, node) {
		if (!node->mapped && !(node->redis && node->redis->watching)) {
			zend_hash_del(cluster->nodes, name);
		}
	} ZEND_HASH_FOREACH_END();
	cluster->changed = false;
}

static zend_string *copy_of(zend_string *string)
{
	return string ? zend_string_copy(string) : NULL;
}

baton_redis *baton_cluster_connection(baton_cluster *cluster, zend_string *host, zend_long port)
{
	const baton_redis *front = &cluster->front;
	zval object;
	object_init_ex(&object, baton_redis_ce);
	baton_redis *redis = baton_redis_of(Z_OBJ(object));
	redis->names = front->names;
	redis->cluster = &cluster->front.std;
	redis->use_cache = front->use_cache;
	redis->is_exact = front->is_exact;
	redis->is_silent = front->is_silent;
	redis->is_untracked = front->is_untracked;
	redis->options = front->options;
	redis->options.prefix = copy_of(front->options.prefix);
	redis->values = front->values;
	redis->server = front->server;
	redis->server.host = zend_string_copy(host);
	redis->server.port = port;
	redis->server.persistent_id = copy_of(front->server.persistent_id);
	redis->server.user = copy_of(front->server.user);
	redis->server.password = copy_of(front->server.password);
	if (front->server.tls) {
		redis->server.tls = zend_array_dup(front->server.tls);
	}
	baton_cluster_give_patterns(cluster, redis);
	return redis;
}

/* What is sent now would be answered behind replies that are still to be read. */
bool baton_node_busy(const baton_node *node)
{
	const baton_redis *redis = node->redis;
	if (EXPECTED(redis == NULL || (!redis->unpacking && (redis->connection == NULL || bc_pending(redis->connection) == 0)))) {
		return false;
	}
	baton_cluster_throw(baton_cluster_of(redis->cluster), "This object is reading a reply: what unserialize() calls needs a client of its own");
	return true;
}

bool baton_cluster_busy(const baton_cluster *cluster)
{
	const baton_node *node;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (baton_node_busy(node)) {
				return true;
			}
		} ZEND_HASH_FOREACH_END();
	}
	return false;
}

bool baton_node_open(baton_cluster *cluster, baton_node *node)
{
	if (node->redis == NULL) {
		node->redis = baton_cluster_connection(cluster, node->host, node->port);
	}
	baton_redis *redis = node->redis;
	if (EXPECTED(redis->connection && bc_connection_is_open(redis->connection))) {
		return true;
	}
	zend_object *before = EG(exception);
	if (baton_redis_open(redis)) {
		node->lost = node->given_up = 0;
		if (UNEXPECTED(cluster->callback_count > 0) && !node->replica) {
			baton_cluster_give_callbacks(cluster, redis);
		}
		return true;
	}
	node->lost = baton_cluster_now();
	if (EG(exception) && !before) {
		zend_clear_exception();
	}
	return false;
}

bool baton_node_readonly(baton_node *node)
{
	baton_redis *redis = node->redis;
	if (node->readonly == bc_connection_generation(redis->connection)) {
		return true;
	}
	bc_bytes word = {ZEND_STRL("READONLY")};
	bc_node reply;
	bc_failure failure;
	if (!bc_send(redis->connection, 1, &word, &failure) || !bc_reply(redis->connection, &reply, &failure)) {
		bc_connection_close(redis->connection);
		return false;
	}
	node->readonly = bc_connection_generation(redis->connection);
	redis->is_personal = true; /* its next owner would be answered where it should be redirected */
	return true;
}
