//! Keys that are fetched from where they are published, again and again: a project may change them at any time.
//!
//! A token that names a key which is not there may be the first one of a new key. Then the set is
//! fetched at once, and who brought the token waits for it; but anybody can make up a name, so this
//! happens once in [`ASK_EVERY`] at most, and within that time such tokens are refused at once. No
//! event loop waits: the session retains the client's message and is answered.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::download::{Address, Downloaded};

/// At most so often a token has the set fetched.
const ASK_EVERY: Duration = Duration::from_secs(30);
/// For how long a set is used whose response does not say.
const KEPT: Duration = Duration::from_secs(600);
/// The bounds of what responses say. A key that was taken out is believed for an hour at most.
const LEAST_KEPT: Duration = Duration::from_secs(60);
const MOST_KEPT: Duration = Duration::from_secs(3_600);
/// When a fetch that failed is tried again, twice as long after each failure.
const AGAIN: Duration = Duration::from_secs(2);
const MOST_AGAIN: Duration = Duration::from_secs(300);

type Waiting = Box<dyn FnOnce() + Send>;

/// A set that is published somewhere.
pub(super) struct Remote {
    address: Address,
    asked: Mutex<Asked>,
    wake: Notify,
    fetches: AtomicU64,
    failures: AtomicU64,
}

struct Asked {
    is_under_way: bool,
    /// How many fetches have ended.
    ended: u64,
    /// When a token last had the set fetched.
    last: Option<Instant>,
    /// What is called when it has come: one for each connection at most, which is not read
    /// meanwhile.
    waiting: Vec<Waiting>,
}

/// Up to where somebody who looks at the keys knows of fetches: taken before looking, so that a set which comes between looking and
/// waiting is not waited for, and not fetched a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeysSeen(u64);

/// Fetches so far, and those of them that brought nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fetches {
    pub(crate) all: u64,
    pub(crate) failed: u64,
}

impl Remote {
    pub(super) fn new(url: &str) -> Result<Self, String> {
        // The first fetch is under way from the beginning, so that nobody is refused before it.
        let asked = Asked { is_under_way: true, ended: 0, last: None, waiting: Vec::new() };
        Ok(Self {
            address: Address::parse(url)?,
            asked: Mutex::new(asked),
            wake: Notify::new(),
            fetches: AtomicU64::new(0),
            failures: AtomicU64::new(0),
        })
    }

    pub(super) fn is_open_to_others(&self) -> bool {
        self.address.is_open_to_others()
    }

    pub(super) fn fetches(&self) -> Fetches {
        Fetches { all: self.fetches.load(Ordering::Relaxed), failed: self.failures.load(Ordering::Relaxed) }
    }

    /// To be taken before the keys are looked at.
    pub(super) fn seen(&self) -> KeysSeen {
        KeysSeen(self.asked().ended)
    }

    /// Whether newer keys than those have come, would come, or may.
    pub(super) fn may_bring_newer(&self, than: KeysSeen) -> bool {
        let asked = self.asked();
        asked.ended != than.0 || asked.is_under_way || asked.may_ask()
    }

    /// Calls `notify` when newer keys than those have come, or could not: at once if that was
    /// meanwhile. `false`: not now, and `notify` is not called.
    pub(super) fn await_newer(&self, than: KeysSeen, notify: Waiting) -> bool {
        let mut asked = self.asked();
        if asked.ended != than.0 {
            drop(asked);
            notify();
            return true;
        }
        if !asked.is_under_way {
            if !asked.may_ask() {
                return false;
            }
            asked.is_under_way = true;
            asked.last = Some(Instant::now());
            self.wake.notify_one();
        }
        asked.waiting.push(notify);
        true
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        // Each change is one assignment: what a panic left behind is right.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fetches for ever, and gives each set to `take`, which may refuse it. What is there stays where a fetch fails.
    pub(super) async fn follow(&self, app: &str, take: impl Fn(&str) -> Result<(), String>) {
        let mut pause = AGAIN;
        loop {
            let outcome = self.fetch(&take).await;
            self.fetches.fetch_add(1, Ordering::Relaxed);
            let rest = match outcome {
                Ok(kept) => {
                    pause = AGAIN;
                    kept
                }
                Err(why) => {
                    self.failures.fetch_add(1, Ordering::Relaxed);
                    tracing::warn!(
                        app,
                        why,
                        again_in_s = pause.as_secs(),
                        "jwks_url: the fetch failed; the present keys stay valid"
                    );
                    let rest = pause;
                    pause = (pause * 2).min(MOST_AGAIN);
                    rest
                }
            };
            self.notify_all();
            tokio::select! {
                () = tokio::time::sleep(rest) => self.asked().is_under_way = true,
                () = self.wake.notified() => {}
            }
        }
    }

    /// One fetch; returns for how long its set is used.
    async fn fetch(&self, take: impl Fn(&str) -> Result<(), String>) -> Result<Duration, String> {
        let downloaded = self.address.download().await;
        let Downloaded { text, max_age } = downloaded.map_err(|error| error.to_string())?;
        take(&text)?;
        Ok(kept_for(max_age))
    }

    /// Notifies all that wait.
    fn notify_all(&self) {
        let waiting = {
            let mut asked = self.asked();
            asked.is_under_way = false;
            asked.ended += 1;
            std::mem::take(&mut asked.waiting)
        };
        waiting.into_iter().for_each(|notify| notify());
    }
}

impl Asked {
    fn may_ask(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= ASK_EVERY)
    }
}

/// For how long a set is used whose response says that.
fn kept_for(max_age: Option<Duration>) -> Duration {
    max_age.map_or(KEPT, |age| age.clamp(LEAST_KEPT, MOST_KEPT))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn what_responses_say_has_bounds() {
        for (max_age, kept_s) in
            [(None, 600), (Some(0), 60), (Some(59), 60), (Some(300), 300), (Some(86_400), 3_600)]
        {
            assert_eq!(
                kept_for(max_age.map(Duration::from_secs)),
                Duration::from_secs(kept_s),
                "{max_age:?}"
            );
        }
    }

    #[test]
    fn all_who_come_while_it_is_fetched_are_notified_once_and_then_nobody_for_a_while() {
        let remote = Remote::new("http://127.0.0.1:1/").unwrap();
        let notified = Arc::new(AtomicUsize::new(0));
        let tell = || {
            let notified = Arc::clone(&notified);
            Box::new(move || _ = notified.fetch_add(1, Ordering::Relaxed)) as Waiting
        };
        let await_newer = || remote.await_newer(remote.seen(), tell());
        assert!(remote.may_bring_newer(remote.seen()), "the first fetch is under way");
        assert!(await_newer() && await_newer());
        assert_eq!(notified.load(Ordering::Relaxed), 0);
        remote.notify_all();
        assert_eq!(notified.load(Ordering::Relaxed), 2);
        assert!(remote.may_bring_newer(remote.seen()) && await_newer(), "a token asks");
        assert!(await_newer(), "another one waits for the same");
        remote.notify_all();
        assert_eq!(notified.load(Ordering::Relaxed), 4);
        assert!(!remote.may_bring_newer(remote.seen()) && !await_newer(), "within 30 s none is asked for");
        let ago = Instant::now().checked_sub(ASK_EVERY).unwrap();
        remote.asked().last = Some(ago);
        assert!(remote.may_bring_newer(remote.seen()) && await_newer());
        remote.notify_all();
        assert_eq!(notified.load(Ordering::Relaxed), 5);
    }

    #[test]
    fn keys_that_come_between_looking_and_waiting_are_looked_at_and_not_fetched_again() {
        let remote = Remote::new("http://127.0.0.1:1/").unwrap();
        let notified = Arc::new(AtomicUsize::new(0));
        let looked = remote.seen();
        remote.notify_all(); // the first fetch ends after somebody has looked in vain
        let also_notified = Arc::clone(&notified);
        assert!(remote.may_bring_newer(looked));
        assert!(
            remote.await_newer(looked, Box::new(move || _ = also_notified.fetch_add(1, Ordering::Relaxed)))
        );
        assert_eq!(notified.load(Ordering::Relaxed), 1, "at once");
        let asked = remote.asked();
        assert!(!asked.is_under_way && asked.last.is_none(), "nothing was asked for");
    }
}
