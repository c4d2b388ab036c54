/* Names of other extensions, under which programs look for what we have. */
#ifndef BATON_CACHE_ALIASES_H
#define BATON_CACHE_ALIASES_H

#include "php_baton_cache.h"

/* After all classes: gives them the names that the settings ask for, unless somebody has these. False if PHP refuses. */
bool baton_cache_register_aliases(int module_number);

/* Whether the names of PhpRedis are ours. */
bool baton_cache_is_phpredis(void);

#endif
