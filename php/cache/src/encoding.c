/* Values written as PHP itself keeps them, for the address at which they will be read, which is the same in all processes of a
 * tree. Arrays are immutable and strings interned, as opcache's are: the engine copies them when a program writes, and never
 * writes to them itself. Unlike opcache's, strings are not marked as permanent: what keeps strings beyond a request, as the cache of compiled
 * patterns does, makes copies of such. An object cannot be lent, since each reader has one of its own: kept are the tables of its properties, and a
 * reader gets a copy of them (encoding_read.c). */
#include "encoding.h"

#include "nesting.h"

#include "ext/standard/php_var.h"
#include "zend_smart_str.h"

#define ALIGNED(size) ZEND_MM_ALIGNED_SIZE_EX(size, 16)

/* ---- Measuring ---- */

static size_t string_size(const zend_string *string)
{
	return ALIGNED(BATON_ENCODING_STRING_SIZE(ZSTR_LEN(string)));
}

/* Gives a string its place, unless an equal one has one. */
static void place_string(baton_encoding_plan *plan, zend_string *string)
{
	zval place;
	if (zend_hash_find(plan->strings, string) == NULL) {
		ZVAL_LONG(&place, (zend_long) plan->size);
		zend_hash_add_new(plan->strings, string, &place);
		plan->size += string_size(string);
	}
}

/* How an array is written: its elements side by side where they have the keys 0, 1, 2 …; else with keys and a hash. Either way
 * without the holes that deleting left. */
typedef struct {
	uint32_t count;
	uint32_t room; /* of what is copied from it: a power of two, as everywhere */
	uint32_t mask;
	bool packed;
} array_shape;

static array_shape shape_of(const HashTable *array)
{
	array_shape shape = { zend_array_count((HashTable *) array), HT_MIN_SIZE, HT_MIN_MASK, false };
	while (shape.room < shape.count) {
		shape.room *= 2;
	}
	shape.packed = HT_IS_PACKED(array) && HT_IS_WITHOUT_HOLES(array);
	if (!shape.packed) {
		shape.mask = HT_SIZE_TO_MASK(shape.room);
	}
	return shape;
}

static size_t shape_size(array_shape shape)
{
	size_t element = shape.packed ? sizeof(baton_packed_element) : sizeof(Bucket);
	return ALIGNED(sizeof(zend_array)) + ALIGNED(HT_HASH_SIZE(shape.mask) + shape.count * element);
}

/* The elements of an array or the properties of an object; NULL where there are none, and of all else. */
static HashTable *table_of(const zval *value)
{
	HashTable *table = Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : Z_TYPE_P(value) == IS_OBJECT ? Z_OBJ_P(value)->properties : NULL;
	return table && zend_array_count(table) > 0 ? table : NULL;
}

static void place_value(baton_encoding_plan *plan, zval *value)
{
	HashTable *table;
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		place_string(plan, Z_STR_P(value));
	} else if ((table = table_of(value)) != NULL) {
		zend_string *key;
		zval *element;
		plan->size += shape_size(shape_of(table));
		ZEND_HASH_FOREACH_STR_KEY_VAL_IND(table, key, element) {
			if (key) {
				place_string(plan, key);
			}
			place_value(plan, element);
		} ZEND_HASH_FOREACH_END();
	}
}

zend_string *baton_encoding_serialize(const zval *value)
{
	smart_str buffer = {0};
	php_serialize_data_t data;

	if (baton_nests_too_deep(value)) {
		return NULL;
	}
	PHP_VAR_SERIALIZE_INIT(data);
	php_var_serialize(&buffer, (zval *) value, &data);
	PHP_VAR_SERIALIZE_DESTROY(data);
	if (EG(exception)) {
		smart_str_free(&buffer);
		return NULL;
	}
	return smart_str_extract(&buffer);
}

static bool plan_serialized(baton_encoding_plan *plan)
{
	plan->serialized = baton_encoding_serialize(plan->value);
	if (plan->serialized == NULL) {
		return false;
	}
	plan->kind = BATON_ENCODING_SERIALIZED;
	plan->size = BATON_ENCODING_STRING_SIZE(ZSTR_LEN(plan->serialized));
	return true;
}

/* Tables, which begin with the value's own; or, if objects are among it, behind a zval that says what the value itself is. */
static bool plan_tables(baton_encoding_plan *plan)
{
	bool objects;
	if (!baton_encoding_exists(plan->value, &objects)) {
		return plan_serialized(plan);
	}
	plan->kind = objects ? BATON_ENCODING_OBJECTS : BATON_ENCODING_ARRAY;
	plan->size = objects ? ALIGNED(sizeof(zval)) : 0;
	plan->strings = zend_new_array(0);
	place_value(plan, (zval *) plan->value);
	return true;
}

bool baton_encoding_measure(baton_encoding_plan *plan, const zval *value)
{
	ZVAL_DEREF(value);
	memset(plan, 0, sizeof(*plan));
	plan->value = value;
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			plan->kind = BATON_ENCODING_STRING;
			plan->size = BATON_ENCODING_STRING_SIZE(Z_STRLEN_P(value));
			return true;
		case IS_ARRAY:
			if (zend_array_count(Z_ARRVAL_P(value)) == 0) {
				break;
			}
			return plan_tables(plan);
		case IS_OBJECT:
			return plan_tables(plan);
		case IS_RESOURCE: /* which serialize() makes an integer of, as it does everywhere */
			return plan_serialized(plan);
		default:
			break;
	}
	plan->kind = BATON_ENCODING_SCALAR;
	plan->size = sizeof(zval);
	return true;
}

void baton_encoding_plan_end(baton_encoding_plan *plan)
{
	if (plan->serialized) {
		zend_string_release(plan->serialized);
	}
	if (plan->strings) {
		zend_array_destroy(plan->strings);
	}
}

/* ---- Writing ---- */

typedef struct {
	const baton_encoding_plan *plan;
	char *to;            /* the beginning of the encoded value, where it is written */
	const char *address; /* and where it will be read */
	size_t done;         /* the writer goes the way that measuring went, so the next thing stands here */
} encoding_writer;

static void write_string(char *to, const zend_string *from, zend_ulong hash)
{
	zend_string *string = (zend_string *) to;
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = BATON_ENCODING_STRING_INFO;
#ifdef IS_STR_VALID_UTF8
	GC_ADD_FLAGS(string, GC_FLAGS(from) & IS_STR_VALID_UTF8);
#endif
	ZSTR_H(string) = hash;
	ZSTR_LEN(string) = ZSTR_LEN(from);
	memcpy(ZSTR_VAL(string), ZSTR_VAL(from), ZSTR_LEN(from) + 1);
}

void baton_encoding_write_string(char *to, const char *bytes, size_t len)
{
	zend_string *string = (zend_string *) to;
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = BATON_ENCODING_STRING_INFO;
	ZSTR_LEN(string) = len;
	memcpy(ZSTR_VAL(string), bytes, len);
	ZSTR_VAL(string)[len] = '\0';
	/* Computed now, since the engine would note it in the string, which it cannot once it is lent. */
	ZSTR_H(string) = zend_hash_func(ZSTR_VAL(string), len);
}

static zend_string *put_string(encoding_writer *writer, zend_string *string)
{
	size_t place = (size_t) Z_LVAL_P(zend_hash_find_known_hash(writer->plan->strings, string));
	if (place == writer->done) { /* the first of its equals */
		write_string(writer->to + place, string, ZSTR_H(string));
		writer->done += string_size(string);
	}
	return (zend_string *) (writer->address + place);
}

static bool put_table(encoding_writer *writer, HashTable *from, zend_array **table);

/* Whether a reader needs something of its own for this: an object, or an array with one somewhere within it. */
static bool put_value(encoding_writer *writer, zval *to, zval *value)
{
	HashTable *from;
	zend_array *table = NULL;
	bool has_objects;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		ZVAL_INTERNED_STR(to, put_string(writer, Z_STR_P(value)));
		return false;
	}
	from = table_of(value);
	has_objects = from && put_table(writer, from, &table);
	if (Z_TYPE_P(value) == IS_OBJECT) {
		Z_ARR_P(to) = table;
		Z_TYPE_INFO_P(to) = BATON_ENCODING_OBJECT;
		return true;
	}
	if (table) {
		Z_ARR_P(to) = table;
		Z_TYPE_INFO_P(to) = has_objects ? BATON_ENCODING_ARRAY_WITH_OBJECTS : IS_ARRAY;
	} else if (Z_TYPE_P(value) == IS_ARRAY) {
		ZVAL_EMPTY_ARRAY(to);
	} else {
		ZVAL_COPY_VALUE(to, value);
	}
	return has_objects;
}

/* How many of them a reader needs something of its own for. */
static uint32_t put_elements(encoding_writer *writer, char *data, array_shape shape, HashTable *from)
{
	uint32_t *hash = (uint32_t *) (data + HT_HASH_SIZE(shape.mask));
	Bucket *bucket = (Bucket *) hash;
	baton_packed_element *element = (baton_packed_element *) hash;
	uint32_t index = 0, own = 0;
	zend_ulong number;
	zend_string *key;
	zval *value;

	memset(data, 0xff, HT_HASH_SIZE(shape.mask)); /* HT_INVALID_IDX */
	ZEND_HASH_FOREACH_KEY_VAL_IND(from, number, key, value) {
		if (shape.packed) {
#if PHP_VERSION_ID < 80200
			element[index].h = number;
			element[index].key = NULL;
#endif
			own += put_value(writer, BATON_PACKED_VALUE(&element[index]), value);
		} else {
			uint32_t *chain;
			bucket[index].h = key ? ZSTR_H(key) : number;
			bucket[index].key = key ? put_string(writer, key) : NULL;
			own += put_value(writer, &bucket[index].val, value);
			chain = &hash[(int32_t) ((uint32_t) bucket[index].h | shape.mask)];
			Z_NEXT(bucket[index].val) = *chain;
			*chain = HT_IDX_TO_HASH(index);
		}
		index++;
	} ZEND_HASH_FOREACH_END();
	return own;
}

static bool put_table(encoding_writer *writer, HashTable *from, zend_array **table)
{
	array_shape shape = shape_of(from);
	size_t place = writer->done;
	zend_array *array = (zend_array *) (writer->to + place);
	char *data = (char *) array + ALIGNED(sizeof(zend_array));

	writer->done += shape_size(shape);
	array->nInternalPointer = put_elements(writer, data, shape, from); /* 0 for all that is lent */
	GC_SET_REFCOUNT(array, 2); /* so that a writer sees that it is shared */
	GC_TYPE_INFO(array) = GC_ARRAY | (GC_IMMUTABLE << GC_FLAGS_SHIFT);
	HT_FLAGS(array) = HASH_FLAG_STATIC_KEYS | (shape.packed ? HASH_FLAG_PACKED : 0);
	array->nTableMask = shape.mask;
	array->arData = (Bucket *) (writer->address + (data - writer->to) + HT_HASH_SIZE(shape.mask));
	array->nNumUsed = array->nNumOfElements = shape.count;
	array->nTableSize = shape.room;
	array->nNextFreeElement = from->nNextFreeElement;
	array->pDestructor = NULL;
	*table = (zend_array *) (writer->address + place);
	return array->nInternalPointer > 0;
}

void baton_encoding_write(const baton_encoding_plan *plan, char *to, const char *address)
{
	encoding_writer writer = { plan, to, address, 0 };
	zend_array *table;
	switch (plan->kind) {
		case BATON_ENCODING_STRING:
			write_string(to, Z_STR_P(plan->value), zend_string_hash_val(Z_STR_P(plan->value)));
			break;
		case BATON_ENCODING_SERIALIZED:
			write_string(to, plan->serialized, zend_string_hash_val(plan->serialized));
			break;
		case BATON_ENCODING_ARRAY:
			put_table(&writer, Z_ARRVAL_P(plan->value), &table);
			break;
		case BATON_ENCODING_OBJECTS:
			writer.done = ALIGNED(sizeof(zval));
			put_value(&writer, (zval *) to, (zval *) plan->value);
			break;
		case BATON_ENCODING_SCALAR:
			if (Z_TYPE_P(plan->value) == IS_ARRAY) {
				ZVAL_EMPTY_ARRAY((zval *) to);
			} else {
				ZVAL_COPY_VALUE((zval *) to, plan->value);
			}
			break;
	}
}
