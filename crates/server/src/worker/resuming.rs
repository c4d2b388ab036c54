//! Connections of apps with recovery: their ends are asked what has arrived, and clients that come
//! back are sent what they missed.
//!
//! A connection's end is asked by a ping behind what a turn has queued for it, so that both leave in
//! one write. All that a turn asks share one number, and so one frame. While there is an answer to come
//! nothing more is asked, and not sooner than after an interval, which grows with how many are asked.
//!
//! What a client missed may be more than its outbox takes. It is read from the history in pages, the
//! next one when the client has read most of the one before; until the last page the subscription has
//! no interest in messages, and then it goes live in the critical section that shows that nothing is
//! left ([`Local::go_live`](baton_hub::Local::go_live)).

use std::collections::HashMap;
use std::sync::Arc;

use baton_hub::{
    Body, ChannelId, ChannelKey, ConnectionSlot, DisconnectReason, Frames, Framing, HistoryPage,
    HistoryRange, Interest, KeyRef, Position, Publication, Recorded, Shards as _, SocketId, Subscribed,
};
use baton_protocols::framing::{self, Encoded};
use baton_protocols::{Hub as _, Missed, MissedSince};
use baton_reactor::ConnectionId;
use baton_wire::{Opcode, encode_frame};

use super::client::{Client, Link};
use super::context::SessionContext;
use super::fan_out::encode;
use super::frames::PAUSE_ABOVE_BYTES;
use super::transport::Transport;
use super::{EventLoop, Worker};
use crate::recovery::{Ask, Earlier, Ending, Recognised, Tracked};

/// Messages of one page.
const PAGE: usize = 256;
/// Bytes of one page, unless its first message has more: a quarter of what an outbox holds by default.
const PAGE_BYTES: usize = 256 * 1_024;
/// Pages that all clients of a loop are sent in one turn: some 5 ms, so that those who are there are
/// served as well.
const PAGES_PER_TURN: usize = 64;
/// Frames of missed messages that a loop has at hand for the next client that missed the same, and
/// their bytes. At either bound all are dropped.
const REPLAYED: usize = 4_096;
const REPLAYED_BYTES: usize = 4 << 20;

/// The least and the longest time between two questions to one end.
const INTERVAL_MS: std::ops::RangeInclusive<u64> = 5..=1_000;
/// Questions of one loop in a second above which the interval grows. Each costs two small frames and
/// the reading of one, some 5 µs.
const ASKED_PER_SECOND: u64 = 4_000;
/// What a browser closes with whose page is left (RFC 6455, section 7.4.1).
const GOING_AWAY: u16 = 1001;
/// Codes after which Pusher's clients do not come back.
const REFUSED_FIRST: u16 = 4000;
const REFUSED_LAST: u16 = 4099;

/// How often a connection is recorded whose end confirms more and more.
const RECORD_MS: u64 = 1_000;
/// Channels of a connection that is recorded at once when they change. A record has all of them: who changed one of thousands
/// all the time would have megabytes written for each command.
const RECORDED_AT_ONCE: usize = 100;

/// How often the interval is adapted at most.
const ADAPT_MS: u64 = 100;

/// What the sessions of a loop share to resume clients.
pub(crate) struct Resuming {
    /// Connections whose ends are asked.
    tracked: usize,
    interval_ms: u64,
    asked: u64,
    adapted_at: u64,
    adapt_at: u64,
    /// The number and the frame of this turn's questions.
    question: Option<(u64, Arc<[u8]>)>,
    /// Those that are written in this turn, while they are looked at.
    written: Vec<u32>,
    catching_up: Vec<CatchingUp>,
    /// Pages that may yet be sent in this turn.
    pages: usize,
    /// A page was sent in the last turn, and there is another. Otherwise those who wait for theirs have yet to read.
    has_more: bool,
    replayed: HashMap<(Position, Framing), Arc<[u8]>>,
    replayed_bytes: usize,
    recording: Recording,
}

/// Connections that are to be recorded, where clients outlive the process.
#[derive(Default)]
struct Recording {
    /// Their subscriptions have changed in this turn.
    now: Vec<ConnectionSlot>,
    /// Their ends have confirmed more.
    later: Vec<ConnectionSlot>,
    /// When those are recorded.
    due: u64,
    /// Connections whose positions were used up by some of them: recorded after them, so that a crash in between repeats
    /// messages and loses none.
    used: Vec<Arc<Tracked>>,
}

impl Default for Resuming {
    fn default() -> Self {
        Self {
            tracked: 0,
            interval_ms: *INTERVAL_MS.start(),
            asked: 0,
            adapted_at: 0,
            adapt_at: 0,
            question: None,
            written: Vec::new(),
            catching_up: Vec::new(),
            pages: PAGES_PER_TURN,
            has_more: false,
            replayed: HashMap::new(),
            replayed_bytes: 0,
            recording: Recording::default(),
        }
    }
}

/// A subscription that is sent missed messages.
struct CatchingUp {
    conn: ConnectionId,
    key: Arc<ChannelKey>,
    id: ChannelId,
    encoding: Framing,
    /// What its session wants to hear; without messages until nothing is left.
    interest: Interest,
    numbered: bool,
    /// It was sent everything up to here.
    after: Position,
    /// Up to here it had been sent messages before.
    sent: u64,
    former: Vec<SocketId>,
}

impl Resuming {
    /// Whether some may be ready for their next page.
    pub(super) fn has_more(&self) -> bool {
        self.has_more
    }

    /// Makes the interval longer or shorter by as much as more or less was asked than the budget. A change shows
    /// after an interval, so the next one waits for that.
    fn adapt(&mut self, now: u64) {
        if now < self.adapt_at {
            return;
        }
        let passed_ms = now - self.adapted_at;
        let budget = (ASKED_PER_SECOND * passed_ms / 1_000).max(1);
        let wanted = (self.interval_ms * self.asked).div_ceil(budget);
        let interval = wanted.clamp(self.interval_ms * 3 / 4, self.interval_ms * 2);
        self.interval_ms = interval.clamp(*INTERVAL_MS.start(), *INTERVAL_MS.end());
        (self.asked, self.adapted_at) = (0, now);
        self.adapt_at = now + self.interval_ms.max(ADAPT_MS);
    }
}

impl EventLoop {
    /// The connection of a client that may come back is open.
    pub(super) fn track(&mut self, recognised: Recognised, link: &Link) -> Option<Arc<Tracked>> {
        if !matches!(link.transport, Transport::WebSocket(_)) {
            return None; // a client by long-poll says by its next poll that it has an answer: it has its own way
        }
        self.resuming.tracked += 1;
        let tracked = Arc::new(Tracked::new(recognised, (self.id, link.conn), link.socket_id));
        for (on, conn) in self.node.recoveries.open(&tracked) {
            self.node.end_former(on, conn);
        }
        Some(tracked)
    }

    /// The subscriptions of a connection have changed: it is recorded before anything of that is written, or
    /// within a second where it has many.
    fn record_soon(&mut self, tracked: &Tracked, slot: ConnectionSlot) {
        if !self.node.recoveries.are_recorded() {
            return;
        }
        let Recording { now, later, .. } = &mut self.resuming.recording;
        if tracked.note(|noted| noted.len()) > RECORDED_AT_ONCE {
            if tracked.be_unrecorded() {
                later.push(slot);
            }
        } else if now.last() != Some(&slot) {
            now.push(slot);
        }
    }

    fn question(&mut self) -> (u64, Arc<[u8]>) {
        let Self { resuming, entropy, .. } = self;
        let (number, frame) = resuming.question.get_or_insert_with(|| {
            let number = entropy.next_u64().max(1);
            let mut frame = Vec::with_capacity(10);
            encode_frame(&mut frame, Opcode::Ping, &number.to_be_bytes(), None);
            (number, frame.into())
        });
        (*number, Arc::clone(frame))
    }
}

impl Worker {
    /// Writes what is queued, with questions behind it for those that are resumed.
    pub(super) fn flush(&mut self) {
        self.event_loop.resuming.pages = PAGES_PER_TURN;
        if self.event_loop.resuming.tracked > 0 {
            self.ask_those_written();
            self.record_clients();
        }
        self.event_loop.node.flush_history(); // before a publish is answered
        self.event_loop.reactor.flush();
    }

    /// Records where clients are.
    fn record_clients(&mut self) {
        let recording = &mut self.event_loop.resuming.recording;
        let mut slots = std::mem::take(&mut recording.now);
        let mut used = Vec::new();
        if recording.due <= self.event_loop.now {
            recording.due = self.event_loop.now + RECORD_MS;
            slots.append(&mut recording.later);
            used = std::mem::take(&mut recording.used);
        }
        for slot in slots.drain(..) {
            let tracked =
                self.clients.connected_in(slot).and_then(|connected| connected.link.tracked.clone());
            if let Some(tracked) = tracked {
                self.event_loop.node.recoveries.record(&tracked);
            }
        }
        used.iter().for_each(|used| self.event_loop.node.recoveries.record(used));
        self.event_loop.resuming.recording.now = slots; // its room is used again
    }

    fn ask_those_written(&mut self) {
        let now = self.event_loop.now;
        self.event_loop.resuming.adapt(now);
        let mut written = std::mem::take(&mut self.event_loop.resuming.written);
        written.extend_from_slice(self.event_loop.reactor.written_next());
        for slot in written.drain(..) {
            if let Some(connected) = self.clients.connected_in(ConnectionSlot(slot)) {
                connected.link.ask_what_arrived(&mut self.event_loop);
            }
        }
        self.event_loop.resuming.written = written;
        self.event_loop.resuming.question = None;
    }

    /// A client has come back while this connection of it seemed to be open.
    pub(super) fn end_former(&mut self, conn: ConnectionId) {
        if let Some(Client::Connected(connected)) = self.clients.get_mut(conn) {
            let reason = DisconnectReason::TakenOver;
            connected.call(&mut self.event_loop, |session, cx| session.disconnect(reason, cx));
            self.leave(conn);
        }
    }

    /// Sends the next pages to those that have read the ones before.
    pub(super) fn catch_up_batch(&mut self) {
        let mut pages = std::mem::replace(&mut self.event_loop.resuming.pages, 0);
        let mut ended = Vec::new();
        let mut all = std::mem::take(&mut self.event_loop.resuming.catching_up);
        all.retain_mut(|one| {
            let Some(Client::Connected(connected)) = self.clients.get_mut(one.conn) else { return false };
            let link = &mut connected.link;
            if link.is_closed() {
                return false;
            }
            if pages == 0 || self.event_loop.reactor.unsent(one.conn) > PAUSE_ABOVE_BYTES {
                return true;
            }
            pages -= 1;
            match link.send_page(one, &mut self.event_loop) {
                Some(is_live) => !is_live,
                None => {
                    // The message was dropped meanwhile. A client that connects again is notified.
                    let reason = DisconnectReason::TooSlow;
                    connected.call(&mut self.event_loop, |session, cx| session.disconnect(reason, cx));
                    ended.push(one.conn);
                    false
                }
            }
        });
        let resuming = &mut self.event_loop.resuming;
        resuming.has_more = pages < PAGES_PER_TURN && !all.is_empty();
        resuming.pages = pages;
        // None is added meanwhile: no session was asked for anything but to end.
        self.event_loop.resuming.catching_up = all;
        ended.into_iter().for_each(|conn| self.leave(conn));
    }
}

impl Link {
    /// Something is queued for it: asks its end what has arrived, or notes when to.
    pub(super) fn ask_what_arrived(&mut self, event_loop: &mut EventLoop) {
        let Some(tracked) = self.tracked.clone().filter(|_| !self.is_closed()) else { return };
        let interval = event_loop.resuming.interval_ms;
        let ask = tracked.sent(event_loop.now, interval, |noted| event_loop.local.note_sent(noted));
        match ask {
            Ask::No => {}
            Ask::At(at) => {
                self.ask_at = at;
                event_loop.reactor.wake_at(self.conn, self.next_timer());
            }
            Ask::Now => {
                let (number, frame) = event_loop.question();
                event_loop.reactor.send_shared(self.conn, &frame);
                tracked.asked(number, event_loop.now);
                self.ask_at = u64::MAX;
                event_loop.resuming.asked += 1;
                event_loop.node.recoveries.counters.add_asked();
            }
        }
    }

    /// It has ended. Unless its client left for good, it may come back.
    pub(super) fn end_tracking(&mut self, event_loop: &mut EventLoop) {
        let Some(tracked) = self.tracked.take() else { return };
        event_loop.resuming.tracked -= 1;
        tracked.note(|noted| event_loop.local.note_sent(noted)); // what it was sent, confirmed or not
        let end = self.record.end();
        let how = match (end.by, end.code) {
            ("client", GOING_AWAY) => Ending::Left,
            ("server", REFUSED_FIRST..=REFUSED_LAST) => Ending::Refused,
            _ => Ending::Broken,
        };
        let limit = event_loop.config.settings.recovery_bytes;
        event_loop.node.recoveries.ended(&tracked, event_loop.now, how, limit);
    }

    /// A pong has come: whether it answers what its end was asked.
    pub(super) fn arrived(&mut self, data: &[u8], event_loop: &mut EventLoop) -> bool {
        let (Some(tracked), Ok(number)) = (&self.tracked, data.try_into()) else { return false };
        let answered = tracked.answered(u64::from_be_bytes(number));
        if answered.is_some() && event_loop.node.recoveries.are_recorded() && tracked.be_unrecorded() {
            event_loop.resuming.recording.later.push(self.slot());
        }
        if answered == Some(true) {
            self.ask_what_arrived(event_loop); // more was sent meanwhile
        }
        answered.is_some()
    }

    /// Sends the next page. Whether the subscription is live now; `None` if what comes next is not
    /// stored any more.
    fn send_page(&mut self, one: &mut CatchingUp, event_loop: &mut EventLoop) -> Option<bool> {
        let range = HistoryRange { after: Some(one.after), limit: PAGE, newest_first: false };
        let page = event_loop.node.history(one.key.borrowed(), range)?;
        if !page.complete || page.position.epoch != one.after.epoch {
            return None;
        }
        let reached = self.send_recorded(one, &page.messages, event_loop);
        self.reach(one, reached, &page, event_loop);
        Some(one.after.offset == page.position.offset)
    }

    /// Sends messages up to the bytes of a page; returns the offset of the last.
    fn send_recorded(
        &mut self,
        one: &CatchingUp,
        messages: &[Recorded],
        event_loop: &mut EventLoop,
    ) -> Option<u64> {
        let mut bytes = 0;
        let mut reached = None;
        for recorded in messages {
            if bytes > PAGE_BYTES {
                break;
            }
            reached = Some(recorded.offset);
            if recorded.except.is_some_and(|except| one.former.contains(&except)) {
                continue;
            }
            bytes += self.send_missed(one, recorded, event_loop);
        }
        reached
    }

    /// The subscription was sent everything up to `reached`; if that is all there is, it goes live.
    fn reach(
        &mut self,
        one: &mut CatchingUp,
        reached: Option<u64>,
        page: &HistoryPage,
        event_loop: &mut EventLoop,
    ) {
        one.after.offset = reached.unwrap_or(page.position.offset);
        let is_live = one.after.offset == page.position.offset;
        let (key, hash) = (one.key.borrowed(), one.key.hash());
        if is_live {
            event_loop.local.go_live(self.slot(), key, hash, (one.interest, page.seq));
        }
        if let Some(tracked) = &self.tracked {
            tracked.note(|noted| {
                event_loop.local.caught_up(noted, (key, hash), one.after.offset, is_live);
            });
        }
    }

    /// Sends one missed message; returns its bytes.
    fn send_missed(&mut self, one: &CatchingUp, recorded: &Recorded, event_loop: &mut EventLoop) -> usize {
        event_loop.node.recoveries.counters.add_message(recorded.offset <= one.sent);
        let position = Position { epoch: one.after.epoch, offset: recorded.offset };
        let publication = || Publication {
            channel: Arc::clone(&one.key),
            channel_id: one.id,
            seq: 0,
            body: Body::Message { message: Arc::clone(&recorded.message), position, numbered: one.numbered },
            except: None,
            accepted_at: 0,
            frames: Frames::default(),
        };
        if self.transport.own_codec().is_some() {
            let mut text = Vec::new();
            let opcode = match framing::encode(one.encoding, &publication(), &mut text) {
                Some(Encoded::Text) => Opcode::Text,
                Some(Encoded::Binary) => Opcode::Binary,
                None => return 0,
            };
            self.send(opcode, &text, event_loop);
            return text.len();
        }
        let framing = self.transport.framing(one.encoding);
        let Some(frame) = event_loop.replayed((position, framing), publication) else { return 0 };
        event_loop.counters.messages_out.add(1);
        self.state.messages_sent(event_loop.id, 1);
        match &self.transport {
            Transport::WebSocket(_) => event_loop.reactor.send_shared(self.conn, &frame),
            Transport::Stream(_) => {
                self.send_of_stream(&frame, (one.key.hash(), position), event_loop);
            }
            Transport::Polls(_) => self.queue_shared(&frame, event_loop),
        }
        frame.len()
    }
}

impl EventLoop {
    /// The frame of a missed message, which others that missed it may have needed.
    fn replayed(
        &mut self,
        what: (Position, Framing),
        publication: impl FnOnce() -> Publication,
    ) -> Option<Arc<[u8]>> {
        if let Some(frame) = self.resuming.replayed.get(&what) {
            return Some(Arc::clone(frame));
        }
        let frame = encode(what.1, &publication(), self.deflater.as_mut(), &mut self.scratch)?;
        let resuming = &mut self.resuming;
        if resuming.replayed.len() >= REPLAYED || resuming.replayed_bytes + frame.len() > REPLAYED_BYTES {
            resuming.replayed = HashMap::new();
            resuming.replayed_bytes = 0;
        }
        resuming.replayed_bytes += frame.len();
        resuming.replayed.insert(what, Arc::clone(&frame));
        Some(frame)
    }

    /// The subscription of a connection that is sent missed messages, if it is.
    fn catching_up(&mut self, conn: ConnectionId, key: KeyRef<'_>) -> Option<&mut CatchingUp> {
        let all = &mut self.resuming.catching_up;
        all.iter_mut().find(|one| one.conn == conn && one.key.borrowed() == key)
    }
}

impl SessionContext<'_> {
    /// Begins to note what arrives of a subscription that was just made.
    pub(super) fn begin_confirming(&mut self, subscribed: &Subscribed) {
        if let Some(tracked) = &self.link.tracked {
            tracked.note(|noted| self.event_loop.local.begin_confirming(noted, subscribed));
            self.event_loop.record_soon(tracked, self.link.slot());
        }
    }

    /// A subscription is about to end.
    pub(super) fn end_confirming(&mut self, key: KeyRef<'_>) {
        let conn = self.link.conn;
        if let Some(tracked) = &self.link.tracked {
            let hash = self.event_loop.node.seed().hash(key);
            tracked.note(|noted| self.event_loop.local.end_confirming(noted, key, hash));
            self.event_loop.record_soon(tracked, self.link.slot());
        }
        self.event_loop.resuming.catching_up.retain(|one| one.conn != conn || one.key.borrowed() != key);
    }

    pub(super) fn what_is_missed(
        &mut self,
        subscribed: &Subscribed,
        since: MissedSince<'_>,
    ) -> Option<Missed> {
        let node = Arc::clone(&self.event_loop.node);
        let (tracked, channel) = (self.link.tracked.as_ref(), (&subscribed.key, subscribed.position));
        let Earlier { position: after, sent, former, used } = match since {
            MissedSince::Position(position) => {
                // Its former connection is taken over as well: nobody else resumes from there, and its own messages are known.
                let earlier = tracked.and_then(|tracked| node.recoveries.earlier(tracked, channel, None));
                let (sent, former, used) =
                    earlier.map(|it| (it.sent, it.former, it.used)).unwrap_or_default();
                Earlier { position, sent, former, used }
            }
            MissedSince::EarlierConnection { user } => node.recoveries.earlier(tracked?, channel, user)?,
        };
        if node.recoveries.are_recorded() {
            self.event_loop.resuming.recording.used.extend(used);
        }
        let range = HistoryRange { after: Some(after), limit: PAGE, newest_first: false };
        let page = node.history(subscribed.key.borrowed(), range)?;
        node.recoveries.counters.add_resumed(page.complete);
        if page.complete {
            // Before anything of it is sent: a stream says with each event where all of its channels are.
            self.link.note_stream_position(subscribed.key.borrowed(), after, self.event_loop);
        }
        Some(Missed { after, page, sent, former })
    }

    /// Sends the first page; if there are more, the subscription hears no messages until the last.
    pub(super) fn begin_catching_up(
        &mut self,
        subscribed: &Subscribed,
        Missed { after, page, sent, former }: Missed,
    ) {
        if !page.complete {
            return; // what it missed is lost, and its client has been told
        }
        let Self { link, event_loop } = self;
        let key = Arc::clone(&subscribed.key);
        let heard = event_loop.local.heard(link.slot(), key.borrowed(), key.hash());
        let Some((framing, interest)) = heard else { return };
        let encoding = framing::encoding_of(framing).0;
        if let Some(tracked) = &link.tracked {
            let (key, hash) = (key.borrowed(), key.hash());
            tracked.note(|noted| event_loop.local.confirmed_before(noted, key, hash, after.offset));
        }
        let numbered = event_loop
            .config
            .app(key.app())
            .is_some_and(|state| baton_protocols::rules::of(key.borrowed(), &state.app).number_messages);
        let id = subscribed.id;
        let conn = link.conn;
        let mut one = CatchingUp { conn, key, id, encoding, interest, numbered, after, sent, former };
        // A client that comes back to many channels at once, and many clients at once, wait for their pages.
        let may_send = event_loop.resuming.pages > 0 && event_loop.reactor.unsent(conn) <= PAUSE_ABOVE_BYTES;
        if may_send || page.messages.is_empty() {
            event_loop.resuming.pages = event_loop.resuming.pages.saturating_sub(1);
            let reached = link.send_recorded(&one, &page.messages, event_loop);
            link.reach(&mut one, reached, &page, event_loop);
        }
        if one.after.offset != page.position.offset {
            let (key, hash) = (one.key.borrowed(), one.key.hash());
            event_loop.local.set_interest(link.slot(), key, hash, interest.without(Interest::MESSAGES));
            event_loop.resuming.catching_up.push(one);
            event_loop.resuming.has_more = true;
        }
    }

    /// The session wants to hear something else of a channel. True if that waits for missed messages.
    pub(super) fn hear_after_missed(&mut self, key: KeyRef<'_>, interest: Interest) -> Option<Interest> {
        let one = self.event_loop.catching_up(self.link.conn, key)?;
        one.interest = interest;
        Some(interest.without(Interest::MESSAGES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions in a second once the interval has settled, of so many ends that always have more to be asked of.
    fn asked_per_second(ends: u64) -> u64 {
        let mut resuming = Resuming::default();
        let (mut asked, mut due) = (0, 0);
        for now in 0..20_000 {
            due += ends;
            let new = due / resuming.interval_ms;
            due -= new * resuming.interval_ms;
            resuming.asked += new;
            asked += if now < 10_000 { 0 } else { new };
            resuming.adapt(now);
        }
        asked / 10
    }

    #[test]
    fn ends_are_asked_as_often_as_the_budget_allows() {
        assert_eq!(asked_per_second(1), 200, "each {} ms", INTERVAL_MS.start());
        for ends in [100, 1_000, 3_000] {
            let asked = asked_per_second(ends);
            assert!(
                (ASKED_PER_SECOND * 9 / 10..=ASKED_PER_SECOND * 11 / 10).contains(&asked),
                "{ends} ends: {asked}"
            );
        }
        assert_eq!(asked_per_second(20_000), 20_000, "each {} ms at least", INTERVAL_MS.end());
    }
}
