/* What the core has to be told of forks; rust/src/fork_ffi.rs. */
#ifndef BATON_CACHE_FORK_H
#define BATON_CACHE_FORK_H

#include "memory.h"

/* Right before a fork, and right after it: in the parent, whether or not it came about, and in the child. */
void bc_fork_begins(bc_memory *memory);
void bc_fork_done(bool is_child);

/* For a child, after bc_fork_done: a seat of its own with the pin that its parent has, which the parent keeps until this has returned.
 * `parents` is let go, as by bc_worker_forget. NULL with the reason. */
bc_worker *bc_worker_inherit(bc_memory *memory, bc_worker *parents, bc_failure *failure);

#endif
