/* This thread's seat at the shared memory. */
#ifndef BATON_CACHE_WORKER_H
#define BATON_CACHE_WORKER_H

#include "php_baton_cache.h"
#include "settings.h"
#include "../rust/include/memory.h"

/* The memory, NULL where there is none. */
bc_memory *baton_cache_memory(void);
bool baton_cache_reserve(void);
void baton_cache_release(void);
/* Nothing of the request is there any more. */
void baton_cache_request_ends(void);

/* Takes the seat; NULL where there is no memory, of which a warning is given once a process. */
bc_worker *baton_cache_join(void);

static zend_always_inline bc_worker *baton_cache_worker(void)
{
	bc_worker *worker = BATON_CACHE_G(worker);
	return EXPECTED(worker != NULL) ? worker : baton_cache_join();
}

/* What is counted for each worker, beside what the table counts itself: reads that were answered from memory, and that were not; replies
 * that were kept, and that were not because their key had changed; values that no object could be made of; connections without a cache, as
 * their server is another process than the one that is tracked, or does not say which it is. */
enum {
	BATON_COUNT_HITS = BC_OWN, BATON_COUNT_MISSES, BATON_COUNT_KEPT, BATON_COUNT_REFUSED, BATON_COUNT_UNREADABLE, BATON_COUNT_ELSEWHERE,
};

/* One builder at a time for a hash, over all processes: this request is it, until baton_cache_land, or until the request ends, however
 * that is; or another is, and may be waited for by `version` (bc_flight_wait); or it is neither, as it builds the same already, further
 * out, or too many others. */
typedef enum { BATON_LEADS, BATON_WAITS, BATON_ALONE } baton_flight;
baton_flight baton_cache_lead(bc_worker *worker, uint64_t hash, uint32_t *version);
void baton_cache_land(bc_worker *worker);

/* All that is found stays, for a moment. What baton_cache_hold() returned is given to baton_cache_let_go(); if PHP leaves in between by a fatal error, the end
 * of the request lets go. */
static zend_always_inline bool baton_cache_hold(bc_worker *worker)
{
	bool held = BATON_CACHE_G(pinned);
	if (!held) {
		BATON_CACHE_G(pinned) = true;
		bc_pin(worker);
	}
	return held;
}

static zend_always_inline void baton_cache_let_go(bc_worker *worker, bool held)
{
	if (!held) {
		BATON_CACHE_G(pinned) = false;
		bc_unpin(worker);
	}
}

bool baton_cache_borrow(bc_worker *worker, const char *value, size_t len);

/* Whether a value that was found may be lent to PHP: then its memory stays as it is to the end of the request. False: it is to be copied, as
 * so much is lent already; or, but for what is held, it has gone. */
static zend_always_inline bool baton_cache_lend(bc_worker *worker, const bc_found *found)
{
	return EXPECTED(bc_is_borrowed(worker, found->value)) ||
		(baton_cache_borrow(worker, found->value, found->len) && bc_still(found));
}

#endif
