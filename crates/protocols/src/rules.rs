//! What a channel keeps and tells, by its name and class.
//!
//! One answer for all who subscribe or publish, whichever protocol they speak and however that spells the name.

use baton_hub::{Access, ChannelRules, KeyRef};

use crate::App;

/// What names of private channels begin with whose payload only the ends can read.
pub(crate) const ENCRYPTED: &str = "encrypted-";
/// What names of channels begin with that keep their last message.
const CACHE: &str = "cache-";

/// What the channel with this key keeps and tells: the same for all who subscribe or publish, however their
/// protocol spells the name.
pub fn of(key: KeyRef<'_>, app: &App) -> ChannelRules {
    let speaks = !matches!(key.access, Access::UserStatus | Access::Changes);
    let counts = matches!(key.access, Access::Public | Access::Private);
    ChannelRules {
        last_message_ms: keeps_last(key.access, key.name).then(|| u64::from(app.cache_ttl_s) * 1_000),
        history_messages: if speaks { history_messages(app) } else { 0 },
        history_ms: u64::from(history_ttl_s(app)) * 1_000,
        history_bytes: usize::try_from(app.history_channel_bytes).unwrap_or(usize::MAX),
        numbering_minutes: if speaks { numbering_minutes(app) } else { 0 },
        members: if key.access == Access::Presence { app.pusher.presence_members } else { 0 },
        app_channels: if is_counted(key.access) { app.max_channels } else { 0 },
        count_subscriptions: app.pusher.subscription_count && counts,
        number_messages: speaks && app.supabase.message_ids,
    }
}

fn history_messages(app: &App) -> u32 {
    if app.recovery { app.history_messages.max(app.recovery_messages) } else { app.history_messages }
}

fn history_ttl_s(app: &App) -> u32 {
    if app.recovery { app.history_ttl_s.max(app.recovery_window_s) } else { app.history_ttl_s }
}

/// The window, rounded up.
fn numbering_minutes(app: &App) -> u8 {
    if app.recovery { u8::try_from(app.recovery_window_s.div_ceil(60)).unwrap_or(u8::MAX) } else { 0 }
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
