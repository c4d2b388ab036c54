//! Spans as OTLP has them: the messages of `opentelemetry/proto/collector/trace/v1` that are needed, by their field numbers.
//!
//! `conformance/python/test_observability.py` reads them with the package that OpenTelemetry publishes.

use prost::Message;

use super::span::{Attribute, Kind, Span};

/// The name under which the spans of this program are grouped.
const SCOPE: &str = "baton";

#[derive(Clone, PartialEq, Message)]
struct ExportRequest {
    #[prost(message, repeated, tag = "1")]
    resource_spans: Vec<ResourceSpans>,
}

#[derive(Clone, PartialEq, Message)]
struct ResourceSpans {
    #[prost(message, optional, tag = "1")]
    resource: Option<Resource>,
    #[prost(message, repeated, tag = "2")]
    scope_spans: Vec<ScopeSpans>,
}

#[derive(Clone, PartialEq, Message)]
struct Resource {
    #[prost(message, repeated, tag = "1")]
    attributes: Vec<KeyValue>,
}

#[derive(Clone, PartialEq, Message)]
struct ScopeSpans {
    #[prost(message, optional, tag = "1")]
    scope: Option<Scope>,
    #[prost(message, repeated, tag = "2")]
    spans: Vec<WireSpan>,
}

#[derive(Clone, PartialEq, Message)]
struct Scope {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(string, tag = "2")]
    version: String,
}

#[derive(Clone, PartialEq, Message)]
struct WireSpan {
    #[prost(bytes = "vec", tag = "1")]
    trace_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    span_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    parent_span_id: Vec<u8>,
    #[prost(string, tag = "5")]
    name: String,
    #[prost(int32, tag = "6")]
    kind: i32,
    #[prost(fixed64, tag = "7")]
    start_time_unix_nano: u64,
    #[prost(fixed64, tag = "8")]
    end_time_unix_nano: u64,
    #[prost(message, repeated, tag = "9")]
    attributes: Vec<KeyValue>,
    #[prost(message, repeated, tag = "13")]
    links: Vec<Link>,
    #[prost(message, optional, tag = "15")]
    status: Option<Status>,
    /// Bit 0: sampled.
    #[prost(fixed32, tag = "16")]
    flags: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Link {
    #[prost(bytes = "vec", tag = "1")]
    trace_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    span_id: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
struct Status {
    #[prost(int32, tag = "3")]
    code: i32,
}

#[derive(Clone, PartialEq, Message)]
struct KeyValue {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(message, optional, tag = "2")]
    value: Option<AnyValue>,
}

#[derive(Clone, PartialEq, Message)]
struct AnyValue {
    #[prost(oneof = "OneValue", tags = "1, 3")]
    value: Option<OneValue>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum OneValue {
    #[prost(string, tag = "1")]
    Text(String),
    #[prost(int64, tag = "3")]
    Whole(i64),
}

/// What a collector answers where it did not take everything.
#[derive(Clone, PartialEq, Message)]
struct ExportResponse {
    #[prost(message, optional, tag = "1")]
    partial_success: Option<PartialSuccess>,
}

#[derive(Clone, PartialEq, Message)]
struct PartialSuccess {
    #[prost(int64, tag = "1")]
    rejected_spans: i64,
    #[prost(string, tag = "2")]
    error_message: String,
}

/// A request with these spans of a service.
pub(super) fn request(service: &str, spans: &[Span]) -> Vec<u8> {
    let resource = Resource {
        attributes: vec![
            text("service.name", service),
            text("service.version", env!("CARGO_PKG_VERSION")),
            text("telemetry.sdk.language", "rust"),
            text("telemetry.sdk.name", "baton"),
        ],
    };
    let scope = Scope { name: SCOPE.into(), version: env!("CARGO_PKG_VERSION").into() };
    let spans = spans.iter().map(WireSpan::of).collect();
    let scope_spans = vec![ScopeSpans { scope: Some(scope), spans }];
    ExportRequest { resource_spans: vec![ResourceSpans { resource: Some(resource), scope_spans }] }
        .encode_to_vec()
}

/// How many spans a collector says that it did not take, and why. An answer that is none says nothing.
pub(super) fn rejected(answer: &[u8]) -> (u64, String) {
    let partial = ExportResponse::decode(answer).ok().and_then(|response| response.partial_success);
    partial.map_or((0, String::new()), |partial| {
        (u64::try_from(partial.rejected_spans).unwrap_or(0), partial.error_message)
    })
}

impl WireSpan {
    fn of(span: &Span) -> Self {
        let (trace_id, span_id) = span.context().bytes();
        Self {
            trace_id: trace_id.into(),
            span_id: span_id.into(),
            parent_span_id: span.parent.map(|parent| parent.bytes().1.into()).unwrap_or_default(),
            name: span.name.clone().into_owned(),
            kind: match span.kind {
                Kind::Server => 2,
                Kind::Client => 3,
                Kind::Producer => 4,
            },
            start_time_unix_nano: span.began_ns,
            end_time_unix_nano: span.ended_ns,
            attributes: span.attributes.iter().map(|(key, value)| attribute(key, value)).collect(),
            links: span.links.iter().map(|other| Link::of(other.bytes())).collect(),
            status: span.is_error.then_some(Status { code: 2 }),
            flags: 1,
        }
    }
}

impl Link {
    fn of((trace_id, span_id): ([u8; 16], [u8; 8])) -> Self {
        Self { trace_id: trace_id.into(), span_id: span_id.into() }
    }
}

fn attribute(key: &str, value: &Attribute) -> KeyValue {
    match value {
        Attribute::Text(value) => text(key, value),
        Attribute::Whole(number) => {
            KeyValue { key: key.into(), value: Some(AnyValue { value: Some(OneValue::Whole(*number)) }) }
        }
    }
}

fn text(key: &str, value: &str) -> KeyValue {
    KeyValue { key: key.into(), value: Some(AnyValue { value: Some(OneValue::Text(value.into())) }) }
}
