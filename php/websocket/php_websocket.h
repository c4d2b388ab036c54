/* What the files of the extension share: its classes, and what is kept for each thread. */
#ifndef PHP_WEBSOCKET_H
#define PHP_WEBSOCKET_H

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"

#define PHP_WEBSOCKET_VERSION "0.1.0"

extern zend_module_entry websocket_module_entry;
#define phpext_websocket_ptr &websocket_module_entry

ZEND_BEGIN_MODULE_GLOBALS(websocket)
	/* The cases of MessageType by opcode, looked up once a request: by name they would cost more than a frame does. */
	zend_object *message_types[16];
	/* The server whose loop is calling a handler, NULL outside of one. */
	struct websocket_server *turning;
	/* Random bytes that wait to be keys; mask_key.c. */
	struct websocket_mask_keys *mask_keys;
	/* Serves all parsers whose peers begin each message afresh; frame_parser.c. */
	struct bws_inflater *inflater;
ZEND_END_MODULE_GLOBALS(websocket)

ZEND_EXTERN_MODULE_GLOBALS(websocket)
#define WEBSOCKET_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(websocket, v)
#if defined(ZTS) && defined(COMPILE_DL_WEBSOCKET)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

/* Each file registers its own classes when the module starts; in this order, as later ones name earlier ones. */
void websocket_register_message_type(void);
void websocket_register_options(void);
void websocket_register_request(void);
void websocket_register_handshake(void);
void websocket_register_connection(void);
void websocket_register_server(void);
void websocket_register_fiber(void);
void websocket_unregister_fiber(void);
void websocket_register_frame(void);
void websocket_register_protocol(void);
void websocket_register_frame_parser(void);
void websocket_register_client(void);
void websocket_register_pusher_client(void);

extern zend_class_entry *websocket_message_type_ce;

/* The case of MessageType for an opcode of RFC 6455, borrowed; NULL for a reserved opcode. */
zend_object *websocket_message_type(uint8_t opcode);

/* The opcode of a case of MessageType. */
uint8_t websocket_opcode(zend_object *type);

/* Whether a payload may be sent as `type`, NULL for text; false with a ValueError. `opcode` is set. */
bool websocket_check_message(zend_string *payload, zend_object *type, uint8_t *opcode, bool data_only);

/* Whether a string is UTF-8. What was found out is noted in the string, as PHP's own functions do. */
bool websocket_is_utf8(zend_string *string);

/* Notes in a string that it was found to be UTF-8. Interned ones are shared with other threads, and left alone. */
static zend_always_inline void websocket_note_utf8(zend_string *string)
{
#ifdef IS_STR_VALID_UTF8
	if (!ZSTR_IS_INTERNED(string)) {
		GC_ADD_FLAGS(string, IS_STR_VALID_UTF8);
	}
#endif
}

#endif
