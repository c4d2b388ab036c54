/* Frames and keys without any state; rust/src/codec.rs. */
#ifndef BATON_WEBSOCKET_CODEC_H
#define BATON_WEBSOCKET_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the bytes are UTF-8. */
bool bws_utf8(const char *bytes, size_t len);

#endif
