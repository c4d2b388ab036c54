//! How what a session sends reaches its client: the one place that knows how each transport frames a message.
//!
//! A publication is framed once for all subscribers of a transport ([`fan_out`](super::fan_out)); what one session sends is
//! framed here. Another transport is a variant of [`Transport`], and an
//! [`Envelope`](baton_protocols::framing::Envelope) if its messages need one that no other has.

use std::net::IpAddr;
use std::sync::Arc;

use baton_hub::Framing;
use baton_protocols::framing::{self, Envelope};
use baton_reactor::ConnectionId;
use baton_wire::deflate::{Deflater, Inflater};
use baton_wire::{Opcode, encode_close, encode_frame};

use super::client::{Link, Located, Phase};
use super::fan_out::compressed;
use super::frames::PAUSE_ABOVE_BYTES;
use super::streams::Stream;
use super::{EventLoop, gzip};
use crate::longpoll::{self, Posts, Pushed};
use crate::per_address::Counted;

/// What carries a connection's messages.
pub(crate) enum Transport {
    /// Frames of a WebSocket, over the connection's socket.
    WebSocket(Compression),
    /// The response to a request, over the connection's socket.
    Stream(Box<Stream>),
    /// Answers to the polls of a client, and the bodies of what it posts. The connection has no socket.
    Polls(Box<Polls>),
}

/// How the messages of a connection are compressed.
pub(crate) enum Compression {
    /// Not at all.
    Off,
    /// Each message by itself, so that a publication is compressed once for all.
    Shared,
    /// With memory of what came before, or in a window of the client's choice: some 430 KB.
    Own(Box<Codec>),
}

/// The streams of one connection.
pub(crate) struct Codec {
    /// `None` where the loop's will do.
    pub(crate) inflater: Option<Inflater>,
    pub(crate) deflater: Deflater,
}

/// A client by long-poll.
pub(crate) struct Polls {
    pub(crate) session: Arc<longpoll::Session>,
    /// What it sent that has not been handled.
    pub(crate) posts: Posts,
}

impl Drop for Polls {
    /// However the connection ends, nobody polls for more.
    fn drop(&mut self) {
        self.session.end();
    }
}

impl Transport {
    /// The framing of publications that are encoded so.
    pub(super) fn framing(&self, encoding: Framing) -> Framing {
        let envelope = match self {
            Self::WebSocket(Compression::Shared) => Envelope::CompressedFrame,
            Self::WebSocket(Compression::Off | Compression::Own(_)) => Envelope::Frame,
            Self::Stream(stream) if stream.is_compressed => Envelope::DeflatedBlock,
            Self::Stream(_) | Self::Polls(_) => Envelope::Bare,
        };
        framing::framing_in(encoding, envelope)
    }

    /// The streams of a connection that compresses by itself.
    pub(super) fn own_codec(&mut self) -> Option<&mut Codec> {
        match self {
            Self::WebSocket(Compression::Own(codec)) => Some(codec),
            Self::WebSocket(Compression::Off | Compression::Shared) | Self::Stream(_) | Self::Polls(_) => {
                None
            }
        }
    }

    pub(super) fn polls(&mut self) -> Option<&mut Polls> {
        match self {
            Self::WebSocket(_) | Self::Stream(_) => None,
            Self::Polls(polls) => Some(polls),
        }
    }
}

/// How a message counts against the limit of what is queued.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Counts,
    Exempt,
}

impl EventLoop {
    /// What a connection has to keep of where its client is: nothing where its socket says it and nobody is counted.
    pub(super) fn located(
        &mut self,
        conn: ConnectionId,
        ip: IpAddr,
        counted: Option<Counted>,
    ) -> Option<Box<Located>> {
        let of_socket = self.reactor.peer(conn).map(|peer| peer.ip().to_canonical());
        (counted.is_some() || of_socket != Some(ip)).then(|| Box::new(Located { ip, _counted: counted }))
    }
}

impl Link {
    /// Sends a message of the session, unless the connection is closed.
    pub(super) fn send(&mut self, opcode: Opcode, data: &[u8], event_loop: &mut EventLoop) {
        if self.is_closed() {
            return;
        }
        event_loop.counters.messages_out.add(1);
        self.state.messages_sent(event_loop.id, 1);
        match &mut self.transport {
            Transport::WebSocket(compression) => {
                let frame = frame(compression, opcode, data, event_loop);
                event_loop.reactor.send(self.conn, &frame);
            }
            Transport::Stream(stream) if stream.is_compressed => {
                event_loop.reactor.send(self.conn, &gzip::block(data, event_loop.deflater.as_mut()));
            }
            Transport::Stream(_) => event_loop.reactor.send(self.conn, data),
            Transport::Polls(_) => self.queue(opcode, || data.into(), Limit::Counts, event_loop),
        }
    }

    /// Sends a text that other connections are sent as well. The limit of what is queued is waived once, for a client that
    /// reads: one that asks for list after list and does not read them meets the limit at the second.
    pub(super) fn send_shared(&mut self, text: &Arc<[u8]>, event_loop: &mut EventLoop) {
        if self.is_closed() {
            return;
        }
        event_loop.counters.messages_out.add(1);
        self.state.messages_sent(event_loop.id, 1);
        let is_behind = self.unsent(event_loop) > PAUSE_ABOVE_BYTES;
        let conn = self.conn;
        match &mut self.transport {
            Transport::WebSocket(compression) => {
                let frame = frame(compression, Opcode::Text, text, event_loop);
                match is_behind {
                    true => event_loop.reactor.send(conn, &frame),
                    false => event_loop.reactor.send_exempt(conn, &frame.into()),
                }
            }
            Transport::Stream(stream) if stream.is_compressed => {
                event_loop.reactor.send(conn, &gzip::block(text, event_loop.deflater.as_mut()));
            }
            Transport::Stream(_) => event_loop.reactor.send_shared(conn, text),
            Transport::Polls(_) => {
                let limit = if is_behind { Limit::Counts } else { Limit::Exempt };
                self.queue(Opcode::Text, || Arc::clone(text), limit, event_loop);
            }
        }
    }

    /// Sends a ping or pong, unless the connection is closed.
    pub(super) fn send_control(&mut self, opcode: Opcode, data: &[u8], event_loop: &mut EventLoop) {
        if self.is_closed() {
            return;
        }
        match self.transport {
            Transport::WebSocket(_) => {
                let mut frame = Vec::with_capacity(data.len() + 4);
                encode_frame(&mut frame, opcode, data, None);
                event_loop.reactor.send(self.conn, &frame);
            }
            // A stream has no frames, and a client that is there polls.
            Transport::Stream(_) | Transport::Polls(_) => {}
        }
    }

    /// Closes the connection, if it is open: nothing more is sent after this. False if it was closed.
    pub(super) fn send_close(&mut self, code: u16, reason: &str, event_loop: &mut EventLoop) -> bool {
        if self.is_closed() {
            return false;
        }
        match &self.transport {
            Transport::WebSocket(_) => {
                let mut frame = Vec::with_capacity(reason.len() + 4);
                encode_close(&mut frame, code, reason, None);
                event_loop.reactor.send_exempt(self.conn, &frame.into());
            }
            // The end of the connection is that of the response.
            Transport::Stream(_) => {}
            // An answer has no place for a code: clients take the end for a reason to connect again.
            Transport::Polls(polls) => polls.session.end(),
        }
        self.note_close(code, reason);
        self.phase = Phase::Closed;
        true
    }

    /// Where the client is, as far as it is known; a system call where its socket has to be asked.
    pub(super) fn ip(&self, event_loop: &mut EventLoop) -> Option<IpAddr> {
        match &self.located {
            Some(located) => Some(located.ip),
            None => event_loop.reactor.peer(self.conn).map(|peer| peer.ip().to_canonical()),
        }
    }

    /// Bytes that wait for the client to read them.
    pub(super) fn unsent(&self, event_loop: &mut EventLoop) -> usize {
        match &self.transport {
            Transport::WebSocket(_) | Transport::Stream(_) => event_loop.reactor.unsent(self.conn),
            Transport::Polls(polls) => polls.session.unsent(),
        }
    }

    /// A publication in the [`Bare`](Envelope::Bare) envelope.
    pub(super) fn queue_shared(&mut self, text: &Arc<[u8]>, event_loop: &mut EventLoop) {
        self.queue(Opcode::Text, || Arc::clone(text), Limit::Counts, event_loop);
    }

    /// Queues a message for the client's polls. Bytes have no spelling that clients would read in an answer, which is JSON, and
    /// do not come, as they do not with the first serialiser.
    fn queue(
        &mut self,
        opcode: Opcode,
        text: impl FnOnce() -> Arc<[u8]>,
        limit: Limit,
        event_loop: &mut EventLoop,
    ) {
        let Transport::Polls(polls) = &self.transport else { return };
        if opcode != Opcode::Text {
            return;
        }
        let limit = (limit == Limit::Counts).then_some(event_loop.config.settings.outbox_bytes);
        match polls.session.push(text(), limit, event_loop.now) {
            Pushed::Queued { is_first: true } => event_loop.polling.tell(&polls.session),
            Pushed::Overflowed => event_loop.polling.has_overflowed(self.conn),
            Pushed::Queued { is_first: false } | Pushed::Refused => {}
        }
    }
}

/// A message as a WebSocket's frame.
fn frame(compression: &mut Compression, opcode: Opcode, data: &[u8], event_loop: &mut EventLoop) -> Vec<u8> {
    let deflater = match compression {
        Compression::Off => None,
        Compression::Shared => event_loop.deflater.as_mut(),
        Compression::Own(codec) => Some(&mut codec.deflater),
    };
    deflater.and_then(|deflater| compressed(opcode, data, deflater)).unwrap_or_else(|| {
        let mut frame = Vec::with_capacity(data.len() + 10);
        encode_frame(&mut frame, opcode, data, None);
        frame
    })
}
