//! What a channel keeps and tells, by its name and class.
//!
//! One answer for all who subscribe or publish, whichever protocol they speak and however that spells the name.

use baton_hub::{Access, ChannelRules, KeyRef};

use crate::{App, history_rule::HistoryLimits};

/// What names of private channels begin with whose payload only the ends can read.
pub(crate) const ENCRYPTED: &str = "encrypted-";
/// What names of channels begin with that keep their last message.
const CACHE: &str = "cache-";

/// What the channel with this key keeps and tells: the same for all who subscribe or publish, however their
/// protocol spells the name.
pub fn of(key: KeyRef<'_>, app: &App) -> ChannelRules {
    let speaks = !matches!(key.access, Access::UserStatus | Access::Changes);
    let counts = matches!(key.access, Access::Public | Access::Private);
    let history = HistoryLimits::of(key, app);
    ChannelRules {
        last_message_ms: keeps_last(key.access, key.name).then(|| u64::from(app.cache_ttl_s) * 1_000),
        history_messages: if speaks { history.messages } else { 0 },
        history_ms: u64::from(history.ttl_s) * 1_000,
        history_bytes: usize::try_from(history.bytes).unwrap_or(usize::MAX),
        numbering_minutes: if speaks && history.recovery { numbering_minutes(app) } else { 0 },
        members: if key.access == Access::Presence { app.pusher.presence_members } else { 0 },
        app_channels: if is_counted(key.access) { app.max_channels } else { 0 },
        count_subscriptions: app.pusher.subscription_count && counts,
        number_messages: speaks && app.supabase.message_ids,
    }
}

/// The window of recovery, rounded up.
fn numbering_minutes(app: &App) -> u8 {
    u8::try_from(app.recovery_window_s.div_ceil(60)).unwrap_or(u8::MAX)
}

/// Whether it is a channel that clients name, which counts against `max_channels`: users' own channels and those of their status
/// follow from sign-ins, and those of changes are shared by all who ask for the same.
pub fn is_counted(access: Access) -> bool {
    matches!(access, Access::Public | Access::Private | Access::Presence)
}

/// `cache-`, `private-cache-`, `private-encrypted-cache-` and `presence-cache-`.
pub(crate) fn keeps_last(access: Access, name: &str) -> bool {
    match access {
        Access::Private => name.strip_prefix(ENCRYPTED).unwrap_or(name).starts_with(CACHE),
        Access::Public | Access::Presence => name.starts_with(CACHE),
        Access::User | Access::UserStatus | Access::Changes => false,
    }
}
