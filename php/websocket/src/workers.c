/* Several processes on one port: Server::run() with ServerOptions::$workers above 1.
 *
 * The process that calls run() serves nobody: it forks, accepts connections and hands each to the child that has the fewest,
 * passes messages between them, and begins a child again that fails. Warnings of it may become exceptions by the program's
 * error handler, and handlers of pcntl_signal() run in it: what they throw goes to onError, as in a loop. */
#include "server.h"
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "zend_exceptions.h"

#include "relay.h"

/* A child that fails within this time is begun again only after a pause, which doubles each time. */
#define QUICK_MS 1000
#define FIRST_PAUSE_MS 100
#define LONGEST_PAUSE_MS 30000
/* How long children may take to end beyond what their clients are given. */
#define GRACE_MS 3000
#define SIGNALS_NUMBER 1
/* How a worker ended that somebody else has waited for: as if by exit(255). */
#define UNKNOWN_STATUS (255 << 8)

typedef struct {
	pid_t pid;         /* 0 while it does not run */
	int64_t began;
	int64_t begin_at;  /* when it is to be begun again */
	int64_t pause_ms;
} worker;

typedef struct {
	websocket_server *server;
	bws_relay *relay;
	worker *list;
	size_t count;
	int signals;
	int64_t end_at;    /* when those that are left are killed; 0 while all is well */
	bool is_child;
} supervisor;

static int64_t now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void signal_all(supervisor *all, int number)
{
	for (size_t i = 0; i < all->count; i++) {
		if (all->list[i].pid > 0) {
			kill(all->list[i].pid, number);
		}
	}
}

/* Tells all to end, and for how long they may take. */
static void begin_to_end(supervisor *all)
{
	if (all->end_at == 0) {
		all->end_at = now_ms() + websocket_option_long(&all->server->options, OPTION_CLOSE_TIMEOUT) + GRACE_MS;
		bws_relay_stop_listening(all->relay);
		signal_all(all, SIGTERM);
	}
}

/* What a handler threw goes to onError; exit() ends all, and goes on when they have ended. */
static void settle(supervisor *all)
{
	if (UNEXPECTED(EG(exception)) && !websocket_loop_fault(all->server, NULL)) {
		begin_to_end(all);
	}
}

/* In the child: what was the parent's is let go. */
static void become_worker(supervisor *all, size_t number, int stream, int handover)
{
	websocket_server *server = all->server;
	bws_relay_free(all->relay);
	all->relay = NULL;
	websocket_signals_close(all->signals);
	all->signals = -1;
	all->is_child = true;
	server->worker = (zend_long)number;
	server->stream = stream;
	server->handover = handover;
}

/* Ends a worker at once; what it was is told when it has ended. */
static void kill_worker(supervisor *all, size_t number)
{
	if (all->list[number].pid > 0) {
		kill(all->list[number].pid, SIGKILL);
	}
}

static void close_all(const int pair[2])
{
	for (int i = 0; i < 2; i++) {
		if (pair[i] >= 0) {
			close(pair[i]);
		}
	}
}

/* Forks one worker. In the child `is_child` is set then. */
static void begin_worker(supervisor *all, size_t number)
{
	int stream[2] = {-1, -1};
	int handover[2] = {-1, -1};
	worker *one = &all->list[number];
	one->began = now_ms();
	bool paired = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, stream) == 0
		&& socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, handover) == 0;
	pid_t pid = paired ? fork() : -1;
	if (pid == 0) {
		close(stream[0]);
		close(handover[0]);
		become_worker(all, number, stream[1], handover[1]);
		return;
	}
	if (pid < 0) {
		int why = errno;
		one->begin_at = one->began + LONGEST_PAUSE_MS;
		close_all(stream);
		close_all(handover);
		php_error_docref(NULL, E_WARNING, "Worker %zu cannot be forked: %s", number, strerror(why));
		settle(all);
		return;
	}
	close(stream[1]);
	close(handover[1]);
	one->pid = pid;
	if (!bws_relay_add(all->relay, (uint32_t)number, stream[0], handover[0])) {
		kill_worker(all, number); /* it can be told nothing: another one, later, may have more luck */
	}
}

/* Passes on what workers have said. */
static void pass_on(supervisor *all, int64_t timeout_ms)
{
	uint32_t number;
	int kind;
	bws_relay_wait(all->relay, timeout_ms);
	while ((kind = bws_relay_next(all->relay, &number)) != 0) {
		if (kind == BWS_RELAY_STUCK && number < all->count) {
			kill_worker(all, number);
			php_error_docref(NULL, E_WARNING, "Worker %u does not take what the others publish, and is ended", number);
			settle(all);
		} else if (kind == BWS_RELAY_ACCEPT_PAUSED) {
			php_error_docref(NULL, E_WARNING, "No more files can be opened: new connections wait until others close. Raise the "
				"limit (ulimit -n)");
			settle(all);
		}
	}
}

/* A worker has ended: by the program's will, which ends all, or by a fault, and then it is begun again. */
static void on_end(supervisor *all, size_t number, int status)
{
	worker *one = &all->list[number];
	one->pid = 0;
	if (all->end_at == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		/* What it said last is for the others, before they hear that all is over: once to read it, once to write it. */
		pass_on(all, 0);
		pass_on(all, 0);
		begin_to_end(all);
	}
	bws_relay_remove(all->relay, (uint32_t)number);
	if (all->end_at > 0) {
		return;
	}
	bool was_quick = now_ms() - one->began < QUICK_MS;
	int64_t doubled = one->pause_ms > 0 ? one->pause_ms * 2 : FIRST_PAUSE_MS;
	one->pause_ms = !was_quick ? 0 : doubled > LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS : doubled;
	one->begin_at = now_ms() + one->pause_ms;
	php_error_docref(NULL, E_WARNING, WIFSIGNALED(status) ? "Worker %zu was ended by signal %d, and is begun again in %d ms"
		: "Worker %zu ended with status %d, and is begun again in %d ms",
		number, WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), (int)one->pause_ms);
	settle(all);
}

static void reap(supervisor *all)
{
	for (size_t i = 0; i < all->count; i++) {
		int status;
		pid_t pid = all->list[i].pid;
		pid_t ended = pid > 0 ? waitpid(pid, &status, WNOHANG) : 0;
		if (ended < 0 && errno == ECHILD) {
			/* A handler of pcntl_signal() has waited for any child, and got this one. */
			status = UNKNOWN_STATUS;
			ended = pid;
		}
		if (ended > 0) {
			on_end(all, i, status);
		}
	}
}

/* Begins those that are due; how long there is until the next one, -1 for ever. */
static int64_t begin_due(supervisor *all)
{
	int64_t soonest = -1;
	for (size_t i = 0; i < all->count && all->end_at == 0; i++) {
		worker *one = &all->list[i];
		if (one->pid > 0) {
			continue;
		}
		int64_t left = one->begin_at - now_ms();
		if (left <= 0) {
			begin_worker(all, i);
			if (all->is_child) {
				return 0;
			}
		} else if (soonest < 0 || left < soonest) {
			soonest = left;
		}
	}
	if (all->end_at > 0) {
		int64_t left = all->end_at - now_ms();
		if (left <= 0) {
			signal_all(all, SIGKILL);
			return GRACE_MS;
		}
		soonest = left;
	}
	return soonest;
}

static bool any_runs(const supervisor *all)
{
	for (size_t i = 0; i < all->count; i++) {
		if (all->list[i].pid > 0) {
			return true;
		}
	}
	return false;
}

/* Signals that the program has a handler for are the workers', where it runs; so are SIGTERM and SIGINT then. */
static void on_signals(supervisor *all)
{
	websocket_server *server = all->server;
	zend_ulong number;
	websocket_signals_read(all->signals);
	ZEND_HASH_FOREACH_NUM_KEY(&server->signals, number) {
		if (number != SIGCHLD && websocket_signals_noted((int)number)) {
			signal_all(all, (int)number);
		}
	} ZEND_HASH_FOREACH_END();
	if (websocket_signals_noted(SIGTERM) | websocket_signals_noted(SIGINT)) {
		begin_to_end(all);
	}
	websocket_signals_noted(SIGCHLD);
	reap(all);
}

static void take_signals(websocket_server *server)
{
	zend_ulong number;
	ZEND_HASH_FOREACH_NUM_KEY(&server->signals, number) {
		websocket_signals_note((int)number);
	} ZEND_HASH_FOREACH_END();
	if (websocket_signals_is_unhandled(SIGTERM)) {
		websocket_signals_note(SIGTERM);
	}
	if (websocket_signals_is_unhandled(SIGINT)) {
		websocket_signals_note(SIGINT);
	}
	websocket_signals_note(SIGCHLD);
}

static void supervise(supervisor *all)
{
	do {
		int64_t left = begin_due(all);
		if (all->is_child) {
			return;
		}
		pass_on(all, left);
		on_signals(all);
		if (!EG(exception)) {
			websocket_interrupts();
			if (!websocket_loop_is_ours(all->server)) {
				return; /* a handler has forked, and come back in the child */
			}
			settle(all);
		}
		if (all->server->stopping) {
			begin_to_end(all);
		}
	} while (all->end_at == 0 || any_runs(all));
}

bool websocket_workers_run(websocket_server *server)
{
	supervisor all = {.server = server, .count = (size_t)websocket_option_long(&server->options, OPTION_WORKERS)};
	server->process = websocket_process();
	all.signals = websocket_signals_open();
	all.relay = bws_relay_new();
	if (all.signals < 0 || !all.relay) {
		zend_throw_error(NULL, "Workers cannot be supervised: %s", all.signals < 0 ? "another server of this process takes the signals"
			: "the system has no descriptors left");
		if (all.signals >= 0) {
			websocket_signals_close(all.signals);
		}
		bws_relay_free(all.relay);
		return false;
	}
	bws_relay_watch(all.relay, all.signals, SIGNALS_NUMBER);
	for (size_t i = 0; i < server->listener_count; i++) {
		websocket_listener *listener = &server->listeners[i];
		bws_relay_listen(all.relay, listener->descriptor, listener->is_path);
		listener->descriptor = -1; /* the relay's, in every process */
	}
	take_signals(server);
	all.list = ecalloc(all.count, sizeof(worker));
	supervise(&all);
	efree(all.list);
	if (!all.is_child) {
		bws_relay_free(all.relay);
		websocket_signals_close(all.signals);
	}
	return all.is_child;
}
