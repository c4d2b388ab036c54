//! The kinds of load and their files: one kind per file, every key checked before anything starts.

pub mod connect;
pub mod fanout;
pub mod hold;
pub mod idle;
pub mod joins;
mod loops;
pub mod pairs;
pub mod rows;
pub mod users;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::files;
use crate::report::ScenarioOutcome;
use crate::target::Target;

pub use connect::Connect;
pub use fanout::Fanout;
pub use hold::Hold;
pub use idle::Idle;
pub use joins::Joins;
pub use pairs::Pairs;
pub use rows::{Broadcasts, Changes};
pub use users::Users;

/// The most clients of one scenario. The open-file limit of most systems (20,000 here) leaves room
/// for little more.
pub const MOST_CLIENTS: usize = 18_000;

/// The longest run, in seconds: every run ends by itself.
pub const LONGEST_SECONDS: f64 = 600.0;

/// A kind of load with its settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Scenario {
    /// One channel, many subscribers.
    Fanout(Fanout),
    /// Client events between the two members of private channels.
    Pairs(Pairs),
    /// Many clients connecting at once.
    Connect(Connect),
    /// Many idle clients.
    Hold(Hold),
    /// Echoes of a few clients among idle ones.
    Idle(Idle),
    /// Users that come, send and leave.
    Users(Box<Users>),
    /// A table of the database that is written to, and followed.
    Changes(Changes),
    /// Messages that the database sends.
    Broadcasts(Broadcasts),
    /// Private channels joined.
    Joins(Joins),
}

/// The names of all kinds.
const KINDS: &str = "fanout, pairs, connect, hold, idle, users, changes, broadcasts, joins";

/// The key that every file has; each kind refuses the keys it does not know.
#[derive(Deserialize)]
struct Kind {
    kind: String,
}

impl Scenario {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or as [`Scenario::parse`].
    pub fn read(path: &Path) -> Result<Self, Fault> {
        Self::parse(&files::text(path)?).map_err(|why| Fault::Settings(format!("{}: {why}", path.display())))
    }

    /// Reads the text of a file: `kind`, and the settings of that kind beside it.
    ///
    /// # Errors
    /// A sentence that names an unknown kind or key, or a value out of its range.
    pub fn parse(text: &str) -> Result<Self, String> {
        let kind: Kind = toml::from_str(text).map_err(|error| error.to_string())?;
        // Blanking the key keeps the line numbers of the error texts.
        let is_kind = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == "kind");
        let lines: Vec<&str> = text.lines().map(|line| if is_kind(line) { "" } else { line }).collect();
        Self::of_kind(&kind.kind, &Source::Text(&lines.join("\n")))
    }

    /// Reads the settings of a kind.
    ///
    /// # Errors
    /// As [`Scenario::parse`].
    pub fn from_table(kind: &str, settings: toml::Table) -> Result<Self, String> {
        Self::of_kind(kind, &Source::Table(settings))
    }

    fn of_kind(kind: &str, source: &Source<'_>) -> Result<Self, String> {
        let scenario = match kind {
            "fanout" => Self::Fanout(source.settings()?),
            "pairs" => Self::Pairs(source.settings()?),
            "connect" => Self::Connect(source.settings()?),
            "hold" => Self::Hold(source.settings()?),
            "idle" => Self::Idle(source.settings()?),
            "users" => Self::Users(Box::new(source.settings()?)),
            "changes" => Self::Changes(source.settings()?),
            "broadcasts" => Self::Broadcasts(source.settings()?),
            "joins" => Self::Joins(source.settings()?),
            other => return Err(format!("kind = \"{other}\" is none of {KINDS}")),
        };
        scenario.check()?;
        Ok(scenario)
    }

    /// About how long it runs, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        match self {
            Self::Fanout(fanout) => fanout.seconds + fanout.warmup_seconds,
            Self::Pairs(pairs) => pairs.seconds + pairs.warmup_seconds,
            Self::Connect(_) => 2.0,
            Self::Hold(hold) => hold.seconds,
            Self::Idle(idle) => idle.seconds + 2.0 * idle.warmup_seconds,
            Self::Users(users) => users.seconds() + 2.0,
            Self::Changes(changes) => changes.seconds + changes.warmup_seconds + 4.0,
            Self::Broadcasts(broadcasts) => broadcasts.seconds + broadcasts.warmup_seconds + 4.0,
            Self::Joins(joins) => joins.about_seconds() + 4.0,
        }
    }

    /// The most clients at any moment.
    #[must_use]
    pub fn clients(&self) -> usize {
        match self {
            Self::Fanout(fanout) => fanout.subscribers,
            Self::Pairs(pairs) => pairs.clients(),
            Self::Connect(connect) => connect.clients,
            Self::Hold(hold) => hold.clients,
            Self::Idle(idle) => idle.others + idle.talkers,
            Self::Users(users) => users.most(),
            Self::Changes(changes) => changes.clients,
            Self::Broadcasts(broadcasts) => broadcasts.clients,
            Self::Joins(joins) => joins.connections,
        }
    }

    /// Whether it needs a database behind the server.
    #[must_use]
    pub fn needs_database(&self) -> bool {
        matches!(self, Self::Changes(_) | Self::Broadcasts(_) | Self::Joins(_))
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Self::Fanout(fanout) => fanout.check(),
            Self::Pairs(pairs) => pairs.check(),
            Self::Connect(connect) => connect.check(),
            Self::Hold(hold) => hold.check(),
            Self::Idle(idle) => idle.check(),
            Self::Users(users) => users.check(),
            Self::Changes(changes) => changes.check(),
            Self::Broadcasts(broadcasts) => broadcasts.check(),
            Self::Joins(joins) => joins.check(),
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// If a client cannot be opened, or a check of the accounts fails; or if its clients would have to send, and
    /// have event streams.
    pub fn run(&self, target: &Target) -> Result<ScenarioOutcome, Fault> {
        let only_receives = matches!(self, Self::Fanout(_) | Self::Connect(_) | Self::Hold(_));
        if target.protocol.is_event_stream() && !only_receives {
            return Err(Fault::Settings(
                "event streams only receive: the protocol \"events\" is for fanout, connect and hold".into(),
            ));
        }
        Ok(match self {
            Self::Fanout(fanout) => ScenarioOutcome::Fanout(fanout.run(target)?),
            Self::Pairs(pairs) => ScenarioOutcome::Pairs(pairs.run(target)?),
            Self::Connect(connect) => ScenarioOutcome::Connect(connect.run(target)?),
            Self::Hold(hold) => ScenarioOutcome::Hold(hold.run(target)?),
            Self::Idle(idle) => ScenarioOutcome::Idle(idle.run(target)?),
            Self::Users(users) => ScenarioOutcome::Users(Box::new(users.run(target)?)),
            Self::Changes(changes) => ScenarioOutcome::Rows(Box::new(changes.run(target)?)),
            Self::Broadcasts(broadcasts) => ScenarioOutcome::Rows(Box::new(broadcasts.run(target)?)),
            Self::Joins(joins) => ScenarioOutcome::Joins(Box::new(joins.run(target)?)),
        })
    }
}

/// Where settings stand: in a file, whose lines an error can name, or in a table made of several.
enum Source<'a> {
    Text(&'a str),
    Table(toml::Table),
}

impl Source<'_> {
    fn settings<T: for<'de> Deserialize<'de>>(&self) -> Result<T, String> {
        match self {
            Self::Text(text) => toml::from_str(text).map_err(|error| error.to_string()),
            Self::Table(table) => table.clone().try_into().map_err(|error| error.to_string()),
        }
    }
}

/// Refuses a value outside `low..=high`, naming all three.
fn within<T: PartialOrd + std::fmt::Display>(key: &str, value: T, low: T, high: T) -> Result<(), String> {
    if value >= low && value <= high {
        Ok(())
    } else {
        Err(format!("{key} = {value} is outside {low} to {high}"))
    }
}

/// Refuses a time to measure, or to load before measuring, that is out of its range.
fn times(seconds: f64, warmup_seconds: f64) -> Result<(), String> {
    within("seconds", seconds, 0.05, LONGEST_SECONDS)?;
    within("warmup_seconds", warmup_seconds, 0.0, 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_defaults() {
        for kind in KINDS.split(", ") {
            let scenario = Scenario::parse(&format!("kind = \"{kind}\"\n")).unwrap();
            assert_eq!(serde_json::to_value(&scenario).unwrap()["kind"], kind);
        }
    }

    #[test]
    fn a_file_sets_what_it_names() {
        let text = "kind = \"fanout\"\nsubscribers = 7\noutstanding = 8\n";
        let Scenario::Fanout(fanout) = Scenario::parse(text).unwrap() else { panic!("not a fan-out") };
        assert_eq!((fanout.subscribers, fanout.outstanding, fanout.payload_bytes), (7, 8, 100));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, reason) in [
            ("subscribers = 1", "kind"),
            ("kind = \"flood\"", "flood"),
            ("kind = \"fanout\"\nsubscibers = 1", "subscibers"),
            ("kind = \"fanout\"\nkindness = 1", "kindness"),
            ("kind = \"fanout\"\n\nsubscibers = 1", "line 3"),
            ("kind = \"fanout\"\nsubscribers = 18001", "18000"),
            ("kind = \"fanout\"\nseconds = 0", "seconds"),
            ("kind = \"pairs\"\nwindow = 1", "window"),
            ("kind = \"connect\"\nat_once = 0", "at_once"),
            ("kind = \"hold\"\nclients = -1", "clients"),
            ("kind = \"idle\"\nothers = 18000", "17000"),
            ("kind = \"pairs\"\necho = true\nreceivers = 50", "pairs = 1"),
            ("kind = \"changes\"\npolicy = \"membership\"\nteams = 7", "teams"),
            ("kind = \"changes\"\nwrite = { rows_per_commit = 0 }", "rows_per_commit"),
            ("kind = \"broadcasts\"\nmembers = 300", "members"),
            ("kind = \"joins\"\nchannels = 101", "channels"),
            ("kind = ", "kind"),
        ] {
            let error = Scenario::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
