/* A walk over an encoded value that believes nothing. Offsets only ever lead to what lies within, each array is entered once, and a chain of a
 * hash only goes down, so it ends. */
#include "encoding_check.h"

/* Encoded values up to this are copied to the stack. */
#define ON_STACK 4096

#define ALIGNED(size) ZEND_MM_ALIGNED_SIZE_EX(size, 16)

typedef struct {
	char *from;           /* where it is looked at */
	size_t size;
	const char *pointers; /* for which address it was written */
	size_t left;          /* elements that there may be yet: fewer than fit, however arrays point at each other */
} walk;

/* What a pointer points to, if `size` bytes of it lie within; NULL if not. */
static char *at(const walk *walk, const void *pointer, size_t size)
{
	size_t offset = (size_t) ((const char *) pointer - walk->pointers);
	if (offset >= walk->size || size > walk->size - offset || offset % 8 != 0) {
		return NULL;
	}
	return walk->from + offset;
}

static bool string_is_whole(const zend_string *string, size_t room)
{
	uint32_t info = GC_TYPE_INFO(string);
#ifdef IS_STR_VALID_UTF8
	info &= ~((uint32_t) IS_STR_VALID_UTF8 << GC_FLAGS_SHIFT);
#endif
	return info == BATON_ENCODING_STRING_INFO && ZSTR_LEN(string) < room - _ZSTR_HEADER_SIZE
		&& ZSTR_VAL(string)[ZSTR_LEN(string)] == '\0';
}

static zend_string *string_at(const walk *walk, const void *pointer)
{
	zend_string *string = (zend_string *) at(walk, pointer, BATON_ENCODING_STRING_SIZE(0));
	return string && string_is_whole(string, (size_t) (walk->from + walk->size - (char *) string)) ? string : NULL;
}

static bool table_is_whole(walk *walk, zend_array *table, unsigned depth);

/* The table that a value points to; false if it points to none. */
static bool pointer_is_whole(walk *walk, zval *value, unsigned depth)
{
	zend_array *table = (zend_array *) at(walk, Z_ARR_P(value), sizeof(zend_array));
	if (table == NULL || depth == BATON_ENCODING_MAX_DEPTH || !table_is_whole(walk, table, depth + 1)) {
		return false;
	}
	/* Elements that each reader has of its own are marked in the ones above, and nowhere else. */
	if ((Z_TYPE_INFO_P(value) == IS_ARRAY) != (table->nInternalPointer == 0) && Z_TYPE_INFO_P(value) != BATON_ENCODING_OBJECT) {
		return false;
	}
	if (walk->from != walk->pointers) {
		Z_ARR_P(value) = table;
	}
	return true;
}

static bool value_is_whole(walk *walk, zval *value, unsigned depth)
{
	switch (Z_TYPE_INFO_P(value)) {
		case IS_NULL:
		case IS_FALSE:
		case IS_TRUE:
		case IS_LONG:
		case IS_DOUBLE:
			return true;
		case IS_STRING: {
			zend_string *string = string_at(walk, Z_STR_P(value));
			if (string == NULL) {
				return false;
			}
			if (walk->from != walk->pointers) {
				Z_STR_P(value) = string;
			}
			return true;
		}
		case IS_ARRAY:
			return Z_ARR_P(value) == (zend_array *) &zend_empty_array || pointer_is_whole(walk, value, depth);
		case BATON_ENCODING_OBJECT: /* without properties it points nowhere */
			return Z_ARR_P(value) == NULL || pointer_is_whole(walk, value, depth);
		case BATON_ENCODING_ARRAY_WITH_OBJECTS:
			return pointer_is_whole(walk, value, depth);
		default:
			return false;
	}
}

/* Whether a reader needs something of its own for a value. */
static bool is_own(const zval *value)
{
	return Z_TYPE_INFO_P(value) == BATON_ENCODING_OBJECT || Z_TYPE_INFO_P(value) == BATON_ENCODING_ARRAY_WITH_OBJECTS;
}

static bool key_is_whole(const walk *walk, Bucket *bucket)
{
	if (bucket->key == NULL) {
		return true;
	}
	zend_string *key = string_at(walk, bucket->key);
	if (key == NULL || ZSTR_H(key) != bucket->h) {
		return false;
	}
	if (walk->from != walk->pointers) {
		bucket->key = key;
	}
	return true;
}

/* A place in a hash names an element that was put in before `below`, or none. */
static bool is_link(uint32_t place, uint32_t below)
{
	return place == HT_INVALID_IDX || HT_HASH_TO_IDX(place) < below;
}

static bool elements_are_whole(walk *walk, const zend_array *array, char *data, unsigned depth)
{
	uint32_t count = array->nNumUsed, own = 0;
	if (HT_FLAGS(array) & HASH_FLAG_PACKED) {
		baton_packed_element *element = (baton_packed_element *) data;
		const uint32_t *none = (const uint32_t *) data - 2; /* where a key that is a string is looked up */
		if (none[0] != HT_INVALID_IDX || none[1] != HT_INVALID_IDX) {
			return false;
		}
		for (uint32_t i = 0; i < count; i++) {
			if (!value_is_whole(walk, BATON_PACKED_VALUE(&element[i]), depth)) {
				return false;
			}
			own += is_own(BATON_PACKED_VALUE(&element[i]));
		}
		return own == array->nInternalPointer;
	}
	const uint32_t *hash = (const uint32_t *) data - array->nTableSize * 2;
	for (uint32_t i = 0; i < array->nTableSize * 2; i++) {
		if (!is_link(hash[i], count)) {
			return false;
		}
	}
	Bucket *bucket = (Bucket *) data;
	for (uint32_t i = 0; i < count; i++) {
		if (!is_link(Z_NEXT(bucket[i].val), i) || !key_is_whole(walk, &bucket[i]) || !value_is_whole(walk, &bucket[i].val, depth)) {
			return false;
		}
		own += is_own(&bucket[i].val);
	}
	return own == array->nInternalPointer;
}

/* As put_table() writes it, word for word. */
static bool head_is_whole(const zend_array *array)
{
	bool packed = HT_FLAGS(array) == (HASH_FLAG_STATIC_KEYS | HASH_FLAG_PACKED);
	uint32_t room = array->nTableSize, count = array->nNumUsed;
	return GC_REFCOUNT(array) == 2 && GC_TYPE_INFO(array) == (GC_ARRAY | (GC_IMMUTABLE << GC_FLAGS_SHIFT))
		&& (packed || HT_FLAGS(array) == HASH_FLAG_STATIC_KEYS)
		&& count > 0 && count == array->nNumOfElements && count <= room && (room == HT_MIN_SIZE || room / 2 < count)
		&& (room & (room - 1)) == 0 && room >= HT_MIN_SIZE && room <= HT_MAX_SIZE
		&& array->nTableMask == (packed ? HT_MIN_MASK : HT_SIZE_TO_MASK(room))
		&& array->nInternalPointer <= count && array->pDestructor == NULL;
}

static bool table_is_whole(walk *walk, zend_array *array, unsigned depth)
{
	if (!head_is_whole(array) || array->nNumUsed > walk->left) {
		return false;
	}
	walk->left -= array->nNumUsed;
	bool packed = HT_FLAGS(array) & HASH_FLAG_PACKED;
	size_t hash = HT_HASH_SIZE(array->nTableMask), size = array->nNumUsed * (packed ? sizeof(baton_packed_element) : sizeof(Bucket));
	char *data = at(walk, (const char *) array->arData - hash, hash + size);
	/* Where it is written: right behind its head. */
	if (data != (char *) array + ALIGNED(sizeof(zend_array)) || !elements_are_whole(walk, array, data + hash, depth)) {
		return false;
	}
	if (walk->from != walk->pointers) {
		array->arData = (Bucket *) (data + hash);
	}
	return true;
}

bool baton_encoding_settle(char *from, size_t size, const char *pointers, unsigned kind)
{
	walk walk = { from, size, pointers, size / sizeof(zval) };
	switch (kind) {
		case BATON_ENCODING_SCALAR:
			return size >= sizeof(zval) && baton_encoding_is_scalar((zval *) from);
		case BATON_ENCODING_STRING:
		case BATON_ENCODING_SERIALIZED:
			return size >= BATON_ENCODING_STRING_SIZE(0) && string_is_whole((zend_string *) from, size);
		case BATON_ENCODING_ARRAY:
			return size >= sizeof(zend_array) && table_is_whole(&walk, (zend_array *) from, 1) && ((zend_array *) from)->nInternalPointer == 0;
		case BATON_ENCODING_OBJECTS:
			return size >= sizeof(zval) && is_own((zval *) from) && value_is_whole(&walk, (zval *) from, 0);
		default:
			return false;
	}
}

bool baton_encoding_is_whole(const char *encoded, size_t size, unsigned kind)
{
	return baton_encoding_settle((char *) encoded, size, encoded, kind); /* which writes only to a copy */
}

TSRM_TLS uint64_t baton_encodings_known[BATON_ENCODINGS_KNOWN];

bool baton_encoding_get_to_know(const bc_found *found, unsigned kind)
{
	bool whole = baton_encoding_is_whole(found->value, found->len, kind);
	if (whole) {
		*baton_encoding_known_at(found->stamp) = baton_encoding_note(found);
	}
	return whole;
}

/* A string's bytes follow its head, whose length is read once. */
static bool take_string(zval *value, const char *encoded, size_t size)
{
	size_t len = ((const volatile zend_string *) encoded)->len;
	if (size < BATON_ENCODING_STRING_SIZE(0) || len > size - BATON_ENCODING_STRING_SIZE(0)) {
		return false;
	}
	ZVAL_STR(value, zend_string_init(encoded + BATON_ENCODING_STRING_HEADER, len, 0));
	return true;
}

static bool take_serialized(zval *value, const bc_found *found)
{
	zval bytes;
	if (!take_string(&bytes, found->value, found->len)) {
		return false;
	}
	bool made = baton_encoding_unserialize(value, Z_STR(bytes));
	zval_ptr_dtor(&bytes);
	return made;
}

/* An encoded value of its own for the time of a call, on the stack where it is small. */
typedef struct {
	_Alignas(16) char stack[ON_STACK];
	char *encoded;
} own_encoded;

/* Whether it is whole; own_end() follows in any case. */
static bool own_begin(own_encoded *own, unsigned kind, const bc_found *found)
{
	own->encoded = found->len > sizeof(own->stack) ? emalloc(found->len) : own->stack;
	memcpy(own->encoded, found->value, found->len);
	return baton_encoding_settle(own->encoded, found->len, found->value, kind);
}

static void own_end(own_encoded *own)
{
	if (own->encoded != own->stack) {
		efree(own->encoded);
	}
}

bool baton_encoding_take(zval *value, unsigned kind, const bc_found *found)
{
	own_encoded own;
	bool whole;

	if (kind == BATON_ENCODING_STRING) {
		return take_string(value, found->value, found->len);
	}
	if (kind == BATON_ENCODING_SERIALIZED) {
		return take_serialized(value, found);
	}
	whole = own_begin(&own, kind, found) && baton_encoding_copy(value, (baton_encoding_kind) kind, own.encoded);
	own_end(&own);
	return whole;
}

static zval *element_of(zend_array *array, zend_string *name, zend_ulong number)
{
	return name ? zend_symtable_find(array, name) : zend_hash_index_find(array, number);
}

bool baton_encoding_take_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number)
{
	own_encoded own;
	zend_array *array = own_begin(&own, kind, found) ? baton_encoding_elements((baton_encoding_kind) kind, own.encoded) : NULL;
	zval *element = array ? element_of(array, name, number) : NULL;
	if (element) {
		ZVAL_COPY_VALUE(value, element);
		baton_encoding_own(value, false);
	}
	own_end(&own);
	return element != NULL;
}

bool baton_encoding_lend_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number)
{
	zend_array *array = baton_encoding_is_known(found, kind) ? baton_encoding_elements((baton_encoding_kind) kind, found->value) : NULL;
	zval *element = array ? element_of(array, name, number) : NULL;
	if (element) {
		ZVAL_COPY_VALUE(value, element);
		baton_encoding_own(value, true);
	}
	return element != NULL;
}
