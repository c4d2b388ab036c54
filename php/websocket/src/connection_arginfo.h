/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: b1cbf6decd3437edcc00da112fde40b65616dfcd */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_Connection___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_send, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_trySend, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_sendText, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Connection_sendBinary arginfo_class_WebSocket_Connection_sendText

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_ping, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, payload, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_close, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, code, IS_LONG, 0, "WebSocket\\Protocol::CLOSE_NORMAL")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reason, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_terminate, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_isOpen, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Connection_pause arginfo_class_WebSocket_Connection_terminate

#define arginfo_class_WebSocket_Connection_resume arginfo_class_WebSocket_Connection_terminate

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_subscribe, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, topic, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_unsubscribe, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, topic, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_getTopics, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Connection_receive, 0, 0, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeoutMs, IS_LONG, 1, "null")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(1, type, WebSocket\\MessageType, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_WebSocket_Connection_getIterator, 0, 0, Iterator, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_Connection, __construct);
ZEND_METHOD(WebSocket_Connection, send);
ZEND_METHOD(WebSocket_Connection, trySend);
ZEND_METHOD(WebSocket_Connection, sendText);
ZEND_METHOD(WebSocket_Connection, sendBinary);
ZEND_METHOD(WebSocket_Connection, ping);
ZEND_METHOD(WebSocket_Connection, close);
ZEND_METHOD(WebSocket_Connection, terminate);
ZEND_METHOD(WebSocket_Connection, isOpen);
ZEND_METHOD(WebSocket_Connection, pause);
ZEND_METHOD(WebSocket_Connection, resume);
ZEND_METHOD(WebSocket_Connection, subscribe);
ZEND_METHOD(WebSocket_Connection, unsubscribe);
ZEND_METHOD(WebSocket_Connection, getTopics);
ZEND_METHOD(WebSocket_Connection, receive);
ZEND_METHOD(WebSocket_Connection, getIterator);


static const zend_function_entry class_WebSocket_Connection_methods[] = {
	ZEND_ME(WebSocket_Connection, __construct, arginfo_class_WebSocket_Connection___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(WebSocket_Connection, send, arginfo_class_WebSocket_Connection_send, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, trySend, arginfo_class_WebSocket_Connection_trySend, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, sendText, arginfo_class_WebSocket_Connection_sendText, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, sendBinary, arginfo_class_WebSocket_Connection_sendBinary, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, ping, arginfo_class_WebSocket_Connection_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, close, arginfo_class_WebSocket_Connection_close, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, terminate, arginfo_class_WebSocket_Connection_terminate, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, isOpen, arginfo_class_WebSocket_Connection_isOpen, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, pause, arginfo_class_WebSocket_Connection_pause, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, resume, arginfo_class_WebSocket_Connection_resume, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, subscribe, arginfo_class_WebSocket_Connection_subscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, unsubscribe, arginfo_class_WebSocket_Connection_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, getTopics, arginfo_class_WebSocket_Connection_getTopics, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, receive, arginfo_class_WebSocket_Connection_receive, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Connection, getIterator, arginfo_class_WebSocket_Connection_getIterator, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_Connection(zend_class_entry *class_entry_IteratorAggregate)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "Connection", class_WebSocket_Connection_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_IteratorAggregate);

	zval property_id_default_value;
	ZVAL_UNDEF(&property_id_default_value);
	zend_string *property_id_name = zend_string_init("id", sizeof("id") - 1, 1);
	zend_declare_typed_property(class_entry, property_id_name, &property_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_id_name);

	zval property_remoteAddress_default_value;
	ZVAL_UNDEF(&property_remoteAddress_default_value);
	zend_string *property_remoteAddress_name = zend_string_init("remoteAddress", sizeof("remoteAddress") - 1, 1);
	zend_declare_typed_property(class_entry, property_remoteAddress_name, &property_remoteAddress_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_remoteAddress_name);

	zval property_subprotocol_default_value;
	ZVAL_UNDEF(&property_subprotocol_default_value);
	zend_string *property_subprotocol_name = zend_string_init("subprotocol", sizeof("subprotocol") - 1, 1);
	zend_declare_typed_property(class_entry, property_subprotocol_name, &property_subprotocol_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_subprotocol_name);

	zend_string *property_request_class_WebSocket_Request = zend_string_init("WebSocket\\Request", sizeof("WebSocket\\Request")-1, 1);
	zval property_request_default_value;
	ZVAL_UNDEF(&property_request_default_value);
	zend_string *property_request_name = zend_string_init("request", sizeof("request") - 1, 1);
	zend_declare_typed_property(class_entry, property_request_name, &property_request_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_request_class_WebSocket_Request, 0, 0));
	zend_string_release(property_request_name);

	zval property_data_default_value;
	ZVAL_NULL(&property_data_default_value);
	zend_string *property_data_name = zend_string_init("data", sizeof("data") - 1, 1);
	zend_declare_typed_property(class_entry, property_data_name, &property_data_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_data_name);

	zval property_bufferedAmount_default_value;
	ZVAL_UNDEF(&property_bufferedAmount_default_value);
	zend_string *property_bufferedAmount_name = zend_string_init("bufferedAmount", sizeof("bufferedAmount") - 1, 1);
	zend_declare_typed_property(class_entry, property_bufferedAmount_name, &property_bufferedAmount_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_bufferedAmount_name);

	zval property_idleMs_default_value;
	ZVAL_UNDEF(&property_idleMs_default_value);
	zend_string *property_idleMs_name = zend_string_init("idleMs", sizeof("idleMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_idleMs_name, &property_idleMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_idleMs_name);

	return class_entry;
}
