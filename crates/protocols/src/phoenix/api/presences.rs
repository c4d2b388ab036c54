//! `GET /api/presence/TOPIC`: who is present on a channel, for clients that may read it there. The
//! hub is asked once and nobody is disturbed; the answer has a size, and a long list comes in
//! pages.

use alloc::{borrow::Cow, format, sync::Arc, vec::Vec};

use baton_hub::Presence;

use super::Answer;
use crate::{
    App, Claims, Hub, PolicyAnswer,
    json::push_string,
    percent,
    phoenix::{Reason, SubTopic, encode, presence},
};

/// What the call's path holds.
const PRESENCE: &str = "/api/presence/";

/// Users of one page unless the call names another number, and at most. The rest is on the next page.
const PAGE: usize = 100;
const LONGEST_PAGE: usize = 1_000;

/// Bytes at which a page ends, whatever its number of users: one that has a user takes no further
/// one, and of a user's connections those that do not fit are counted and left out. Ten connections
/// with the largest statement that the settings allow by default are 100 KB.
const PAGE_BYTES: usize = 1 << 20;

/// A call.
#[derive(Debug, PartialEq, Eq)]
pub struct PresenceQuery<'a> {
    topic: Cow<'a, str>,
    private: bool,
    limit: usize,
    after: Option<Cow<'a, str>>,
}

impl<'a> PresenceQuery<'a> {
    /// Reads a path, with whatever stands before it, and a query; `None` if it is another call's.
    ///
    /// # Errors
    /// The answer to a call that has no topic, or a limit that is none.
    pub fn parse(path: &'a str, query: &'a str) -> Option<Result<Self, Answer>> {
        let (_, topic) = path.split_once(PRESENCE)?;
        Some(Self::read(topic, query))
    }

    fn read(topic: &'a str, query: &'a str) -> Result<Self, Answer> {
        let topic = (!topic.is_empty() && !topic.contains('/')).then(|| percent::decode(topic)).flatten();
        let topic = topic.ok_or_else(|| {
            Answer::error(
                404,
                "Who is present is asked at /api/presence/TOPIC, with a topic in percent-encoding",
            )
        })?;
        let parameter = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let limit = match parameter("limit") {
            None => PAGE,
            Some(text) => {
                text.parse().ok().filter(|limit| (1..=LONGEST_PAGE).contains(limit)).ok_or_else(|| {
                    Answer::error(422, &format!("limit must be a number from 1 to {LONGEST_PAGE}"))
                })?
            }
        };
        let after = parameter("after").and_then(percent::decode_form);
        Ok(Self { topic, private: parameter("private") == Some("true"), limit, after })
    }

    /// The private channel that the policies are to be asked about.
    pub fn private_topic(&self) -> Option<&str> {
        self.private.then_some(&*self.topic)
    }

    /// Answers on behalf of `claims`; `policies` is what was answered for [`Self::private_topic`].
    pub fn answer(&self, app: &App, claims: &Claims, policies: PolicyAnswer, hub: &dyn Hub) -> Answer {
        let key = match SubTopic::parse(&self.topic).and_then(|name| name.key(app.index, self.private)) {
            Ok(key) => key,
            Err(error) => return Answer::error(422, &format!("{error}")),
        };
        if self.private && !claims.bypasses_policies() {
            match policies {
                Ok(permissions) if permissions.presence => {}
                Ok(_) => return self.denied(),
                Err(error) => {
                    return error.reason().map_or_else(|| self.denied(), |reason| Answer::later(&reason));
                }
            }
        }
        let state = hub.presences(key);
        Answer { body: page(&state.presences, self.after.as_deref(), self.limit), ..Answer::ok() }
    }

    fn denied(&self) -> Answer {
        Answer::error(403, &format!("{}", Reason::ReadDenied { topic: &self.topic }.text()))
    }
}

/// A page of presences, which stand in the order of their keys.
fn page(presences: &[Arc<Presence>], after: Option<&str>, limit: usize) -> Vec<u8> {
    let begin = after.map_or(0, |after| presences.partition_point(|one| &*one.key <= after));
    let rest = presences.get(begin..).unwrap_or_default();
    let mut body = Vec::from(br#"{"users":["#);
    let mut last = None;
    let mut is_more = false;
    for (place, user) in rest.chunk_by(|one, next| one.key == next.key).enumerate() {
        if place >= limit || body.len() >= PAGE_BYTES {
            is_more = true;
            break;
        }
        if place > 0 {
            body.push(b',');
        }
        last = user.first();
        push_user(&mut body, user);
    }
    body.extend_from_slice(br#"],"connections":"#);
    body.extend_from_slice(format!("{}", presences.len()).as_bytes());
    body.extend_from_slice(br#","next":"#);
    match last.filter(|_| is_more) {
        Some(last) => push_string(&mut body, &last.key),
        None => body.extend_from_slice(b"null"),
    }
    body.push(b'}');
    body
}

fn push_user(body: &mut Vec<u8>, user: &[Arc<Presence>]) {
    let Some(first) = user.first() else { return };
    body.extend_from_slice(br#"{"id":"#);
    push_string(body, &first.key);
    body.extend_from_slice(br#","connections":"#);
    body.extend_from_slice(format!("{}", user.len()).as_bytes());
    body.extend_from_slice(br#","metas":["#);
    for (place, one) in user.iter().enumerate() {
        if place > 0 {
            if body.len() + one.info.len() > PAGE_BYTES {
                break;
            }
            body.push(b',');
        }
        presence::push_meta(body, &encode::meta_of(one));
    }
    body.extend_from_slice(b"]}");
}

#[cfg(test)]
mod tests {
    use alloc::{boxed::Box, string::String};

    use serde_json::Value;

    use super::*;

    fn present(key: &str, reference: u64, info: &str) -> Arc<Presence> {
        let info: Box<[u8]> = info.as_bytes().into();
        Arc::new(Presence { key: key.into(), reference, replaces: None, info })
    }

    fn read(presences: &[Arc<Presence>], after: Option<&str>, limit: usize) -> Value {
        serde_json::from_slice(&page(presences, after, limit)).unwrap()
    }

    #[test]
    fn a_call_is_read_from_its_path_and_query() {
        let call = |topic: &'static str| PresenceQuery {
            topic: topic.into(),
            private: false,
            limit: PAGE,
            after: None,
        };
        for prefix in ["", "/realtime/v1", "/x/realtime/v1"] {
            let path = format!("{prefix}/api/presence/a%2Fb");
            assert_eq!(PresenceQuery::parse(&path, "").unwrap(), Ok(call("a/b")));
        }
        let whole = PresenceQuery { private: true, limit: 7, after: Some("ü x".into()), ..call("t") };
        let query = "limit=7&private=true&after=%C3%BC+x";
        assert_eq!(PresenceQuery::parse("/api/presence/t", query).unwrap(), Ok(whole));
        assert!(PresenceQuery::parse("/api/broadcast", "").is_none());
        for (path, query, status) in [
            ("/api/presence/", "", 404),
            ("/api/presence/a/b", "", 404),
            ("/api/presence/a", "limit=0", 422),
            ("/api/presence/a", "limit=1001", 422),
            ("/api/presence/a", "limit=x", 422),
        ] {
            let refused = PresenceQuery::parse(path, query).unwrap();
            assert_eq!(refused.unwrap_err().status, status, "{path}?{query}");
        }
    }

    #[test]
    fn pages_follow_each_other_until_there_is_no_more() {
        let all = [
            present("ann", 1, r#"{"at":"home"}"#),
            present("ann", 3, "{}"),
            present("bob", 2, "{}"),
            present("eve", 4, "{}"),
        ];
        let first = read(&all, None, 2);
        assert_eq!(
            first,
            serde_json::json!({
                "users": [
                    {"id": "ann", "connections": 2, "metas": [{"phx_ref": "1", "at": "home"}, {"phx_ref": "3"}]},
                    {"id": "bob", "connections": 1, "metas": [{"phx_ref": "2"}]},
                ],
                "connections": 4,
                "next": "bob",
            })
        );
        let second = read(&all, Some("bob"), 2);
        assert_eq!((&second["users"][0]["id"], &second["next"]), (&"eve".into(), &Value::Null));
        assert_eq!(read(&all, None, 3)["next"], Value::Null, "an exact fit has no further page");
        assert_eq!(read(&all, Some("zoe"), 9)["users"], serde_json::json!([]));
        assert_eq!(read(&[], None, 9), serde_json::json!({"users": [], "connections": 0, "next": null}));
    }

    #[test]
    fn a_page_has_a_size() {
        let long = format!(r#"{{"x":"{}"}}"#, "x".repeat(PAGE_BYTES / 4));
        let mut all: Vec<_> = (0..9).map(|n| present("many", n, &long)).collect();
        all.push(present("next", 9, "{}"));
        let first = page(&all, None, 100);
        assert!(first.len() < PAGE_BYTES + 1_000, "{} bytes", first.len());
        let answer: Value = serde_json::from_slice(&first).unwrap();
        let user = &answer["users"][0];
        assert_eq!(
            (user["connections"].as_u64(), user["metas"].as_array().map(Vec::len)),
            (Some(9), Some(3))
        );
        let all: Vec<_> = (0..9).map(|n| present(&String::from(char::from(b'a' + n)), 1, &long)).collect();
        let answer = read(&all, None, 100);
        assert_eq!((answer["users"].as_array().map(Vec::len), &answer["next"]), (Some(4), &"d".into()));
    }
}
