/* PHP values as bytes that PHP can use where they lie: strings, arrays and scalars written for the address at which they will be
 * read. */
#ifndef BATON_CACHE_ENCODING_H
#define BATON_CACHE_ENCODING_H

#include "php_baton_cache.h"

/* A number below 256 with its complement above: whatever else one of its bytes is in an entry that was written over, it is no such
 * number, and the entry is of no kind. */
#define BATON_ENCODING_CODE(number) ((number) | (~(number) & 0xff) << 8)

/* How a value is kept; an entry's tag. */
typedef enum {
	BATON_ENCODING_SCALAR = BATON_ENCODING_CODE(1),     /* a zval: null, bool, int, float, the empty array */
	BATON_ENCODING_STRING = BATON_ENCODING_CODE(2),     /* a zend_string */
	BATON_ENCODING_ARRAY = BATON_ENCODING_CODE(3),      /* a zend_array and all that it holds */
	BATON_ENCODING_SERIALIZED = BATON_ENCODING_CODE(4), /* a zend_string with what serialize() makes: for objects of classes, and what holds some */
	BATON_ENCODING_OBJECTS = BATON_ENCODING_CODE(5),    /* a zval, and the tables of a stdClass or of an array that holds some */
} baton_encoding_kind;

/* What stands in an encoded value for what each reader has again; the pointer is the table's, or NULL for an object without properties. The number
 * of elements of this kind is a table's nInternalPointer. */
#define BATON_ENCODING_OBJECT IS_OBJECT
#define BATON_ENCODING_ARRAY_WITH_OBJECTS IS_PTR

/* An array in an array in an array …: what is deeper is kept serialized, since encoded values are measured, written and copied recursively. */
#define BATON_ENCODING_MAX_DEPTH 128

/* The flags of every string: interned, so that PHP neither counts nor frees it; not permanent, so that PHP copies it before it keeps it beyond a
 * request. */
#define BATON_ENCODING_STRING_INFO (GC_STRING | (IS_STR_INTERNED << GC_FLAGS_SHIFT))

/* The elements of an array without keys. */
#if PHP_VERSION_ID >= 80200
typedef zval baton_packed_element;
# define BATON_PACKED_VALUE(element) (element)
#else
typedef Bucket baton_packed_element;
# define BATON_PACKED_VALUE(element) (&(element)->val)
#endif

/* What is needed to write an encoded value: measured first, so that the room can be asked for. */
typedef struct {
	baton_encoding_kind kind;
	size_t size;
	const zval *value;
	zend_string *serialized; /* owned */
	HashTable *strings;      /* owned: where each string will stand, so that equal ones are kept once */
} baton_encoding_plan;

/* Whether a value holds nothing but null, booleans, numbers, strings, and arrays and objects of stdClass of such: then what is kept of it
 * need not be unpacked. */
bool baton_encoding_is_plain(const zval *value);

/* Whether there is an encoded value of a value; `objects` says whether objects are among it. References become what they refer to, as they do
 * in arrays that are copied; where there are objects, what is one and what are two matters, and serialize() keeps it. */
bool baton_encoding_exists(const zval *value, bool *objects);

/* Measures a value; false with an exception if it cannot be kept (a closure, a resource). Always followed by baton_encoding_plan_end. */
bool baton_encoding_measure(baton_encoding_plan *plan, const zval *value);
/* Writes the encoded value to `to`, to be read at `address`. Both are multiples of 16. */
void baton_encoding_write(const baton_encoding_plan *plan, char *to, const char *address);
void baton_encoding_plan_end(baton_encoding_plan *plan);

/* What serialize() makes of a value; NULL with an exception. */
zend_string *baton_encoding_serialize(const zval *value);

/* The elements of an encoded value's array, to be looked at where they lie; NULL if the value is none, or serialized. */
static zend_always_inline zend_array *baton_encoding_elements(baton_encoding_kind kind, const char *encoded)
{
	const zval *value = (const zval *) encoded;
	if (kind == BATON_ENCODING_OBJECTS) {
		return Z_TYPE_P(value) == BATON_ENCODING_ARRAY_WITH_OBJECTS ? Z_ARR_P(value) : NULL;
	}
	return kind == BATON_ENCODING_ARRAY ? (zend_array *) encoded : NULL;
}

/* Replaces what stands in an encoded value by what belongs to the request: objects and what holds them, with strings and other arrays as
 * they are if they are lent; or all of it. */
void baton_encoding_own(zval *value, bool lent);

/* The value of an encoded value that stays where it is for as long as PHP may use it: nothing is copied but the zval, and what has objects. For all
 * kinds but BATON_ENCODING_SERIALIZED. */
static zend_always_inline void baton_encoding_lend(zval *value, baton_encoding_kind kind, const char *encoded)
{
	if (kind == BATON_ENCODING_ARRAY) {
		ZVAL_ARR(value, (zend_array *) encoded);
		Z_TYPE_INFO_P(value) = IS_ARRAY; /* not counted: immutable */
	} else if (kind == BATON_ENCODING_STRING) {
		ZVAL_INTERNED_STR(value, (zend_string *) encoded);
	} else {
		ZVAL_COPY_VALUE(value, (const zval *) encoded);
		if (kind == BATON_ENCODING_OBJECTS) {
			baton_encoding_own(value, true);
		}
	}
}

/* Makes the value of what serialize() wrote; false, with NULL, where it cannot be made. Runs PHP code. */
bool baton_encoding_unserialize(zval *value, const zend_string *serialized);

/* A copy of an encoded value's value that belongs to the request; false when what was serialized cannot be made again. */
bool baton_encoding_copy(zval *value, baton_encoding_kind kind, const char *encoded);

/* Where the bytes of a string stand in its encoded value, and how many bytes an encoded value of a string of that length takes. */
#define BATON_ENCODING_STRING_HEADER _ZSTR_HEADER_SIZE
#define BATON_ENCODING_STRING_SIZE(len) (_ZSTR_HEADER_SIZE + (len) + 1)
/* Writes a string's encoded value from its bytes. */
void baton_encoding_write_string(char *to, const char *bytes, size_t len);

#endif
