//! Who may open a WebSocket, and with what session: the table of protocols, and what is the same for all of them.

use std::io::Write as _;
use std::sync::Arc;
use std::time::SystemTime;

use baton_protocols::pusher::api;
use baton_protocols::{HookEvent, Refusal, Session};
use baton_wire::deflate::{Compression as Policy, DeflateParams};
use baton_wire::handshake::{self, RequestHead, Upgrade};
use baton_wire::{Decoder, Limits, Role};
use httpdate::HttpDate;

use crate::app_state::AppState;
use crate::node::Node;
use crate::observe::RequestId;
use crate::peer::ClientAddress;
use crate::per_address::{Counted, TooMany};
use crate::recovery::{Recognised, name};
use crate::refusals::Refused;
use crate::supabase::{KeyWait, NotAdmitted};
use crate::worker::{Codec, Compression};
use crate::{echo, pusher, settings, supabase};

/// zlib's level for what clients are sent: 1 is three times as fast as 6, and JSON shrinks nearly as much.
pub(crate) const DEFLATE_LEVEL: u8 = 1;

/// A WebSocket that may open.
pub(crate) struct Admitted {
    /// The 101 to send first.
    pub(crate) response: Vec<u8>,
    /// The app; a place in it is held for this connection, and given back by [`AppState::disconnect`].
    pub(crate) state: Arc<AppState>,
    pub(crate) session: Box<dyn Session + Send>,
    /// The name of its protocol.
    pub(crate) protocol: &'static str,
    pub(crate) compression: Compression,
    pub(crate) decoder: Decoder,
    pub(crate) message_lengths: MessageLengths,
    /// It is counted for its client's address.
    pub(crate) counted: Option<Counted>,
    /// The page that it comes from, if a hook of the app asks for it.
    pub(crate) origin: Option<Box<str>>,
    /// What its client is recognised by, if its app has recovery.
    pub(crate) recognised: Option<Recognised>,
}

/// What is done with long messages of one client, by their bytes. As small as a word, since each connection has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessageLengths {
    /// Up to here they are read.
    read: u32,
    /// Up to here they are skipped ([`Limits::skipped_bytes`]).
    skipped: u32,
}

impl MessageLengths {
    /// Messages up to `read` bytes, and up to `skipped` to be answered with an error.
    pub(crate) fn new(read: usize, skipped: usize) -> Self {
        let [read, skipped] = [read, skipped].map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX));
        Self { read, skipped }
    }

    /// As the decoder takes them, with the other limits of `limits`.
    pub(crate) fn within(self, limits: Limits) -> Limits {
        let [message_bytes, skipped_bytes] =
            [self.read, self.skipped].map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Limits { message_bytes, skipped_bytes, ..limits }
    }
}

/// Who asks to be admitted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    /// Where it comes from.
    pub(crate) client: ClientAddress,
    /// Whether it may wait for keys.
    pub(crate) key_wait: KeyWait,
    /// Whether it hears what is said on the WebSocket, which is all that a page is shown of a refusal. A client by long-poll
    /// reads the response.
    pub(crate) opens: bool,
}

/// A protocol that is served over WebSockets: how its requests are recognised, and what becomes of them.
pub(crate) struct Protocol {
    /// What the access log calls it.
    pub(crate) name: &'static str,
    /// Whether its clients connect to such a path. Asked in the order of [`PROTOCOLS`].
    pub(crate) serves: fn(&Node, &str) -> bool,
    /// The subprotocol that its clients are answered with (RFC 6455, section 1.9); `admit` refuses those that do not offer it.
    /// `None`: it has none.
    pub(crate) subprotocol: Option<&'static str>,
    /// Admits a request to such a path, or returns the whole HTTP response that refuses it.
    pub(crate) admit: fn(&Node, &Opening<'_>) -> Result<Admission, NotAdmitted>,
}

/// Every protocol. A new one is a module with a session in `baton-protocols`, a row here and one in its `framing`.
const PROTOCOLS: [Protocol; 3] = [echo::PROTOCOL, supabase::PROTOCOL, pusher::PROTOCOL];

/// A request to open a WebSocket, as its protocol judges it.
pub(crate) struct Opening<'h> {
    pub(crate) head: &'h RequestHead<'h>,
    /// The path and query, without the setting `path_prefix`.
    pub(crate) target: &'h str,
    /// The page that it comes from, where it comes from a browser.
    pub(crate) origin: Option<&'h str>,
    pub(crate) asker: Asker,
}

impl Opening<'_> {
    /// The refusal of a path under which nothing is served.
    pub(crate) fn not_served(&self, node: &Node) -> NotAdmitted {
        let why = match self.target.starts_with(name::PREFIX) {
            true => {
                "No WebSocket is served under this path: the ID in /resume/ID/app/{key} must have 16 to 64 letters, digits, \
                     -, _ or ."
            }
            false => {
                "No WebSocket is served under this path: Pusher clients connect to /app/{key}, Supabase clients to \
                      /realtime/v1/websocket."
            }
        };
        node.refusals.note(&Refused::new(Refusal::App, &why).from(self.asker.client));
        plain(404, "Not Found", why).into()
    }
}

/// A connection with its app, in which a place is held for it, and its session.
pub(crate) struct Admission {
    pub(crate) state: Arc<AppState>,
    pub(crate) session: Box<dyn Session + Send>,
    pub(crate) message_lengths: MessageLengths,
}

/// Whether WebSockets open under a path, without the setting `path_prefix`.
pub(crate) fn is_for_websockets(node: &Node, path: &str) -> bool {
    let (path, _) = name::of_path(path);
    PROTOCOLS.iter().any(|protocol| (protocol.serves)(node, path))
}

/// Admits a request, or returns why not: mostly a whole HTTP response.
pub(crate) fn admit(node: &Node, head: &RequestHead<'_>, asker: Asker) -> Result<Admitted, NotAdmitted> {
    let upgrade = handshake::upgrade(head).map_err(|refused| {
        node.refusals.note(&Refused::new(Refusal::Malformed, &refused).from(asker.client));
        refused.response_bytes()
    })?;
    let target = head.target();
    let config = node.config();
    let target = target.strip_prefix(&*config.settings.path_prefix).unwrap_or(target);
    let (target, named) = name::of_path(target);
    let opening = Opening { head, target, origin: upgrade.origin(), asker };
    let counted = count(node, asker.client)?;
    let protocol = PROTOCOLS.iter().find(|protocol| (protocol.serves)(node, target));
    let protocol = protocol.ok_or_else(|| opening.not_served(node))?;
    let Admission { state, session, message_lengths } = (protocol.admit)(node, &opening)?;
    let deflate = agree_on_compression(node, &upgrade);
    let mut response = Vec::with_capacity(256);
    handshake::accept_response(&mut response, &upgrade, protocol.subprotocol, deflate.as_ref());
    let recognised = state.app.recovery.then(|| {
        let (recognised, header) = recognise(&opening, named, &state, config.settings.tls.is_some());
        if let Some(header) = header {
            response = with_header(&response, &header);
        }
        recognised
    });
    let decoder = Decoder::new(Role::Server, deflate.is_some());
    let compression = deflate.map_or(Compression::Off, |params| compression(&params));
    let is_asked_for = state.app.hooks.have(HookEvent::Connect);
    let origin = opening.origin.filter(|_| is_asked_for).map(Box::from);
    let protocol = protocol.name;
    Ok(Admitted {
        response,
        state,
        session,
        protocol,
        compression,
        decoder,
        message_lengths,
        counted,
        origin,
        recognised,
    })
}

/// Recognises the client of an app with recovery; a header gives its browser a cookie.
fn recognise(
    opening: &Opening<'_>,
    named: Option<&str>,
    state: &AppState,
    is_tls: bool,
) -> (Recognised, Option<String>) {
    let Opening { head, target, origin, .. } = opening;
    let named = named.or_else(|| name::of_query(target));
    // A proxy that is not trusted could only make the cookie one that browsers do not take.
    let is_secure = is_tls || head.header("x-forwarded-proto").is_some_and(|proto| proto == "https");
    name::recognise(&state.app, *origin, named, head.header_values("cookie"), is_secure)
}

/// Counts one more client of an address, or returns the whole HTTP response that refuses it.
pub(crate) fn count(node: &Node, client: ClientAddress) -> Result<Option<Counted>, Vec<u8>> {
    if client.is_of_proxy {
        if node.clients_per_address.is_limited() {
            node.unnamed_clients.warn(node, client);
        }
        return Ok(None);
    }
    node.clients_per_address.count(client.ip).map_err(|TooMany { limit }| {
        let why = format!(
            "{limit} connections of {} are open (setting max_connections_per_ip; a proxy has to be in trusted_proxies).",
            client.ip
        );
        node.refusals.note(&Refused::new(Refusal::Limit, &why).from(client));
        plain(429, "Too Many Requests", &why)
    })
}

/// The response to a request that hyper holds: the 101 of an admitted one, or a refusal. The place in the app is
/// given back at once, since the loop that gets the socket admits it again.
pub(crate) async fn response_to(
    node: &Node,
    head: &[u8],
    client: ClientAddress,
    opens: bool,
) -> Result<Vec<u8>, Vec<u8>> {
    // One round for the keys of each app, and no more, however often those change.
    let apps = node.config().apps().len();
    for _ in 0..apps {
        match response_at_once(node, head, Asker { client, key_wait: KeyWait::Allowed, opens }) {
            Ok(response) => return Ok(response),
            Err(NotAdmitted::Refused(response)) => return Err(response),
            Err(NotAdmitted::KeysPending(state, seen)) => state.keys.newer(seen).await,
        }
    }
    let asker = Asker { client, key_wait: KeyWait::Refused, opens };
    response_at_once(node, head, asker).map_err(NotAdmitted::into_response)
}

fn response_at_once(node: &Node, head: &[u8], asker: Asker) -> Result<Vec<u8>, NotAdmitted> {
    match handshake::parse_request(head) {
        Ok(Some(head)) => {
            let admitted = admit(node, &head, asker)?;
            admitted.state.disconnect();
            Ok(admitted.response)
        }
        Ok(None) => Err(plain(400, "Bad Request", "The request's head is incomplete.").into()),
        Err(refused) => Err(refused.response_bytes().into()),
    }
}

impl NotAdmitted {
    /// The response to a request that does not wait for keys.
    pub(crate) fn into_response(self) -> Vec<u8> {
        match self {
            Self::Refused(response) => response,
            Self::KeysPending(..) => {
                plain(503, "Service Unavailable", "The keys of the app are being fetched.")
            }
        }
    }
}

impl From<Vec<u8>> for NotAdmitted {
    fn from(response: Vec<u8>) -> Self {
        Self::Refused(response)
    }
}

fn agree_on_compression(node: &Node, upgrade: &Upgrade<'_>) -> Option<DeflateParams> {
    let policy = match node.config().settings.compression {
        settings::Compression::Off => Policy::Off,
        settings::Compression::Shared => Policy::Shared,
        settings::Compression::Full => Policy::Full,
    };
    DeflateParams::negotiate(upgrade.extensions(), policy)
}

fn compression(params: &DeflateParams) -> Compression {
    let inflater = params.inflater(Role::Server);
    if inflater.is_none() && params.accepts_shared(Role::Server) {
        Compression::Shared
    } else {
        let deflater = params.deflater(Role::Server, DEFLATE_LEVEL);
        Compression::Own(Box::new(Codec { inflater, deflater }))
    }
}

/// A whole HTTP response with a text that says what to change, after which the connection ends.
pub(crate) fn plain(status: u16, reason: &str, text: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    )
    .into_bytes()
}

/// The same where the server has no room for the moment.
pub(crate) fn overloaded(text: &str) -> Vec<u8> {
    let mut response = plain(503, "Service Unavailable", text);
    let end_of_line = response.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    response.splice(end_of_line..end_of_line, *b"Retry-After: 1\r\n");
    response
}

/// A response with the time at which it was made, which RFC 9110 section 6.6.1 asks for.
pub(crate) fn dated(response: &[u8]) -> Vec<u8> {
    with_header(response, &format!("Date: {}\r\n", now()))
}

/// A whole response with one more header, which ends with its line.
pub(crate) fn with_header(response: &[u8], header: &str) -> Vec<u8> {
    let line = response.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (line, rest) = response.split_at(line);
    [line, header.as_bytes(), rest].concat()
}

fn now() -> HttpDate {
    HttpDate::from(SystemTime::now())
}

/// A whole HTTP response from the API's answer, with the id of its request where that is to be said, after which the connection goes on.
pub(crate) fn http_response(answer: &api::Response, request_id: Option<&RequestId>) -> Vec<u8> {
    let reason = hyper::StatusCode::from_u16(answer.status).ok().and_then(|code| code.canonical_reason());
    let mut out = Vec::with_capacity(128 + answer.body.len());
    // Writing to a vector cannot fail.
    let _ = write!(
        out,
        "HTTP/1.1 {} {}\r\nDate: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n",
        answer.status,
        reason.unwrap_or("Unknown"),
        now(),
        answer.content_type,
        answer.body.len()
    );
    if let Some(id) = request_id {
        let _ = write!(out, "X-Request-Id: {}\r\n", id.as_str());
    }
    if let Some(allow) = answer.allow {
        let _ = write!(out, "Allow: {allow}\r\n");
    }
    if let Some(seconds) = answer.retry_after_s {
        let _ = write!(out, "Retry-After: {seconds}\r\n");
    }
    out.extend_from_slice(b"\r\n");
    out.extend_from_slice(&answer.body);
    out
}
