/* Closures that the loop calls: stored as the program gives them, and called for each message at the least cost, since that is
 * what a server does most. */
#include "server.h"

#include "zend_closures.h"
#include "zend_observer.h"

/* Where frames are known to be as they are made below. Others are left to the engine's own function. */
#define KNOWS_FRAMES (PHP_VERSION_ID < 80500)

/* Whether a function can be run as it is: written in PHP, and given nothing but values. */
static bool is_plain(const zend_function *function)
{
	const uint32_t special = ZEND_ACC_GENERATOR | ZEND_ACC_VARIADIC | ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_ABSTRACT | ZEND_ACC_DEPRECATED;
	if (!KNOWS_FRAMES || function->type != ZEND_USER_FUNCTION || !(function->common.fn_flags & ZEND_ACC_CLOSURE)
		|| (function->common.fn_flags & special)) {
		return false;
	}
	for (uint32_t i = 0; i < function->common.num_args; i++) {
		if (ZEND_ARG_SEND_MODE(&function->common.arg_info[i])) {
			return false;
		}
	}
	return true;
}

void websocket_callback_set(websocket_callback *callback, zval *closure)
{
	zval old;
	ZVAL_COPY_VALUE(&old, &callback->closure);
	ZVAL_COPY(&callback->closure, closure);
	char *error = NULL;
	/* A Closure is always callable; this looks up once what calling it takes. */
	zend_is_callable_ex(&callback->closure, NULL, 0, NULL, &callback->call, &error);
	const zend_function *function = callback->call.function_handler;
	callback->is_plain = is_plain(function);
	/* What a function does not declare it sees by func_get_args() alone. Where nobody can ask, nothing is made for it. */
	callback->most = callback->is_plain ? function->common.num_args : UINT32_MAX;
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

/* Runs a plain function in a frame of its own, as zend_call_function() of PHP 8.1 to 8.4 does behind its questions. The frame
 * takes the arguments over, and keeps the closure until it is left. */
static void run(const zend_fcall_info_cache *call, uint32_t count, zval *arguments)
{
	zend_function *function = call->function_handler;
	uint32_t info = ZEND_CALL_TOP_FUNCTION | ZEND_CALL_DYNAMIC | ZEND_CALL_CLOSURE;
	void *of = call->called_scope;
	if (call->object && !(function->common.fn_flags & ZEND_ACC_STATIC)) {
		info |= ZEND_CALL_HAS_THIS;
		of = call->object;
	}
	if (function->common.fn_flags & ZEND_ACC_FAKE_CLOSURE) {
		info |= ZEND_CALL_FAKE_CLOSURE;
	}
	zend_execute_data *frame = zend_vm_stack_push_call_frame(info, function, count, of);
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_COPY_VALUE(ZEND_CALL_VAR_NUM(frame, i), &arguments[i]);
	}
	GC_ADDREF(ZEND_CLOSURE_OBJECT(function));
	const zend_op *before = EG(opline_before_exception);
	uint32_t trace = EG(jit_trace_num);
	zend_init_func_execute_data(frame, &function->op_array, NULL);
	ZEND_OBSERVER_FCALL_BEGIN(frame);
	zend_execute_ex(frame);
	EG(jit_trace_num) = trace;
	EG(opline_before_exception) = before;
	zend_vm_stack_free_call_frame(frame);
}

void websocket_callback_give(websocket_callback *callback, uint32_t count, zval *arguments)
{
	/* An exception is left to whoever called us, which must be a function of ours and no instruction of PHP. */
	const zend_execute_data *caller = EG(current_execute_data);
	if (EXPECTED(callback->is_plain) && EXPECTED(count <= callback->most) && EXPECTED(!EG(exception)) && EXPECTED(!EG(fake_scope))
		&& EXPECTED(caller && caller->func && !ZEND_USER_CODE(caller->func->type))) {
		run(&callback->call, count, arguments);
		return;
	}
	zval result;
	websocket_callback_call(callback, &result, count, arguments);
	zval_ptr_dtor(&result);
	for (uint32_t i = 0; i < count; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
}
