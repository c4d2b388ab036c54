/* The memory that the processes of one tree share, and the table in it; rust/src/memory.rs, rust/src/table_ffi.rs, and for reading
 * rust/src/find_ffi.rs. */
#ifndef BATON_CACHE_MEMORY_H
#define BATON_CACHE_MEMORY_H

#include "abi.h"

typedef struct bc_memory bc_memory;
/* A thread's seat. */
typedef struct bc_worker {
	uint64_t *counters; /* its own, which nobody else writes; all others may read them */
	const uint64_t *borrowed; /* a bit for each page of the memory that it has borrowed from */
	const char *memory; /* where the pages begin */
	uint32_t page_bits; /* their bytes, as a power of two */
} bc_worker;

/* Reserves addresses for `bytes`; takes no memory yet. For the start of PHP, before it forks: children find the memory at the
 * same addresses. Without room for an entry, others are evicted, or it is refused. NULL with the reason. */
bc_memory *bc_memory_reserve(size_t bytes, bool evicts, bc_failure *failure);

/* For the end of PHP, in the process that reserved: what the system keeps by name is removed. */
void bc_memory_end(bc_memory *memory);

/* A thread's seat, by which it reads and writes. The memory is opened by the first one of a process: one for each user id, so
 * that processes of different users share nothing. NULL with the reason. */
bc_worker *bc_worker_join(bc_memory *memory, bc_failure *failure);
void bc_worker_leave(bc_worker *worker);

/* Of its counters: entries that were found; and the first that the core leaves to others. */
enum { BC_HITS = 0, BC_OWN = 3 };

/* An entry as it was found. It may be overwritten at any moment, unless the worker has pinned: then it is whole for as long as
 * the pin holds, if it was found under that pin or bc_still() has said so once; or has borrowed it. */
typedef struct {
	const char *value; /* in the view that cannot be written, at a multiple of 16 */
	size_t len;
	uint64_t stamp;   /* no other entry ever has it */
	uint64_t expires; /* in milliseconds since 1970; 0: never */
	uint16_t tag;     /* what the writer said of the value */
	const uint32_t *unlinks; /* the entry is still there while this is what was seen */
	uint32_t seen;
} bc_found;

uint64_t bc_hash(const bc_worker *worker, uint64_t space, bc_bytes key);
/* Whether there is an entry of that sort. */
bool bc_find(bc_worker *worker, uint64_t hash, uint64_t space, bc_bytes key, uint8_t sort, bc_found *found);
/* The same, with the hash worked out. */
bool bc_find_key(const bc_worker *worker, uint64_t space, bc_bytes key, uint8_t sort, bc_found *found);
/* Whether all that was read of the entry's value up to here was its own. */
static inline __attribute__((always_inline)) bool bc_still(const bc_found *found)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return __atomic_load_n(found->unlinks, __ATOMIC_RELAXED) == found->seen;
}

/* From a pin on, what is found stays. All memory that is freed meanwhile waits, so it is for a moment. Pins do not nest. */
void bc_pin(bc_worker *worker);
void bc_unpin(bc_worker *worker);

/* The page of a value stays as it is until bc_give_back(), if the value is found after this call, or bc_still() says so behind it, or it
 * was found under a pin that still holds. False: the worker has borrowed an eighth of the memory, or so much waits for those who have
 * borrowed that values are to be copied. */
bool bc_borrow(bc_worker *worker, const char *value, size_t len);
void bc_give_back(bc_worker *worker);
/* Whether a value that was found lies in a page that was borrowed before. */
static inline __attribute__((always_inline)) bool bc_is_borrowed(const bc_worker *worker, const char *value)
{
	size_t page = (size_t) (value - worker->memory) >> worker->page_bits;
	return worker->borrowed[page / 64] >> (page % 64) & 1;
}

/* Room for an entry that nobody sees yet. It is filled, and then published or dropped. */
typedef struct {
	char *value;         /* to be written */
	const char *address; /* where it will be read */
	void *inner;
} bc_draft;

enum { BC_DONE, BC_NO_ROOM, BC_TOO_LARGE, BC_MOVED };

/* BC_DONE, BC_NO_ROOM or BC_TOO_LARGE. */
int bc_draft_new(bc_worker *worker, uint64_t hash, uint64_t space, bc_bytes key, size_t len, bc_draft *draft);
void bc_draft_drop(bc_worker *worker, bc_draft *draft);

enum { BC_ALWAYS, BC_ABSENT, BC_VERSION, BC_STAMP };

typedef struct {
	uint64_t expires; /* as in bc_found */
	uint64_t lease;   /* what the lease must be for the entry to hold */
	uint64_t condition; /* the version or the stamp */
	uint16_t lease_index;
	uint16_t tag;
	uint8_t sort;
	uint8_t when;
	bool alone; /* the key's entries of other sorts go */
} bc_meta;

/* Publishes a draft in place of the entry of the same key and sort: BC_DONE, or BC_MOVED when the condition does not hold. The
 * draft is gone either way. `stamp` may be NULL. */
int bc_publish(bc_worker *worker, bc_draft *draft, const bc_meta *meta, uint64_t *stamp);

/* Whether there was something; all sorts of the key go. */
bool bc_remove(bc_worker *worker, uint64_t hash, uint64_t space, bc_bytes key);
/* The same, unless the entry has been replaced since. */
bool bc_remove_stamp(bc_worker *worker, uint64_t hash, uint64_t space, bc_bytes key, uint64_t stamp);
bool bc_set_expiry(bc_worker *worker, uint64_t hash, uint64_t space, bc_bytes key, uint64_t stamp, uint64_t expires);

/* One builder at a time for a hash, over all processes. True: this one leads, and must call bc_flight_end. False: another does;
 * `version` is to be given to bc_flight_wait. */
bool bc_flight_begin(bc_worker *worker, uint64_t hash, uint32_t *version);
void bc_flight_end(bc_worker *worker, uint64_t hash);
/* Waits until something has happened to the hash, or the time is over; false when it is over. */
bool bc_flight_wait(bc_worker *worker, uint64_t hash, uint32_t version, uint32_t milliseconds);

/* Walks over the entries of a space, a piece at a time. `cursor` begins with 0 and is 0 again at the end. Returns the number of entries,
 * which may be 0 before the end; `entries` is set to them, and they are lent until the next call. What they point to holds for as long
 * as the pin that the caller has. */
typedef struct {
	bc_bytes key;
	bc_found found;
	size_t memory; /* bytes that it takes with all that belongs to it */
} bc_entry;
size_t bc_scan(bc_worker *worker, uint64_t space, uint64_t *cursor, const bc_entry **entries);

/* Whether a text is what a pattern of Redis describes: `*`, `?`, `[a-z]`, `[^a]`, and a backslash before what stands for itself. */
bool bc_matches(bc_bytes pattern, bc_bytes text);

typedef struct {
	uint64_t limit, used, free, waiting; /* bytes: of the region; of entries; free; freed but pinned */
	uint64_t entries, evictions, refused, repairs, workers;
	uint64_t counters[16]; /* sums over all workers */
} bc_statistics;
void bc_statistics_read(bc_worker *worker, bc_statistics *statistics);
/* Adds to one of this worker's counters, of which there are 16. */
static inline void bc_count(bc_worker *worker, unsigned counter, uint64_t by)
{
	__atomic_store_n(&worker->counters[counter], worker->counters[counter] + by, __ATOMIC_RELAXED);
}

#endif
