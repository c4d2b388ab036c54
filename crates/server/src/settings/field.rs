//! How a value is read and shown, for each type that a setting can have.
//!
//! A field takes a [`Given`] value, from text or from TOML, within its row's [`Bounds`], or says what it expected.
//! The text of an error is put together in one place ([`super::fault`]), so every setting complains alike.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::ops::Deref;
use std::path::Path;

use baton_protocols::phoenix::{HeaderName, PublicBroadcast};
use baton_protocols::settings::Bounds;
use baton_protocols::{ApiKey, EventStreams, RecoveryCookie, Secret};
use toml::de::{DeInteger, DeValue};

/// A value as the operator wrote it.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    /// From a flag or the environment.
    Text(&'a str),
    /// From the file.
    Toml(&'a DeValue<'a>),
}

/// What kind of value a setting takes; the reference page and `--help` name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Whole,
    Switch,
    Text,
    Secret,
    List,
    Address,
    /// Places to listen at: one, or a list of them.
    Listen,
    File,
    /// One path, or a list of them.
    Files,
    Tables,
    /// A part of all, from 0 to 1.
    Ratio,
    Choice(&'static [&'static str]),
}

/// What was expected in place of the value given. Of tables, what follows the setting's name: which of them is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expected(pub(crate) String);

/// A place for one value.
pub(crate) trait Field {
    /// What it takes.
    fn kind(&self) -> Kind;
    /// Reads a value, or says what it expected and keeps the old one; a secret is then empty.
    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected>;
    /// The value as the file would spell it, without quotation marks; secrets are masked.
    fn show(&self) -> String;
}

impl Given<'_> {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Toml(value) => value.as_str(),
        }
    }

    fn whole(&self) -> Option<u64> {
        match self {
            Self::Text(text) => text.replace('_', "").parse().ok(),
            Self::Toml(value) => value.as_integer().and_then(integer),
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Toml(DeValue::Float(number)) => number.as_str().replace('_', "").parse().ok(),
            Self::Toml(DeValue::Integer(number)) => number.as_str().parse().ok(),
            Self::Toml(_) => None,
        }
    }

    fn switch(&self) -> Option<bool> {
        match self {
            Self::Text(text) => switch(text),
            Self::Toml(value) => value.as_bool(),
        }
    }

    /// A list in the file; elsewhere, names with commas between them.
    pub(super) fn list(&self) -> Option<Vec<String>> {
        match self {
            Self::Text(text) => Some(text.split(',').map(|entry| entry.trim().to_owned()).collect()),
            Self::Toml(value) => {
                value.as_array()?.iter().map(|entry| entry.get_ref().as_str().map(str::to_owned)).collect()
            }
        }
    }
}

impl Given<'_> {
    /// A list that may have no entries, which is an empty text in flags and the environment.
    pub(super) fn entries(&self) -> Option<Vec<String>> {
        self.list().map(|entries| match &entries[..] {
            [only] if only.is_empty() => Vec::new(),
            _ => entries,
        })
    }
}

/// The value as it goes into an error's text.
impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Toml(DeValue::Integer(number)) => write!(f, "{number}"),
            Self::Toml(DeValue::Float(number)) => write!(f, "{number}"),
            Self::Toml(DeValue::Boolean(value)) => write!(f, "{value}"),
            Self::Toml(DeValue::String(text)) => write!(f, "{text:?}"),
            Self::Toml(other) => write!(f, "this {}", other.type_str()),
        }
    }
}

fn integer(number: &DeInteger<'_>) -> Option<u64> {
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// What environments write for yes and no.
pub(crate) fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

macro_rules! whole_number_fields {
    ($($type:ty),+) => { $(
        impl Field for $type {
            fn kind(&self) -> Kind {
                Kind::Whole
            }

            fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
                let number = given.whole().filter(|&n| bounds.hold(n)).and_then(|n| Self::try_from(n).ok());
                *self = number.ok_or_else(|| {
                    Expected(format!("a whole number from {} to {}", bounds.lowest, bounds.highest))
                })?;
                Ok(())
            }

            fn show(&self) -> String {
                self.to_string()
            }
        }
    )+ };
}
whole_number_fields!(u32, usize);

impl Field for bool {
    fn kind(&self) -> Kind {
        Kind::Switch
    }

    fn set(&mut self, given: Given<'_>, _bounds: Bounds) -> Result<(), Expected> {
        *self = given.switch().ok_or_else(|| Expected("true or false".into()))?;
        Ok(())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// Ids and keys: they stand in paths and in signatures (`KEY:SIGNATURE`), so only what needs no escape there.
impl Field for Box<str> {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let plain = |text: &&str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b));
        // In a path `.` and `..` mean something else.
        let is_name = |text: &&str| !matches!(*text, "." | "..");
        let text = given.text().filter(|text| bounds.hold(text.len() as u64)).filter(plain).filter(is_name);
        *self = text.map(Into::into).ok_or_else(|| {
            Expected(format!(
                "{} to {} characters of A-Z a-z 0-9 - _ . ~ in quotation marks",
                bounds.lowest, bounds.highest
            ))
        })?;
        Ok(())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// Any text that fits on a line.
impl Field for String {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let text = given.text().filter(|text| bounds.hold(text.len() as u64));
        *self = text.map(Into::into).ok_or_else(|| {
            Expected(format!("a text of {} to {} bytes in quotation marks", bounds.lowest, bounds.highest))
        })?;
        Ok(())
    }

    fn show(&self) -> String {
        self.clone()
    }
}

impl Field for Secret {
    fn kind(&self) -> Kind {
        Kind::Secret
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        // A blank at an end is a slip of the shell or of a file's last line, and would never match a signature.
        let text = given.text().filter(|text| bounds.hold(text.len() as u64) && text.trim() == *text);
        // One that is refused leaves none: the operator did not write the default, so nothing more is said of that.
        *self = Self::new(text.unwrap_or_default());
        text.map(drop).ok_or_else(|| {
            Expected(format!(
                "a text of {} to {} bytes without a blank at either end; `openssl rand -hex 32` makes a good one",
                bounds.lowest, bounds.highest
            ))
        })
    }

    /// Masked; one that is not there is shown to be missing.
    fn show(&self) -> String {
        if self.bytes().is_empty() { String::new() } else { "********".into() }
    }
}

/// Whether an error may show a list's entries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    No,
}

/// The entries of a list, which have this `form`; an error says which of them has not.
pub(super) fn list_of<T>(
    given: Option<Vec<String>>,
    bounds: Bounds,
    form: &str,
    shown: Shown,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Expected> {
    let Bounds { lowest, highest } = bounds;
    let expected = format!("{lowest} to {highest} {form}");
    let entries = given.ok_or_else(|| Expected(format!("texts in [ ]: {expected}")))?;
    if !bounds.hold(entries.len() as u64) {
        return Err(Expected(expected));
    }
    let one = |(n, entry): (usize, &String)| {
        let entry_shown = if shown == Shown::Yes { format!(", {entry:?},") } else { String::new() };
        parse(entry).ok_or_else(|| Expected(format!("{expected}; number {}{entry_shown} is none", n + 1)))
    };
    entries.iter().enumerate().map(one).collect()
}

/// Keys of a project. What is random in one is never shown.
impl Field for Vec<ApiKey> {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = "keys, each `sb_publishable_…` or `sb_secret_…` followed by 16 to 256 characters of A-Z a-z 0-9 - _, and by \
                    `=ROLE` where it stands for another role";
        *self = list_of(given.entries(), bounds, form, Shown::No, ApiKey::parse)?;
        Ok(())
    }

    fn show(&self) -> String {
        let keys = self.iter().map(|key| format!("{}********={}", key.prefix(), key.role));
        keys.collect::<Vec<_>>().join(",")
    }
}

/// Names of headers.
impl Field for Vec<HeaderName> {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = "names of HTTP headers, such as x-forwarded-for";
        *self = list_of(given.entries(), bounds, form, Shown::Yes, HeaderName::parse)?;
        Ok(())
    }

    fn show(&self) -> String {
        self.iter().map(HeaderName::as_str).collect::<Vec<_>>().join(",")
    }
}

/// Who may broadcast on public topics: a word, or patterns.
impl Field for PublicBroadcast {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let word = || given.text().map(|word| vec![word.to_owned()]);
        let entries = given.list().or_else(word).filter(|entries| bounds.hold(entries.len() as u64));
        *self = entries.and_then(|entries| Self::parse(&entries)).ok_or_else(|| {
            Expected(format!(
                "`auto`, `none`, `supabase`, or {} to {} topics, in which `*` stands for any characters",
                bounds.lowest, bounds.highest
            ))
        })?;
        Ok(())
    }

    fn show(&self) -> String {
        self.entries().join(",")
    }
}

/// Origins. A path or a blank in one would never match what a browser sends.
impl Field for Vec<String> {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = "origins, each `*`, a host, or scheme://host[:port] without a path";
        let origin = |entry: &str| is_origin(entry).then(|| entry.to_owned());
        *self = list_of(given.list(), bounds, form, Shown::Yes, origin)?;
        Ok(())
    }

    fn show(&self) -> String {
        self.join(",")
    }
}

fn is_origin(entry: &str) -> bool {
    let (scheme, host) = entry.split_once("://").unwrap_or(("https", entry));
    !scheme.is_empty()
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && !host.is_empty()
        && host.bytes().all(|b| b.is_ascii_graphic() && !b"/?#@\\,\"'".contains(&b))
}

impl Field for SocketAddr {
    fn kind(&self) -> Kind {
        Kind::Address
    }

    fn set(&mut self, given: Given<'_>, _bounds: Bounds) -> Result<(), Expected> {
        *self = given.text().and_then(address).ok_or_else(expected_address)?;
        Ok(())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// An address that may be absent; the empty text takes it away.
impl Field for Option<SocketAddr> {
    fn kind(&self) -> Kind {
        Kind::Address
    }

    fn set(&mut self, given: Given<'_>, _bounds: Bounds) -> Result<(), Expected> {
        let text = given.text().ok_or_else(expected_address)?;
        *self = match text {
            "" => None,
            text => Some(address(text).ok_or_else(expected_address)?),
        };
        Ok(())
    }

    fn show(&self) -> String {
        self.map(|address| address.to_string()).unwrap_or_default()
    }
}

fn expected_address() -> Expected {
    Expected("an address as HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080".into())
}

/// A name is looked up once, at start, and of its addresses an IPv4 one is taken first, which most clients try first.
/// `localhost` is this machine also where nothing says so (RFC 6761, section 6.3), as in a container without /etc/hosts.
pub(super) fn address(text: &str) -> Option<SocketAddr> {
    if let Some(("localhost", port)) = text.split_once(':') {
        return Some((Ipv4Addr::LOCALHOST, port.parse().ok()?).into());
    }
    let addresses: Vec<_> = text.to_socket_addrs().ok()?.collect();
    addresses.iter().find(|address| address.is_ipv4()).or(addresses.first()).copied()
}

/// The name of a file that is read at start, or none: the empty text. Seen from the directory in which the server is
/// started, unless it begins with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FileName(String);

impl FileName {
    /// The path, if a file is named.
    pub(crate) fn path(&self) -> Option<&Path> {
        (!self.0.is_empty()).then(|| Path::new(&self.0))
    }
}

impl Field for FileName {
    fn kind(&self) -> Kind {
        Kind::File
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let text = given.text().filter(|text| bounds.hold(text.len() as u64) && !text.contains('\0'));
        self.0 = text.ok_or_else(|| Expected("a path, in quotation marks".into()))?.to_owned();
        Ok(())
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

/// Several such names, or none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FileNames(Vec<String>);

impl FileNames {
    pub(crate) fn paths(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.0.iter().map(Path::new)
    }
}

/// Commas separate them where a list cannot be written; a text of the file is one name.
impl Field for FileNames {
    fn kind(&self) -> Kind {
        Kind::Files
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let one = match given {
            Given::Toml(value) => value.as_str().map(|name| vec![name.to_owned()]),
            Given::Text(_) => None,
        };
        let names = one.or_else(|| given.entries()).unwrap_or_else(|| vec!["\0".to_owned()]);
        let names = if names == [""] { Vec::new() } else { names };
        let is_name = |name: &String| !name.is_empty() && name.len() <= PATH_BYTES && !name.contains('\0');
        if !bounds.hold(names.len() as u64) || !names.iter().all(is_name) {
            return Err(Expected(format!("the path of a file, or a list of at most {}", bounds.highest)));
        }
        self.0 = names;
        Ok(())
    }

    fn show(&self) -> String {
        self.0.join(",")
    }
}

/// Bytes of a path that the kernel takes, with its end.
const PATH_BYTES: usize = 4_095;

/// A path before every path that the server answers: empty, or `/name` without a slash at its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PathPrefix(String);

/// `""` or `"/name"`.
impl Deref for PathPrefix {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
impl From<&str> for PathPrefix {
    fn from(path: &str) -> Self {
        Self(path.to_owned())
    }
}

impl Field for PathPrefix {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~/".contains(&b);
        let text = given.text().map(|text| text.trim_matches('/'));
        let text = text.filter(|text| bounds.hold(text.len() as u64) && text.bytes().all(plain));
        let text = text.filter(|text| !text.contains("//")).ok_or_else(|| {
            Expected(format!(
                "a path such as /ws, of at most {} characters A-Z a-z 0-9 - _ . ~ /",
                bounds.highest
            ))
        })?;
        self.0 = if text.is_empty() { String::new() } else { format!("/{text}") };
        Ok(())
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

/// Declares a type with one name per value, and how it is read.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$doc])* $variant),+ }

        choice!(@field $name { $($variant = $text),+ });
    };
    (@field $name:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        impl Field for $name {
            fn kind(&self) -> Kind {
                Kind::Choice(&[$($text),+])
            }

            fn set(&mut self, given: Given<'_>, _bounds: Bounds) -> Result<(), Expected> {
                *self = match given.text() {
                    $(Some($text) => Self::$variant,)+
                    _ => return Err(Expected(concat!("one of" $(, " `", $text, "`")+).into())),
                };
                Ok(())
            }

            fn show(&self) -> String {
                match self { $(Self::$variant => $text),+ }.into()
            }
        }
    };
}

choice!(@field EventStreams { Off = "off", Signed = "signed", Public = "public" });

choice!(@field RecoveryCookie { Lax = "lax", None = "none", Off = "off" });

choice! {
    /// How log lines are written.
    LogFormat {
        /// For people.
        Text = "text",
        /// One JSON object a line.
        Json = "json",
    }
}

choice! {
    /// The least important lines that are written.
    LogLevel {
        /// Faults of the server's own.
        Error = "error",
        /// What the operator should look at.
        Warn = "warn",
        /// Start and stop.
        Info = "info",
        /// Single connections that ended oddly.
        Debug = "debug",
        /// Everything.
        Trace = "trace",
    }
}

choice! {
    /// Which requests and connections have a line in the log.
    AccessLines {
        /// None.
        Off = "off",
        /// Those that were refused or ended badly.
        Errors = "errors",
        /// Each.
        All = "all",
    }
}

choice! {
    /// What AI assistants may do in the inspector (`/inspector/mcp`).
    McpAccess {
        /// Nothing: the endpoint is not served.
        Off = "off",
        /// Read, whatever the role of their token.
        Read = "read",
        /// What the role of their token allows.
        Operate = "operate",
    }
}

choice! {
    /// How event loops ask the kernel.
    IoDriver {
        /// io_uring where the kernel allows it.
        Auto = "auto",
        /// epoll alone.
        Epoll = "epoll",
        /// io_uring, or no start.
        IoUring = "io_uring",
    }
}

choice! {
    /// Whether permessage-deflate (RFC 7692) is agreed with clients that offer it.
    Compression {
        /// It is declined.
        Off = "off",
        /// Without context takeover, so one compressed message serves all its receivers.
        Shared = "shared",
        /// With context takeover: smaller, and compressed once for each receiver.
        Full = "full",
    }
}

choice! {
    /// What a publish that was answered survives, where history is stored.
    HistorySync {
        /// The end of the process.
        Os = "os",
        /// The loss of power too.
        Always = "always",
    }
}

choice! {
    /// Where receivers of webhooks may be.
    WebhookAddresses {
        /// Those of apps of the store at public addresses, others also at private ones.
        ByApp = "by-app",
        /// All at private addresses too.
        Private = "private",
        /// All at public addresses.
        Public = "public",
    }
}
