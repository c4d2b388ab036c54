/* About how often keys are read and changed, counted for all processes together; crates/near_cache/src/sketch.rs. */
#ifndef BATON_CACHE_SKETCH_H
#define BATON_CACHE_SKETCH_H

#include "client.h"
#include "memory.h"

/* Has it made, of this shape, unless it is there: the shape that it has. */
typedef struct {
	uint32_t width;
	uint32_t rows;
} bc_sketch_shape;
bc_sketch_shape bc_sketch_make(const bc_worker *worker, bc_sketch_shape wanted);

/* Counts reads or changes of a key of the connection's database; false without a sketch, or where the database is not cached. The changes
 * that the server tells are counted already. */
bool bc_sketch_count(bc_connection *connection, const bc_worker *worker, bc_bytes key, bool is_change, uint16_t times);

typedef struct {
	uint32_t reads;
	uint32_t changes;
} bc_counts;
bool bc_sketch_counts(bc_connection *connection, const bc_worker *worker, bc_bytes key, bc_counts *counts);

/* Forgets all counts, of all servers. */
bool bc_sketch_empty(const bc_worker *worker);
/* When that was last, in milliseconds since 1970; 0: never. */
uint64_t bc_sketch_emptied(const bc_worker *worker);

/* The share of a row that counts anything, looking at all of it; less than 0 if there is no such row. */
double bc_sketch_load(const bc_worker *worker, uint32_t row);

#endif
