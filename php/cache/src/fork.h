/* What a fork means for a thread's seat, its threads, and what it was lent. */
#ifndef BATON_CACHE_FORK_C_H
#define BATON_CACHE_FORK_C_H

#include <stdbool.h>

/* Once, when there is memory. */
bool baton_cache_watch_forks(void);

#endif
