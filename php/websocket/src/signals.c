/* Signals, handled in the loop.
 *
 * A signal belongs to the process and not to a thread, so this is the one place with statics: the handler notes the signal
 * and makes a descriptor readable, which the loop watches. One server of a process takes signals at a time, the one whose
 * descriptor is in `waking`, and only its thread touches the statics; a server in another thread goes without. A signalfd
 * would need the signals blocked, and programs that handlers start would inherit that. */
#include "server.h"
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "zend_signal.h"

#define SIGNALS 65

static atomic_int waking = -1;
/* The process that takes them, by its id: a signal that is sent right after fork() is handled in the child before any handler of
 * pthread_atfork() has run, so websocket_process() does not tell the child from its parent here. */
static pid_t taker;
static atomic_uchar noted[SIGNALS];
static struct sigaction former[SIGNALS];
static bool is_taken[SIGNALS];

static void change(int number, const struct sigaction *action, struct sigaction *before)
{
#ifdef ZEND_SIGNALS
	zend_sigaction(number, action, before);
#else
	sigaction(number, action, before);
#endif
}

static void note(int number)
{
	int error = errno;
	uint64_t one = 1;
	if (getpid() != taker) {
		/* A fork of the process that takes them, which has no loop to handle it: it does what it did before. */
		sigaction(number, &former[number], NULL);
		kill(getpid(), number);
		errno = error;
		return;
	}
	atomic_store(&noted[number], 1);
	int descriptor = atomic_load(&waking);
	if (descriptor >= 0 && write(descriptor, &one, sizeof(one)) < 0) {
		/* It can only be full, and is readable then. */
	}
	errno = error;
}

static void restore(void)
{
	for (int number = 1; number < SIGNALS; number++) {
		if (is_taken[number]) {
			change(number, &former[number], NULL);
			is_taken[number] = false;
		}
	}
	atomic_store(&waking, -1);
}

int websocket_signals_open(void)
{
	int nobody = -1;
	int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (atomic_load(&waking) >= 0 && taker != getpid()) {
		restore(); /* the process that this one is a fork of has taken them */
	}
	if (descriptor >= 0 && !atomic_compare_exchange_strong(&waking, &nobody, descriptor)) {
		close(descriptor);
		return -1;
	}
	taker = getpid();
	return descriptor;
}

void websocket_signals_note(int number)
{
	struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
	if (is_taken[number]) {
		return;
	}
	sigfillset(&action.sa_mask);
	atomic_store(&noted[number], 0);
	change(number, &action, &former[number]);
	is_taken[number] = true;
}

bool websocket_signals_noted(int number)
{
	return atomic_exchange(&noted[number], 0);
}

void websocket_signals_read(int descriptor)
{
	uint64_t count;
	if (read(descriptor, &count, sizeof(count)) < 0) {
		/* Nothing to count: what was noted is looked at all the same. */
	}
}

void websocket_signals_close(int descriptor)
{
	/* A fork of a server's process may have a server of its own, which took them again. */
	if (atomic_load(&waking) == descriptor) {
		restore();
	}
	close(descriptor);
}

/* SIGTERM and SIGINT are the server's unless the program has a handler for them. */
bool websocket_signals_is_unhandled(int number)
{
	struct sigaction now;
	memset(&now, 0, sizeof(now));
	change(number, NULL, &now);
	return now.sa_handler == SIG_DFL;
}

/* The signals of a server */

bool websocket_signals_take(websocket_server *server, bool with_defaults)
{
	static const int defaults[] = {SIGTERM, SIGINT};
	zend_ulong number;
	if (server->signal_descriptor < 0) {
		server->signal_descriptor = websocket_signals_open();
		if (server->signal_descriptor < 0) {
			/* Another server of this process has them, which matters only to who asked for some. */
			return zend_hash_num_elements(&server->signals) == 0;
		}
		bws_server_watch(server->core, server->signal_descriptor, WEBSOCKET_SIGNALS_NUMBER);
	}
	ZEND_HASH_FOREACH_NUM_KEY(&server->signals, number) {
		websocket_signals_note(number);
	} ZEND_HASH_FOREACH_END();
	for (size_t i = 0; with_defaults && i < sizeof(defaults) / sizeof(defaults[0]); i++) {
		if (websocket_signals_is_unhandled(defaults[i])) {
			websocket_signals_note(defaults[i]);
		}
	}
	return true;
}

void websocket_signals_give_back(websocket_server *server)
{
	if (server->signal_descriptor < 0) {
		return;
	}
	/* The set of watched descriptors is shared with the process that this one may be a fork of. */
	if (server->core && server->process == websocket_process()) {
		bws_server_unwatch(server->core, server->signal_descriptor);
	}
	websocket_signals_close(server->signal_descriptor);
	server->signal_descriptor = -1;
}

void websocket_signals_fire(websocket_server *server)
{
	websocket_signals_read(server->signal_descriptor);
	for (int number = 1; number < SIGNALS && !EG(exception); number++) {
		if (!websocket_signals_noted(number)) {
			continue;
		}
		websocket_callback *handler = zend_hash_index_find_ptr(&server->signals, number);
		if (!handler) {
			server->stopping = true;
			bws_server_stop(server->core);
			continue;
		}
		zval argument;
		zval result;
		ZVAL_LONG(&argument, number);
		websocket_callback_call(handler, &result, 1, &argument);
		if (UNEXPECTED(EG(exception))) {
			websocket_loop_fault(server, NULL);
		}
		zval_ptr_dtor(&result);
	}
}

void websocket_signal_free(zval *signal)
{
	websocket_callback *callback = Z_PTR_P(signal);
	websocket_callback_clear(callback);
	efree(callback);
}

void websocket_interrupts(void)
{
#if PHP_VERSION_ID >= 80200
	if (UNEXPECTED(zend_atomic_bool_load_ex(&EG(vm_interrupt)))) {
		zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
		if (zend_atomic_bool_load_ex(&EG(timed_out))) {
			zend_timeout();
		}
#else
	if (UNEXPECTED(EG(vm_interrupt))) {
		EG(vm_interrupt) = 0;
		if (EG(timed_out)) {
			zend_timeout();
		}
#endif
		if (zend_interrupt_function) {
			zend_interrupt_function(EG(current_execute_data));
		}
	}
}
