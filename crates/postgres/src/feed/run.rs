//! The feed's task: it connects to the database, and again when the connection is lost, until it is
//! to close.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_postgres::Error;

use super::pipeline::Pipeline;
use super::state::FeedState;
use super::{Failure, FeedSettings, Shared, Sink, SubscriptionStatus};
use crate::confined;
use crate::source::{ConnectError, Source};
use crate::stream::{Remedy, SlotName, StreamError, drop_slot};

/// How long a broken feed rests before it connects again: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Why a connection is given up.
pub(super) enum Fault {
    Connect(ConnectError),
    Database(Error),
    Stream(StreamError),
    /// A statement that did not end had to be ended with its connection.
    Overdue,
    /// A connection ended while a statement ran on it.
    Lost,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<confined::Fault> for Fault {
    fn from(fault: confined::Fault) -> Self {
        match fault {
            confined::Fault::Postgres(error) => Self::Database(error),
            confined::Fault::Overdue => Self::Overdue,
            confined::Fault::Lost => Self::Lost,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connect(error) => error.fmt(f),
            Self::Database(error) => error.fmt(f),
            Self::Stream(error) => error.fmt(f),
            Self::Overdue => f.write_str("a statement did not end, although it was cancelled"),
            Self::Lost => f.write_str("a connection ended while a statement ran"),
        }
    }
}

/// Runs until it is to close, or its task is aborted.
pub(super) async fn run(source: Source, settings: FeedSettings, sink: Arc<dyn Sink>, shared: Arc<Shared>) {
    let mut state = FeedState::default();
    let mut rest = REST.0;
    loop {
        let began = Instant::now();
        let ended = connect_and_run(&source, &settings, &*sink, &shared, &mut state).await;
        shared.reads.store(false, Ordering::Relaxed);
        let Err(fault) = ended else { return };
        tracing::warn!(
            app = source.app(),
            database = %source,
            error = %fault,
            slot = settings.slot.as_str(),
            "the database's changes are not read; trying again"
        );
        if let Fault::Stream(error) = &fault
            && (matches!(error, StreamError::SlotLost(_)) || error.is_unreadable())
        {
            abandon_slot(&source, &settings.slot, &mut state).await;
        }
        report_unreachable(&shared, &fault, &mut state);
        if began.elapsed() > REST.1 {
            rest = REST.0; // it was well for a while
        }
        tokio::select! {
            () = sleep(rest) => {}
            () = shared.closing.notified() => return,
        }
        rest = (rest * 2).min(REST.1);
    }
}

async fn connect_and_run(
    source: &Source,
    settings: &FeedSettings,
    sink: &dyn Sink,
    shared: &Shared,
    state: &mut FeedState,
) -> Result<(), Fault> {
    let (pipeline, stream) = Pipeline::connect(source, settings, sink, shared, state).await?;
    pipeline.run(stream).await
}

/// Drops a slot that cannot be read on. A new one is made, and all subscriptions are notified that
/// changes were missed.
async fn abandon_slot(source: &Source, slot: &SlotName, state: &mut FeedState) {
    let Ok(client) = source.connect().await else { return };
    if let Err(error) = drop_slot(&client, slot).await {
        tracing::warn!(
            app = source.app(),
            slot = slot.as_str(),
            %error,
            "a slot that cannot be read was not dropped; trying again"
        );
        return;
    }
    tracing::warn!(
        app = source.app(),
        slot = slot.as_str(),
        "a slot that cannot be read was dropped, to be made again: changes were missed"
    );
    state.forget_slot();
}

/// Notifies the subscriptions that are new since the database cannot be read, once.
fn report_unreachable(shared: &Shared, fault: &Fault, state: &mut FeedState) {
    let is_for_operators = matches!(fault, Fault::Stream(error) if error.remedy() == Remedy::PersonMustAct);
    let why =
        if is_for_operators { "it has to be set up: run `baton pg check`" } else { "it is tried again" };
    let words = format!(
        "Unable to subscribe to changes with given parameters: the database's changes cannot be read for now; {why}"
    );
    shared.groups().activate_all_again();
    let activated = state.overlaps.take_activated(shared);
    let mut groups = shared.groups();
    for (id, _) in activated {
        if !state.notified.ready.contains(&id)
            && state.notified.failed.insert(id)
            && let Some(callback) = groups.callback(id)
        {
            callback(id, SubscriptionStatus::Failed(Failure::Other(words.clone())));
        }
    }
    groups.activate_all_again();
}
