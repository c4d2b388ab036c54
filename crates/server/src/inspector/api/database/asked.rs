//! What is to be explained, and in whose name.

use baton_postgres::explain::Asker;
use serde_json::{Map, Value, json};

use crate::inspector::api::{maybe_text, text};
use crate::tenants::Answer;

/// Bytes of the claims: a token has hardly more than a header of a request can.
const CLAIMS: usize = 16 * 1_024;

/// What a question may have.
const MEMBERS: [&str; 7] = ["app", "table", "key", "channel", "user", "role", "claims"];

/// A row of a table, or a private channel.
pub(super) enum Asked {
    Row { table: (String, String), key: Vec<(String, String)>, who: Who },
    Channel { topic: String, who: Who },
}

/// In whose name.
pub(super) struct Who {
    pub(super) role: String,
    claims: String,
    subject: String,
}

impl Asked {
    pub(super) fn read(given: &Map<String, Value>) -> Result<Self, Answer> {
        if let Some(unknown) = given.keys().find(|name| !MEMBERS.contains(&&***name)) {
            let text = format!("There is no {unknown:?} here; there are {}", MEMBERS.join(", "));
            return Err(Answer::error(400, &text));
        }
        let who = Who::read(given)?;
        match (maybe_text(given, "table")?, maybe_text(given, "channel")?) {
            (Some(table), None) => {
                let table = table_of(table);
                if (&*table.0, &*table.1) == ("realtime", "messages") {
                    let text = "realtime.messages has the messages of private channels: name a channel in place of the table";
                    return Err(Answer::error(400, text));
                }
                Ok(Self::Row { table, key: key(given)?, who })
            }
            (None, Some(topic)) => {
                let topic = topic.strip_prefix("realtime:").unwrap_or(topic);
                Ok(Self::Channel { topic: topic.to_owned(), who })
            }
            (None, None) => {
                let text = "Name what is to be explained: table, with the key of a row, or channel";
                Err(Answer::error(400, text))
            }
            (Some(_), Some(_)) => Err(Answer::error(400, "Name a table or a channel, not both")),
        }
    }

    pub(super) fn who(&self) -> &Who {
        match self {
            Self::Row { who, .. } | Self::Channel { who, .. } => who,
        }
    }

    /// What it is, for the answer and the audit.
    pub(super) fn subject(&self) -> String {
        match self {
            Self::Row { table: (schema, table), key, who } => {
                let key: Vec<String> = key.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                let row = if key.is_empty() { String::new() } else { format!(" with {}", key.join(", ")) };
                format!("{schema}.{table}{row}, for {}", who.name())
            }
            Self::Channel { topic, who } => format!("private channel {topic}, for {}", who.name()),
        }
    }
}

impl Who {
    fn read(given: &Map<String, Value>) -> Result<Self, Answer> {
        let user = maybe_text(given, "user")?;
        let mut claims = match given.get("claims") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(claims)) => claims.clone(),
            Some(_) => return Err(Answer::error(400, "claims has to be an object, as a token has it")),
        };
        if let Some(user) = user {
            claims.insert("sub".into(), json!(user));
        }
        let of_claims = claims.get("role").and_then(Value::as_str);
        // As in Supabase's own tokens: signed-in users are `authenticated`, others are `anon`.
        let usual = if claims.is_empty() { "anon" } else { "authenticated" };
        let role = maybe_text(given, "role")?.or(of_claims).unwrap_or(usual).to_owned();
        claims.insert("role".into(), json!(role));
        let subject = claims.get("sub").and_then(Value::as_str).unwrap_or_default().to_owned();
        let claims = Value::Object(claims).to_string();
        if claims.len() > CLAIMS {
            return Err(Answer::error(400, &format!("claims has more than {CLAIMS} bytes")));
        }
        Ok(Self { role, claims, subject })
    }

    pub(super) fn asker(&self) -> Asker<'_> {
        Asker { role: &self.role, claims: &self.claims, subject: &self.subject }
    }

    /// Who it is, in a sentence.
    pub(super) fn name(&self) -> String {
        match &*self.subject {
            "" => format!("role {}", self.role),
            user => format!("user {user} (role {})", self.role),
        }
    }
}

/// Schema and name, which may be in quotes, as SQL has them.
fn table_of(text: &str) -> (String, String) {
    let bare = |text: &str| match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\"\"", "\""),
        None => text.to_owned(),
    };
    let is_within = |at: usize| text[..at].matches('"').count() % 2 == 1;
    let dot = text.match_indices('.').map(|(at, _)| at).find(|&at| !is_within(at));
    match dot {
        Some(at) => (bare(&text[..at]), bare(&text[at + 1..])),
        None => ("public".to_owned(), bare(text)),
    }
}

/// The values of the row's key, as texts.
fn key(given: &Map<String, Value>) -> Result<Vec<(String, String)>, Answer> {
    let key = match given.get("key") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(key)) => key,
        Some(_) => {
            let text = "key has to be an object: the columns of the primary key with their values";
            return Err(Answer::error(400, text));
        }
    };
    let value = |name: &String| match &key[name] {
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(value) => Ok(value.to_string()),
        _ => text(key, name).map(str::to_owned),
    };
    key.keys().map(|name| Ok((name.clone(), value(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: Value) -> Result<Asked, Answer> {
        Asked::read(given.as_object().unwrap())
    }

    #[test]
    fn a_row_is_named_by_its_table_and_key() {
        let asked = read(json!({ "table": "orders", "key": { "id": 7, "of": "a" }, "user": "u1" })).unwrap();
        assert_eq!(asked.subject(), "public.orders with id = 7, of = a, for user u1 (role authenticated)");
        assert_eq!(asked.who().asker().claims, r#"{"role":"authenticated","sub":"u1"}"#);
        assert_eq!(read(json!({ "table": "a.b" })).unwrap().subject(), "a.b, for role anon");
    }

    #[test]
    fn the_role_is_that_of_the_claims_unless_it_is_given() {
        let role = |given: Value| read(given).unwrap().who().role.clone();
        assert_eq!(role(json!({ "channel": "a", "claims": { "role": "x" } })), "x");
        assert_eq!(role(json!({ "channel": "a", "claims": { "role": "x" }, "role": "y" })), "y");
        assert_eq!(role(json!({ "channel": "a", "claims": {} })), "anon");
    }

    #[test]
    fn names_may_be_in_quotes() {
        for (text, schema, table) in [
            ("orders", "public", "orders"),
            ("shop.Orders", "shop", "Orders"),
            (r#"shop."Orders""#, "shop", "Orders"),
            (r#""a.b"."c""d""#, "a.b", "c\"d"),
            (r#""a.b""#, "public", "a.b"),
            ("", "public", ""),
            (".", "", ""),
            ("é.ü", "é", "ü"),
        ] {
            assert_eq!(table_of(text), (schema.to_owned(), table.to_owned()), "{text}");
        }
        assert_eq!(
            read(json!({ "channel": "realtime:room" })).unwrap().subject(),
            "private channel room, for role anon"
        );
    }

    #[test]
    fn what_is_not_meant_is_refused() {
        for given in [
            json!({}),
            json!({ "table": "a", "channel": "b" }),
            json!({ "table": "a", "keys": {} }),
            json!({ "table": "realtime.messages" }),
            json!({ "table": "a", "key": 7 }),
            json!({ "table": "a", "key": { "id": [] } }),
            json!({ "table": "a", "key": { "id": null } }),
            json!({ "channel": "a", "claims": "x" }),
            json!({ "channel": "a", "claims": { "a": "x".repeat(CLAIMS) } }),
        ] {
            assert_eq!(read(given.clone()).err().map(|answer| answer.status), Some(400), "{given}");
        }
    }
}
