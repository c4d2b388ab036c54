//! A WebSocket upgrade on a connection that hyper already serves: it goes back to a loop.

use std::sync::Arc;

use axum::body::Body;
use hyper::body::Incoming;
use hyper::header::{HeaderName, HeaderValue, UPGRADE};
use hyper::upgrade::Upgraded as HyperUpgraded;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;

use super::rewound::{Carrier, Rewound};
use super::routes::Answer;
use crate::admission;
use crate::loop_message::Upgraded;
use crate::node::Node;
use crate::peer::ClientAddress;

/// Whether the request asks to become a WebSocket.
pub(super) fn is_wanted(request: &Request<Incoming>) -> bool {
    let upgrade = request.headers().get(UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

/// Answers it, and if it is admitted gives the socket to a loop once hyper has sent the answer.
pub(super) async fn answer(
    mut request: Request<Incoming>,
    client: ClientAddress,
    node: &Arc<Node>,
) -> Answer {
    let head = head_of(&request);
    let bytes = match admission::response_to(node, &head, client, true).await {
        Ok(bytes) => {
            let upgrade = hyper::upgrade::on(&mut request);
            let node = node.clone();
            drop(tokio::spawn(async move {
                match upgrade.await {
                    Ok(upgraded) => give_to_a_loop(upgraded, client, head, &node),
                    Err(error) => tracing::debug!(%error, "an upgrade was not completed"),
                }
            }));
            bytes
        }
        Err(bytes) => bytes,
    };
    response_of(&bytes)
}

fn give_to_a_loop(upgraded: HyperUpgraded, client: ClientAddress, head: Vec<u8>, node: &Node) {
    let Ok(parts) = upgraded.downcast::<TokioIo<Rewound>>() else { return };
    let (unread, carrier, taken) = parts.io.into_inner().into_parts();
    let Ok(unread) = unread else {
        return tracing::debug!("what followed an upgrade had to give way; the connection was dropped");
    };
    let mut early = parts.read_buf.to_vec();
    early.extend_from_slice(&unread);
    let (stream, tls) = match carrier {
        Carrier::Plain(stream, _) => (stream, None), // hyper has flushed it
        Carrier::Secured(secured) => {
            let Some((unread, stream, session)) = secured.into_parts() else {
                return tracing::debug!("records of TLS wait to be sent; an upgraded connection was dropped");
            };
            early.extend_from_slice(&unread);
            (stream, Some(session))
        }
    };
    let Ok(stream) = stream.into_std() else { return };
    node.give_to_a_loop(Upgraded { stream, tls, client, head, early });
    drop(taken); // the loop counts it now
}

/// The request head as bytes, since admission reads heads as loops see them.
fn head_of(request: &Request<Incoming>) -> Vec<u8> {
    let mut head = format!("{} {} {:?}\r\n", request.method(), request.uri(), request.version()).into_bytes();
    for (name, value) in request.headers() {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head
}

/// An answer for hyper, from the bytes that a loop would have sent.
pub(super) fn response_of(bytes: &[u8]) -> Answer {
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let mut parsed = httparse::Response::new(&mut headers);
    let len = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(len)) => len,
        _ => bytes.len(),
    };
    let mut answer = Response::new(Body::from(bytes.get(len..).unwrap_or_default().to_vec()));
    *answer.status_mut() = parsed
        .code
        .and_then(|code| StatusCode::from_u16(code).ok())
        .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for header in parsed.headers.iter() {
        let name = HeaderName::from_bytes(header.name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(header.value)) {
            answer.headers_mut().append(name, value);
        }
    }
    answer
}
