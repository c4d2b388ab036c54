//! CPU and memory of another process and of all that it started, from /proc and CPU clocks.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::fault::Fault;
use crate::sys;

/// Bytes of a page of memory on every machine that this runs on.
const PAGE: u64 = 4_096;

/// Measures the CPU time of a process, and of this one, from its creation on.
#[derive(Debug)]
pub(crate) struct Meter {
    pid: Option<u32>,
    process: Duration,
    generator: Duration,
    started: Instant,
}

/// What a [`Meter`] read.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Usage {
    /// How long it measured, in seconds.
    pub seconds: f64,
    /// CPU seconds of the server, user and system, all threads; absent if its process id is not
    /// known.
    pub server_cpu_seconds: Option<f64>,
    /// CPU seconds of the generator itself, without the servers that it started. Near `seconds` for
    /// each of its loops means that it was the bottleneck, unless the scenario goes round without
    /// sleeping.
    pub generator_cpu_seconds: f64,
}

impl Meter {
    /// Starts measuring. Fails if there is no such process.
    pub(crate) fn start(pid: Option<u32>) -> Result<Self, Fault> {
        Ok(Self {
            pid,
            process: pid.map_or(Ok(Duration::ZERO), cpu_time)?,
            generator: own_cpu_time()?,
            started: Instant::now(),
        })
    }

    /// When it started.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// What has been used since. Fails if the process has ended.
    pub(crate) fn read(&self) -> Result<Usage, Fault> {
        let server = self.pid.map(cpu_time).transpose()?;
        Ok(Usage {
            seconds: self.started.elapsed().as_secs_f64(),
            server_cpu_seconds: server.map(|now| now.saturating_sub(self.process).as_secs_f64()),
            generator_cpu_seconds: own_cpu_time()?.saturating_sub(self.generator).as_secs_f64(),
        })
    }
}

/// CPU seconds that a process has used since its start; 0 if it has ended.
pub(crate) fn cpu_seconds(pid: u32) -> f64 {
    sys::cpu_time(pid).map_or(0.0, |time| time.as_secs_f64())
}

/// CPU time of this process alone.
fn own_cpu_time() -> Result<Duration, Fault> {
    sys::cpu_time(std::process::id()).map_err(Fault::run("CPU time of the generator"))
}

/// Gives a process and its living descendants a scheduling group's priority, where the kernel
/// groups the tasks of a session (`sched_autogroup`): PostgreSQL makes a session of each
/// connection, and a nice value counts only inside its group. What the system does not allow is
/// left as it is.
pub(crate) fn raise_groups(pid: u32, nice: i32) {
    for pid in descendants(pid).into_iter().chain([pid]) {
        let _ = std::fs::write(format!("/proc/{pid}/autogroup"), nice.to_string());
    }
}

/// CPU time of a process and its living descendants.
fn cpu_time(pid: u32) -> Result<Duration, Fault> {
    let own = sys::cpu_time(pid).map_err(Fault::run(format!("CPU time of process {pid}")))?;
    // A descendant may end between being listed and being asked.
    let others = descendants(pid).into_iter().filter_map(|pid| sys::cpu_time(pid).ok());
    Ok(own + others.sum::<Duration>())
}

/// The processes that a process started, and that those started.
fn descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![pid];
    while let Some(pid) = open.pop() {
        for thread in std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            open.extend(children.split_ascii_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
        found.push(pid);
    }
    found.split_off(1)
}

/// Resident memory of a process and its living descendants in bytes: cheaper to read than
/// [`ProcessMemory`].
pub(crate) fn resident(pid: u32) -> Option<u64> {
    let of = |pid: u32| -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
    };
    let others: u64 = descendants(pid).into_iter().filter_map(of).sum();
    Some(of(pid)? + others)
}

/// Memory of a process in bytes, from `/proc/PID/smaps_rollup`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ProcessMemory {
    /// Resident, shared pages counted whole.
    pub rss: u64,
    /// Resident, shared pages divided among the processes that share them.
    pub pss: u64,
    /// Resident and in no other process.
    pub private: u64,
    /// Resident and of no file: heap and stacks.
    pub anonymous: u64,
}

impl ProcessMemory {
    /// Reads the memory of a running process, with that of its descendants added. Fails if there is
    /// no such process, or if it belongs to another user.
    pub fn of(pid: u32) -> Result<Self, Fault> {
        let path = |pid: u32| format!("/proc/{pid}/smaps_rollup");
        let text = std::fs::read_to_string(path(pid)).map_err(Fault::run(path(pid)))?;
        let others = descendants(pid).into_iter().filter_map(|pid| std::fs::read_to_string(path(pid)).ok());
        Ok(others.map(|text| Self::parse(&text)).fold(Self::parse(&text), Self::plus))
    }

    /// What resident memory grew by for each of so many clients; `None` if it is not known or there
    /// are none.
    pub fn growth_each(before: Option<Self>, after: Option<Self>, clients: usize) -> Option<f64> {
        let (before, after) = before.zip(after).filter(|_| clients > 0)?;
        #[allow(clippy::cast_precision_loss)] // bytes of one process, far below 2^52
        let (grown, clients) = (after.rss as f64 - before.rss as f64, clients as f64);
        Some(grown / clients)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            rss: self.rss + other.rss,
            pss: self.pss + other.pss,
            private: self.private + other.private,
            anonymous: self.anonymous + other.anonymous,
        }
    }

    fn parse(text: &str) -> Self {
        let field = |name: &str| -> u64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).unwrap_or(0)
                * 1024
        };
        Self {
            rss: field("Rss"),
            pss: field("Pss"),
            private: field("Private_Clean") + field("Private_Dirty"),
            anonymous: field("Anonymous"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rollup_is_read_in_bytes() {
        let text = "5581-7ffc ---p 0 00:00 0 [rollup]\nRss:            2048 kB\nPss:   1500 kB\nPss_Dirty: 9 kB\n\
                    Private_Clean:  100 kB\nPrivate_Dirty: 200 kB\nAnonymous: 150 kB\n";
        let memory = ProcessMemory::parse(text);
        assert_eq!((memory.rss, memory.pss), (2048 * 1024, 1500 * 1024));
        assert_eq!((memory.private, memory.anonymous), (300 * 1024, 150 * 1024));
    }

    #[test]
    fn what_a_process_started_counts_with_it() {
        let script = "sh -c 'while :; do :; done' & child=$!; echo; read -r line; kill $child";
        let mut shell = std::process::Command::new("sh")
            .args(["-c", script])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = std::io::BufReader::new(shell.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        let pid = shell.id();
        assert_eq!(descendants(pid).len(), 1);
        assert!(resident(pid).unwrap() > sys_resident(pid));
        let meter = Meter::start(Some(pid)).unwrap();
        let server = || meter.read().unwrap().server_cpu_seconds.unwrap();
        while server() < 0.01 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let usage = meter.read().unwrap();
        assert!(usage.generator_cpu_seconds < usage.server_cpu_seconds.unwrap(), "{usage:?}");
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert!(descendants(pid).is_empty());
    }

    /// Resident memory of the process alone.
    fn sys_resident(pid: u32) -> u64 {
        ProcessMemory::parse(&std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap()).rss
    }

    #[test]
    fn this_process_has_memory_and_uses_cpu() {
        let pid = std::process::id();
        assert!(ProcessMemory::of(pid).unwrap().rss > 100_000);
        assert!(ProcessMemory::of(u32::MAX).is_err());
        let meter = Meter::start(Some(pid)).unwrap();
        while meter.read().unwrap().server_cpu_seconds.unwrap() < 0.001 {}
        assert!(meter.read().unwrap().seconds > 0.0);
    }
}
