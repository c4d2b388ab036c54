//! Clients of an earlier process, where history outlives it (`history_store`): a browser whose server was
//! killed is one whose connection broke.
//!
//! A connection is recorded when its subscriptions change, about once a second while its end confirms more,
//! and when it ends. So after a crash its client is taken for where it was up to a second before: messages
//! may repeat, and none is lost.

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use baton_hub::{AppId, ChannelKey, HashSeed, KeyRef, LoopId};
use baton_reactor::ConnectionId;

use super::name::{Name, Recognised, RecognisedBy, Scope};
use super::tracked::{Left, Recorded, State, Tracked};
use super::{CHANNEL_BYTES, ENDED_BYTES, Recoveries};
use crate::clock;
use crate::history::{StoredClient, StoredPlace};

/// Bytes of a record of an open connection with a few channels.
const RECORD_BYTES: usize = 400;

impl Recoveries {
    /// Records where a connection is, or where it was when it ended.
    pub(crate) fn record(&self, tracked: &Tracked) {
        let Some(store) = &self.store else { return };
        let mut state = tracked.state();
        state.is_unrecorded = false;
        let found_by = tracked.names(&state);
        let (left, former) = if state.is_over { state.inherited() } else { tracked.leave(&state) };
        let app = left.first().map(|left| left.key.app()).filter(|_| !found_by.is_empty());
        match app {
            Some(app) => {
                let serial = self.next_serial();
                state.recorded = Some(Recorded { app, serial });
                let rest = state.rest.as_deref();
                let ended = rest.and_then(|rest| rest.ended).map(|ended| ended.at.0);
                let channels =
                    left.iter().map(|left| StoredPlace::new(left.key.borrowed(), left.position, left.sent));
                let client = StoredClient {
                    serial: serial.get(),
                    socket: tracked.socket,
                    scope: tracked.scope.0,
                    name: tracked.name.map_or(0, |name| name.0.get()),
                    is_named: tracked.is_named,
                    is_ambiguous: rest.is_some_and(|rest| rest.is_ambiguous),
                    users: rest
                        .map(|rest| rest.users.iter().map(|name| name.0.get()).collect())
                        .unwrap_or_default(),
                    ended_unix_ms: ended.map_or(0, unix_ms_of),
                    former,
                    channels: channels.collect(),
                    ..StoredClient::default()
                };
                store.record_client(app, client);
            }
            None => self.record_end(tracked, &mut state),
        }
    }

    /// Records a client again whose newest record is about to be removed; whether it is that.
    pub(crate) fn record_again(&self, client: &StoredClient<'_>, records: bool) -> bool {
        let mut names = client.users.iter().chain([&client.name]).filter_map(|name| NonZeroU64::new(*name));
        let table = self.table();
        let found = names.find_map(|name| {
            let mut listed = table.all(Name(name));
            listed.find(|tracked| tracked.socket == client.socket).cloned()
        });
        let is_newest = |tracked: &Arc<Tracked>| {
            tracked.state().recorded.is_some_and(|recorded| recorded.serial.get() == client.serial)
        };
        let Some(tracked) = found.filter(is_newest) else { return false };
        if records {
            self.record(&tracked);
        }
        true
    }

    fn next_serial(&self) -> NonZeroU32 {
        let serial = self.records.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        NonZeroU32::new(serial).unwrap_or(NonZeroU32::MAX)
    }

    /// An estimate of the bytes that all clients take where they are recorded.
    pub(crate) fn recorded_bytes(&self) -> u64 {
        let table = self.table();
        (table.by_name.len() * RECORD_BYTES + table.bytes) as u64
    }

    /// Nothing is remembered of a connection any more.
    pub(super) fn record_forgotten(&self, tracked: &Tracked) {
        self.record_end(tracked, &mut tracked.state());
    }

    fn record_end(&self, tracked: &Tracked, state: &mut State) {
        if let (Some(store), Some(recorded)) = (&self.store, state.recorded.take()) {
            store.record_client(
                recorded.app,
                StoredClient { socket: tracked.socket, ..StoredClient::default() },
            );
        }
    }

    /// Remembers a client of an earlier process, which ended at this time, as one whose connection ended with it, or earlier.
    pub(crate) fn restore(
        &self,
        app: AppId,
        client: &StoredClient<'_>,
        (seed, ended_unix_ms): (&HashSeed, u64),
        limit: usize,
    ) {
        let now = clock::now_ms();
        let scope = Scope(client.scope);
        let by = match (NonZeroU64::new(client.name), client.is_named) {
            (Some(name), true) => RecognisedBy::Itself(Name(name)),
            (Some(name), false) => RecognisedBy::Browser(Name(name)),
            (None, _) => RecognisedBy::Nothing,
        };
        // It has no place: one that has ended is not closed.
        let Some(nowhere) = ConnectionId::from_bits(1 << 32) else { return };
        let tracked = Arc::new(Tracked::new(Recognised { scope, by }, (LoopId(0), nowhere), client.socket));
        let left: Vec<_> = client
            .channels
            .iter()
            .map(|place| {
                let key = KeyRef { app, access: place.access, name: place.channel };
                let key = Arc::new(ChannelKey::new(key, seed));
                Left { key, position: place.position, sent: place.sent }
            })
            .collect();
        let names: usize = client.channels.iter().map(|place| place.channel.len()).sum();
        let bytes = ENDED_BYTES + left.len() * CHANNEL_BYTES + names;
        let names = {
            let mut state = tracked.state();
            state.is_over = true;
            state.recorded = NonZeroU32::new(client.serial).map(|serial| Recorded { app, serial });
            let rest = state.rest();
            rest.users = client.users.iter().filter_map(|user| NonZeroU64::new(*user)).map(Name).collect();
            (rest.left, rest.former) = (left, client.former.clone());
            rest.is_ambiguous = client.is_ambiguous;
            tracked.names(&state)
        };
        let ended_at = if client.ended_unix_ms == 0 { ended_unix_ms } else { client.ended_unix_ms };
        let ago = clock::unix_ms().saturating_sub(ended_at);
        let mut table = self.table();
        for name in names {
            self.list(&mut table, name, &tracked);
        }
        table.remember(&tracked, app, now.saturating_sub(ago), bytes);
        self.forget(&mut table, now, limit);
    }
}

fn unix_ms_of(at: u64) -> u64 {
    clock::unix_ms().saturating_sub(clock::now_ms().saturating_sub(at)).max(1)
}
