/* Baton\Table: its keys, and reading. The class is in table_class.c, writing in table_write.c, what goes over many keys in table_scan.c. */
#include "table.h"

#include "entry_read.h"
#include "table_parameters.h"

#include "zend_exceptions.h"

/* ---- Keys ---- */

bool table_key_name(table_key *made, zend_string *key, zend_string *space_name)
{
	made->made = NULL;
	made->space = TABLE_PLAIN;
	made->bytes = (bc_bytes) { ZSTR_VAL(key), ZSTR_LEN(key) };
	if (UNEXPECTED(ZSTR_LEN(key) > TABLE_MAX_KEY)) {
		zend_value_error("A key of a Table has at most %d bytes, not %zu: keep a hash of it as the key", TABLE_MAX_KEY, ZSTR_LEN(key));
		return false;
	}
	if (space_name) {
		size_t len = 1 + ZSTR_LEN(space_name) + ZSTR_LEN(key);
		char *to = made->room;
		if (UNEXPECTED(ZSTR_LEN(space_name) > TABLE_MAX_NAMESPACE)) {
			zend_value_error("A namespace of a Table has at most %d bytes, not %zu", TABLE_MAX_NAMESPACE, ZSTR_LEN(space_name));
			return false;
		}
		if (UNEXPECTED(len > sizeof(made->room))) {
			made->made = zend_string_alloc(len, 0);
			to = ZSTR_VAL(made->made);
		}
		*to = (char) ZSTR_LEN(space_name);
		memcpy(to + 1, ZSTR_VAL(space_name), ZSTR_LEN(space_name));
		memcpy(to + 1 + ZSTR_LEN(space_name), ZSTR_VAL(key), ZSTR_LEN(key));
		made->space = TABLE_NAMED;
		made->bytes = (bc_bytes) { to, len };
	}
	return true;
}

bool table_key_make(table_key *made, bc_worker *worker, zend_string *key, zend_string *space_name)
{
	if (!table_key_name(made, key, space_name)) {
		return false;
	}
	made->hash = bc_hash(worker, made->space, made->bytes);
	return true;
}

bool table_expiry(uint64_t *expires, zend_long seconds, bool forever, uint32_t argument)
{
	/* Further away than any program lives, and far from where milliseconds would overflow. */
	const zend_long most = (zend_long) 1000 * 365 * 86400;
	struct timespec now;

	*expires = 0;
	if (forever) {
		return true;
	}
	if (seconds < 1) {
		zend_argument_value_error(argument, "must be at least 1 second, or null for no end; delete() removes a value");
		return false;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	*expires = (uint64_t) now.tv_sec * 1000 + (uint64_t) now.tv_nsec / 1000000 + (uint64_t) MIN(seconds, most) * 1000;
	return true;
}

/* ---- Reading ---- */

static bool read_held(bc_worker *worker, const table_key *key, bc_found *found, zval *value)
{
	bool held = baton_cache_hold(worker);
	bool there = bc_find_key(worker, key->space, key->bytes, 0, found);

	if (there && (found->tag & TABLE_TAGGED)) {
		there = table_tags_hold(worker, found);
	}
	if (there && TABLE_KIND(found->tag) == BATON_ENCODING_SERIALIZED) {
		there = baton_encoding_take(value, BATON_ENCODING_STRING, found); /* making the object may run PHP code, not under a pin */
	} else if (there) {
		there = baton_read_pinned(worker, found, TABLE_KIND(found->tag), value);
	}
	baton_cache_let_go(worker, held);
	return there;
}

/* Makes the object of bytes that were copied out; a value that cannot be made is none. */
static bool revive(zval *value)
{
	zval bytes;
	bool done;
	ZVAL_COPY_VALUE(&bytes, value);
	done = baton_encoding_unserialize(value, Z_STR(bytes));
	zval_ptr_dtor(&bytes);
	return done;
}

bool table_read(bc_worker *worker, const table_key *key, zval *value, uint64_t *stamp)
{
	bc_found found;
	if (!bc_find_key(worker, key->space, key->bytes, 0, &found)) {
		return false;
	}
	if ((found.tag & TABLE_TAGGED) || !baton_read_at_once(worker, &found, found.tag, value)) {
		if (!read_held(worker, key, &found, value)) {
			return false;
		}
		if (TABLE_KIND(found.tag) == BATON_ENCODING_SERIALIZED && !revive(value)) {
			bc_count(worker, BATON_COUNT_UNREADABLE, 1);
			return false;
		}
	}
	if (stamp) {
		*stamp = found.stamp;
	}
	return true;
}

bool table_find(bc_worker *worker, const table_key *key, bc_found *found)
{
	bool held, there;
	if (!bc_find_key(worker, key->space, key->bytes, 0, found)) {
		return false;
	}
	if (EXPECTED(!(found->tag & TABLE_TAGGED))) {
		return true;
	}
	held = baton_cache_hold(worker);
	there = bc_find_key(worker, key->space, key->bytes, 0, found) && (!(found->tag & TABLE_TAGGED) || table_tags_hold(worker, found));
	baton_cache_let_go(worker, held);
	return there;
}

/* Every other call. */
static zend_never_inline void get_in_steps(INTERNAL_FUNCTION_PARAMETERS)
{
	KEY_PARAMETERS(name, space_name);
	READ_KEY_OR(name, space_name) {
		RETURN_NULL();
	}
	if (!table_read(worker, &key, return_value, NULL)) {
		ZVAL_NULL(return_value);
	}
	table_key_end(&key);
}

/* A value of no namespace, where a look says it. False: it is another call, or another kind of value. */
static zend_always_inline bool get_at_once(zend_execute_data *execute_data, zval *value)
{
	bc_worker *worker = BATON_CACHE_G(worker);
	const zval *key = ZEND_CALL_ARG(execute_data, 1);
	bc_found found;

	if (ZEND_NUM_ARGS() != 1 || Z_TYPE_P(key) != IS_STRING || Z_TYPE(EX(This)) == IS_OBJECT || worker == NULL) {
		return false;
	}
	if (!bc_find_key(worker, TABLE_PLAIN, (bc_bytes) { Z_STRVAL_P(key), Z_STRLEN_P(key) }, 0, &found)) {
		ZVAL_NULL(value);
		return Z_STRLEN_P(key) <= TABLE_MAX_KEY;
	}
	return !(found.tag & TABLE_TAGGED) && baton_read_at_once(worker, &found, found.tag, value);
}

PHP_METHOD(Baton_Table, get)
{
	if (UNEXPECTED(!get_at_once(execute_data, return_value))) {
		get_in_steps(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

PHP_METHOD(Baton_Table, getWithMeta)
{
	bc_found found;
	zval value, meta;
	bool there;
	KEY_PARAMETERS(name, space_name);

	READ_KEY_OR(name, space_name) {
		return;
	}
	ZVAL_NULL(&value);
	there = table_find(worker, &key, &found) && table_read(worker, &key, &value, NULL);
	table_key_end(&key);
	array_init(&meta);
	add_assoc_bool(&meta, "found", there);
	if (there && found.expires) {
		add_assoc_double(&meta, "expires", (double) found.expires / 1000);
	} else {
		add_assoc_null(&meta, "expires");
	}
	add_assoc_long(&meta, "length", there ? (zend_long) found.len : 0);
	array_init_size(return_value, 2);
	add_next_index_zval(return_value, &value);
	add_next_index_zval(return_value, &meta);
}

PHP_METHOD(Baton_Table, exists)
{
	bc_found found;
	KEY_PARAMETERS(name, space_name);
	READ_KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	RETVAL_BOOL(table_find(worker, &key, &found));
	table_key_end(&key);
}

PHP_METHOD(Baton_Table, ttl)
{
	bc_found found;
	KEY_PARAMETERS(name, space_name);
	READ_KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	if (!table_find(worker, &key, &found)) {
		RETVAL_FALSE;
	} else if (found.expires == 0) {
		RETVAL_LONG(-1);
	} else {
		struct timespec now;
		clock_gettime(CLOCK_REALTIME, &now);
		uint64_t passed = (uint64_t) now.tv_sec * 1000 + (uint64_t) now.tv_nsec / 1000000;
		RETVAL_LONG(found.expires > passed ? (zend_long) ((found.expires - passed + 999) / 1000) : 1);
	}
	table_key_end(&key);
}

/* An element of an array that is kept as PHP uses it. How the value is kept: of one that is serialized nothing is done here, since making it
 * may run PHP code, which is no matter for a pin that ends before what that code was lent. */
static baton_encoding_kind pluck_kept(bc_worker *worker, const table_key *key, zend_string *name, zend_ulong number, zval *element)
{
	baton_encoding_kind kind = BATON_ENCODING_SCALAR;
	bool held = baton_cache_hold(worker);
	bc_found found;
	if (table_find(worker, key, &found)) {
		kind = TABLE_KIND(found.tag);
		if (kind == BATON_ENCODING_ARRAY || kind == BATON_ENCODING_OBJECTS) {
			if (baton_is_lent(kind) && baton_cache_lend(worker, &found)) {
				baton_encoding_lend_element(element, kind, &found, name, number);
			} else {
				baton_encoding_take_element(element, kind, &found, name, number);
			}
		}
	}
	baton_cache_let_go(worker, held);
	return kind;
}

static void pluck_made(bc_worker *worker, const table_key *key, zend_string *name, zend_ulong number, zval *element)
{
	zval value, *found;
	if (!table_read(worker, key, &value, NULL)) {
		return;
	}
	if (Z_TYPE(value) == IS_ARRAY) {
		found = name ? zend_symtable_find(Z_ARR(value), name) : zend_hash_index_find(Z_ARR(value), number);
		if (found) {
			ZVAL_COPY_DEREF(element, found);
		}
	}
	zval_ptr_dtor(&value);
}

PHP_METHOD(Baton_Table, pluck)
{
	zend_string *name, *field_name = NULL, *space_name = NULL;
	zend_long field_number = 0;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(name)
		Z_PARAM_STR_OR_LONG(field_name, field_number)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	READ_KEY_OR(name, space_name) {
		RETURN_NULL();
	}
	ZVAL_NULL(return_value);
	if (pluck_kept(worker, &key, field_name, (zend_ulong) field_number, return_value) == BATON_ENCODING_SERIALIZED) {
		pluck_made(worker, &key, field_name, (zend_ulong) field_number, return_value);
	}
	table_key_end(&key);
}
