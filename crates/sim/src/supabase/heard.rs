//! What the server says to a Supabase client, read as strictly as the strictest client would.

use baton_protocols::phoenix::Version;
use serde_json::Value;

use super::presence::{Diff, Metas};

/// Something that reaches a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Heard {
    /// `phx_reply`, and why not where it is an error.
    Reply { topic: String, reference: String, outcome: Result<(), String> },
    /// Somebody's broadcast, or an earlier one.
    Broadcast { topic: String, uuid: String, replayed: bool },
    /// A row has changed.
    Change { topic: String, uuid: String },
    /// Who is there.
    State { topic: String, join_ref: Option<String>, state: Metas },
    /// Who came and went.
    Diff { topic: String, diff: Diff },
    /// A notice.
    System { topic: String, ok: bool, message: String },
    /// `phx_close`, or `phx_error` with its reason: the join is over.
    Ended { topic: String, join_ref: String, reason: Option<String> },
    /// A ping of the WebSocket.
    Ping,
    /// A close frame.
    Closed(u16),
}

/// Reads one text message of the server. The error says what no client could make sense of.
pub(crate) fn read(version: Version, text: &[u8]) -> Result<Heard, String> {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let message: Value = serde_json::from_slice(text).map_err(|error| format!("{error}: {}", shown()))?;
    let understood = match version {
        Version::V1 => {
            let of = |field: &str| message.get(field).cloned().unwrap_or(Value::Null);
            understand(&Value::Null, &of("ref"), &of("topic"), &of("event"), &of("payload"))
        }
        Version::V2 => match message.as_array().map(Vec::as_slice) {
            Some([join_ref, reference, topic, event, payload]) => {
                understand(join_ref, reference, topic, event, payload)
            }
            _ => None,
        },
    };
    understood.ok_or_else(|| format!("no client understands {}", shown()))
}

fn understand(
    join_ref: &Value,
    reference: &Value,
    topic: &Value,
    event: &Value,
    payload: &Value,
) -> Option<Heard> {
    let whole = topic.as_str()?;
    let topic = whole.strip_prefix("realtime:").unwrap_or(whole).to_owned();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    payload.as_object()?;
    Some(match event.as_str()? {
        "phx_reply" => {
            let response = payload.get("response")?;
            let outcome = match payload.get("status")?.as_str()? {
                "ok" => Ok(()),
                "error" => Err(reason(response)?),
                _ => return None,
            };
            Heard::Reply { topic, reference: text(reference)?, outcome }
        }
        "broadcast" => {
            payload.get("type")?.as_str().filter(|it| *it == "broadcast")?;
            payload.get("event")?.as_str()?;
            let replayed = payload.get("meta").is_some_and(|meta| meta.get("replayed").is_some());
            Heard::Broadcast { topic, uuid: uuid(payload.get("payload")?)?, replayed }
        }
        "postgres_changes" => Heard::Change { topic, uuid: uuid(payload.get("data")?)? },
        "presence_state" => Heard::State { topic, join_ref: text(join_ref), state: Metas::read(payload)? },
        "presence_diff" => Heard::Diff { topic, diff: Diff::read(payload)? },
        "system" => {
            let ok = payload.get("status")?.as_str()? == "ok";
            payload.get("extension")?.as_str()?;
            (payload.get("channel")?.as_str()? == topic).then_some(())?;
            Heard::System { topic, ok, message: text(payload.get("message")?)? }
        }
        "phx_close" => Heard::Ended { topic, join_ref: text(reference)?, reason: None },
        "phx_error" => Heard::Ended { topic, join_ref: text(reference)?, reason: Some(reason(payload)?) },
        _ => return None,
    })
}

/// Objects hold the name, as do the texts of Pusher's publishers, in which a filling may follow.
fn uuid(payload: &Value) -> Option<String> {
    let text = match payload {
        Value::String(text) => text,
        object => object.get("id").or_else(|| object.get("data"))?.as_str()?,
    };
    text.split(' ').next().map(str::to_owned)
}

fn reason(response: &Value) -> Option<String> {
    response.get("reason").or_else(|| response.get("error"))?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_could_read_is_an_error() {
        for text in [
            "",
            "{}",
            r#"["1","1","realtime:a","phx_reply",{"status":"fine","response":{}}]"#,
            r#"["1",null,"realtime:a","phx_reply",{"status":"ok","response":{}}]"#,
            r#"["1","1","realtime:a","phx_reply",{"status":"error","response":{}}]"#,
            r#"[null,null,"realtime:a","broadcast",{"event":"n","payload":{"id":"x"}}]"#,
            r#"[null,null,"realtime:a","system",{"status":"ok","extension":"system","message":"m","channel":"b"}]"#,
            r#"[null,null,"realtime:a","phx_close",{}]"#,
            r#"[null,null,"realtime:a","presence_diff",{"joins":{}}]"#,
        ] {
            assert!(read(Version::V2, text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn both_serialisers_say_the_same() {
        let payload = r#"{"event":"n","payload":{"id":"x"},"type":"broadcast"}"#;
        let first = format!(r#"{{"topic":"realtime:a","event":"broadcast","payload":{payload},"ref":null}}"#);
        let second = format!(r#"[null,null,"realtime:a","broadcast",{payload}]"#);
        let heard = Heard::Broadcast { topic: "a".into(), uuid: "x".into(), replayed: false };
        assert_eq!(read(Version::V1, first.as_bytes()), Ok(heard.clone()));
        assert_eq!(read(Version::V2, second.as_bytes()), Ok(heard));
    }
}
