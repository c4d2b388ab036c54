/* Fibers of Server::handle(): one for each connection, which sleeps in receive() until there is a message.
 *
 * PHP's own Fiber class is called, as a program would: it has no other interface that all versions share. What runs in the Fiber
 * is a function of ours around the handler, so that its end is seen whoever resumed it last. */
#include "php_websocket_client.h"
#include "server.h"

#include <fcntl.h>
#include <unistd.h>

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

/* Messages that may wait for a Fiber that is not in receive(). At this many the client is not read until it is. */
#define INBOX 16

typedef struct {
	zend_string *payload;
	uint8_t opcode;
} waiting_message;

typedef struct websocket_fiber {
	zval fiber;         /* the Fiber that the handler runs in */
	zval waiting;       /* the Fiber that is in receive(), which may be another one */
	waiting_message inbox[INBOX];
	uint8_t first;
	uint8_t count;
	bool paused;
	uint64_t alarm;     /* of receive() with a timeout; 0 for none */
} websocket_fiber;

static bool call_fiber(zval *fiber, const char *method, size_t len, zval *argument)
{
	zend_function *function = zend_hash_str_find_ptr(&zend_ce_fiber->function_table, method, len);
	zval result;
	ZVAL_UNDEF(&result);
	zend_call_known_function(function, fiber ? Z_OBJ_P(fiber) : NULL, zend_ce_fiber, &result, argument ? 1 : 0, argument, NULL);
	zval_ptr_dtor(&result);
	return !EG(exception);
}

/* Functions that no program can name. */
static HashTable functions;

ZEND_BEGIN_ARG_INFO_EX(arginfo_serve, 0, 0, 1)
	ZEND_ARG_INFO(0, connection)
ZEND_END_ARG_INFO()

/* What a connection's Fiber runs: the handler, and then the end of the connection. */
static ZEND_FUNCTION(websocket_serve)
{
	zval *argument;
	zval result;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(argument, websocket_connection_ce)
	ZEND_PARSE_PARAMETERS_END();

	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(argument));
	websocket_callback_call(&connection->tie->server->handlers[ON_CONNECTION], &result, 1, argument);
	zval_ptr_dtor(&result);
	websocket_server *server = connection->tie->server; /* it may have gone meanwhile */
	if (!server) {
		return;
	}
	if (UNEXPECTED(EG(exception))) {
		websocket_loop_fault(server, connection);
	} else {
		bws_server_close(server->core, connection->number, 1000, (bws_bytes){"", 0});
	}
}

void websocket_register_fiber(void)
{
	static const zend_function_entry entries[] = {
		ZEND_NS_NAMED_FE("WebSocket", serve, ZEND_FN(websocket_serve), arginfo_serve)
		ZEND_FE_END
	};
	zend_hash_init(&functions, 1, NULL, ZEND_FUNCTION_DTOR, true);
	zend_register_functions(NULL, entries, &functions, MODULE_PERSISTENT);
}

void websocket_unregister_fiber(void)
{
	zend_hash_destroy(&functions);
}

static websocket_fiber *state_of(websocket_connection *connection)
{
	if (!connection->fiber) {
		connection->fiber = ecalloc(1, sizeof(websocket_fiber));
	}
	return connection->fiber;
}

void websocket_fiber_open(websocket_server *server, websocket_connection *connection)
{
	websocket_fiber *state = state_of(connection);
	zval argument;
	zval serve;
	zend_create_closure(&serve, zend_hash_str_find_ptr(&functions, ZEND_STRL("websocket\\serve")), NULL, NULL, NULL);
	object_init_ex(&state->fiber, zend_ce_fiber);
	zend_call_known_instance_method_with_1_params(zend_ce_fiber->constructor, Z_OBJ(state->fiber), NULL, &serve);
	zval_ptr_dtor(&serve);
	if (EG(exception)) {
		websocket_loop_fault(server, connection);
		return;
	}
	zval fiber;
	ZVAL_COPY(&fiber, &state->fiber);
	zend_hash_index_add_ptr(&server->fibers, Z_OBJ_HANDLE(fiber), connection);
	ZVAL_OBJ_COPY(&argument, &connection->std);
	if (!call_fiber(&fiber, "start", sizeof("start") - 1, &argument)) {
		websocket_loop_fault(server, connection);
	}
	zval_ptr_dtor(&argument);
	zval_ptr_dtor(&fiber);
}

/* Goes on with a Fiber that slept. */
static void resume(websocket_server *server, zval *fiber)
{
	websocket_connection *connection = zend_hash_index_find_ptr(&server->fibers, Z_OBJ_HANDLE_P(fiber));
	if (connection) {
		GC_ADDREF(&connection->std);
	}
	if (!call_fiber(fiber, "resume", sizeof("resume") - 1, NULL)) {
		websocket_loop_fault(server, connection);
	}
	if (connection) {
		OBJ_RELEASE(&connection->std);
	}
}

static void wait_no_more(websocket_server *server, websocket_fiber *state)
{
	zval waiting;
	ZVAL_COPY_VALUE(&waiting, &state->waiting);
	ZVAL_UNDEF(&state->waiting);
	if (state->alarm) {
		bws_server_cancel_alarm(server->core, state->alarm);
		zend_hash_index_del(&server->alarms, state->alarm);
		state->alarm = 0;
	}
	zval_ptr_dtor(&waiting);
}

static bool is_waiting(websocket_connection *connection, zend_object *fiber)
{
	return connection->fiber && Z_TYPE(connection->fiber->waiting) == IS_OBJECT && Z_OBJ(connection->fiber->waiting) == fiber;
}

/* Wakes the Fiber that is in receive(). */
static void wake(websocket_server *server, websocket_connection *connection)
{
	websocket_fiber *state = connection->fiber;
	zval waiting;
	if (Z_TYPE(state->waiting) != IS_OBJECT) {
		return;
	}
	ZVAL_COPY(&waiting, &state->waiting);
	wait_no_more(server, state);
	zend_object *object = &connection->std;
	GC_ADDREF(object);
	resume(server, &waiting);
	OBJ_RELEASE(object);
	zval_ptr_dtor(&waiting);
}

void websocket_fiber_message(websocket_server *server, websocket_connection *connection, zend_string *payload, uint8_t opcode)
{
	websocket_fiber *state = state_of(connection);
	uint8_t place = (state->first + state->count) % INBOX;
	state->inbox[place] = (waiting_message){payload, opcode};
	state->count++;
	/* So there is always room for the next one: none comes while the client is paused. */
	if (state->count == INBOX) {
		state->paused = true;
		bws_server_pause(server->core, connection->number);
	}
	wake(server, connection);
}

void websocket_fiber_close(websocket_server *server, websocket_connection *connection)
{
	if (connection->fiber) {
		wake(server, connection);
	}
}

void websocket_fiber_free(websocket_connection *connection)
{
	websocket_fiber *state = connection->fiber;
	websocket_server *server = connection->tie ? connection->tie->server : NULL;
	if (!state) {
		return;
	}
	if (state->alarm && server) {
		bws_server_cancel_alarm(server->core, state->alarm);
		zend_hash_index_del(&server->alarms, state->alarm);
	}
	connection->fiber = NULL;
	if (server && Z_TYPE(state->fiber) == IS_OBJECT) {
		zend_hash_index_del(&server->fibers, Z_OBJ_HANDLE(state->fiber));
	}
	for (; state->count > 0; state->count--, state->first = (state->first + 1) % INBOX) {
		zend_string_release(state->inbox[state->first].payload);
	}
	zval_ptr_dtor(&state->waiting);
	zval_ptr_dtor(&state->fiber);
	efree(state);
}

bool websocket_fiber_is_full(const websocket_connection *connection)
{
	return connection->fiber && connection->fiber->paused;
}

void websocket_fiber_gc(websocket_connection *connection, zend_get_gc_buffer *buffer)
{
	if (connection->fiber) {
		zend_get_gc_buffer_add_zval(buffer, &connection->fiber->fiber);
		zend_get_gc_buffer_add_zval(buffer, &connection->fiber->waiting);
	}
}

/* The time of a receive() is over: waking it takes the alarm back. */
void websocket_fiber_time_out(websocket_server *server, websocket_connection *connection)
{
	if (connection->fiber) {
		wake(server, connection);
	}
}

/* Takes the next message that waits. */
static void take(websocket_connection *connection, zval *payload, uint8_t *opcode)
{
	websocket_fiber *state = connection->fiber;
	waiting_message message = state->inbox[state->first];
	state->first = (state->first + 1) % INBOX;
	state->count--;
	ZVAL_STR(payload, message.payload);
	*opcode = message.opcode;
	if (state->paused && state->count == 0) {
		state->paused = false;
		if (!connection->is_paused) {
			bws_server_resume(connection->tie->server->core, connection->number);
		}
	}
}

bool websocket_fiber_receive(websocket_connection *connection, bool forever, zend_long timeout_ms, zval *payload, uint8_t *opcode)
{
	ZVAL_NULL(payload);
	websocket_server *server = connection->tie ? connection->tie->server : NULL;
	if (connection->fiber && connection->fiber->count > 0) {
		take(connection, payload, opcode);
		return true;
	}
	if (!server || !connection->number || !bws_server_is_open(server->core, connection->number)) {
		return true;
	}
	if (websocket_fiber_host() != server || Z_TYPE(server->handlers[ON_CONNECTION].closure) == IS_UNDEF) {
		zend_throw_error(NULL, "Messages can be waited for inside of a handler of Server::handle() alone: elsewhere they come to "
			"the handler of onMessage()");
		return false;
	}
	websocket_fiber *state = state_of(connection);
	if (Z_TYPE(state->waiting) == IS_OBJECT) {
		zend_throw_error(NULL, "Another Fiber waits for a message of this connection");
		return false;
	}
	if (!forever && timeout_ms <= 0) {
		return true;
	}
	if (!forever) {
		websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
		alarm->connection = connection;
		state->alarm = bws_server_set_alarm(server->core, timeout_ms, 0);
		zend_hash_index_add_new_ptr(&server->alarms, state->alarm, alarm);
	}
	ZVAL_OBJ_COPY(&state->waiting, &EG(active_fiber)->std);
	/* Only weakly held across the sleep: the server may be gone when the Fiber is destroyed. */
	zend_object *object = &connection->std;
	zend_object *self = &EG(active_fiber)->std;
	bool well;
	GC_ADDREF(object);
	do {
		well = call_fiber(NULL, "suspend", sizeof("suspend") - 1, NULL);
		/* Somebody else may have resumed it, and then it goes on sleeping; or thrown into it. */
	} while (well && is_waiting(connection, self));
	if (is_waiting(connection, self)) {
		wait_no_more(connection->tie->server, connection->fiber);
	}
	if (well && connection->fiber && connection->fiber->count > 0) {
		take(connection, payload, opcode);
	}
	OBJ_RELEASE(object);
	return well;
}

websocket_server *websocket_fiber_host(void)
{
	websocket_server *server = WEBSOCKET_G(turning);
	bool may_sleep = EG(active_fiber) && !zend_fiber_switch_blocked(); /* no Fiber sleeps in a handler of pcntl_signal() */
	return server && may_sleep && EG(active_fiber) != server->outside ? server : NULL;
}

/* A number for what a Fiber waits for that no other has: they come round again after some thousand million. */
static uint32_t number_sleeper(websocket_server *server)
{
	uint32_t number;
	do {
		server->watched = (server->watched + 1) % (WEBSOCKET_FIRST_PUSHER_CLIENT - WEBSOCKET_FIRST_SLEEPER);
		number = WEBSOCKET_FIRST_SLEEPER + server->watched;
	} while (zend_hash_index_exists(&server->sleepers, number));
	return number;
}

/* Watches a descriptor, or a duplicate of it where another Fiber waits for the same client: `own` is that, or -1. */
static bool watch(websocket_server *server, int *descriptor, int *own, uint32_t number)
{
	if (bws_server_watch(server->core, *descriptor, number)) {
		return true;
	}
	*own = fcntl(*descriptor, F_DUPFD_CLOEXEC, 0);
	if (*own >= 0 && bws_server_watch(server->core, *own, number)) {
		*descriptor = *own;
		return true;
	}
	if (*own >= 0) {
		close(*own);
	}
	zend_throw_error(NULL, "The system does not let the server wait for another socket");
	return false;
}

bool websocket_fiber_sleep(websocket_server *server, int descriptor, int64_t deadline_ns)
{
	uint32_t number = number_sleeper(server);
	uint64_t alarm_number = 0;
	websocket_tie *tie = websocket_tie_hold(server->tie);
	zval fiber;
	int own = -1;
	if (descriptor >= 0 && !watch(server, &descriptor, &own, number)) {
		websocket_tie_drop(tie);
		return false;
	}
	if (deadline_ns != INT64_MAX) {
		int64_t left = deadline_ns - websocket_now();
		websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
		alarm->sleeper = number;
		alarm_number = bws_server_set_alarm(server->core, left > 0 ? (left + 999999) / 1000000 : 0, 0);
		zend_hash_index_add_new_ptr(&server->alarms, alarm_number, alarm);
	}
	ZVAL_OBJ_COPY(&fiber, &EG(active_fiber)->std);
	zend_hash_index_add_new(&server->sleepers, number, &fiber);
	bool well = call_fiber(NULL, "suspend", sizeof("suspend") - 1, NULL);
	if (tie->server) { /* else it has ended meanwhile, and all of this with it */
		if (descriptor >= 0) {
			bws_server_unwatch(server->core, descriptor);
		}
		bws_server_cancel_alarm(server->core, alarm_number);
		zend_hash_index_del(&server->alarms, alarm_number);
		zend_hash_index_del(&server->sleepers, number);
	}
	if (own >= 0) {
		close(own);
	}
	websocket_tie_drop(tie);
	return well;
}

void websocket_fiber_wake(websocket_server *server, uint32_t number)
{
	zval *sleeper = zend_hash_index_find(&server->sleepers, number);
	zval *pusher = number >= WEBSOCKET_FIRST_PUSHER_CLIENT
		? zend_hash_index_find(&server->pusher_clients, number - WEBSOCKET_FIRST_PUSHER_CLIENT) : NULL;
	zval fiber;
	if (pusher) {
		websocket_pusher_client_turn(server, Z_OBJ_P(pusher), number);
		return;
	}
	if (sleeper) {
		ZVAL_COPY(&fiber, sleeper);
		zend_hash_index_del(&server->sleepers, number);
		resume(server, &fiber);
		zval_ptr_dtor(&fiber);
	}
}
