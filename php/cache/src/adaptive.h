/* Relay's option OPT_ADAPTIVE_CACHE and its class, which are accepted and have no effect: every reply is cached. */
#ifndef BATON_CACHE_ADAPTIVE_H
#define BATON_CACHE_ADAPTIVE_H

#include "redis.h"

extern zend_class_entry *baton_adaptive_ce;
void baton_cache_register_adaptive(void);

/* Takes the option's value, a bool or an array of Relay's settings, and sets the property adaptiveCache. */
void baton_adaptive_set(baton_redis *redis, zval *setting);

#endif
