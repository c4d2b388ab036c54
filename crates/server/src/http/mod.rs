//! HTTP beside the hot path: hyper on a small Tokio runtime serves what the loops hand over.
//!
//! A loop reads the head of each request. It keeps WebSockets and publishes; everything else comes here, with
//! the bytes already read, and stays until the connection ends or becomes a WebSocket after all.

mod longpoll;
mod rewound;
mod routes;
mod secured;
mod supabase;
mod upgrade;

use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use baton_reactor::TlsSession;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use self::rewound::{Carrier, Rewound};
use self::routes::Routes;
use crate::node::Node;

/// A connection that a loop gives away.
pub(crate) struct Handed {
    /// The socket, non-blocking, and in no loop any more.
    pub(crate) stream: TcpStream,
    /// Its TLS, if it speaks any.
    pub(crate) tls: Option<Box<TlsSession>>,
    /// Where it comes from.
    pub(crate) peer: IpAddr,
    /// What was read from it and belongs to the requests that follow.
    pub(crate) early: Vec<u8>,
}

/// The way from the loops to hyper. Unbounded as a queue; each entry is an open file, and those are limited.
pub(crate) type Handover = UnboundedSender<Handed>;

/// A hand-over, and the end at which [`serve_handed`] waits.
pub(crate) fn handover() -> (Handover, UnboundedReceiver<Handed>) {
    unbounded_channel()
}

/// Serves connections as loops hand them over, until the last loop is gone.
pub(crate) async fn serve_handed(mut handed: UnboundedReceiver<Handed>, node: Arc<Node>) {
    let shows_metrics = node.settings.listen.ip().is_loopback();
    let sessions = node.longpoll.clone();
    drop(tokio::spawn(async move { sessions.look_after().await }));
    let routes = Arc::new(Routes::new(node, shows_metrics));
    while let Some(Handed { stream, tls, peer, early }) = handed.recv().await {
        match tokio::net::TcpStream::from_std(stream) {
            Ok(stream) => {
                let stream = Rewound::new(early, Carrier::new(stream, tls, &routes.node().metrics));
                drop(tokio::spawn(serve(stream, peer, routes.clone())));
            }
            Err(error) => tracing::warn!(%error, "a connection could not be handed to the HTTP server"),
        }
    }
}

/// Serves `/metrics`, `/up` and `/ready` on a listener of their own.
pub(crate) async fn serve_metrics(listener: TcpListener, node: Arc<Node>) {
    let routes = Arc::new(Routes::only_metrics(node));
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let stream = Rewound::new(Vec::new(), Carrier::Plain(stream));
                drop(tokio::spawn(serve(stream, peer.ip(), routes.clone())));
            }
            Err(error) => {
                tracing::warn!(%error, "the metrics listener cannot accept; trying again in a second");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn serve(stream: Rewound, peer: IpAddr, routes: Arc<Routes>) {
    let head_timeout = Duration::from_secs(u64::from(routes.node().settings.head_timeout_s));
    let service = service_fn(move |request| {
        let routes = routes.clone();
        async move { routes.answer(request, peer).await }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "an HTTP connection ended early");
    }
}
