/* Waiting for a client: the only place where WebSocket\Client blocks.
 *
 * A Fiber of a server sleeps instead. The core never waits, so no frame of Rust is left behind when a handler of a signal throws or calls exit(). */
#include "php_websocket_client.h"

#include "server.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#if PHP_VERSION_ID >= 80200
# define IS_SET(flag) zend_atomic_bool_load_ex(&(flag))
# define UNSET(flag) zend_atomic_bool_store_ex(&(flag), false)
#else
# define IS_SET(flag) (flag)
# define UNSET(flag) ((flag) = 0)
#endif

#define NANOSECONDS 1000000000

int64_t websocket_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t) now.tv_sec * NANOSECONDS + now.tv_nsec;
}

/* Does what the VM does between two instructions: handlers of signals run here. */
static bool run_interrupts(void)
{
	if (IS_SET(EG(vm_interrupt))) {
		UNSET(EG(vm_interrupt));
		if (IS_SET(EG(timed_out))) {
			zend_timeout();
		} else if (zend_interrupt_function) {
			zend_interrupt_function(EG(current_execute_data));
		}
	}
	return !EG(exception);
}

/* How long to wait, -1 for ever. */
static int64_t poll_timeout(websocket_client *client, bool for_write, int64_t deadline)
{
	int64_t timeout = for_write ? -1 : bws_client_poll_timeout(client->core);
	if (deadline == WEBSOCKET_NEVER) {
		return timeout;
	}
	int64_t left = deadline - websocket_now();
	left = left > 0 ? left : 0;
	return timeout < 0 || left < timeout ? left : timeout;
}

/* Inside of a Fiber that a server runs its loop goes on meanwhile. */
static bool sleep_in_fiber(websocket_server *server, websocket_client *client, bool for_write, int64_t deadline)
{
	int64_t time = poll_timeout(client, for_write, deadline);
	return websocket_fiber_sleep(server, bws_client_readiness(client->core), time < 0 ? INT64_MAX : websocket_now() + time);
}

bool websocket_client_wait(websocket_client *client, bool for_write, int64_t deadline)
{
	websocket_server *host = websocket_fiber_host();
	if (host) {
		return sleep_in_fiber(host, client, for_write, deadline);
	}
	struct pollfd descriptor = {
		.fd = bws_client_descriptor(client->core),
		.events = (bws_client_wants_read(client->core) ? POLLIN : 0) | (bws_client_wants_write(client->core) ? POLLOUT : 0),
	};
	int64_t time = poll_timeout(client, for_write, deadline);
	struct timespec limit = {.tv_sec = time / NANOSECONDS, .tv_nsec = time % NANOSECONDS};

	/* A signal between the look at the flag and the wait would go unnoticed until the wait is over, so that signals are
	 * held back until the kernel waits. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (!IS_SET(EG(vm_interrupt))) {
		ppoll(&descriptor, descriptor.fd >= 0 ? 1 : 0, time < 0 ? NULL : &limit, &before);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return run_interrupts();
}
