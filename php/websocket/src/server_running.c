/* WebSocket\Server: run(), poll() and stop(): in this process, in workers, or a turn at a time in the loop of another library. */
#include "server.h"

#include <errno.h>
#include <fcntl.h>

#include "ext/spl/spl_exceptions.h"
#include "main/php_streams.h"
#include "zend_exceptions.h"

#define THIS websocket_server_of(Z_OBJ_P(ZEND_THIS))

/* Makes what serving needs; false with an exception. */
static bool begin(websocket_server *server, bool with_default_signals)
{
	if (!websocket_server_is_constructed(server)) {
		return false;
	}
	if (server->core) {
		return true;
	}
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "Nothing is listened to: call listen() first");
		return false;
	}
	if (!websocket_loop_begin(server)) {
		return false;
	}
	for (size_t i = 0; i < server->listener_count; i++) {
		bws_error error = {0};
		websocket_listener *listener = &server->listeners[i];
		int descriptor = listener->descriptor;
		listener->descriptor = -1;
		if (descriptor < 0) {
			continue; /* the process that supervises this one accepts */
		}
		if (!bws_server_listen(server->core, descriptor, listener->is_path, &error)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, error.code, "Cannot listen on %s: %s", ZSTR_VAL(listener->text), error.text);
			websocket_server_end(server);
			return false;
		}
	}
	zend_ulong number;
	zval *pusher;
	ZEND_HASH_FOREACH_NUM_KEY_VAL(&server->pusher_clients, number, pusher) {
		websocket_pusher_client_begin(server, Z_OBJ_P(pusher), WEBSOCKET_FIRST_PUSHER_CLIENT + number);
		if (EG(exception)) {
			websocket_server_end(server);
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	if (server->stream >= 0) {
		bws_server_join(server->core, server->stream, server->handover);
		server->stream = -1;
		server->handover = -1;
	}
	if ((with_default_signals || zend_hash_num_elements(&server->signals) > 0)
		&& !websocket_signals_take(server, with_default_signals)) {
		zend_throw_error(NULL, "Another server of this process takes the signals");
		websocket_server_end(server);
		return false;
	}
	return true;
}

/* Serves in this process until the server is told to stop. */
void websocket_server_serve(websocket_server *server)
{
	if (!begin(server, true)) {
		return;
	}
	if (Z_TYPE(server->handlers[ON_WORKER_START].closure) != IS_UNDEF) {
		zval argument;
		zval result;
		ZVAL_LONG(&argument, server->worker);
		websocket_callback_call(&server->handlers[ON_WORKER_START], &result, 1, &argument);
		zval_ptr_dtor(&result);
	}
	if (!EG(exception)) {
		websocket_loop_run(server);
	}
}

/* What stands behind run() is for the process that called it, and not for each of its workers: neither a `catch` nor what
 * follows. A status other than 0 has a worker begun again. */
static void end_worker(websocket_server *server)
{
	if (EG(exception) && (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception)))) {
		return; /* exit() said what its status is */
	}
	/* Nobody told it to stop: it has lost the process that supervises it, or was cut off by it. */
	EG(exit_status) = server->stopping ? 0 : 1;
	if (EG(exception)) {
		if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
			zend_user_exception_handler();
		}
		if (EG(exception)) {
			zend_exception_error(EG(exception), E_ERROR);
			EG(exception) = NULL;
		}
		EG(exit_status) = 255;
	}
	zend_throw_unwind_exit();
}

ZEND_METHOD(WebSocket_Server, run)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->running || server->turning) {
		zend_throw_error(NULL, "The server runs already");
		RETURN_THROWS();
	}
	if (!websocket_server_is_constructed(server)) {
		RETURN_THROWS();
	}
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "Nothing is listened to: call listen() first");
		RETURN_THROWS();
	}
	bool forks = !server->core && websocket_option_long(&server->options, OPTION_WORKERS) > 1;
	server->running = true;
	GC_ADDREF(&server->std); /* a handler may let go of the last one */
	if (!forks || websocket_workers_run(server)) {
		websocket_server_serve(server);
		if (forks) {
			end_worker(server);
		}
	}
	websocket_server_end(server);
	websocket_server_close_listeners(server);
	server->running = false;
	server->stopping = false;
	OBJ_RELEASE(&server->std);
}

ZEND_METHOD(WebSocket_Server, stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->core || server->running) { /* who supervises workers has no core */
		server->stopping = true;
		bws_server_stop(server->core);
	}
}

ZEND_METHOD(WebSocket_Server, poll)
{
	zend_long timeout_ms = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (server->turning) {
		zend_throw_error(NULL, "poll() cannot be called from inside of a handler");
		RETURN_THROWS();
	}
	if (!begin(server, false) || !websocket_loop_is_ours(server)) {
		RETURN_THROWS();
	}
	GC_ADDREF(&server->std);
	if (!bws_server_wait(server->core, timeout_ms)) {
		zend_throw_error(NULL, "The system does not let the server wait for its sockets");
	} else {
		RETVAL_LONG(websocket_loop_turn(server));
		if (server->core) {
			bws_server_arm(server->core);
		}
	}
	OBJ_RELEASE(&server->std);
}

ZEND_METHOD(WebSocket_Server, getStream)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (!begin(server, false)) {
		RETURN_THROWS();
	}
	bws_server_arm(server->core);
	/* The stream has a descriptor of its own, so that closing it closes nothing of the server's. */
	int descriptor = fcntl(bws_server_descriptor(server->core), F_DUPFD_CLOEXEC, 0);
	php_stream *stream = descriptor < 0 ? NULL : php_stream_fopen_from_fd(descriptor, "r", NULL);
	if (!stream) {
		zend_throw_error(NULL, "No stream can be made: %s", strerror(errno));
		RETURN_THROWS();
	}
	stream->flags |= PHP_STREAM_FLAG_NO_BUFFER;
	php_stream_to_zval(stream, return_value);
}
