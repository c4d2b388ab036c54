//! Who is there: what clients say of themselves, and what they are sent of others.
//!
//! A key stands for a user and has one meta for each of its connections: the fields that the connection tracks, and a
//! `phx_ref` that names this version of them.

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt;

use super::{fields, outgoing};
use crate::json::push_string;

/// Keys that the server writes into metas; clients' own of these names are left out, so that nobody can pass for the
/// version of somebody else's.
const OWN_KEYS: [&str; 2] = ["phx_ref", "phx_ref_prev"];

/// What a client wants its presence to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Action<'a> {
    /// Present, with these fields: a JSON object as it was written, without keys that the server writes itself.
    Track(Cow<'a, str>),
    /// Absent.
    Untrack,
}

impl<'a> Action<'a> {
    /// Reads the payload of a `presence` message, whose syntax is known to be right.
    pub fn parse(payload: &'a str) -> Result<Self, PresenceError> {
        let (mut event, mut tracked) = (None, "{}");
        fields::each(payload, |key, value| match &*key {
            "event" => event = fields::string(value),
            "payload" => tracked = value,
            _ => {}
        })
        .ok_or(PresenceError::Unknown)?;
        let event = event.ok_or(PresenceError::Unknown)?;
        if event.eq_ignore_ascii_case("untrack") {
            return Ok(Self::Untrack);
        }
        if !event.eq_ignore_ascii_case("track") {
            return Err(PresenceError::Unknown);
        }
        own_fields(tracked).map(Self::Track).ok_or(PresenceError::NotAMap)
    }
}

/// An object without [`OWN_KEYS`]; `None` if it is no object.
fn own_fields(object: &str) -> Option<Cow<'_, str>> {
    let is_own = |key: &str| OWN_KEYS.contains(&key);
    let mut found = false;
    fields::each(object, |key, _| found |= is_own(&key))?;
    if !found {
        return Some(Cow::Borrowed(object));
    }
    let mut out = Vec::with_capacity(object.len());
    out.push(b'{');
    fields::each(object, |key, value| {
        if is_own(&key) {
            return;
        }
        if out.len() > 1 {
            out.push(b',');
        }
        push_string(&mut out, &key);
        out.push(b':');
        out.extend_from_slice(value.as_bytes());
    })?;
    out.push(b'}');
    String::from_utf8(out).ok().map(Cow::Owned)
}

/// Why a presence message is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresenceError {
    /// What is to be tracked is no object.
    NotAMap,
    /// The event is neither `track` nor `untrack`.
    Unknown,
}

impl PresenceError {
    /// Appends the response of the error reply.
    pub fn push_response(self, out: &mut Vec<u8>) {
        match self {
            Self::NotAMap => outgoing::push_reason(out, &self),
            Self::Unknown => out.extend_from_slice(b"{}"),
        }
    }
}

impl fmt::Display for PresenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAMap => "Presence track payload must be a map",
            Self::Unknown => "Presence event must be track or untrack",
        })
    }
}

impl core::error::Error for PresenceError {}

/// One connection's presence.
#[derive(Debug, Clone, Copy)]
pub struct Meta<'a> {
    /// The number of this version of it, unique on the channel; clients see it as text.
    pub reference: u64,
    /// That of the version before, where there was one.
    pub previous: Option<u64>,
    /// What [`Action::Track`] brought.
    pub fields: &'a str,
}

impl Meta<'_> {
    fn push(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(br#"{"phx_ref":"#);
        push_reference(out, self.reference);
        if let Some(previous) = self.previous {
            out.extend_from_slice(br#","phx_ref_prev":"#);
            push_reference(out, previous);
        }
        let object = self.fields.trim_ascii();
        let inside = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
        if !inside.trim_ascii().is_empty() {
            out.push(b',');
            out.extend_from_slice(inside.as_bytes());
        }
        out.push(b'}');
    }
}

fn push_reference(out: &mut Vec<u8>, reference: u64) {
    out.extend_from_slice(format!("\"{reference:x}\"").as_bytes());
}

/// Appends one connection's presence.
pub fn push_meta(out: &mut Vec<u8>, meta: &Meta<'_>) {
    meta.push(out);
}

/// Appends the payload of `presence_state`: everybody, each key once.
pub fn push_state<'a, M>(out: &mut Vec<u8>, present: impl IntoIterator<Item = (&'a str, M)>)
where
    M: IntoIterator<Item = Meta<'a>>,
{
    out.push(b'{');
    for (index, (key, metas)) in present.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_string(out, key);
        out.extend_from_slice(br#":{"metas":["#);
        for (index, meta) in metas.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            meta.push(out);
        }
        out.extend_from_slice(b"]}");
    }
    out.push(b'}');
}

/// Appends the payload of `presence_diff`. A changed meta is in both: the new one joins, the old one leaves.
pub fn push_diff<'a, J, L>(
    out: &mut Vec<u8>,
    joins: impl IntoIterator<Item = (&'a str, J)>,
    leaves: impl IntoIterator<Item = (&'a str, L)>,
) where
    J: IntoIterator<Item = Meta<'a>>,
    L: IntoIterator<Item = Meta<'a>>,
{
    out.extend_from_slice(br#"{"joins":"#);
    push_state(out, joins);
    out.extend_from_slice(br#","leaves":"#);
    push_state(out, leaves);
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        serde_json::from_slice::<serde::de::IgnoredAny>(&out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn events_are_known_in_any_case() {
        for (payload, action) in [
            (
                r#"{"type":"presence","event":"track","payload":{"a": 1}}"#,
                Action::Track(r#"{"a": 1}"#.into()),
            ),
            (r#"{"type":"presence","event":"TRACK","payload":{}}"#, Action::Track("{}".into())),
            (r#"{"event":"Track"}"#, Action::Track("{}".into())),
            (r#"{"type":"presence","event":"untrack"}"#, Action::Untrack),
            (r#"{"event":"UNTRACK","payload":[]}"#, Action::Untrack),
        ] {
            assert_eq!(Action::parse(payload), Ok(action), "{payload}");
        }
    }

    #[test]
    fn what_cannot_be_tracked_is_answered() {
        for payload in ["[]", "1", "null", "\"x\""] {
            let payload = alloc::format!(r#"{{"event":"track","payload":{payload}}}"#);
            assert_eq!(Action::parse(&payload), Err(PresenceError::NotAMap), "{payload}");
        }
        for payload in ["[]", "null", "{}", r#"{"event":"leave"}"#, r#"{"event":1,"payload":{}}"#] {
            assert_eq!(Action::parse(payload), Err(PresenceError::Unknown), "{payload}");
        }
        assert_eq!(
            text(|out| PresenceError::NotAMap.push_response(out)),
            r#"{"reason":"Presence track payload must be a map"}"#
        );
        assert_eq!(text(|out| PresenceError::Unknown.push_response(out)), "{}");
    }

    #[test]
    fn nobody_names_their_own_version() {
        let payload =
            r#"{"event":"track","payload":{"phx_ref":"x","a":1,"\u0070hx_ref_prev":{"b":2},"c": [3]}}"#;
        assert_eq!(Action::parse(payload), Ok(Action::Track(r#"{"a":1,"c":[3]}"#.into())));
        let payload = r#"{"event":"track","payload":{"phx_ref":"x"}}"#;
        assert_eq!(Action::parse(payload), Ok(Action::Track("{}".into())));
    }

    #[test]
    fn a_state_is_every_key_with_its_metas() {
        let metas = [
            Meta { reference: 0xa1, previous: None, fields: r#"{"name": "ann"}"# },
            Meta { reference: 0xa2, previous: Some(0xa0), fields: " { } " },
        ];
        let [first, second] = metas;
        assert_eq!(
            text(|out| push_state(
                out,
                [("u\"1", &metas[..]), ("u2", &metas[1..])].map(|(k, m)| (k, m.to_vec()))
            )),
            r#"{"u\"1":{"metas":[{"phx_ref":"a1","name": "ann"},{"phx_ref":"a2","phx_ref_prev":"a0"}]},"u2":{"metas":[{"phx_ref":"a2","phx_ref_prev":"a0"}]}}"#
        );
        assert_eq!(
            text(|out| push_state(out, [("", [Meta { fields: "", ..first }])])),
            r#"{"":{"metas":[{"phx_ref":"a1"}]}}"#
        );
        let nobody: [(&str, [Meta<'_>; 0]); 0] = [];
        assert_eq!(text(|out| push_state(out, nobody)), "{}");
        assert_eq!(
            text(|out| push_diff(out, [("u", [second])], [("u", [first])])),
            r#"{"joins":{"u":{"metas":[{"phx_ref":"a2","phx_ref_prev":"a0"}]}},"leaves":{"u":{"metas":[{"phx_ref":"a1","name": "ann"}]}}}"#
        );
        assert_eq!(text(|out| push_diff(out, nobody, nobody)), r#"{"joins":{},"leaves":{}}"#);
    }
}
