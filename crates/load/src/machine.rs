//! The machine a figure was measured on, and what else it was doing meanwhile.

use std::fs;
use std::process::Command;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// Ticks per second of `/proc/stat`: USER_HZ, 100 on every Linux that runs this.
const TICKS_PER_SECOND: f64 = 100.0;

/// What identifies a machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// How many logical processors are online.
    pub processors: usize,
    /// Kernel and release.
    pub kernel: String,
    /// Bytes of memory.
    pub memory: u64,
}

impl Machine {
    /// Reads the identity of this machine; what cannot be read is empty.
    pub fn here() -> Self {
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Self {
            processor: colon_field(&processors, "model name").unwrap_or_default().to_owned(),
            processors: processors.lines().filter(|line| line.starts_with("processor")).count(),
            kernel: format!("Linux {}", release.trim()),
            memory: colon_field(&memory, "MemTotal")
                .and_then(|text| text.strip_suffix(" kB")?.trim().parse::<u64>().ok())
                .unwrap_or(0)
                * 1024,
        }
    }

    /// A short name for a folder of records: processor and count, in lower case.
    pub fn slug(&self) -> String {
        let mut slug = String::new();
        for character in format!("{} {} cores", self.processor, self.processors).chars() {
            match character {
                'a'..='z' | '0'..='9' => slug.push(character),
                'A'..='Z' => slug.push(character.to_ascii_lowercase()),
                _ if slug.ends_with('-') || slug.is_empty() => {}
                _ => slug.push('-'),
            }
        }
        slug
    }
}

/// The commit that is measured, with `-dirty` where the checkout has changes; `unknown` where it is
/// none.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".to_owned() };
    let is_clean =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| changes.is_empty());
    if is_clean { commit } else { commit + "-dirty" }
}

fn colon_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| Some(line.strip_prefix(name)?.trim_start().strip_prefix(':')?.trim()))
}

/// How busy the whole machine was, and how much of its time the hypervisor gave to others.
#[derive(Debug)]
pub struct Noise {
    started: Instant,
    busy: f64,
    stolen: f64,
}

impl Noise {
    /// Starts watching.
    pub fn start() -> Self {
        let (busy, stolen) = processor_seconds();
        Self { started: Instant::now(), busy, stolen }
    }

    /// Processors busy with anything but `own_cpu_seconds`, and processors stolen, each as a number
    /// of whole ones.
    pub fn read(&self, own_cpu_seconds: f64) -> (f64, f64) {
        let (busy, stolen) = processor_seconds();
        let seconds = self.started.elapsed().as_secs_f64().max(0.01);
        (((busy - self.busy - own_cpu_seconds) / seconds).max(0.0), (stolen - self.stolen) / seconds)
    }
}

/// Busy and stolen seconds of all processors since the start of the machine.
fn processor_seconds() -> (f64, f64) {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    let ticks: Vec<f64> =
        first.split_ascii_whitespace().skip(1).filter_map(|tick| tick.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal
    let sum = |places: &[usize]| {
        places.iter().filter_map(|&place| ticks.get(place)).sum::<f64>() / TICKS_PER_SECOND
    };
    (sum(&[0, 1, 2, 5, 6]), sum(&[7]))
}

/// SYNs that a full accept queue made the kernel drop, on the whole machine since its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ListenDrops {
    /// Times that an accept queue was full (`ListenOverflows`).
    pub overflows: u64,
    /// SYNs dropped for any reason (`ListenDrops`).
    pub drops: u64,
}

impl ListenDrops {
    /// Reads the counters. Fails if `/proc/net/netstat` is missing or has not these counters.
    pub fn now() -> Result<Self, Fault> {
        let text = fs::read_to_string("/proc/net/netstat").map_err(Fault::run("/proc/net/netstat"))?;
        Self::parse(&text).ok_or_else(|| Fault::Run("/proc/net/netstat has no ListenOverflows".into()))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix("TcpExt: "));
        let (names, values) = (lines.next()?, lines.next()?);
        let field = |wanted: &str| -> Option<u64> {
            names.split(' ').zip(values.split(' ')).find(|(name, _)| *name == wanted)?.1.parse().ok()
        };
        Some(Self { overflows: field("ListenOverflows")?, drops: field("ListenDrops")? })
    }

    /// What has been counted since `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            overflows: self.overflows.saturating_sub(before.overflows),
            drops: self.drops.saturating_sub(before.drops),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_fit_for_a_folder() {
        let machine = Machine {
            processor: "AMD EPYC (tm) 9".into(),
            processors: 2,
            kernel: "Linux 6".into(),
            memory: 1,
        };
        assert_eq!(machine.slug(), "amd-epyc-tm-9-2-cores");
        assert!(Machine::here().processors > 0);
        assert!(Machine::here().memory > 0);
    }

    #[test]
    fn counters_are_found_by_their_names() {
        let text = "TcpExt: A ListenOverflows ListenDrops Z\nTcpExt: 1 20 30 4\nIpExt: A\nIpExt: 1\n";
        let drops = ListenDrops::parse(text).unwrap();
        assert_eq!(drops, ListenDrops { overflows: 20, drops: 30 });
        assert_eq!(
            drops.since(ListenDrops { overflows: 19, drops: 30 }),
            ListenDrops { overflows: 1, drops: 0 }
        );
        assert!(ListenDrops::parse("TcpExt: A\nTcpExt: 1\n").is_none());
        ListenDrops::now().unwrap();
    }

    #[test]
    fn noise_is_what_is_not_ours() {
        let noise = Noise::start();
        let (foreign, stolen) = noise.read(1e9);
        assert!(foreign.abs() < f64::EPSILON && stolen >= 0.0);
    }
}
