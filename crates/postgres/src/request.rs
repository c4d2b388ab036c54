//! What one entry of a join's `postgres_changes` asks for, read as Supabase Realtime reads it
//! (server 2.129).
//!
//! `_` in a name stands for itself: Supabase Realtime compares with `LIKE`, by which `user_roles`
//! would also mean `userXroles`. A key with `null` counts as absent, where Supabase Realtime
//! refuses the request.

use std::fmt;

use serde_json::{Map, Value};

use crate::elixir;
use crate::filter::{BindError, Clause, Filter};
use crate::row::Change;

/// How many columns `select` may name: as many as a table can have. More are refused.
const COLUMNS: usize = 1600;

/// What happened to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It is new.
    Insert,
    /// It is another.
    Update,
    /// It is gone.
    Delete,
}

impl From<&Change> for Kind {
    fn from(change: &Change) -> Self {
        match change {
            Change::Insert { .. } => Self::Insert,
            Change::Update { .. } => Self::Update,
            Change::Delete { .. } => Self::Delete,
        }
    }
}

/// Which changes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Event {
    /// All of them.
    #[default]
    Any,
    /// Those of one kind.
    Only(Kind),
}

impl Event {
    /// Whether a change of this kind is asked for.
    pub fn includes(self, kind: Kind) -> bool {
        self == Self::Any || self == Self::Only(kind)
    }

    /// Any word but the three means all.
    fn named(name: &str) -> Self {
        match name.to_uppercase().as_str() {
            "INSERT" => Self::Only(Kind::Insert),
            "UPDATE" => Self::Only(Kind::Update),
            "DELETE" => Self::Only(Kind::Delete),
            _ => Self::Any,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Any => "*",
            Self::Only(Kind::Insert) => "INSERT",
            Self::Only(Kind::Update) => "UPDATE",
            Self::Only(Kind::Delete) => "DELETE",
        }
    }
}

/// A request for the changes of one table or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Which changes.
    pub event: Event,
    /// Of which schema; `*` for all, and `%` within a name for any text.
    pub schema: Box<str>,
    /// Of which table, in the same way.
    pub table: Box<str>,
    /// Of which rows.
    pub filter: Filter,
    /// Which columns are delivered beside the primary key; `None` for all.
    pub select: Option<Box<[Box<str>]>>,
    /// Whether the rows that are there come first, as if they were inserted then.
    pub snapshot: bool,
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

impl std::error::Error for RequestError {}

impl Request {
    /// Reads an entry of `postgres_changes`.
    pub fn parse(json: &str) -> Result<Self, RequestError> {
        match serde_json::from_str(json) {
            Ok(Value::Object(fields)) => Self::of_fields(&fields),
            Ok(other) => Err(RequestError::Parameters(elixir::json(&other))),
            Err(_) => Err(RequestError::Parameters("%{}".to_owned())),
        }
    }

    /// Reads what a join without a `config` asks for by its topic alone: `schema[:table[:filter]]`.
    pub fn of_topic(topic: &str) -> Result<Self, RequestError> {
        let mut parts = topic.splitn(3, ':');
        let schema = parts.next().unwrap_or_default();
        let (table, filter) = (parts.next().unwrap_or("*"), parts.next().unwrap_or_default());
        let filter = Filter::parse(filter).map_err(RequestError::Filter)?;
        let (schema, table) = (schema.into(), table.into());
        Ok(Self { event: Event::Any, schema, table, filter, select: None, snapshot: false })
    }

    fn of_fields(fields: &Map<String, Value>) -> Result<Self, RequestError> {
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
        let filter = Filter::parse(filter).map_err(RequestError::Filter)?;
        let event = text("event").map_or(Event::Any, Event::named);
        let is_wildcard = is_wildcard(schema) || is_wildcard(table);
        if select.is_some() && is_wildcard {
            return Err(RequestError::Wildcard);
        }
        if snapshot && is_wildcard {
            return Err(RequestError::SnapshotWildcard);
        }
        if snapshot && !event.includes(Kind::Insert) {
            return Err(RequestError::SnapshotEvent);
        }
        Ok(Self { event, schema: schema.into(), table: table.into(), filter, select, snapshot })
    }

    /// Whether a table is meant.
    pub fn includes(&self, schema: &str, table: &str) -> bool {
        fits(&self.schema, schema) && fits(&self.table, table)
    }

    /// For the subscriber: that no table of the publication is meant.
    pub fn not_enabled(&self) -> String {
        format!(
            "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [{}]",
            self.parameters()
        )
    }

    /// For the subscriber: why the filter does not fit the table.
    pub fn refusal(&self, error: &BindError) -> String {
        format!(
            "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [{}]. Exception: {error}",
            self.parameters()
        )
    }

    fn parameters(&self) -> String {
        let filters: Vec<_> = self.filter.clauses.iter().map(logged).collect();
        let select = self.select.as_ref().map_or_else(|| "nil".to_owned(), |columns| elixir::list(columns));
        format!(
            "event: {}, schema: {}, table: {}, filters: [{}], select: {select}",
            self.event.as_str(),
            self.schema,
            self.table,
            filters.join(", ")
        )
    }
}

/// A condition as the tuple that Supabase Realtime shows; groups are its own words in the same
/// form.
fn logged(clause: &Clause) -> String {
    match clause {
        Clause::Condition(it) => format!(
            "{{{}, {}, {}, {}}}",
            elixir::string(&it.column),
            elixir::string(it.operator.name()),
            elixir::string(&it.value),
            it.is_negated
        ),
        Clause::Group(group) => {
            let inner: Vec<_> = group.clauses.iter().map(logged).collect();
            let name = if group.is_any { "or" } else { "and" };
            format!("{{\"{name}\", [{}], {}}}", inner.join(", "), group.is_negated)
        }
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

/// Whether `name` is what `pattern` says: that name, `*`, or with `%` for any text.
fn fits(pattern: &str, name: &str) -> bool {
    if pattern == "*" {
        return true;
    }
    let mut parts = pattern.split('%');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(json: &str) -> String {
        Request::parse(json).unwrap_err().to_string()
    }

    #[test]
    fn requests_are_read() {
        let request = Request::parse(
            r#"{"event":"insert","schema":"public","table":"t","filter":"id=eq.1","select":["a",1,"b"],"more":{}}"#,
        )
        .unwrap();
        assert_eq!(request.event, Event::Only(Kind::Insert));
        assert_eq!((&*request.schema, &*request.table), ("public", "t"));
        assert_eq!(request.filter.clauses.len(), 1);
        assert_eq!(request.select, Some(Box::from([Box::from("a"), Box::from("b")])));
        for (json, schema, table) in [
            (r#"{"schema":"s"}"#, "s", "*"),
            (r#"{"table":"t"}"#, "public", "t"),
            (r#"{"schema":"*","table":"*"}"#, "*", "*"),
            (r#"{"event":"WRONG","schema":"s","table":"t","filter":null,"select":[]}"#, "s", "t"),
        ] {
            let request = Request::parse(json).unwrap();
            assert_eq!((&*request.schema, &*request.table), (schema, table), "{json}");
            assert_eq!((request.event, request.select, request.snapshot), (Event::Any, None, false));
        }
        for (json, snapshot) in
            [(r#"{"table":"t","snapshot":true}"#, true), (r#"{"table":"t","snapshot":null}"#, false)]
        {
            assert_eq!(Request::parse(json).unwrap().snapshot, snapshot, "{json}");
        }
        let legacy = Request::of_topic("public:t:id=eq.a:b").unwrap();
        assert_eq!((&*legacy.schema, &*legacy.table, legacy.filter.clauses.len()), ("public", "t", 1));
        assert_eq!(&*Request::of_topic("public").unwrap().table, "*");
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
            assert_eq!(Request::parse(json), Err(expected), "{json}");
        }
    }

    #[test]
    fn refusals_repeat_the_request() {
        let request =
            Request::parse(r#"{"schema":"public","table":"test","filter":"subject=eq.hey"}"#).unwrap();
        assert_eq!(
            request.refusal(&BindError {
                code: "P0001".into(),
                message: "invalid column for filter subject".into()
            }),
            "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [event: *, schema: public, table: test, filters: [{\"subject\", \"eq\", \"hey\", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter subject"
        );
        let request = Request::parse(r#"{"event":"INSERT","schema":"public"}"#).unwrap();
        assert_eq!(
            request.not_enabled(),
            "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: INSERT, schema: public, table: *, filters: [], select: nil]"
        );
    }

    #[test]
    fn names_are_exact_but_for_wildcards() {
        for (pattern, name, expected) in [
            ("*", "any", true),
            ("user_roles", "user_roles", true),
            ("user_roles", "userXroles", false),
            ("a%", "abc", true),
            ("%b%d", "abcd", true),
            ("%b%d", "abc", false),
            ("a%a", "a", false),
            ("%", "", true),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
