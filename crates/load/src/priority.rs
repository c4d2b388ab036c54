//! Which core each side runs on, and how the kernel is asked to prefer both.
//!
//! Two processes that share a core measure the scheduler. So the server gets the first core that
//! this process may use and the generator the second, and both run at a raised priority. Where the
//! kernel groups the tasks of a session (`sched_autogroup`), a nice value counts only inside its
//! group; the group's own is raised too, and given back.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::sys;

/// The nice value of both sides.
pub(crate) const RAISED: i32 = -10;

const AUTOGROUP: &str = "/proc/self/autogroup";

/// The cores of a measurement.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cores {
    /// Where the server, peer or limit program runs.
    pub server: usize,
    /// Where this process runs, if it needs one only.
    pub generator: usize,
    /// All that this process may use beside the server's: it runs one event loop on each where a
    /// scenario can be divided.
    #[serde(default)]
    pub generators: Vec<usize>,
}

impl Cores {
    /// The first two cores that this process may use.
    ///
    /// # Errors
    /// If there is only one: then every figure would be one of the scheduler.
    pub fn choose() -> Result<Self, Fault> {
        let allowed = sys::allowed_cores().map_err(Fault::start("sched_getaffinity"))?;
        match allowed.as_slice() {
            [server, generator, more @ ..] => Ok(Self {
                server: *server,
                generator: *generator,
                generators: [generator].into_iter().chain(more).copied().collect(),
            }),
            _ => Err(Fault::Start(format!(
                "server and generator need a core each, and this process may use only {allowed:?}"
            ))),
        }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> Vec<usize> {
        [self.server].into_iter().chain(self.generators.iter().copied()).collect()
    }
}

/// A raised priority, given back when dropped.
#[derive(Debug)]
pub struct Raised {
    group_before: Option<i32>,
    /// What was done, for the report.
    pub description: String,
}

impl Raised {
    /// Raises the priority as far as the system allows; what it did not allow is in `description`.
    #[must_use]
    pub fn raise() -> Self {
        let nice = sys::set_nice(RAISED);
        let before = fs::read_to_string(AUTOGROUP).ok().and_then(|text| group_nice(&text));
        let group = before.map(|_| write_group(RAISED));
        let description = match (&nice, &group) {
            (Ok(()), Some(Ok(()))) => format!("nice {RAISED}, autogroup {RAISED}"),
            (Ok(()), None) => format!("nice {RAISED}, no autogroup"),
            (Ok(()), Some(Err(error))) => format!("nice {RAISED}; autogroup not raised: {error}"),
            (Err(error), _) => format!("not raised: {error}"),
        };
        Self { group_before: before.filter(|_| matches!(group, Some(Ok(())))), description }
    }

    /// Keeps this process on one core.
    ///
    /// # Errors
    /// If the core does not exist.
    pub fn pin(core: usize) -> Result<(), Fault> {
        Self::pin_to(&[core])
    }

    /// Keeps this process, and the threads that it starts from now on, on some cores.
    ///
    /// # Errors
    /// If one of them does not exist.
    pub fn pin_to(cores: &[usize]) -> Result<(), Fault> {
        sys::pin(cores).map_err(Fault::start(format!("cannot run on cores {cores:?}")))
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        let _ = sys::set_nice(0);
        if let Some(before) = self.group_before {
            let _ = write_group(before);
        }
    }
}

/// The nice value in a line like `/autogroup-12 nice 0`.
fn group_nice(text: &str) -> Option<i32> {
    text.trim().rsplit(' ').next()?.parse().ok()
}

fn write_group(nice: i32) -> std::io::Result<()> {
    if !Path::new(AUTOGROUP).exists() {
        return Ok(());
    }
    fs::write(AUTOGROUP, nice.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_groups_nice_value_is_the_last_word() {
        assert_eq!(group_nice("/autogroup-12 nice -10\n"), Some(-10));
        assert_eq!(group_nice(""), None);
    }
}
