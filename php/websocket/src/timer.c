/* WebSocket\Timer: timers of the program, over the alarms of the core. */
#include "server.h"

zend_class_entry *websocket_timer_ce;
static zend_object_handlers handlers;

typedef struct {
	websocket_tie *tie;
	uint64_t alarm;
	zend_object std;
} websocket_timer;

static inline websocket_timer *timer_of(zend_object *object)
{
	return (websocket_timer *)((char *)object - XtOffsetOf(websocket_timer, std));
}

static zend_object *create(zend_class_entry *ce)
{
	websocket_timer *timer = zend_object_alloc(sizeof(*timer), ce);
	zend_object_std_init(&timer->std, ce);
	object_properties_init(&timer->std, ce);
	timer->std.handlers = &handlers;
	return &timer->std;
}

static void free_object(zend_object *object)
{
	websocket_tie_drop(timer_of(object)->tie);
	zend_object_std_dtor(object);
}

void websocket_alarm_free(zval *entry)
{
	websocket_alarm *alarm = Z_PTR_P(entry);
	websocket_callback_clear(&alarm->callback);
	if (alarm->timer) {
		OBJ_RELEASE(alarm->timer);
	}
	efree(alarm);
}

void websocket_timer_make(zval *result, websocket_server *server, zend_long after_ms, zend_long interval_ms, zval *closure)
{
	object_init_ex(result, websocket_timer_ce);
	websocket_timer *timer = timer_of(Z_OBJ_P(result));
	timer->tie = websocket_tie_hold(server->tie);
	timer->alarm = server->core ? bws_server_set_alarm(server->core, after_ms, interval_ms)
		: (++server->early_alarms | WEBSOCKET_EARLY_ALARM);
	websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
	websocket_callback_set(&alarm->callback, closure);
	alarm->timer = &timer->std;
	alarm->after_ms = after_ms;
	alarm->interval_ms = interval_ms;
	GC_ADDREF(alarm->timer);
	zend_hash_index_add_new_ptr(&server->alarms, timer->alarm, alarm);
}

void websocket_timer_begin(websocket_server *server)
{
	zend_ulong number;
	websocket_alarm *alarm;
	HashTable early;
	/* The core numbers its alarms by itself, so all get new places. */
	early = server->alarms;
	zend_hash_init(&server->alarms, 0, NULL, websocket_alarm_free, false);
	ZEND_HASH_FOREACH_NUM_KEY_PTR(&early, number, alarm) {
		(void)number;
		uint64_t set = bws_server_set_alarm(server->core, alarm->after_ms, alarm->interval_ms);
		timer_of(alarm->timer)->alarm = set;
		zend_hash_index_add_new_ptr(&server->alarms, set, alarm);
	} ZEND_HASH_FOREACH_END();
	early.pDestructor = NULL;
	zend_hash_destroy(&early);
}

void websocket_timer_fire(websocket_server *server, uint64_t number)
{
	websocket_alarm *alarm = zend_hash_index_find_ptr(&server->alarms, number);
	if (!alarm) {
		return;
	}
	if (!alarm->timer) {
		websocket_connection *connection = alarm->connection;
		uint32_t sleeper = alarm->sleeper;
		if (connection) {
			websocket_fiber_time_out(server, connection);
		} else {
			zend_hash_index_del(&server->alarms, number);
			websocket_fiber_wake(server, sleeper);
		}
		return;
	}
	websocket_callback callback = alarm->callback;
	zval argument;
	zval result;
	ZVAL_COPY(&callback.closure, &alarm->callback.closure);
	ZVAL_OBJ_COPY(&argument, alarm->timer);
	if (alarm->interval_ms == 0) {
		zend_hash_index_del(&server->alarms, number);
	}
	websocket_callback_call(&callback, &result, 1, &argument);
	if (UNEXPECTED(EG(exception))) {
		websocket_loop_fault(server, NULL);
	}
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&argument);
	zval_ptr_dtor(&callback.closure);
}

ZEND_METHOD(WebSocket_Timer, __construct)
{
	/* Private: Server::tick() and Server::after() make timers. */
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(WebSocket_Timer, cancel)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_timer *timer = timer_of(Z_OBJ_P(ZEND_THIS));
	websocket_server *server = timer->tie ? timer->tie->server : NULL;
	if (server) {
		bws_server_cancel_alarm(server->core, timer->alarm);
		zend_hash_index_del(&server->alarms, timer->alarm);
	}
}

ZEND_METHOD(WebSocket_Timer, isActive)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_timer *timer = timer_of(Z_OBJ_P(ZEND_THIS));
	websocket_server *server = timer->tie ? timer->tie->server : NULL;
	RETURN_BOOL(server && zend_hash_index_exists(&server->alarms, timer->alarm));
}

void websocket_register_timer(zend_class_entry *ce)
{
	websocket_timer_ce = ce;
	ce->create_object = create;
	ce->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_timer, std);
	handlers.free_obj = free_object;
	handlers.clone_obj = NULL;
}
