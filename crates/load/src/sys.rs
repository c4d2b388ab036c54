//! The system calls that std does not offer, each behind a safe function: affinity, priority,
//! another process's CPU clock, open files and signals. The only file of this crate that may use
//! `unsafe`.
#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Turns the -1 of a system call into the error that it left behind.
fn checked(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// The cores that this process may use, in ascending order.
pub(crate) fn allowed_cores() -> io::Result<Vec<usize>> {
    // SAFETY: cpu_set_t is a plain bit field, for which all zeros is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `set` is valid for writes of the size given; 0 names the calling thread.
    checked(unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) })?;
    let capacity = 8 * size_of::<libc::cpu_set_t>();
    // SAFETY: CPU_ISSET reads one bit inside the set, and `core` stays below its capacity.
    Ok((0..capacity).filter(|&core| unsafe { libc::CPU_ISSET(core, &set) }).collect())
}

fn set_of(cores: &[usize]) -> libc::cpu_set_t {
    // SAFETY: cpu_set_t is a plain bit field, for which all zeros is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for &core in cores.iter().filter(|&&core| core < 8 * size_of::<libc::cpu_set_t>()) {
        // SAFETY: CPU_SET writes one bit inside the set, since `core` is below its capacity.
        unsafe { libc::CPU_SET(core, &mut set) };
    }
    set
}

/// Lets the calling thread run on these cores only.
pub(crate) fn pin(cores: &[usize]) -> io::Result<()> {
    let set = set_of(cores);
    // SAFETY: `set` is valid for reads of the size given; 0 names the calling thread.
    checked(unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) }).map(drop)
}

/// Makes a command start on these cores (any core if empty) and die with the thread that starts it,
/// so that even a killed generator leaves no server behind.
pub(crate) fn confine(command: &mut Command, cores: &[usize]) {
    let set = (!cores.is_empty()).then(|| set_of(cores));
    // SAFETY: between fork and exec only async-signal-safe system calls are made and nothing is
    // allocated.
    unsafe {
        command.pre_exec(move || {
            checked(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
            if let Some(set) = &set {
                checked(libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), set))?;
            }
            Ok(())
        });
    }
}

/// Sets the nice value of this process; children inherit it.
pub(crate) fn set_nice(nice: i32) -> io::Result<()> {
    // SAFETY: takes integers only; 0 names the calling process.
    checked(unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, nice) }).map(drop)
}

/// CPU time, user and system, that a process has used in all its threads, ended ones too, to the
/// nanosecond.
pub(crate) fn cpu_time(pid: u32) -> io::Result<Duration> {
    let mut clock: libc::clockid_t = 0;
    let pid = libc::pid_t::try_from(pid).map_err(io::Error::other)?;
    // SAFETY: `clock` is valid for writes.
    let error = unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) };
    if error != 0 {
        return Err(io::Error::from_raw_os_error(error));
    }
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writes.
    checked(unsafe { libc::clock_gettime(clock, &raw mut time) })?;
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Ok(Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0)))
}

/// Raises the soft limit of open files to the hard one and returns it.
pub(crate) fn raise_open_files() -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writes.
    checked(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) })?;
    limit.rlim_cur = limit.rlim_max;
    // SAFETY: `limit` is valid for reads.
    checked(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) })?;
    Ok(limit.rlim_max)
}

/// Lets the kernel end this process after so many seconds, wherever it may be waiting then.
pub(crate) fn end_after(seconds: u32) {
    // SAFETY: takes an integer only; nothing in this crate handles SIGALRM, so it ends the process.
    unsafe { libc::alarm(seconds) };
}

/// Asks a process to end.
pub(crate) fn terminate(pid: u32) -> io::Result<()> {
    let pid = libc::pid_t::try_from(pid).map_err(io::Error::other)?;
    // SAFETY: takes integers only.
    checked(unsafe { libc::kill(pid, libc::SIGTERM) }).map(drop)
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn note_signal(_signal: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// From now on SIGINT, SIGTERM and SIGHUP only set the flag that [`interrupted`] reads, so that a
/// run can end its children and give its priority back.
pub(crate) fn catch_signals() -> io::Result<()> {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: all zeros is a valid sigaction: no flags (so waits end with EINTR) and an empty
        // mask.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = note_signal as extern "C" fn(libc::c_int) as libc::sighandler_t;
        // SAFETY: `action` is valid for reads, and its handler stores to an atomic and does nothing
        // else.
        checked(unsafe { libc::sigaction(signal, &raw const action, std::ptr::null_mut()) })?;
    }
    Ok(())
}

/// Whether a signal asked this process to end.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_clock_of_a_busy_process_advances() {
        let before = cpu_time(std::process::id()).unwrap();
        let mut sum = 0_u64;
        while cpu_time(std::process::id()).unwrap() < before + Duration::from_millis(2) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(sum > 0);
        assert!(cpu_time(u32::MAX).is_err());
    }

    #[test]
    fn pinning_narrows_the_cores_of_this_thread() {
        let cores = allowed_cores().unwrap();
        pin(&cores[..1]).unwrap();
        assert_eq!(allowed_cores().unwrap(), cores[..1]);
        pin(&cores).unwrap();
        assert!(pin(&[]).is_err());
    }
}
