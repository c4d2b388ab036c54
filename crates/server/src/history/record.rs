//! The records of the log, as bytes.
//!
//! A record is its kind and its fields; numbers are little-endian, texts and lengths are preceded by their
//! length as LEB128. Apps stand by their ids and times on the wall clock, since neither the numbers of apps nor
//! the monotonic clock mean anything to another process. A record that does not read is counted and skipped:
//! a later version may have written it.

use baton_hub::{Access, Form, KeyRef, Message, Position, Record, SocketId};

use baton_protocols::pusher::api::Remembered;

use super::client::StoredClient;

const MESSAGE: u8 = 1;
const NUMBERING: u8 = 2;
const END: u8 = 3;
const APP_REMOVED: u8 = 4;
const PUBLISHED: u8 = 5;
const RESET: u8 = 6;
const CLIENT: u8 = 7;
const RESTORING: u8 = 8;
const RESTORED: u8 = 9;

/// Bytes before the texts of a record: its kind, four numbers of eight bytes, its lengths, a socket's name.
const HEAD: usize = 128;

fn low_bits(number: u64) -> u8 {
    u8::try_from(number & 0x7f).unwrap_or(0)
}

/// A channel, by names that hold in every process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChannelName<'a> {
    pub(super) app: &'a str,
    pub(super) access: Access,
    pub(super) name: &'a str,
}

/// A record that was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    Message(StoredMessage<'a>),
    Numbering {
        channel: ChannelName<'a>,
        position: Position,
    },
    End {
        channel: ChannelName<'a>,
        epoch: u64,
    },
    AppRemoved {
        app: &'a str,
    },
    Published(PublishedKey<'a>),
    Client(StoredClient<'a>),
    /// Records before it are missing: nothing before it counts.
    Reset,
    /// What follows is written anew, in place of all before it once it has [ended](Self::Restored).
    Restoring,
    Restored,
}

/// A message in a channel's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredMessage<'a> {
    pub(super) channel: ChannelName<'a>,
    pub(super) position: Position,
    /// The offset of the message before it.
    pub(super) before: u64,
    /// When it was accepted, in milliseconds since 1970.
    pub(super) unix_ms: u64,
    pub(super) except: Option<SocketId>,
    pub(super) form: Form,
    pub(super) event: &'a str,
    pub(super) id: Option<&'a str>,
    pub(super) user: Option<&'a str>,
    pub(super) data: &'a [u8],
}

/// An idempotency key, and how far its request was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PublishedKey<'a> {
    pub(super) app: &'a str,
    pub(super) key: &'a str,
    pub(super) fingerprint: [u8; 32],
    /// Until when it is remembered, in milliseconds since 1970.
    pub(super) until_unix_ms: u64,
    /// As far as its n-th event; `None`: to its end.
    pub(super) partly: Option<u64>,
    pub(super) answer: &'a [u8],
}

impl<'a> PublishedKey<'a> {
    /// The same for the table of keys, which counts from now.
    pub(super) fn remembered(&self, now_unix_ms: u64) -> Remembered<'a> {
        let Self { key, fingerprint, until_unix_ms, partly, answer, .. } = *self;
        let partly = partly.map(|events| usize::try_from(events).unwrap_or(usize::MAX));
        Remembered { key, fingerprint, partly, answer, left_ms: until_unix_ms.saturating_sub(now_unix_ms) }
    }
}

/// The beginning of a record, on the stack.
struct Head {
    bytes: [u8; HEAD],
    length: usize,
}

impl Head {
    fn new(kind: u8) -> Self {
        let mut head = Self { bytes: [0; HEAD], length: 0 };
        head.put(&[kind]);
        head
    }

    fn put(&mut self, bytes: &[u8]) {
        // HEAD is the sum of all that any record puts here.
        if let Some(place) = self.bytes.get_mut(self.length..self.length + bytes.len()) {
            place.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    fn number(&mut self, number: u64) {
        self.put(&number.to_le_bytes());
    }

    fn length(&mut self, length: usize) {
        let mut rest = length as u64;
        while rest >= 0x80 {
            self.put(&[low_bits(rest) | 0x80]);
            rest >>= 7;
        }
        self.put(&[low_bits(rest)]);
    }

    /// The length of a text that may be missing.
    fn optional(&mut self, text: Option<&str>) {
        self.length(text.map_or(0, |text| text.len() + 1));
    }

    fn channel(&mut self, app: &str, key: KeyRef<'_>) {
        self.put(&[access_code(key.access)]);
        self.length(app.len());
        self.length(key.name.len());
    }

    fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// Writes a step of a channel, in parts.
pub(super) fn write(app: &str, record: Record<'_>, unix_ms: u64, append: impl FnOnce(&[&[u8]])) {
    match record {
        Record::Message { key, position, before, message, except } => {
            let mut head = Head::new(MESSAGE);
            head.channel(app, key);
            head.number(position.epoch);
            head.number(position.offset);
            head.number(before);
            head.number(unix_ms);
            head.put(&[form_code(message.form), u8::from(except.is_some())]);
            if let Some(SocketId { high, low }) = except {
                head.number(high);
                head.number(low);
            }
            let (id, user) = (message.id.as_deref(), message.user.as_deref());
            head.length(message.event.len());
            head.optional(id);
            head.optional(user);
            let (id, user) = (id.unwrap_or_default().as_bytes(), user.unwrap_or_default().as_bytes());
            let texts = [key.name.as_bytes(), message.event.as_bytes(), id, user, &*message.data];
            append(&[head.as_slice(), app.as_bytes(), texts[0], texts[1], texts[2], texts[3], texts[4]]);
        }
        Record::Numbering { key, position } => {
            let mut head = Head::new(NUMBERING);
            head.channel(app, key);
            head.number(position.epoch);
            head.number(position.offset);
            append(&[head.as_slice(), app.as_bytes(), key.name.as_bytes()]);
        }
        Record::End { key, epoch } => {
            let mut head = Head::new(END);
            head.channel(app, key);
            head.number(epoch);
            append(&[head.as_slice(), app.as_bytes(), key.name.as_bytes()]);
        }
    }
}

pub(super) fn write_removed(app: &str, append: impl FnOnce(&[&[u8]])) {
    let mut head = Head::new(APP_REMOVED);
    head.length(app.len());
    append(&[head.as_slice(), app.as_bytes()]);
}

pub(super) fn write_reset(append: impl FnOnce(&[&[u8]])) {
    append(&[&[RESET]]);
}

pub(super) fn write_restoring(append: impl FnOnce(&[&[u8]])) {
    append(&[&[RESTORING]]);
}

pub(super) fn write_restored(append: impl FnOnce(&[&[u8]])) {
    append(&[&[RESTORED]]);
}

pub(super) fn write_published(published: &PublishedKey<'_>, append: impl FnOnce(&[&[u8]])) {
    let PublishedKey { app, key, fingerprint, until_unix_ms, partly, answer } = published;
    let mut head = Head::new(PUBLISHED);
    head.length(app.len());
    head.length(key.len());
    head.number(*until_unix_ms);
    head.number(partly.map_or(0, |events| events + 1));
    head.put(fingerprint);
    append(&[head.as_slice(), app.as_bytes(), key.as_bytes(), answer]);
}

pub(super) fn write_client(client: &StoredClient<'_>) -> Vec<u8> {
    let mut bytes = vec![CLIENT];
    client.write(&mut bytes);
    bytes
}

/// Reads a record. `None`: it is none of this version.
pub(super) fn read(bytes: &[u8]) -> Option<Entry<'_>> {
    let mut rest = Rest(bytes);
    let entry = match rest.byte()? {
        MESSAGE => {
            let lengths = rest.channel()?;
            let position = Position { epoch: rest.number()?, offset: rest.number()? };
            let (before, unix_ms) = (rest.number()?, rest.number()?);
            let form = form(rest.byte()?)?;
            let except = match rest.byte()? {
                0 => None,
                1 => Some(SocketId { high: rest.number()?, low: rest.number()? }),
                _ => return None,
            };
            let event = rest.length()?;
            let (id, user) = (rest.length()?, rest.length()?);
            let channel = rest.channel_name(lengths)?;
            let event = rest.text(event)?;
            let (id, user) = (rest.optional(id)?, rest.optional(user)?);
            let data = rest.take(rest.0.len())?;
            Entry::Message(StoredMessage {
                channel,
                position,
                before,
                unix_ms,
                except,
                form,
                event,
                id,
                user,
                data,
            })
        }
        NUMBERING => {
            let lengths = rest.channel()?;
            let position = Position { epoch: rest.number()?, offset: rest.number()? };
            Entry::Numbering { channel: rest.channel_name(lengths)?, position }
        }
        END => {
            let lengths = rest.channel()?;
            let epoch = rest.number()?;
            Entry::End { channel: rest.channel_name(lengths)?, epoch }
        }
        APP_REMOVED => {
            let length = rest.length()?;
            Entry::AppRemoved { app: rest.text(length)? }
        }
        PUBLISHED => {
            let (app, key) = (rest.length()?, rest.length()?);
            let (until_unix_ms, partly) = (rest.number()?, rest.number()?.checked_sub(1));
            let fingerprint = rest.take(32)?.try_into().ok()?;
            let (app, key) = (rest.text(app)?, rest.text(key)?);
            let answer = rest.take(rest.0.len())?;
            Entry::Published(PublishedKey { app, key, fingerprint, until_unix_ms, partly, answer })
        }
        RESET => Entry::Reset,
        RESTORING => Entry::Restoring,
        RESTORED => Entry::Restored,
        CLIENT => Entry::Client(StoredClient::read(&mut rest)?),
        _ => return None,
    };
    rest.0.is_empty().then_some(entry)
}

impl StoredMessage<'_> {
    pub(super) fn message(&self) -> Message {
        Message {
            event: self.event.into(),
            data: self.data.into(),
            form: self.form,
            id: self.id.map(Into::into),
            user: self.user.map(Into::into),
        }
    }
}

/// What is left of a record.
pub(super) struct Rest<'a>(&'a [u8]);

type Lengths = (Access, usize, usize);

impl<'a> Rest<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn length(&mut self) -> Option<usize> {
        let mut length = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            length |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return usize::try_from(length).ok();
            }
        }
        None
    }

    pub(super) fn text(&mut self, length: usize) -> Option<&'a str> {
        std::str::from_utf8(self.take(length)?).ok()
    }

    #[allow(clippy::option_option)] // it does not read, or is missing
    fn optional(&mut self, length: usize) -> Option<Option<&'a str>> {
        match length.checked_sub(1) {
            None => Some(None),
            Some(length) => self.text(length).map(Some),
        }
    }

    fn channel(&mut self) -> Option<Lengths> {
        Some((access(self.byte()?)?, self.length()?, self.length()?))
    }

    fn channel_name(&mut self, (access, app, name): Lengths) -> Option<ChannelName<'a>> {
        Some(ChannelName { app: self.text(app)?, access, name: self.text(name)? })
    }
}

/// Numbers of its own, so that another order of the hub's cannot change what is stored.
pub(super) fn access_code(access: Access) -> u8 {
    match access {
        Access::Public => 1,
        Access::Private => 2,
        Access::Presence => 3,
        Access::User => 4,
        Access::UserStatus => 5,
        Access::Changes => 6,
    }
}

pub(super) fn access(code: u8) -> Option<Access> {
    Some(match code {
        1 => Access::Public,
        2 => Access::Private,
        3 => Access::Presence,
        4 => Access::User,
        5 => Access::UserStatus,
        6 => Access::Changes,
        _ => return None,
    })
}

fn form_code(form: Form) -> u8 {
    match form {
        Form::Text => 1,
        Form::Json => 2,
        Form::Binary => 3,
    }
}

fn form(code: u8) -> Option<Form> {
    Some(match code {
        1 => Form::Text,
        2 => Form::Json,
        3 => Form::Binary,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;
    use proptest::prelude::*;

    use super::*;

    fn bytes(write: impl FnOnce(&mut dyn FnMut(&[&[u8]]))) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut |parts| bytes = parts.concat());
        bytes
    }

    proptest! {
        #[test]
        fn a_message_reads_as_it_was_written(
            (app, name, event) in (".{0,40}", ".{0,300}", ".{0,300}"),
            (id, user) in (proptest::option::of(".{0,200}"), proptest::option::of(".{0,200}")),
            data in proptest::collection::vec(any::<u8>(), 0..400),
            (epoch, offset, before, unix_ms) in any::<(u64, u64, u64, u64)>(),
            except in proptest::option::of(any::<(u64, u64)>()),
            (access, form) in (1_u8..=6, 1_u8..=3),
        ) {
            let (access, form) = (super::access(access).unwrap(), super::form(form).unwrap());
            let except = except.map(|(high, low)| SocketId { high, low });
            let position = Position { epoch, offset };
            let message = Message {
                event: event.as_str().into(),
                data: data.as_slice().into(),
                form,
                id: id.as_deref().map(Into::into),
                user: user.as_deref().map(Into::into),
            };
            let key = KeyRef { app: AppId(7), access, name: &name };
            let record = Record::Message { key, position, before, message: &message, except };
            let written = bytes(|append| write(&app, record, unix_ms, append));
            let channel = ChannelName { app: &app, access, name: &name };
            let Some(Entry::Message(read_back)) = read(&written) else { panic!("{written:?}") };
            let (id, user) = (id.as_deref(), user.as_deref());
            let data = data.as_slice();
            let event = event.as_str();
            let wanted =
                StoredMessage { channel, position, before, unix_ms, except, form, event, id, user, data };
            prop_assert_eq!(read_back, wanted);
            prop_assert_eq!(read_back.message(), message);
        }

        #[test]
        fn an_idempotency_key_reads_as_it_was_written(
            (app, key) in (".{0,40}", ".{0,255}"),
            answer in proptest::collection::vec(any::<u8>(), 0..400),
            fingerprint in any::<[u8; 32]>(),
            (until_unix_ms, partly) in (any::<u64>(), proptest::option::of(0..u64::MAX)),
        ) {
            let (app, key, answer) = (app.as_str(), key.as_str(), answer.as_slice());
            let published = PublishedKey { app, key, fingerprint, until_unix_ms, partly, answer };
            let written = bytes(|append| write_published(&published, append));
            prop_assert_eq!(read(&written), Some(Entry::Published(published)));
        }

        #[test]
        fn what_is_no_record_is_not_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            _ = read(&bytes); // no panic, and no allocation by a length that it names
        }
    }

    #[test]
    fn steps_without_a_message_read_as_they_were_written() {
        let key = KeyRef { app: AppId(0), access: Access::Presence, name: "presence-x" };
        let channel = ChannelName { app: "a", access: Access::Presence, name: "presence-x" };
        let position = Position { epoch: 5, offset: 9 };
        let written = bytes(|append| write("a", Record::Numbering { key, position }, 0, append));
        assert_eq!(read(&written), Some(Entry::Numbering { channel, position }));
        assert_eq!(read(&written[..written.len() - 1]), None);
        let written = bytes(|append| write("a", Record::End { key, epoch: 5 }, 0, append));
        assert_eq!(read(&written), Some(Entry::End { channel, epoch: 5 }));
        let written = bytes(|append| write_removed("a", append));
        assert_eq!(read(&written), Some(Entry::AppRemoved { app: "a" }));
        assert_eq!(read(&bytes(|append| write_reset(append))), Some(Entry::Reset));
        assert_eq!(read(&bytes(|append| write_restoring(append))), Some(Entry::Restoring));
        assert_eq!(read(&bytes(|append| write_restored(append))), Some(Entry::Restored));
        assert_eq!(read(&[RESET, 0]), None);
    }
}
