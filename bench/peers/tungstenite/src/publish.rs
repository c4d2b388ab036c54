//! `POST /apps/ID/events`, by which an application publishes. Nothing is checked.

use std::convert::Infallible;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Stream;
use crate::channels::Channels;

/// An event for one channel or several. Name and data go out as they came in.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow)]
    name: &'a RawValue,
    #[serde(borrow)]
    data: &'a RawValue,
    #[serde(default)]
    channels: Vec<String>,
    channel: Option<String>,
}

/// Answers the requests of one connection.
pub async fn serve(stream: impl Stream, channels: Channels) {
    let service = service_fn(|request| answer(request, channels.clone()));
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

async fn answer(request: Request<Incoming>, channels: Channels) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().path();
    let (status, body) = if !path.starts_with("/apps/") || !path.ends_with("/events") {
        (StatusCode::NOT_FOUND, "")
    } else if publish(request, &channels).await.is_some() {
        (StatusCode::OK, "{}")
    } else {
        (StatusCode::BAD_REQUEST, "an event has a name, data and channels")
    };
    let mut response = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
    *response.status_mut() = status;
    Ok(response)
}

async fn publish(request: Request<Incoming>, channels: &Channels) -> Option<()> {
    let body = request.into_body().collect().await.ok()?.to_bytes();
    let Event { name, data, channels: several, channel } = serde_json::from_slice(&body).ok()?;
    for channel in several.iter().chain(&channel) {
        let quoted = serde_json::to_string(channel).ok()?;
        let text = format!(r#"{{"event":{name},"channel":{quoted},"data":{data}}}"#);
        channels.send(channel, text.into(), None).await;
    }
    Some(())
}
