//! Barriers in the log: what is committed after one was emitted comes behind it in the stream.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use tokio::sync::oneshot;
use tokio_postgres::{Client, Error};

use super::SubscriptionId;
use crate::stream::SlotName;

/// Who waits for a barrier.
#[derive(Default)]
pub(super) struct Waiters {
    /// Subscriptions, until their changes come.
    pub(super) subscriptions: Vec<SubscriptionId>,
    /// Those that want to be where the log is ([`Feed::caught_up`](super::Feed::caught_up)).
    pub(super) others: Vec<oneshot::Sender<()>>,
}

/// The barriers that were emitted and have not come.
pub(super) struct Barriers {
    client: Arc<Client>,
    slot: SlotName,
    waiting: HashMap<u64, Waiters>,
    last: u64,
}

impl Barriers {
    pub(super) fn new(client: Arc<Client>, slot: SlotName) -> Self {
        Self { client, slot, waiting: HashMap::new(), last: first() }
    }

    /// These wait no more: what they waited for was interrupted.
    pub(super) fn forget(&mut self, ids: &HashSet<SubscriptionId>) {
        for waiters in self.waiting.values_mut() {
            waiters.subscriptions.retain(|id| !ids.contains(id));
        }
    }

    /// Emits one, if anybody waits.
    pub(super) async fn emit(&mut self, waiters: Waiters) -> Result<(), Error> {
        if waiters.subscriptions.is_empty() && waiters.others.is_empty() {
            return Ok(());
        }
        self.last += 1;
        let number = self.last.to_string();
        // Within a transaction it is written out at its commit; alone it might wait for somebody
        // else's.
        let emit = "select pg_logical_emit_message(true, $1, $2::text)";
        self.client.execute(emit, &[&self.slot.as_str(), &number]).await?;
        self.waiting.insert(self.last, waiters);
        Ok(())
    }

    /// A message comes in the stream; who has waited for it, if it is a barrier.
    pub(super) fn pass(&mut self, prefix: &str, content: &[u8]) -> Waiters {
        let number = std::str::from_utf8(content).ok().and_then(|text| text.parse().ok());
        let number = number.filter(|_| prefix == self.slot.as_str());
        number.and_then(|number| self.waiting.remove(&number)).unwrap_or_default()
    }

    /// The subscriptions that wait.
    pub(super) fn subscriptions(&self) -> impl Iterator<Item = SubscriptionId> {
        self.waiting.values().flat_map(|waiters| waiters.subscriptions.iter().copied())
    }
}

/// Where barriers begin to be numbered: at random, since those of an earlier connection that
/// crashed are still in the slot, and must not be taken for those of this one.
fn first() -> u64 {
    RandomState::new().hash_one(()) >> 1 // half of the numbers are left to count on
}
