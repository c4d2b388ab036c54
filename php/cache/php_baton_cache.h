/* What the files of the extension share: its classes, and what is kept for each thread. */
#ifndef PHP_BATON_CACHE_H
#define PHP_BATON_CACHE_H

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"

#include "src/values.h"

#define PHP_BATON_CACHE_VERSION "0.1.0"

extern zend_module_entry baton_cache_module_entry;
#define phpext_baton_cache_ptr &baton_cache_module_entry

ZEND_BEGIN_MODULE_GLOBALS(baton_cache)
	/* The process that these globals belong to; another one after a fork. */
	pid_t process;
	/* Entries of other extensions that were asked for; values.c. */
	baton_serializers serializers;
	/* Connections of pconnect() that no object has at the moment; NULL until there was one. */
	struct bc_pool *pool;
ZEND_END_MODULE_GLOBALS(baton_cache)

ZEND_EXTERN_MODULE_GLOBALS(baton_cache)
#define BATON_CACHE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(baton_cache, v)
#if defined(ZTS) && defined(COMPILE_DL_BATON_CACHE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
