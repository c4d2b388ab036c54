/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 247dce75c1d1c479557f899dc85ee987cd533871 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_ClientOptions___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, subprotocols, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, connectTimeoutMs, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxMessageSize, IS_LONG, 0, "16777216")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, compression, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pingIntervalMs, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pongTimeoutMs, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, closeTimeoutMs, IS_LONG, 0, "2000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reconnectAttempts, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reconnectDelayMs, IS_LONG, 0, "500")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, verifyPeer, _IS_BOOL, 0, "true")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, caFile, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_Client___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, url, IS_STRING, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, options, WebSocket\\ClientOptions, MAY_BE_ARRAY, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_connect, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_send, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_receive, 0, 0, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeoutMs, IS_LONG, 1, "null")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(1, type, WebSocket\\MessageType, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_close, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, code, IS_LONG, 0, "WebSocket\\Protocol::CLOSE_NORMAL")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reason, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_isOpen, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_getCloseCode, 0, 0, IS_LONG, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_getCloseReason, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Client_getReconnects, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_Client_getStream, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_WebSocket_Client_getIterator, 0, 0, Iterator, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_ClientOptions, __construct);
ZEND_METHOD(WebSocket_Client, __construct);
ZEND_METHOD(WebSocket_Client, connect);
ZEND_METHOD(WebSocket_Client, send);
ZEND_METHOD(WebSocket_Client, receive);
ZEND_METHOD(WebSocket_Client, close);
ZEND_METHOD(WebSocket_Client, isOpen);
ZEND_METHOD(WebSocket_Client, getCloseCode);
ZEND_METHOD(WebSocket_Client, getCloseReason);
ZEND_METHOD(WebSocket_Client, getReconnects);
ZEND_METHOD(WebSocket_Client, getStream);
ZEND_METHOD(WebSocket_Client, getIterator);


static const zend_function_entry class_WebSocket_ClientOptions_methods[] = {
	ZEND_ME(WebSocket_ClientOptions, __construct, arginfo_class_WebSocket_ClientOptions___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_Client_methods[] = {
	ZEND_ME(WebSocket_Client, __construct, arginfo_class_WebSocket_Client___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, connect, arginfo_class_WebSocket_Client_connect, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, send, arginfo_class_WebSocket_Client_send, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, receive, arginfo_class_WebSocket_Client_receive, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, close, arginfo_class_WebSocket_Client_close, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, isOpen, arginfo_class_WebSocket_Client_isOpen, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, getCloseCode, arginfo_class_WebSocket_Client_getCloseCode, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, getCloseReason, arginfo_class_WebSocket_Client_getCloseReason, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, getReconnects, arginfo_class_WebSocket_Client_getReconnects, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, getStream, arginfo_class_WebSocket_Client_getStream, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Client, getIterator, arginfo_class_WebSocket_Client_getIterator, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_ConnectionException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_ClientOptions(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "ClientOptions", class_WebSocket_ClientOptions_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_headers_default_value;
	ZVAL_UNDEF(&property_headers_default_value);
	zend_string *property_headers_name = zend_string_init("headers", sizeof("headers") - 1, 1);
	zend_declare_typed_property(class_entry, property_headers_name, &property_headers_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_headers_name);

	zval property_subprotocols_default_value;
	ZVAL_UNDEF(&property_subprotocols_default_value);
	zend_string *property_subprotocols_name = zend_string_init("subprotocols", sizeof("subprotocols") - 1, 1);
	zend_declare_typed_property(class_entry, property_subprotocols_name, &property_subprotocols_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_subprotocols_name);

	zval property_connectTimeoutMs_default_value;
	ZVAL_UNDEF(&property_connectTimeoutMs_default_value);
	zend_string *property_connectTimeoutMs_name = zend_string_init("connectTimeoutMs", sizeof("connectTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_connectTimeoutMs_name, &property_connectTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_connectTimeoutMs_name);

	zval property_maxMessageSize_default_value;
	ZVAL_UNDEF(&property_maxMessageSize_default_value);
	zend_string *property_maxMessageSize_name = zend_string_init("maxMessageSize", sizeof("maxMessageSize") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxMessageSize_name, &property_maxMessageSize_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxMessageSize_name);

	zval property_compression_default_value;
	ZVAL_UNDEF(&property_compression_default_value);
	zend_string *property_compression_name = zend_string_init("compression", sizeof("compression") - 1, 1);
	zend_declare_typed_property(class_entry, property_compression_name, &property_compression_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_compression_name);

	zval property_pingIntervalMs_default_value;
	ZVAL_UNDEF(&property_pingIntervalMs_default_value);
	zend_string *property_pingIntervalMs_name = zend_string_init("pingIntervalMs", sizeof("pingIntervalMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_pingIntervalMs_name, &property_pingIntervalMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_pingIntervalMs_name);

	zval property_pongTimeoutMs_default_value;
	ZVAL_UNDEF(&property_pongTimeoutMs_default_value);
	zend_string *property_pongTimeoutMs_name = zend_string_init("pongTimeoutMs", sizeof("pongTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_pongTimeoutMs_name, &property_pongTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_pongTimeoutMs_name);

	zval property_closeTimeoutMs_default_value;
	ZVAL_UNDEF(&property_closeTimeoutMs_default_value);
	zend_string *property_closeTimeoutMs_name = zend_string_init("closeTimeoutMs", sizeof("closeTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_closeTimeoutMs_name, &property_closeTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_closeTimeoutMs_name);

	zval property_reconnectAttempts_default_value;
	ZVAL_UNDEF(&property_reconnectAttempts_default_value);
	zend_string *property_reconnectAttempts_name = zend_string_init("reconnectAttempts", sizeof("reconnectAttempts") - 1, 1);
	zend_declare_typed_property(class_entry, property_reconnectAttempts_name, &property_reconnectAttempts_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_reconnectAttempts_name);

	zval property_reconnectDelayMs_default_value;
	ZVAL_UNDEF(&property_reconnectDelayMs_default_value);
	zend_string *property_reconnectDelayMs_name = zend_string_init("reconnectDelayMs", sizeof("reconnectDelayMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_reconnectDelayMs_name, &property_reconnectDelayMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_reconnectDelayMs_name);

	zval property_verifyPeer_default_value;
	ZVAL_UNDEF(&property_verifyPeer_default_value);
	zend_string *property_verifyPeer_name = zend_string_init("verifyPeer", sizeof("verifyPeer") - 1, 1);
	zend_declare_typed_property(class_entry, property_verifyPeer_name, &property_verifyPeer_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_verifyPeer_name);

	zval property_caFile_default_value;
	ZVAL_UNDEF(&property_caFile_default_value);
	zend_string *property_caFile_name = zend_string_init("caFile", sizeof("caFile") - 1, 1);
	zend_declare_typed_property(class_entry, property_caFile_name, &property_caFile_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_caFile_name);

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_Client(zend_class_entry *class_entry_IteratorAggregate)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "Client", class_WebSocket_Client_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_IteratorAggregate);

	zval property_subprotocol_default_value;
	ZVAL_UNDEF(&property_subprotocol_default_value);
	zend_string *property_subprotocol_name = zend_string_init("subprotocol", sizeof("subprotocol") - 1, 1);
	zend_declare_typed_property(class_entry, property_subprotocol_name, &property_subprotocol_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_subprotocol_name);

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_ConnectionException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "ConnectionException", class_WebSocket_ConnectionException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
