//! The columns of Soketi's table, and which types of a database hold what they mean.

use super::failure::Failure;
use super::table::TableName;

/// A column that is read.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// What Soketi's JSON file calls the same, by which it is converted (`settings/soketi_json.rs`).
    pub(crate) key: &'static str,
    takes: Takes,
}

/// What a column is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A text that is always there; ids are often numbers.
    Name,
    Number,
    Switch,
    Json,
}

/// What a column of a database holds, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Whole,
    Decimal,
    Switch,
    Json,
    /// Something else, by its name in that database.
    Other(String),
}

impl Type {
    fn name(&self) -> &str {
        match self {
            Self::Text => "text",
            Self::Whole => "integer",
            Self::Decimal => "decimal",
            Self::Switch => "boolean",
            Self::Json => "json",
            Self::Other(name) => name,
        }
    }
}

/// All of them. Tables of older versions lack some of those after `webhooks`.
pub(crate) const COLUMNS: [Column; 18] = [
    Column::new("id", "id", Takes::Name),
    Column::new("key", "key", Takes::Name),
    Column::new("secret", "secret", Takes::Name),
    Column::new("max_connections", "maxConnections", Takes::Number),
    Column::new("enable_client_messages", "enableClientMessages", Takes::Switch),
    Column::new("enabled", "enabled", Takes::Switch),
    Column::new("max_backend_events_per_sec", "maxBackendEventsPerSecond", Takes::Number),
    Column::new("max_client_events_per_sec", "maxClientEventsPerSecond", Takes::Number),
    Column::new("max_read_req_per_sec", "maxReadRequestsPerSecond", Takes::Number),
    Column::new("webhooks", "webhooks", Takes::Json),
    Column::new("max_presence_members_per_channel", "maxPresenceMembersPerChannel", Takes::Number),
    Column::new("max_presence_member_size_in_kb", "maxPresenceMemberSizeInKb", Takes::Number),
    Column::new("max_channel_name_length", "maxChannelNameLength", Takes::Number),
    Column::new("max_event_channels_at_once", "maxEventChannelsAtOnce", Takes::Number),
    Column::new("max_event_name_length", "maxEventNameLength", Takes::Number),
    Column::new("max_event_payload_in_kb", "maxEventPayloadInKb", Takes::Number),
    Column::new("max_event_batch_size", "maxEventBatchSize", Takes::Number),
    Column::new("enable_user_authentication", "enableUserAuthentication", Takes::Switch),
];

impl Column {
    const fn new(name: &'static str, key: &'static str, takes: Takes) -> Self {
        Self { name, key, takes }
    }

    /// Bytes of a value, which are a few webhooks or one name. A longer one makes its row wrong.
    pub(super) fn most_bytes(&self) -> usize {
        match self.takes {
            Takes::Json => 256 << 10,
            Takes::Name | Takes::Number | Takes::Switch => 4 << 10,
        }
    }

    fn holds(&self, of: &Type) -> bool {
        match self.takes {
            Takes::Name => matches!(of, Type::Text | Type::Whole),
            Takes::Number => matches!(of, Type::Whole | Type::Decimal | Type::Text),
            Takes::Switch => matches!(of, Type::Switch | Type::Whole | Type::Text),
            Takes::Json => matches!(of, Type::Json | Type::Text),
        }
    }

    fn expects(&self) -> &'static str {
        match self.takes {
            Takes::Name => "a text or a whole number",
            Takes::Number => "a number",
            Takes::Switch => "a boolean or a small integer",
            Takes::Json => "JSON or a text",
        }
    }

    /// A value of the column as it is compared and converted; `None` for none. What the databases write in different ways
    /// is one text here: whole numbers in a decimal column, and JSON in a JSON text.
    pub(super) fn normal(&self, text: String) -> Option<String> {
        match self.takes {
            Takes::Number if text.contains('.') => {
                Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
            }
            Takes::Json => match serde_json::from_str(&text) {
                Ok(serde_json::Value::Null) => None,
                Ok(serde_json::Value::String(inner)) => Some(inner),
                _ => Some(text),
            },
            _ => Some(text),
        }
        .filter(|text| !text.is_empty())
    }
}

/// Which of a table's columns are read, in its order, with their places in it.
///
/// # Errors
/// One is missing, or of a type that does not hold it.
pub(super) fn chosen(
    table: &TableName,
    found: impl Iterator<Item = (String, Type)>,
) -> Result<Vec<(&'static Column, Type)>, Failure> {
    let mut columns = Vec::with_capacity(COLUMNS.len());
    for (name, of) in found {
        // MySQL does not distinguish cases, and keeps the one of the definition.
        let Some(column) = COLUMNS.iter().find(|column| column.name.eq_ignore_ascii_case(&name)) else {
            continue;
        };
        if !column.holds(&of) {
            return Err(Failure::Table(format!(
                "column {} of the table {table} is of type {}: expected {}",
                column.name,
                of.name(),
                column.expects()
            )));
        }
        columns.push((column, of));
    }
    for column in COLUMNS.iter().filter(|column| column.takes == Takes::Name) {
        if !columns.iter().any(|(one, _)| one.name == column.name) {
            return Err(Failure::Table(format!(
                "the table {table} has no column {}: it needs id, key and secret, as Soketi's table has them",
                column.name
            )));
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TableName {
        TableName::parse("apps").unwrap()
    }

    fn text(names: &[&str]) -> Vec<(String, Type)> {
        names.iter().map(|name| ((*name).to_owned(), Type::Text)).collect()
    }

    #[test]
    fn other_columns_are_left_alone_and_missing_ones_named() {
        let found = text(&["ID", "created_at", "key", "secret", "webhooks"]);
        let names: Vec<_> =
            chosen(&table(), found.into_iter()).unwrap().iter().map(|(one, _)| one.name).collect();
        assert_eq!(names, ["id", "key", "secret", "webhooks"]);
        for missing in ["id", "key", "secret"] {
            let found = text(&["id", "key", "secret"]).into_iter().filter(|(name, _)| name != missing);
            let why = chosen(&table(), found).unwrap_err().to_string();
            assert!(why.starts_with(&format!("the table apps has no column {missing}:")), "{why}");
        }
    }

    #[test]
    fn a_column_of_another_type_is_named() {
        for (name, of, is_taken) in [
            ("enabled", Type::Whole, true),
            ("enabled", Type::Switch, true),
            ("enabled", Type::Json, false),
            ("max_connections", Type::Switch, false),
            ("webhooks", Type::Whole, false),
            ("id", Type::Whole, true),
            ("secret", Type::Other("bytea".into()), false),
        ] {
            let mut found = text(&["id", "key", "secret"]);
            found.retain(|(one, _)| one != name);
            found.push((name.to_owned(), of.clone()));
            match chosen(&table(), found.into_iter()) {
                Ok(_) => assert!(is_taken, "{name} {of:?}"),
                Err(why) => {
                    let why = why.to_string();
                    assert!(
                        !is_taken && why.contains(&format!("column {name}")) && why.contains(of.name()),
                        "{why}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_databases_write_in_different_ways_is_one() {
        let normal = |name: &str, text: &str| {
            COLUMNS.iter().find(|column| column.name == name).unwrap().normal(text.to_owned())
        };
        for (name, text, expected) in [
            ("max_connections", "100.00", Some("100")),
            ("max_connections", "100", Some("100")),
            ("max_event_payload_in_kb", "0.50", Some("0.5")),
            ("webhooks", "null", None),
            ("webhooks", "", None),
            ("webhooks", "\"[{\\\"url\\\": 1}]\"", Some("[{\"url\": 1}]")),
            ("webhooks", "[oops", Some("[oops")),
            ("key", "1.50", Some("1.50")),
        ] {
            assert_eq!(normal(name, text).as_deref(), expected, "{name} {text}");
        }
    }
}
