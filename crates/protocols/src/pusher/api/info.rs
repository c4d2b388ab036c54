//! `info`: the attributes of a channel that a caller asks for.
//!
//! | attribute | of | meaning |
//! | --- | --- | --- |
//! | `user_count` | presence channels | distinct users |
//! | `subscription_count` | all channels | connections |
//! | `cache` | one cache channel | the last event's data and the seconds that it is kept yet, or `null` |

use baton_hub::{ChannelInfo, Published};

use super::{Failure, body::Body, failure::Shown};
use crate::pusher::channel::{ChannelKind, ChannelName};

/// The attributes asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Info {
    pub(super) user_count: bool,
    pub(super) subscription_count: bool,
    pub(super) cache: bool,
}

/// A channel's figures.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Connections.
    pub(super) subscriptions: u32,
    /// Distinct users, where the channel has members.
    pub(super) users: Option<u32>,
}

impl From<&Published> for Counts {
    fn from(published: &Published) -> Self {
        Self { subscriptions: published.subscriptions, users: published.users }
    }
}

impl From<&ChannelInfo> for Counts {
    fn from(info: &ChannelInfo) -> Self {
        Self { subscriptions: info.subscriptions, users: info.users }
    }
}

impl Info {
    /// Reads a list with commas.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let mut info = Self::default();
        for token in text.split(',').map(str::trim).filter(|token| !token.is_empty()) {
            match token {
                "user_count" => info.user_count = true,
                "subscription_count" => info.subscription_count = true,
                "cache" => info.cache = true,
                _ => {
                    return Err(Failure::malformed(format_args!(
                        "Unknown attribute \"{}\" in info. There are user_count (presence channels), subscription_count and \
                         cache (a single cache channel).",
                        Shown(token)
                    )));
                }
            }
        }
        Ok(info)
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Refuses `cache` where it is not answered.
    pub(super) fn without_cache(self) -> Result<Self, Failure> {
        if self.cache {
            return Err(Failure::malformed(
                "Attribute cache is answered for a single channel only: ask GET /apps/ID/channels/NAME?info=cache.",
            ));
        }
        Ok(self)
    }

    /// Refuses what this one channel does not have.
    pub(super) fn for_channel(self, channel: ChannelName<'_>) -> Result<Self, Failure> {
        if self.user_count && channel.kind() != ChannelKind::Presence {
            return Err(only_presence(channel.as_str()));
        }
        if self.cache && !channel.is_cache() {
            return Err(Failure::malformed(format_args!(
                "Attribute cache asks for what \"{}\" does not store: only channels with cache- after their prefix, such as \
                 private-cache-NAME, have it.",
                Shown(channel.as_str())
            )));
        }
        Ok(self)
    }

    /// Whether any attribute is answered for a channel to which an event is published. One that does not apply
    /// is left out of the answer, as long as not all of it would be empty.
    pub(super) fn says_anything_of(self, channel: ChannelName<'_>) -> bool {
        self.subscription_count || (self.user_count && channel.kind() == ChannelKind::Presence)
    }

    /// Writes the counts that were asked for and that apply, as members of an object; returns what separates
    /// the next one.
    pub(super) fn write_counts(
        self,
        counts: Counts,
        presence: bool,
        mut separator: &'static str,
        body: &mut Body,
    ) -> &'static str {
        if self.user_count && presence {
            body.raw(separator);
            body.raw("\"user_count\":");
            body.number(counts.users.unwrap_or(0));
            separator = ",";
        }
        if self.subscription_count {
            body.raw(separator);
            body.raw("\"subscription_count\":");
            body.number(counts.subscriptions);
            separator = ",";
        }
        separator
    }

    /// Writes `cache`, if it was asked for.
    pub(super) fn write_cache(self, channel: Option<&ChannelInfo>, separator: &str, body: &mut Body) {
        if !self.cache {
            return;
        }
        body.raw(separator);
        body.raw("\"cache\":");
        match channel.and_then(|channel| channel.last.as_ref()) {
            None => body.raw("null"),
            Some((message, milliseconds_left)) => {
                body.raw("{\"data\":");
                body.data(message);
                body.raw(",\"ttl\":");
                body.number(milliseconds_left.div_ceil(1_000));
                body.raw("}");
            }
        }
    }
}

/// `user_count` was asked of a channel without users.
pub(super) fn only_presence(name: &str) -> Failure {
    Failure::malformed(format_args!(
        "Attribute user_count exists for presence channels only, and \"{}\" is none. Ask for subscription_count.",
        Shown(name)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_attributes_are_read() {
        let all = Info { user_count: true, subscription_count: true, cache: true };
        assert_eq!(Info::parse("user_count,subscription_count,cache").unwrap(), all);
        assert_eq!(
            Info::parse(" user_count , user_count,").unwrap(),
            Info { user_count: true, ..Info::default() }
        );
        assert!(Info::parse("").unwrap().is_empty());
        for text in ["users", "user_count,x", "USER_COUNT", "user_count;cache", "[\"cache\"]"] {
            assert!(Info::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_stand_where_they_apply() {
        let counts = Counts { subscriptions: 3, users: Some(2) };
        let both = Info { user_count: true, subscription_count: true, cache: false };
        for (info, presence, expected) in [
            (both, true, "\"user_count\":2,\"subscription_count\":3"),
            (both, false, "\"subscription_count\":3"),
            (Info::default(), true, ""),
        ] {
            let mut body = Body::new("");
            info.write_counts(counts, presence, "", &mut body);
            assert_eq!(body.into_bytes(), expected.as_bytes());
        }
    }
}
