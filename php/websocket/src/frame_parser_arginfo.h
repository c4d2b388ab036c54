/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 93f97a79113ae1f2781d0fabb46bf1ca1c522186 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_FrameParser___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, server, _IS_BOOL, 0, "true")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxMessageSize, IS_LONG, 0, "16777216")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, compression, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, contextTakeover, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_FrameParser_push, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_FrameParser_isIdle, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_FrameParser, __construct);
ZEND_METHOD(WebSocket_FrameParser, push);
ZEND_METHOD(WebSocket_FrameParser, isIdle);


static const zend_function_entry class_WebSocket_FrameParser_methods[] = {
	ZEND_ME(WebSocket_FrameParser, __construct, arginfo_class_WebSocket_FrameParser___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_FrameParser, push, arginfo_class_WebSocket_FrameParser_push, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_FrameParser, isIdle, arginfo_class_WebSocket_FrameParser_isIdle, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_ProtocolException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_FrameParser(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "FrameParser", class_WebSocket_FrameParser_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_ProtocolException(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "ProtocolException", class_WebSocket_ProtocolException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
