/* Writing to a Table what depends on what is there: it is published only if that has not been replaced meanwhile, and made again otherwise; and what
 * takes long to make, by one process for all. */
#include "entry_value.h"
#include "table_parameters.h"

/* The integer of a key; false where there is none, with `other` set where there is something else. */
static bool read_integer(bc_worker *worker, const table_key *key, bc_found *found, zend_long *integer, bool *other)
{
	zval value;
	*other = false;
	while (table_find(worker, key, found)) {
		if (TABLE_KIND(found->tag) != BATON_ENCODING_SCALAR) {
			*other = true;
			return false;
		}
		if (baton_copy_blocks((char *) &value, found, 0, sizeof(value))) {
			*other = Z_TYPE_INFO(value) != IS_LONG;
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
	uint32_t attempts = 0;
	int outcome;

	ZEND_PARSE_PARAMETERS_START(1, 5)
		BATON_PARAM_STR(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(by)
		Z_PARAM_LONG(initial)
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		BATON_PARAM_STR_OR_NULL(space_name)
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
		if (UNEXPECTED(outcome == BC_MOVED && ++attempts % TABLE_ATTEMPTS == 0)) {
			bc_remove(worker, key.hash, key.space, key.bytes);
		}
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
		zend_string *first = baton_encoding_serialize(one), *second = EG(exception) ? NULL : baton_encoding_serialize(other);
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
		BATON_PARAM_STR(name)
		Z_PARAM_ZVAL(expected)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		BATON_PARAM_STR_OR_NULL(space_name)
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
		BATON_PARAM_STR(name)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		BATON_PARAM_STR_OR_NULL(space_name)
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
				table_set(worker, &key, return_value, &terms);
			}
		}
		if (leader) {
			baton_cache_land(worker);
		}
	}
	table_key_end(&key);
}
