/* Generators, which only PHP's own code can make. */
#ifndef BATON_CACHE_GENERATORS_H
#define BATON_CACHE_GENERATORS_H

#include "php.h"

/* What a function of PHP returns, which is given as its source; undefined with an exception. */
void baton_generate(const char *source, uint32_t count, zval *arguments, zval *to);

#endif
