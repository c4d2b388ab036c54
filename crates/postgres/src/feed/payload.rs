//! What is sent of a change: the JSON of Supabase Realtime's `postgres_changes`, by its
//! `apply_rls`.
//!
//! A column that the role may not select is left out, as a value is that is not known: a large one
//! that an update left as it was, and what is generated from it.

use crate::json::{push_string, push_value};
use crate::pg_type::Types;
use crate::request::Kind;
use crate::row::{Cell, Change, OldRow, Relation, Row};

use super::probe::KeyColumn;
use super::view::View;

/// A row above this is sent without its larger values (`Error 413`).
const RECORD_BYTES: usize = 1 << 20;
/// Values up to this are sent even so.
const SMALL_BYTES: usize = 64;

/// Why a role is sent an error in place of a change's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lack {
    /// The table has no primary key.
    Key,
    /// The role may not select it.
    Permission,
}

/// What of a change is sent to those who see the table alike and ask for the same columns.
pub(super) struct ChangePayload<'a> {
    pub(super) relation: &'a Relation,
    pub(super) primary_key: &'a [KeyColumn],
    pub(super) types: &'a Types,
    pub(super) view: &'a View,
    /// The columns asked for, beside those of the key.
    pub(super) select: Option<&'a [Box<str>]>,
    /// When it was committed, in microseconds since 1970.
    pub(super) commit_time: i64,
    /// Whether the policies have been asked about the old row.
    pub(super) is_checked: bool,
}

impl ChangePayload<'_> {
    /// The object `data`.
    pub(super) fn of(&self, change: &Change) -> Vec<u8> {
        let lack = if self.primary_key.is_empty() {
            Some(Lack::Key)
        } else if !self.view.sees_key() {
            Some(Lack::Permission)
        } else {
            None
        };
        let is_large = lack.is_none() && bytes(change) > RECORD_BYTES;
        let kind = Kind::from(change);
        let mut out = Vec::with_capacity(512);
        out.extend_from_slice(br#"{"schema":"#);
        push_string(&mut out, &self.relation.schema);
        out.extend_from_slice(br#","table":"#);
        push_string(&mut out, &self.relation.table);
        out.extend_from_slice(br#","commit_timestamp":""#);
        push_time(&mut out, self.commit_time);
        out.extend_from_slice(br#"","type":""#);
        out.extend_from_slice(name(kind).as_bytes());
        out.extend_from_slice(br#"","columns":["#);
        if lack.is_none() {
            self.push_columns(&mut out);
        }
        out.push(b']');
        let has_values = lack.is_none();
        match change {
            Change::Insert { new } => self.push_record(&mut out, "record", new, None, has_values, is_large),
            Change::Update { old, new } => {
                self.push_record(&mut out, "record", new, old.as_ref(), has_values, is_large);
                match old {
                    Some(old) => self.push_old(&mut out, old, has_values, is_large),
                    None => self.push_same(&mut out, new, has_values, is_large),
                }
            }
            Change::Delete { old } => self.push_old(&mut out, old, has_values, is_large),
        }
        out.extend_from_slice(br#","errors":"#);
        out.extend_from_slice(match (lack, is_large) {
            (Some(Lack::Key), _) => br#"["Error 400: Bad Request, no primary key"]}"#,
            (Some(Lack::Permission), _) => br#"["Error 401: Unauthorized"]}"#,
            (None, true) => br#"["Error 413: Payload Too Large"]}"#.as_slice(),
            (None, false) => b"null}",
        });
        out
    }

    /// Whether a column is sent.
    pub(super) fn is_sent(&self, index: usize) -> bool {
        self.view.may_select(index)
            && self.select.is_none_or(|select| {
                let name = self.relation.columns.get(index).map(|column| &column.name);
                self.is_key(index) || select.iter().any(|selected| Some(selected) == name)
            })
    }

    fn is_key(&self, index: usize) -> bool {
        self.primary_key.iter().any(|key| key.index == index)
    }

    fn push_columns(&self, out: &mut Vec<u8>) {
        let mut is_first = true;
        for (index, column) in self.relation.columns.iter().enumerate() {
            if self.is_sent(index) {
                if !std::mem::take(&mut is_first) {
                    out.push(b',');
                }
                out.extend_from_slice(br#"{"name":"#);
                push_string(out, &column.name);
                out.extend_from_slice(br#","type":"#);
                push_string(out, self.types.name(column.type_oid).unwrap_or("unknown"));
                out.push(b'}');
            }
        }
    }

    fn push_record(
        &self,
        out: &mut Vec<u8>,
        key: &str,
        row: &Row,
        old: Option<&OldRow>,
        has_values: bool,
        is_large: bool,
    ) {
        // What an update left as it was is in a full old row.
        let whole = |index: usize| match (row.get(index), old) {
            (Some(Cell::Unchanged), Some(OldRow::Full(old))) => old.get(index),
            (cell, _) => cell,
        };
        self.push_cells(out, key, |index| whole(index).filter(|_| has_values), is_large);
    }

    /// The old row, as far as it is sent: where policies have not been asked about it, only its
    /// key.
    fn push_old(&self, out: &mut Vec<u8>, old: &OldRow, has_values: bool, is_large: bool) {
        let cell = |index: usize| {
            let is_identity = self.is_identity(index);
            match Some(old).filter(|_| has_values)? {
                OldRow::Full(cells) if !self.view.has_policies() || self.is_checked || self.is_key(index) => {
                    cells.get(index)
                }
                OldRow::Full(_) => None,
                OldRow::Key(cells) => cells.get(index).filter(|_| is_identity),
            }
        };
        self.push_cells(out, "old_record", cell, is_large);
    }

    /// The old row of an update that left the replica identity as it was: PostgreSQL does not
    /// repeat it, and clients find the row by it.
    fn push_same(&self, out: &mut Vec<u8>, new: &Row, has_values: bool, is_large: bool) {
        self.push_cells(
            out,
            "old_record",
            |index| new.get(index).filter(|_| has_values && self.is_identity(index)),
            is_large,
        );
    }

    fn is_identity(&self, index: usize) -> bool {
        self.relation.columns.get(index).is_some_and(|column| column.is_identity)
    }

    fn push_cells<'c>(
        &self,
        out: &mut Vec<u8>,
        key: &str,
        cell: impl Fn(usize) -> Option<&'c Cell>,
        is_large: bool,
    ) {
        out.extend_from_slice(b",");
        push_string(out, key);
        out.extend_from_slice(b":{");
        let mut is_first = true;
        for (index, column) in self.relation.columns.iter().enumerate() {
            let cell = match cell(index) {
                Some(Cell::Text(bytes)) if is_large && bytes.len() > SMALL_BYTES => continue,
                Some(Cell::Unchanged) | None => continue,
                _ if !self.is_sent(index) => continue,
                Some(cell) => cell,
            };
            if !std::mem::take(&mut is_first) {
                out.push(b',');
            }
            push_string(out, &column.name);
            out.push(b':');
            match cell {
                Cell::Text(bytes) => {
                    let text = std::str::from_utf8(bytes).unwrap_or_default();
                    push_value(out, self.types, column.type_oid, text);
                }
                Cell::Null | Cell::Unchanged => out.extend_from_slice(b"null"),
            }
        }
        out.push(b'}');
    }
}

/// What a group is sent: `data`, and the numbers of its requests that asked for it.
pub(super) fn with_ids(ids: &[u32], data: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(data.len() + 12 * ids.len() + 20);
    payload.extend_from_slice(br#"{"ids":["#);
    for (n, id) in ids.iter().enumerate() {
        if n > 0 {
            payload.push(b',');
        }
        payload.extend_from_slice(id.to_string().as_bytes());
    }
    payload.extend_from_slice(br#"],"data":"#);
    payload.extend_from_slice(data);
    payload.push(b'}');
    payload
}

/// What a kind of change is called.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Insert => "INSERT",
        Kind::Update => "UPDATE",
        Kind::Delete => "DELETE",
    }
}

fn bytes(change: &Change) -> usize {
    let of = |row: &Row| -> usize {
        row.iter().map(|cell| if let Cell::Text(bytes) = cell { bytes.len() } else { 0 }).sum()
    };
    let of_old = |old: &OldRow| match old {
        OldRow::Key(row) | OldRow::Full(row) => of(row),
    };
    match change {
        Change::Insert { new } => of(new),
        Change::Update { old, new } => of(new) + old.as_ref().map_or(0, of_old),
        Change::Delete { old } => of_old(old),
    }
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
    use super::*;

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
