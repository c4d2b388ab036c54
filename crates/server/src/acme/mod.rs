//! Certificates by ACME (RFC 8555): ordered in the background while the server serves, stored, shown, and renewed in time.
//!
//! [`schedule`] says when, [`order`] does one order, [`challenge`] has the answers that an authority looks for, and [`store`] what
//! outlasts a restart. Whatever fails, the server goes on with the certificate that it has.

mod challenge;
mod order;
mod schedule;
mod store;
mod transport;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use baton_reactor::Validity;
use instant_acme::Error;

pub(crate) use self::challenge::HttpAnswers;
use self::order::{Failure, Orders, Suggested, Wanted};
use self::schedule::{Lifetime, RecentOrders, Window, wait};
use self::store::{Store, Stored};
use crate::clock::unix_s;
use crate::entropy::Entropy;
use crate::node::Node;
use crate::settings::{Settings, issued};

const MINUTE: u64 = 60;
const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

/// What the rest of the process sees of it.
#[derive(Debug, Default)]
pub(crate) struct Acme {
    /// For those who ask over plain HTTP.
    pub(crate) http: HttpAnswers,
    /// Certificates that were issued, and orders that failed.
    pub(crate) issued: AtomicU64,
    pub(crate) failed: AtomicU64,
    /// Of these, those since the last certificate.
    pub(crate) failing: AtomicU64,
    shown: Mutex<Option<(PathBuf, Validity)>>,
}

impl Acme {
    /// The file of the certificate that is shown, and when it is valid.
    pub(crate) fn shown(&self) -> Option<(PathBuf, Validity)> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn show(&self, shown: Option<(PathBuf, Validity)>) {
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }
}

/// Has the stored certificate used, before anything is accepted: a client that connects right after a restart must not be refused.
pub(crate) fn show_stored(settings: &Settings) {
    // `look_after` reports what is wrong with it, and moves it aside.
    let stored = Wanted::of(settings).map(|wanted| Store::new(&wanted.data_dir).inspect());
    if let Some(Ok(Some(stored))) = stored {
        issued().show(Some(&stored.certificate));
    }
}

/// Gets certificates for the node, and renews them, as long as the runtime lasts.
pub(crate) async fn look_after(node: &Node) {
    let mut configured = node.configured();
    let mut keeper: Option<Keeper<'_>> = None;
    loop {
        let wanted = Wanted::of(&node.config().settings);
        if keeper.as_ref().map(|keeper| &keeper.wanted) != wanted.as_ref() {
            node.acme.failing.store(0, Relaxed); // those were of other orders
            keeper = wanted.map(|wanted| tokio::task::block_in_place(|| Keeper::new(node, wanted)));
            if keeper.is_none() {
                issued().show(None);
                node.acme.show(None);
            }
        }
        let next = match &mut keeper {
            Some(keeper) => keeper.turn().await,
            None => Duration::MAX,
        };
        // Not for long at once: the clock may be set, and the machine may sleep.
        let pause = next.min(Duration::from_secs(HOUR));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = configured.changed() => {}
        }
    }
}

/// What would be ordered with these settings, for `baton check`.
pub(crate) fn outlook(settings: &Settings) -> Option<String> {
    let wanted = Wanted::of(settings)?;
    let store = Store::new(&wanted.data_dir);
    let (names, directory) = (wanted.domains.join(", "), &wanted.directory);
    let file = store.certificate_path();
    let file = file.display();
    let then = match store.inspect() {
        Ok(Some(stored)) if !wanted.is_met_by(&stored) => {
            let (names, directory) = (stored.certificate.names.join(", "), &stored.directory);
            format!("{file} is for {names}, from {directory}, and is shown until the new one is there")
        }
        Ok(Some(stored)) if !lifetime(&stored).has_ended(unix_s()) => {
            let until = stored.certificate.validity.not_after;
            return Some(format!(
                "ACME: the certificate in {file}, for {names}, is valid until {until}; it is renewed in time."
            ));
        }
        Ok(Some(_)) => format!("the one in {file} has expired"),
        Ok(None) => format!("there is none in {file}"),
        Err(why) => why,
    };
    Some(format!("ACME: a certificate for {names} is to be ordered from {directory}: {then}."))
}

/// Looks after one certificate.
struct Keeper<'n> {
    node: &'n Node,
    wanted: Wanted,
    store: Store,
    current: Option<Stored>,
    entropy: Entropy,
    /// From 0 to 1, for as long as the certificate is the same.
    jitter: f64,
    window: Option<Window>,
    /// When to ask the authority for the window.
    ask_at: Instant,
    failures: u32,
    /// No order before, since the last has failed.
    not_before: Instant,
    prefers_http: bool,
    recent: RecentOrders,
}

impl<'n> Keeper<'n> {
    fn new(node: &'n Node, wanted: Wanted) -> Self {
        let store = Store::new(&wanted.data_dir);
        let current = store.certificate().unwrap_or_else(|why| {
            tracing::error!("acme: {why}; another certificate is ordered");
            None
        });
        let recent = RecentOrders::read(&store.orders(), unix_s());
        let mut keeper = Self {
            node,
            wanted,
            store,
            current: None,
            entropy: Entropy::new(),
            jitter: 0.0,
            window: None,
            ask_at: Instant::now(),
            failures: 0,
            not_before: Instant::now(),
            prefers_http: false,
            recent,
        };
        if let Some(stored) = current {
            keeper.show(stored);
        }
        keeper
    }

    fn show(&mut self, stored: Stored) {
        issued().show(Some(&stored.certificate));
        self.node.acme.show(Some((self.store.certificate_path(), stored.certificate.validity)));
        self.current = Some(stored);
        self.jitter = self.draw();
        self.window = None;
        self.ask_at = Instant::now();
    }

    /// Does what is due. Returns how long there is nothing else to do.
    async fn turn(&mut self) -> Duration {
        self.ask_for_window().await;
        let now = unix_s();
        let met = self.met().map(lifetime);
        let due = met.map_or(0, |life| life.renewal(self.window, self.jitter));
        if due > now {
            return Duration::from_secs(due - now).min(until(self.ask_at));
        }
        let pause = until(self.not_before).max(self.until_allowed());
        if pause.is_zero() {
            self.order(met.is_some()).await;
        }
        pause
    }

    /// How long the orders of the last hour forbid another.
    fn until_allowed(&mut self) -> Duration {
        let now = unix_s();
        Duration::from_secs(self.recent.next(now) - now)
    }

    /// The certificate, if it is what is asked for.
    fn met(&self) -> Option<&Stored> {
        self.current.as_ref().filter(|stored| self.wanted.is_met_by(stored))
    }

    async fn ask_for_window(&mut self) {
        let Some(stored) = self.met().cloned().filter(|_| until(self.ask_at).is_zero()) else { return };
        let pause = match self.orders().window(&stored).await {
            Ok(Suggested { window, again, explained_at }) => {
                let former = self.window.replace(window);
                if let Some(url) = explained_at.filter(|_| former != Some(window)) {
                    tracing::info!(url, "acme: the authority explains when to renew the certificate");
                }
                again.as_secs().clamp(MINUTE, DAY)
            }
            Err(Error::Unsupported(_)) => DAY,
            Err(error) => {
                tracing::debug!(%error, "acme: the authority does not say when to renew the certificate");
                HOUR
            }
        };
        self.ask_at = Instant::now() + Duration::from_secs(pause);
    }

    fn orders(&self) -> Orders<'_> {
        Orders {
            wanted: &self.wanted,
            store: &self.store,
            http: &self.node.acme.http,
            prefers_http: self.prefers_http,
        }
    }

    async fn order(&mut self, is_renewal: bool) {
        let (names, directory) = (self.wanted.domains.join(","), self.wanted.directory.clone());
        if self.failures == 0 {
            tracing::info!(names, directory, is_renewal, "acme: ordering a certificate");
        }
        // Only an authority that has such windows knows what to do with it; and it may be what it does not like.
        let replaces = self.met().filter(|_| self.window.is_some() && self.failures == 0).cloned();
        let mut recent = std::mem::take(&mut self.recent);
        let placed = self.orders().place(&mut recent, replaces.as_ref()).await;
        self.recent = recent;
        match placed {
            Ok(stored) => {
                let until = stored.certificate.validity.not_after;
                tracing::info!(names, %until, "acme: a certificate was issued and is in use");
                (self.failures, self.not_before) = (0, Instant::now());
                self.node.acme.issued.fetch_add(1, Relaxed);
                self.node.acme.failing.store(0, Relaxed);
                self.show(stored);
            }
            Err(failure) => self.note_failure(&failure),
        }
    }

    fn note_failure(&mut self, failure: &Failure) {
        self.failures = self.failures.saturating_add(1);
        self.node.acme.failed.fetch_add(1, Relaxed);
        self.node.acme.failing.store(self.failures.into(), Relaxed);
        if failure.is_of_challenge {
            self.prefers_http = !self.prefers_http;
        }
        let pause = wait(self.failures, failure.retry_after, self.draw());
        self.not_before = Instant::now() + pause;
        let retry_in_s = pause.max(self.until_allowed()).as_secs();
        let (names, failures) = (self.wanted.domains.join(","), self.failures);
        let present = match &self.current {
            None => "clients cannot connect over TLS until there is one".to_owned(),
            Some(stored) => format!("the present one expires at {}", stored.certificate.validity.not_after),
        };
        let why = &failure.why;
        let is_urgent = self.met().is_none_or(|stored| lifetime(stored).is_in_last_third(unix_s()));
        if is_urgent {
            tracing::error!(names, failures, retry_in_s, "acme: no certificate was issued: {why}; {present}");
        } else {
            tracing::warn!(
                names,
                failures,
                retry_in_s,
                "acme: the certificate was not renewed: {why}; {present}"
            );
        }
    }

    #[allow(clippy::cast_precision_loss)]
    fn draw(&mut self) -> f64 {
        (self.entropy.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// By the clock that nobody sets: a wait does not change with the date.
fn until(moment: Instant) -> Duration {
    moment.saturating_duration_since(Instant::now())
}

fn lifetime(stored: &Stored) -> Lifetime {
    let seconds = |moment: baton_reactor::Moment| u64::try_from(moment.unix_seconds()).unwrap_or(0);
    let Validity { not_before, not_after } = stored.certificate.validity;
    let begin = seconds(not_before);
    // By a clock that was ahead it could be any time.
    let at = stored.at.filter(|at| *at <= unix_s());
    Lifetime { begin, end: seconds(not_after), stored: at.unwrap_or(begin) }
}
