#include "php_websocket.h"
#include "ext/random/php_random.h"
#include "mask_key.h"
bool websocket_mask_key(uint8_t key[4])
{
	return php_random_bytes_throw(key, 4) == SUCCESS;
}
