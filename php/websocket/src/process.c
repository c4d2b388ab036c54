/* Whether this is still the process that it was.
 *
 * A child of fork() shares the sockets of its parent, and must not speak on them. getpid() would tell, and costs as much as
 * a handler does; so the system is asked to count the forks that lead here. It is the process's own number, and no thread's. */
#include "server.h"

#include <pthread.h>

static unsigned forks;

static void count(void)
{
	forks++;
}

void websocket_process_watch(void)
{
	pthread_atfork(NULL, NULL, count);
}

unsigned websocket_process(void)
{
	return forks;
}
