/* A walk over an image that believes nothing. Offsets only ever lead to what lies within, each array is entered once, and a chain of a
 * hash only goes down, so it ends. */
#include "image_check.h"

/* Images up to this are copied to the stack. */
#define ON_STACK 4096

#define ALIGNED(size) ZEND_MM_ALIGNED_SIZE_EX(size, 16)

typedef struct {
	char *image;          /* where it is looked at */
	size_t size;
	const char *pointers; /* for which address it was written */
	size_t left;          /* elements that there may be yet: fewer than fit, however arrays point at each other */
} walk;

/* What a pointer points to, if `size` bytes of it lie within; NULL if not. */
static char *at(const walk *image, const void *pointer, size_t size)
{
	size_t offset = (size_t) ((const char *) pointer - image->pointers);
	if (offset >= image->size || size > image->size - offset || offset % 8 != 0) {
		return NULL;
	}
	return image->image + offset;
}

static bool string_is_whole(const zend_string *string, size_t room)
{
	uint32_t info = GC_TYPE_INFO(string);
#ifdef IS_STR_VALID_UTF8
	info &= ~((uint32_t) IS_STR_VALID_UTF8 << GC_FLAGS_SHIFT);
#endif
	return info == (GC_STRING | (IS_STR_INTERNED << GC_FLAGS_SHIFT)) && ZSTR_LEN(string) < room - _ZSTR_HEADER_SIZE
		&& ZSTR_VAL(string)[ZSTR_LEN(string)] == '\0';
}

static zend_string *string_at(const walk *image, const void *pointer)
{
	zend_string *string = (zend_string *) at(image, pointer, BATON_IMAGE_STRING_SIZE(0));
	return string && string_is_whole(string, (size_t) (image->image + image->size - (char *) string)) ? string : NULL;
}

static bool table_is_whole(walk *image, zend_array *table, unsigned depth);

/* The table that a value points to; false if it points to none. */
static bool pointer_is_whole(walk *image, zval *value, unsigned depth)
{
	zend_array *table = (zend_array *) at(image, Z_ARR_P(value), sizeof(zend_array));
	if (table == NULL || depth == BATON_IMAGE_MAX_DEPTH || !table_is_whole(image, table, depth + 1)) {
		return false;
	}
	/* Elements that each reader has of its own are marked in the ones above, and nowhere else. */
	if ((Z_TYPE_INFO_P(value) == IS_ARRAY) != (table->nInternalPointer == 0) && Z_TYPE_INFO_P(value) != BATON_IMAGE_OBJECT) {
		return false;
	}
	if (image->image != image->pointers) {
		Z_ARR_P(value) = table;
	}
	return true;
}

static bool value_is_whole(walk *image, zval *value, unsigned depth)
{
	switch (Z_TYPE_INFO_P(value)) {
		case IS_NULL:
		case IS_FALSE:
		case IS_TRUE:
		case IS_LONG:
		case IS_DOUBLE:
			return true;
		case IS_STRING: {
			zend_string *string = string_at(image, Z_STR_P(value));
			if (string == NULL) {
				return false;
			}
			if (image->image != image->pointers) {
				Z_STR_P(value) = string;
			}
			return true;
		}
		case IS_ARRAY:
			return Z_ARR_P(value) == (zend_array *) &zend_empty_array || pointer_is_whole(image, value, depth);
		case BATON_IMAGE_OBJECT: /* without properties it points nowhere */
			return Z_ARR_P(value) == NULL || pointer_is_whole(image, value, depth);
		case BATON_IMAGE_ARRAY_WITH_OBJECTS:
			return pointer_is_whole(image, value, depth);
		default:
			return false;
	}
}

/* Whether a reader needs something of its own for a value. */
static bool is_own(const zval *value)
{
	return Z_TYPE_INFO_P(value) == BATON_IMAGE_OBJECT || Z_TYPE_INFO_P(value) == BATON_IMAGE_ARRAY_WITH_OBJECTS;
}

static bool key_is_whole(const walk *image, Bucket *bucket)
{
	if (bucket->key == NULL) {
		return true;
	}
	zend_string *key = string_at(image, bucket->key);
	if (key == NULL || ZSTR_H(key) != bucket->h) {
		return false;
	}
	if (image->image != image->pointers) {
		bucket->key = key;
	}
	return true;
}

/* A place in a hash names an element that was put in before `below`, or none. */
static bool is_link(uint32_t place, uint32_t below)
{
	return place == HT_INVALID_IDX || HT_HASH_TO_IDX(place) < below;
}

static bool elements_are_whole(walk *image, const zend_array *array, char *data, unsigned depth)
{
	uint32_t count = array->nNumUsed, own = 0;
	if (HT_FLAGS(array) & HASH_FLAG_PACKED) {
		baton_packed_element *element = (baton_packed_element *) data;
		const uint32_t *none = (const uint32_t *) data - 2; /* where a key that is a string is looked up */
		if (none[0] != HT_INVALID_IDX || none[1] != HT_INVALID_IDX) {
			return false;
		}
		for (uint32_t i = 0; i < count; i++) {
			if (!value_is_whole(image, BATON_PACKED_VALUE(&element[i]), depth)) {
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
		if (!is_link(Z_NEXT(bucket[i].val), i) || !key_is_whole(image, &bucket[i]) || !value_is_whole(image, &bucket[i].val, depth)) {
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

static bool table_is_whole(walk *image, zend_array *array, unsigned depth)
{
	if (!head_is_whole(array) || array->nNumUsed > image->left) {
		return false;
	}
	image->left -= array->nNumUsed;
	bool packed = HT_FLAGS(array) & HASH_FLAG_PACKED;
	size_t hash = HT_HASH_SIZE(array->nTableMask), size = array->nNumUsed * (packed ? sizeof(baton_packed_element) : sizeof(Bucket));
	char *data = at(image, (const char *) array->arData - hash, hash + size);
	/* Where it is written: right behind its head. */
	if (data != (char *) array + ALIGNED(sizeof(zend_array)) || !elements_are_whole(image, array, data + hash, depth)) {
		return false;
	}
	if (image->image != image->pointers) {
		array->arData = (Bucket *) (data + hash);
	}
	return true;
}

bool baton_image_settle(char *from, size_t size, const char *pointers, unsigned kind)
{
	walk image = { from, size, pointers, size / sizeof(zval) };
	switch (kind) {
		case BATON_IMAGE_SCALAR:
			return size >= sizeof(zval) && baton_image_is_scalar((zval *) from);
		case BATON_IMAGE_STRING:
		case BATON_IMAGE_SERIALIZED:
			return size >= BATON_IMAGE_STRING_SIZE(0) && string_is_whole((zend_string *) from, size);
		case BATON_IMAGE_ARRAY:
			return size >= sizeof(zend_array) && table_is_whole(&image, (zend_array *) from, 1) && ((zend_array *) from)->nInternalPointer == 0;
		case BATON_IMAGE_OBJECTS:
			return size >= sizeof(zval) && is_own((zval *) from) && value_is_whole(&image, (zval *) from, 0);
		default:
			return false;
	}
}

bool baton_image_is_whole(const char *image, size_t size, unsigned kind)
{
	return baton_image_settle((char *) image, size, image, kind); /* which writes only to a copy */
}

TSRM_TLS uint64_t baton_images_known[BATON_IMAGES_KNOWN];

bool baton_image_get_to_know(const bc_found *found, unsigned kind)
{
	bool whole = baton_image_is_whole(found->value, found->len, kind);
	if (whole) {
		*baton_image_known_at(found->stamp) = baton_image_note(found);
	}
	return whole;
}

/* A string's bytes follow its head, whose length is read once. */
static bool take_string(zval *value, const char *image, size_t size)
{
	size_t len = ((const volatile zend_string *) image)->len;
	if (size < BATON_IMAGE_STRING_SIZE(0) || len > size - BATON_IMAGE_STRING_SIZE(0)) {
		return false;
	}
	ZVAL_STR(value, zend_string_init(image + BATON_IMAGE_STRING_HEADER, len, 0));
	return true;
}

static bool take_serialized(zval *value, const bc_found *found)
{
	zval bytes;
	if (!take_string(&bytes, found->value, found->len)) {
		return false;
	}
	bool made = baton_image_unserialize(value, Z_STR(bytes));
	zval_ptr_dtor(&bytes);
	return made;
}

/* An image of its own for the time of a call, on the stack where it is small. */
typedef struct {
	_Alignas(16) char stack[ON_STACK];
	char *image;
} own_image;

/* Whether it is whole; own_end() follows in any case. */
static bool own_begin(own_image *own, unsigned kind, const bc_found *found)
{
	own->image = found->len > sizeof(own->stack) ? emalloc(found->len) : own->stack;
	memcpy(own->image, found->value, found->len);
	return baton_image_settle(own->image, found->len, found->value, kind);
}

static void own_end(own_image *own)
{
	if (own->image != own->stack) {
		efree(own->image);
	}
}

bool baton_image_take(zval *value, unsigned kind, const bc_found *found)
{
	own_image own;
	bool whole;

	if (kind == BATON_IMAGE_STRING) {
		return take_string(value, found->value, found->len);
	}
	if (kind == BATON_IMAGE_SERIALIZED) {
		return take_serialized(value, found);
	}
	whole = own_begin(&own, kind, found) && baton_image_copy(value, (baton_image_kind) kind, own.image);
	own_end(&own);
	return whole;
}

static zval *element_of(zend_array *array, zend_string *name, zend_ulong number)
{
	return name ? zend_symtable_find(array, name) : zend_hash_index_find(array, number);
}

bool baton_image_take_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number)
{
	own_image own;
	zend_array *array = own_begin(&own, kind, found) ? baton_image_elements((baton_image_kind) kind, own.image) : NULL;
	zval *element = array ? element_of(array, name, number) : NULL;
	if (element) {
		ZVAL_COPY_VALUE(value, element);
		baton_image_own(value, false);
	}
	own_end(&own);
	return element != NULL;
}

bool baton_image_lend_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number)
{
	zend_array *array = baton_image_is_known(found, kind) ? baton_image_elements((baton_image_kind) kind, found->value) : NULL;
	zval *element = array ? element_of(array, name, number) : NULL;
	if (element) {
		ZVAL_COPY_VALUE(value, element);
		baton_image_own(value, true);
	}
	return element != NULL;
}
