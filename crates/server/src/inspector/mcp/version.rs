//! Which revision of MCP a request speaks.
//!
//! Until 2025-11-25 a client began with `initialize`; since 2026-07-28 each request says everything, and repeats it in headers,
//! which have to agree with the body. Both are served at once, as neither needs anything to be remembered.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::HeaderMap;
use serde_json::{Map, Value, json};

use super::rpc::{Fault, Request};

/// The revision whose requests stand by themselves.
const SELF_CONTAINED: &str = "2026-07-28";
/// Those that begin with `initialize`, the newest first.
const INITIALIZED: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// How long a client may take a list of tools for the present one: settings and roles change seldom.
const FRESH_MS: u64 = 60_000;

/// How requests are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// After `initialize`.
    Initialized,
    /// Each by itself.
    SelfContained,
}

impl Era {
    /// That of a request, whose headers have to agree with its body.
    pub(super) fn of(headers: &HeaderMap, request: &Request) -> Result<Self, Fault> {
        let named = one(headers, "mcp-protocol-version")?;
        let empty = Map::new();
        let meta = request.params.get("_meta").and_then(Value::as_object).unwrap_or(&empty);
        match (meta.get(VERSION), named) {
            (Some(Value::String(version)), named) => {
                agree("MCP-Protocol-Version", named, version)?;
                check_self_contained(headers, request, meta, version)?;
                Ok(Self::SelfContained)
            }
            (Some(_), _) => {
                Err(Fault::params(format!("{VERSION} in params._meta has to be a string")).with_status(400))
            }
            (None, Some(SELF_CONTAINED)) => {
                Err(Fault::params(format!("params._meta lacks {VERSION}")).with_status(400))
            }
            // It asks which versions there are, whatever its headers say.
            (None, _) if request.method == "initialize" => Ok(Self::Initialized),
            // Clients of 2025-03-26 have no such header.
            (None, None) => Ok(Self::Initialized),
            (None, Some(version)) if INITIALIZED.contains(&version) => Ok(Self::Initialized),
            (None, Some(version)) => Err(unsupported(version)),
        }
    }

    /// A result with what this revision has in all of them.
    pub(super) fn complete(self, mut result: Value) -> Value {
        if self == Self::SelfContained {
            result["resultType"] = json!("complete");
            result["_meta"] = json!({ SERVER: server() });
        }
        result
    }

    /// The same for one that may be stored for a while, by this client alone: it depends on who asks.
    pub(super) fn fresh(self, mut result: Value) -> Value {
        if self == Self::SelfContained {
            result["ttlMs"] = json!(FRESH_MS);
            result["cacheScope"] = json!("private");
        }
        result
    }

    /// The answer to a method that this revision does not have.
    pub(super) fn no_method(self, method: &str) -> Fault {
        let (status, all) = match self {
            Self::Initialized => (200, "initialize, ping, tools/list and tools/call"),
            Self::SelfContained => (404, "server/discover, tools/list and tools/call"),
        };
        let method: String = method.chars().take(100).collect();
        Fault::new(-32601, format!("There is no method {method:?}; there are {all}")).with_status(status)
    }
}

/// The version that is agreed on with a client that asks for this one.
pub(super) fn negotiated(asked: &str) -> &'static str {
    INITIALIZED.into_iter().find(|version| *version == asked).unwrap_or(INITIALIZED[0])
}

/// Versions whose requests stand by themselves.
pub(super) fn discovered() -> Value {
    json!([SELF_CONTAINED])
}

/// How the server names itself.
pub(super) fn server() -> Value {
    json!({ "name": "baton", "title": "Baton Channel Inspector", "version": env!("CARGO_PKG_VERSION") })
}

fn check_self_contained(
    headers: &HeaderMap,
    request: &Request,
    meta: &Map<String, Value>,
    version: &str,
) -> Result<(), Fault> {
    if version != SELF_CONTAINED {
        return Err(unsupported(version));
    }
    if !meta.get(CAPABILITIES).is_some_and(Value::is_object) {
        return Err(Fault::params(format!("params._meta lacks the object {CAPABILITIES}")).with_status(400));
    }
    agree("Mcp-Method", one(headers, "mcp-method")?, &request.method)?;
    match request.params.get("name").and_then(Value::as_str) {
        Some(name) if request.method == "tools/call" => {
            let given = one(headers, "mcp-name")?.map(decoded).transpose()?;
            agree("Mcp-Name", given.as_deref(), name)
        }
        _ => Ok(()),
    }
}

fn unsupported(version: &str) -> Fault {
    let version: String = version.chars().take(100).collect();
    let supported: Vec<_> = std::iter::once(SELF_CONTAINED).chain(INITIALIZED).collect();
    Fault::new(-32022, format!("The protocol version {version:?} is not supported"))
        .with_data(json!({ "supported": supported, "requested": version }))
        .with_status(400)
}

/// Programs on the way route by the header, so it has to be what is done.
fn agree(header: &str, given: Option<&str>, body: &str) -> Result<(), Fault> {
    match given {
        Some(given) if given == body => Ok(()),
        Some(_) => Err(mismatch(format!("The header {header} is not what the body has"))),
        None => Err(mismatch(format!("The header {header} is missing"))),
    }
}

fn mismatch(text: String) -> Fault {
    Fault::new(-32020, text).with_status(400)
}

/// The value of a header that stands there once, if at all.
fn one<'h>(headers: &'h HeaderMap, name: &str) -> Result<Option<&'h str>, Fault> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(|value| value.to_str().map(str::trim)).transpose();
    match (first, values.next()) {
        (Ok(first), None) => Ok(first),
        _ => Err(mismatch(format!("The header {name} has to stand there once, in ASCII"))),
    }
}

/// A value as it was before it was made fit for a header.
fn decoded(value: &str) -> Result<String, Fault> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(value.to_owned());
    };
    let bytes = STANDARD.decode(encoded).ok();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| mismatch("The header Mcp-Name is no Base64".into()))
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderName, HeaderValue};

    use super::*;

    fn request(method: &str, params: Value) -> Request {
        let Value::Object(params) = params else { panic!("no object") };
        Request { id: json!(1), method: method.into(), params }
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
            .collect()
    }

    fn code(headers: &HeaderMap, request: &Request) -> Result<Era, Value> {
        Era::of(headers, request).map_err(|fault| {
            let answer = fault.into_answer(&json!(1));
            let body = answer.body.unwrap();
            json!([answer.status, body["error"]["code"]])
        })
    }

    #[test]
    fn requests_after_initialize_name_a_version_or_none() {
        let list = request("tools/list", json!({}));
        for (version, expected) in [
            (None, Ok(Era::Initialized)),
            (Some("2025-03-26"), Ok(Era::Initialized)),
            (Some("2025-06-18"), Ok(Era::Initialized)),
            (Some("2025-11-25"), Ok(Era::Initialized)),
            (Some("2024-11-05"), Err(json!([400, -32022]))),
            (Some("1"), Err(json!([400, -32022]))),
            (Some("2026-07-28"), Err(json!([400, -32602]))),
        ] {
            let headers =
                version.map_or_else(HeaderMap::new, |version| headers(&[("mcp-protocol-version", version)]));
            assert_eq!(code(&headers, &list), expected, "{version:?}");
        }
        let mut twice = HeaderMap::new();
        twice.append("mcp-protocol-version", HeaderValue::from_static("2025-11-25"));
        twice.append("mcp-protocol-version", HeaderValue::from_static("2025-06-18"));
        assert_eq!(code(&twice, &list), Err(json!([400, -32020])));
        let any = headers(&[("mcp-protocol-version", "2099-01-01")]);
        assert_eq!(code(&any, &request("initialize", json!({}))), Ok(Era::Initialized));
    }

    #[test]
    fn headers_repeat_what_a_request_says_that_stands_by_itself() {
        let meta = |version: &str| json!({ VERSION: version, CAPABILITIES: {} });
        let call = |version| request("tools/call", json!({ "name": "why", "_meta": meta(version) }));
        let given = |version, method, name| {
            headers(&[("mcp-protocol-version", version), ("mcp-method", method), ("mcp-name", name)])
        };
        let v = SELF_CONTAINED;
        for (headers, request, expected) in [
            (given(v, "tools/call", "why"), call(v), Ok(Era::SelfContained)),
            (given(v, "tools/call", "=?base64?d2h5?="), call(v), Ok(Era::SelfContained)),
            (given(v, "tools/call", "=?base64?d2h5"), call(v), Err(json!([400, -32020]))),
            (given(v, "tools/call", "=?base64?!?="), call(v), Err(json!([400, -32020]))),
            (given(v, "tools/call", "publish"), call(v), Err(json!([400, -32020]))),
            (given(v, "tools/list", "why"), call(v), Err(json!([400, -32020]))),
            (given(v, "Tools/call", "why"), call(v), Err(json!([400, -32020]))),
            (given("2025-11-25", "tools/call", "why"), call(v), Err(json!([400, -32020]))),
            (given("2099-01-01", "tools/call", "why"), call("2099-01-01"), Err(json!([400, -32022]))),
            (headers(&[("mcp-protocol-version", v)]), call(v), Err(json!([400, -32020]))),
            (HeaderMap::new(), call(v), Err(json!([400, -32020]))),
            (
                given(v, "ping", ""),
                request("ping", json!({ "_meta": { VERSION: v } })),
                Err(json!([400, -32602])),
            ),
            (
                given(v, "ping", ""),
                request("ping", json!({ "_meta": { VERSION: 1 } })),
                Err(json!([400, -32602])),
            ),
        ] {
            assert_eq!(code(&headers, &request), expected, "{headers:?} {request:?}");
        }
    }

    #[test]
    fn a_version_is_agreed_on() {
        let known = ["2025-11-25", "2025-06-18", "2025-03-26"].map(negotiated);
        assert_eq!(known, ["2025-11-25", "2025-06-18", "2025-03-26"]);
        assert_eq!([negotiated("2024-11-05"), negotiated("2026-07-28"), negotiated("")], ["2025-11-25"; 3]);
    }
}
