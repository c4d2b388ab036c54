//! What is remembered of a client that may come back, as a record: by what it is found, and where it was on
//! each of its channels. A later record of the same connection replaces an earlier one, and one without
//! channels ends it.

use baton_hub::{Access, KeyRef, Position, SocketId};

use super::record::{Rest, access, access_code};

/// Most names of one kind that a record has; each is bounded where it is gathered, and far below.
const NAMES: usize = 255;

/// A client's connection, open or ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct StoredClient<'a> {
    pub(crate) app: &'a str,
    /// Which of the connection's records it is; 0: its end.
    pub(crate) serial: u32,
    /// The connection: no other one has this name.
    pub(crate) socket: SocketId,
    pub(crate) scope: u64,
    /// What the client gave itself, or its browser was given; 0 for nothing.
    pub(crate) name: u64,
    pub(crate) is_named: bool,
    pub(crate) is_ambiguous: bool,
    pub(crate) users: Vec<u64>,
    /// When it ended, in milliseconds since 1970; 0: it is open.
    pub(crate) ended_unix_ms: u64,
    pub(crate) former: Vec<SocketId>,
    pub(crate) channels: Vec<StoredPlace<'a>>,
}

/// Where it was on a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredPlace<'a> {
    pub(crate) access: Access,
    pub(crate) channel: &'a str,
    pub(crate) position: Position,
    /// Up to here it was sent messages, which may have arrived.
    pub(crate) sent: u64,
}

impl<'a> StoredPlace<'a> {
    pub(crate) fn new(key: KeyRef<'a>, position: Position, sent: u64) -> Self {
        Self { access: key.access, channel: key.name, position, sent }
    }
}

impl<'a> StoredClient<'a> {
    /// Writes it behind the kind of the record.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend_from_slice(&u32::try_from(text.len()).unwrap_or(0).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        };
        let number = |bytes: &mut Vec<u8>, number: u64| bytes.extend_from_slice(&number.to_le_bytes());
        text(bytes, self.app);
        bytes.extend_from_slice(&self.serial.to_le_bytes());
        for word in [self.socket.high, self.socket.low, self.scope, self.name, self.ended_unix_ms] {
            number(bytes, word);
        }
        let counts = [self.users.len(), self.former.len()].map(|count| count.min(NAMES));
        bytes.extend(counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX)));
        bytes.push(u8::from(self.is_named) | u8::from(self.is_ambiguous) << 1);
        self.users.iter().take(NAMES).for_each(|user| number(bytes, *user));
        for socket in self.former.iter().take(NAMES) {
            number(bytes, socket.high);
            number(bytes, socket.low);
        }
        for StoredPlace { access, channel, position, sent } in &self.channels {
            bytes.push(access_code(*access));
            for word in [position.epoch, position.offset, *sent] {
                number(bytes, word);
            }
            text(bytes, channel);
        }
    }

    /// Reads what [`write`](Self::write) wrote, to its end.
    pub(super) fn read(rest: &mut Rest<'a>) -> Option<Self> {
        let app = text(rest)?;
        let serial = u32::from_le_bytes(rest.take(4)?.try_into().ok()?);
        let socket = SocketId { high: rest.number()?, low: rest.number()? };
        let (scope, name, ended_unix_ms) = (rest.number()?, rest.number()?, rest.number()?);
        let (users, former, flags) = (rest.byte()?, rest.byte()?, rest.byte()?);
        let users = (0..users).map(|_| rest.number()).collect::<Option<_>>()?;
        let former = (0..former).map(|_| Some(SocketId { high: rest.number()?, low: rest.number()? }));
        let former = former.collect::<Option<_>>()?;
        let mut channels = Vec::new();
        while !rest.is_empty() {
            let access = access(rest.byte()?)?;
            let position = Position { epoch: rest.number()?, offset: rest.number()? };
            let sent = rest.number()?;
            channels.push(StoredPlace { access, channel: text(rest)?, position, sent });
        }
        let (is_named, is_ambiguous) = (flags & 1 != 0, flags & 2 != 0);
        Some(Self {
            app,
            serial,
            socket,
            scope,
            name,
            is_named,
            is_ambiguous,
            users,
            ended_unix_ms,
            former,
            channels,
        })
    }
}

fn text<'a>(rest: &mut Rest<'a>) -> Option<&'a str> {
    let length = u32::from_le_bytes(rest.take(4)?.try_into().ok()?);
    rest.text(usize::try_from(length).ok()?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::record::{Entry, read, write_client};
    use super::*;

    proptest! {
        #[test]
        fn a_client_reads_as_it_was_written(
            app in ".{0,40}",
            words in any::<[u64; 5]>(),
            (serial, flags) in any::<(u32, (bool, bool))>(),
            users in proptest::collection::vec(any::<u64>(), 0..20),
            former in proptest::collection::vec(any::<(u64, u64)>(), 0..9),
            channels in proptest::collection::vec((1_u8..=6, ".{0,200}", any::<[u64; 3]>()), 0..20),
        ) {
            let channels = channels.iter().map(|(access, channel, [epoch, offset, sent])| {
                let (access, position) = (super::access(*access).unwrap(), Position { epoch: *epoch, offset: *offset });
                StoredPlace { access, channel, position, sent: *sent }
            });
            let client = StoredClient {
                app: &app,
                serial,
                socket: SocketId { high: words[0], low: words[1] },
                scope: words[2],
                name: words[3],
                is_named: flags.0,
                is_ambiguous: flags.1,
                users,
                ended_unix_ms: words[4],
                former: former.into_iter().map(|(high, low)| SocketId { high, low }).collect(),
                channels: channels.collect(),
            };
            let bytes = write_client(&client);
            prop_assert_eq!(read(&bytes), Some(Entry::Client(client)));
            prop_assert!(bytes.len() < 2 || read(&bytes[..bytes.len() - 1]) != read(&bytes));
        }
    }
}
