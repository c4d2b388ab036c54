//! Earlier messages for who joins.
//!
//! What was said lately is in the hub, in its true order; what the database sent is in the database for longer, and is asked
//! for only where the hub does not reach back far enough. A subscription is made first and the hub's part taken up to its
//! place, so that nothing is missing between what is replayed and what comes, and nothing comes twice.

use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use baton_hub::{HistoryRange, KeyRef, Message, Position, Recorded};

use super::{Joined, PhoenixSession, Refused, spelled};
use crate::phoenix::{Notice, Reason, SubTopic, encode, join::Replay};
use crate::{App, Context, Refusal, ReplayPage, ReplayQuestion, framing::Encoded};

/// Bytes of payload of earlier messages that one join is sent: half of what a connection's outbox
/// holds by itself. Older messages are left out, as past the limit of messages.
const REPLAY_BYTES: usize = 512 * 1_024;

/// What a client wants.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    since_ms: u64,
    after: Option<After<'a>>,
    limit: usize,
}

/// The last message that a client has seen.
#[derive(Debug, Clone, Copy)]
enum After<'a> {
    /// One that the hub has numbered.
    Place(Position),
    /// One that the database, or who published it, has named.
    Named(&'a str),
}

impl<'a> Wanted<'a> {
    /// Reads a request; `None` where nothing is asked for.
    pub(super) fn read(replay: &'a Replay<'_>, app: &App) -> Result<Option<Self>, Reason<'static>> {
        match replay {
            Replay::Off => Ok(None),
            Replay::Invalid => Err(Reason::ReplayInvalid),
            Replay::Asked { since_ms, after, limit } => {
                let limit = limit.unwrap_or(DEFAULT_LIMIT).min(app.supabase.replay_messages);
                let after = after.as_deref().map(After::read);
                Ok(Some(Self { since_ms: *since_ms, after, limit: usize::try_from(limit).unwrap_or(0) }))
            }
        }
    }
}

/// Messages for who names no limit, as the original has it.
const DEFAULT_LIMIT: u32 = 25;

impl<'a> After<'a> {
    fn read(id: &'a str) -> Self {
        let place = id.split_once('-').and_then(|(epoch, offset)| {
            Some(Position { epoch: epoch.parse().ok()?, offset: offset.parse().ok()? })
        });
        place.map_or(Self::Named(id), Self::Place)
    }
}

/// The hub's part.
struct Lately {
    /// The oldest first.
    messages: Vec<(String, Arc<Message>)>,
    /// Whether it has all that is wanted.
    covers: bool,
    /// The message that the client named was among those that are remembered.
    found: bool,
}

impl PhoenixSession {
    /// What the database has, where it is needed; the join waits for it.
    pub(super) fn stored<'a>(
        &mut self,
        name: SubTopic<'a>,
        key: KeyRef<'_>,
        wanted: &Wanted<'_>,
        ctx: &mut dyn Context,
    ) -> Result<Option<ReplayPage>, Refused<'a>> {
        let is_enough =
            || wanted.limit == 0 || ctx.app().history_messages == 0 || lately(key, wanted, None, ctx).covers;
        if !self.waiting.has_replay() && is_enough() {
            return Ok(None);
        }
        let after = match wanted.after {
            None => None,
            Some(After::Named(id)) => Some(id),
            // The database knows no places, and without a time it would be asked for everything.
            Some(After::Place(_)) if wanted.since_ms == 0 => return Ok(None),
            Some(After::Place(_)) => None,
        };
        let limit = u32::try_from(wanted.limit).unwrap_or(u32::MAX);
        let question = ReplayQuestion { topic: name.as_str(), since_ms: wanted.since_ms, after, limit };
        self.waiting.replay(question, ctx)?.map_err(Refused::Replay)
    }

    /// Sends a newcomer what was published before `place`, where its subscription begins.
    pub(super) fn replay(
        &self,
        (joined, key): (&Joined, KeyRef<'_>),
        place: Position,
        wanted: &Wanted<'_>,
        stored: Option<ReplayPage>,
        ctx: &mut dyn Context,
    ) {
        if wanted.limit == 0 || ctx.app().history_messages == 0 {
            ctx.refused_because(Refusal::NotAllowed, Some(&joined.topic), &Notice::ReplayOff);
            return self.notice(joined, &Notice::ReplayOff, ctx);
        }
        let lately = lately(key, wanted, Some(place), ctx);
        let mut is_whole = lately.covers;
        let mut messages = lately.messages;
        if let Some(ReplayPage { messages: stored, complete }) = stored
            && !lately.found
        {
            is_whole |= complete;
            let known: BTreeSet<&str> = messages.iter().map(|(id, _)| &**id).collect();
            let mut before: Vec<_> = stored
                .into_iter()
                .filter_map(|message| Some((message.id.as_deref()?.to_string(), message)))
                .filter(|(id, _)| !known.contains(&**id))
                .map(|(id, message)| (id, Arc::new(message)))
                .collect();
            before.append(&mut messages);
            messages = before;
        }
        let sent = newest(&messages, wanted.limit);
        if wanted.after.is_some() && (!is_whole || sent.len() < messages.len()) {
            self.notice(joined, &Notice::ReplayIncomplete, ctx);
        }
        for (id, message) in sent {
            let mut out = Vec::new();
            match encode::broadcast(self.version, spelled(joined), message, Some(&meta(id)), &mut out) {
                Some(Encoded::Text) => ctx.send(&out),
                Some(Encoded::Binary) => ctx.send_binary(&out),
                None => {} // bytes, for the first serialiser
            }
        }
    }
}

/// What the hub remembers of what is wanted: up to `place`, or all.
fn lately(key: KeyRef<'_>, wanted: &Wanted<'_>, place: Option<Position>, ctx: &dyn Context) -> Lately {
    let after = match wanted.after {
        Some(After::Place(place)) => Some(place),
        _ => None,
    };
    // One more than is sent, to see whether that is all.
    let range = HistoryRange { after, limit: wanted.limit.saturating_add(1), newest_first: true };
    let Some(mut page) = ctx.history(key, range) else {
        return Lately { messages: Vec::new(), covers: false, found: false };
    };
    page.messages.reverse();
    let epoch = page.position.epoch;
    if let Some(place) = place {
        page.messages.retain(|recorded| recorded.offset <= place.offset);
    }
    let (now, unix_ms) = (ctx.now(), ctx.unix_time_ms());
    let is_older =
        |recorded: &Recorded| unix_ms.saturating_sub(now.saturating_sub(recorded.at)) < wanted.since_ms;
    let name = |recorded: Recorded| {
        (id_of(&recorded.message, Position { epoch, offset: recorded.offset }), recorded.message)
    };
    let is_full = page.messages.len() > wanted.limit;
    match wanted.after {
        Some(After::Place(_)) => {
            let covers = page.complete;
            Lately { messages: page.messages.into_iter().map(name).collect(), covers, found: covers }
        }
        Some(After::Named(id)) => {
            let mut messages: Vec<_> = page.messages.into_iter().map(name).collect();
            let found = messages.iter().position(|(it, _)| it == id);
            if let Some(found) = found {
                messages.drain(..=found);
            }
            Lately { messages, covers: found.is_some(), found: found.is_some() }
        }
        None => {
            let reaches_back = page.messages.iter().any(is_older);
            let messages = page.messages.into_iter().filter(|it| !is_older(it)).map(name).collect();
            Lately { messages, covers: reaches_back || is_full, found: false }
        }
    }
}

/// The newest of `messages`: at most `limit`, and of [`REPLAY_BYTES`] in all, but always one.
fn newest(messages: &[(String, Arc<Message>)], limit: usize) -> &[(String, Arc<Message>)] {
    let mut bytes = 0_usize;
    let fit = messages.iter().rev().take(limit).take_while(|(_, message)| {
        let is_first = bytes == 0;
        bytes = bytes.saturating_add(message.data.len() + message.event.len() + 1);
        is_first || bytes <= REPLAY_BYTES
    });
    let count = fit.count();
    messages.get(messages.len() - count..).unwrap_or_default()
}

/// What clients know a message by: its own name, or its place.
fn id_of(message: &Message, place: Position) -> String {
    message.id.as_deref().map_or_else(|| encode::place(place), ToString::to_string)
}

fn meta(id: &str) -> String {
    let mut meta = encode::meta(id);
    meta.pop();
    format!("{meta},\"replayed\":true}}")
}
