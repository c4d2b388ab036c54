//! What the tracker does with what it hears: messages of the server, and between them the replies to what it asks itself.

use std::cell::Cell;
use std::sync::Arc;

use baton_near_cache::{Access, Table, Worker};

use super::endpoint::Endpoint;
use super::listener::{Origin, tell};
use super::stop::Stop;
use crate::connection::{Connection, Delivery, Failure, Kind, Reply};
use crate::seats::Seat;

/// The longest string of a reply or a message that is taken, 256 KiB: of a key that is longer, and has changed, it is only known that one has.
/// What a server says of itself has a tenth of that.
const LONGEST: usize = 256 << 10;

/// So many keys of a message are read even when the thread is asked to end, which takes its leave of the server then.
const PATIENT: i64 = 1000;

/// See the module's text.
pub(super) struct Hearing {
    worker: Worker<Seat>,
    endpoint: Endpoint,
    /// Whether it can be found out which database was flushed ([`sentinel`](super::sentinel)).
    can_look: bool,
    /// A database was flushed, and it has not been looked which.
    must_look: Cell<bool>,
    /// The key of the message before, by its hash; 0 once there was nothing to read behind it.
    counted: Cell<u64>,
    stop: Arc<Stop>,
}

/// A reply, as far as anybody wants to know.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Status,
    Integer(i64),
    Text(Vec<u8>),
    /// An error, or something that was not to be expected.
    Other,
}

impl Hearing {
    pub(super) fn new(worker: Worker<Seat>, endpoint: Endpoint, can_look: bool, stop: &Arc<Stop>) -> Self {
        let stop = Arc::clone(stop);
        Self { worker, endpoint, can_look, must_look: Cell::new(false), counted: Cell::new(0), stop }
    }

    pub(super) fn table(&self) -> &Table {
        self.worker.table()
    }

    pub(super) fn endpoint(&self) -> Endpoint {
        self.endpoint
    }

    /// Whether a database was flushed, and nothing is believed until it has been looked which.
    pub(super) fn must_look(&self) -> bool {
        self.must_look.get()
    }

    /// What was flushed up to now is about to be looked for.
    pub(super) fn looks(&self) {
        self.must_look.set(false);
    }

    /// There is nothing to read at the moment.
    pub(super) fn pauses(&self) {
        self.counted.set(0);
    }

    /// Reads one message or reply; gives the latter.
    pub(super) fn message(&self, connection: &mut Connection) -> Result<Option<Answer>, Failure> {
        let head = connection.reply()?;
        if head.kind == Kind::Push {
            self.push(connection, &head)?;
            return Ok(None);
        }
        answer(connection, &head).map(Some)
    }

    /// Sends commands in one write and reads their replies, and the messages that come between them.
    pub(super) fn answers(
        &self,
        connection: &mut Connection,
        commands: &[&[&[u8]]],
    ) -> Result<Vec<Answer>, Failure> {
        self.answers_behind(connection, 0, commands)
    }

    /// The same where so many replies to what was sent before are still awaited; they come first.
    pub(super) fn answers_behind(
        &self,
        connection: &mut Connection,
        awaited: usize,
        commands: &[&[&[u8]]],
    ) -> Result<Vec<Answer>, Failure> {
        for command in commands {
            connection.send(command.iter().copied(), Delivery::Once)?;
        }
        let count = awaited + commands.len();
        let mut answers = Vec::with_capacity(count);
        while answers.len() < count {
            if !connection.is_ready() {
                self.endpoint.goes_on(self.table());
            }
            let head = connection.reply()?;
            if head.kind == Kind::Push {
                self.push(connection, &head)?;
            } else {
                answers.push(answer(connection, &head)?);
            }
        }
        Ok(answers)
    }

    fn push(&self, connection: &mut Connection, head: &Reply) -> Result<(), Failure> {
        if head.integer != 2 {
            return connection.skip(0);
        }
        let name = connection.reply()?;
        if !is(connection, &name, b"invalidate")? {
            return connection.skip(0);
        }
        let keys = connection.reply()?;
        if keys.kind != Kind::Array {
            self.flushed();
            return connection.skip(0);
        }
        for index in 0..keys.integer {
            if index >= PATIENT && self.stop.is_asked() {
                connection.close(); // there may be billions: the next one is a failure
            }
            let key = connection.reply()?;
            match connection.bytes(&key) {
                Some(bytes) => self.invalidate(bytes),
                None => match text(connection, &key)? {
                    Some(bytes) => self.invalidate(&bytes),
                    None => self.endpoint.flush(self.table(), Origin::Server),
                },
            }
        }
        Ok(())
    }

    /// Nothing instead of keys: a database was emptied, and it is not said which.
    fn flushed(&self) {
        if self.can_look {
            self.endpoint.wait_and_see(self.table());
            self.must_look.set(true);
        } else {
            self.endpoint.flush(self.table(), Origin::Server);
        }
    }

    /// A key has changed, in a database that is not named.
    fn invalidate(&self, key: &[u8]) {
        let table = self.table();
        for database in self.endpoint.databases(table) {
            if let Some(space) = self.endpoint.space(table, database) {
                self.worker.invalidate(table.hash(space, key), space, key);
                tell(&self.worker, Origin::Server, space, key);
            }
        }
        self.count(key);
    }

    /// Counts the change for those who keep only what is worth it.
    fn count(&self, key: &[u8]) {
        let table = self.table();
        let Some(sketch) = table.sketch() else { return };
        // The server tells a change once for each connection that has read the key, and all of these at once.
        let name = table.hash(0, key);
        if self.counted.replace(name) == name {
            return;
        }
        for place in self.endpoint.databases(table).filter_map(|database| self.endpoint.place(database)) {
            sketch.count(table.hash(place, key), Access::Change, 1);
        }
    }
}

/// A whole reply that begins with this node.
fn answer(connection: &mut Connection, head: &Reply) -> Result<Answer, Failure> {
    Ok(match head.kind {
        Kind::Status => Answer::Status,
        Kind::Integer => Answer::Integer(head.integer),
        Kind::Bulk | Kind::Verbatim => text(connection, head)?.map_or(Answer::Other, Answer::Text),
        _ => {
            connection.skip(head.depth)?;
            Answer::Other
        }
    })
}

/// Whether a node is this string, of which not all may be here: where many messages come at once, a read ends anywhere in one.
fn is(connection: &mut Connection, reply: &Reply, wanted: &[u8]) -> Result<bool, Failure> {
    Ok(text(connection, reply)?.is_some_and(|bytes| bytes == wanted))
}

/// The bytes of a string, of which not all may be here. None of anything else, and where it is too long: it is dropped then.
pub(super) fn text(connection: &mut Connection, reply: &Reply) -> Result<Option<Vec<u8>>, Failure> {
    if let Some(bytes) = connection.bytes(reply) {
        return Ok(Some(bytes.to_vec()).filter(|_| matches!(reply.kind, Kind::Bulk | Kind::Verbatim)));
    }
    if !reply.is_announced() || reply.len > LONGEST {
        connection.skip(reply.depth)?;
        return Ok(None);
    }
    let mut bytes = vec![0; reply.len];
    connection.take(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::identity::Identity;
    use super::super::testing::{StandIn, opened, worker};
    use super::*;

    /// A cached database, what is heard of it, and the version of a key there.
    fn hearing() -> (Hearing, impl Fn(&Hearing, &[u8]) -> u32) {
        let (opened, stop) = (opened(), Arc::new(Stop::new().unwrap()));
        let endpoint =
            Endpoint::of(&opened.table, Identity::named(&opened.table, b"server"), b"server").unwrap();
        endpoint.use_database(&opened.table, 0);
        let version = |hearing: &Hearing, key: &[u8]| {
            let space = hearing.endpoint.space(hearing.table(), 0).unwrap();
            hearing.worker.version(hearing.table().hash(space, key))
        };
        (Hearing::new(worker(&opened), endpoint, false, &stop), version)
    }

    #[test]
    fn a_message_is_heard_wherever_it_is_cut() {
        let (hearing, version) = hearing();
        let message = b">2\r\n$10\r\ninvalidate\r\n*2\r\n$3\r\none\r\n$5\r\nother\r\n";
        let cuts = 1..message.len();
        let pieces = cuts.clone().flat_map(|cut| [message[..cut].to_vec(), message[cut..].to_vec()]);
        let server = StandIn::saying(pieces.collect());
        let mut connection = server.connect();
        for cut in cuts {
            let before = [version(&hearing, b"one"), version(&hearing, b"other")];
            assert_eq!(hearing.message(&mut connection), Ok(None));
            let after = [version(&hearing, b"one"), version(&hearing, b"other")];
            assert_eq!(after, before.map(|version| version + 1), "cut behind byte {cut}");
        }
    }

    #[test]
    fn a_key_of_any_length_is_passed_over_and_everything_forgotten() {
        let (hearing, version) = hearing();
        let len = 4 * LONGEST;
        let mut message = format!(">2\r\n$10\r\ninvalidate\r\n*2\r\n${len}\r\n").into_bytes();
        message.extend(std::iter::repeat_n(b'k', len));
        message.extend(b"\r\n$3\r\none\r\n");
        let server = StandIn::saying(vec![message]);
        let space = hearing.endpoint.space(hearing.table(), 0);
        assert_eq!(hearing.message(&mut server.connect()), Ok(None));
        assert_ne!(hearing.endpoint.space(hearing.table(), 0), space);
        assert!(version(&hearing, b"one") > 0, "and the rest of the message is heard");
    }
}
