/* Binding addresses; rust/src/listening.rs. */
#ifndef BATON_WEBSOCKET_LISTENING_H
#define BATON_WEBSOCKET_LISTENING_H

#include "abi.h"

/* Binds the first address of a host that can be bound, and returns its descriptor, or -1 with the reason. The address that
 * was bound is written as text with a NUL, of at most `room` bytes. */
int bws_bind(bws_bytes host, uint16_t port, uint32_t backlog, bool shared, char *address, size_t room, bws_error *error);

/* The same for a path. A socket that nobody listens on any more is replaced. */
int bws_bind_path(bws_bytes path, uint32_t backlog, bws_error *error);

#endif
