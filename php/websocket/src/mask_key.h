/* Keys to mask frames with. */
#ifndef WEBSOCKET_MASK_KEY_H
#define WEBSOCKET_MASK_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* Four bytes that nobody can foretell, as RFC 6455, section 5.3 asks for; false if an exception has been thrown. */
bool websocket_mask_key(uint8_t key[4]);

struct websocket_mask_keys;

/* Gives back what a thread kept. */
void websocket_forget_mask_keys(struct websocket_mask_keys *keys);

#endif
