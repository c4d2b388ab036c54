//! What users do: the settings of a scenario file.

use serde::{Deserialize, Serialize};

use super::super::{LONGEST_SECONDS, MOST_CLIENTS, within};
use crate::stamp::MARK_BYTES;

/// The most channels that one user may subscribe to.
const MOST_CHANNELS: usize = 1_000;

/// The longest payload: five times what Pusher allows, for the rows of a page that goes so far.
const MOST_PAYLOAD: usize = 65_536;

/// Users that come, subscribe, send and leave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Users {
    /// How many there are over time. The run is as long as its stages, plus what settling takes.
    pub stages: Vec<Stage>,
    /// How many may be on their way in at any moment.
    pub at_once: usize,
    /// Before each session a user waits between the first and the second, in seconds.
    pub pause_seconds: [f64; 2],
    /// After so long a user leaves and, while there is a place for it, comes again; 0 for never.
    pub session_seconds: f64,
    /// The channels of a user: `{user}` is its number, `{user/6}` its group of six, `{user%6}` one
    /// of six.
    pub channels: Vec<String>,
    /// So many more channels a user has, from `{channel}` in the last of `channels`.
    pub channels_each: usize,
    /// What users send.
    pub events: Option<Events>,
    /// What the application publishes meanwhile.
    pub publish: Option<Publish>,
    /// Users who read nothing once they are subscribed.
    pub slow: Option<Slow>,
    /// All connections lost at once.
    pub storm: Option<Storm>,
    /// Who is not subscribed after so long has failed, in seconds.
    pub deadline_seconds: f64,
}

/// A piece of time in which the number of users goes evenly from what it was to `users`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// How many there are at its end.
    pub users: usize,
    /// How long it takes, in seconds; 0 for at once.
    pub seconds: f64,
}

/// Client events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Events {
    /// One user in so many sends.
    pub one_in: usize,
    /// How often it may, in milliseconds.
    pub every_ms: f64,
    /// With which probability it does, each time.
    pub probability: f64,
    /// Bytes of `data`.
    pub payload_bytes: usize,
    /// To which of `channels`, by place; none for all.
    pub to: Vec<usize>,
}

/// Publishes by the signed HTTP API, due at fixed times whatever the server does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Publish {
    /// How many a second.
    pub per_second: f64,
    /// Bytes of `data`.
    pub payload_bytes: usize,
    /// The channel; `{n}` is 0 to `spread` - 1, by turns, and `{n/100}` and `{n%100}` its quotient
    /// and remainder.
    pub channel: String,
    /// Over how many channels.
    pub spread: usize,
    /// Keep-alive connections: the most publishes under way.
    pub connections: usize,
    /// Seconds after the start at which it begins.
    pub from_seconds: f64,
}

/// Users who stop reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Slow {
    /// One user in so many.
    pub one_in: usize,
    /// Bytes of their kernel's receive buffer.
    pub receive_buffer: usize,
}

/// The loss of all connections but those of stable users.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Storm {
    /// When, in seconds after the start.
    pub at_seconds: f64,
    /// One user in so many keeps its connection; 0 for none.
    pub stable_one_in: usize,
}

impl Default for Users {
    fn default() -> Self {
        Self {
            stages: vec![Stage { users: 100, seconds: 1.0 }, Stage { users: 100, seconds: 1.0 }],
            at_once: 200,
            pause_seconds: [0.0, 0.0],
            session_seconds: 0.0,
            channels: vec!["users".to_owned()],
            channels_each: 0,
            events: None,
            publish: None,
            slow: None,
            storm: None,
            deadline_seconds: 30.0,
        }
    }
}

impl Default for Events {
    fn default() -> Self {
        Self { one_in: 1, every_ms: 1_000.0, probability: 1.0, payload_bytes: 150, to: Vec::new() }
    }
}

impl Default for Publish {
    fn default() -> Self {
        Self {
            per_second: 10.0,
            payload_bytes: 100,
            channel: "users".to_owned(),
            spread: 1,
            connections: 16,
            from_seconds: 0.0,
        }
    }
}

impl Default for Slow {
    fn default() -> Self {
        Self { one_in: 10, receive_buffer: 4_096 }
    }
}

impl Default for Storm {
    fn default() -> Self {
        Self { at_seconds: 2.0, stable_one_in: 0 }
    }
}

impl Users {
    /// Refuses what cannot be run, naming the key.
    pub(in super::super) fn check(&self) -> Result<(), String> {
        within("stages", self.stages.len(), 1, 100)?;
        for stage in &self.stages {
            within("stages.users", stage.users, 0, MOST_CLIENTS)?;
            within("stages.seconds", stage.seconds, 0.0, LONGEST_SECONDS)?;
        }
        within("seconds of all stages", self.seconds(), 0.1, LONGEST_SECONDS)?;
        within("at_once", self.at_once, 1, MOST_CLIENTS)?;
        let [least, most] = self.pause_seconds;
        within("pause_seconds", least, 0.0, most.min(LONGEST_SECONDS))?;
        within("session_seconds", self.session_seconds, 0.0, LONGEST_SECONDS)?;
        within("deadline_seconds", self.deadline_seconds, 0.1, LONGEST_SECONDS)?;
        within("channels", self.channels.len() + self.channels_each, 1, MOST_CHANNELS)?;
        if self.channels.is_empty() {
            return Err("channels is empty: users must subscribe to something".to_owned());
        }
        for channel in &self.channels {
            expand(channel, &[("user", 0), ("channel", 0)])?;
        }
        self.events.as_ref().map_or(Ok(()), |events| events.check(&self.channels))?;
        self.publish.as_ref().map_or(Ok(()), Publish::check)?;
        if let Some(slow) = &self.slow {
            within("slow.one_in", slow.one_in, 1, MOST_CLIENTS)?;
            within("slow.receive_buffer", slow.receive_buffer, 1_024, 1 << 20)?;
        }
        match &self.storm {
            Some(storm) => within("storm.at_seconds", storm.at_seconds, 0.0, self.seconds()),
            None => Ok(()),
        }
    }

    /// How long the stages take.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.stages.iter().map(|stage| stage.seconds).sum()
    }

    /// The most users at any moment.
    #[must_use]
    pub fn most(&self) -> usize {
        self.stages.iter().map(|stage| stage.users).max().unwrap_or(0)
    }

    /// How many users there should be, so many seconds after the start.
    #[must_use]
    pub fn wanted(&self, seconds: f64) -> usize {
        let (mut before, mut began) = (0, 0.0);
        for stage in &self.stages {
            if seconds < began + stage.seconds {
                #[allow(clippy::cast_precision_loss)] // at most MOST_CLIENTS
                let (from, to) = (before as f64, stage.users as f64);
                let now = from + (to - from) * (seconds - began) / stage.seconds;
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between two counts
                return now.round() as usize;
            }
            (before, began) = (stage.users, began + stage.seconds);
        }
        before
    }

    /// The stage that is under way at a time in nanoseconds of the run; the last one afterwards.
    #[must_use]
    pub fn stage(&self, ns: u64) -> usize {
        #[allow(clippy::cast_precision_loss)] // at most an hour
        let seconds = ns as f64 / 1e9;
        let mut end = 0.0;
        let over = |stage: &&Stage| {
            end += stage.seconds;
            seconds >= end
        };
        self.stages.iter().take_while(over).count().min(self.stages.len().saturating_sub(1))
    }

    /// The channels of a user.
    #[must_use]
    pub fn channels_of(&self, user: usize) -> Vec<String> {
        let fixed = self.channels.len() - usize::from(self.channels_each > 0);
        let each = self.channels.iter().skip(fixed);
        let name = |channel: &str, n: usize| expand(channel, &[("user", user), ("channel", n)]);
        let more = each.flat_map(|channel| (0..self.channels_each).map(move |n| name(channel, n)));
        let channels = self.channels.iter().take(fixed).map(|channel| name(channel, 0));
        channels.chain(more).filter_map(Result::ok).collect()
    }

    /// Whether a user is slow.
    #[must_use]
    pub fn is_slow(&self, user: usize) -> bool {
        self.slow.as_ref().is_some_and(|slow| user % slow.one_in == slow.one_in - 1)
    }

    /// Whether a user keeps its connection in the storm.
    #[must_use]
    pub fn is_stable(&self, user: usize) -> bool {
        self.storm
            .as_ref()
            .is_none_or(|storm| storm.stable_one_in > 0 && user.is_multiple_of(storm.stable_one_in))
    }

    /// Whether a user sends.
    #[must_use]
    pub fn sends(&self, user: usize) -> bool {
        self.events.as_ref().is_some_and(|events| user.is_multiple_of(events.one_in)) && !self.is_slow(user)
    }
}

impl Events {
    fn check(&self, channels: &[String]) -> Result<(), String> {
        within("events.one_in", self.one_in, 1, MOST_CLIENTS)?;
        within("events.every_ms", self.every_ms, 1.0, 600_000.0)?;
        within("events.probability", self.probability, 0.0, 1.0)?;
        within("events.payload_bytes", self.payload_bytes, MARK_BYTES + 8, MOST_PAYLOAD)?;
        match self.to.iter().find(|&&place| place >= channels.len()) {
            Some(place) => Err(format!("events.to names channel {place}, and there are {}", channels.len())),
            None => Ok(()),
        }
    }
}

impl Publish {
    /// The channel of the publish of that number.
    #[must_use]
    pub fn channel_of(&self, published: usize) -> String {
        expand(&self.channel, &[("n", published % self.spread)]).unwrap_or_default()
    }

    fn check(&self) -> Result<(), String> {
        within("publish.per_second", self.per_second, 0.01, 1_000_000.0)?;
        within("publish.payload_bytes", self.payload_bytes, MARK_BYTES, MOST_PAYLOAD)?;
        within("publish.spread", self.spread, 1, 1_000_000)?;
        expand(&self.channel, &[("n", 0)])?;
        within("publish.connections", self.connections, 1, 256)?;
        within("publish.from_seconds", self.from_seconds, 0.0, LONGEST_SECONDS)
    }
}

/// A channel's name: `{value}` in braces is replaced by that value, `{value/6}` and `{value%6}` by
/// quotient and remainder.
fn expand(template: &str, values: &[(&str, usize)]) -> Result<String, String> {
    let mut name = String::new();
    let mut rest = template;
    while let Some((before, braced)) = rest.split_once('{') {
        let (inside, after) =
            braced.split_once('}').ok_or_else(|| format!("channel \"{template}\" does not close a brace"))?;
        let value = values.iter().find_map(|(key, value)| {
            let operation = inside.strip_prefix(key)?;
            let by = |sign| operation.strip_prefix(sign)?.parse::<usize>().ok().filter(|&by| by > 0);
            match (operation, by('/'), by('%')) {
                ("", ..) => Some(*value),
                (_, Some(by), _) => Some(value / by),
                (_, _, Some(by)) => Some(value % by),
                _ => None,
            }
        });
        let value = value.ok_or_else(|| {
            let known: Vec<String> =
                values.iter().map(|(key, _)| format!("{{{key}}}, {{{key}/6}}, {{{key}%6}}")).collect();
            format!("channel \"{template}\": {{{inside}}} is none of {}", known.join(", "))
        })?;
        name += before;
        name += &value.to_string();
        rest = after;
    }
    Ok(name + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_computed_from_the_user() {
        let values = [("user", 20), ("channel", 7)];
        assert_eq!(expand("a-{user}-{user/6}-{user%6}-{channel}", &values).unwrap(), "a-20-3-2-7");
        for template in ["{user", "{users}", "{user/0}", "{user%x}", "{n}"] {
            assert!(expand(template, &values).is_err(), "{template}");
        }
        let users = Users {
            channels: vec!["a".into(), "b-{user}-{channel}".into()],
            channels_each: 2,
            ..Users::default()
        };
        assert_eq!(users.channels_of(5), ["a", "b-5-0", "b-5-1"]);
        assert_eq!(Users::default().channels_of(5), ["users"]);
    }

    #[test]
    fn numbers_of_users_follow_the_stages() {
        let stage = |users, seconds| Stage { users, seconds };
        let users =
            Users { stages: vec![stage(100, 0.0), stage(200, 10.0), stage(0, 5.0)], ..Users::default() };
        for (seconds, wanted) in [(0.0, 100), (5.0, 150), (10.0, 200), (12.5, 100), (15.0, 0), (99.0, 0)] {
            assert_eq!(users.wanted(seconds), wanted, "after {seconds} s");
        }
        for (ns, stage) in [(0, 1), (9_999_999_999, 1), (10_000_000_000, 2), (u64::MAX, 2)] {
            assert_eq!(users.stage(ns), stage, "after {ns} ns");
        }
        assert_eq!(users.most(), 200);
    }

    #[test]
    fn roles_are_spread_over_users() {
        let users = Users {
            events: Some(Events { one_in: 5, ..Events::default() }),
            slow: Some(Slow { one_in: 5, ..Slow::default() }),
            storm: Some(Storm { stable_one_in: 2, ..Storm::default() }),
            ..Users::default()
        };
        assert!(users.sends(0) && !users.sends(1) && users.is_slow(4) && !users.is_slow(5));
        assert!(users.is_stable(2) && !users.is_stable(3));
        assert!(Users::default().is_stable(3), "without a storm everybody is");
    }

    #[test]
    fn what_cannot_be_run_is_named() {
        let wrong = |users: Users, key: &str| {
            let error = users.check().unwrap_err();
            assert!(error.contains(key), "{key}: {error}");
        };
        Users::default().check().unwrap();
        wrong(Users { stages: Vec::new(), ..Users::default() }, "stages");
        wrong(Users { channels: Vec::new(), ..Users::default() }, "channels");
        wrong(Users { channels: vec!["{x}".into()], ..Users::default() }, "{x}");
        wrong(Users { pause_seconds: [2.0, 1.0], ..Users::default() }, "pause_seconds");
        let events = Events { to: vec![1], ..Events::default() };
        wrong(Users { events: Some(events), ..Users::default() }, "events.to");
        let publish = Publish { payload_bytes: 10, ..Publish::default() };
        wrong(Users { publish: Some(publish), ..Users::default() }, "publish.payload_bytes");
        wrong(
            Users { storm: Some(Storm { at_seconds: 99.0, stable_one_in: 0 }), ..Users::default() },
            "storm",
        );
    }
}
