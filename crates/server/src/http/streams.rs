//! What the streams of HTTP/2 hold, within bounds: heads of requests whose bodies have yet to come, and answers that are not
//! taken.
//!
//! With HTTP/1.1 each connection has one of either, and the bytes of the socket bound both. Here a connection has a hundred, and
//! a few bytes can stand for a large head (HPACK, RFC 7541).

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use hyper::{HeaderMap, Uri};

use super::deadlines::{Stage, Unsent};
use super::routes::Answer;
use super::shedding::Live;

/// Fields of a head. Above it: 431. hyper has the same limit for HTTP/1.1.
const FIELDS: usize = 100;
/// What a field takes beside its name and its value.
const FIELD_BYTES: usize = 100;
/// Bytes of an answer that hyper is given at once. It takes all of a part as soon as the client opens its window by a byte.
const PART_BYTES: usize = 16 * 1024;

/// Why a head is not served, if it has too many fields.
pub(super) fn too_many_fields(fields: &HeaderMap) -> Option<String> {
    (fields.len() > FIELDS).then(|| format!("The request's head has over {FIELDS} fields."))
}

/// What a head takes in memory.
pub(super) fn head_bytes(fields: &HeaderMap, uri: &Uri) -> usize {
    let fields = fields.iter().map(|(name, value)| name.as_str().len() + value.len() + FIELD_BYTES);
    let target = uri.path_and_query().map_or(0, |target| target.as_str().len());
    fields.sum::<usize>() + target
}

/// An answer whose body its connection waits for, until all of it was taken.
pub(super) fn sending(answer: Answer, stage: &Arc<Stage>, live: Live) -> Answer {
    answer.map(|body| {
        if body.is_end_stream() {
            return body;
        }
        let bytes = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
        let counts = Some((stage.begin_sending(bytes), live));
        Body::new(Sending { body, rest: Bytes::new(), counts })
    })
}

struct Sending {
    body: Body,
    /// What is left of the part of the body that was read last.
    rest: Bytes,
    /// Until the end of the answer has them.
    counts: Option<(Unsent, Live)>,
}

/// The end of an answer, which counts until it was written: hyper gives up the body before that.
struct End {
    part: Bytes,
    _counts: Option<(Unsent, Live)>,
}

impl AsRef<[u8]> for End {
    fn as_ref(&self) -> &[u8] {
        &self.part
    }
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            let polled = Pin::new(&mut this.body).poll_frame(cx);
            if let Some((unsent, _)) = &mut this.counts {
                unsent.wait(polled.is_pending());
            }
            match ready!(polled).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => this.rest = data,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let part = this.rest.split_to(this.rest.len().min(PART_BYTES));
        if let Some((unsent, _)) = &mut this.counts {
            unsent.taken(part.len());
        }
        let part = match this.is_end_stream() {
            true => Bytes::from_owner(End { part, _counts: this.counts.take() }),
            false => part,
        };
        Poll::Ready(Some(Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut all = SizeHint::new();
        all.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            all.set_upper(upper + rest);
        }
        all
    }
}
