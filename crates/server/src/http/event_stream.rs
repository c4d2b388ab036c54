//! A stream of events that is asked for over HTTP/2: a loop serves it as it serves those of HTTP/1.1, and what it
//! sends is passed on as the body.
//!
//! Browsers open six connections to a server by HTTP/1.1, and all its streams over one by HTTP/2. Streams belong to loops,
//! which speak HTTP/1.1 alone, so the two are joined by a pair of sockets: the loop's bounds for what a client does
//! not read hold through it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use baton_protocols::pusher::api;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, ReadBuf};
use tokio::net::UnixStream;

use super::routes::{Answer, text};
use super::upgrade::response_of;
use crate::loop_message::{Arrival, LoopMessage};
use crate::node::Node;
use crate::peer::{ClientAddress, Peer};

/// Bytes of the head that a loop answers with: a status, and a handful of its own headers.
const HEAD_BYTES: usize = 4_096;
/// Bytes that one read passes on.
const CHUNK_BYTES: usize = 16 * 1_024;
/// Headers of the request that mean something to a stream.
const HEADERS: [&str; 5] = ["accept", "accept-encoding", "authorization", "last-event-id", "origin"];

/// Answers a request for a stream.
pub(super) async fn answer(node: &Node, parts: &Parts, client: ClientAddress) -> Answer {
    match begin(node, parts, client).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::debug!(%error, "a stream over HTTP/2 did not begin");
            text(
                StatusCode::SERVICE_UNAVAILABLE,
                "text/plain; charset=utf-8",
                "The server has no room for a stream.",
            )
        }
    }
}

async fn begin(node: &Node, parts: &Parts, client: ClientAddress) -> io::Result<Answer> {
    let (mut ours, theirs) = UnixStream::pair()?;
    let peer = Peer { ip: client.ip, is_trusted: false, is_forwarded: false };
    let arrival = Arrival { socket: theirs.into_std()?.into(), peer, is_tls: false };
    node.place_in_a_loop().push_unreserved(LoopMessage::Adopt(arrival));
    ours.write_all(&request(node, parts)).await?;
    let mut head = Vec::with_capacity(512);
    let end = loop {
        if ours.read_buf(&mut head).await? == 0 || head.len() > HEAD_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let first = Bytes::copy_from_slice(head.get(end..).unwrap_or_default());
    let (mut parts, _) = response_of(head.get(..end).unwrap_or_default()).into_parts();
    // Of a connection, which is another one here.
    for name in ["connection", "content-length"] {
        parts.headers.remove(name);
    }
    let body = FromLoop { socket: ours, first, buffer: Vec::new() };
    Ok(Response::from_parts(parts, Body::new(body)))
}

/// The request as a loop reads it.
fn request(node: &Node, parts: &Parts) -> Vec<u8> {
    let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let mut request = format!("{} {target} HTTP/1.1\r\nHost: stream\r\n", parts.method).into_bytes();
    let app = api::stream_app(parts.uri.path(), None, node).map(|(app, _)| app);
    let of_policies = app.iter().flat_map(|app| app.supabase.policy_headers.iter().map(|name| name.as_str()));
    for name in HEADERS.into_iter().chain(of_policies.filter(|name| !HEADERS.contains(name))) {
        for value in parts.headers.get_all(name) {
            request.extend_from_slice(name.as_bytes());
            request.extend_from_slice(b": ");
            request.extend_from_slice(value.as_bytes());
            request.extend_from_slice(b"\r\n");
        }
    }
    request.extend_from_slice(b"\r\n");
    request
}

/// What a loop sends. Dropped, its socket ends, and the loop ends the stream.
struct FromLoop {
    socket: UnixStream,
    /// What came with the head.
    first: Bytes,
    buffer: Vec<u8>,
}

impl HttpBody for FromLoop {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if !self.first.is_empty() {
            return Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.first)))));
        }
        let Self { socket, buffer, .. } = &mut *self;
        buffer.resize(CHUNK_BYTES, 0);
        let mut read = ReadBuf::new(buffer);
        let outcome = Pin::new(socket).poll_read(cx, &mut read);
        let chunk = Bytes::copy_from_slice(read.filled());
        if outcome.is_pending() {
            *buffer = Vec::new(); // an idle stream holds none
        }
        Poll::Ready(match ready!(outcome) {
            Ok(()) if chunk.is_empty() => None,
            Ok(()) => Some(Ok(Frame::data(chunk))),
            // The loop has ended it: its client comes back.
            Err(_) => None,
        })
    }
}
