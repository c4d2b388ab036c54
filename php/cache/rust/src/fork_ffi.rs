//! Forks as C reports them: `include/fork.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::cell::RefCell;
use std::ptr;
use std::sync::{Arc, MutexGuard};

use baton_c_abi::{Failure, guard};

use crate::memory::{Memory, Opened};
use crate::near::Held;
use crate::near_ffi::Near;
use crate::table_ffi::{Seated, bc_worker_join};

/// What nobody changes while a process forks.
type Locks = (MutexGuard<'static, Option<Opened>>, Option<Held<'static>>);

thread_local! {
    /// Held by the thread that forks, from before it until after it; the child's only thread has it as well.
    static HELD: RefCell<Option<Locks>> = const { RefCell::new(None) };
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_fork_begins(memory: *const Memory, near: *const Near) {
    guard((), || {
        // SAFETY: C gives what bc_memory_reserve and bc_near_start returned, and keeps it for longer than the fork takes.
        let (memory, near): (&'static Memory, Option<&'static Near>) = unsafe { (&*memory, near.as_ref()) };
        let connections = near.filter(|near| near.0.are_here()).map(|near| near.0.hold());
        HELD.with_borrow_mut(|held| *held = Some((memory.hold(), connections)));
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn bc_fork_done(is_child: bool) {
    guard((), || {
        let held = HELD.with_borrow_mut(Option::take);
        let Some((mut held, connections)) = held.filter(|_| is_child) else { return };
        if let Some(connections) = connections {
            connections.close_all();
        }
        if let Some(opened) = &mut *held {
            let own = Arc::new(opened.seats.of_child());
            // Its list may be locked for ever; and handles that the parent's threads left behind point to it.
            std::mem::forget(std::mem::replace(&mut opened.seats, own));
        }
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_worker_reseat(
    memory: *const Memory,
    seated: *mut Seated,
    is_pinned: bool,
    failure: *mut Failure,
) -> bool {
    guard(false, || {
        // SAFETY: C gives what bc_memory_reserve returned, and room for a failure.
        let own = unsafe { bc_worker_join(memory, failure) };
        if own.is_null() {
            return false;
        }
        // SAFETY: C gives the copy of its parent's handle, in which nothing runs; the other one was just made, and is nobody else's.
        unsafe {
            if is_pinned {
                (*own).worker.pin_as(&(*seated).worker);
            }
            // The destructor of the one that stood here would give the parent's seat away.
            std::mem::forget(ptr::replace(seated, *Box::from_raw(own)));
        }
        true
    })
}
