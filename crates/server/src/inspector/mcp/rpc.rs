//! JSON-RPC 2.0 as MCP has it: one message for each POST.

use serde_json::{Map, Value, json};

use crate::tenants::Answer;

/// What a client sent.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    Request(Request),
    /// A notification, which is not answered, or the answer to a request that this server never makes. A call without an id is
    /// one too, so nothing is called.
    Notification,
}

/// A request, which is answered.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    /// A string or an integer.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
}

impl Message {
    /// Reads a body. A fault comes with the id of its request, or `null`.
    pub(super) fn parse(body: &[u8]) -> Result<Self, (Value, Fault)> {
        let unnamed = |fault| (Value::Null, fault);
        let message: Value = serde_json::from_slice(body).map_err(|error| {
            unnamed(
                Fault::new(-32700, format!("The body has to be one JSON-RPC message: {error}"))
                    .with_status(400),
            )
        })?;
        let invalid = |text: &str| unnamed(Fault::new(-32600, text).with_status(400));
        let mut message = match message {
            Value::Object(message) => message,
            Value::Array(_) => {
                return Err(invalid(
                    "Batches are no part of MCP since 2025-06-18: send each message by a POST of its own",
                ));
            }
            _ => return Err(invalid("A message has to be a JSON object")),
        };
        if message.get("jsonrpc") != Some(&json!("2.0")) {
            return Err(invalid("jsonrpc has to be \"2.0\""));
        }
        let method = match message.remove("method") {
            Some(Value::String(method)) => method,
            None if message.contains_key("result") || message.contains_key("error") => {
                return Ok(Self::Notification);
            }
            _ => return Err(invalid("method has to be a string")),
        };
        let id = match message.remove("id") {
            None => return Ok(Self::Notification),
            Some(id) if id.is_string() || id.is_i64() || id.is_u64() => id,
            Some(_) => return Err(invalid("id has to be a string or an integer")),
        };
        match message.remove("params") {
            None => Ok(Self::Request(Request { id, method, params: Map::new() })),
            Some(Value::Object(params)) => Ok(Self::Request(Request { id, method, params })),
            Some(_) => Err((id, Fault::params("params has to be an object"))),
        }
    }
}

/// A request that is not answered with a result: its fault, and not the outcome of a tool.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    status: u16,
    code: i32,
    text: String,
    data: Option<Value>,
}

impl Fault {
    /// A fault that is answered with 200, as the request was understood.
    pub(super) fn new(code: i32, text: impl Into<String>) -> Self {
        Self { status: 200, code, text: text.into(), data: None }
    }

    /// Parameters that are missing or wrong.
    pub(super) fn params(text: impl Into<String>) -> Self {
        Self::new(-32602, text)
    }

    pub(super) fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(super) fn with_data(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    pub(super) fn into_answer(self, id: &Value) -> Answer {
        let mut error = json!({ "code": self.code, "message": self.text });
        if let Some(data) = self.data {
            error["data"] = data;
        }
        Answer { status: self.status, ..Answer::of(json!({ "jsonrpc": "2.0", "id": id, "error": error })) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &str) -> Result<Message, (Value, i32)> {
        Message::parse(body.as_bytes()).map_err(|(id, fault)| (id, fault.code))
    }

    #[test]
    fn requests_have_a_string_or_an_integer_as_their_id() {
        for id in [json!(1), json!(0), json!(-7), json!(u64::MAX), json!(""), json!("a")] {
            let body =
                json!({ "jsonrpc": "2.0", "id": id, "method": "ping", "params": { "a": 1 } }).to_string();
            let Ok(Message::Request(request)) = code(&body) else { panic!("{body}") };
            assert_eq!((&request.id, &*request.method, &request.params["a"]), (&id, "ping", &json!(1)));
        }
        for id in ["null", "1.5", "true", "[1]", "{}"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            assert_eq!(code(&body), Err((Value::Null, -32600)), "{body}");
        }
    }

    #[test]
    fn what_is_no_message_has_the_code_that_says_so() {
        let deep = "[".repeat(1_000);
        for (body, expected) in [
            ("", -32700),
            ("{", -32700),
            ("\u{fffd}", -32700),
            (deep.as_str(), -32700),
            ("1", -32600),
            ("null", -32600),
            ("{}", -32600),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (r#"{"id":1,"method":"ping"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":1}"#, -32600),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
            ("[]", -32600),
        ] {
            assert_eq!(code(body), Err((Value::Null, expected)), "{body}");
        }
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}"#), Err((json!(7), -32602)));
    }

    #[test]
    fn what_is_not_answered_is_a_notification() {
        for body in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"publish"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
        ] {
            assert_eq!(code(body), Ok(Message::Notification), "{body}");
        }
    }
}
