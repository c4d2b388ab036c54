/* How deep values may be nested that are written. */
#ifndef BATON_CACHE_NESTING_H
#define BATON_CACHE_NESTING_H

#include "php.h"

/* What PHP reads by default (unserialize_max_depth). Each level takes some hundred bytes of the stack, so these take 2 MB of it. */
#define BATON_MOST_NESTED 4096

/* Throws a ValueError, and is true, where a value nests deeper. */
bool baton_nests_too_deep(const zval *value);

#endif
