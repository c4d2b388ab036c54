/* What goes over many keys of a Table. The shared table is walked a part at a time; a key that is there from the beginning of a walk to
 * its end is seen, one that comes or goes meanwhile may be. */
#include "table_parameters.h"

/* The key of an entry without its namespace; false if it belongs to another one. */
static bool strip(const bc_entry *entry, zend_string *space_name, bc_bytes *key)
{
	size_t len;
	*key = entry->key;
	if (space_name == NULL) {
		return true;
	}
	len = ZSTR_LEN(space_name);
	if (key->len < 1 + len || (unsigned char) key->bytes[0] != len || memcmp(key->bytes + 1, ZSTR_VAL(space_name), len) != 0) {
		return false;
	}
	*key = (bc_bytes) { key->bytes + 1 + len, key->len - 1 - len };
	return true;
}

/* What a walk does with a key, which is lent. */
typedef void (*visitor)(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context);

/* Visits about `count` keys of a namespace, NULL for those of none, and moves the cursor on: whole pieces of the walk. */
static void walk(bc_worker *worker, zend_string *space_name, uint64_t *cursor, size_t count, visitor visit, void *context)
{
	size_t seen = 0;
	do {
		bool held = baton_cache_hold(worker);
		const bc_entry *entries;
		size_t found = bc_scan(worker, space_name ? TABLE_NAMED : TABLE_PLAIN, cursor, &entries);
		for (size_t i = 0; i < found; i++) {
			bc_bytes key;
			if (!(entries[i].found.tag & TABLE_TAGGED) || table_tags_hold(worker, &entries[i].found)) {
				if (strip(&entries[i], space_name, &key)) {
					visit(worker, &entries[i], key, context);
					seen++;
				}
			}
		}
		baton_cache_let_go(worker, held);
	} while (*cursor != 0 && seen < count);
}

static void walk_all(bc_worker *worker, zend_string *space_name, visitor visit, void *context)
{
	uint64_t cursor = 0;
	walk(worker, space_name, &cursor, SIZE_MAX, visit, context);
}

/* ---- Visitors ---- */

static void visit_counting(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context)
{
	++*(zend_long *) context;
}

static void visit_measuring(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context)
{
	*(zend_long *) context += (zend_long) entry->memory;
}

static void visit_removing(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context)
{
	uint64_t space = *(const uint64_t *) context;
	bc_remove_stamp(worker, bc_hash(worker, space, entry->key), space, entry->key, entry->found.stamp);
}

static void visit_naming(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context)
{
	size_t len = key.len ? (unsigned char) key.bytes[0] : 0;
	if (len < key.len) {
		zend_string *name = zend_string_init(key.bytes + 1, len, 0);
		zend_hash_add_empty_element((HashTable *) context, name);
		zend_string_release(name);
	}
}

typedef struct {
	zend_string *pattern; /* or NULL */
	HashTable *keys;      /* a list of strings */
} collected;

static void visit_collecting(bc_worker *worker, const bc_entry *entry, bc_bytes key, void *context)
{
	collected *to = context;
	if (to->pattern == NULL || bc_matches((bc_bytes) { ZSTR_VAL(to->pattern), ZSTR_LEN(to->pattern) }, key)) {
		zval name;
		ZVAL_STRINGL(&name, key.bytes, key.len);
		zend_hash_next_index_insert(to->keys, &name);
	}
}

/* ---- Methods ---- */

#define SPACE_PARAMETER(space_name) \
	zend_string *space_name = NULL; \
	bc_worker *worker = baton_cache_worker(); \
	ZEND_PARSE_PARAMETERS_START(0, 1) \
		Z_PARAM_OPTIONAL \
		BATON_PARAM_STR_OR_NULL(space_name) \
	ZEND_PARSE_PARAMETERS_END(); \
	space_name = table_namespace(execute_data, space_name)

PHP_METHOD(Baton_Table, count)
{
	zend_long count = 0;
	SPACE_PARAMETER(space_name);
	if (worker) {
		walk_all(worker, space_name, visit_counting, &count);
	}
	RETURN_LONG(count);
}

PHP_METHOD(Baton_Table, memory)
{
	zend_long bytes = 0;
	SPACE_PARAMETER(space_name);
	if (worker) {
		walk_all(worker, space_name, visit_measuring, &bytes);
	}
	RETURN_LONG(bytes);
}

static void clear(bc_worker *worker, zend_string *space_name)
{
	uint64_t space = space_name ? TABLE_NAMED : TABLE_PLAIN;
	walk_all(worker, space_name, visit_removing, &space);
}

PHP_METHOD(Baton_Table, clear)
{
	SPACE_PARAMETER(space_name);
	if (worker) {
		clear(worker, space_name);
	}
	RETURN_BOOL(worker != NULL);
}

/* The names of all namespaces, as keys. */
static HashTable *all_namespaces(bc_worker *worker)
{
	HashTable *names = zend_new_array(8);
	uint64_t cursor = 0;
	do {
		bool held = baton_cache_hold(worker);
		const bc_entry *entries;
		size_t found = bc_scan(worker, TABLE_NAMED, &cursor, &entries);
		for (size_t i = 0; i < found; i++) {
			visit_naming(worker, &entries[i], entries[i].key, names);
		}
		baton_cache_let_go(worker, held);
	} while (cursor != 0);
	return names;
}

PHP_METHOD(Baton_Table, namespaces)
{
	bc_worker *worker = baton_cache_worker();
	zend_string *name;
	HashTable *names;

	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	if (worker) {
		names = all_namespaces(worker);
		ZEND_HASH_FOREACH_STR_KEY(names, name) {
			add_next_index_str(return_value, zend_string_copy(name));
		} ZEND_HASH_FOREACH_END();
		zend_array_destroy(names);
	}
}

PHP_METHOD(Baton_Table, clearAll)
{
	bc_worker *worker = baton_cache_worker();
	zend_long cleared = 0;
	zend_string *name;
	HashTable *names;

	ZEND_PARSE_PARAMETERS_NONE();
	if (worker) {
		zend_long plain = 0;
		walk_all(worker, NULL, visit_counting, &plain);
		clear(worker, NULL);
		names = all_namespaces(worker);
		ZEND_HASH_FOREACH_STR_KEY(names, name) {
			clear(worker, name);
		} ZEND_HASH_FOREACH_END();
		cleared = zend_hash_num_elements(names) + (plain > 0);
		zend_array_destroy(names);
	}
	RETURN_LONG(cleared);
}

PHP_METHOD(Baton_Table, keys)
{
	zend_string *pattern = NULL, *space_name = NULL;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(pattern)
		BATON_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	array_init(return_value);
	if (worker) {
		collected to = { pattern, Z_ARRVAL_P(return_value) };
		walk_all(worker, table_namespace(execute_data, space_name), visit_collecting, &to);
	}
}

HashTable *table_some_keys(bc_worker *worker, zend_string *space_name, zend_string *pattern, uint64_t *cursor, size_t count)
{
	collected to = { pattern, zend_new_array(count) };
	walk(worker, space_name, cursor, count, visit_collecting, &to);
	return to.keys;
}

/* The most that one step is asked for: its keys are kept in an array. */
#define MAX_COUNT 100000

static bool check_count(zend_long count, uint32_t argument)
{
	if (count < 1 || count > MAX_COUNT) {
		zend_argument_value_error(argument, "must be from 1 to %d", MAX_COUNT);
		return false;
	}
	return true;
}

PHP_METHOD(Baton_Table, scan)
{
	zval *cursor, *element;
	zend_string *match = NULL, *space_name = NULL;
	zend_long count = 100;
	uint64_t place;
	HashTable *names;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ZVAL(cursor)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(match)
		Z_PARAM_LONG(count)
		BATON_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!check_count(count, 3)) {
		RETURN_THROWS();
	}
	ZVAL_DEREF(cursor);
	if (worker == NULL || (Z_TYPE_P(cursor) == IS_LONG && Z_LVAL_P(cursor) == 0)) {
		RETURN_FALSE; /* the call before was the last one */
	}
	space_name = table_namespace(execute_data, space_name);
	place = Z_TYPE_P(cursor) == IS_LONG ? (uint64_t) Z_LVAL_P(cursor) : 0;
	names = table_some_keys(worker, space_name, match, &place, (size_t) count);
	ZEND_TRY_ASSIGN_REF_LONG(ZEND_CALL_ARG(execute_data, 1), (zend_long) place);
	array_init_size(return_value, zend_hash_num_elements(names));
	ZEND_HASH_FOREACH_VAL(names, element) {
		table_key key;
		zval value;
		if (table_key_make(&key, worker, Z_STR_P(element), space_name)) {
			if (table_read(worker, &key, &value, NULL)) {
				zend_symtable_update(Z_ARRVAL_P(return_value), Z_STR_P(element), &value);
			}
			table_key_end(&key);
		}
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(names);
}

PHP_METHOD(Baton_Table, fullscan)
{
	zend_string *match = NULL, *space_name = NULL;
	zend_long count = 100;

	ZEND_PARSE_PARAMETERS_START(0, 3)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(match)
		Z_PARAM_LONG(count)
		BATON_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!check_count(count, 2)) {
		RETURN_THROWS();
	}
	table_iterate(return_value, match, count, table_namespace(execute_data, space_name));
}

PHP_METHOD(Baton_Table, stats)
{
	bc_worker *worker = baton_cache_worker();
	bc_statistics statistics = {0};

	ZEND_PARSE_PARAMETERS_NONE();
	if (worker) {
		bc_statistics_read(worker, &statistics);
	}
	array_init(return_value);
	add_assoc_long(return_value, "memory", (zend_long) statistics.limit);
	add_assoc_long(return_value, "used", (zend_long) statistics.used);
	add_assoc_long(return_value, "free", (zend_long) statistics.free);
	add_assoc_long(return_value, "waiting", (zend_long) statistics.waiting);
	add_assoc_long(return_value, "entries", (zend_long) statistics.entries);
	add_assoc_long(return_value, "evictions", (zend_long) statistics.evictions);
	add_assoc_long(return_value, "refused", (zend_long) statistics.refused);
	add_assoc_long(return_value, "repairs", (zend_long) statistics.repairs);
	add_assoc_long(return_value, "workers", (zend_long) statistics.workers);
}
