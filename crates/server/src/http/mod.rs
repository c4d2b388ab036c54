//! HTTP beside the hot path: hyper on a small Tokio runtime serves what the loops hand over.
//!
//! A loop reads the head of each request. It keeps WebSockets and publishes; everything else comes here, with
//! the bytes already read, and stays until the connection ends or becomes a WebSocket after all.

mod acme;
mod admin;
mod body;
mod deadlines;
mod event_stream;
pub(crate) mod http2;
mod inspector;
mod longpoll;
mod observed;
mod operators;
mod pusher;
mod rewound;
mod routes;
mod secured;
mod shedding;
mod streams;
mod supabase;
mod upgrade;

use std::future::Future;
use std::net::TcpStream;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use baton_protocols::Refusal;
use baton_reactor::TlsSession;
use baton_wire::handshake::MAX_HEAD_BYTES;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

pub(crate) use self::body::no_room;
use self::deadlines::{Limits, Stage};
pub(crate) use self::pusher::handle_signed;
use self::rewound::{Carrier, Rewound, Taken};
use self::routes::Routes;
use self::shedding::{Load, Requests, Throttle};

use crate::admission;
use crate::incomplete::ReadAhead;
use crate::metrics::HttpSocket;
use crate::node::Node;
use crate::observe;
use crate::peer::Peer;
use crate::per_address::Counted;
use crate::refusals::Refused;

/// Bytes that hyper may read ahead, or gather to be written, for one connection.
const BUFFER_BYTES: usize = 2 * MAX_HEAD_BYTES;
/// Connections of the metrics listener at once; more wait in the kernel. Operators and Prometheus need a few.
const METRICS_CONNECTIONS: usize = 64;

/// A connection that a loop gives away.
pub(crate) struct Handed {
    /// The socket, non-blocking, and in no loop any more. A Unix socket is one too: it is read, written and closed, which is the
    /// same for both.
    pub(crate) stream: TcpStream,
    /// Its TLS, if it speaks any.
    pub(crate) tls: Option<Box<TlsSession>>,
    /// Where it comes from.
    pub(crate) peer: Peer,
    /// What was read from it and belongs to the requests that follow.
    pub(crate) ahead: ReadAhead,
    /// Answers to earlier requests, as they go over the network, that the socket has not taken.
    pub(crate) unsent: Vec<u8>,
    /// It begins as HTTP/2 does.
    pub(crate) is_http2: bool,
    /// It has not been answered yet.
    pub(crate) pending: Option<Counted>,
    /// Its place among the sockets of the process.
    pub(crate) socket: HttpSocket,
}

/// The way from the loops to hyper. Unbounded as a queue; each entry is an open file, and those are limited.
pub(crate) type Handover = UnboundedSender<Handed>;

/// A hand-over, and the end at which [`serve_handed`] waits.
pub(crate) fn handover() -> (Handover, UnboundedReceiver<Handed>) {
    unbounded_channel()
}

/// Serves connections as loops hand them over, until the last loop is gone.
pub(crate) async fn serve_handed(mut handed: UnboundedReceiver<Handed>, node: Arc<Node>) {
    let shows_metrics = node.config().settings.is_for_this_machine();
    let sessions = node.longpoll.clone();
    let node_of_sessions = Arc::clone(&node);
    drop(tokio::spawn(async move { sessions.look_after(&node_of_sessions).await }));
    let routes = Arc::new(Routes::new(node, shows_metrics));
    let load = Arc::<Load>::default();
    while let Some(handed) = handed.recv().await {
        let Handed { stream, tls, peer, ahead, unsent, is_http2, pending, socket } = handed;
        match tokio::net::TcpStream::from_std(stream) {
            Ok(stream) => {
                let limits = Limits::of(&routes.node().config().settings);
                let stage = match is_http2 {
                    true => Stage::of_streams(pending, &limits),
                    false => Stage::new(pending),
                };
                let stage = Arc::new(stage);
                let carrier = Carrier::new(stream, tls, unsent, &routes.node().metrics);
                let taken = Taken { _socket: Some(socket) };
                let stream = Rewound::new(Some(ahead), carrier, limits, stage.clone(), taken);
                let (routes, load) = (routes.clone(), load.clone());
                drop(tokio::spawn(async move {
                    match stream.is_given_up() {
                        true => turn_away(stream, is_http2, peer, &routes).await,
                        false if is_http2 => serve_http2(stream, stage, peer, routes, &load).await,
                        false => serve(stream, stage, peer, routes).await,
                    }
                }));
            }
            Err(error) => tracing::warn!(%error, "a connection could not be handed to the HTTP server"),
        }
    }
}

/// Serves what operators ask on a listener of its own.
pub(crate) async fn serve_metrics(listener: TcpListener, node: Arc<Node>) {
    let limits = Limits::of(&node.config().settings);
    let routes = Arc::new(Routes::only_metrics(node));
    let places = Arc::new(Semaphore::new(METRICS_CONNECTIONS));
    // The semaphore is never closed.
    while let Ok(place) = places.clone().acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let stage = Arc::new(Stage::new(None));
                let carrier = Carrier::Plain(stream, Vec::new());
                let stream = Rewound::new(None, carrier, limits, stage.clone(), Taken::default());
                let peer = Peer::at(peer.ip(), &routes.node().config().settings);
                let served = serve(stream, stage, peer, routes.clone());
                drop(tokio::spawn(async move {
                    served.await;
                    drop(place);
                }));
            }
            Err(error) => {
                tracing::warn!(%error, "the metrics listener cannot accept; trying again in a second");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Answers a connection whose first request was evicted on its way here.
async fn turn_away(mut stream: Rewound, is_http2: bool, peer: Peer, routes: &Routes) {
    let why = no_room(routes.node());
    routes.node().refusals.note(&Refused::new(Refusal::Overload, &why).from(peer.ip));
    observe::unreadable(routes.node(), peer.ip, 503, if is_http2 { 0 } else { why.len() });
    if is_http2 {
        return; // it would not understand
    }
    // A client that has hung up needs no answer.
    _ = stream.write_all(&admission::dated(&admission::overloaded(&why))).await;
    _ = stream.shutdown().await;
}

async fn serve(stream: Rewound, stage: Arc<Stage>, peer: Peer, routes: Arc<Routes>) {
    let node = Arc::clone(routes.node());
    let service = service_fn(move |request| {
        let (routes, serving) = (routes.clone(), stage.begin_service(routes.waits(&request)));
        async move {
            let answer = routes.answer(request, peer).await;
            drop(serving);
            answer
        }
    });
    // The stream has the deadlines, so hyper needs none.
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .keep_alive(!*node.leaving().borrow())
        .max_buf_size(BUFFER_BYTES)
        .max_header_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = until_leaving(connection.as_mut(), |connection| connection.graceful_shutdown(), &node).await;
    ended(served, peer, &node);
}

async fn serve_http2(stream: Rewound, stage: Arc<Stage>, peer: Peer, routes: Arc<Routes>, load: &Arc<Load>) {
    let node = Arc::clone(routes.node());
    let stream = stream.throttled(Throttle::new(load));
    let requests = Requests::new(load);
    let service = service_fn(move |request| {
        let mut request = http2::as_http1(request);
        let (routes, stage, requests) = (routes.clone(), stage.clone(), requests.clone());
        let waits = routes.waits(&request);
        let serving = stage.begin_service(waits);
        let arrived = requests.arrived(streams::head_bytes(request.headers(), request.uri()));
        async move {
            let Some((live, head)) = arrived.admit(routes.http2_bytes()) else {
                return Ok(routes.shed(request, peer).await);
            };
            request.extensions_mut().insert(head); // counts as long as the head is stored
            stage.has_room().await;
            // A client that polls has a session, and is bounded as connections are.
            let live = (!waits).then_some(live);
            let answer = routes.answer(request, peer).await;
            drop(serving);
            answer.map(|answer| streams::sending(answer, &stage, live.unwrap_or_else(|| requests.live())))
        }
    });
    let mut connection = pin!(http2::builder().serve_connection(TokioIo::new(stream), service));
    let served = until_leaving(connection.as_mut(), |connection| connection.graceful_shutdown(), &node).await;
    ended(served, peer, &node);
}

/// Serves a connection to its end, which it is asked for when the process begins to leave.
async fn until_leaving<C: Future>(
    mut connection: Pin<&mut C>,
    shut_down: impl FnOnce(Pin<&mut C>),
    node: &Node,
) -> C::Output {
    let mut leaving = node.leaving();
    let is_last = *leaving.borrow();
    tokio::select! {
        // First, so that it has seen the request for which it was handed over: hyper closes one that has seen none.
        biased;
        served = connection.as_mut() => served,
        () = async { drop(leaving.wait_for(|leaving| *leaving).await) }, if !is_last => {
            shut_down(connection.as_mut()); // what was asked is answered
            connection.await
        }
    }
}

/// Whether the client broke the rules of HTTP/2, and not its connection.
fn is_of_http2(error: &hyper::Error) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let mut causes = causes.peekable();
    causes.peek().is_some() && !causes.any(|cause| cause.is::<std::io::Error>())
}

/// Notes how a connection ended.
fn ended(served: hyper::Result<()>, peer: Peer, node: &Node) {
    match served {
        Err(error) if error.is_parse() || is_of_http2(&error) => {
            node.refusals.note(&Refused::new(Refusal::Malformed, &error).from(peer.ip));
            observe::unreadable(node, peer.ip, 400, 0); // as hyper has answered
        }
        Err(error) => tracing::debug!(peer = %peer.ip, %error, "an HTTP connection ended early"),
        Ok(()) => {}
    }
}
