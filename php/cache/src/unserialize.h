/* unserialize(), with the classes that the settings allow. */
#ifndef BATON_CACHE_UNSERIALIZE_H
#define BATON_CACHE_UNSERIALIZE_H

#include "php.h"

/* False if the bytes are not what serialize() wrote; `to` is not written then. May run PHP code. */
bool baton_unserialize_php(const char *bytes, size_t len, zval *to);

#endif
