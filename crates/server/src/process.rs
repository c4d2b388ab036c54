//! What the operating system says of this process; zeros where it does not say.

use std::fs;

/// USER_HZ, which is 100 on every Linux that Baton is built for.
const TICKS_PER_SECOND: u64 = 100;

/// Fields of `/proc/self/stat`: ticks in the process itself, ticks in the kernel for it, and the tick of its start. They are
/// counted after the command's name, which is in brackets and may hold blanks (proc(5)).
const USER: usize = 11;
const KERNEL: usize = 12;
const START: usize = 19;

/// A look at the process from outside.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) resident_bytes: u64,
    pub(crate) open_files: u64,
    pub(crate) open_files_limit: u64,
    pub(crate) cpu_seconds: f64,
    /// Since 1970.
    pub(crate) start_seconds: f64,
}

/// Reads `/proc/self`.
#[allow(clippy::cast_precision_loss)] // clock ticks of a process stay far below 2^53
pub(crate) fn look() -> Seen {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let seconds = |ticks: u64| ticks as f64 / TICKS_PER_SECOND as f64;
    Seen {
        resident_bytes: resident_bytes(),
        open_files: fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.count() as u64),
        open_files_limit: field_of("/proc/self/limits", "Max open files"),
        cpu_seconds: seconds(ticks(&stat, USER) + ticks(&stat, KERNEL)),
        start_seconds: field_of("/proc/stat", "btime ") as f64 + seconds(ticks(&stat, START)),
    }
}

/// Resident memory in bytes; 0 where the system does not say.
pub(crate) fn resident_bytes() -> u64 {
    field_of("/proc/self/status", "VmRSS:") * 1_024
}

/// Processor time that the process has used, in milliseconds; 0 where the system does not say.
pub(crate) fn cpu_ms() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    (ticks(&stat, USER) + ticks(&stat, KERNEL)) * 1_000 / TICKS_PER_SECOND
}

/// A field of `/proc/self/stat`.
fn ticks(stat: &str, field: usize) -> u64 {
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    fields.split(' ').nth(field).and_then(|field| field.parse().ok()).unwrap_or(0)
}

/// Bytes of memory that the process has for itself, without files; 0 where the system does not say.
pub(crate) fn private_bytes() -> u64 {
    field_of("/proc/self/status", "RssAnon:") * 1_024
}

/// The first number after `name` in a file of lines.
fn field_of(path: &str, name: &str) -> u64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let rest = text.lines().find_map(|line| line.strip_prefix(name));
    rest.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{cpu_ms, look, private_bytes, resident_bytes, ticks};
    use crate::clock::unix_s;

    #[test]
    fn a_running_process_has_memory_and_open_files() {
        let seen = look();
        assert!(seen.resident_bytes > 100_000, "{seen:?}");
        assert!((1..=seen.resident_bytes).contains(&private_bytes()), "{seen:?}");
        assert!(seen.open_files >= 3 && seen.open_files_limit >= seen.open_files, "{seen:?}");
    }

    #[test]
    fn it_uses_memory_and_processor_time() {
        assert!(resident_bytes() > 100_000);
        let before = cpu_ms();
        while cpu_ms() == before {
            std::hint::black_box(resident_bytes());
        }
        assert!((1..=1_000).contains(&(cpu_ms() - before)), "a tick is 10 ms");
    }

    #[test]
    fn a_command_s_name_may_look_like_other_fields() {
        assert_eq!(ticks("7 (a) 1 (b) S 1 2", 2), 2);
        assert_eq!(ticks("7 (a) S", 2), 0);
    }

    #[test]
    #[allow(clippy::cast_precision_loss)] // seconds since 1970 are far below 2^53
    fn it_started_a_while_ago() {
        let age = unix_s() as f64 - look().start_seconds;
        // The system rounds the time of its own start to seconds; this test takes less than an
        // hour.
        assert!((-2.0..3_600.0).contains(&age), "{age}");
    }
}
