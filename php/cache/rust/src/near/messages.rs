//! What the subscriber receives: the server's invalidation messages, and between them the replies to its own commands.

use std::sync::Arc;

use baton_near_cache::{Table, Worker};

use super::endpoint::Endpoint;
use super::listener::{Origin, notify};
use super::stop::Stop;
use crate::connection::{Connection, Failure, Kind, Reply};
use crate::seats::Seat;

/// The longest string of a reply or a message that is taken, 256 KiB: of a key that is longer, and has changed, it is only known that one has.
/// What a server says of itself has a tenth of that.
const LONGEST: usize = 256 << 10;

/// See the module's text.
pub(super) struct Messages {
    worker: Worker<Seat>,
    endpoint: Endpoint,
    stop: Arc<Stop>,
}

/// A reply, as far as anybody wants to know.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Text(Vec<u8>),
    /// An error, or something that was not to be expected.
    Other,
}

impl Messages {
    pub(super) fn new(worker: Worker<Seat>, endpoint: Endpoint, stop: &Arc<Stop>) -> Self {
        Self { worker, endpoint, stop: Arc::clone(stop) }
    }

    pub(super) fn table(&self) -> &Table {
        self.worker.table()
    }

    pub(super) fn endpoint(&self) -> Endpoint {
        self.endpoint
    }

    /// Reads one message or reply; gives the latter.
    pub(super) fn next(&self, connection: &mut Connection) -> Result<Option<Answer>, Failure> {
        let head = connection.reply()?;
        if head.kind == Kind::Push {
            self.push(connection, &head)?;
            return Ok(None);
        }
        answer(connection, &head).map(Some)
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
            // A database was emptied, and it is not said which.
            self.endpoint.flush(self.table(), Origin::Server);
            return connection.skip(0);
        }
        for _ in 0..keys.integer {
            if self.stop.is_asked() {
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

    /// A key has changed, in a database that is not named.
    fn invalidate(&self, key: &[u8]) {
        let table = self.table();
        for database in self.endpoint.databases(table) {
            if let Some(space) = self.endpoint.space(table, database) {
                self.worker.invalidate(table.hash(space, key), space, key);
                notify(&self.worker, Origin::Server, space, key);
            }
        }
    }
}

/// A whole reply that begins with this node.
fn answer(connection: &mut Connection, head: &Reply) -> Result<Answer, Failure> {
    Ok(match head.kind {
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
    fn messages() -> (Messages, impl Fn(&Messages, &[u8]) -> u32) {
        let (opened, stop) = (opened(), Arc::new(Stop::new().unwrap()));
        let endpoint =
            Endpoint::of(&opened.table, Identity::named(&opened.table, b"server"), b"server").unwrap();
        endpoint.use_database(&opened.table, 0);
        let version = |messages: &Messages, key: &[u8]| {
            let space = messages.endpoint.space(messages.table(), 0).unwrap();
            messages.worker.version(messages.table().hash(space, key))
        };
        (Messages::new(worker(&opened), endpoint, &stop), version)
    }

    #[test]
    fn a_message_is_heard_wherever_it_is_cut() {
        let (messages, version) = messages();
        let message = b">2\r\n$10\r\ninvalidate\r\n*2\r\n$3\r\none\r\n$5\r\nother\r\n";
        let cuts = 1..message.len();
        let pieces = cuts.clone().flat_map(|cut| [message[..cut].to_vec(), message[cut..].to_vec()]);
        let server = StandIn::saying(pieces.collect());
        let mut connection = server.connect();
        for cut in cuts {
            let before = [version(&messages, b"one"), version(&messages, b"other")];
            assert_eq!(messages.next(&mut connection), Ok(None));
            let after = [version(&messages, b"one"), version(&messages, b"other")];
            assert_eq!(after, before.map(|version| version + 1), "cut behind byte {cut}");
        }
    }

    #[test]
    fn a_key_of_any_length_is_passed_over_and_everything_forgotten() {
        let (messages, version) = messages();
        let len = 4 * LONGEST;
        let mut message = format!(">2\r\n$10\r\ninvalidate\r\n*2\r\n${len}\r\n").into_bytes();
        message.extend(std::iter::repeat_n(b'k', len));
        message.extend(b"\r\n$3\r\none\r\n");
        let server = StandIn::saying(vec![message]);
        let space = messages.endpoint.space(messages.table(), 0);
        assert_eq!(messages.next(&mut server.connect()), Ok(None));
        assert_ne!(messages.endpoint.space(messages.table(), 0), space);
        assert!(version(&messages, b"one") > 0, "and the rest of the message is heard");
    }
}
