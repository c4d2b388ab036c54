/* The module: what PHP asks of every extension. */
#include "php_websocket.h"

#include "ext/standard/info.h"

ZEND_DECLARE_MODULE_GLOBALS(websocket)

static PHP_GINIT_FUNCTION(websocket)
{
#if defined(COMPILE_DL_WEBSOCKET) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(websocket_globals, 0, sizeof(*websocket_globals));
}

static PHP_MINIT_FUNCTION(websocket)
{
	websocket_register_message_type();
	websocket_register_client();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(websocket)
{
#if defined(COMPILE_DL_WEBSOCKET) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	/* The cases of an enum are made anew in each request. */
	memset(WEBSOCKET_G(message_types), 0, sizeof(WEBSOCKET_G(message_types)));
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(websocket)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "websocket", "enabled");
	php_info_print_table_row(2, "version", PHP_WEBSOCKET_VERSION);
	php_info_print_table_end();
}

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_END
};

zend_module_entry websocket_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	dependencies,
	"websocket",
	NULL,
	PHP_MINIT(websocket),
	NULL,
	PHP_RINIT(websocket),
	NULL,
	PHP_MINFO(websocket),
	PHP_WEBSOCKET_VERSION,
	PHP_MODULE_GLOBALS(websocket),
	PHP_GINIT(websocket),
	NULL,
	NULL,
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_WEBSOCKET
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(websocket)
#endif
