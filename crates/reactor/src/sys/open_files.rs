//! The limit on open files: each connection is one, and the usual soft limit of 1,024 is far below what a
//! server holds.

#![allow(unsafe_code)]

use std::io;

/// What [`raise_open_file_limit`] found and did. All figures are numbers of open files of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFiles {
    /// The soft limit as it was.
    pub before: u64,
    /// The soft limit as it is now.
    pub after: u64,
    /// The hard limit: only a privileged user, or the service's unit file, can raise this one.
    pub hard: u64,
}

/// Raises this process's soft limit on open files to its hard limit.
///
/// The caller compares `after` with what its settings can need (connections, listeners, a few dozen
/// of its own) and warns the operator when it is too low; the process runs on in any case and
/// pauses accepting when it arrives at the limit.
///
/// # Errors
/// When the kernel refuses to read or to set the limit (a seccomp filter); the limit is then
/// unchanged.
pub fn raise_open_file_limit() -> io::Result<OpenFiles> {
    let mut limit = read()?;
    let before = limit.rlim_cur;
    if limit.rlim_cur < limit.rlim_max {
        limit.rlim_cur = limit.rlim_max;
        write(&limit)?;
    }
    Ok(OpenFiles { before, after: limit.rlim_cur, hard: limit.rlim_max })
}

fn read() -> io::Result<libc::rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid, writable rlimit for the length of the call.
    match unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } {
        0 => Ok(limit),
        _ => Err(io::Error::last_os_error()),
    }
}

fn write(limit: &libc::rlimit) -> io::Result<()> {
    // SAFETY: `limit` is a valid rlimit, only read by the call.
    match unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::{raise_open_file_limit, read};

    #[test]
    fn the_soft_limit_becomes_the_hard_one() {
        let raised = raise_open_file_limit().unwrap();
        assert_eq!(raised.after, raised.hard);
        assert!(raised.before <= raised.after);
        assert_eq!(read().unwrap().rlim_cur, raised.after);
        assert_eq!(
            raise_open_file_limit().unwrap().before,
            raised.after,
            "a second call finds nothing to do"
        );
    }
}
