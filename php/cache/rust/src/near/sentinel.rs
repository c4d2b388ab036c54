//! Keys that say which database was flushed.
//!
//! When a database is emptied, Redis says that one was, and not which. So the tracker stores a key in each database that is cached, whose
//! name nobody else has, and looks after such a message where they are gone. Only what stands from before the flush is evidence, so:
//!
//! - Until it has looked, nothing is believed.
//! - A key that was stored while such a message was on its way may be from after it, and counts as gone. One that stands is never stored
//!   again, but kept from expiring, which fails if it is gone.
//! - A server that has become another's replica since, or was one, may have the keys from there: its name of the data's history
//!   (`master_replid`) has changed, and everything is forgotten.
//!
//! - Each connection has keys of its own name: what a lost one has sent may still arrive.
//!
//! A tracker that leaves removes its keys, and one that has lost its connection removes those of the lost one by the next. Keys of a
//! process that was killed expire.
//!
//! This needs [`Scope::Prefixes`](super::tracking::Scope): where the server remembers what was read, it forgets that for all databases when one
//! is emptied, and would not tell of changes in the others any more (Redis 7.0, `tracking.c`).

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use super::endpoint::DATABASES;
use super::hearing::{Answer, Hearing};
use super::listener::Origin;
use crate::connection::{Connection, Failure};

/// The keys of a host that is gone expire after an hour …
const LIFE: &[u8] = b"3600";
/// … and those of one that lives are renewed three times in it.
const RENEWAL: Duration = Duration::from_secs(1200);
/// After the server would not store one.
const PAUSE: Duration = Duration::from_secs(10);

/// So many keys of lost connections are remembered: those of two connections that had one in each database.
const MOST_LEFT: usize = 2 * DATABASES as usize;

/// Asks what the data's history is called.
const HISTORY: [&[u8]; 2] = [b"INFO", b"replication"];

/// The keys of one connection of the tracker.
#[derive(Debug)]
pub(super) struct Sentinels {
    /// With a number by chance, which nobody else has.
    name: String,
    /// The databases that have one which is evidence, a bit each.
    standing: u32,
    /// The databases that may have one, evidence or not: it was sent there.
    sent: u32,
    /// What the server says of its data's history; None where it says nothing, and no key is evidence.
    history: Option<Vec<u8>>,
    renewed: Instant,
    refused: Option<Instant>,
}

impl Sentinels {
    /// Those of a new connection: none stands yet.
    pub(super) fn new(name: &[u8], connection: &mut Connection, hearing: &Hearing) -> Result<Self, Failure> {
        let (chance, more) = (RandomState::new().hash_one(0), RandomState::new().hash_one(1));
        let mut sentinels = Self {
            name: format!("{}:{chance:016x}{more:016x}", String::from_utf8_lossy(name)),
            standing: 0,
            sent: 0,
            history: None,
            renewed: Instant::now(),
            refused: None,
        };
        sentinels.history = hearing.answers(connection, &[&HISTORY])?.pop().and_then(history_of);
        Ok(sentinels)
    }

    /// A database's own name for it: databases that are swapped are seen by that.
    fn key(&self, database: u32) -> Vec<u8> {
        format!("{}:{database}", self.name).into_bytes()
    }

    fn stands(&self, database: u32) -> bool {
        self.standing >> database & 1 == 1
    }

    /// Stores those that are missing in the databases that are cached by now, and renews the others in time.
    pub(super) fn keep(&mut self, connection: &mut Connection, hearing: &Hearing) -> Result<(), Failure> {
        let renews = self.renewed.elapsed() > RENEWAL;
        let is_refused = self.refused.is_some_and(|refused| refused.elapsed() < PAUSE);
        let used = hearing.endpoint().databases(hearing.table()).collect::<Vec<_>>();
        for database in used {
            if self.stands(database) && renews {
                self.renew(database, connection, hearing)?;
            } else if !self.stands(database) && !is_refused && self.history.is_some() {
                self.store(database, connection, hearing)?;
            }
        }
        if renews {
            self.renewed = Instant::now();
        }
        Ok(())
    }

    fn store(
        &mut self,
        database: u32,
        connection: &mut Connection,
        hearing: &Hearing,
    ) -> Result<(), Failure> {
        self.sent |= 1 << database;
        let stored = self.ask(database, b"SET", &[b"1", b"EX", LIFE], connection, hearing)?;
        if stored != Answer::Status {
            self.refused = Some(Instant::now());
        } else if !hearing.must_look() {
            self.standing |= 1 << database;
        }
        Ok(())
    }

    fn renew(
        &mut self,
        database: u32,
        connection: &mut Connection,
        hearing: &Hearing,
    ) -> Result<(), Failure> {
        if self.ask(database, b"EXPIRE", &[LIFE], connection, hearing)? != Answer::Integer(1) {
            self.standing &= !(1 << database);
        }
        Ok(())
    }

    /// What a command on a database's key is answered there.
    fn ask(
        &self,
        database: u32,
        command: &[u8],
        words: &[&[u8]],
        connection: &mut Connection,
        hearing: &Hearing,
    ) -> Result<Answer, Failure> {
        let (number, key) = (database.to_string(), self.key(database));
        let asked = [&[command, &key], words].concat();
        let answers = hearing.answers(connection, &[&[b"SELECT", number.as_bytes()], &asked])?;
        Ok(match <[Answer; 2]>::try_from(answers) {
            Ok([Answer::Status, answer]) => answer,
            _ => Answer::Other,
        })
    }

    /// Forgets the databases whose keys are gone. To be called while nothing is believed, again until no message has come meanwhile.
    pub(super) fn look(&mut self, connection: &mut Connection, hearing: &Hearing) -> Result<(), Failure> {
        let standing = (0..DATABASES).filter(|database| self.stands(*database)).collect::<Vec<_>>();
        let words = standing.iter().map(|database| (database.to_string(), self.key(*database)));
        let words = words.collect::<Vec<_>>();
        let commands = words
            .iter()
            .flat_map(|(number, key)| [[&b"SELECT"[..], number.as_bytes()], [&b"EXISTS"[..], key]]);
        let commands = commands.collect::<Vec<_>>();
        let mut all = commands.iter().map(|command| &command[..]).collect::<Vec<_>>();
        all.push(&HISTORY);
        let mut answers = hearing.answers(connection, &all)?;
        let history = answers.pop().and_then(history_of);
        let is_same = history.is_some() && history == self.history;
        self.history = history;
        for (database, answers) in standing.iter().zip(answers.chunks(2)) {
            if !is_same || answers != [Answer::Status, Answer::Integer(1)] {
                self.standing &= !(1 << database);
            }
        }
        let gone = (0..DATABASES).filter(|database| !self.stands(*database));
        gone.for_each(|database| {
            hearing.endpoint().flush_database(hearing.table(), database, Origin::Server)
        });
        Ok(())
    }

    /// The keys that may be there.
    pub(super) fn left(&self) -> Left {
        let sent = (0..DATABASES).filter(|database| self.sent >> database & 1 == 1);
        Left(sent.map(|database| (database, self.key(database))).collect())
    }
}

/// Keys to be removed: of a tracker that leaves, or of its connections that were lost.
#[derive(Debug, Default)]
pub(super) struct Left(Vec<(u32, Vec<u8>)>);

impl Left {
    /// The keys of another connection as well. Beyond [`MOST_LEFT`] the oldest are left to expire.
    pub(super) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.drain(..self.0.len().saturating_sub(MOST_LEFT));
    }

    /// Removes them with one write, so that a server that is slow to answer removes them nevertheless, and waits for its replies and for as
    /// many as are `awaited` before them. Those of a connection that fails meanwhile stay listed.
    pub(super) fn remove(
        &mut self,
        connection: &mut Connection,
        hearing: &Hearing,
        awaited: usize,
    ) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        let keys = self.0.iter().map(|(database, key)| (database.to_string(), key)).collect::<Vec<_>>();
        let commands = keys
            .iter()
            .flat_map(|(number, key)| [[&b"SELECT"[..], number.as_bytes()], [&b"DEL"[..], key.as_slice()]])
            .collect::<Vec<_>>();
        let commands = commands.iter().map(|command| &command[..]).collect::<Vec<_>>();
        hearing.answers_behind(connection, awaited, &commands)?;
        self.0.clear();
        Ok(())
    }
}

/// None unless it is a primary, and says what its history is called.
fn history_of(answer: Answer) -> Option<Vec<u8>> {
    let Answer::Text(text) = answer else { return None };
    let line = |name: &[u8]| {
        text.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(name)).map(<[u8]>::trim_ascii)
    };
    let is_primary = line(b"role:") == Some(b"master");
    line(b"master_replid:").filter(|name| is_primary && !name.is_empty()).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::{Answer, history_of};

    fn history(text: &[u8]) -> Option<Vec<u8>> {
        history_of(Answer::Text(text.to_vec()))
    }

    #[test]
    fn only_a_primary_has_a_history_of_its_own() {
        let text = b"# Replication\r\nrole:master\r\nconnected_slaves:0\r\nmaster_replid:ab12\r\n";
        assert_eq!(history(text).as_deref(), Some(&b"ab12"[..]));
        assert_eq!(history(b"role:slave\r\nmaster_replid:ab12\r\n"), None);
        assert_eq!(history(b"role:master\r\n"), None);
        assert_eq!((history(b""), history_of(Answer::Other)), (None, None));
    }
}
