/* Which values have an encoded value: those of which a copy is as good as what serialize() would bring back. */
#include "encoding.h"

#if PHP_VERSION_ID >= 80400
# include "zend_lazy_objects.h"
#endif

/* What was met in a value. */
typedef struct {
	HashTable *objects; /* by their numbers; NULL while there was none */
	bool references;    /* to what is referred to from elsewhere as well, if only from within the value */
} contents;

/* Notes an object; false if it has been met before, as an encoded value does not say that two are one. */
static bool is_new(contents *met, const zend_object *object)
{
	if (met->objects == NULL) {
		met->objects = zend_new_array(8);
	}
	return zend_hash_index_add_empty_element(met->objects, object->handle) != NULL;
}

/* Whether an object is nothing but its properties. */
static bool is_plain_object(const zend_object *object)
{
#if PHP_VERSION_ID >= 80400
	if (zend_object_is_lazy((zend_object *) object)) {
		return false;
	}
#endif
	return object->ce == zend_standard_class_def && object->handlers == &std_object_handlers &&
		!(object->properties && HT_IS_PACKED(object->properties));
}

static bool fits(contents *met, const zval *value, unsigned depth);

static bool all_fit(contents *met, HashTable *table, unsigned depth)
{
	zval *element;
	if (depth == BATON_ENCODING_MAX_DEPTH) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL_IND(table, element) {
		if (!fits(met, element, depth + 1)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool fits(contents *met, const zval *value, unsigned depth)
{
	if (Z_TYPE_P(value) == IS_REFERENCE) {
		met->references |= Z_REFCOUNT_P(value) > 1;
		value = Z_REFVAL_P(value);
	}
	switch (Z_TYPE_P(value)) {
		case IS_NULL:
		case IS_FALSE:
		case IS_TRUE:
		case IS_LONG:
		case IS_DOUBLE:
		case IS_STRING:
			return true;
		case IS_ARRAY:
			return all_fit(met, Z_ARRVAL_P(value), depth);
		case IS_OBJECT:
			return is_plain_object(Z_OBJ_P(value)) && is_new(met, Z_OBJ_P(value)) &&
				(Z_OBJ_P(value)->properties == NULL || all_fit(met, Z_OBJ_P(value)->properties, depth));
		default:
			return false;
	}
}

bool baton_encoding_exists(const zval *value, bool *objects)
{
	contents met = { NULL, false };
	bool all = fits(&met, value, 0);
	*objects = met.objects != NULL;
	if (met.objects) {
		zend_array_destroy(met.objects);
	}
	return all && !(*objects && met.references);
}

bool baton_encoding_is_plain(const zval *value)
{
	bool objects;
	ZVAL_DEREF(value);
	return baton_encoding_exists(value, &objects);
}
