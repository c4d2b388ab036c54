/* Closures that are called from the loop. */
#include "server.h"

void websocket_callback_set(websocket_callback *callback, zval *closure)
{
	zval old;
	ZVAL_COPY_VALUE(&old, &callback->closure);
	ZVAL_COPY(&callback->closure, closure);
	char *error = NULL;
	/* A Closure is always callable; this looks up once what calling it takes. */
	zend_is_callable_ex(&callback->closure, NULL, 0, NULL, &callback->call, &error);
	zval_ptr_dtor(&old); /* may run a destructor, which finds the new one in place */
}

void websocket_callback_clear(websocket_callback *callback)
{
	zval old;
	ZVAL_COPY_VALUE(&old, &callback->closure);
	ZVAL_UNDEF(&callback->closure);
	zval_ptr_dtor(&old);
}

void websocket_callback_call(websocket_callback *callback, zval *result, uint32_t count, zval *arguments)
{
	zend_fcall_info_cache call = callback->call;
	zval closure;
	/* The handler may put another in its own place. */
	ZVAL_COPY(&closure, &callback->closure);
	ZVAL_UNDEF(result);
	zend_call_known_function(call.function_handler, call.object, call.called_scope, result, count, arguments, NULL);
	zval_ptr_dtor(&closure);
}
