/* What the entries of the core have in common; crates/c_abi. */
#ifndef BATON_CACHE_ABI_H
#define BATON_CACHE_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that belong to somebody else. */
typedef struct {
	const char *bytes;
	size_t len;
} bc_bytes;

/* Why an entry failed: an errno, a negative number that the entry's header names, or 0; and a sentence that ends with NUL. */
typedef struct {
	int code;
	char text[512];
} bc_failure;

#endif
