/* Going over the keys of a whole cluster: one primary after the other, in the order of their first slots.
 *
 * The iterator is "SLOT:CURSOR": the first slot that is not done, and the cursor of the node that has it. A node that the slot has gone to
 * meanwhile begins at its own start: its keys may come twice, and none that stayed is left out, which is what SCAN promises of a node. */
#include "cluster.h"

#include "commands.h"
#include "generators.h"

typedef struct {
	int slot; /* BATON_SLOTS at the end */
	uint64_t cursor;
	/* Whose cursor it is: FNV-1a of its place. */
	uint32_t place;
} position;

static uint32_t place_of(const baton_node *node)
{
	uint32_t hash = 2166136261u ^ (uint32_t) node->port;
	for (size_t i = 0; i < ZSTR_LEN(node->host); i++) {
		hash = (hash ^ (unsigned char) ZSTR_VAL(node->host)[i]) * 16777619u;
	}
	return hash;
}

/* Where to go on; false where it is over. */
static bool read_position(zval *from, int first, position *to)
{
	*to = (position) {.slot = first};
	ZVAL_DEREF(from);
	if (Z_TYPE_P(from) == IS_STRING && sscanf(Z_STRVAL_P(from), "%d:%" SCNu64 ":%" SCNx32, &to->slot, &to->cursor, &to->place) == 3) {
		return to->slot >= 0 && to->slot < BATON_SLOTS;
	}
	return Z_TYPE_P(from) != IS_LONG && !(Z_TYPE_P(from) == IS_STRING && zend_string_equals_literal(Z_STR_P(from), "0"));
}

static void write_position(zval *reference, const position *position, bool is_over)
{
	zval value;
	ZVAL_STR(&value, is_over ? ZSTR_CHAR('0')
		: strpprintf(0, "%d:%" PRIu64 ":%" PRIx32, position->slot, position->cursor, position->place));
	ZEND_TRY_ASSIGN_REF_TMP(reference, &value);
}

/* The first slot from here on that another node has and that was not done with an earlier one; BATON_SLOTS if there is none. */
static int next_slot(const baton_cluster *cluster, int slot)
{
	for (int next = slot + 1; next < BATON_SLOTS; next++) {
		uint16_t shard = cluster->slots[next];
		bool is_done = shard == 0;
		for (int before = 0; before <= slot && !is_done; before++) {
			is_done = cluster->slots[before] == shard;
		}
		if (!is_done) {
			return next;
		}
	}
	return BATON_SLOTS;
}

static void keep_slot(zval *keys, int slot)
{
	zval kept, *key;
	if (Z_TYPE_P(keys) != IS_ARRAY) {
		return;
	}
	array_init(&kept);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(keys), key) {
		if (Z_TYPE_P(key) == IS_STRING && bc_slot((bc_bytes) {Z_STRVAL_P(key), Z_STRLEN_P(key)}) == slot) {
			Z_ADDREF_P(key);
			add_next_index_zval(&kept, key);
		}
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(keys);
	ZVAL_COPY_VALUE(keys, &kept);
}

/* One step at a node; false where it does not answer. */
static bool scan_node(baton_cluster *cluster, baton_node *node, position *position, zval *match, zend_long count, zval *type, zval *to)
{
	zend_function *scan = zend_hash_str_find_ptr(&baton_redis_ce->function_table, ZEND_STRL("scan"));
	zval arguments[4];
	if (position->place != place_of(node)) {
		position->place = place_of(node);
		position->cursor = 0;
	}
	ZVAL_NULL(to);
	if (!baton_node_open(cluster, node)) {
		baton_cluster_throw(cluster, "Unable to send command at a specific node");
		return false;
	}
	ZVAL_NEW_EMPTY_REF(&arguments[0]);
	if (position->cursor) {
		ZVAL_STR(Z_REFVAL(arguments[0]), strpprintf(0, "%" PRIu64, position->cursor));
	} else {
		ZVAL_NULL(Z_REFVAL(arguments[0]));
	}
	ZVAL_COPY_VALUE(&arguments[1], match);
	ZVAL_LONG(&arguments[2], count);
	ZVAL_COPY_VALUE(&arguments[3], type);
	uint64_t errors = node->redis->errors;
	zend_call_known_instance_method(scan, &node->redis->std, to, 4, arguments);
	baton_cluster_take_error(cluster, node->redis, errors);
	zend_string *cursor = zval_get_string(Z_REFVAL(arguments[0]));
	position->cursor = strtoull(ZSTR_VAL(cursor), NULL, 10);
	zend_string_release(cursor);
	zval_ptr_dtor(&arguments[0]);
	return Z_TYPE_P(to) == IS_ARRAY && !EG(exception);
}

PHP_METHOD(Baton_RedisCluster, clusterscan)
{
	zval *reference, *match = NULL, *type = NULL, none;
	zend_long count = 0, slot = 0;
	bool all_slots = true;
	position position;
	ZEND_PARSE_PARAMETERS_START(1, 5)
		Z_PARAM_ZVAL(reference)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(match)
		Z_PARAM_LONG(count)
		Z_PARAM_ZVAL(type)
		Z_PARAM_LONG_OR_NULL(slot, all_slots)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	if (!all_slots && (slot < 0 || slot >= BATON_SLOTS)) {
		zend_argument_value_error(5, "must be from 0 to %d, " ZEND_LONG_FMT " given", BATON_SLOTS - 1, slot);
		RETURN_THROWS();
	}
	if (cluster->front.mode != BATON_ATOMIC) {
		baton_cluster_throw(cluster, "SCAN type commands can't be called in MULTI mode!");
		RETURN_THROWS();
	}
	baton_cluster_forget_error(cluster);
	if (!read_position(reference, all_slots ? 0 : (int) slot, &position)) {
		RETURN_FALSE;
	}
	ZVAL_NULL(&none);
	baton_way way = {position.slot, NULL, false, true};
	cluster->busy++;
	baton_node *node = baton_cluster_choose(cluster, &way);
	if (node && scan_node(cluster, node, &position, match ? match : &none, count, type ? type : &none, return_value)) {
		if (!all_slots) {
			keep_slot(return_value, (int) slot);
		} else if (position.cursor == 0) {
			position.slot = next_slot(cluster, position.slot);
			position.place = 0;
		}
		write_position(reference, &position, all_slots ? position.slot == BATON_SLOTS : position.cursor == 0);
	} else {
		zval_ptr_dtor(return_value);
		RETVAL_FALSE;
	}
	cluster->busy--;
	baton_cluster_throw_error(cluster);
}

PHP_METHOD(Baton_RedisCluster, fullscan)
{
	zval *given = NULL, arguments[4];
	zend_long count = 0;
	zval *type = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 3)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(given)
		Z_PARAM_LONG(count)
		Z_PARAM_ZVAL(type)
	ZEND_PARSE_PARAMETERS_END();
	ZVAL_OBJ(&arguments[0], Z_OBJ_P(ZEND_THIS));
	arguments[1] = given ? *given : EG(uninitialized_zval);
	ZVAL_LONG(&arguments[2], count);
	arguments[3] = type ? *type : EG(uninitialized_zval);
	baton_generate("static function ($cluster, $match, $count, $type) {"
		" $position = null;"
		" while (($keys = $cluster->clusterscan($position, $match, $count, $type)) !== false) if ($keys !== []) yield $keys;"
		" }", 4, arguments, return_value);
}
