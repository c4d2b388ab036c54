//! Random policies against PostgreSQL: what each follower is sent of a table's changes, and what it may read and write in
//! private channels, is what PostgreSQL shows its role, and takes from it, at that moment.
//!
//! Nothing changes between the changes and the judgement. A world that differs is made smaller, and printed as SQL.
//! `BATON_POLICY_WORLDS` is how many there are, `BATON_POLICY_SEED` which ones, and
//! `BATON_POLICY_SERVERS` how many servers share them: as many as there are processors unless set.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails where it unwraps

mod differences;
mod exam;
mod explained;
#[path = "../fixture/mod.rs"]
mod fixture;
mod judge;
mod world;

use std::cell::RefCell;

use exam::Exam;
use futures_util::future::join_all;
use proptest::strategy::{BoxedStrategy, Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use world::{World, world};

/// Worlds that are on one server at once.
const AT_ONCE: usize = 50;
/// Attempts to make a world that differs smaller.
const SMALLER: usize = 150;

type Tree = Box<dyn ValueTree<Value = World>>;

/// The worlds of a seed. Which there are does not depend on who takes them.
struct Worlds {
    seed: u64,
    strategy: BoxedStrategy<World>,
    runner: TestRunner,
    left: usize,
    done: usize,
}

impl Worlds {
    fn new(seed: u64, count: usize) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let runner = TestRunner::new_with_rng(Config::default(), rng);
        Self { seed, strategy: world().boxed(), runner, left: count, done: 0 }
    }

    /// The next; none when all are taken.
    fn take(&mut self) -> Vec<Tree> {
        let count = self.left.min(AT_ONCE);
        self.left -= count;
        (0..count).map(|_| self.strategy.new_tree(&mut self.runner).unwrap()).collect()
    }

    /// So many have been examined, and none differs.
    fn passed(&mut self, count: usize) {
        let before = self.done;
        self.done += count;
        if before / 1_000 != self.done / 1_000 || self.left == 0 {
            println!("BATON_POLICY_SEED={}: {} worlds, none differs", self.seed, self.done);
        }
    }
}

/// Examines worlds on one server until all are taken.
async fn examine(worlds: &RefCell<Worlds>) {
    let mut exam = Exam::new().await;
    loop {
        let mut trees = worlds.borrow_mut().take();
        if trees.is_empty() {
            return;
        }
        let all: Vec<World> = trees.iter().map(|tree| tree.current()).collect();
        if let Some((n, what)) = exam.run(&all).await.into_iter().next() {
            let seed = worlds.borrow().seed;
            let (world, what) = smallest(&mut exam, &mut *trees[n], what).await;
            panic!(
                "BATON_POLICY_SEED={seed}: {what}\n{}{}{}{}",
                world.setup("w"),
                world.rows("w"),
                world.changes("w"),
                world.channels("w")
            );
        }
        worlds.borrow_mut().passed(all.len());
    }
}

/// The smallest world that was found to differ as a tree's does, and what differs there.
async fn smallest(
    exam: &mut Exam,
    tree: &mut dyn ValueTree<Value = World>,
    mut what: String,
) -> (World, String) {
    let mut smallest = tree.current();
    let mut is_smaller = tree.simplify();
    for _ in 0..SMALLER {
        if !is_smaller {
            break;
        }
        is_smaller = match exam.run(&[tree.current()]).await.into_iter().next() {
            Some((_, text)) => {
                (smallest, what) = (tree.current(), text);
                tree.simplify()
            }
            None => tree.complicate(),
        };
    }
    (smallest, what)
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_hear_what_postgres_shows_them() {
    let number = |name: &str| Some(std::env::var(name).ok()?.parse::<u64>().expect("a number"));
    let count = |name: &str| number(name).map(|it| usize::try_from(it).unwrap());
    let worlds =
        Worlds::new(number("BATON_POLICY_SEED").unwrap_or(1), count("BATON_POLICY_WORLDS").unwrap_or(300));
    let processors = || std::thread::available_parallelism().map_or(1, Into::into);
    let servers = count("BATON_POLICY_SERVERS").unwrap_or_else(processors).max(1);
    let worlds = RefCell::new(worlds);
    join_all((0..servers).map(|_| examine(&worlds))).await;
}
