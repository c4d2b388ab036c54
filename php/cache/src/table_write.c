/* Writing to a Table: a value is written beside the old one and takes its place in one step, so that a reader has the one or the other. */
#include "table_parameters.h"

static int write_plan(bc_worker *worker, const table_key *key, const baton_encoding_plan *plan, const table_terms *terms)
{
	size_t begin = ZEND_MM_ALIGNED_SIZE_EX(plan->size, 16);
	bc_meta meta = {
		.expires = terms->expires,
		.tag = (uint16_t) (plan->kind ^ (terms->tags ? TABLE_TAG : 0)),
		.when = terms->when,
		.condition = terms->stamp,
	};
	bc_draft draft;
	int outcome = bc_draft_new(worker, key->hash, key->space, key->bytes, terms->tags ? begin + table_tags_size(terms->tags) : plan->size, &draft);

	if (outcome != BC_DONE) {
		return outcome;
	}
	baton_encoding_write(plan, draft.value, draft.address);
	if (terms->tags && !table_tags_write(worker, terms->tags, draft.value + begin)) {
		bc_draft_drop(worker, &draft);
		return BC_NO_ROOM;
	}
	return bc_publish(worker, &draft, &meta, NULL);
}

int table_write(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms)
{
	baton_encoding_plan plan;
	int outcome = BC_MOVED;
	if (baton_encoding_measure(&plan, value)) {
		outcome = write_plan(worker, key, &plan, terms);
	}
	baton_encoding_plan_end(&plan);
	return outcome;
}

bool table_set(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms)
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
		BATON_PARAM_STR(name)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		BATON_PARAM_STR_OR_NULL(space_name)
		Z_PARAM_ARRAY_HT_OR_NULL(tags)
	ZEND_PARSE_PARAMETERS_END();
	if (!table_expiry(&terms.expires, seconds, forever, 3) || (tags && !(terms.tags = table_tags_of(tags, 5)))) {
		RETURN_THROWS();
	}
	KEY_OR(name, space_name) {
		RETVAL_FALSE;
	} else {
		RETVAL_BOOL(table_set(worker, &key, value, &terms));
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
		BATON_PARAM_STR(name)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		BATON_PARAM_STR_OR_NULL(space_name)
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
	RETVAL_BOOL(table_set(worker, &key, value, &terms));
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
		BATON_PARAM_STR(name)
		Z_PARAM_LONG_OR_NULL(seconds, forever)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(space_name)
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
