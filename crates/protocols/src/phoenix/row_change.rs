//! What followers are sent of a change in the database: the JSON of Supabase Realtime's
//! `postgres_changes`, by its `apply_rls`.

use alloc::{format, vec::Vec};

use crate::RowEvent;
use crate::json::push_string;

/// A change as those see it who may see the same of it.
#[derive(Debug, Clone, Copy)]
pub struct RowChange<'a> {
    /// The schema of the table.
    pub schema: &'a str,
    /// The table.
    pub table: &'a str,
    /// What happened to the row. Its name is the `type`, and the message's event where the topic itself is the request.
    pub event: RowEvent,
    /// When it was committed, in microseconds since 1970.
    pub commit_time: i64,
    /// The names of its columns, with those of their types.
    pub columns: &'a [(&'a str, &'a str)],
    /// The row's values, each as JSON; of no deletion.
    pub record: &'a [(&'a str, &'a [u8])],
    /// The same of the row before; of no insertion.
    pub old_record: &'a [(&'a str, &'a [u8])],
    /// Why values are lacking.
    pub error: Option<RowError>,
}

/// Why values of a row are lacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowError {
    /// The table has no primary key.
    NoPrimaryKey,
    /// The follower may not select it.
    Unauthorized,
    /// The row is too large: its larger values are lacking.
    TooLarge,
}

impl RowError {
    fn as_str(self) -> &'static str {
        match self {
            Self::NoPrimaryKey => "Error 400: Bad Request, no primary key",
            Self::Unauthorized => "Error 401: Unauthorized",
            Self::TooLarge => "Error 413: Payload Too Large",
        }
    }
}

impl RowChange<'_> {
    /// The object `data`. Where the topic itself is the request, it is the payload.
    pub fn data(&self) -> Vec<u8> {
        let names = self.columns.iter().map(|(name, of)| name.len() + of.len() + 24);
        let values = self.record.iter().chain(self.old_record);
        let values = values.map(|(name, value)| name.len() + value.len() + 4);
        let mut out = Vec::with_capacity(names.chain(values).sum::<usize>() + 200);
        out.extend_from_slice(br#"{"schema":"#);
        push_string(&mut out, self.schema);
        out.extend_from_slice(br#","table":"#);
        push_string(&mut out, self.table);
        out.extend_from_slice(br#","commit_timestamp":""#);
        push_time(&mut out, self.commit_time);
        out.extend_from_slice(br#"","type":""#);
        out.extend_from_slice(self.event.as_str().as_bytes());
        out.extend_from_slice(br#"","columns":["#);
        push_columns(&mut out, self.columns);
        out.push(b']');
        if self.event != RowEvent::Delete {
            push_record(&mut out, "record", self.record);
        }
        if self.event != RowEvent::Insert {
            push_record(&mut out, "old_record", self.old_record);
        }
        out.extend_from_slice(br#","errors":"#);
        match self.error {
            None => out.extend_from_slice(b"null"),
            Some(error) => {
                out.push(b'[');
                push_string(&mut out, error.as_str());
                out.push(b']');
            }
        }
        out.push(b'}');
        out
    }
}

/// The payload for followers: `data`, and the numbers of their requests that asked for it.
pub fn with_ids(ids: &[u32], data: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(data.len() + 12 * ids.len() + 20);
    payload.extend_from_slice(br#"{"ids":["#);
    for (n, id) in ids.iter().enumerate() {
        if n > 0 {
            payload.push(b',');
        }
        payload.extend_from_slice(format!("{id}").as_bytes());
    }
    payload.extend_from_slice(br#"],"data":"#);
    payload.extend_from_slice(data);
    payload.push(b'}');
    payload
}

fn push_columns(out: &mut Vec<u8>, columns: &[(&str, &str)]) {
    for (n, (name, type_name)) in columns.iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        out.extend_from_slice(br#"{"name":"#);
        push_string(out, name);
        out.extend_from_slice(br#","type":"#);
        push_string(out, type_name);
        out.push(b'}');
    }
}

fn push_record(out: &mut Vec<u8>, key: &str, values: &[(&str, &[u8])]) {
    out.push(b',');
    push_string(out, key);
    out.extend_from_slice(b":{");
    for (n, (name, value)) in values.iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        push_string(out, name);
        out.push(b':');
        out.extend_from_slice(value);
    }
    out.push(b'}');
}

/// `2026-01-01T00:00:00.123Z`: what clients' tests look for, with milliseconds always.
fn push_time(out: &mut Vec<u8>, micros: i64) {
    let (days, rest) = (micros.div_euclid(86_400_000_000), micros.rem_euclid(86_400_000_000));
    let (year, month, day) = date(days);
    let millis = rest / 1_000;
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1_000 % 60);
    let text =
        format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", millis % 1_000);
    out.extend_from_slice(text.as_bytes());
}

/// The date of a day since 1970 in the proleptic Gregorian calendar: eras of 400 years, which begin
/// in March so that leap days come last.
fn date(days: i64) -> (i64, i64, i64) {
    let from_era = days + 719_468;
    let (era, day) = (from_era.div_euclid(146_097), from_era.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, date)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    const ROW: RowChange<'_> = RowChange {
        schema: "public",
        table: "to \"dos\"",
        event: RowEvent::Insert,
        commit_time: 1_763_511_760_877_999,
        columns: &[("id", "int8"), ("a\\b", "_text")],
        record: &[("id", b"1"), ("a\\b", br#"["x", null]"#)],
        old_record: &[("id", b"1")],
        error: None,
    };

    fn data(change: RowChange<'_>) -> String {
        String::from_utf8(change.data()).unwrap()
    }

    #[test]
    fn a_change_is_written_by_its_kind() {
        for (event, expected) in [
            (
                RowEvent::Insert,
                r#"{"schema":"public","table":"to \"dos\"","commit_timestamp":"2025-11-19T00:22:40.877Z","type":"INSERT","columns":[{"name":"id","type":"int8"},{"name":"a\\b","type":"_text"}],"record":{"id":1,"a\\b":["x", null]},"errors":null}"#,
            ),
            (
                RowEvent::Update,
                r#"{"schema":"public","table":"to \"dos\"","commit_timestamp":"2025-11-19T00:22:40.877Z","type":"UPDATE","columns":[{"name":"id","type":"int8"},{"name":"a\\b","type":"_text"}],"record":{"id":1,"a\\b":["x", null]},"old_record":{"id":1},"errors":null}"#,
            ),
            (
                RowEvent::Delete,
                r#"{"schema":"public","table":"to \"dos\"","commit_timestamp":"2025-11-19T00:22:40.877Z","type":"DELETE","columns":[{"name":"id","type":"int8"},{"name":"a\\b","type":"_text"}],"old_record":{"id":1},"errors":null}"#,
            ),
        ] {
            assert_eq!(data(RowChange { event, ..ROW }), expected);
        }
    }

    #[test]
    fn what_is_lacking_is_an_error_beside_what_is_left() {
        let bare = RowChange {
            event: RowEvent::Update,
            commit_time: 0,
            columns: &[],
            record: &[],
            old_record: &[],
            ..ROW
        };
        let head = r#"{"schema":"public","table":"to \"dos\"","commit_timestamp":"1970-01-01T00:00:00.000Z","type":"UPDATE","columns":"#;
        for (change, error, rest) in [
            (
                bare,
                RowError::NoPrimaryKey,
                r#"[],"record":{},"old_record":{},"errors":["Error 400: Bad Request, no primary key"]}"#,
            ),
            (
                bare,
                RowError::Unauthorized,
                r#"[],"record":{},"old_record":{},"errors":["Error 401: Unauthorized"]}"#,
            ),
            (
                RowChange { columns: &[("id", "int4")], record: &[("id", b"7")], ..bare },
                RowError::TooLarge,
                r#"[{"name":"id","type":"int4"}],"record":{"id":7},"old_record":{},"errors":["Error 413: Payload Too Large"]}"#,
            ),
        ] {
            assert_eq!(data(RowChange { error: Some(error), ..change }), format!("{head}{rest}"));
        }
    }

    #[test]
    fn ids_come_before_the_data() {
        assert_eq!(with_ids(&[7], b"{}"), br#"{"ids":[7],"data":{}}"#);
        assert_eq!(with_ids(&[u32::MAX, 2], b"{\"a\":1}"), br#"{"ids":[4294967295,2],"data":{"a":1}}"#);
    }

    #[test]
    fn times_are_dates_with_milliseconds() {
        for (micros, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (1_763_511_760_877_999, "2025-11-19T00:22:40.877Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            let mut out = Vec::new();
            push_time(&mut out, micros);
            assert_eq!(String::from_utf8(out).unwrap(), text);
        }
    }
}
