//! What the server must send, kept beside it and far simpler than it: the messages of each channel in the order
//! in which they were accepted, and how far each subscription is in them.
//!
//! A subscription gets the messages after the one at which it was made, each once, without a gap, but those
//! that are kept from it. On cache channels it first gets a copy of the last one, or that there is none.

use std::collections::BTreeMap;

use crate::server::ConnectionId;

/// A message that the server has taken.
#[derive(Debug)]
struct Accepted {
    uuid: String,
    except: Option<ConnectionId>,
    /// The member who sent it, which presence channels tell.
    user: Option<String>,
    at: u64,
}

/// One subscription that the server has made and not ended.
#[derive(Debug)]
pub(crate) struct Place {
    /// The first message that it has not got yet.
    next: usize,
    /// Messages before this one need not be sent: they came while it was to hear nothing, or before it is promised
    /// that none is missing.
    loose_until: usize,
    /// The first earlier message that may be replayed, and the first that may not.
    replay: (usize, usize),
    /// It has to be sent first what the channel stores.
    cache_owed: bool,
    /// Whose it is.
    pub(crate) user: String,
}

impl Place {
    fn at(next: usize, user: &str) -> Self {
        Self { next, loose_until: 0, replay: (0, next), cache_owed: false, user: user.to_owned() }
    }
}

/// All channels and all subscriptions.
#[derive(Debug, Default)]
pub(crate) struct Expectation {
    accepted: BTreeMap<String, Vec<Accepted>>,
    places: BTreeMap<(ConnectionId, String), Place>,
    cache_ttl_ms: u64,
    /// There is room for all that is to be kept.
    keeps_all: bool,
}

impl Expectation {
    pub(crate) fn new(cache_ttl_ms: u64, keeps_all: bool) -> Self {
        Self { cache_ttl_ms, keeps_all, ..Self::default() }
    }

    /// The server has taken a message.
    pub(crate) fn accept(
        &mut self,
        channel: &str,
        uuid: &str,
        (except, user): (Option<ConnectionId>, Option<String>),
        at: u64,
    ) {
        let accepted = Accepted { uuid: uuid.to_owned(), except, user, at };
        self.accepted.entry(channel.to_owned()).or_default().push(accepted);
    }

    /// The server confirms a subscription.
    pub(crate) fn subscribed(&mut self, id: ConnectionId, channel: &str, user: &str) -> Result<(), String> {
        let next = self.accepted.get(channel).map_or(0, Vec::len);
        let place = Place { cache_owed: is_cache(channel), ..Place::at(next, user) };
        self.add(id, channel, place)
    }

    /// The same for a Supabase client, which is not sent what a cache stores. Where it is loose, it need not be sent
    /// anything before it is said to be complete, or to hear.
    pub(crate) fn joined(&mut self, id: ConnectionId, channel: &str, is_loose: bool) -> Result<(), String> {
        let next = self.accepted.get(channel).map_or(0, Vec::len);
        let loose_until = if is_loose { usize::MAX } else { 0 };
        self.add(id, channel, Place { loose_until, ..Place::at(next, "") })
    }

    fn add(&mut self, id: ConnectionId, channel: &str, place: Place) -> Result<(), String> {
        match self.places.insert((id, channel.to_owned()), place) {
            None => Ok(()),
            Some(_) => Err(format!("c{id} is subscribed to {channel} twice")),
        }
    }

    /// A subscription begins to be sent messages, or ends to.
    pub(crate) fn hears(&mut self, id: ConnectionId, channel: &str, hears: bool) {
        self.is_complete_from_now(id, channel, hears);
    }

    /// From now on every message must be sent, or none need be.
    pub(crate) fn is_complete_from_now(&mut self, id: ConnectionId, channel: &str, is_complete: bool) {
        let now = self.accepted.get(channel).map_or(0, Vec::len);
        if let Some(place) = self.places.get_mut(&(id, channel.to_owned())) {
            // What was complete before stays so.
            let since = if place.loose_until == usize::MAX { now } else { place.loose_until };
            place.loose_until = if is_complete { since } else { usize::MAX };
        }
    }

    /// The server sends a newcomer an earlier message: each once, and in order.
    pub(crate) fn replayed(&mut self, id: ConnectionId, channel: &str, uuid: &str) -> Result<(), String> {
        let accepted = self.accepted.get(channel).map_or(&[][..], |all| all);
        let Some(place) = self.places.get_mut(&(id, channel.to_owned())) else {
            return Err(format!("c{id} is replayed {uuid} on {channel}, which it is not on"));
        };
        let (from, to) = place.replay;
        let earlier = accepted.get(from..to).unwrap_or_default();
        let Some(found) = earlier.iter().position(|message| message.uuid == uuid) else {
            return Err(format!("c{id} is replayed {uuid} on {channel} again, out of order, or from later"));
        };
        // The hub has the newest without a gap; before those may stand what the database has stored of all.
        let is_whole = found == 0 || from == 0 || is_stored(&accepted[from - 1].uuid);
        place.replay.0 = from + found + 1;
        is_whole.then_some(()).ok_or(format!("c{id} is replayed {uuid} on {channel} with a gap before it"))
    }

    /// The server has read that a subscription is given up.
    pub(crate) fn unsubscribed(&mut self, id: ConnectionId, channel: &str) {
        self.places.remove(&(id, channel.to_owned()));
    }

    /// The server has ended a connection.
    pub(crate) fn gone(&mut self, id: ConnectionId) {
        self.places.retain(|(of, _), _| *of != id);
    }

    fn place(&mut self, id: ConnectionId, channel: &str) -> Result<&mut Place, String> {
        let place = self.places.get_mut(&(id, channel.to_owned()));
        place.ok_or_else(|| format!("c{id} is sent an event of {channel}, which it is not subscribed to"))
    }

    /// The server tells something of a channel that is no message.
    pub(crate) fn sent_event(&mut self, id: ConnectionId, channel: &str) -> Result<(), String> {
        if self.place(id, channel)?.cache_owed {
            return Err(format!("c{id} is sent an event of {channel} before what the cache stores"));
        }
        Ok(())
    }

    /// The server says that the cache keeps nothing.
    pub(crate) fn cache_missed(&mut self, id: ConnectionId, channel: &str, now: u64) -> Result<(), String> {
        if !std::mem::take(&mut self.place(id, channel)?.cache_owed) {
            return Err(format!("c{id} is sent a cache miss of {channel}, and had not just subscribed"));
        }
        let last = self.accepted.get(channel).and_then(|all| all.last());
        match last.filter(|last| self.keeps_all && now.saturating_sub(last.at) < self.cache_ttl_ms) {
            None => Ok(()),
            Some(last) => Err(format!("c{id} is sent a cache miss of {channel}, and not {}", last.uuid)),
        }
    }

    /// The server sends a message; true if it is the copy that a cache channel gives to a newcomer.
    pub(crate) fn sent(
        &mut self,
        id: ConnectionId,
        channel: &str,
        uuid: &str,
        user: Option<&str>,
        now: u64,
    ) -> Result<bool, String> {
        let Self { accepted, places, cache_ttl_ms, .. } = self;
        let accepted = accepted.get(channel).map_or(&[][..], |all| all);
        let Some(place) = places.get_mut(&(id, channel.to_owned())) else {
            return Err(format!("c{id} is sent {uuid} on {channel}, which it is not on"));
        };
        // It is the next one but for faults and gaps, so that place is looked at first.
        let (before, after) = accepted.split_at(place.next.min(accepted.len()));
        let is_it = |message: &Accepted| message.uuid == uuid;
        let found = after.iter().position(is_it).map(|distance| before.len() + distance);
        let Some(found) = found.or_else(|| before.iter().rposition(is_it)) else {
            return Err(format!("c{id} is sent {uuid} on {channel}, which was not accepted there"));
        };
        let message = &accepted[found];
        if message.user.as_deref() != user {
            return Err(format!("{uuid} on {channel} is said to come from {user:?}, not {:?}", message.user));
        }
        if std::mem::take(&mut place.cache_owed) {
            let is_fresh = now.saturating_sub(message.at) < *cache_ttl_ms;
            if found + 1 != place.next || !is_fresh {
                return Err(format!(
                    "c{id} is sent {uuid} as what {channel} keeps; it is not, or is too old"
                ));
            }
            return Ok(true);
        }
        if message.except == Some(id) {
            return Err(format!("c{id} is sent {uuid} on {channel}, which was to be kept from it"));
        }
        if found < place.next {
            return Err(format!("c{id} is sent {uuid} on {channel} again, or from before it came"));
        }
        let from = place.next.max(place.loose_until.min(found));
        let missed = accepted[from..found].iter().find(|message| message.except != Some(id));
        place.next = found + 1;
        match missed {
            None => Ok(false),
            Some(missed) => Err(format!("c{id} is sent {uuid} on {channel} without {}", missed.uuid)),
        }
    }

    /// Messages that were accepted, and have not been sent to all who must have them.
    pub(crate) fn unsent(&self) -> impl Iterator<Item = String> {
        self.places.iter().filter_map(|((id, channel), place)| {
            let accepted = self.accepted.get(channel)?;
            let (replayed, joined) = place.replay;
            if (1..joined).contains(&replayed) && !is_stored(&accepted.get(replayed - 1)?.uuid) {
                let missing = &accepted.get(replayed)?.uuid;
                return Some(format!("c{id} was replayed messages of {channel}, and not {missing}"));
            }
            let rest = accepted.get(place.next.max(place.loose_until)..)?;
            let missing = rest.iter().find(|message| message.except != Some(*id))?;
            Some(format!("c{id} was never sent {} on {channel}", missing.uuid))
        })
    }

    /// A channel's history is its newest messages without a gap, none too old; where there is room, all that
    /// are young enough, up to `most`.
    pub(crate) fn judge_history(
        &self,
        channel: &str,
        history: &[String],
        (most, ttl_ms): (usize, u64),
        now: u64,
    ) -> Result<(), String> {
        let accepted = self.accepted.get(channel).map_or(&[][..], |all| all);
        let young = accepted.iter().rev().take_while(|message| now.saturating_sub(message.at) < ttl_ms);
        let most = young.count().min(most);
        let newest = &accepted[accepted.len().saturating_sub(history.len())..];
        let is_newest = newest.iter().map(|message| &message.uuid).eq(history);
        let is_whole = if self.keeps_all { history.len() == most } else { history.len() <= most };
        if is_newest && is_whole {
            return Ok(());
        }
        let (from, to) = (history.first(), history.last());
        Err(format!("the history of {channel} is {} of {most} messages, {from:?} to {to:?}", history.len()))
    }

    /// The subscriptions of a channel.
    pub(crate) fn on<'a>(&'a self, channel: &'a str) -> impl Iterator<Item = (ConnectionId, &'a Place)> {
        self.places.iter().filter(move |((_, name), _)| name == channel).map(|((id, _), place)| (*id, place))
    }

    /// How many channels a connection has, those of its own user left out.
    pub(crate) fn held(&self, id: ConnectionId) -> usize {
        let range = (id, String::new())..(id + 1, String::new());
        self.places.range(range).filter(|((_, name), _)| !name.starts_with('#')).count()
    }

    /// Whether the server has made this subscription.
    pub(crate) fn has(&self, id: ConnectionId, channel: &str) -> bool {
        self.places.contains_key(&(id, channel.to_owned()))
    }

    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }
}

/// Whether the database has stored a message, by its name.
fn is_stored(uuid: &str) -> bool {
    uuid.starts_with("db-")
}

fn is_cache(channel: &str) -> bool {
    ["cache-", "private-cache-", "presence-cache-", "private-encrypted-cache-"]
        .iter()
        .any(|prefix| channel.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expectation() -> Expectation {
        let mut expectation = Expectation::new(1_000, false);
        expectation.subscribed(1, "x", "u").unwrap();
        for (uuid, except) in [("a", None), ("b", Some(1)), ("c", None)] {
            expectation.accept("x", uuid, (except, None), 0);
        }
        expectation
    }

    #[test]
    fn each_message_once_in_order_and_none_that_is_kept_from_it() {
        let mut good = expectation();
        assert_eq!(good.sent(1, "x", "a", None, 0), Ok(false));
        assert_eq!(good.unsent().count(), 1);
        assert_eq!(good.sent(1, "x", "c", None, 0), Ok(false));
        assert_eq!(good.unsent().count(), 0);
        assert!(good.sent(1, "x", "c", None, 0).unwrap_err().contains("again"));
        assert!(expectation().sent(1, "x", "c", None, 0).unwrap_err().contains("without a"));
        assert!(expectation().sent(1, "x", "b", None, 0).unwrap_err().contains("kept from it"));
        assert!(expectation().sent(1, "x", "z", None, 0).unwrap_err().contains("not accepted"));
        assert!(expectation().sent(2, "x", "a", None, 0).unwrap_err().contains("not on"));
        assert!(expectation().sent(1, "x", "a", Some("u"), 0).unwrap_err().contains("said to come from"));
    }

    #[test]
    fn a_cache_gives_the_last_message_first_and_only_while_it_is_fresh() {
        let come = || {
            let mut expectation = Expectation::new(1_000, false);
            for uuid in ["a", "b"] {
                expectation.accept("cache-x", uuid, (None, None), 0);
            }
            expectation.subscribed(1, "cache-x", "u").unwrap();
            expectation
        };
        assert_eq!(come().sent(1, "cache-x", "b", None, 999), Ok(true));
        assert!(come().sent(1, "cache-x", "a", None, 0).is_err(), "not the last");
        assert!(come().sent(1, "cache-x", "b", None, 1_000).is_err(), "too old");
        assert!(come().sent_event(1, "cache-x").is_err(), "something else first");
        let mut missed = come();
        missed.cache_missed(1, "cache-x", 0).unwrap();
        assert!(missed.cache_missed(1, "cache-x", 0).is_err());
        assert!(missed.sent(1, "cache-x", "b", None, 0).is_err(), "it is from before");
        let roomy = || Expectation { keeps_all: true, ..come() };
        assert!(roomy().cache_missed(1, "cache-x", 999).is_err(), "it was kept");
        roomy().cache_missed(1, "cache-x", 1_000).unwrap();
    }

    #[test]
    fn a_loose_subscription_may_miss_messages_until_it_is_complete() {
        let mut expectation = expectation();
        expectation.joined(2, "x", true).unwrap();
        for uuid in ["d", "e", "f"] {
            expectation.accept("x", uuid, (None, None), 0);
        }
        assert_eq!(expectation.sent(2, "x", "e", None, 0), Ok(false), "without d");
        assert!(expectation.sent(2, "x", "d", None, 0).unwrap_err().contains("again"));
        expectation.is_complete_from_now(2, "x", true);
        expectation.unsubscribed(1, "x");
        assert_eq!(expectation.unsent().count(), 0, "f came before");
        ["g", "h"].iter().for_each(|uuid| expectation.accept("x", uuid, (None, None), 0));
        assert!(expectation.sent(2, "x", "h", None, 0).unwrap_err().contains("without g"));
    }

    #[test]
    fn earlier_messages_come_once_in_order_and_up_to_the_newest() {
        let come = || {
            let mut expectation = Expectation::new(1_000, false);
            for uuid in ["db-1", "a", "b", "c"] {
                expectation.accept("x", uuid, (None, None), 0);
            }
            expectation.joined(1, "x", false).unwrap();
            expectation.accept("x", "d", (None, None), 0);
            expectation.sent(1, "x", "d", None, 0).unwrap();
            expectation
        };
        let replayed = |uuids: &[&str]| {
            let mut expectation = come();
            let all = uuids.iter().try_for_each(|uuid| expectation.replayed(1, "x", uuid));
            all.is_ok() && expectation.unsent().count() == 0
        };
        for good in [&["b", "c"][..], &["c"], &[], &["db-1", "b", "c"], &["db-1"]] {
            assert!(replayed(good), "{good:?}");
        }
        for bad in [&["a", "b"][..], &["a", "c"], &["c", "c"], &["c", "b"], &["c", "d"], &["z"]] {
            assert!(!replayed(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_history_is_the_newest_without_a_gap() {
        let mut expectation = Expectation::new(1_000, false);
        for (uuid, at) in [("a", 0), ("b", 10), ("c", 20)] {
            expectation.accept("x", uuid, (None, None), at);
        }
        let judge = |expectation: &Expectation, history: &[&str], now| {
            let history: Vec<_> = history.iter().map(|&uuid| uuid.to_owned()).collect();
            expectation.judge_history("x", &history, (3, 100), now).is_ok()
        };
        for good in [&["a", "b", "c"][..], &["b", "c"], &["c"], &[]] {
            assert!(judge(&expectation, good, 20), "{good:?}");
        }
        for bad in [&["a", "c"][..], &["a", "b"], &["b"], &["c", "c"], &["c", "b"]] {
            assert!(!judge(&expectation, bad, 20), "{bad:?}");
        }
        assert!(!judge(&expectation, &["a", "b", "c"], 100), "the first is too old");
        expectation.keeps_all = true;
        assert!(judge(&expectation, &["b", "c"], 100));
        assert!(!judge(&expectation, &["c"], 100), "there is room for more");
    }
}
