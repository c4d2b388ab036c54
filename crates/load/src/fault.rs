//! Faults, sorted by who must act.

use std::fmt;

/// Why a run did not end well. The text names the value, the limit and what to change.
#[derive(Debug)]
pub enum Fault {
    /// The caller asked for something impossible: a scenario key, an address, a missing file. Exit
    /// status 2.
    Settings(String),
    /// The machine or the server would not start: port in use, too few open files. Exit status 1.
    Start(String),
    /// The run itself failed a check: a delivery lost or doubled, a publish refused. Exit status 1.
    Run(String),
    /// SIGINT, SIGTERM or SIGHUP arrived; everything started has been ended. Exit status 130.
    Interrupted,
}

impl Fault {
    /// The exit status that a shell sees.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Settings(_) => 2,
            Self::Start(_) | Self::Run(_) => 1,
            Self::Interrupted => 130,
        }
    }

    /// Attaches the system's reason to a sentence that says what was tried.
    pub(crate) fn start(what: impl fmt::Display) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::Start(format!("{what}: {error}"))
    }

    /// As [`Fault::start`], for what fails while the run is under way.
    pub(crate) fn run(what: impl fmt::Display) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::Run(format!("{what}: {error}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(text) | Self::Start(text) | Self::Run(text) => f.write_str(text),
            Self::Interrupted => f.write_str("interrupted by a signal; every child process has been ended"),
        }
    }
}

impl std::error::Error for Fault {}
