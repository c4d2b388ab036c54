//! The owner of a set of channels.
//!
//! Every operation checks first and then applies, so that a refusal, or a panic in a caller's
//! [`Effects::reserve`], leaves the shard as it was. The cost of an operation does not depend on
//! the number of channels.
//!
//! Here are subscribing, unsubscribing, publishing and the queries. Other files hold the rest of
//! `impl Shard`: [`order`](crate::order) applies commands, [`gather`](crate::gather) sends
//! coalesced changes, [`presence`](crate::presence) and [`tracking`](crate::tracking) have two
//! kinds of them, and [`retention`](crate::retention) stores and expires messages.

use alloc::{boxed::Box, sync::Arc};

use crate::{
    Access, AppId, ChannelId, ChannelInfo, ChannelKey, DisconnectReason, Effects, Event, HashSeed,
    HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, LastMessage, MembersPage, Millis, Position,
    PublishError, PublishRequest, Published, RESTORED_STEP, Recorder, Roster, ShardLimits, SubscribeError,
    SubscribeRequest, Subscribed, UnsubscribeRequest,
    channel::{Channel, ChannelTable},
    channel_budget::ChannelBudget,
    channel_history::ChannelHistory,
    deadlines::Deadlines,
    delays::{Delays, Emit},
    key::Handle,
    members::Members,
    order::NextPublish,
    store::MessageStore,
};

/// The one owner of the channels whose hashes fall to it.
///
/// Its clock is the `now` of its callers. They may read their clocks before they lock the shard, so
/// a `now` before an earlier one counts as the earlier one.
#[derive(Debug)]
pub struct Shard {
    pub(crate) limits: ShardLimits,
    pub(crate) channels: ChannelTable,
    pub(crate) store: MessageStore,
    /// Channels that store messages, by the time to look for expired ones.
    pub(crate) expiry_checks: Deadlines,
    /// How many channels each app has, and which only store messages.
    pub(crate) channel_budget: ChannelBudget,
    /// Channels with a delayed count.
    pub(crate) counts: Delays,
    /// Channels whose changes are being coalesced.
    pub(crate) gathering: Delays,
    pub(crate) now: Millis,
    pub(crate) seed: HashSeed,
    epoch_seed: u64,
    epochs: u64,
    /// Channel ids given out so far.
    channel_ids: u64,
    /// Declarations of presence so far.
    pub(crate) references: u64,
    /// Whether the shard gives commands their places; otherwise an engine does.
    pub(crate) orders: bool,
    /// What outlives the process is recorded here.
    pub(crate) recorder: Option<Box<dyn Recorder>>,
    /// By how much the first message of a restored channel goes ahead.
    restored_step: u64,
}

/// None of the shard's channels is left for this app.
pub(crate) struct ChannelsFull;

impl Shard {
    /// An empty shard. `seed` is the process's; `epoch_seed` is random, so that no epoch of an
    /// earlier process repeats.
    pub fn new(seed: HashSeed, epoch_seed: u64, limits: ShardLimits) -> Self {
        Self {
            limits,
            channels: ChannelTable::default(),
            store: MessageStore::new(limits.history_bytes, limits.apps),
            expiry_checks: Deadlines::default(),
            channel_budget: ChannelBudget::new(limits.channels, limits.apps),
            counts: Delays::default(),
            gathering: Delays::default(),
            now: 0,
            seed,
            epoch_seed,
            epochs: 0,
            channel_ids: 0,
            references: 0,
            orders: true,
            recorder: None,
            restored_step: RESTORED_STEP,
        }
    }

    /// Replaces the limits, and divides them among apps whose ids are below `ids`. What is stored
    /// beyond a new limit is evicted. Where more channels are occupied than may be, they stay, and as
    /// many remain allowed until the next call. To be called before an app of a new id has its first
    /// channel.
    pub fn set_limits(&mut self, limits: ShardLimits, ids: u32) {
        self.store.resize(limits.history_bytes, limits.apps, ids);
        self.channel_budget.resize(limits.channels, limits.apps, ids);
        self.limits = limits;
        self.evict_excess();
    }

    /// An app was removed, and its id is not used again: what it stores is evicted, so that it is in no
    /// other app's way. Channels that are occupied stay until their subscribers have left.
    pub fn remove_app(&mut self, app: AppId) {
        self.evict_app(app);
    }

    /// The same shard, with commands ordered by an engine. Requests that are ordered only check: they
    /// change nothing until the shard [applies](Self::apply) the command.
    #[must_use]
    pub fn ordered_elsewhere(self) -> Self {
        Self { orders: false, ..self }
    }

    /// The same shard, which has everything recorded that a later process needs to
    /// [restore](Self::restore_channel) numberings and stored messages.
    #[must_use]
    pub fn recorded_by(self, recorder: Box<dyn Recorder>) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// The same shard, where the first message of a restored channel goes ahead by so much, and by [`RESTORED_STEP`] at
    /// least. Two processes that began with copies of one store give out different numbers if this is drawn.
    #[must_use]
    pub fn with_restored_step(self, step: u64) -> Self {
        Self { restored_step: step.max(RESTORED_STEP), ..self }
    }

    /// Adds a subscription. The caller adds the subscriber to its list before it takes another
    /// publication from its mailbox.
    pub fn subscribe(
        &mut self,
        now: Millis,
        request: SubscribeRequest<'_>,
        effects: &mut dyn Effects,
    ) -> Result<Subscribed, SubscribeError> {
        self.advance(now);
        let SubscribeRequest { key, hash, from, join, socket, interest, rules, place } = request;
        match (place, join) {
            (None, Some(_)) if !self.orders => return Err(SubscribeError::OutOfOrder),
            (Some(place), Some(_)) if !self.is_next(key, hash, place) => {
                return Err(SubscribeError::OutOfOrder);
            }
            (None, Some(join)) => self.may_join(key, hash, join, rules.members)?,
            _ => {}
        }
        let full = SubscribeError::ChannelsFull { limit: self.limits.channels };
        // First of all, since it refuses: what opens a channel may evict another.
        let occupies = self.channels.get(key, hash).is_none_or(|channel| channel.subscriptions == 0);
        if occupies && !effects.occupy(key, rules.app_channels) {
            return Err(SubscribeError::AppChannelsFull { limit: rules.app_channels });
        }
        let handle = match self.find_or_open(key, hash) {
            Ok(handle) => handle,
            Err(ChannelsFull) => {
                if occupies {
                    effects.vacate(key);
                }
                return Err(full);
            }
        };
        self.drop_expired(handle);
        let channel = self.channels.at(handle).ok_or(full)?;

        channel.subscriptions = channel.subscriptions.saturating_add(1);
        let first = channel.subscriptions == 1;
        if first {
            effects.event(Event::Occupied(Arc::clone(&channel.key)));
        }
        let member = join.and_then(|join| {
            let place = place.or_else(|| self.order(handle))?;
            self.apply_join(handle, place, join, socket, effects)
        });
        let online = self.user_status(handle, key, first);
        let Self { channels, store, seed, now, recorder, .. } = self;
        let channel = channels.at(handle).ok_or(full)?;
        channel.loops |= from.bit();
        channel.numbering_minutes = rules.numbering_minutes;
        if let Some(recorder) = recorder.as_ref().filter(|_| rules.numbering_minutes > 0) {
            channel.record_numbering(&**recorder);
        }
        if let Some(history) = &mut channel.history {
            history.keep_numbering(None); // the subscribers keep it
        }
        let last = rules.last_message_ms.map(|_| last_message(channel, *now, store));
        if matches!(last, Some(LastMessage::Missing)) {
            effects.event(Event::CacheMiss(Arc::clone(&channel.key)));
        }
        let roster = match (&member, &mut channel.members) {
            (Some(member), Some(members)) => Some(members.roster_for(member, seed)),
            _ => None,
        };
        let subscribed = Subscribed {
            key: Arc::clone(&channel.key),
            id: channel.id,
            seq: channel.seq,
            position: channel.position,
            subscriptions: channel.subscriptions,
            last,
            is_newcomer: roster.as_ref().is_some_and(|(_, is_missing)| *is_missing),
            member,
            roster: roster.map(|(roster, _)| roster),
            presences: interest.hears(Interest::PRESENCE).then(|| channel.presences()),
            online,
        };
        channel.count.wanted = rules.count_subscriptions && key.access != Access::Presence;
        self.count_changed(handle, Emit::Soon, effects);
        if first {
            self.tidy(handle);
            self.user_changed(key, hash, true, effects);
        }
        Ok(subscribed)
    }

    /// Whether a user may join a channel that shows its members, with at most `limit` of them. A
    /// node whose commands an engine orders checks this before it sends the engine the join.
    pub fn may_join(
        &self,
        key: KeyRef<'_>,
        hash: u64,
        join: JoinAs<'_>,
        limit: u32,
    ) -> Result<(), SubscribeError> {
        let members = self.channels.get(key, hash).and_then(|channel| channel.members.as_deref());
        let count = members.map_or(0, Members::len);
        let present = members.is_some_and(|members| members.contains(join.user_id, &self.seed));
        if present || count < limit { Ok(()) } else { Err(SubscribeError::MembersFull { limit }) }
    }

    /// Ends a subscription that [`subscribe`](Self::subscribe) made. Does nothing on a channel that
    /// is not occupied.
    pub fn unsubscribe(&mut self, now: Millis, request: UnsubscribeRequest<'_>, effects: &mut dyn Effects) {
        self.advance(now);
        let UnsubscribeRequest { key, hash, from, last_on_loop, member, socket } = request;
        let Some(channel) = self.channels.get_mut(key, hash).filter(|channel| channel.subscriptions > 0)
        else {
            return;
        };
        channel.subscriptions -= 1;
        if last_on_loop {
            channel.loops &= !from.bit();
        }
        let vacated = channel.subscriptions == 0;
        let handle = channel.handle();
        let shared = Arc::clone(&channel.key);
        let has_tracking = channel.tracking.is_some();
        let emit = match member.and_then(|member| Some((member, self.order(handle)?))) {
            Some((member, place)) => self.apply_leave(handle, place, &member.user_id),
            None => Emit::Never,
        };
        if vacated {
            self.emit_last(handle, effects);
            self.vacate(handle);
            self.user_changed(key, hash, false, effects);
            effects.vacate(key);
            effects.event(Event::Vacated(shared));
        } else {
            self.gather(handle, emit, effects);
            self.count_changed(handle, Emit::Later, effects);
            if has_tracking {
                self.untrack(now, key, hash, socket, effects);
            }
        }
    }

    /// A channel has no subscriptions any more. A followed one retains the members and presences of
    /// other nodes.
    pub(crate) fn vacate(&mut self, handle: Handle) {
        let now = self.now;
        if let Some(channel) = self.channels.at(handle) {
            channel.loops = 0;
            if !channel.is_followed {
                channel.members = None;
                channel.tracking = None;
            }
            if channel.numbering_minutes > 0 {
                let until = now.saturating_add(u64::from(channel.numbering_minutes) * 60_000);
                channel.history.get_or_insert_with(Box::default).keep_numbering(Some(until));
            }
        }
        self.tidy(handle);
    }

    /// Gives a message its place, delivers it to all loops with subscribers, and stores it as its
    /// rules require. Where an engine orders, this only checks and reserves, and the position of the
    /// result does not count.
    pub fn publish(
        &mut self,
        now: Millis,
        request: PublishRequest<'_>,
        effects: &mut dyn Effects,
    ) -> Result<Published, PublishError> {
        self.advance(now);
        let PublishRequest { key, hash, message, except, rules, accepted_at } = request;
        let is_storable = self.is_storable(&message, &rules);
        if is_storable && self.recorder.as_ref().is_some_and(|recorder| !recorder.is_available()) {
            return Err(PublishError::StoreUnavailable);
        }
        let found = match self.channels.get(key, hash) {
            Some(channel) => Some(channel.next_publish(self.restored_step)),
            None if is_storable => self.next_publish_of_new(key, hash)?,
            None => None,
        };
        let Some((handle, loops, place, published)) = found else { return Ok(self.discarded()) };
        if loops != 0 {
            effects.reserve(loops).map_err(|_| PublishError::Full)?;
        }
        if self.orders {
            let message = (message, except, accepted_at);
            self.apply_message(handle, place, message, (&rules, is_storable), effects);
        }
        Ok(published)
    }

    /// The same of a channel that is not here and that a message opens; `None` where an engine
    /// orders.
    fn next_publish_of_new(
        &mut self,
        key: KeyRef<'_>,
        hash: u64,
    ) -> Result<Option<NextPublish>, PublishError> {
        let full = PublishError::ChannelsFull { limit: self.limits.channels };
        if !self.orders {
            return if self.has_room_for_channel(key.app) { Ok(None) } else { Err(full) };
        }
        let handle = self.find_or_open(key, hash).map_err(|ChannelsFull| full)?;
        let step = self.restored_step;
        Ok(self.channels.at(handle).map(|channel| channel.next_publish(step)))
    }

    /// The result for a message without subscribers that is not stored: a position that is never
    /// reused, so that no later message is taken for this one.
    fn discarded(&mut self) -> Published {
        Published { position: Position { epoch: self.new_epoch(), offset: 1 }, subscriptions: 0, users: None }
    }

    /// Closes every connection of a user, by way of its [`Access::User`] channel. True if there was
    /// one. Where an engine orders, this only looks.
    pub fn disconnect_user(
        &mut self,
        key: KeyRef<'_>,
        hash: u64,
        reason: DisconnectReason,
        effects: &mut dyn Effects,
    ) -> bool {
        let channel = self.channels.get(key, hash).filter(|channel| channel.subscriptions > 0);
        let Some(handle) = channel.map(Channel::handle) else { return false };
        if let Some(place) = self.order(handle) {
            self.apply_disconnect(handle, place, reason, effects);
        }
        true
    }

    /// The state of a channel; `None` if it is not occupied and stores no messages.
    pub fn info(&self, now: Millis, key: KeyRef<'_>, hash: u64) -> Option<ChannelInfo> {
        let now = now.max(self.now);
        let channel = self.channels.get(key, hash)?;
        let history = channel.history.as_deref();
        if channel.subscriptions == 0 && !history.is_some_and(|history| history.is_alive(now, &self.store)) {
            return None;
        }
        let last = history.and_then(|history| history.last(now, &self.store));
        Some(ChannelInfo {
            subscriptions: channel.subscriptions,
            users: channel.users(),
            last: last.map(|(entry, left)| (Arc::clone(&entry.message), left)),
            position: channel.position,
        })
    }

    /// The loops that have subscribers of a channel, bit n for loop n.
    pub fn loops(&self, key: KeyRef<'_>, hash: u64) -> u64 {
        self.channels.get(key, hash).map_or(0, |channel| channel.loops)
    }

    /// The members of a presence channel; `None` on a channel that has had none.
    pub fn members(&mut self, key: KeyRef<'_>, hash: u64) -> Option<Arc<Roster>> {
        self.channels.get_mut(key, hash)?.members.as_mut().map(|members| members.roster())
    }

    /// A part of the members of a presence channel; `None` on a channel that has had none.
    pub fn members_after(
        &self,
        key: KeyRef<'_>,
        hash: u64,
        after: Option<u64>,
        limit: usize,
    ) -> Option<MembersPage> {
        self.channels.get(key, hash)?.members.as_ref().map(|members| members.page(after, limit))
    }

    /// A part of a channel's history; `None` if the channel does not exist, so that every earlier
    /// position in it is lost.
    pub fn history(
        &mut self,
        now: Millis,
        key: KeyRef<'_>,
        hash: u64,
        range: HistoryRange,
    ) -> Option<HistoryPage> {
        self.advance(now);
        let handle = self.channels.get(key, hash)?.handle();
        self.drop_expired(handle);
        self.tidy(handle);
        let channel = self.channels.at(handle)?;
        let nothing = ChannelHistory::default();
        let history = channel.history.as_deref().unwrap_or(&nothing);
        let (messages, complete) = history.page(channel.position, range, &self.store);
        Some(HistoryPage { position: channel.position, seq: channel.seq, messages, complete })
    }

    /// Calls `visit` for each occupied channel of an app, in no order. Walks all channels of the
    /// shard, unlike all other operations.
    pub fn for_each_occupied(&self, app: AppId, visit: &mut VisitOccupied<'_>) {
        for channel in self.channels.iter() {
            if channel.key.app() == app && channel.subscriptions > 0 {
                visit(&channel.key, channel.subscriptions, channel.users());
            }
        }
    }

    /// Channels, occupied, followed or stored for their messages.
    pub fn channels(&self) -> usize {
        self.channels.len()
    }

    /// Bytes of messages in history and cache; never more than [`ShardLimits::history_bytes`].
    pub fn history_bytes(&self) -> usize {
        self.store.bytes()
    }

    pub(crate) fn advance(&mut self, now: Millis) {
        self.now = self.now.max(now);
    }

    pub(crate) fn find_or_open(&mut self, key: KeyRef<'_>, hash: u64) -> Result<Handle, ChannelsFull> {
        if let Some(channel) = self.channels.get(key, hash) {
            return Ok(channel.handle());
        }
        self.make_room_for_channel(key.app)?;
        self.channel_ids += 1;
        let channel = Channel::new(key, hash, ChannelId(self.channel_ids), self.new_epoch());
        let handle = channel.handle();
        self.channels.insert(channel);
        self.channel_budget.open(key.app);
        Ok(handle)
    }

    /// A number that this shard has not used. SplitMix64's finalizer is a bijection, so distinct
    /// counts make distinct epochs; they look random, so that epochs of two processes do not
    /// coincide.
    fn new_epoch(&mut self) -> u64 {
        self.epochs = self.epochs.wrapping_add(1);
        let mixed = self.epoch_seed.wrapping_add(self.epochs.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        match mixed ^ (mixed >> 31) {
            0 => self.new_epoch(), // 0 is the epoch of a reader without a position
            epoch => epoch,
        }
    }
}

/// Access to the shards of a process: of a server, behind mutexes, or of a simulator.
pub trait Shards {
    /// Runs `work` with exclusive access to the shard that owns names with this hash.
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn Effects) -> R) -> R;
    /// The seed for hashing names.
    fn seed(&self) -> &HashSeed;
}

/// Receives an occupied channel: its key, its subscriptions, and its distinct users if it shows its
/// members.
pub type VisitOccupied<'a> = dyn FnMut(&Arc<ChannelKey>, u32, Option<u32>) + 'a;

fn last_message(channel: &Channel, now: Millis, store: &MessageStore) -> LastMessage {
    match channel.history.as_ref().and_then(|history| history.last(now, store)) {
        Some((entry, _)) => {
            let position = Position { epoch: channel.position.epoch, offset: entry.offset };
            LastMessage::Stored(Arc::clone(&entry.message), position)
        }
        None => LastMessage::Missing,
    }
}
