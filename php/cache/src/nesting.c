/* How deep a value is nested. serialize(), igbinary and msgpack write values recursively and know no bound: some ten thousand arrays in each other use
 * up the stack of the process. */
#include "nesting.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

/* What was met that may be met again: references and objects. NULL while there was none. */
typedef struct {
	HashTable *met;
} walk;

static bool is_new(walk *walk, const void *thing)
{
	if (walk->met == NULL) {
		walk->met = zend_new_array(8);
	}
	return zend_hash_index_add_empty_element(walk->met, (zend_ulong) (uintptr_t) thing) != NULL;
}

static bool fits(walk *walk, const zval *value, unsigned left);

static bool all_fit(walk *walk, HashTable *table, unsigned left)
{
	zval *element;
	ZEND_HASH_FOREACH_VAL_IND(table, element) {
		if (!fits(walk, element, left)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* What the class declares, and what was added. */
static bool properties_fit(walk *walk, const zend_object *object, unsigned left)
{
	if (object->properties) {
		return all_fit(walk, object->properties, left);
	}
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		if (!fits(walk, &object->properties_table[i], left)) {
			return false;
		}
	}
	return true;
}

static bool fits(walk *walk, const zval *value, unsigned left)
{
	if (Z_TYPE_P(value) == IS_REFERENCE) {
		if (Z_REFCOUNT_P(value) > 1 && !is_new(walk, Z_REF_P(value))) {
			return true;
		}
		value = Z_REFVAL_P(value);
	}
	switch (Z_TYPE_P(value)) {
		case IS_ARRAY:
			return left > 0 && all_fit(walk, Z_ARRVAL_P(value), left - 1);
		case IS_OBJECT:
			return left > 0 && (!is_new(walk, Z_OBJ_P(value)) || properties_fit(walk, Z_OBJ_P(value), left - 1));
		default:
			return true;
	}
}

bool baton_nests_too_deep(const zval *value)
{
	walk walk = { NULL };
	bool fit = fits(&walk, value, BATON_MOST_NESTED);
	if (walk.met) {
		zend_array_destroy(walk.met);
	}
	if (!fit) {
		zend_value_error("A value that is stored may be nested at most %d levels deep, as many as unserialize() reads", BATON_MOST_NESTED);
	}
	return !fit;
}
