/* The class Baton\RedisSentinel. */
#ifndef BATON_CACHE_SENTINEL_H
#define BATON_CACHE_SENTINEL_H

#include "redis.h"

extern zend_class_entry *baton_sentinel_ce;

/* After Redis: its objects are made the same way. */
void baton_cache_register_sentinel(void);

#endif
