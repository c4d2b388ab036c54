//! Where spans are sent, with what, and how many: the settings of the exporter of traces.

use baton_protocols::Secret;
use baton_protocols::settings::Bounds;
use hyper::Uri;
use hyper::header::{HeaderName, HeaderValue};
use percent_encoding::percent_decode_str;

use super::field::{Expected, Field, Given, Kind};
use super::load::Loader;
use super::server::Settings;

/// Variables of OpenTelemetry's SDKs that are not read: with the values that ask for what is done anyway, and advice.
const NOT_READ: [(&str, &[&str], &str); 8] = [
    (
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        &[],
        "set OTEL_EXPORTER_OTLP_ENDPOINT to the collector's base URL",
    ),
    ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", &[], "set OTEL_EXPORTER_OTLP_HEADERS"),
    ("OTEL_EXPORTER_OTLP_PROTOCOL", &["http/protobuf"], "spans are sent as http/protobuf"),
    ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", &["http/protobuf"], "spans are sent as http/protobuf"),
    ("OTEL_TRACES_EXPORTER", &["otlp"], "spans are sent as OTLP; with an empty otlp_endpoint none are sent"),
    (
        "OTEL_TRACES_SAMPLER",
        &["parentbased_traceidratio"],
        "traces are sampled as by parentbased_traceidratio, with the ratio of OTEL_TRACES_SAMPLER_ARG",
    ),
    ("OTEL_RESOURCE_ATTRIBUTES", &[], "spans have the name of OTEL_SERVICE_NAME alone"),
    ("OTEL_SDK_DISABLED", &["false"], "with an empty otlp_endpoint nothing is traced"),
];

/// The port of collectors for gRPC.
const GRPC: u16 = 4317;

/// The path at which a collector takes traces, below its base URL.
const TRACES: &str = "/v1/traces";

/// The base URL of a collector that speaks OTLP over HTTP, or none: the empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Endpoint(String);

impl Endpoint {
    /// Where traces are sent to.
    pub(crate) fn traces_url(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| format!("{}{TRACES}", self.0.trim_end_matches('/')))
    }
}

impl Field for Endpoint {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let is_base = |text: &str| {
            let Ok(uri) = text.parse::<Uri>() else { return false };
            let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
            let has_host =
                uri.authority().is_some_and(|at| !at.as_str().contains('@') && !at.host().is_empty());
            is_web && has_host && uri.query().is_none() && !text.contains('#')
        };
        let text = given.text().filter(|text| bounds.hold(text.len() as u64));
        let text = text.filter(|text| text.is_empty() || is_base(text)).ok_or_else(|| {
            Expected(
                "the base URL of a collector, http://HOST[:PORT] or https://…, without a user or a query"
                    .into(),
            )
        })?;
        self.0 = text.trim_end_matches(TRACES).into();
        Ok(())
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

/// Headers of requests to the collector, as `name=value,name=value` with percent-encoded values, which is how OpenTelemetry's
/// own variable has them. They hold tokens, so none is ever shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportHeaders(Secret);

impl Default for ExportHeaders {
    fn default() -> Self {
        Self(Secret::new(""))
    }
}

impl ExportHeaders {
    /// Names and values.
    pub(crate) fn pairs(&self) -> Vec<(String, String)> {
        parse(self.0.reveal()).unwrap_or_default()
    }
}

fn parse(text: &str) -> Option<Vec<(String, String)>> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let pair = |entry: &str| {
        let (name, value) = entry.split_once('=')?;
        let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
        HeaderName::from_bytes(name.trim().as_bytes()).ok()?;
        HeaderValue::from_str(&value).ok()?;
        Some((name.trim().to_ascii_lowercase(), value.into_owned()))
    };
    entries.map(pair).collect()
}

impl Field for ExportHeaders {
    fn kind(&self) -> Kind {
        Kind::Secret
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let text = given.text().filter(|text| bounds.hold(text.len() as u64));
        let text = text.filter(|text| parse(text).is_some()).ok_or_else(|| {
            Expected("headers as `name=value,name=value`, with values percent-encoded".into())
        })?;
        self.0 = Secret::new(text);
        Ok(())
    }

    fn show(&self) -> String {
        self.0.show()
    }
}

impl Loader<'_> {
    /// Adds notices about settings of tracing that have no effect.
    pub(super) fn notice_tracing(&mut self, settings: &Settings) {
        let endpoint = &settings.otlp_endpoint;
        for (name, done, advice) in NOT_READ {
            let Some(value) = self.environment.get(name).filter(|value| !value.is_empty()) else { continue };
            // Without a collector only a name that may be meant as one matters.
            let matters = endpoint.traces_url().is_some() || name.ends_with("_ENDPOINT");
            if matters && !done.iter().any(|done| done.eq_ignore_ascii_case(value)) {
                self.notices.push(format!("{name} is not read: {advice}"));
            }
        }
        if endpoint.0.parse::<Uri>().is_ok_and(|uri| uri.port_u16() == Some(GRPC)) {
            self.notices.push(format!(
                "otlp_endpoint has port {GRPC}, at which collectors expect gRPC: spans are sent over HTTP, for which the usual \
                 port is 4318"
            ));
        }
    }
}

/// A part of all, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ratio(pub(crate) f64);

impl Field for Ratio {
    fn kind(&self) -> Kind {
        Kind::Ratio
    }

    fn set(&mut self, given: Given<'_>, _bounds: Bounds) -> Result<(), Expected> {
        let ratio = given.number().filter(|ratio| (0.0..=1.0).contains(ratio));
        *self = Self(ratio.ok_or_else(|| Expected("a number from 0 to 1".into()))?);
        Ok(())
    }

    fn show(&self) -> String {
        let text = self.0.to_string();
        if text.contains('.') { text } else { format!("{text}.0") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<F: Field + Default>(text: &str) -> Result<F, Expected> {
        let mut field = F::default();
        field.set(Given::Text(text), Bounds { lowest: 0, highest: 1_024 }).map(|()| field)
    }

    #[test]
    fn traces_go_below_the_base_url() {
        for (given, url) in [
            ("", None),
            ("http://127.0.0.1:4318", Some("http://127.0.0.1:4318/v1/traces")),
            ("https://otlp.example/otlp/", Some("https://otlp.example/otlp/v1/traces")),
            ("http://[::1]:4318/v1/traces", Some("http://[::1]:4318/v1/traces")),
        ] {
            assert_eq!(set::<Endpoint>(given).unwrap().traces_url().as_deref(), url, "{given}");
        }
        for wrong in
            ["127.0.0.1:4318", "grpc://a:4317", "http://user:word@a", "http://a/?key=1", "http://a/#b"]
        {
            assert!(set::<Endpoint>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn headers_are_percent_decoded_and_never_shown() {
        let headers: ExportHeaders = set("Authorization=Basic%20dXNlcg==, x-tenant = a%2Cb ,").unwrap();
        let pairs = headers.pairs();
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(pairs, [("authorization", "Basic dXNlcg=="), ("x-tenant", "a,b")]);
        assert_eq!(headers.show(), "********");
        assert!(!format!("{headers:?}").contains("dXNlcg"));
        for wrong in ["no value", "na me=x", "a=%0a", "=x"] {
            assert!(set::<ExportHeaders>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_ratio_is_a_part() {
        let mut ratio = Ratio(0.5);
        for (given, is_one) in
            [("0", true), ("1", true), ("0.01", true), ("1.01", false), ("-1", false), ("NaN", false)]
        {
            assert_eq!(ratio.set(Given::Text(given), Bounds::ANY).is_ok(), is_one, "{given}");
        }
        assert_eq!((Ratio(1.0).show(), Ratio(0.01).show()), ("1.0".into(), "0.01".into()));
    }
}
