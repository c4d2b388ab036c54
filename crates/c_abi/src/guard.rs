//! Catching panics, so that none unwinds into C.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of an entry; `fault` is returned to C if it panics. The panic's own message has
/// been written to standard error by then.
// Inlined, the body finds the entry's arguments in registers; otherwise the way through memory costs as much as a small frame.
#[inline(always)]
pub fn guard<T>(fault: T, body: impl FnOnce() -> T) -> T {
    // What the body leaves half done belongs to a handle, which is not used again.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fault)
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_becomes_the_result_for_a_fault() {
        assert_eq!(guard(-1, || 3), 3);
        assert_eq!(guard(-1, || panic!("on purpose")), -1);
    }
}
