/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2a7624a714a4727cf48cbbf6fed8663e3bdff882 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_Server___construct, 0, 0, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, options, WebSocket\\ServerOptions, MAY_BE_ARRAY, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_listen, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_getAddress, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_subprotocols, 0, 0, IS_VOID, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, protocols, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_onHandshake, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, handler, Closure, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Server_onRequest arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onOpen arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onMessage arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onClose arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onError arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onPing arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onPong arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onDrain arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_onWorkerStart arginfo_class_WebSocket_Server_onHandshake

#define arginfo_class_WebSocket_Server_handle arginfo_class_WebSocket_Server_onHandshake

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_broadcast, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
	ZEND_ARG_OBJ_TYPE_MASK(0, except, Traversable, MAY_BE_ARRAY|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_publish, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, topic, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, except, WebSocket\\Connection, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_WebSocket_Server_tick, 0, 2, WebSocket\\Timer, 0)
	ZEND_ARG_TYPE_INFO(0, intervalMs, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, handler, Closure, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_WebSocket_Server_after, 0, 2, WebSocket\\Timer, 0)
	ZEND_ARG_TYPE_INFO(0, delayMs, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, handler, Closure, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_onSignal, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, signal, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, handler, Closure, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_run, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Server_stop arginfo_class_WebSocket_Server_run

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_poll, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeoutMs, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_Server_getStream, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Server_getDriver arginfo_class_WebSocket_Server_getAddress

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_getConnections, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Server_count, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_WebSocket_Server_stats arginfo_class_WebSocket_Server_getConnections

#define arginfo_class_WebSocket_Server_reloadTls arginfo_class_WebSocket_Server_run

#define arginfo_class_WebSocket_Timer___construct arginfo_class_WebSocket_Server_getStream

#define arginfo_class_WebSocket_Timer_cancel arginfo_class_WebSocket_Server_run

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Timer_isActive, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_Server, __construct);
ZEND_METHOD(WebSocket_Server, listen);
ZEND_METHOD(WebSocket_Server, getAddress);
ZEND_METHOD(WebSocket_Server, subprotocols);
ZEND_METHOD(WebSocket_Server, onHandshake);
ZEND_METHOD(WebSocket_Server, onRequest);
ZEND_METHOD(WebSocket_Server, onOpen);
ZEND_METHOD(WebSocket_Server, onMessage);
ZEND_METHOD(WebSocket_Server, onClose);
ZEND_METHOD(WebSocket_Server, onError);
ZEND_METHOD(WebSocket_Server, onPing);
ZEND_METHOD(WebSocket_Server, onPong);
ZEND_METHOD(WebSocket_Server, onDrain);
ZEND_METHOD(WebSocket_Server, onWorkerStart);
ZEND_METHOD(WebSocket_Server, handle);
ZEND_METHOD(WebSocket_Server, broadcast);
ZEND_METHOD(WebSocket_Server, publish);
ZEND_METHOD(WebSocket_Server, tick);
ZEND_METHOD(WebSocket_Server, after);
ZEND_METHOD(WebSocket_Server, onSignal);
ZEND_METHOD(WebSocket_Server, run);
ZEND_METHOD(WebSocket_Server, stop);
ZEND_METHOD(WebSocket_Server, poll);
ZEND_METHOD(WebSocket_Server, getStream);
ZEND_METHOD(WebSocket_Server, getDriver);
ZEND_METHOD(WebSocket_Server, getConnections);
ZEND_METHOD(WebSocket_Server, count);
ZEND_METHOD(WebSocket_Server, stats);
ZEND_METHOD(WebSocket_Server, reloadTls);
ZEND_METHOD(WebSocket_Timer, __construct);
ZEND_METHOD(WebSocket_Timer, cancel);
ZEND_METHOD(WebSocket_Timer, isActive);


static const zend_function_entry class_WebSocket_Server_methods[] = {
	ZEND_ME(WebSocket_Server, __construct, arginfo_class_WebSocket_Server___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, listen, arginfo_class_WebSocket_Server_listen, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, getAddress, arginfo_class_WebSocket_Server_getAddress, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, subprotocols, arginfo_class_WebSocket_Server_subprotocols, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onHandshake, arginfo_class_WebSocket_Server_onHandshake, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onRequest, arginfo_class_WebSocket_Server_onRequest, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onOpen, arginfo_class_WebSocket_Server_onOpen, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onMessage, arginfo_class_WebSocket_Server_onMessage, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onClose, arginfo_class_WebSocket_Server_onClose, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onError, arginfo_class_WebSocket_Server_onError, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onPing, arginfo_class_WebSocket_Server_onPing, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onPong, arginfo_class_WebSocket_Server_onPong, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onDrain, arginfo_class_WebSocket_Server_onDrain, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onWorkerStart, arginfo_class_WebSocket_Server_onWorkerStart, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, handle, arginfo_class_WebSocket_Server_handle, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, broadcast, arginfo_class_WebSocket_Server_broadcast, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, publish, arginfo_class_WebSocket_Server_publish, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, tick, arginfo_class_WebSocket_Server_tick, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, after, arginfo_class_WebSocket_Server_after, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, onSignal, arginfo_class_WebSocket_Server_onSignal, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, run, arginfo_class_WebSocket_Server_run, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, stop, arginfo_class_WebSocket_Server_stop, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, poll, arginfo_class_WebSocket_Server_poll, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, getStream, arginfo_class_WebSocket_Server_getStream, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, getDriver, arginfo_class_WebSocket_Server_getDriver, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, getConnections, arginfo_class_WebSocket_Server_getConnections, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, count, arginfo_class_WebSocket_Server_count, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, stats, arginfo_class_WebSocket_Server_stats, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Server, reloadTls, arginfo_class_WebSocket_Server_reloadTls, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_Timer_methods[] = {
	ZEND_ME(WebSocket_Timer, __construct, arginfo_class_WebSocket_Timer___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(WebSocket_Timer, cancel, arginfo_class_WebSocket_Timer_cancel, ZEND_ACC_PUBLIC)
	ZEND_ME(WebSocket_Timer, isActive, arginfo_class_WebSocket_Timer_isActive, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_Server(zend_class_entry *class_entry_Countable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "Server", class_WebSocket_Server_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Countable);

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_Timer(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "Timer", class_WebSocket_Timer_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
