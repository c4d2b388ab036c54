//! A WebSocket as a client of Pusher's sees it.

use std::time::{Duration, Instant};

use baton_wire::deflate::Offer;
use baton_wire::handshake::{ClientRequest, MAX_HEAD_BYTES, RefusedByServer, encode_key, verify_response};
use baton_wire::{DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_close, encode_frame};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::super::observation::{Ending, Response, Silence};
use super::{EXCHANGE, Stream};

/// The longest message that is read: an event of the largest body that is tried, and what surrounds
/// it.
const MESSAGE_BYTES: usize = 2 * 1_024 * 1_024;
/// Bytes of a refusal that are read after its head, and for how long.
const REFUSAL_BYTES: usize = 8 * 1_024;
const REFUSAL_TIME: Duration = Duration::from_secs(1);
const READ_BYTES: usize = 16 * 1_024;
/// Frames other than texts that are passed over while a text is awaited: a server that sends only
/// such would never end.
const MOST_OTHERS: usize = 1_000;

/// An open one.
pub(crate) struct Socket {
    stream: Stream,
    decoder: Decoder,
    received: Vec<u8>,
}

/// What came.
#[derive(Debug)]
pub(crate) enum Frame {
    Text(String),
    Ended(Ending),
    Late,
}

/// Why there is none.
pub(crate) enum NoSocket {
    Answered(Response),
    Broken(String),
    Silent(Silence),
}

impl Socket {
    /// Asks for one; with it comes whether compression was negotiated.
    pub(super) async fn open(
        mut stream: Stream,
        host: &str,
        target: &str,
        origin: Option<&str>,
        compresses: bool,
    ) -> Result<(Self, bool), NoSocket> {
        let mut random = [0; 16];
        let failed = |why: String| NoSocket::Silent(Silence::NoConnection(why));
        getrandom::fill(&mut random).map_err(|error| failed(error.to_string()))?;
        let key = encode_key(random);
        let origin = origin.map(|origin| ("Origin", origin));
        let request = ClientRequest {
            host,
            target,
            key: &key,
            subprotocols: &[],
            deflate: compresses.then(Offer::default),
            headers: origin.as_slice(),
        };
        let mut bytes = Vec::new();
        request.write(&mut bytes);
        stream.write_all(&bytes).await.map_err(|error| failed(error.to_string()))?;
        let began = Instant::now();
        let mut received = Vec::new();
        loop {
            let left = EXCHANGE.saturating_sub(began.elapsed());
            match timeout(left, read_some(&mut stream, &mut received)).await {
                Err(_) => return Err(NoSocket::Silent(Silence::Late)),
                Ok(0) => return Err(NoSocket::Silent(not_http(&received))),
                Ok(_) => {}
            }
            match verify_response(&received, &request) {
                Ok(None) => {}
                Ok(Some(answer)) => {
                    let compressed = answer.deflate.is_some();
                    let received = received.split_off(answer.len);
                    let decoder = Decoder::new(Role::Client, compressed);
                    return Ok((Self { stream, decoder, received }, compressed));
                }
                Err(RefusedByServer::Status(_)) => return Err(refusal(stream, received, began).await),
                Err(RefusedByServer::Header(name)) => return Err(NoSocket::Broken(name.to_owned())),
                Err(_) => return Err(NoSocket::Silent(not_http(&received))),
            }
        }
    }

    /// Sends a text message.
    pub(crate) async fn send(&mut self, text: &str) -> Result<(), Ending> {
        let mut bytes = Vec::new();
        encode_frame(&mut bytes, Opcode::Text, text.as_bytes(), Some(mask()));
        self.write(&bytes).await
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Ending> {
        let written = timeout(EXCHANGE, async {
            self.stream.write_all(bytes).await?;
            self.stream.flush().await
        });
        match written.await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Ending::Broken),
        }
    }

    /// The next text message, for so long. Pings are answered.
    pub(crate) async fn next(&mut self, within: Duration) -> Frame {
        let began = Instant::now();
        let mut others = 0;
        loop {
            match self.decode() {
                Decoded::Text(text) => return Frame::Text(text),
                Decoded::Ended(end) => return Frame::Ended(end),
                Decoded::Ping(_) | Decoded::Other if others == MOST_OTHERS => {
                    return Frame::Ended(Ending::Malformed("endless control frames".to_owned()));
                }
                Decoded::Ping(payload) => {
                    others += 1;
                    let mut bytes = Vec::new();
                    encode_frame(&mut bytes, Opcode::Pong, &payload, Some(mask()));
                    if let Err(end) = self.write(&bytes).await {
                        return Frame::Ended(end);
                    }
                    continue;
                }
                Decoded::Other => {
                    others += 1;
                    continue;
                }
                Decoded::Nothing => {}
            }
            let left = within.saturating_sub(began.elapsed());
            match timeout(left, read_some(&mut self.stream, &mut self.received)).await {
                _ if left.is_zero() => return Frame::Late,
                Err(_) => return Frame::Late,
                Ok(0) => return Frame::Ended(Ending::Broken),
                Ok(_) => {}
            }
        }
    }

    fn decode(&mut self) -> Decoded {
        let limits = Limits { message_bytes: MESSAGE_BYTES, ..Limits::default() };
        let mut context = DecodeContext { limits: &limits, inflater: None };
        let outcome = match self.decoder.decode(&mut self.received, &mut context) {
            Ok(decoded) => {
                let what = match decoded.event {
                    Some(Event::Text(text)) => Decoded::Text(text.to_owned()),
                    Some(Event::Ping(payload)) => Decoded::Ping(payload.to_vec()),
                    Some(Event::Close(frame)) => Decoded::Ended(Ending::Closed(
                        frame.map(|frame| frame.code),
                        frame.map(|frame| frame.reason.to_owned()).unwrap_or_default(),
                    )),
                    // Nothing of Pusher's is binary; pongs and what is too long need no answer.
                    Some(_) => Decoded::Other,
                    None => Decoded::Nothing,
                };
                (decoded.consumed, what)
            }
            Err(error) => (self.received.len(), Decoded::Ended(Ending::Malformed(error.to_string()))),
        };
        self.received.drain(..outcome.0);
        outcome.1
    }

    /// Says goodbye, without waiting for the answer.
    pub(crate) async fn close(mut self) {
        let mut bytes = Vec::new();
        encode_close(&mut bytes, 1000, "", Some(mask()));
        // The check is over, whatever becomes of this.
        let _ = self.write(&bytes).await;
    }
}

enum Decoded {
    Text(String),
    Ping(Vec<u8>),
    /// A frame that says nothing here.
    Other,
    Ended(Ending),
    Nothing,
}

/// A mask's purpose is that caches in between see no chosen bytes; all that is sent here is our
/// own.
fn mask() -> [u8; 4] {
    let mut mask = [0; 4];
    let _ = getrandom::fill(&mut mask);
    mask
}

/// Reads what there is; 0 at the end, also an untidy one.
async fn read_some(stream: &mut Stream, into: &mut Vec<u8>) -> usize {
    let mut bytes = [0; READ_BYTES];
    let read = stream.read(&mut bytes).await.unwrap_or(0);
    into.extend_from_slice(bytes.get(..read).unwrap_or_default());
    read
}

fn not_http(received: &[u8]) -> Silence {
    match received {
        [] => Silence::Closed,
        some => Silence::NotHttp(String::from_utf8_lossy(some.get(..64).unwrap_or(some)).into_owned()),
    }
}

/// The response in place of a 101, with as much of its body as comes soon.
async fn refusal(mut stream: Stream, mut received: Vec<u8>, began: Instant) -> NoSocket {
    let until = began.elapsed() + REFUSAL_TIME;
    while received.len() < MAX_HEAD_BYTES + REFUSAL_BYTES && !is_complete(&received) {
        let left = until.saturating_sub(began.elapsed());
        match timeout(left, read_some(&mut stream, &mut received)).await {
            Ok(1..) => {}
            _ => break,
        }
    }
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Response::new(&mut headers);
    let Ok(httparse::Status::Complete(len)) = parsed.parse(&received) else {
        return NoSocket::Silent(not_http(&received));
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    NoSocket::Answered(Response {
        status: parsed.code.unwrap_or_default(),
        headers: parsed
            .headers
            .iter()
            .map(|line| (line.name.to_ascii_lowercase(), text(line.value)))
            .collect(),
        body: text(received.get(len..).unwrap_or_default()),
    })
}

/// Whether all of a body is there that has a length.
fn is_complete(received: &[u8]) -> bool {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Response::new(&mut headers);
    let Ok(httparse::Status::Complete(len)) = parsed.parse(received) else { return false };
    let named = parsed.headers.iter().find(|line| line.name.eq_ignore_ascii_case("content-length"));
    let length = named.and_then(|line| std::str::from_utf8(line.value).ok()?.trim().parse::<usize>().ok());
    length.is_some_and(|length| received.len() - len >= length)
}
