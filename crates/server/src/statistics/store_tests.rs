//! The tables: what is added is read, packed by ten minutes, and deleted in time.

use std::collections::BTreeMap;
use std::fs;

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::column::{OF_APP, SERVER};
use super::super::hour::MINUTE_MS;
use super::super::tests::{AT, Dice, Directory, KEPT, busy};
use super::*;

impl Store {
    /// Puts whole hours.
    pub(in crate::statistics) fn put(
        &mut self,
        hour_ms: u64,
        hours: &[(String, Hour)],
    ) -> rusqlite::Result<()> {
        let transaction = self.db.transaction()?;
        for (app, hour) in hours {
            merge_into(&transaction, hour_ms, app, hour)?;
        }
        transaction.commit()
    }

    /// Bytes of the file, without free pages.
    fn bytes(&self) -> u64 {
        let number =
            |pragma: &str| self.db.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).unwrap();
        unsigned((number("page_count") - number("freelist_count")) * number("page_size"))
    }

    /// Lets the file have no page more than it has.
    pub(in crate::statistics) fn fill_the_disk(&self, pages_more: i64) {
        let pages: i64 = self.db.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        self.db.pragma_update_and_check(None, "max_page_count", pages + pages_more, |_| Ok(())).unwrap();
    }

    fn rows(&self, step: Step) -> i64 {
        let sql = format!("SELECT count(*) FROM {}", table(step));
        self.db.query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    fn all(&self, app: &str) -> BTreeMap<u64, Values> {
        let mut all = BTreeMap::new();
        self.read(app, 0, u64::MAX, |at_ms, values| assert!(all.insert(at_ms, values).is_none())).unwrap();
        all
    }
}

fn rows(values: &[(&str, Values)]) -> Vec<Row> {
    values.iter().map(|(app, values)| (Box::from(*app), values.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_added_is_read(minutes in vec((0..3 * 60_u64, any::<u64>()), 1..60), from in 0..200_u64, to in 0..200_u64) {
        let mut store = Store::in_memory().unwrap();
        let mut naive = BTreeMap::<u64, Values>::new();
        for (minute, seed) in minutes {
            let (at_ms, values) = (AT + minute * MINUTE_MS, busy(&mut Dice::new(seed), OF_APP));
            store.add(at_ms, &rows(&[("a", values.clone()), ("b", Values::zero(OF_APP))])).unwrap();
            naive.entry(at_ms).and_modify(|known| known.merge(&values)).or_insert(values);
        }
        prop_assert_eq!(store.all("a"), naive.clone());
        prop_assert_eq!(store.all("other"), BTreeMap::new());
        let mut read = BTreeMap::new();
        let (from, to) = (AT + from * MINUTE_MS, AT + to * MINUTE_MS);
        store.read("a", from, to, |at_ms, values| { read.insert(at_ms, values); }).unwrap();
        naive.retain(|at_ms, _| (from..to).contains(at_ms));
        prop_assert_eq!(read, naive);
    }
}

#[test]
fn after_two_days_values_are_by_ten_minutes() {
    let mut store = Store::in_memory().unwrap();
    let mut dice = Dice::new(3);
    let mut naive = BTreeMap::<u64, Values>::new();
    for minute in 0..120 {
        let at_ms = AT + minute * MINUTE_MS;
        let values = busy(&mut dice, OF_APP);
        store.add(at_ms, &rows(&[("a", values.clone())])).unwrap();
        let ten = if minute < 60 { at_ms - at_ms % (10 * MINUTE_MS) } else { at_ms };
        naive.entry(ten).and_modify(|known| known.merge(&values)).or_insert(values);
    }
    store.tidy(AT + MINUTES_KEPT_MS + HOUR_MS - 1, KEPT).unwrap();
    assert_eq!((store.rows(Step::Minute), store.rows(Step::TenMinutes)), (2, 0));
    store.tidy(AT + MINUTES_KEPT_MS + HOUR_MS, KEPT).unwrap();
    assert_eq!((store.rows(Step::Minute), store.rows(Step::TenMinutes)), (1, 1));
    assert_eq!(store.all("a"), naive);
    // A clock that goes back adds to an hour that is packed already.
    let late = busy(&mut dice, OF_APP);
    store.add(AT + 15 * MINUTE_MS, &rows(&[("a", late.clone())])).unwrap();
    store.tidy(AT + MINUTES_KEPT_MS + HOUR_MS, KEPT).unwrap();
    naive.entry(AT + 10 * MINUTE_MS).and_modify(|known| known.merge(&late));
    assert_eq!(store.all("a"), naive);
}

#[test]
fn old_rows_are_deleted_a_few_hours_at_once_and_the_file_shrinks() {
    let directory = Directory::new();
    let mut store = Store::open(&directory.0).unwrap();
    let mut dice = Dice::new(4);
    for hour in 0..10 {
        let mut of_app =
            || Hour { step: Step::Minute, slots: (0..60).map(|_| Some(busy(&mut dice, OF_APP))).collect() };
        let hours: Vec<_> = (0..50).map(|n| (format!("app-{n}"), of_app())).collect();
        store.put(AT + hour * HOUR_MS, &hours).unwrap();
    }
    let (before, now_ms) = (store.bytes(), AT + KEPT + 9 * HOUR_MS);
    let pages =
        |store: &Store| store.db.pragma_query_value(None, "page_count", |row| row.get::<_, i64>(0)).unwrap();
    let pages_before = pages(&store);
    store.tidy(now_ms, KEPT).unwrap();
    assert_eq!(store.rows(Step::Minute), 0, "what is left is by ten minutes");
    assert_eq!(store.rows(Step::TenMinutes), 50 * (10 - i64::try_from(HOURS_AT_ONCE).unwrap()));
    store.tidy(now_ms, KEPT).unwrap();
    assert_eq!(store.all("app-1").keys().next(), Some(&(AT + 9 * HOUR_MS)));
    assert!(pages(&store) < pages_before / 10, "{} of {pages_before} pages", pages(&store));
    assert!(store.bytes() < before / 10);
    store.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let on_disk = fs::metadata(directory.0.join(FILE)).unwrap().len();
    assert_eq!(on_disk, store.bytes());
}

#[test]
fn a_row_of_another_version_is_unknown_and_written_over() {
    let mut store = Store::in_memory().unwrap();
    let sql = "INSERT INTO minutes (hour_ms, app, packed) VALUES (?1, 'a', x'FF3C05')";
    store.db.execute(sql, [signed(AT)]).unwrap();
    assert_eq!(store.all("a"), BTreeMap::new());
    store.add(AT, &rows(&[("a", Values([1, 2, 3, 4, 5].into()))])).unwrap();
    assert_eq!(store.all("a").len(), 1);
}

#[test]
fn one_store_takes_in_another() {
    let (mut one, mut other) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    let values = |n: u64| Values([n; OF_APP].into());
    one.add(AT, &rows(&[("a", values(1))])).unwrap();
    other.add(AT, &rows(&[("a", values(2)), ("b", values(3))])).unwrap();
    other.add(AT + HOUR_MS, &rows(&[("a", values(4))])).unwrap();
    other.tidy(AT + MINUTES_KEPT_MS + HOUR_MS, KEPT).unwrap();
    one.add_all(&other).unwrap();
    assert_eq!((one.rows(Step::Minute), one.rows(Step::TenMinutes)), (2, 2));
    let mut sum = values(0);
    one.read("a", 0, u64::MAX, |_, values| sum.merge(&values)).unwrap();
    assert_eq!(sum, Values([4, 4, 7, 7, 7].into()));
}

/// Three days of 100 apps that are all in use all the time, written as they come: each row grows in its place.
#[test]
fn thirty_days_of_a_hundred_apps_take_less_than_200_mb() {
    const APPS: usize = 100;
    let directory = Directory::new();
    let mut store = Store::open(&directory.0).unwrap();
    let mut dice = Dice::new(1);
    let ids: Vec<String> = (0..APPS).map(|n| format!("customer-{n}")).chain([SERVER.into()]).collect();
    for hour in 0..72 {
        for part in 0..5 {
            let in_part = |minute: usize| minute / 12 == part;
            let mut one = |app: &String| {
                let slots = (0..60).map(|minute| in_part(minute).then(|| busy(&mut dice, columns(app))));
                (app.clone(), Hour { step: Step::Minute, slots: slots.collect() })
            };
            let hours: Vec<_> = ids.iter().map(&mut one).collect();
            store.put(AT + hour * HOUR_MS, &hours).unwrap();
        }
    }
    let tidy = |store: &mut Store, now_ms: u64| (0..12).for_each(|_| store.tidy(now_ms, KEPT).unwrap());
    tidy(&mut store, AT + 72 * HOUR_MS);
    let mixed = store.bytes();
    tidy(&mut store, AT + 72 * HOUR_MS + MINUTES_KEPT_MS);
    assert_eq!(store.rows(Step::Minute), 0);
    let day = store.bytes() / 3;
    let total = mixed + 27 * day;
    println!(
        "30 days of {APPS} apps: {total} bytes, {} per app; a day by ten minutes has {day}, two by the minute {}",
        total / APPS as u64,
        mixed - day
    );
    assert!(total < 200_000_000, "{total}");
}
