//! Streams of events over plain HTTP: a connection whose request is for one stays in its loop, as one with a session.
//!
//! A response has no length, and ends with its connection (RFC 9112, section 6.3): no chunks, since what stands
//! between would differ for proxies that speak HTTP/1.0, as nginx does by default, and each event is sent as it is
//! shared by all streams of its form. What its client sends after its request is not read.

use std::fmt::Write as _;
use std::sync::Arc;

use baton_hub::{ConnectionSlot, Framing, KeyRef, Position, Publication, Shards as _, SocketId};
use baton_protocols::pusher::api::{self, StreamFormat, StreamHead, StreamRequest};
use baton_protocols::streams::{StreamSession, encode};
use baton_protocols::{EventStreams, Session as _, framing};
use baton_reactor::ConnectionId;
use baton_wire::handshake::RequestHead;

use super::client::Link;
use super::observed::{connection_log, observe};
use super::requests::publish_of;
use super::transport::Transport;
use super::{EventLoop, Worker, gzip};
use crate::admission::{self, Admission, MessageLengths};
use crate::clock;
use crate::observe::Observation;
use crate::peer::ClientAddress;
use crate::settings::Compression;
use crate::supabase;

/// A stream of a connection, as its loop writes it.
pub(crate) struct Stream {
    /// Where it is on each channel, by the hash of the channel's key, where it has to say so with each event.
    positions: Option<Vec<(u64, Position)>>,
    /// It ends with the first events.
    is_once: bool,
    /// What is sent are blocks of a gzip file.
    pub(super) is_compressed: bool,
}

impl Stream {
    /// The stream of a session of this encoding.
    fn new(encoding: Framing, is_once: bool, is_compressed: bool) -> Self {
        // Any other event has the id of its one channel, or none: most streams are of one and idle, and remember nothing.
        let positions = (encoding == framing::EVENTS_OF_MANY).then(Vec::new);
        Self { positions, is_once, is_compressed }
    }

    /// It is here on a channel.
    fn note(&mut self, hash: u64, position: Position) {
        let Some(positions) = &mut self.positions else { return };
        match positions.iter_mut().find(|(other, _)| *other == hash) {
            Some((_, noted)) => *noted = position,
            None => positions.push((hash, position)),
        }
    }

    /// What ends an event that does not say itself where the stream is.
    fn end_of_event(&self) -> Option<Vec<u8>> {
        let positions: Vec<_> = self.positions.as_ref()?.iter().map(|(_, position)| *position).collect();
        let mut id = Vec::with_capacity(positions.len() * 28 + 8);
        encode::push_id(&positions, &mut id);
        id.push(b'\n');
        Some(if self.is_compressed { gzip::block(&id, None) } else { id })
    }
}

/// What becomes of a request for a stream.
pub(super) enum Asked {
    /// It is answered, and its connection ends.
    Answered(Vec<u8>),
    /// It begins with this head, and is compressed or not.
    Begins(Box<StreamRequest>, Vec<u8>, bool),
}

impl Worker {
    /// Answers a request for a stream.
    pub(super) fn on_stream_request(
        &mut self,
        conn: ConnectionId,
        head: &RequestHead<'_>,
        client: ClientAddress,
    ) -> Result<(), (Vec<u8>, Option<Arc<Observation>>)> {
        let observation = observe(&self.event_loop.node, head, client);
        match self.event_loop.asked_for_stream(head, client) {
            Asked::Answered(response) => Err((response, observation)),
            Asked::Begins(request, response, is_compressed) => {
                let Some(state) = self.event_loop.config.app(request.app.index).cloned() else {
                    return Err((admission::plain(404, "Not Found", "The app was removed."), observation));
                };
                let counted = match admission::count(&self.event_loop.node, client) {
                    Ok(counted) => counted,
                    Err(response) => return Err((response, observation)),
                };
                state.connect();
                let log = connection_log(&self.event_loop, head, (client, observation.as_ref()));
                if let Some(observation) = &observation {
                    observation.is_about(&state.app.id);
                    observation.end(&self.event_loop.node, 200, 0);
                }
                self.count_answer(conn);
                self.event_loop.counters.requests.add(1);
                self.event_loop.reactor.send(conn, &admission::dated(&response));
                if is_compressed {
                    self.event_loop.reactor.send(conn, &gzip::HEADER);
                }
                let is_once = matches!(request.format, StreamFormat::Poll { .. });
                let session = Box::new(StreamSession::new(*request));
                let stream = Stream::new(session.framing(), is_once, is_compressed);
                let admission = Admission { state, session, message_lengths: MessageLengths::new(0, 0) };
                let located = self.event_loop.located(conn, client.ip, counted);
                self.event_loop.opening = head.header("origin").map(Into::into);
                let transport = ("events", Transport::Stream(Box::new(stream)));
                self.begin_session(conn, admission, None, transport, (located, log, None));
                Ok(())
            }
        }
    }

    /// Sends a publication to streams that add to it what only they have, or that end with it.
    pub(super) fn fan_out_to_stream(
        &mut self,
        slot: ConnectionSlot,
        (text, publication): (&Arc<[u8]>, &Publication),
        except: Option<SocketId>,
    ) -> bool {
        let Some(conn) = self.clients.receiver_in(slot, except) else { return false };
        let baton_hub::Body::Message { position, .. } = publication.body else { return false };
        if let Some(connected) = self.clients.connected_in(slot) {
            let hash = publication.channel.hash();
            connected.link.send_of_stream(text, (hash, position), &mut self.event_loop);
            if matches!(&connected.link.transport, Transport::Stream(stream) if stream.is_once) {
                self.event_loop.served_polls.push(conn);
            }
        }
        true
    }

    /// Ends the polls that have been sent something in this turn.
    pub(super) fn end_served_polls(&mut self) {
        for conn in std::mem::take(&mut self.event_loop.served_polls) {
            if let Some(super::client::Client::Connected(connected)) = self.clients.get_mut(conn) {
                connected.call(&mut self.event_loop, |_, cx| cx.close(1000, ""));
                self.leave(conn);
            }
        }
    }
}

impl EventLoop {
    fn asked_for_stream(&self, head: &RequestHead<'_>, client: ClientAddress) -> Asked {
        let node = &*self.node;
        let request = publish_of(head, &[]);
        let origin = head.header("origin");
        let Some((app, may_read)) = api::stream_app(head.path(), origin, node) else {
            // The refusal says what is not there.
            let refused = api::stream_request(&request, &StreamHead::default(), node).err();
            return Asked::Answered(refused.map_or_else(Vec::new, |refused| {
                node.note_refused_call(&refused, client.ip);
                refusal(&refused)
            }));
        };
        let cors = origin.filter(|_| may_read).map(cors).unwrap_or_default();
        if head.method() == "OPTIONS" {
            return Asked::Answered(preflight(&cors, app.pusher.event_streams == EventStreams::Off));
        }
        let stream_head = StreamHead {
            accept: head.header("accept"),
            last_event_id: head.header_bytes("last-event-id"),
            origin,
            authorization: head.header("authorization"),
        };
        let limit = app.max_connections;
        if limit != 0 && node.config().app(app.index).is_some_and(|it| it.connections() >= u64::from(limit)) {
            let why = format!("App is over its quota of {limit} connections: raise max_connections");
            return Asked::Answered(with_cors(admission::overloaded(&why), &cors));
        }
        let judged = api::stream_request(&request, &stream_head, node);
        let checked = judged.and_then(|mut request| {
            self.check_token(&request)?;
            if request.token.is_some() {
                let values = |name: &str| head.header_values(name).collect();
                request.policy_headers = supabase::policy_headers(&app, values);
            }
            Ok(request)
        });
        match checked {
            Ok(request) => {
                let coding = self.coding(head, request.format);
                let response = response_head(request.format, coding, &cors);
                if head.method() == "HEAD" {
                    return Asked::Answered(response);
                }
                Asked::Begins(Box::new(request), response, coding == Coding::Gzip)
            }
            Err(refused) => {
                node.note_refused_call(&refused, client.ip);
                Asked::Answered(with_cors(refusal(&refused), &cors))
            }
        }
    }
}

/// How the body of a response is coded (RFC 9110, section 8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    /// As it is, whatever is asked for.
    Fixed,
    /// As it is, since its client takes no other.
    Identity,
    Gzip,
}

impl EventLoop {
    /// Refuses a token while its client can still be given a status: browsers come back to a stream that has begun. One whose
    /// key may yet be fetched is for the session, which waits.
    fn check_token(&self, request: &StreamRequest) -> Result<(), api::Response> {
        let Some(token) = &request.token else { return Ok(()) };
        let Some(state) = self.config.app(request.app.index) else { return Ok(()) };
        let seen = state.keys.seen();
        match state.keys.verify(token, clock::unix_s()) {
            Err(error) if !state.keys.may_bring(&error, seen) => {
                Err(api::stream_token_refused(&error, &request.app))
            }
            _ => Ok(()),
        }
    }

    /// A poll is short, and only one client's.
    fn coding(&self, head: &RequestHead<'_>, format: StreamFormat) -> Coding {
        if self.config.settings.compression == Compression::Off || matches!(format, StreamFormat::Poll { .. })
        {
            return Coding::Fixed;
        }
        match head.header("accept-encoding").is_some_and(gzip::is_accepted) {
            true => Coding::Gzip,
            false => Coding::Identity,
        }
    }
}

/// A response that refuses a stream, after which the connection ends.
fn refusal(refused: &api::Response) -> Vec<u8> {
    let reason = hyper::StatusCode::from_u16(refused.status).ok().and_then(|code| code.canonical_reason());
    let retry =
        refused.retry_after_s.map(|seconds| format!("Retry-After: {seconds}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{retry}Connection: close\r\n\r\n",
        refused.status,
        reason.unwrap_or("Unknown"),
        refused.content_type,
        refused.body.len(),
    );
    [head.as_bytes(), &refused.body].concat()
}

fn with_cors(response: Vec<u8>, cors: &str) -> Vec<u8> {
    if cors.is_empty() { response } else { admission::with_header(&response, cors) }
}

/// A page of this origin may read the response. Nothing that a browser sends by itself gives a right, so credentials are
/// not asked for.
fn cors(origin: &str) -> String {
    format!("Access-Control-Allow-Origin: {origin}\r\nVary: Origin\r\n")
}

fn preflight(cors: &str, is_off: bool) -> Vec<u8> {
    let mut response = String::from("HTTP/1.1 204 No Content\r\nConnection: close\r\n");
    if !is_off && !cors.is_empty() {
        let _ = write!(
            response,
            "{cors}Access-Control-Allow-Methods: GET\r\nAccess-Control-Allow-Headers: authorization, last-event-id, cache-control\r\n\
             Access-Control-Max-Age: 600\r\n"
        );
    }
    response.push_str("\r\n");
    response.into_bytes()
}

fn response_head(format: StreamFormat, coding: Coding, cors: &str) -> Vec<u8> {
    let content_type = match format {
        StreamFormat::Events => "text/event-stream",
        StreamFormat::Lines | StreamFormat::Poll { .. } => "application/x-ndjson",
    };
    let coding = match coding {
        Coding::Fixed => "",
        Coding::Identity => "Vary: Accept-Encoding\r\n",
        Coding::Gzip => "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n",
    };
    // X-Accel-Buffering: nginx passes on what comes, whatever its settings.
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nCache-Control: no-store\r\nX-Accel-Buffering: no\r\n\
         Connection: close\r\n{coding}{cors}\r\n"
    );
    head.into_bytes()
}

impl Link {
    /// A channel has been subscribed to, or is to begin earlier than that.
    pub(super) fn note_stream_position(
        &mut self,
        key: KeyRef<'_>,
        position: Position,
        event_loop: &EventLoop,
    ) {
        if let Transport::Stream(stream) = &mut self.transport {
            stream.note(event_loop.node.seed().hash(key), position);
        }
    }

    /// Sends an event of a stream, with the id of all its channels where it has several.
    pub(super) fn send_of_stream(
        &mut self,
        text: &Arc<[u8]>,
        (hash, position): (u64, Position),
        event_loop: &mut EventLoop,
    ) {
        let conn = self.conn;
        let Transport::Stream(stream) = &mut self.transport else { return };
        stream.note(hash, position);
        match stream.end_of_event() {
            Some(end) => event_loop.reactor.send_parts(conn, text, &end),
            None => event_loop.reactor.send_shared(conn, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stream_of_several_channels_remembers_where_it_is() {
        let mut many = Stream::new(framing::EVENTS_OF_MANY, false, false);
        for (hash, offset) in [(1, 1), (2, 5), (1, 2)] {
            many.note(hash, Position { epoch: 7, offset });
        }
        assert_eq!(many.end_of_event().unwrap(), b"id: 7-2,7-5\n\n");

        for encoding in [framing::EVENTS, framing::LINES, framing::LINES_ONCE] {
            let mut one = Stream::new(encoding, false, false);
            one.note(1, Position { epoch: 7, offset: 1 });
            assert!(one.positions.is_none() && one.end_of_event().is_none());
        }
        assert!(size_of::<Stream>() <= 32, "{}", size_of::<Stream>());
    }
}
