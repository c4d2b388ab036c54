//! What crosses is laid out in Rust as the headers have it in C, and the numbers that both have are the same: a C compiler says so.

use std::fmt::Write as _;
use std::mem::{offset_of, size_of};

use baton_c_abi::{Bytes, Failure};
use baton_near_cache::{COUNTERS, HITS, OWN};

use crate::c_tests::{compiler, folder, headers};
use crate::compress::Compression;
use crate::connection::{Code, Way};
use crate::connection_ffi::{self, EndpointSettings, Handle, Node};
use crate::find_ffi::{FoundEntry, ScannedEntry};
use crate::listener_ffi::Event;
use crate::near::{ALIVE_AT, Fill, Gate, Prepared};
use crate::near_ffi::TrackingSettings;
use crate::reading::Candidate;
use crate::table_ffi::{self, DraftEntry, MetaEntry, Seated, Statistics};
use crate::words::Slice;

/// A structure of C, its size where all of it is C's to see, and its fields with their places.
struct Layout {
    name: &'static str,
    size: Option<usize>,
    fields: Vec<(&'static str, usize)>,
}

/// The fields have the same names in both; or Rust's is said behind a `=`.
macro_rules! layout {
    ($name:ident, $type:ty, $($field:ident $(= $($rust:ident).+)?),*) => {
        Layout { size: Some(size_of::<$type>()), ..begins!($name, $type, $($field $(= $($rust).+)?),*) }
    };
}

/// The same where Rust keeps something of its own behind the fields.
macro_rules! begins {
    ($name:ident, $type:ty, $($field:ident $(= $($rust:ident).+)?),*) => {
        Layout { name: stringify!($name), size: None, fields: vec![$((stringify!($field), place!($type, $field $(= $($rust).+)?))),*] }
    };
}

macro_rules! place {
    ($type:ty, $field:ident) => {
        offset_of!($type, $field)
    };
    ($type:ty, $field:ident = $($rust:ident).+) => {
        offset_of!($type, $($rust).+)
    };
}

#[rustfmt::skip] // one a line would be two pages
fn layouts() -> Vec<Layout> {
    vec![
        layout!(bc_bytes, Bytes, bytes, len),
        layout!(bc_failure, Failure, code, text),
        layout!(bc_endpoint_settings, EndpointSettings, host, port, connect_timeout_ms, read_timeout_ms, retry_interval_ms, user,
            password, database, max_retries, backoff, backoff_base_ms, backoff_cap_ms, keepalive, tls, verify_peer,
            verify_name, allow_self_signed, ca_file, ca_path, certificate, key, peer_name),
        layout!(bc_node, Node, kind, depth, integer, number, bytes, len, format),
        begins!(bc_worker, Seated, counters, borrowed, memory, page_bits),
        layout!(bc_found, FoundEntry, value, len, stamp, expires, tag, unlinks = watch.unlinks, seen = watch.seen),
        layout!(bc_entry, ScannedEntry, key, found, memory),
        layout!(bc_draft, DraftEntry, value, address, inner),
        layout!(bc_meta, MetaEntry, expires, lease, condition, lease_index, tag, sort, when, alone),
        layout!(bc_statistics, Statistics, limit, used, free, waiting, entries, evictions, refused, repairs, workers, counters),
        layout!(bc_event, Event, key, is_flush, own = is_own),
        layout!(bc_tracking, TrackingSettings, prefixes, prefix_count, broadcasts),
        begins!(bc_view, Gate, base, subscriber, epoch, seen, left),
        layout!(bc_fill, Fill, hash, space, lease, generation, begun, expires, version, lease_index),
        layout!(bc_slice, Slice, first, count),
        layout!(bc_candidate, Candidate, is_lost, is_near),
    ]
}

/// Numbers that C has by name.
fn numbers() -> Vec<(&'static str, i64)> {
    let mut numbers = vec![
        ("BC_HITS", HITS as i64),
        ("BC_OWN", OWN as i64),
        ("sizeof(((bc_statistics *) 0)->counters) / 8", COUNTERS as i64),
        ("BC_DONE", table_ffi::DONE.into()),
        ("BC_NO_ROOM", table_ffi::NO_ROOM.into()),
        ("BC_TOO_LARGE", table_ffi::TOO_LARGE.into()),
        ("BC_MOVED", table_ffi::MOVED.into()),
        ("BC_OFF", Prepared::Off as i64),
        ("BC_ON", Prepared::On as i64),
        ("BC_ASKED", Prepared::Asked as i64),
        ("sizeof(bc_prepared)", size_of::<Prepared>() as i64),
        ("BC_FAULT", connection_ffi::FAULT.into()),
    ];
    let codes = [
        ("BC_TIMED_OUT", Code::TimedOut),
        ("BC_CLOSED", Code::Closed),
        ("BC_PROTOCOL", Code::Protocol),
        ("BC_REFUSED", Code::Refused),
        ("BC_TLS", Code::Tls),
        ("BC_MISUSE", Code::Misuse),
    ];
    numbers.extend(codes.map(|(name, code)| (name, code.number().into())));
    let ways = [
        ("BC_BACKOFF_DEFAULT", Way::Usual),
        ("BC_BACKOFF_DECORRELATED_JITTER", Way::DecorrelatedJitter),
        ("BC_BACKOFF_FULL_JITTER", Way::FullJitter),
        ("BC_BACKOFF_EQUAL_JITTER", Way::EqualJitter),
        ("BC_BACKOFF_EXPONENTIAL", Way::Exponential),
        ("BC_BACKOFF_UNIFORM", Way::Uniform),
        ("BC_BACKOFF_CONSTANT", Way::Constant),
    ];
    numbers.extend(ways.map(|(name, way)| (name, first(|number| Way::of(number) == way))));
    let compressions =
        [("BC_LZF", Compression::Lzf), ("BC_ZSTD", Compression::Zstd), ("BC_LZ4", Compression::Lz4)];
    numbers.extend(
        compressions.map(|(name, kind)| (name, first(|number| Compression::of(number.into()) == Some(kind)))),
    );
    numbers
}

/// The first number that Rust takes for this.
fn first(is_it: impl Fn(u8) -> bool) -> i64 {
    (0..64).find(|number| is_it(*number)).unwrap().into()
}

#[test]
fn rust_and_c_agree_on_every_field_and_number() {
    let mut program: String = headers().iter().fold("#include <stddef.h>\n".into(), |program, (name, _)| {
        program + &format!("#include \"{name}\"\n")
    });
    let mut assert = |what: &str, value: i64| {
        writeln!(program, "_Static_assert({what} == {value}, \"{}\");", what.replace('"', "'")).unwrap();
    };
    for Layout { name, size, fields } in layouts() {
        if let Some(size) = size {
            assert(&format!("sizeof({name})"), size as i64);
        }
        for (field, place) in fields {
            assert(&format!("offsetof({name}, {field})"), place as i64);
        }
    }
    numbers().into_iter().for_each(|(name, value)| assert(name, value));
    let folder = folder();
    let path = folder.path("layout.c", &program);
    compiler().arg("-fsyntax-only").arg(path).run();
}

#[test]
fn a_connection_begins_with_its_view() {
    assert_eq!(offset_of!(Handle, view), 0); // its address
    let header = include_str!("../include/near.h");
    assert!(header.contains(&format!("#define BC_ALIVE_AT {ALIVE_AT}\n")));
}

#[test]
fn no_structure_of_the_headers_is_left_out() {
    let mut in_headers = Vec::new();
    for (_, text) in headers() {
        for after in text.split("typedef struct").skip(1) {
            let (Some(open), Some(end)) = (after.find('{'), after.find(';')) else { continue };
            if open < end {
                let name = after.split('}').nth(1).and_then(|rest| rest.split(';').next()).unwrap();
                in_headers.push(name.trim().to_owned());
            }
        }
    }
    in_headers.sort();
    let mut here: Vec<_> = layouts().iter().map(|layout| layout.name.to_owned()).collect();
    here.sort();
    assert_eq!(in_headers, here);
}
