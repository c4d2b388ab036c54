/* PHP values as bytes that PHP can use where they lie: strings, arrays and scalars written for the address at which they will be
 * read. */
#ifndef BATON_CACHE_IMAGE_H
#define BATON_CACHE_IMAGE_H

#include "php_baton_cache.h"

/* A number below 256 with its complement above: whatever else one of its bytes is in an entry that was written over, it is no such
 * number, and the entry is of no kind. */
#define BATON_IMAGE_CODE(number) ((number) | (~(number) & 0xff) << 8)

/* How a value is kept; an entry's tag. */
typedef enum {
	BATON_IMAGE_SCALAR = BATON_IMAGE_CODE(1),     /* a zval: null, bool, int, float, the empty array */
	BATON_IMAGE_STRING = BATON_IMAGE_CODE(2),     /* a zend_string */
	BATON_IMAGE_ARRAY = BATON_IMAGE_CODE(3),      /* a zend_array and all that it holds */
	BATON_IMAGE_SERIALIZED = BATON_IMAGE_CODE(4), /* a zend_string with what serialize() makes: for objects of classes, and what holds some */
	BATON_IMAGE_OBJECTS = BATON_IMAGE_CODE(5),    /* a zval, and the tables of a stdClass or of an array that holds some */
} baton_image_kind;

/* What stands in an image for what each reader has anew; the pointer is the table's, or NULL for an object without properties. The number
 * of elements of this kind is a table's nInternalPointer. */
#define BATON_IMAGE_OBJECT IS_OBJECT
#define BATON_IMAGE_ARRAY_WITH_OBJECTS IS_PTR

/* An array in an array in an array …: what is deeper is kept serialized, since images are measured, written and copied recursively. */
#define BATON_IMAGE_MAX_DEPTH 128

/* The elements of an array without keys. */
#if PHP_VERSION_ID >= 80200
typedef zval baton_packed_element;
# define BATON_PACKED_VALUE(element) (element)
#else
typedef Bucket baton_packed_element;
# define BATON_PACKED_VALUE(element) (&(element)->val)
#endif

/* What is needed to write an image: measured first, so that the room can be asked for. */
typedef struct {
	baton_image_kind kind;
	size_t size;
	const zval *value;
	zend_string *serialized; /* owned */
	HashTable *strings;      /* owned: where each string will stand, so that equal ones are kept once */
} baton_image_plan;

/* Whether a value holds nothing but null, booleans, numbers, strings, and arrays and objects of stdClass of such: then what is kept of it
 * need not be unpacked. */
bool baton_image_is_plain(const zval *value);

/* Whether there is an image of a value; `objects` says whether objects are among it. References become what they refer to, as they do
 * in arrays that are copied; where there are objects, what is one and what are two matters, and serialize() keeps it. */
bool baton_image_exists(const zval *value, bool *objects);

/* Measures a value; false with an exception if it cannot be kept (a closure, a resource). Always followed by baton_image_plan_end. */
bool baton_image_measure(baton_image_plan *plan, const zval *value);
/* Writes the image to `to`, to be read at `address`. Both are multiples of 16. */
void baton_image_write(const baton_image_plan *plan, char *to, const char *address);
void baton_image_plan_end(baton_image_plan *plan);

/* What serialize() makes of a value; NULL with an exception. */
zend_string *baton_image_serialize(const zval *value);

/* The elements of an image's array, to be looked at where they lie; NULL if the value is none, or serialized. */
static zend_always_inline zend_array *baton_image_elements(baton_image_kind kind, const char *image)
{
	const zval *value = (const zval *) image;
	if (kind == BATON_IMAGE_OBJECTS) {
		return Z_TYPE_P(value) == BATON_IMAGE_ARRAY_WITH_OBJECTS ? Z_ARR_P(value) : NULL;
	}
	return kind == BATON_IMAGE_ARRAY ? (zend_array *) image : NULL;
}

/* Replaces what stands in an image by what belongs to the request: objects and what holds them, with strings and other arrays as
 * they are if they are lent; or all of it. */
void baton_image_own(zval *value, bool lent);

/* The value of an image that stays where it is for as long as PHP may use it: nothing is copied but the zval, and what has objects. For all
 * kinds but BATON_IMAGE_SERIALIZED. */
static zend_always_inline void baton_image_lend(zval *value, baton_image_kind kind, const char *image)
{
	if (kind == BATON_IMAGE_ARRAY) {
		ZVAL_ARR(value, (zend_array *) image);
		Z_TYPE_INFO_P(value) = IS_ARRAY; /* not counted: immutable */
	} else if (kind == BATON_IMAGE_STRING) {
		ZVAL_INTERNED_STR(value, (zend_string *) image);
	} else {
		ZVAL_COPY_VALUE(value, (const zval *) image);
		if (kind == BATON_IMAGE_OBJECTS) {
			baton_image_own(value, true);
		}
	}
}

/* Makes the value of what serialize() wrote; false, with NULL, where it cannot be made. Runs PHP code. */
bool baton_image_unserialize(zval *value, const zend_string *serialized);

/* A copy of an image's value that belongs to the request; false when what was serialized cannot be made again. */
bool baton_image_copy(zval *value, baton_image_kind kind, const char *image);

/* Where the bytes of a string stand in its image, and how many bytes an image of a string of that length takes. */
#define BATON_IMAGE_STRING_HEADER _ZSTR_HEADER_SIZE
#define BATON_IMAGE_STRING_SIZE(len) (_ZSTR_HEADER_SIZE + (len) + 1)
/* Writes a string's image from its bytes. */
void baton_image_write_string(char *to, const char *bytes, size_t len);

#endif
