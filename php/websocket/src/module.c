/* The module entry: registration of the classes, the globals of a thread, and phpinfo(). */
#include "php_websocket.h"

#include "ext/standard/info.h"

#include "../rust/include/server.h"
#include "mask_key.h"
#include "parser.h"

ZEND_DECLARE_MODULE_GLOBALS(websocket)

static PHP_GINIT_FUNCTION(websocket)
{
#if defined(COMPILE_DL_WEBSOCKET) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(websocket_globals, 0, sizeof(*websocket_globals));
}

static PHP_GSHUTDOWN_FUNCTION(websocket)
{
	websocket_forget_mask_keys(websocket_globals->mask_keys);
	bws_inflater_free(websocket_globals->inflater);
}

static PHP_MINIT_FUNCTION(websocket)
{
	websocket_register_message_type();
	websocket_register_options();
	websocket_register_request();
	websocket_register_handshake();
	websocket_register_connection();
	websocket_register_server();
	websocket_register_fiber();
	websocket_register_frame();
	websocket_register_protocol();
	websocket_register_frame_parser();
	websocket_register_client();
	websocket_register_pusher_client();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(websocket)
{
	websocket_unregister_fiber();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(websocket)
{
#if defined(COMPILE_DL_WEBSOCKET) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	/* The cases of an enum are created again in each request. */
	memset(WEBSOCKET_G(message_types), 0, sizeof(WEBSOCKET_G(message_types)));
	WEBSOCKET_G(turning) = NULL; /* a fatal error may have left a handler without coming back */
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(websocket)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "websocket", "enabled");
	php_info_print_table_row(2, "version", PHP_WEBSOCKET_VERSION);
	php_info_print_table_row(2, "sends by", bws_sends_by());
	php_info_print_table_row(2, "compression", "permessage-deflate (zlib-rs)");
	php_info_print_table_row(2, "TLS", "1.2 and 1.3 (rustls, AWS-LC)");
	php_info_print_table_row(2, "workers", "processes on one port, with publish across them");
	php_info_print_table_row(2, "loop", "own, or driven through Server::getStream() and poll()");
	php_info_print_table_end();
}

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_REQUIRED("json")
	ZEND_MOD_REQUIRED("hash")
	ZEND_MOD_END
};

zend_module_entry websocket_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	dependencies,
	"websocket",
	NULL,
	PHP_MINIT(websocket),
	PHP_MSHUTDOWN(websocket),
	PHP_RINIT(websocket),
	NULL,
	PHP_MINFO(websocket),
	PHP_WEBSOCKET_VERSION,
	PHP_MODULE_GLOBALS(websocket),
	PHP_GINIT(websocket),
	PHP_GSHUTDOWN(websocket),
	NULL,
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_WEBSOCKET
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(websocket)
#endif
