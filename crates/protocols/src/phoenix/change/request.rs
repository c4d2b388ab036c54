//! What one entry of a join's `postgres_changes` asks for, read as Supabase Realtime reads it (server 2.129).
//!
//! `_` in a name stands for itself: Supabase Realtime compares with `LIKE`, by which `user_roles` would also mean
//! `userXroles`. A key with `null` counts as absent, where Supabase Realtime refuses the request.

use alloc::{borrow::ToOwned as _, boxed::Box, string::String};
use core::fmt;

use serde_json::{Map, Value};

use super::{Change, elixir, filter};
use crate::{ChangesRequest, RowEvent, phoenix::LegacyRequest};

/// How many columns `select` may name: as many as a table can have. More are refused.
const COLUMNS: usize = 1600;

impl Change<'_> {
    /// What it asks for.
    pub fn request(self) -> Result<ChangesRequest, RequestError> {
        match serde_json::from_str(self.0) {
            Ok(Value::Object(fields)) => of_fields(self.id(), &fields),
            Ok(other) => Err(RequestError::Parameters(elixir::json(&other))),
            Err(_) => Err(RequestError::Parameters("%{}".to_owned())),
        }
    }
}

impl LegacyRequest<'_> {
    /// What it asks for. Its number is 0: changes do not name it.
    pub fn request(self) -> Result<ChangesRequest, RequestError> {
        let Self { schema, table, filter } = self;
        let filter = filter::parse(filter.unwrap_or_default()).map_err(RequestError::Filter)?;
        let (schema, table) = (schema.into(), table.unwrap_or("*").into());
        Ok(ChangesRequest { id: 0, event: None, schema, table, filter, select: None, snapshot: false })
    }
}

/// Why a request was not understood. Its text goes to the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// The filter, and what is wrong with it.
    Filter(String),
    /// Neither a schema nor a table, or a filter without a table; what there was instead.
    Parameters(String),
    /// `select` is not a list.
    Select,
    /// `select` names more columns than a table has.
    Columns,
    /// `select` for more than one table.
    Wildcard,
    /// `snapshot` is neither true nor false.
    Snapshot,
    /// `snapshot` for more than one table.
    SnapshotWildcard,
    /// `snapshot`, and not asked for what is inserted.
    SnapshotEvent,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Filter(reason) => write!(f, "Error parsing `filter` params: {reason}"),
            Self::Parameters(given) => write!(
                f,
                "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: {given}"
            ),
            Self::Select => f.write_str(
                "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]",
            ),
            Self::Columns => {
                write!(f, "Error parsing `select` params: expected at most {COLUMNS} column names")
            }
            Self::Wildcard => f.write_str(
                "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
            ),
            Self::Snapshot => f.write_str("Error parsing `snapshot` params: expected true or false"),
            Self::SnapshotWildcard => f.write_str(
                "A snapshot is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
            ),
            Self::SnapshotEvent => {
                f.write_str("A snapshot's rows come as INSERT: ask for the event `*` or `INSERT` with it.")
            }
        }
    }
}

impl core::error::Error for RequestError {}

fn of_fields(id: u32, fields: &Map<String, Value>) -> Result<ChangesRequest, RequestError> {
    let select = selected(fields.get("select"))?;
    let given = |key| fields.get(key).filter(|value| !value.is_null());
    let snapshot = given("snapshot").map_or(Some(false), Value::as_bool).ok_or(RequestError::Snapshot)?;
    let text = |key| given(key).and_then(Value::as_str);
    let is_absent = |key| given(key).is_none();
    let (schema, table, filter) = match (text("schema"), text("table"), text("filter")) {
        (Some(schema), Some(table), Some(filter)) => (schema, table, filter),
        (Some(schema), Some(table), None) if is_absent("filter") => (schema, table, ""),
        (Some(schema), None, None) if is_absent("table") && is_absent("filter") => (schema, "*", ""),
        (None, Some(table), None) if is_absent("schema") && is_absent("filter") => ("public", table, ""),
        _ if ["user_token", "auth_token"].iter().any(|&key| fields.contains_key(key)) => {
            return Err(RequestError::Parameters("<redacted>".to_owned()));
        }
        _ => return Err(RequestError::Parameters(elixir::json(&Value::Object(fields.clone())))),
    };
    let filter = filter::parse(filter).map_err(RequestError::Filter)?;
    let event = text("event").and_then(event);
    let is_wildcard = is_wildcard(schema) || is_wildcard(table);
    if select.is_some() && is_wildcard {
        return Err(RequestError::Wildcard);
    }
    if snapshot && is_wildcard {
        return Err(RequestError::SnapshotWildcard);
    }
    if snapshot && event.is_some_and(|event| event != RowEvent::Insert) {
        return Err(RequestError::SnapshotEvent);
    }
    let (schema, table) = (schema.into(), table.into());
    Ok(ChangesRequest { id, event, schema, table, filter, select, snapshot })
}

/// Any word but the three means all.
fn event(name: &str) -> Option<RowEvent> {
    match name.to_uppercase().as_str() {
        "INSERT" => Some(RowEvent::Insert),
        "UPDATE" => Some(RowEvent::Update),
        "DELETE" => Some(RowEvent::Delete),
        _ => None,
    }
}

fn selected(value: Option<&Value>) -> Result<Option<Box<[Box<str>]>>, RequestError> {
    match value {
        Some(Value::String(_)) => Err(RequestError::Select),
        Some(Value::Array(columns)) if columns.len() > COLUMNS => Err(RequestError::Columns),
        Some(Value::Array(columns)) => {
            let columns: Box<[Box<str>]> = columns.iter().filter_map(Value::as_str).map(Into::into).collect();
            Ok((!columns.is_empty()).then_some(columns))
        }
        _ => Ok(None),
    }
}

fn is_wildcard(name: &str) -> bool {
    name == "*" || name.contains('%')
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString as _};

    use super::*;
    use crate::phoenix::Topic;

    fn parse(json: &str) -> Result<ChangesRequest, RequestError> {
        Change(json).request()
    }

    fn error(json: &str) -> String {
        parse(json).unwrap_err().to_string()
    }

    fn of_topic(topic: &str) -> Result<ChangesRequest, RequestError> {
        let Ok(Topic::Channel(topic)) = Topic::parse(topic) else { panic!("{topic}") };
        LegacyRequest::parse(topic).request()
    }

    #[test]
    fn requests_are_read() {
        let request = parse(
            r#"{"event":"insert","schema":"public","table":"t","filter":"id=eq.1","select":["a",1,"b"],"more":{}}"#,
        )
        .unwrap();
        assert_eq!(request.event, Some(RowEvent::Insert));
        assert_eq!((&*request.schema, &*request.table), ("public", "t"));
        assert_eq!(request.filter.len(), 1);
        assert_eq!(request.select, Some(Box::from([Box::from("a"), Box::from("b")])));
        for (json, schema, table) in [
            (r#"{"schema":"s"}"#, "s", "*"),
            (r#"{"table":"t"}"#, "public", "t"),
            (r#"{"schema":"*","table":"*"}"#, "*", "*"),
            (r#"{"event":"WRONG","schema":"s","table":"t","filter":null,"select":[]}"#, "s", "t"),
        ] {
            let request = parse(json).unwrap();
            assert_eq!((&*request.schema, &*request.table), (schema, table), "{json}");
            assert_eq!((request.event, request.select, request.snapshot), (None, None, false));
        }
        for (json, snapshot) in
            [(r#"{"table":"t","snapshot":true}"#, true), (r#"{"table":"t","snapshot":null}"#, false)]
        {
            assert_eq!(parse(json).unwrap().snapshot, snapshot, "{json}");
        }
        let legacy = of_topic("realtime:public:t:id=eq.a:b").unwrap();
        assert_eq!((&*legacy.schema, &*legacy.table, legacy.filter.len()), ("public", "t", 1));
        assert_eq!(&*of_topic("realtime:public").unwrap().table, "*");
    }

    #[test]
    fn errors_are_those_of_supabase() {
        assert_eq!(
            error(r#"{"schema":"public","table":"t","filter":"wrong"}"#),
            r#"Error parsing `filter` params: ["wrong"]"#
        );
        let missing = "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: ";
        assert_eq!(error("{}"), format!("{missing}%{{}}"));
        assert_eq!(
            error(r#"{"schema":"s","filter":"id=eq.1","event":"*"}"#),
            format!(r#"{missing}%{{"event" => "*", "filter" => "id=eq.1", "schema" => "s"}}"#)
        );
        assert_eq!(
            error(r#"{"schema":"public","table":"t","filter":[123],"user_token":"x"}"#),
            format!("{missing}<redacted>")
        );
        assert_eq!(
            error(r#"{"schema":"s","table":"t","select":"a,b"}"#),
            r#"Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]"#
        );
        assert_eq!(
            error(r#"{"schema":"s","select":["a"]}"#),
            "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
        );
    }

    #[test]
    fn a_snapshot_is_of_one_table_and_for_those_who_ask_for_new_rows() {
        for (json, expected) in [
            (r#"{"table":"t","snapshot":1}"#, RequestError::Snapshot),
            (r#"{"schema":"s","snapshot":true}"#, RequestError::SnapshotWildcard),
            (r#"{"event":"UPDATE","table":"t","snapshot":true}"#, RequestError::SnapshotEvent),
        ] {
            assert_eq!(parse(json), Err(expected), "{json}");
        }
    }
}
