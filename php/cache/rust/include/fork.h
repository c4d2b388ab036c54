/* What the core has to know of forks; rust/src/fork_ffi.rs. */
#ifndef BATON_CACHE_FORK_H
#define BATON_CACHE_FORK_H

#include "memory.h"
#include "near.h"

/* Right before a fork, and right after it: in the parent, whether or not it came about, and in the child, whose copies of the parent's connections
 * find nothing. `near` may be NULL. */
void bc_fork_begins(bc_memory *memory, const bc_near *near);
void bc_fork_done(bool is_child);

/* For a child, after bc_fork_done: from here on its copy of the parent's handle is a seat of its own, so that code that still has that address
 * has the right one. With the pin that the parent has, if `is_pinned`: the parent keeps it until this has returned. False with the reason:
 * the handle is still the parent's. */
bool bc_worker_reseat(bc_memory *memory, bc_worker *worker, bool is_pinned, bc_failure *failure);

#endif
