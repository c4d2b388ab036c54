/* Compression of values, in the formats of PhpRedis; the core does it. */
#include "redis.h"

#include "compress.h"

zend_string *baton_compress(const baton_values *values, const char *bytes, size_t len)
{
	size_t room = values->compression ? bc_compress_bound((int) values->compression, len) : 0;
	if (room == 0) {
		return NULL;
	}
	zend_string *compressed = zend_string_alloc(room, false);
	size_t written = bc_compress(
		(int) values->compression, (int) values->level, (bc_bytes) {bytes, len}, ZSTR_VAL(compressed), room);
	if (written == 0) {
		zend_string_efree(compressed);
		return NULL;
	}
	compressed = zend_string_truncate(compressed, written, false);
	ZSTR_VAL(compressed)[written] = '\0';
	return compressed;
}

zend_string *baton_uncompress(const baton_values *values, const char *bytes, size_t len)
{
	bc_bytes compressed = {bytes, len};
	int64_t room = values->compression ? bc_decompressed_len((int) values->compression, compressed) : -1;
	if (room < 0) {
		return NULL;
	}
	zend_string *plain = zend_string_alloc((size_t) room, false);
	if (!bc_decompress((int) values->compression, compressed, ZSTR_VAL(plain), (size_t) room)) {
		zend_string_efree(plain);
		return NULL;
	}
	ZSTR_VAL(plain)[room] = '\0';
	return plain;
}
