//! The values of one app in one hour, by the minute or by ten minutes.

use super::column::Values;

/// Milliseconds of a minute, and of an hour.
pub(super) const MINUTE_MS: u64 = 60_000;
pub(super) const HOUR_MS: u64 = 60 * MINUTE_MS;

/// The time that one value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Minute,
    TenMinutes,
}

impl Step {
    /// Values of an hour.
    pub(super) fn slots(self) -> usize {
        match self {
            Self::Minute => 60,
            Self::TenMinutes => 6,
        }
    }

    /// Milliseconds of one of them.
    pub(super) fn ms(self) -> u64 {
        match self {
            Self::Minute => MINUTE_MS,
            Self::TenMinutes => 10 * MINUTE_MS,
        }
    }
}

/// The beginning of the hour that a moment is in.
pub(super) fn hour_of(ms: u64) -> u64 {
    ms - ms % HOUR_MS
}

/// The minute of its hour that a moment is in.
pub(super) fn minute_of(ms: u64) -> usize {
    usize::try_from(ms % HOUR_MS / MINUTE_MS).unwrap_or(0)
}

/// Values of an hour. Those that are not known are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hour {
    pub(super) step: Step,
    /// [`Step::slots`] of them.
    pub(super) slots: Vec<Option<Values>>,
}

impl Hour {
    /// One of which nothing is known.
    pub(super) fn new(step: Step) -> Self {
        Self { step, slots: vec![None; step.slots()] }
    }

    /// Takes in values for a slot: a clock that went back brings a minute twice.
    pub(super) fn add(&mut self, slot: usize, values: &Values) {
        match self.slots.get_mut(slot) {
            Some(Some(known)) => known.merge(values),
            Some(unknown) => *unknown = Some(values.clone()),
            None => {}
        }
    }

    /// Takes in another record of the same hour, which is by the same step or by the minute.
    pub(super) fn merge(&mut self, other: &Self) {
        let minutes = other.slots.len() / self.slots.len().max(1);
        for (slot, values) in other.slots.iter().enumerate() {
            if let Some(values) = values {
                self.add(slot / minutes.max(1), values);
            }
        }
    }

    /// The same by ten minutes.
    pub(super) fn by_ten_minutes(&self) -> Self {
        let mut coarser = Self::new(Step::TenMinutes);
        coarser.merge(self);
        coarser
    }

    /// What is known, each with the milliseconds from the beginning of the hour.
    pub(super) fn known(self) -> impl Iterator<Item = (u64, Values)> {
        let ms = self.step.ms();
        (0..).zip(self.slots).filter_map(move |(slot, values): (u64, _)| Some((slot * ms, values?)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::super::column::{Kind, OF_APP, kind};
    use super::*;

    /// Values of so many columns: small and large ones, and many zeros.
    pub(in crate::statistics) fn values(columns: usize) -> impl Strategy<Value = Values> {
        let value = prop_oneof![4 => Just(0), 4 => 0..5_000_u64, 1 => any::<u64>()];
        vec(value, columns).prop_map(|values| Values(values.into()))
    }

    pub(in crate::statistics) fn hour(step: Step, columns: usize) -> impl Strategy<Value = Hour> {
        vec(option::of(values(columns)), step.slots()).prop_map(move |slots| Hour { step, slots })
    }

    /// Ten minutes aggregated, one value after the other.
    fn naive(minutes: &[Option<Values>], column: usize) -> Option<u64> {
        let known: Vec<u64> = minutes.iter().flatten().map(|values| values.get(column)).collect();
        let sum = || known.iter().fold(0_u64, |sum, value| sum.saturating_add(*value));
        let largest = known.iter().max().copied();
        largest.map(|largest| if kind(column) == Kind::Level { largest } else { sum() })
    }

    proptest! {
        #[test]
        fn ten_minutes_have_the_largest_level_and_the_sum_of_counts(hour in hour(Step::Minute, OF_APP)) {
            let coarser = hour.by_ten_minutes();
            prop_assert_eq!(coarser.slots.len(), 6);
            for (slot, minutes) in coarser.slots.iter().zip(hour.slots.chunks(10)) {
                for column in 0..OF_APP {
                    prop_assert_eq!(slot.as_ref().map(|values| values.get(column)), naive(minutes, column));
                }
            }
        }

        #[test]
        fn an_hour_in_two_parts_is_the_whole_hour(
            hour in hour(Step::Minute, OF_APP),
            is_first in vec(any::<bool>(), 60),
        ) {
            let part = |first: bool| Hour {
                step: Step::Minute,
                slots: hour.slots.iter().zip(&is_first).map(|(slot, is)| slot.clone().filter(|_| *is == first)).collect(),
            };
            let mut merged = part(true);
            merged.merge(&part(false));
            prop_assert_eq!(&merged, &hour);
            let mut by_ten = part(false).by_ten_minutes();
            by_ten.merge(&part(true));
            prop_assert_eq!(by_ten, hour.by_ten_minutes());
        }
    }

    #[test]
    fn a_slot_that_no_hour_has_is_ignored() {
        let mut hour = Hour::new(Step::Minute);
        hour.add(60, &Values::zero(OF_APP));
        assert_eq!(hour, Hour::new(Step::Minute));
    }

    #[test]
    fn moments_have_their_hour_and_minute() {
        let at = 17 * HOUR_MS + 59 * MINUTE_MS + 59_999;
        assert_eq!((hour_of(at), minute_of(at)), (17 * HOUR_MS, 59));
        assert_eq!((hour_of(at + 1), minute_of(at + 1)), (18 * HOUR_MS, 0));
    }
}
