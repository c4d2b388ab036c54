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

/* How many values a request may be building at once, one inside of the other; Table::getOrSet. */
#define BATON_CACHE_MAX_FLIGHTS 16

ZEND_BEGIN_MODULE_GLOBALS(baton_cache)
	/* This thread's seat at the shared memory; NULL until it is needed, and after a fork. worker.c */
	struct bc_worker *worker;
	/* There is no memory for this process: it has been said, and is not tried again. */
	bool without_memory;
	/* Whether all that is found stays where it is, for a moment. */
	bool pinned;
	/* A child of a fork has what this request was lent, and no loans of its own; fork.c. */
	bool lent_for_good;
	/* This request was lent something. */
	bool lent;
	/* Copies of values for the next readers of the same; NULL until there is one. copies.c */
	struct baton_copies *copies;
	/* Hashes that this request leads the building of. */
	uint64_t flights[BATON_CACHE_MAX_FLIGHTS];
	uint32_t flight_count;
	/* Entries of other extensions that were asked for; values.c. */
	baton_serializers serializers;
	/* Connections of pconnect() that no object has at the moment; NULL until there was one. */
	struct bc_pool *pool;
	/* Objects of RedisCluster, the newest first; cluster.c. */
	struct baton_cluster *clusters;
	/* What this thread has of the near-cache; NULL until a connection is cached. near.c */
	struct bc_near *near;
ZEND_END_MODULE_GLOBALS(baton_cache)

ZEND_EXTERN_MODULE_GLOBALS(baton_cache)
#define BATON_CACHE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(baton_cache, v)
#if defined(ZTS) && defined(COMPILE_DL_BATON_CACHE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

/* Each file registers its own classes when the module starts. */
void baton_cache_register_table(void);

#endif
