/* Values compressed as PhpRedis does it, so that either reads what the other wrote; rust/src/compress_ffi.rs. */
#ifndef BATON_CACHE_COMPRESS_H
#define BATON_CACHE_COMPRESS_H

#include "abi.h"

/* The numbers of Redis::COMPRESSION_…; 0 is none. */
#define BC_LZF 1
#define BC_ZSTD 2
#define BC_LZ4 3

/* How much room bc_compress wants for a value of `len` bytes; 0 if it is not compressed (LZ4 and no bytes; over 512 MiB). */
size_t bc_compress_bound(int kind, size_t len);
/* The length of what it wrote to `to`; 0 if the value stays as it is. `level`: ZSTD 1 to 22, others are 3; LZ4 and LZF have
 * one level, and none is refused. */
size_t bc_compress(int kind, int level, bc_bytes value, char *to, size_t room);

/* How many bytes the value has that was compressed to these; -1 if they are not of this kind, or the value is over 512 MiB:
 * then they are the value, as PhpRedis has it. */
int64_t bc_decompressed_len(int kind, bc_bytes compressed);
/* Decompresses to `to`, which has room for exactly bc_decompressed_len; false if it is not of this kind after all. */
bool bc_decompress(int kind, bc_bytes compressed, char *to, size_t len);

#endif
