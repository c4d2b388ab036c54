//! One HTTP request on a connection of its own.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::header::{ACCEPT, HOST, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use super::super::observation::{Exchange, Response, Silence};
use super::{EXCHANGE, Stream};

/// Bytes of a response's head.
const HEAD_BYTES: usize = 32 * 1_024;
/// Bytes of a body that are read, unless the caller expects more; the rest is left.
const BODY_BYTES: usize = 64 * 1_024;

/// A request: its method, path with query, further headers and body; and how long and how large its response may be.
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    pub(crate) target: &'a str,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: Bytes,
    pub(crate) within: Duration,
    pub(crate) most_bytes: usize,
}

impl<'a> Call<'a> {
    pub(crate) fn get(target: &'a str) -> Self {
        let (within, most_bytes) = (EXCHANGE, BODY_BYTES);
        Self { method: Method::GET, target, headers: &[], body: Bytes::new(), within, most_bytes }
    }

    pub(crate) fn post(target: &'a str, body: Bytes) -> Self {
        let headers = &[("content-type", "application/json")];
        Self { method: Method::POST, headers, body, ..Self::get(target) }
    }
}

/// Sends it, and reads the response to its end or to the bytes that it may have.
pub(super) async fn exchange(stream: Stream, host: &str, call: Call<'_>) -> Exchange {
    let (within, most_bytes) = (call.within, call.most_bytes);
    let asked = async {
        let unfit = |error: hyper::http::Error| Silence::NotHttp(error.to_string());
        let mut request = Request::builder()
            .method(call.method)
            .uri(call.target)
            .header(HOST, host)
            .header(ACCEPT, "*/*")
            .header(USER_AGENT, concat!("baton-doctor/", env!("CARGO_PKG_VERSION")));
        for (name, value) in call.headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(call.body)).map_err(unfit)?;
        let mut builder = hyper::client::conn::http1::Builder::new();
        let handshake = builder.max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(silence)?;
        let connection = tokio::spawn(connection);
        let response = match sender.send_request(request).await {
            Ok(response) => read(response, most_bytes).await,
            Err(error) => Err(silence(error)),
        };
        connection.abort();
        response
    };
    timeout(within, asked).await.unwrap_or(Err(Silence::Late))
}

async fn read(response: hyper::Response<hyper::body::Incoming>, most_bytes: usize) -> Exchange {
    let (head, mut body) = response.into_parts();
    let mut bytes = Vec::new();
    while bytes.len() < most_bytes
        && let Some(Ok(frame)) = body.frame().await
    {
        if let Some(data) = frame.data_ref() {
            let room = most_bytes - bytes.len();
            bytes.extend_from_slice(data.get(..room).unwrap_or(data));
        }
    }
    let header = |(name, value): (&hyper::header::HeaderName, &hyper::header::HeaderValue)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(Response {
        status: head.status.as_u16(),
        headers: head.headers.iter().map(header).collect(),
        body: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

fn silence(error: hyper::Error) -> Silence {
    let is_cut = error.is_closed() || error.is_incomplete_message() || error.is_canceled();
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<std::io::Error>());
    match source {
        _ if is_cut => Silence::Closed,
        Some(_) => Silence::Closed,
        None => Silence::NotHttp(error.to_string()),
    }
}
