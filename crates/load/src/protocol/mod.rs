//! The protocols between clients and servers, one file each.
//!
//! A protocol turns what a client wants into text messages, and what a server sends into what it
//! [means](ServerMessage). It has no socket and no clock. Another one is one more file and a line
//! in [`by_name`].

mod echo;
mod events;
mod pusher;
mod socket_io;
mod supabase;
mod supabase_database;

use std::fmt;

use crate::target::App;

pub use echo::Echo;
pub use events::Events;
pub use pusher::Pusher;
pub use socket_io::SocketIo;
pub use supabase::Supabase;
pub use supabase_database::SupabaseDatabase;

/// What a message of the server means to the generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerMessage {
    /// The connection stands; by this name the server knows it.
    Greeted(String),
    /// A subscription is confirmed; in a presence channel with the members that are there.
    Subscribed(Roster),
    /// A subscription is refused, with the server's text.
    Refused(String),
    /// A message of a channel.
    Delivery,
    /// A member came into a presence channel.
    Joined(Roster),
    /// A member left a presence channel.
    Left(Roster),
    /// Nothing that the generator counts.
    Other,
}

/// Members of a presence channel as an account: how many, and the sum of their marks. A loss and a
/// double that cancel out in the number do not cancel out in the sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Roster {
    /// How many.
    pub members: i64,
    /// The wrapping sum of [`mark`] over them.
    pub marks: u64,
}

impl Roster {
    /// One member.
    #[must_use]
    pub fn of(member: &str) -> Self {
        Self { members: 1, marks: mark(member) }
    }

    /// Adds others.
    pub fn add(&mut self, others: Self) {
        self.members += others.members;
        self.marks = self.marks.wrapping_add(others.marks);
    }

    /// Takes others away.
    pub fn remove(&mut self, others: Self) {
        self.members -= others.members;
        self.marks = self.marks.wrapping_sub(others.marks);
    }
}

/// A member's mark: FNV-1a of its id.
fn mark(member: &str) -> u64 {
    member
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// One protocol, as a client speaks it.
pub trait Protocol: fmt::Debug + Send + Sync {
    /// Path and query of the request that opens a connection. `channels` are those that the client will
    /// subscribe to.
    fn path(&self, app: &App, channels: &[String]) -> String;

    /// Whether the request is for a stream of events, in place of an upgrade: the channels are in its path, and
    /// the client sends nothing more.
    fn is_event_stream(&self) -> bool {
        false
    }

    /// The first message of an upgraded client, if the server waits for one.
    fn hello(&self) -> Option<&'static str> {
        None
    }

    /// Whether a connection can be used as soon as it is upgraded.
    fn greets(&self) -> bool {
        true
    }

    /// What a text message means. What must be answered is written to `answer`.
    ///
    /// # Errors
    /// If the server refuses something, or sends what is not of the protocol; the text is for the
    /// report.
    fn parse(&self, message: &str, answer: &mut String) -> Result<ServerMessage, String>;

    /// The text of a binary message, which is always one of a channel.
    ///
    /// # Errors
    /// If the protocol has no such messages.
    fn read_binary<'a>(&self, _message: &'a [u8]) -> Result<&'a str, String> {
        Err("a binary message, which this protocol does not have".to_owned())
    }

    /// Asks for a subscription, as `member` where the channel has presence. `socket_id` is what the
    /// server called us.
    fn subscribe(&self, app: &App, socket_id: &str, channel: &str, member: &str) -> String;

    /// A client's own message to a channel; `data` is JSON.
    fn event(&self, channel: &str, data: &str) -> String;
}

/// The protocol of that name, which peers declare.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Protocol> {
    match name {
        "events" => Some(&Events),
        "pusher" => Some(&Pusher),
        "socketio" => Some(&SocketIo),
        "supabase" => Some(&Supabase),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roster_balances_only_with_the_same_members() {
        let (a, b, c) = (Roster::of("a"), Roster::of("b"), Roster::of("c"));
        let mut roster = Roster::default();
        for one in [a, b, c] {
            roster.add(one);
        }
        roster.remove(b);
        let mut expected = a;
        expected.add(c);
        assert_eq!(roster, expected);
        let mut doubled = a;
        doubled.add(a);
        assert_ne!(doubled, expected); // as many, but others
    }

    #[test]
    fn protocols_have_names() {
        assert!(by_name("events").is_some() && by_name("socketio").is_some() && by_name("smtp").is_none());
    }
}
