/* WebSocket\Server: the methods that set handlers, timers and signal handlers. */
#include "server.h"

#include <signal.h>

#include "zend_closures.h"
#include "zend_exceptions.h"

#define THIS websocket_server_of(Z_OBJ_P(ZEND_THIS))

static void set_handler(INTERNAL_FUNCTION_PARAMETERS, enum websocket_handler handler)
{
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	websocket_callback_set(&server->handlers[handler], closure);
	websocket_loop_update(server);
}

#define HANDLER(method, handler) \
	ZEND_METHOD(WebSocket_Server, method) \
	{ \
		set_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU, handler); \
	}

HANDLER(onHandshake, ON_HANDSHAKE)
HANDLER(onRequest, ON_REQUEST)
HANDLER(onOpen, ON_OPEN)
HANDLER(onMessage, ON_MESSAGE)
HANDLER(onClose, ON_CLOSE)
HANDLER(onError, ON_ERROR)
HANDLER(onPing, ON_PING)
HANDLER(onPong, ON_PONG)
HANDLER(onDrain, ON_DRAIN)
HANDLER(onWorkerStart, ON_WORKER_START)
HANDLER(handle, ON_CONNECTION)

/* Timers and signals */

ZEND_METHOD(WebSocket_Server, tick)
{
	zend_long interval_ms;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(interval_ms)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (interval_ms < 1) {
		zend_argument_value_error(1, "must be 1 or more, " ZEND_LONG_FMT " given", interval_ms);
		RETURN_THROWS();
	}
	websocket_timer_make(return_value, THIS, interval_ms, interval_ms, closure);
}

ZEND_METHOD(WebSocket_Server, after)
{
	zend_long delay_ms;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(delay_ms)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (delay_ms < 0) {
		zend_argument_value_error(1, "must be 0 or more, " ZEND_LONG_FMT " given", delay_ms);
		RETURN_THROWS();
	}
	websocket_timer_make(return_value, THIS, delay_ms, 0, closure);
}

ZEND_METHOD(WebSocket_Server, onSignal)
{
	zend_long number;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	/* Between the last named one and SIGRTMIN are those that the C library keeps for itself. */
	bool is_kept = number >= 32 && number < SIGRTMIN;
	if (number < 1 || number > 64 || number == SIGKILL || number == SIGSTOP || is_kept) {
		zend_argument_value_error(1, "must be the number of a signal that can be caught, " ZEND_LONG_FMT " given", number);
		RETURN_THROWS();
	}
	websocket_server *server = THIS;
	websocket_callback *callback = ecalloc(1, sizeof(*callback));
	websocket_callback_set(callback, closure);
	zend_hash_index_update_ptr(&server->signals, number, callback);
	if (server->core && !websocket_signals_take(server, false)) {
		zend_throw_error(NULL, "Another server of this process takes the signals");
	}
}
