/* A child of a fork has its parent's variables, and in them what the parent was lent: so it takes a seat of its own at once, with the
 * pin and the loans that the parent has, and the parent waits for that. Else the parent's request could end first, and with it these, and the
 * child would read memory that is somebody else's.
 *
 * It takes one where nothing was lent as well, and at the address of its parent's: PHP code that is called in the midst of a call of ours
 * may fork, and what goes on behind it in the child has that address. */
#include "fork.h"

#include "worker.h"
#include "../rust/include/fork.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

/* Taking a seat is a matter of microseconds. A parent whose child is stopped in the midst of it goes on after so long, and keeps
 * its pin, with all memory that it holds, to its own end. */
#define WAIT_MS 5000

/* Two sockets, by which a child says that it has its pin; an end without a word says that there is no child. They are -1 where nothing
 * is lent. */
ZEND_TLS int word[2];

static const char HAS_PIN = 'p', HAS_NONE = 'n';

static void close_end(int end)
{
	if (word[end] >= 0) {
		close(word[end]);
		word[end] = -1;
	}
}

/* Whether there is anything that a child would have to keep as well. */
static bool has_lent(void)
{
	return BATON_CACHE_G(pinned) || BATON_CACHE_G(lent);
}

static void before(void)
{
	word[0] = word[1] = -1;
	if (baton_cache_memory() == NULL) {
		return;
	}
	if (has_lent() && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, word) != 0) {
		word[0] = word[1] = -1;
		BATON_CACHE_G(lent_for_good) = true; /* no descriptor is left: the child cannot say anything */
	}
	bc_fork_begins(baton_cache_memory(), BATON_CACHE_G(near));
}

/* Whether nobody needs this process's pin any more but itself. */
static bool child_is_safe(void)
{
	struct pollfd polled = { .fd = word[0], .events = POLLIN };
	char said = HAS_PIN;
	int ready;
	do {
		ready = poll(&polled, 1, WAIT_MS);
	} while (ready < 0 && errno == EINTR);
	return ready == 1 && read(word[0], &said, 1) >= 0 && said == HAS_PIN;
}

static void in_parent(void)
{
	bc_fork_done(false);
	close_end(1);
	if (word[0] >= 0 && !child_is_safe()) {
		BATON_CACHE_G(lent_for_good) = true;
	}
	close_end(0);
}

/* The seat and the threads are still the parent's. */
static void in_child(void)
{
	bc_worker *parents = BATON_CACHE_G(worker);
	bc_failure failure;

	bc_fork_done(true);
	close_end(0);
	BATON_CACHE_G(flight_count) = 0;
	if (parents && !bc_worker_reseat(baton_cache_memory(), parents, has_lent(), &failure)) {
		/* All seats are taken: whatever is asked next tries again. */
		BATON_CACHE_G(worker) = NULL;
		BATON_CACHE_G(pinned) = false;
		BATON_CACHE_G(lent) = false;
	}
	BATON_CACHE_G(lent_for_good) = false;
	if (word[1] >= 0) {
		/* A parent that has been killed does not hear it. */
		(void) send(word[1], has_lent() ? &HAS_PIN : &HAS_NONE, 1, MSG_NOSIGNAL);
		close_end(1);
	}
	if (BATON_CACHE_G(near)) {
		bc_near_forget(BATON_CACHE_G(near));
		BATON_CACHE_G(near) = NULL;
	}
}

bool baton_cache_watch_forks(void)
{
	return pthread_atfork(before, in_parent, in_child) == 0;
}
