//! What a server says of itself (`INFO`), as far as the cache needs it: which process it is, and whether somebody's rights were changed.

use baton_near_cache::Table;

/// Which server process it is, as a number; never 0. Two connections whose numbers are the same talk to the same process: the server draws its
/// `run_id` by chance when it starts.
pub(super) fn process(table: &Table, info: &[u8]) -> Option<u64> {
    let id = lines(info).find_map(|line| line.strip_prefix(b"run_id:"))?;
    (id.len() >= 16).then(|| table.hash(u64::MAX - 1, id).max(1))
}

/// The commands that change who may do what. Others that speak of users only look.
const CHANGES: [&[u8]; 4] = [b"acl|setuser", b"acl|deluser", b"acl|load", b"acl"];

/// How often commands were called, by `INFO commandstats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Calls {
    /// Those that change who may do what. Before 7.0 a server does not distinguish them from others about users.
    changes: u64,
    all: u64,
}

impl Calls {
    /// None: it says nothing of calls.
    pub(super) fn read(info: &[u8]) -> Option<Self> {
        let mut calls = Self { changes: 0, all: 0 };
        for (command, count) in lines(info).filter_map(line) {
            calls.all = calls.all.wrapping_add(count);
            if CHANGES.contains(&command) {
                calls.changes = calls.changes.wrapping_add(count);
            }
        }
        (calls.all > 0).then_some(calls)
    }

    /// Whether somebody's rights may have been changed between the two: also where the counts began again (`CONFIG RESETSTAT`).
    pub(super) fn differ(self, before: Self) -> bool {
        self.changes != before.changes || self.all < before.all
    }
}

fn lines(info: &[u8]) -> impl Iterator<Item = &[u8]> {
    info.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii)
}

/// `cmdstat_acl|setuser:calls=1,usec=…`
fn line(line: &[u8]) -> Option<(&[u8], u64)> {
    let line = line.strip_prefix(b"cmdstat_")?;
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (command, counts) = line.split_at(colon);
    let count = counts.strip_prefix(b":calls=")?;
    let end = count.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(count.len());
    std::str::from_utf8(count.get(..end)?).ok()?.parse().ok().map(|count| (command, count))
}

#[cfg(test)]
mod tests {
    use super::super::testing::opened;
    use super::*;

    #[test]
    fn a_process_is_known_by_its_id() {
        let table = opened().table;
        let of = |text: &[u8]| process(&table, text);
        let one =
            of(b"# Server\r\nredis_version:7.0.15\r\nrun_id:0123456789abcdef0123456789abcdef01234567\r\n");
        assert!(one.is_some_and(|number| number != 0));
        assert_ne!(one, of(b"run_id:0123456789abcdef0123456789abcdef01234568\r\n"));
        assert_eq!((of(b""), of(b"run_id:\r\n"), of(b"run_id:7")), (None, None, None));
    }

    #[test]
    fn a_change_of_rights_is_seen() {
        let read = |text: &[u8]| Calls::read(text).unwrap();
        let before =
            read(b"# Commandstats\r\ncmdstat_get:calls=10,usec=4\r\ncmdstat_acl|whoami:calls=3,usec=1\r\n");
        let looked = read(b"cmdstat_get:calls=12,usec=4\r\ncmdstat_acl|whoami:calls=4,usec=1\r\n");
        let changed = read(b"cmdstat_get:calls=12,usec=4\r\ncmdstat_acl|setuser:calls=1,usec=1\r\n");
        assert!(!looked.differ(before) && changed.differ(before));
        assert!(read(b"cmdstat_get:calls=2,usec=1").differ(before), "they began again");
        assert!(read(b"cmdstat_acl:calls=20,usec=1").differ(before), "before 7.0");
        assert_eq!((Calls::read(b""), Calls::read(b"cmdstat_get:calls=x")), (None, None));
    }
}
