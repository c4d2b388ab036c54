/* What the entries of the core have in common; rust/src/abi.rs. */
#ifndef BATON_WEBSOCKET_ABI_H
#define BATON_WEBSOCKET_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that belong to somebody else. */
typedef struct {
	const char *bytes;
	size_t len;
} bws_bytes;

/* Why an entry failed: an errno or 0, and a sentence that ends with NUL. */
typedef struct {
	int code;
	char text[512];
} bws_error;

#endif
