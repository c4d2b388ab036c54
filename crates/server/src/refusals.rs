//! What clients and callers are refused: counted by cause and app, each logged at `debug`, and summed up at `info`.
//!
//! A refusal is the other side's doing, so it must not fill the log of an operator who does not look for it. But somebody who
//! asks why a client does not connect has to find it.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::net::IpAddr;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use baton_hub::{AppId, SocketId};
use baton_protocols::{App, Refusal, Secret};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::clock::{unix_ms, unix_s};
use crate::config::Config;
use crate::inspector::timeline::{ChannelName, Kind};
use crate::inspector::{Inspector, Recent, RecentRefusal, Timeline};

/// Refusals that come together are summed up together.
const GATHERED: Duration = Duration::from_secs(1);
/// The least time between two sums.
const BETWEEN: Duration = Duration::from_secs(60);
/// How much of a text is logged where it is not for the level `debug`, and how much is looked at for that.
const LOGGED_CHARACTERS: usize = 200;
const READ_CHARACTERS: usize = 4_000;
/// Secrets shorter than this are not looked for in texts: ordinary words would be taken for them.
const SHORTEST: usize = 8;
/// So many bytes of a secret say too much, where the rest of it was cut off.
const TELLING: usize = 16;

/// One refusal. What is unknown is left out.
#[derive(Clone, Copy)]
pub(crate) struct Refused<'a> {
    pub(crate) cause: Refusal,
    pub(crate) app: Option<&'a App>,
    pub(crate) peer: Option<IpAddr>,
    /// The app's key that the client named, whether there is such an app or not.
    pub(crate) key: Option<&'a str>,
    pub(crate) channel: Option<&'a str>,
    /// The WebSocket that it was said on.
    pub(crate) socket: Option<SocketId>,
    /// The text that the other side was sent.
    pub(crate) why: &'a dyn Display,
}

impl<'a> Refused<'a> {
    /// One of which only the cause and its text are known.
    pub(crate) fn new(cause: Refusal, why: &'a dyn Display) -> Self {
        Self { cause, app: None, peer: None, key: None, channel: None, socket: None, why }
    }

    pub(crate) fn from(self, peer: impl Into<Option<IpAddr>>) -> Self {
        Self { peer: peer.into(), ..self }
    }
}

/// The counters of one app, or of those that named none.
#[derive(Debug, Default)]
struct Counts([AtomicU64; Refusal::ALL.len()]);

impl Counts {
    fn get(&self) -> [u64; Refusal::ALL.len()] {
        std::array::from_fn(|cause| self.0[cause].load(Relaxed))
    }
}

/// The counters of an app, from its first refusal on: most of ten thousand apps have none.
type OfApp = Arc<OnceLock<Box<Counts>>>;

/// Those of each app, by its number.
type ByApp = Vec<Option<(Arc<App>, OfApp)>>;

/// All refusals of the process.
pub(crate) struct Refusals {
    nobody: Counts,
    by_app: ArcSwap<ByApp>,
    mask: ArcSwap<Mask>,
    recent: Arc<Recent<RecentRefusal>>,
    timeline: Arc<Timeline>,
    is_remembered: AtomicBool,
    /// The first one since the last sum, and whether there is one.
    example: Mutex<String>,
    has_example: AtomicBool,
    news: Notify,
}

impl Refusals {
    /// None so far; what is refused is remembered by the inspector.
    pub(crate) fn new(config: &Config, inspector: &Inspector) -> Self {
        let all = Self {
            recent: Arc::clone(&inspector.refusals),
            timeline: Arc::clone(&inspector.timeline),
            is_remembered: AtomicBool::new(false),
            nobody: Counts::default(),
            by_app: ArcSwap::default(),
            mask: ArcSwap::from_pointee(Mask::default()),
            example: Mutex::default(),
            has_example: AtomicBool::new(false),
            news: Notify::new(),
        };
        all.configure(config);
        all
    }

    /// Counts for these apps from now on, those that were there before among them.
    pub(crate) fn configure(&self, config: &Config) {
        let before = self.by_app.load();
        let counts = (0..config.app_ids()).map(|n| {
            let app = &config.app(AppId(u32::try_from(n).ok()?))?.app;
            let known = before.get(n).and_then(Option::as_ref);
            Some((Arc::clone(app), known.map(|(_, counts)| Arc::clone(counts)).unwrap_or_default()))
        });
        self.by_app.store(Arc::new(counts.collect()));
        self.is_remembered.store(config.settings.inspector, Relaxed);
        let of_server = &config.settings;
        let secrets = [
            &of_server.api_jwt_secret,
            &of_server.metrics_token,
            &of_server.inspector_token,
            &of_server.inspector_reader_token,
        ];
        let apps = config.apps().iter().map(|state| Arc::clone(&state.app)).collect();
        self.mask.store(Arc::new(Mask::of(apps, secrets.map(Secret::clone).into())));
    }

    /// Counts a refusal and logs it.
    pub(crate) fn note(&self, refused: &Refused<'_>) {
        let by_app = self.by_app.load();
        let counts = refused.app.and_then(|app| by_app.get(app.index.0 as usize)?.as_ref());
        let counts = counts.map_or(&self.nobody, |(_, counts)| counts.get_or_init(Box::default));
        if let Some(counter) = counts.0.get(refused.cause as usize) {
            counter.fetch_add(1, Relaxed);
        }
        if tracing::enabled!(tracing::Level::DEBUG) {
            tracing::debug!(
                cause = refused.cause.label(),
                app = refused.app.map(|app| &*app.id).filter(|id| !id.is_empty()),
                peer = refused.peer.map(tracing::field::display),
                key = refused.key.map(|key| self.masked(key)).as_deref(),
                channel = refused.channel.map(|channel| self.masked(channel)).as_deref(),
                socket = refused.socket.map(tracing::field::display),
                why = &*self.masked(&refused.why.to_string()),
                "refused"
            );
        }
        self.remember(refused);
        if !self.has_example.swap(true, Relaxed) {
            *self.example.lock().unwrap_or_else(PoisonError::into_inner) =
                self.beginning(&refused.why.to_string());
            self.news.notify_one();
        }
    }

    /// Whether somebody will read more of the next one than its cause.
    pub(crate) fn wants_more(&self) -> bool {
        tracing::enabled!(tracing::Level::DEBUG)
            || !self.has_example.load(Relaxed)
            || self.is_remembered.load(Relaxed) && self.recent.has_room(unix_s())
            || self.timeline.is_watched()
    }

    /// Stores a refusal for the inspector, and shows it to those who look at the moment.
    fn remember(&self, refused: &Refused<'_>) {
        let (at_ms, app) = (unix_ms(), refused.app.map(|app| app.index));
        let is_remembered = self.is_remembered.load(Relaxed) && self.recent.takes_one(at_ms / 1_000);
        if !is_remembered && !self.timeline.is_watched() {
            return;
        }
        let text = |text: &str| Box::from(self.beginning(text));
        let one = RecentRefusal {
            at_ms,
            cause: refused.cause,
            app,
            key: refused.key.map(text),
            address: refused.peer,
            channel: refused.channel.map(text),
            socket: refused.socket,
            why: text(&refused.why.to_string()),
        };
        let channel = one.channel.as_deref().map(ChannelName::spelled);
        let key = app.zip(channel.as_ref()).map(|(app, channel)| channel.key(app));
        self.timeline.note(Kind::Refused, app, key, |event| {
            event.name = Some(one.cause.label().into());
            event.detail = Some(one.why.clone());
            event.socket = one.socket;
        });
        if is_remembered {
            self.recent.push(one);
        }
    }

    /// Sums up what was refused, as long as the runtime lasts.
    pub(crate) async fn sum_up(&self) {
        let mut before = self.by_cause();
        loop {
            self.news.notified().await;
            sleep(GATHERED).await;
            let now = self.by_cause();
            let example = std::mem::take(&mut *self.example.lock().unwrap_or_else(PoisonError::into_inner));
            self.has_example.store(false, Relaxed);
            let mut causes = String::new();
            for ((cause, now), before) in Refusal::ALL.iter().zip(now).zip(before) {
                if now > before {
                    let _ = write!(
                        causes,
                        "{}{} {}",
                        if causes.is_empty() { "" } else { ", " },
                        now - before,
                        cause.label()
                    );
                }
            }
            tracing::info!(
                causes,
                example,
                "refused since the last such line; log_level = \"debug\" logs each of them"
            );
            before = now;
            sleep(BETWEEN).await;
        }
    }

    /// How many there were of each cause for those that named no app, and for each app.
    pub(crate) fn counted(&self) -> Vec<(Option<Box<str>>, [u64; Refusal::ALL.len()])> {
        let by_app = self.by_app.load();
        let counted = |counts: &OfApp| counts.get().map_or_else(Default::default, |counts| counts.get());
        let apps = by_app.iter().flatten().map(|(app, counts)| (Some(app.id.clone()), counted(counts)));
        std::iter::once((None, self.nobody.get())).chain(apps).collect()
    }

    /// How many there were of all causes: for those that named no app, and for each app by its number.
    pub(crate) fn sums(&self) -> (u64, Vec<u64>) {
        let sum = |counts: &Counts| counts.get().iter().sum();
        let of_app = |counts: &OfApp| counts.get().map_or(0, |counts| sum(counts));
        let apps = self
            .by_app
            .load()
            .iter()
            .map(|app| app.as_ref().map_or(0, |(_, counts)| of_app(counts)))
            .collect();
        (sum(&self.nobody), apps)
    }

    /// How many there were of each cause, over all apps.
    fn by_cause(&self) -> [u64; Refusal::ALL.len()] {
        self.counted()
            .into_iter()
            .fold([0; Refusal::ALL.len()], |sums, (_, counts)| std::array::from_fn(|n| sums[n] + counts[n]))
    }

    /// The beginning of a text without what must not be in a log.
    pub(crate) fn beginning(&self, text: &str) -> String {
        self.mask.load().beginning(text)
    }

    /// A text without what must not be in a log.
    pub(crate) fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.mask.load().masked(text)
    }
}

/// What must not be in a log: secrets of the settings, which a client may send in the wrong place, and tokens.
#[derive(Default)]
pub(crate) struct Mask {
    apps: Vec<Arc<App>>,
    others: Vec<Secret>,
    /// Of secrets of [`TELLING`] bytes and more, and of those that are shorter: a text is compared with a secret only where it
    /// has its beginning, however many apps there are.
    long: Beginnings<TELLING>,
    short: Beginnings<SHORTEST>,
    /// A bit for each pair of bytes that a secret begins with: most places of a text are ruled out by them, which matters where
    /// a client has written `%25` ten thousand times.
    pairs: Vec<u64>,
}

/// Whose secret it is: the place of an app in the list; others come last.
type Owner = usize;
const NO_APP: Owner = usize::MAX;

/// The first bytes of secrets with their owners, sorted.
#[derive(Default)]
struct Beginnings<const BYTES: usize>(Vec<(u128, Owner)>);

impl<const BYTES: usize> Beginnings<BYTES> {
    fn add(&mut self, secret: &[u8], owner: Owner) {
        if let Some(begin) = secret.first_chunk::<BYTES>() {
            self.0.push((begin.iter().fold(0, |read, byte| read << 8 | u128::from(*byte)), owner));
        }
    }

    fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.dedup();
        self.0.shrink_to_fit();
    }

    fn pairs(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter_map(|(begin, _)| usize::try_from(begin >> (8 * (BYTES - 2))).ok())
    }

    /// Adds the beginnings that a text has at its beginning, of which `read` has so many bytes.
    fn find(&self, text: &[u8], (read, bytes): (u128, usize), found: &mut Vec<u128>) {
        if bytes == BYTES {
            if self.of(read).next().is_some() {
                found.push(read);
            }
            return;
        }
        for (byte, len) in readings(text) {
            self.find(&text[len..], (read << 8 | u128::from(byte), bytes + 1), found);
        }
    }

    /// The owners of secrets that begin like this.
    fn of(&self, begin: u128) -> impl Iterator<Item = Owner> {
        let from = self.0.partition_point(|(other, _)| *other < begin);
        self.0[from..].iter().take_while(move |(other, _)| *other == begin).map(|(_, owner)| *owner)
    }
}

impl Mask {
    /// The secrets of apps, and others.
    pub(crate) fn of(apps: Vec<Arc<App>>, others: Vec<Secret>) -> Self {
        let mut mask = Self { pairs: vec![0; (1 << 16) / 64], ..Self::default() };
        let of_apps = apps.iter().enumerate().flat_map(|(n, app)| secrets_of(app).map(move |one| (one, n)));
        for (secret, owner) in of_apps.chain(others.iter().map(|one| (one, NO_APP))) {
            match secret.bytes().len() {
                TELLING.. => mask.long.add(secret.bytes(), owner),
                _ => mask.short.add(secret.bytes(), owner),
            }
        }
        mask.long.sort();
        mask.short.sort();
        for pair in mask.long.pairs().chain(mask.short.pairs()) {
            mask.pairs[pair / 64] |= 1_u64 << (pair % 64);
        }
        Self { apps, others, ..mask }
    }

    /// The secrets that the text may have, the longest first: one may begin with another.
    fn candidates(&self, text: &str) -> Vec<&Secret> {
        let (mut long, mut short) = (Vec::new(), Vec::new());
        for at in 0..text.len() {
            let text = &text.as_bytes()[at..];
            for (first, len) in readings(text) {
                for (second, more) in readings(&text[len..]) {
                    let pair = usize::from(first) << 8 | usize::from(second);
                    if self.pairs.get(pair / 64).is_some_and(|bits| bits >> (pair % 64) & 1 == 1) {
                        let (rest, read) = (&text[len + more..], (pair as u128, 2));
                        self.long.find(rest, read, &mut long);
                        self.short.find(rest, read, &mut short);
                    }
                }
            }
        }
        let distinct = |found: &mut Vec<u128>| {
            found.sort_unstable();
            found.dedup();
        };
        distinct(&mut long);
        distinct(&mut short);
        let of_long = long.iter().flat_map(|begin| self.long.of(*begin));
        let mut owners: Vec<Owner> =
            of_long.chain(short.iter().flat_map(|begin| self.short.of(*begin))).collect();
        owners.sort_unstable();
        owners.dedup();
        let secrets = owners.into_iter().flat_map(|owner| {
            let of_app = self.apps.get(owner).into_iter().flat_map(|app| secrets_of(app));
            let others = if owner == NO_APP { &self.others[..] } else { &[] };
            of_app.chain(others)
        });
        let mut secrets: Vec<_> = secrets.filter(|secret| secret.bytes().len() >= SHORTEST).collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.bytes().len()));
        secrets
    }

    /// The beginning of a text that others may have made as long as they like, without them.
    pub(crate) fn beginning(&self, text: &str) -> String {
        let read = cut(text, READ_CHARACTERS);
        let masked = self.masked(read);
        let kept = cut(&masked, LOGGED_CHARACTERS);
        let is_whole = read.len() == text.len() && kept.len() == masked.len();
        format!("{kept}{}", if is_whole { "" } else { "…" })
    }

    /// A text without them, also where it has them percent-encoded or escaped, in whole or in part, or cut.
    pub(crate) fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let candidates = self.candidates(text);
        let mut text = Cow::Borrowed(text);
        // Whole secrets before parts of others that begin alike.
        replace(&mut text, &candidates, whole);
        for begin in TOKENS {
            if text.contains(begin) {
                text = without_tokens(&text, begin).into();
            }
        }
        replace(&mut text, &candidates, part);
        text
    }
}

fn secrets_of(app: &App) -> impl Iterator<Item = &Secret> {
    let keys = app.tokens.api_keys.iter().map(|one| &one.key);
    keys.chain([&app.secret, &app.previous_secret, &app.tokens.jwt_secret])
}

fn cut(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}

/// What stands in place of a secret.
const MASK: &str = "********";

/// Masks what is found of these secrets.
fn replace(text: &mut Cow<'_, str>, secrets: &[&Secret], find: fn(&str, &[u8]) -> Option<Range<usize>>) {
    for secret in secrets {
        let mut from = 0;
        while let Some(found) = text.get(from..).and_then(|rest| find(rest, secret.bytes())) {
            let start = from + found.start;
            text.to_mut().replace_range(start..from + found.end, MASK);
            from = start + MASK.len();
        }
    }
}

/// Where in a text a secret is.
fn whole(text: &str, secret: &[u8]) -> Option<Range<usize>> {
    spelled(text, secret, secret.len())
}

/// Where in a text the first [`TELLING`] bytes of a secret are or more, with what may be its end: texts are cut, and another
/// secret may begin alike.
fn part(text: &str, secret: &[u8]) -> Option<Range<usize>> {
    let found = spelled(text, secret, TELLING)?;
    let rest = &text[found.end..];
    let ends = |c: char| !is_of_token(c) && !matches!(c, '%' | '\\');
    Some(found.start..found.end + rest.find(ends).unwrap_or(rest.len()))
}

/// Where in a text the first bytes of a secret are, at least so many.
fn spelled(text: &str, secret: &[u8], least: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let ends = |start: usize| {
        if readings(&bytes[start..]).all(|(byte, _)| Some(&byte) != secret.first()) {
            return None;
        }
        let (mut at, mut found) = (vec![start], 0);
        for wanted in secret {
            let next = |at: &usize| {
                let fit = readings(&bytes[*at..]).filter(|(byte, _)| byte == wanted);
                fit.map(|(_, len)| at + len).collect::<Vec<_>>()
            };
            let mut next: Vec<usize> = at.iter().flat_map(next).collect();
            if next.is_empty() {
                break;
            }
            next.sort_unstable();
            next.dedup();
            (at, found) = (next, found + 1);
        }
        (found >= least).then(|| at.pop()).flatten()
    };
    // What was cut may end within a character.
    let range = (0..bytes.len()).find_map(|start| Some(start..ends(start)?))?;
    let end = (range.end..=text.len()).find(|end| text.is_char_boundary(*end))?;
    Some(range.start..end)
}

/// What the first byte of a text may stand for, with the length of that: for itself; `%XX` for a byte of a URL, also where the
/// `%` is encoded once more; an escaped quotation mark, backslash or slash for itself.
fn readings(text: &[u8]) -> impl Iterator<Item = (u8, usize)> {
    let plain = text.first().map(|byte| (*byte, 1));
    let encoded = percent_encoded(text);
    let twice = text.strip_prefix(b"%25").and_then(|rest| percent_digits(rest.first_chunk()?));
    let escaped = match text {
        [b'\\', quoted @ (b'"' | b'\\' | b'\'' | b'/'), ..] => Some((*quoted, 2)),
        _ => None,
    };
    let several = [plain, encoded.map(|byte| (byte, 3)), twice.map(|byte| (byte, 5)), escaped];
    several.into_iter().flatten()
}

/// The byte that a text begins with as `%XX`.
fn percent_encoded(text: &[u8]) -> Option<u8> {
    percent_digits(text.strip_prefix(b"%")?.first_chunk()?)
}

fn percent_digits([high, low]: &[u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

/// What tokens begin with: the head of a JWT is a JSON object, and keys of Supabase's projects say what they are.
const TOKENS: [&str; 3] = ["eyJ", "sb_secret_", "sb_publishable_"];

fn is_of_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '=' | '~' | '+' | '/')
}

/// The text with nothing but the beginning of each token.
fn without_tokens(text: &str, begin: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(begin) {
        out.push_str(&rest[..at + begin.len()]);
        rest = &rest[at + begin.len()..];
        let end = rest.find(|c| !is_of_token(c)).unwrap_or(rest.len());
        if end > 0 {
            let _ = write!(out, "…({end} bytes)");
        }
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn refusals() -> (Refusals, App) {
        let app = App::new(AppId(0), "shop", "shop-key", "a secret of the shop");
        let settings = Settings { apps: vec![app.clone()], ..Settings::default() };
        let inspector = Inspector::new(&settings);
        (Refusals::new(&Config::new(settings, None, 1).unwrap(), &inspector), app)
    }

    #[test]
    fn refusals_are_counted_by_app_and_cause() {
        let (refusals, app) = refusals();
        for _ in 0..2 {
            refusals.note(&Refused { app: Some(&app), ..Refused::new(Refusal::Signature, &"wrong") });
        }
        refusals.note(&Refused::new(Refusal::App, &"unknown"));
        let counted = refusals.counted();
        assert_eq!((counted[0].0.as_deref(), counted[0].1[Refusal::App as usize]), (None, 1));
        assert_eq!((counted[1].0.as_deref(), counted[1].1[Refusal::Signature as usize]), (Some("shop"), 2));
        assert_eq!(counted[1].1.iter().sum::<u64>(), 2);
    }

    #[test]
    fn neither_secrets_nor_tokens_are_told() {
        let (refusals, _) = refusals();
        for (text, masked) in [
            ("no app with the key a secret of the shop here", "no app with the key ******** here"),
            ("token eyJhbGciOiJIUzI1NiJ9.e30.abc-_ is bad", "token eyJ…(27 bytes) is bad"),
            ("apikey=sb_secret_abcdefghijklmnop&x", "apikey=sb_secret_…(16 bytes)&x"),
            ("two eyJabc, eyJd", "two eyJ…(3 bytes), eyJ…(1 bytes)"),
            ("/app/a%20secret%20of%20the%20shop?x", "/app/********?x"),
            ("%61%20secret%20of the%20%73hop, a%2", "********, a%2"),
            ("a secret of the sho%7", "********"),
            ("a secret of the s…", "********…"),
            ("a secret of th…", "a secret of th…"),
            ("%2561%20secret of the shop", "********"),
            ("nothing of the kind", "nothing of the kind"),
        ] {
            assert_eq!(refusals.masked(text), masked);
        }
    }

    #[test]
    fn of_a_long_text_the_beginning_is_told_without_secrets() {
        let (refusals, _) = refusals();
        let beginning = |text: &str| refusals.beginning(text);
        assert_eq!(beginning("permission denied for table é"), "permission denied for table é");
        assert_eq!(beginning(&"é".repeat(200)), "é".repeat(200));
        assert_eq!(beginning(&"é".repeat(201)), "é".repeat(200) + "…");
        let text = "x".repeat(190) + "a secret of the shop";
        assert_eq!(beginning(&text), "x".repeat(190) + "********");
        assert_eq!(beginning(&("eyJ".to_owned() + &"a".repeat(50_000))), "eyJ…(3997 bytes)…");
    }

    #[test]
    fn a_secret_that_was_escaped_or_begins_with_another_is_found() {
        const HEAD: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";
        let secrets = [
            r#"pa"ss\word-of-shop"#,
            "of-shop-",
            "of-shop-2-and-more",
            "0123456789abcdef0123456789",
            "prod-realtime-shop-12345",
            "prod-realtime-shop-2",
            "Zm9v/YmFyL2Jhei9xdXV4",
            &format!("{HEAD}.eyJpc3MiOiJpIn0.c2lnbmF0dXJl"),
        ];
        let mask = Mask::of(apps(&secrets.map(str::to_owned)), Vec::new());
        for (text, masked) in [
            (r#"auth_key "pa\"ss\\word-of-shop""#, r#"auth_key "********""#),
            ("of-shop-2-and-more and of-shop-3", "******** and ********3"),
            ("0123456789abcdef01…", "********…"),
            ("0123456789abcdeé", "0123456789abcdeé"),
            ("0123456789abcdef-of-another, more", "********, more"),
            ("00123456789abcdef0123456789", "0********"),
            ("prod-realtime-shop-2 prod-realtime-shop-3", "******** ********"),
            (r"Zm9v\/YmFyL2Jhei9xdXV4 x", "******** x"),
            (&format!("key={HEAD}.eyJhYWwiOiJhYWwxIn0.c2ln"), "key=eyJ…(58 bytes)"),
        ] {
            assert_eq!(mask.masked(text), masked);
        }
    }

    /// As if each secret were searched for by itself.
    fn masked_slowly(text: &str, secrets: &[String]) -> String {
        let mut secrets: Vec<_> = secrets.iter().filter(|secret| secret.len() >= SHORTEST).collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let secrets: Vec<_> = secrets.into_iter().map(|secret| Secret::new(secret)).collect();
        let mut text = Cow::Borrowed(text);
        for find in [whole, part] {
            replace(&mut text, &secrets.iter().collect::<Vec<_>>(), find);
        }
        text.into_owned()
    }

    fn apps(secrets: &[String]) -> Vec<Arc<App>> {
        let app = |secret: &String| Arc::new(App::new(AppId(0), "shop", "shop-key", secret));
        secrets.iter().map(app).collect()
    }

    #[test]
    fn secrets_are_found_by_their_beginnings_as_if_each_were_searched_for() {
        let mut random = 7_u64;
        let mut below = |most: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).unwrap() % most
        };
        let mut hits = 0;
        for _ in 0..2_000 {
            // Few characters, so that secrets begin alike and overlap; some are also what percent-encoding is made of.
            let mut word =
                |len: usize| (0..len).map(|_| char::from(b"ab%61\""[below(6)])).collect::<String>();
            let mut secrets: Vec<String> = [7, 8, 8, 9, 20].map(&mut word).into();
            secrets[1] = secrets[2].clone() + "-"; // a longer one that begins as another does
            secrets[3] = secrets[4].clone() + "-";
            let mut text = word(12);
            for n in [1, 4, 0, 2, 3] {
                let len = [secrets[n].len(), 17][below(2)]; // or cut
                for byte in secrets[n].bytes().take(len) {
                    match below(4) {
                        0 => text += &format!("%{byte:02x}"),
                        1 => text += &format!("%25{byte:02x}"),
                        2 if byte == b'"' => text += "\\\"",
                        _ => text.push(byte.into()),
                    }
                }
                text += ["", "a", "%6", "é%"][below(4)];
            }
            let fast = Mask::of(apps(&secrets[..4]), vec![Secret::new(&secrets[4])]);
            assert_eq!(fast.masked(&text), masked_slowly(&text, &secrets), "{text} {secrets:?}");
            hits += usize::from(fast.masked(&text) != text);
        }
        assert!(hits > 1_900, "{hits}");
    }
}
