/* Several keys of a Table with one call, each by itself. */
#include "table_parameters.h"

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
		BATON_PARAM_STR_OR_NULL(space_name)
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
		BATON_PARAM_STR_OR_NULL(space_name)
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
			if (!table_set(worker, &key, value, &terms)) {
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
		BATON_PARAM_STR_OR_NULL(space_name)
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
