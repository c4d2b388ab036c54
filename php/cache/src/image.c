/* Values written as PHP itself keeps them, for the address at which they will be read, which is the same in all processes of a
 * tree. Arrays are immutable and strings interned, as opcache's are: the engine copies them when a program writes, and never
 * writes to them itself. */
#include "image.h"

#include "ext/standard/php_var.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

/* An array in an array in an array …: what is deeper is kept serialized, since images are measured and copied recursively. */
#define MAX_DEPTH 128

#define ALIGNED(size) ZEND_MM_ALIGNED_SIZE_EX(size, 16)

/* ---- What is what ---- */

/* Whether a value holds nothing but what an image can: no object, no resource, and no array that holds itself. */
static bool is_plain(const zval *value, unsigned depth)
{
	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_NULL:
		case IS_FALSE:
		case IS_TRUE:
		case IS_LONG:
		case IS_DOUBLE:
		case IS_STRING:
			return true;
		case IS_ARRAY: {
			zval *element;
			if (depth == MAX_DEPTH) {
				return false;
			}
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
				if (!is_plain(element, depth + 1)) {
					return false;
				}
			} ZEND_HASH_FOREACH_END();
			return true;
		}
		default:
			return false;
	}
}

bool baton_image_is_plain(const zval *value)
{
	return is_plain(value, 0);
}

/* ---- Measuring ---- */

static size_t string_size(const zend_string *string)
{
	return ALIGNED(BATON_IMAGE_STRING_SIZE(ZSTR_LEN(string)));
}

/* Gives a string its place, unless an equal one has one. */
static void place_string(baton_image_plan *plan, zend_string *string)
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

#if PHP_VERSION_ID >= 80200
typedef zval packed_element;
# define PACKED_VALUE(element) (element)
#else
typedef Bucket packed_element;
# define PACKED_VALUE(element) (&(element)->val)
#endif

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
	size_t element = shape.packed ? sizeof(packed_element) : sizeof(Bucket);
	return ALIGNED(sizeof(zend_array)) + ALIGNED(HT_HASH_SIZE(shape.mask) + shape.count * element);
}

static void place_value(baton_image_plan *plan, zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		place_string(plan, Z_STR_P(value));
	} else if (Z_TYPE_P(value) == IS_ARRAY && zend_array_count(Z_ARRVAL_P(value)) > 0) {
		zend_string *key;
		zval *element;
		plan->size += shape_size(shape_of(Z_ARRVAL_P(value)));
		ZEND_HASH_FOREACH_STR_KEY_VAL_IND(Z_ARRVAL_P(value), key, element) {
			if (key) {
				place_string(plan, key);
			}
			place_value(plan, element);
		} ZEND_HASH_FOREACH_END();
	}
}

static bool serialize(baton_image_plan *plan, const zval *value)
{
	smart_str buffer = {0};
	php_serialize_data_t data;

	PHP_VAR_SERIALIZE_INIT(data);
	php_var_serialize(&buffer, (zval *) value, &data);
	PHP_VAR_SERIALIZE_DESTROY(data);
	if (EG(exception)) {
		smart_str_free(&buffer);
		return false;
	}
	plan->serialized = smart_str_extract(&buffer);
	plan->kind = BATON_IMAGE_SERIALIZED;
	plan->size = BATON_IMAGE_STRING_SIZE(ZSTR_LEN(plan->serialized));
	return true;
}

bool baton_image_measure(baton_image_plan *plan, const zval *value)
{
	ZVAL_DEREF(value);
	memset(plan, 0, sizeof(*plan));
	plan->value = value;
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			plan->kind = BATON_IMAGE_STRING;
			plan->size = BATON_IMAGE_STRING_SIZE(Z_STRLEN_P(value));
			return true;
		case IS_ARRAY:
			if (zend_array_count(Z_ARRVAL_P(value)) == 0) {
				break;
			}
			if (!is_plain(value, 0)) {
				return serialize(plan, value);
			}
			plan->kind = BATON_IMAGE_ARRAY;
			plan->strings = zend_new_array(0);
			place_value(plan, (zval *) value);
			return true;
		case IS_OBJECT:
		case IS_RESOURCE: /* which serialize() makes an integer of, as it does everywhere */
			return serialize(plan, value);
		default:
			break;
	}
	plan->kind = BATON_IMAGE_SCALAR;
	plan->size = sizeof(zval);
	return true;
}

void baton_image_plan_end(baton_image_plan *plan)
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
	const baton_image_plan *plan;
	char *to;            /* the beginning of the image, where it is written */
	const char *address; /* and where it will be read */
	size_t done;         /* the writer goes the way that measuring went, so the next thing stands here */
} image_writer;

static void write_string(char *to, const zend_string *from, zend_ulong hash)
{
	zend_string *string = (zend_string *) to;
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERMANENT) << GC_FLAGS_SHIFT);
#ifdef IS_STR_VALID_UTF8
	GC_ADD_FLAGS(string, GC_FLAGS(from) & IS_STR_VALID_UTF8);
#endif
	ZSTR_H(string) = hash;
	ZSTR_LEN(string) = ZSTR_LEN(from);
	memcpy(ZSTR_VAL(string), ZSTR_VAL(from), ZSTR_LEN(from) + 1);
}

void baton_image_write_string(char *to, const char *bytes, size_t len)
{
	zend_string *string = (zend_string *) to;
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERMANENT) << GC_FLAGS_SHIFT);
	ZSTR_LEN(string) = len;
	memcpy(ZSTR_VAL(string), bytes, len);
	ZSTR_VAL(string)[len] = '\0';
	/* Computed now, since the engine would note it in the string, which it cannot once it is lent. */
	ZSTR_H(string) = zend_hash_func(ZSTR_VAL(string), len);
}

static zend_string *put_string(image_writer *writer, zend_string *string)
{
	size_t place = (size_t) Z_LVAL_P(zend_hash_find_known_hash(writer->plan->strings, string));
	if (place == writer->done) { /* the first of its equals */
		write_string(writer->to + place, string, ZSTR_H(string));
		writer->done += string_size(string);
	}
	return (zend_string *) (writer->address + place);
}

static zend_array *put_array(image_writer *writer, HashTable *from);

static void put_value(image_writer *writer, zval *to, zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		ZVAL_INTERNED_STR(to, put_string(writer, Z_STR_P(value)));
	} else if (Z_TYPE_P(value) == IS_ARRAY && zend_array_count(Z_ARRVAL_P(value)) > 0) {
		ZVAL_ARR(to, put_array(writer, Z_ARRVAL_P(value)));
		Z_TYPE_INFO_P(to) = IS_ARRAY;
	} else if (Z_TYPE_P(value) == IS_ARRAY) {
		ZVAL_EMPTY_ARRAY(to);
	} else {
		ZVAL_COPY_VALUE(to, value);
	}
}

static void put_elements(image_writer *writer, char *data, array_shape shape, HashTable *from)
{
	uint32_t *hash = (uint32_t *) (data + HT_HASH_SIZE(shape.mask));
	Bucket *bucket = (Bucket *) hash;
	packed_element *element = (packed_element *) hash;
	uint32_t index = 0;
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
			put_value(writer, PACKED_VALUE(&element[index]), value);
		} else {
			uint32_t *chain;
			bucket[index].h = key ? ZSTR_H(key) : number;
			bucket[index].key = key ? put_string(writer, key) : NULL;
			put_value(writer, &bucket[index].val, value);
			chain = &hash[(int32_t) ((uint32_t) bucket[index].h | shape.mask)];
			Z_NEXT(bucket[index].val) = *chain;
			*chain = HT_IDX_TO_HASH(index);
		}
		index++;
	} ZEND_HASH_FOREACH_END();
}

static zend_array *put_array(image_writer *writer, HashTable *from)
{
	array_shape shape = shape_of(from);
	size_t place = writer->done;
	zend_array *array = (zend_array *) (writer->to + place);
	char *data = (char *) array + ALIGNED(sizeof(zend_array));

	writer->done += shape_size(shape);
	put_elements(writer, data, shape, from);
	GC_SET_REFCOUNT(array, 2); /* whoever wants to write sees that it is shared */
	GC_TYPE_INFO(array) = GC_ARRAY | (GC_IMMUTABLE << GC_FLAGS_SHIFT);
	HT_FLAGS(array) = HASH_FLAG_STATIC_KEYS | (shape.packed ? HASH_FLAG_PACKED : 0);
	array->nTableMask = shape.mask;
	array->arData = (Bucket *) (writer->address + (data - writer->to) + HT_HASH_SIZE(shape.mask));
	array->nNumUsed = array->nNumOfElements = shape.count;
	array->nTableSize = shape.room;
	array->nInternalPointer = 0;
	array->nNextFreeElement = from->nNextFreeElement;
	array->pDestructor = NULL;
	return (zend_array *) (writer->address + place);
}

void baton_image_write(const baton_image_plan *plan, char *to, const char *address)
{
	image_writer writer = { plan, to, address, 0 };
	switch (plan->kind) {
		case BATON_IMAGE_STRING:
			write_string(to, Z_STR_P(plan->value), zend_string_hash_val(Z_STR_P(plan->value)));
			break;
		case BATON_IMAGE_SERIALIZED:
			write_string(to, plan->serialized, zend_string_hash_val(plan->serialized));
			break;
		case BATON_IMAGE_ARRAY:
			put_array(&writer, Z_ARRVAL_P(plan->value));
			break;
		case BATON_IMAGE_SCALAR:
			if (Z_TYPE_P(plan->value) == IS_ARRAY) {
				ZVAL_EMPTY_ARRAY((zval *) to);
			} else {
				ZVAL_COPY_VALUE((zval *) to, plan->value);
			}
			break;
	}
}

/* ---- Copying ---- */

static zend_string *copy_string(const zend_string *from)
{
	zend_string *string = zend_string_init(ZSTR_VAL(from), ZSTR_LEN(from), 0);
	ZSTR_H(string) = ZSTR_H(from);
	return string;
}

static zend_array *copy_array(zend_array *from);

void baton_image_copy_element(zval *value)
{
	if (Z_TYPE_P(value) == IS_STRING) {
		ZVAL_STR(value, copy_string(Z_STR_P(value)));
	} else if (Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(value)) > 0) {
		ZVAL_ARR(value, copy_array(Z_ARRVAL_P(value)));
	}
}

/* The engine copies the table with its hash; what the elements and keys point to is replaced by copies. */
static zend_array *copy_array(zend_array *from)
{
	zend_array *array = zend_array_dup(from);
	if (HT_IS_PACKED(array)) {
		zval *value;
		ZEND_HASH_FOREACH_VAL(array, value) {
			baton_image_copy_element(value);
		} ZEND_HASH_FOREACH_END();
	} else {
		Bucket *bucket;
		ZEND_HASH_FOREACH_BUCKET(array, bucket) {
			if (bucket->key) {
				bucket->key = copy_string(bucket->key);
			}
			baton_image_copy_element(&bucket->val);
		} ZEND_HASH_FOREACH_END();
		HT_FLAGS(array) &= ~HASH_FLAG_STATIC_KEYS;
	}
	return array;
}

bool baton_image_unserialize(zval *value, const zend_string *serialized)
{
	const unsigned char *cursor = (const unsigned char *) ZSTR_VAL(serialized);
	php_unserialize_data_t data;
	bool done;

	ZVAL_NULL(value);
	PHP_VAR_UNSERIALIZE_INIT(data);
	done = php_var_unserialize(value, &cursor, cursor + ZSTR_LEN(serialized), &data);
	PHP_VAR_UNSERIALIZE_DESTROY(data);
	if (!done || EG(exception)) {
		zval_ptr_dtor(value);
		ZVAL_NULL(value);
		return false;
	}
	return true;
}

bool baton_image_copy(zval *value, baton_image_kind kind, const char *image)
{
	switch (kind) {
		case BATON_IMAGE_STRING:
			ZVAL_STR(value, copy_string((const zend_string *) image));
			return true;
		case BATON_IMAGE_ARRAY:
			ZVAL_ARR(value, copy_array((zend_array *) image));
			return true;
		case BATON_IMAGE_SCALAR:
			ZVAL_COPY_VALUE(value, (const zval *) image);
			return true;
		case BATON_IMAGE_SERIALIZED:
			return baton_image_unserialize(value, (const zend_string *) image);
	}
	return false;
}
