/* Values out of encoded values that cannot be lent, or may not be. */
#include "encoding.h"

#include "unserialize.h"

/* Strings of an encoded value that were copied of late: those that stand in it more than once are mostly met again soon, as the keys of rows are. */
typedef struct {
	struct {
		const zend_string *from;
		zend_string *to; /* its receiver's reference: nothing is destroyed while a value is made */
	} made[16][2];
} copied_strings;

static zend_string *copy_string(copied_strings *copied, const zend_string *from)
{
	size_t at = (uint32_t) ((uintptr_t) from / 16) * UINT32_C(0x9E3779B1) >> 28; /* texts of one length lie at even distances */
	zend_string *string;
	if (copied->made[at][0].from == from) {
		return zend_string_copy(copied->made[at][0].to);
	}
	if (copied->made[at][1].from == from) {
		return zend_string_copy(copied->made[at][1].to);
	}
	string = zend_string_init(ZSTR_VAL(from), ZSTR_LEN(from), 0);
	ZSTR_H(string) = ZSTR_H(from);
	copied->made[at][1] = copied->made[at][0];
	copied->made[at][0].from = from;
	copied->made[at][0].to = string;
	return string;
}

static void own(zval *value, copied_strings *copied);

/* A table of an encoded value becomes the request's own: as it is, with its hash, as nothing in it is counted. */
static zend_array *copy_table(const zend_array *from, bool packed)
{
	size_t hash = HT_HASH_SIZE(from->nTableMask), element = packed ? sizeof(baton_packed_element) : sizeof(Bucket);
	zend_array *array = emalloc(sizeof(*array));
	char *data = emalloc(hash + from->nTableSize * element);

	memcpy(data, (const char *) from->arData - hash, hash + from->nNumUsed * element);
	*array = *from;
	GC_SET_REFCOUNT(array, 1);
	GC_TYPE_INFO(array) = GC_ARRAY;
	array->arData = (Bucket *) (data + hash);
	array->nInternalPointer = 0;
	array->pDestructor = ZVAL_PTR_DTOR;
	return array;
}

/* The same with all that it holds. Where nothing is copied, NULL, what may be lent stays where it is; then only what was marked needs anything. */
static zend_array *own_table(const zend_array *from, copied_strings *copied)
{
	const bool lent = copied == NULL;
	bool packed = HT_FLAGS(from) & HASH_FLAG_PACKED;
	uint32_t left = lent ? from->nInternalPointer : from->nNumUsed;
	zend_array *array = copy_table(from, packed);

	for (uint32_t index = 0; left > 0 && index < from->nNumUsed; index++) {
		zval *value = packed ? BATON_PACKED_VALUE((baton_packed_element *) array->arData + index) : &array->arData[index].val;
		if (!lent || Z_TYPE_P(value) == BATON_ENCODING_OBJECT || Z_TYPE_P(value) == BATON_ENCODING_ARRAY_WITH_OBJECTS) {
			own(value, copied);
			left--;
		}
		if (!lent && !packed && array->arData[index].key) {
			array->arData[index].key = copy_string(copied, array->arData[index].key);
		}
	}
	if (!lent) {
		HT_FLAGS(array) &= ~HASH_FLAG_STATIC_KEYS;
	}
	return array;
}

static void own(zval *value, copied_strings *copied)
{
	switch (Z_TYPE_P(value)) {
		case BATON_ENCODING_OBJECT: {
			zend_array *properties = Z_ARR_P(value);
			zend_object *object = zend_objects_new(zend_standard_class_def);
			ZVAL_OBJ(value, object);
			object->properties = properties ? own_table(properties, copied) : NULL;
			break;
		}
		case BATON_ENCODING_ARRAY_WITH_OBJECTS:
			ZVAL_ARR(value, own_table(Z_ARR_P(value), copied));
			break;
		case IS_STRING:
			if (copied) {
				ZVAL_STR(value, copy_string(copied, Z_STR_P(value)));
			}
			break;
		case IS_ARRAY:
			if (copied && zend_hash_num_elements(Z_ARRVAL_P(value)) > 0) {
				ZVAL_ARR(value, own_table(Z_ARR_P(value), copied));
			}
			break;
		default:
			break;
	}
}

void baton_encoding_own(zval *value, bool lent)
{
	if (lent) {
		own(value, NULL);
	} else {
		copied_strings copied = {0};
		own(value, &copied);
	}
}

bool baton_encoding_unserialize(zval *value, const zend_string *serialized)
{
	zval made;
	ZVAL_NULL(value);
	if (!baton_unserialize_php(ZSTR_VAL(serialized), ZSTR_LEN(serialized), &made)) {
		return false;
	}
	if (EG(exception)) {
		zval_ptr_dtor(&made);
		return false;
	}
	ZVAL_COPY_VALUE(value, &made);
	return true;
}

bool baton_encoding_copy(zval *value, baton_encoding_kind kind, const char *encoded)
{
	copied_strings copied = {0};
	switch (kind) {
		case BATON_ENCODING_STRING:
			ZVAL_STR(value, zend_string_init(encoded + BATON_ENCODING_STRING_HEADER, ZSTR_LEN((const zend_string *) encoded), 0));
			return true;
		case BATON_ENCODING_ARRAY:
			ZVAL_ARR(value, own_table((const zend_array *) encoded, &copied));
			return true;
		case BATON_ENCODING_OBJECTS:
			ZVAL_COPY_VALUE(value, (const zval *) encoded);
			own(value, &copied);
			return true;
		case BATON_ENCODING_SCALAR:
			ZVAL_COPY_VALUE(value, (const zval *) encoded);
			return true;
		case BATON_ENCODING_SERIALIZED:
			return baton_encoding_unserialize(value, (const zend_string *) encoded);
	}
	return false;
}
