/* The module: what PHP asks of every extension. */
#include "php_baton_cache.h"

#include "ext/standard/info.h"

#include "adaptive.h"
#include "aliases.h"
#include "cached.h"
#include "cluster.h"
#include "copies.h"
#include "redis.h"
#include "redis_array.h"
#include "redis_events.h"
#include "sentinel.h"
#include "session.h"
#include "settings.h"
#include "table.h"
#include "worker.h"

ZEND_DECLARE_MODULE_GLOBALS(baton_cache)

static PHP_GINIT_FUNCTION(baton_cache)
{
#if defined(COMPILE_DL_BATON_CACHE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(baton_cache_globals, 0, sizeof(*baton_cache_globals));
}

/* What lasts as long as a thread: each of these uses the next one. */
static void end_thread(zend_baton_cache_globals *globals)
{
	if (globals->pool) {
		bc_pool_free(globals->pool);
		globals->pool = NULL;
	}
	if (globals->near) {
		bc_near_stop(globals->near);
		globals->near = NULL;
	}
	if (globals->worker) {
		bc_worker_leave(globals->worker);
		globals->worker = NULL;
	}
}

static PHP_GSHUTDOWN_FUNCTION(baton_cache)
{
	end_thread(baton_cache_globals);
}

static PHP_MINIT_FUNCTION(baton_cache)
{
	if (!baton_cache_read_settings(type, module_number) || !baton_cache_reserve()) {
		return FAILURE;
	}
	baton_cache_register_table();
	baton_cache_register_redis();
	baton_cached_register_raw();
	baton_cache_register_events();
	baton_cache_register_adaptive();
	baton_cache_register_cluster();
	baton_cache_register_sentinel();
	baton_cache_register_array();
	if (!baton_cache_register_aliases(module_number)) {
		return FAILURE;
	}
	baton_cache_register_session(module_number);
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(baton_cache)
{
#ifndef ZTS
	end_thread(&baton_cache_globals); /* before the memory that it sits at */
#endif
	baton_cache_unregister_table();
	baton_cached_unregister_raw();
	baton_cache_release();
	baton_cache_forget_settings(type, module_number);
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(baton_cache)
{
#if defined(COMPILE_DL_BATON_CACHE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	return SUCCESS;
}

/* What a request was lent may be read until PHP has taken everything of it apart, which it does behind this: the session is written, objects,
 * constants and settings go. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(baton_cache)
{
	baton_copies_end();
	baton_cache_request_ends();
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(baton_cache)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "baton_cache", "enabled");
	php_info_print_table_row(2, "version", PHP_BATON_CACHE_VERSION);
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_REQUIRED("json")
	ZEND_MOD_REQUIRED("hash")
	ZEND_MOD_OPTIONAL("session")
	ZEND_MOD_OPTIONAL("igbinary")
	ZEND_MOD_OPTIONAL("msgpack")
	ZEND_MOD_END
};

zend_module_entry baton_cache_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	dependencies,
	"baton_cache",
	NULL,
	PHP_MINIT(baton_cache),
	PHP_MSHUTDOWN(baton_cache),
	PHP_RINIT(baton_cache),
	NULL,
	PHP_MINFO(baton_cache),
	PHP_BATON_CACHE_VERSION,
	PHP_MODULE_GLOBALS(baton_cache),
	PHP_GINIT(baton_cache),
	PHP_GSHUTDOWN(baton_cache),
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(baton_cache),
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_BATON_CACHE
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(baton_cache)
#endif
