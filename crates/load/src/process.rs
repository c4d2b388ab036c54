//! CPU and memory of another process, as /proc and its CPU clock tell.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::fault::Fault;
use crate::sys;

/// Measures the CPU time of a process, and of this one, from its creation on.
#[derive(Debug)]
pub struct Meter {
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
    /// CPU seconds of the server, user and system, all threads; absent if its process id is not known.
    pub server_cpu_seconds: Option<f64>,
    /// CPU seconds of the generator itself. Near `seconds` means that it was the bottleneck.
    pub generator_cpu_seconds: f64,
}

impl Meter {
    /// Starts measuring.
    ///
    /// # Errors
    /// If there is no such process.
    pub fn start(pid: Option<u32>) -> Result<Self, Fault> {
        Ok(Self {
            pid,
            process: pid.map_or(Ok(Duration::ZERO), cpu_time)?,
            generator: cpu_time(std::process::id())?,
            started: Instant::now(),
        })
    }

    /// When it started.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.started
    }

    /// What has been used since.
    ///
    /// # Errors
    /// If the process has ended.
    pub fn read(&self) -> Result<Usage, Fault> {
        let server = self.pid.map(cpu_time).transpose()?;
        Ok(Usage {
            seconds: self.started.elapsed().as_secs_f64(),
            server_cpu_seconds: server.map(|now| now.saturating_sub(self.process).as_secs_f64()),
            generator_cpu_seconds: cpu_time(std::process::id())?.saturating_sub(self.generator).as_secs_f64(),
        })
    }
}

/// CPU seconds that a process has used since its start; 0 if it has ended.
#[must_use]
pub fn cpu_seconds(pid: u32) -> f64 {
    sys::cpu_time(pid).map_or(0.0, |time| time.as_secs_f64())
}

fn cpu_time(pid: u32) -> Result<Duration, Fault> {
    sys::cpu_time(pid).map_err(Fault::run(format!("CPU time of process {pid}")))
}

/// Memory of a process in bytes, from `/proc/PID/smaps_rollup`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Resident, shared pages counted whole.
    pub rss: u64,
    /// Resident, shared pages divided among those who share them.
    pub pss: u64,
    /// Resident and in no other process.
    pub private: u64,
    /// Resident and of no file: heap and stacks.
    pub anonymous: u64,
}

impl Memory {
    /// Reads the memory of a running process.
    ///
    /// # Errors
    /// If there is no such process, or if it belongs to somebody else.
    pub fn of(pid: u32) -> Result<Self, Fault> {
        let path = format!("/proc/{pid}/smaps_rollup");
        let text = std::fs::read_to_string(&path).map_err(Fault::run(&path))?;
        Ok(Self::parse(&text))
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
        let memory = Memory::parse(text);
        assert_eq!((memory.rss, memory.pss), (2048 * 1024, 1500 * 1024));
        assert_eq!((memory.private, memory.anonymous), (300 * 1024, 150 * 1024));
    }

    #[test]
    fn this_process_has_memory_and_uses_cpu() {
        let pid = std::process::id();
        assert!(Memory::of(pid).unwrap().rss > 100_000);
        assert!(Memory::of(u32::MAX).is_err());
        let meter = Meter::start(Some(pid)).unwrap();
        while meter.read().unwrap().server_cpu_seconds.unwrap() < 0.001 {}
        assert!(meter.read().unwrap().seconds > 0.0);
    }
}
