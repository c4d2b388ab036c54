/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 252aa29e052cbace18c524878010098d48b6adb7 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_PusherClient___construct, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, url, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, secret, IS_STRING, 0, "\'\'")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, appId, IS_STRING, 0, "\'1\'")
	ZEND_ARG_OBJ_TYPE_MASK(0, options, WebSocket\\ClientOptions, MAY_BE_ARRAY, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_publish, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_MASK(0, channels, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, event, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, exceptSocketId, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_subscribe, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, handler, Closure, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_unsubscribe, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_attach, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, server, WebSocket\\Server, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_poll, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeoutMs, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_PusherClient_getSocketId, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_PusherClient, __construct);
ZEND_METHOD(WebSocket_PusherClient, publish);
ZEND_METHOD(WebSocket_PusherClient, subscribe);
ZEND_METHOD(WebSocket_PusherClient, unsubscribe);
ZEND_METHOD(WebSocket_PusherClient, attach);
ZEND_METHOD(WebSocket_PusherClient, poll);
ZEND_METHOD(WebSocket_PusherClient, getSocketId);


static const zend_function_entry class_WebSocket_PusherClient_methods[] = {
	ZEND_ME(WebSocket_PusherClient, __construct, arginfo_class_WebSocket_PusherClient___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, publish, arginfo_class_WebSocket_PusherClient_publish, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, subscribe, arginfo_class_WebSocket_PusherClient_subscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, unsubscribe, arginfo_class_WebSocket_PusherClient_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, attach, arginfo_class_WebSocket_PusherClient_attach, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, poll, arginfo_class_WebSocket_PusherClient_poll, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_PusherClient, getSocketId, arginfo_class_WebSocket_PusherClient_getSocketId, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_PusherClient(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "PusherClient", class_WebSocket_PusherClient_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
