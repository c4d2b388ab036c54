//! Hours as bytes: what a row of the file has.
//!
//! ```text
//! version      1 byte: 1
//! slots        1 byte: 60 or 6
//! columns      1 byte
//! known        a bit for each slot, the lowest of the first byte first: 8 bytes, or 1
//! and for each column, of the known slots:
//!   change     varint: the value less the one before, at first less 0, in zigzag
//!   repeats    varint, only after a change of 0: how many more changes of 0 follow
//! ```
//!
//! A varint has seven bits in each byte, the lowest first, and the highest bit says that another byte follows. Differences wrap,
//! so every value fits. A column that stays the same takes a few bytes, however long: the histogram of deliveries is mostly
//! buckets that nothing falls into, which take two bytes each.
//!
//! A reader ignores columns that it does not know, and takes those that are missing for 0. Whatever the bytes are, reading them
//! neither panics nor takes more memory than an hour does.

use super::column::Values;
use super::hour::{Hour, Step};

const VERSION: u8 = 1;
/// More columns than any version has.
const MOST_COLUMNS: usize = 64;

/// An hour whose values have so many columns, as bytes.
pub(super) fn pack(hour: &Hour, columns: usize) -> Vec<u8> {
    let columns = columns.min(MOST_COLUMNS);
    let slots = hour.step.slots();
    let mut bytes = vec![VERSION, byte(slots), byte(columns)];
    bytes.extend(hour.slots.chunks(8).map(|slots| {
        slots.iter().enumerate().fold(0, |bits, (n, slot)| bits | u8::from(slot.is_some()) << n)
    }));
    for column in 0..columns {
        pack_column(&mut bytes, hour.slots.iter().flatten().map(|values| values.get(column)));
    }
    bytes
}

/// The numbers of slots and columns are small.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn pack_column(bytes: &mut Vec<u8>, values: impl Iterator<Item = u64>) {
    let (mut before, mut same) = (0_u64, 0_u64);
    for value in values {
        if value == before {
            same += 1;
            continue;
        }
        push_repeats(bytes, same);
        push(bytes, zigzag(value.wrapping_sub(before)));
        (before, same) = (value, 0);
    }
    push_repeats(bytes, same);
}

fn push_repeats(bytes: &mut Vec<u8>, same: u64) {
    if let Some(more) = same.checked_sub(1) {
        bytes.push(0);
        push(bytes, more);
    }
}

/// The sign goes to the lowest bit, so that small changes either way are small numbers.
fn zigzag(change: u64) -> u64 {
    (change << 1) ^ (0_u64.wrapping_sub(change >> 63))
}

fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (0_u64.wrapping_sub(number & 1))
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

/// The hour that bytes stand for, with so many columns; `None` if they stand for none, or are of another version.
pub(super) fn unpack(bytes: &[u8], columns: usize) -> Option<Hour> {
    let [VERSION, slots, stored, bytes @ ..] = bytes else { return None };
    let step =
        [Step::Minute, Step::TenMinutes].into_iter().find(|step| step.slots() == usize::from(*slots))?;
    let stored = usize::from(*stored).min(MOST_COLUMNS);
    let (bits, mut bytes) = bytes.split_at_checked(step.slots().div_ceil(8))?;
    let is_known = |slot: usize| bits.get(slot / 8).is_some_and(|bits| bits >> (slot % 8) & 1 == 1);
    let mut hour = Hour::new(step);
    for (slot, values) in hour.slots.iter_mut().enumerate() {
        *values = is_known(slot).then(|| Values::zero(columns));
    }
    for column in 0..stored.min(columns) {
        unpack_column(&mut bytes, &mut hour, column)?;
    }
    Some(hour)
}

fn unpack_column(bytes: &mut &[u8], hour: &mut Hour, column: usize) -> Option<()> {
    let (mut value, mut same) = (0_u64, 0_u64);
    for values in hour.slots.iter_mut().flatten() {
        match same.checked_sub(1) {
            Some(fewer) => same = fewer,
            None => match pop(bytes)? {
                0 => same = pop(bytes)?,
                change => value = value.wrapping_add(unzigzag(change)),
            },
        }
        *values.0.get_mut(column)? = value;
    }
    (same == 0).then_some(())
}

fn pop(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::column::{OF_APP, OF_SERVER};
    use super::super::hour::tests::{hour, values};
    use super::*;

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked(
            minutes in hour(Step::Minute, OF_SERVER),
            ten in hour(Step::TenMinutes, OF_APP),
        ) {
            prop_assert_eq!(unpack(&pack(&minutes, OF_SERVER), OF_SERVER), Some(minutes));
            prop_assert_eq!(unpack(&pack(&ten, OF_APP), OF_APP), Some(ten));
        }

        #[test]
        fn columns_of_another_version_are_left_out_or_zero(hour in hour(Step::Minute, 8)) {
            let first = |columns: usize| {
                let cut = |values: &Values| Values((0..columns).map(|n| values.get(n)).collect());
                let slots = hour.slots.iter().map(|slot| slot.as_ref().map(cut)).collect();
                Hour { step: Step::Minute, slots }
            };
            prop_assert_eq!(unpack(&pack(&hour, 8), 5), Some(first(5)));
            prop_assert_eq!(unpack(&pack(&hour, 8), 10), Some(first(10)));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(
            bytes in vec(any::<u8>(), 0..200),
            slots in prop_oneof![Just(60_u8), Just(6)],
            columns in 0..70_u8,
        ) {
            let with_head = [&[VERSION, slots, columns], &*bytes].concat();
            for bytes in [&bytes, &with_head] {
                if let Some(hour) = unpack(bytes, OF_SERVER) {
                    prop_assert_eq!(unpack(&pack(&hour, OF_SERVER), OF_SERVER), Some(hour));
                }
            }
        }

        #[test]
        fn a_part_of_an_hour_is_none(hour in hour(Step::TenMinutes, OF_APP), values in values(OF_APP), cut in 1..8_usize) {
            let mut hour = hour;
            hour.add(0, &values);
            let bytes = pack(&hour, OF_APP);
            prop_assert_eq!(unpack(&bytes[..bytes.len().saturating_sub(cut)], OF_APP), None);
        }
    }

    #[test]
    fn numbers_have_the_bytes_that_the_format_says() {
        let mut hour = Hour::new(Step::TenMinutes);
        for (slot, value) in [(0, 0), (1, 0), (2, 200), (3, 200), (5, 199)] {
            hour.add(slot, &Values([value].into()));
        }
        assert_eq!(pack(&hour, 1), [1, 6, 1, 0b10_1111, 0, 1, 0x90, 0x03, 0, 0, 1]);
    }

    #[test]
    fn a_number_without_an_end_is_none() {
        assert_eq!(pop(&mut &[0xff; 20][..]), None);
        assert_eq!(pop(&mut &[0x80, 0x80][..]), None);
    }

    #[test]
    fn an_unknown_version_is_none() {
        assert_eq!(unpack(&[2, 6, 0, 0], OF_APP), None);
        assert_eq!(unpack(&[1, 7, 0, 0], OF_APP), None);
        assert_eq!(unpack(&[], OF_APP), None);
    }
}
