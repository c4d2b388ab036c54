/* Writing to a Table. A value is written beside the old one and takes its place in one step, so that a reader has the one or the
 * other; what depends on the old one (increment, compareAndSet) is published only if that has not been replaced meanwhile, and
 * tried again otherwise. */
#include "entry_value.h"
#include "table_parameters.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

static int write_plan(bc_worker *worker, const table_key *key, const baton_image_plan *plan, const table_terms *terms)
{
	size_t begin = ZEND_MM_ALIGNED_SIZE_EX(plan->size, 16);
	bc_meta meta = {
		.expires = terms->expires,
		.tag = (uint16_t) (plan->kind | (terms->tags ? TABLE_TAGGED : 0)),
		.when = terms->when,
		.condition = terms->stamp,
	};
	bc_draft draft;
	int outcome = bc_draft_new(worker, key->hash, key->space, key->bytes, terms->tags ? begin + table_tags_size(terms->tags) : plan->size, &draft);

	if (outcome != BC_DONE) {
		return outcome;
	}
	baton_image_write(plan, draft.value, draft.address);
	if (terms->tags && !table_tags_write(worker, terms->tags, draft.value + begin)) {
		bc_draft_drop(worker, &draft);
		return BC_NO_ROOM;
	}
	return bc_publish(worker, &draft, &meta, NULL);
}

int table_write(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms)
{
	baton_image_plan plan;
	int outcome = BC_MOVED;
	if (baton_image_measure(&plan, value)) {
		outcome = write_plan(worker, key, &plan, terms);
	}
	baton_image_plan_end(&plan);
	return outcome;
}

/* What does not fit is not kept; what was there before is not what the program wants to read any more. */
static bool set(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms)
{
	int outcome = table_write(worker, key, value, terms);
	if (outcome != BC_DONE && terms->when == BC_ALWAYS && !EG(exception)) {
		bc_remove(worker, key->hash, key->space, key->bytes);
	}
	return outcome == BC_DONE;
}

PHP_METHOD(Baton_Table, set)
{
	zend_string *name, *space_name = NULL;
	zval *value;
	zend_long seconds = 0;
	bool forever = true;
	HashTable *tags = NULL;
	table_terms terms = { .when = BC_ALWAYS };

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_STR(name)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
		Z_PARAM_ARRAY_HT_OR_NULL(tags)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&terms.expires, seconds, forever, 3) || (tags && !(terms.tags = table_tags_of(tags, 5)))) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETVAL_FALSE;
	} else {
		RETVAL_BOOL(set(worker, &key, value, &terms));
		table_key_end(&key);
	}
	if (terms.tags) {
		zend_array_destroy(terms.tags);
	}
}

PHP_METHOD(Baton_Table, add)
{
	zend_string *name, *space_name = NULL;
	zval *value;
	zend_long seconds = 0;
	bool forever = true;
	table_terms terms = { .when = BC_ABSENT };

	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_STR(name)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&terms.expires, seconds, forever, 3)) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	bc_found found;
	if (bc_find(worker, key.hash, key.space, key.bytes, 0, &found) && !table_find(worker, &key, &found)) {
		bc_remove_stamp(worker, key.hash, key.space, key.bytes, found.stamp); /* its tags are gone, and so is it */
	}
	RETVAL_BOOL(set(worker, &key, value, &terms));
	table_key_end(&key);
}

PHP_METHOD(Baton_Table, delete)
{
	bc_found found;
	KEY_PARAMETERS(name, space_name);
	KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	RETVAL_BOOL(table_find(worker, &key, &found));
	bc_remove(worker, key.hash, key.space, key.bytes);
	table_key_end(&key);
}

PHP_METHOD(Baton_Table, expire)
{
	zend_string *name, *space_name = NULL;
	zend_long seconds = 0;
	bool forever = true;
	uint64_t expires;
	bc_found found;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR(name)
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&expires, seconds, forever, 2)) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	RETVAL_BOOL(table_find(worker, &key, &found) && bc_set_expiry(worker, key.hash, key.space, key.bytes, found.stamp, expires));
	table_key_end(&key);
}

/* ---- In one step with what was there ---- */

/* The integer of a key; false where there is none, with `other` set where there is something else. */
static bool read_integer(bc_worker *worker, const table_key *key, bc_found *found, zend_long *integer, bool *other)
{
	zval value;
	*other = false;
	while (table_find(worker, key, found)) {
		if (TABLE_KIND(found->tag) != BATON_IMAGE_SCALAR) {
			*other = true;
			return false;
		}
		if (baton_copy_blocks((char *) &value, found, 0, sizeof(value))) {
			*other = Z_TYPE(value) != IS_LONG;
			*integer = *other ? 0 : Z_LVAL(value);
			return !*other;
		}
	}
	return false;
}

static void increment(INTERNAL_FUNCTION_PARAMETERS, bool down)
{
	zend_string *name, *space_name = NULL;
	zend_long by = 1, initial = 0, seconds = 0, integer;
	bool forever = true, other;
	uint64_t expires;
	int outcome;

	ZEND_PARSE_PARAMETERS_START(1, 5)
		Z_PARAM_STR(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(by)
		Z_PARAM_LONG(initial)
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&expires, seconds, forever, 4)) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	do {
		table_terms terms = { .when = BC_ABSENT, .expires = expires };
		bc_found found;
		zval value;
		integer = initial;
		if (read_integer(worker, &key, &found, &integer, &other)) {
			terms = (table_terms) { .when = BC_STAMP, .stamp = found.stamp, .expires = found.expires };
		}
		if (other || (down ? __builtin_sub_overflow(integer, by, &integer) : __builtin_add_overflow(integer, by, &integer))) {
			outcome = BC_TOO_LARGE;
			break;
		}
		ZVAL_LONG(&value, integer);
		outcome = table_write(worker, &key, &value, &terms);
	} while (outcome == BC_MOVED);
	table_key_end(&key);
	if (outcome != BC_DONE) {
		RETURN_FALSE;
	}
	RETURN_LONG(integer);
}

PHP_METHOD(Baton_Table, increment)
{
	increment(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

PHP_METHOD(Baton_Table, decrement)
{
	increment(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

/* Whether two values are the same: objects, by what they serialize to. */
static bool is_same(zval *one, zval *other)
{
	bool same = zend_is_identical(one, other);
	if (!same && Z_TYPE_P(one) == Z_TYPE_P(other) && (Z_TYPE_P(one) == IS_OBJECT || Z_TYPE_P(one) == IS_ARRAY)) {
		zend_string *first = baton_image_serialize(one), *second = EG(exception) ? NULL : baton_image_serialize(other);
		same = first && second && zend_string_equals(first, second);
		if (first) {
			zend_string_release(first);
		}
		if (second) {
			zend_string_release(second);
		}
	}
	return same;
}

PHP_METHOD(Baton_Table, compareAndSet)
{
	zend_string *name, *space_name = NULL;
	zval *expected, *value, now;
	zend_long seconds = 0;
	bool forever = true;
	table_terms terms = { .when = BC_STAMP };

	ZEND_PARSE_PARAMETERS_START(3, 5)
		Z_PARAM_STR(name)
		Z_PARAM_ZVAL(expected)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&terms.expires, seconds, forever, 4)) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETURN_FALSE;
	}
	RETVAL_FALSE;
	if (table_read(worker, &key, &now, &terms.stamp)) {
		RETVAL_BOOL(is_same(&now, expected) && !EG(exception) && table_write(worker, &key, value, &terms) == BC_DONE);
		zval_ptr_dtor(&now);
	}
	table_key_end(&key);
}

/* ---- One builder for all ---- */

static uint64_t nanoseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
}

/* Waits for the one who builds: true once this one is to build, false with the value. */
static bool wait_or_lead(bc_worker *worker, const table_key *key, zval *value, double seconds, bool *leader)
{
	uint64_t until = nanoseconds() + (uint64_t) (seconds * 1e9);
	uint32_t version;
	baton_flight flight;
	while ((flight = baton_cache_lead(worker, key->hash, &version)) == BATON_WAITS) {
		uint64_t now = nanoseconds();
		if (now >= until) {
			break;
		}
		bc_flight_wait(worker, key->hash, version, (uint32_t) MIN((until - now) / 1000000 + 1, 100));
		if (table_read(worker, key, value, NULL)) {
			return false;
		}
	}
	*leader = flight == BATON_LEADS;
	return true;
}

PHP_METHOD(Baton_Table, getOrSet)
{
	zend_string *name, *space_name = NULL;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long seconds = 0;
	double wait = 5.0;
	bool forever = true, leader = false;
	table_terms terms = { .when = BC_ALWAYS };

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_STR(name)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
		Z_PARAM_DOUBLE(wait)
	ZEND_PARSE_PARAMETERS_END();
	if (!(wait >= 0 && wait <= 3600)) {
		zend_argument_value_error(5, "must be from 0 to 3600 seconds");
		RETURN_THROWS();
	}
	if (!table_expiry(&terms.expires, seconds, forever, 3)) {
		RETURN_THROWS();
	}
	fci.retval = return_value;
	KEY_OR(name, space_name) {
		if (!EG(exception)) {
			zend_call_function(&fci, &fcc);
		}
		return;
	}
	if (!table_read(worker, &key, return_value, NULL) && wait_or_lead(worker, &key, return_value, wait, &leader)) {
		/* Somebody may have set it between looking and leading. */
		if (!leader || !table_read(worker, &key, return_value, NULL)) {
			ZVAL_NULL(return_value);
			if (zend_call_function(&fci, &fcc) == SUCCESS && !EG(exception)) {
				table_expiry(&terms.expires, seconds, forever, 3); /* it lives from now on, however long building took */
				ZVAL_DEREF(return_value);
				set(worker, &key, return_value, &terms);
			}
		}
		if (leader) {
			baton_cache_land(worker);
		}
	}
	table_key_end(&key);
}

/* ---- Several ---- */

/* Calls for several keys take anything that a string can be made of; NULL with an exception. */
static zend_string *name_of(zval *name)
{
	ZVAL_DEREF(name);
	return zval_try_get_string(name);
}

PHP_METHOD(Baton_Table, getMultiple)
{
	HashTable *names;
	zend_string *space_name = NULL;
	zval *fallback = NULL, *element;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(names)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(fallback)
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	space_name = table_namespace(execute_data, space_name);
	array_init_size(return_value, zend_hash_num_elements(names));
	ZEND_HASH_FOREACH_VAL(names, element) {
		zend_string *name = name_of(element);
		table_key key;
		zval value;
		ZVAL_NULL(&value);
		if (name == NULL) {
			return;
		}
		if (worker == NULL || !table_key_make(&key, worker, name, space_name)) {
			if (fallback) {
				ZVAL_COPY(&value, fallback);
			}
		} else {
			if (!table_read(worker, &key, &value, NULL) && fallback) {
				ZVAL_COPY(&value, fallback);
			}
			table_key_end(&key);
		}
		zend_symtable_update(Z_ARRVAL_P(return_value), name, &value);
		zend_string_release(name);
		if (EG(exception)) {
			return;
		}
	} ZEND_HASH_FOREACH_END();
}

PHP_METHOD(Baton_Table, setMultiple)
{
	HashTable *values, *tags = NULL;
	zend_string *space_name = NULL, *name;
	zend_ulong number;
	zend_long seconds = 0;
	bool forever = true;
	table_terms terms = { .when = BC_ALWAYS };
	zval *value;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ARRAY_HT(values)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_STR_OR_NULL(space_name)
		Z_PARAM_ARRAY_HT_OR_NULL(tags)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&terms.expires, seconds, forever, 2) || (tags && !(terms.tags = table_tags_of(tags, 4)))) {
		RETURN_THROWS();
	}
	space_name = table_namespace(execute_data, space_name);
	RETVAL_BOOL(worker != NULL);
	ZEND_HASH_FOREACH_KEY_VAL(values, number, name, value) {
		table_key key;
		name = name ? zend_string_copy(name) : zend_long_to_str((zend_long) number);
		if (worker && table_key_make(&key, worker, name, space_name)) {
			if (!set(worker, &key, value, &terms)) {
				RETVAL_FALSE;
			}
			table_key_end(&key);
		}
		zend_string_release(name);
		if (EG(exception)) {
			break;
		}
	} ZEND_HASH_FOREACH_END();
	if (terms.tags) {
		zend_array_destroy(terms.tags);
	}
}

PHP_METHOD(Baton_Table, deleteMultiple)
{
	HashTable *names;
	zend_string *space_name = NULL;
	zval *element;
	zend_long deleted = 0;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(names)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(space_name)
	ZEND_PARSE_PARAMETERS_END();
	space_name = table_namespace(execute_data, space_name);
	ZEND_HASH_FOREACH_VAL(names, element) {
		zend_string *name = name_of(element);
		table_key key;
		if (name == NULL) {
			return;
		}
		if (worker && table_key_make(&key, worker, name, space_name)) {
			bc_found found;
			deleted += table_find(worker, &key, &found);
			bc_remove(worker, key.hash, key.space, key.bytes);
			table_key_end(&key);
		}
		zend_string_release(name);
		if (EG(exception)) {
			return;
		}
	} ZEND_HASH_FOREACH_END();
	RETURN_LONG(deleted);
}
