//! An app's settings as rows: what each means, where its value is, its default and its bounds, stated once.
//!
//! Each group is declared in the folder of what it belongs to. A server reads the rows: it names the settings in its
//! file, its flags and its environment, and knows how the text of each kind of value is written.

use alloc::{boxed::Box, string::String, vec::Vec};

use crate::phoenix::{HeaderName, PublicBroadcast, SupabaseSettings};
use crate::pusher::{PusherSettings, Webhooks};
use crate::{
    ApiKey, App, DatabaseSettings, EventStreams, HistoryRules, Hooks, RecoveryCookie, Secret, TokenSettings,
};

/// One setting.
#[derive(Debug)]
pub struct Row {
    /// The heading that operators find it under.
    pub heading: &'static str,
    /// Its name, which is that of its field.
    pub key: &'static str,
    /// Its doc comment, a line an entry: what it means, its unit, what happens at the limit, its memory.
    pub doc: &'static [&'static str],
    /// What a value must be within.
    pub bounds: Bounds,
    /// Where an app has its value.
    pub place: fn(&mut App) -> Place<'_>,
}

/// The lowest and the highest number; for texts their bytes, for lists their entries.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The lowest that is allowed.
    pub lowest: u64,
    /// The highest that is allowed.
    pub highest: u64,
}

impl Bounds {
    /// Those of settings whose row names none.
    pub const ANY: Self = Self { lowest: 0, highest: u64::MAX };

    /// Whether `n` is within them.
    pub fn hold(self, n: u64) -> bool {
        (self.lowest..=self.highest).contains(&n)
    }
}

/// Every setting of an app, in the order of the reference page.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [App::ROWS, PusherSettings::ROWS, TokenSettings::ROWS, SupabaseSettings::ROWS, DatabaseSettings::ROWS]
        .into_iter()
        .flatten()
}

/// Declares the kinds of value, each with the type of its field.
macro_rules! places {
    ($($(#[doc = $doc:literal])+ $kind:ident($type:ty),)+) => {
        /// The value of a setting, by its kind.
        #[derive(Debug)]
        pub enum Place<'a> {
            $($(#[doc = $doc])+ $kind(&'a mut $type),)+
        }

        $(impl<'a> From<&'a mut $type> for Place<'a> {
            fn from(value: &'a mut $type) -> Self {
                Self::$kind(value)
            }
        })+
    };
}

places! {
    /// A whole number.
    Whole(u32),
    /// Yes or no.
    Switch(bool),
    /// A name that stands in paths and signatures.
    Name(Box<str>),
    /// Any text.
    Text(String),
    /// A text that is never shown.
    Secret(Secret),
    /// Origins of browsers.
    Origins(Vec<String>),
    /// Keys of a project.
    ApiKeys(Vec<ApiKey>),
    /// Names of HTTP headers.
    Headers(Vec<HeaderName>),
    /// Who may broadcast on public topics.
    PublicBroadcast(PublicBroadcast),
    /// The cookie that browsers are recognised by.
    RecoveryCookie(RecoveryCookie),
    /// Who may read events over plain HTTP.
    EventStreams(EventStreams),
    /// Receivers of webhooks.
    Webhooks(Webhooks),
    /// What single channels store.
    HistoryRules(HistoryRules),
    /// Applications that are asked first.
    Hooks(Hooks),
}

/// Declares a group of settings: a struct, its defaults and its `ROWS`. `|app| app.group` says
/// where an app has the group. Fields above the first heading are no settings.
///
/// Groups can be compared: a reload asks whether an app's tokens or its database changed.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $name:ident, |$app:ident| $group:expr;
        $($(#[doc = $other_doc:literal])+ $other:ident: $other_type:ty = $other_default:expr;)*
        $($heading:literal {
            $($(#[doc = $doc:literal])+ $key:ident: $type:ty = $default:expr $(, in $low:literal ..= $high:literal)?;)+
        })+
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $other_doc])+ pub $other: $other_type,)*
            $($($(#[doc = $doc])+ pub $key: $type,)+)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($other: $other_default,)* $($($key: $default,)+)+ }
            }
        }

        impl $name {
            /// What operators may set of it.
            pub(crate) const ROWS: &'static [$crate::settings::Row] = &[$($($crate::settings::Row {
                heading: $heading,
                key: stringify!($key),
                doc: &[$($doc),+],
                bounds: {
                    #[allow(unused_variables)] // replaced where the row names its own
                    let bounds = $crate::settings::Bounds::ANY;
                    $(let bounds = $crate::settings::Bounds { lowest: $low, highest: $high };)?
                    bounds
                },
                place: |$app| (&mut $group.$key).into(),
            }),+),+];
        }
    };
}
pub(crate) use settings;
