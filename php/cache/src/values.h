/* Values as they are stored: serialised, then compressed, in the formats that PhpRedis writes and reads. */
#ifndef BATON_CACHE_VALUES_H
#define BATON_CACHE_VALUES_H

#include "php.h"

/* Numbers of OPT_SERIALIZER. */
enum {
	BATON_SERIALIZER_NONE,
	BATON_SERIALIZER_PHP,
	BATON_SERIALIZER_IGBINARY,
	BATON_SERIALIZER_MSGPACK,
	BATON_SERIALIZER_JSON,
	BATON_SERIALIZERS,
};

/* Numbers of OPT_COMPRESSION. */
enum {
	BATON_COMPRESSION_NONE,
	BATON_COMPRESSION_LZF,
	BATON_COMPRESSION_ZSTD,
	BATON_COMPRESSION_LZ4,
	BATON_COMPRESSIONS,
};

typedef struct {
	zend_long serializer;
	zend_long compression;
	zend_long level; /* 0 for the algorithm's own */
	bool ignore_numbers; /* integers and floats are stored as they are printed, and read back as numbers */
	uint8_t way; /* a number below 64 for each way to read what was stored; set by baton_values_changed */
} baton_values;

/* To be called when another option was set. */
static inline void baton_values_changed(baton_values *values)
{
	values->way = (uint8_t) (values->serializer << 3 | values->compression << 1 | values->ignore_numbers);
}

/* Entries of other extensions, which are looked for when an option first asks for them. */
typedef struct {
	int (*igbinary_serialize)(uint8_t **to, size_t *len, zval *value);
	int (*igbinary_unserialize)(const uint8_t *bytes, size_t len, zval *to);
	void (*msgpack_serialize)(void *to, zval *value);
	int (*msgpack_unserialize)(zval *to, char *bytes, size_t len);
} baton_serializers;

/* Whether there is such a serializer here; false with a warning where its extension is missing. */
bool baton_serializer_available(zend_long serializer);

/* What is stored of a value: one reference, the caller's. Never NULL; empty after an exception. */
zend_string *baton_pack(const baton_values *values, zval *value);
zend_string *baton_serialize(const baton_values *values, zval *value);

/* What was stored; bytes that the options do not fit are given as they are. */
void baton_unpack(const baton_values *values, const char *bytes, size_t len, zval *to);

/* The same for a string that may become the value itself; takes over the reference. */
void baton_unpack_string(const baton_values *values, zend_string *string, zval *to);

/* False if the bytes are not of the serializer; `to` is not written then. */
bool baton_unserialize(const baton_values *values, const char *bytes, size_t len, zval *to);

/* values_compress.c: NULL where the bytes are left as they are: no compression is set, it cannot be done, or they are not of
 * its format. */
zend_string *baton_compress(const baton_values *values, const char *bytes, size_t len);
zend_string *baton_uncompress(const baton_values *values, const char *bytes, size_t len);

static zend_always_inline bool baton_values_plain(const baton_values *values)
{
	return values->serializer == BATON_SERIALIZER_NONE && values->compression == BATON_COMPRESSION_NONE
		&& !values->ignore_numbers;
}

#endif
