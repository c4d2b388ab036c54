/* Decisions that need nothing of PHP; rust/src/words.rs, rust/src/reading.rs. */
#ifndef BATON_CACHE_DECIDE_H
#define BATON_CACHE_DECIDE_H

#include "abi.h"

/* The integer that a word of a command is, as the server reads it; false: it is none. */
bool bc_integer(bc_bytes word, int64_t *number);

/* A piece of a list: its first place and how many follow from there. */
typedef struct {
	uint32_t first;
	uint32_t count;
} bc_slice;
/* The places from one to another, both included, of a list of this length; negative ones are counted from its end. */
bc_slice bc_slice_of(uint32_t length, int64_t first, int64_t last);

/* A node of a cluster's shard: it could not be reached a moment ago; it is in the zone that was asked for. */
typedef struct {
	bool is_lost;
	bool is_near;
} bc_candidate;
/* The place of the node that is asked what changes nothing. The primary is the last of them, of which there is one at
 * least. `distribution` and `failover` are the numbers of the options; `chance` is any number but 0, and is another one
 * afterwards. */
size_t bc_choose_reader(const bc_candidate *nodes, size_t count, uint8_t distribution, uint8_t failover, bool prefers_zone, uint64_t *chance);
/* A number below `count`, 0 of none. */
uint64_t bc_by_chance(uint64_t *chance, uint64_t count);

#endif
