//! Log lines: text for people or JSON for machines, written so that no one outside can forge one.
//!
//! Names and payloads that clients choose end up in fields. Every control character in a message or field is
//! written as an escape, so a line break does not begin a line and an ANSI sequence does not colour one; a text
//! that could be taken for more than one value is quoted. Secrets are masked by their type.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::panic;
use std::sync::OnceLock;

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Registry, reload};

use crate::log_writer;
use crate::observe::current;
use crate::settings::{LogFormat, LogLevel, Settings};
use crate::terminal::is_unsafe;

/// Characters of one field or message that are written; what follows is counted. A client may send names of 64 KiB,
/// and a full disk stops more than the log.
const LONGEST: usize = 2_048;

/// The level of the process's log, once it is started.
static LEVEL: OnceLock<reload::Handle<Targets, Registry>> = OnceLock::new();
/// Its format.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// Starts logging to standard error, for the life of the process, and tells what the settings gave notice of.
/// A second call does nothing.
pub(crate) fn start(settings: &Settings) {
    let (level, handle) = reload::Layer::new(filter(settings.log_level));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| log_writer::Output)
        .event_format(Lines { format: settings.log_format });
    if tracing_subscriber::registry().with(level).with(lines).try_init().is_ok() {
        // There is no other: this branch is taken once.
        drop(LEVEL.set(handle));
        _ = FORMAT.set(settings.log_format);
        log_panics();
        settings.notices.iter().for_each(|notice| tracing::warn!("{notice}"));
    }
}

/// Logs from this level on, from now on.
pub(crate) fn set_level(level: LogLevel) {
    if let Some(handle) = LEVEL.get() {
        // It fails where nothing is logged any more.
        drop(handle.modify(|present| *present = filter(level)));
    }
}

/// The library that speaks HTTP/2 logs each frame at `debug` and, for each client that floods it, a warning.
fn filter(level: LogLevel) -> Targets {
    let level = LevelFilter::from_level(level.into());
    let of_frames = if level == LevelFilter::TRACE { level } else { LevelFilter::OFF };
    Targets::new().with_default(level).with_target("h2", of_frames)
}

/// Writes what `events` logs to standard output as JSON, whatever `log_level` says: programs wait for it there.
pub(crate) fn json_to_standard_output(events: impl FnOnce()) {
    let subscriber = tracing_subscriber::fmt()
        .with_writer(std::io::stdout)
        .log_internal_errors(false) // a closed standard output is no reason for a line
        .event_format(Lines { format: LogFormat::Json })
        .finish();
    tracing::subscriber::with_default(subscriber, events);
}

/// A panic becomes a line like any other: its text may hold what a client sent. With
/// `RUST_BACKTRACE` Rust's own report follows.
fn log_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |fault| {
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a fault of the server's own: {}", text_of(fault.payload()));
        if std::env::var_os("RUST_BACKTRACE").is_some() {
            report(fault);
        }
    }));
}

/// The message of a panic.
fn text_of(payload: &(dyn Any + Send)) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no text)")
}

impl From<LogLevel> for tracing::Level {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}

/// Writes each event as one line. Spans are left out: an event here says all that it means.
struct Lines {
    format: LogFormat,
}

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut parts = Parts::default();
        event.record(&mut parts);
        // Whose doing it is, if a request is being answered at this moment.
        current::with(|request| {
            parts.fields.push(("request_id", Value::text_of(request.id.as_str())));
            let trace = request.trace().filter(|trace| trace.is_sampled);
            parts.fields.extend(trace.map(|trace| ("trace_id", Value::text_of(trace.trace_id()))));
        });
        let (level, target) = (event.metadata().level(), event.metadata().target());
        write_line(&mut writer, self.format, (level, target), &parts.message, &parts.fields)
    }
}

/// A line of the access log, in the format of all lines.
pub(crate) fn access_line(message: &str, fields: &[(&'static str, Value)]) -> String {
    let mut line = String::with_capacity(256);
    let format = FORMAT.get().copied().unwrap_or(LogFormat::Text);
    let origin = (&tracing::Level::INFO, "baton::access");
    // Writing to a string cannot fail.
    _ = write_line(&mut Writer::new(&mut line), format, origin, message, fields);
    line
}

fn write_line(
    writer: &mut Writer<'_>,
    format: LogFormat,
    (level, target): (&tracing::Level, &str),
    message: &str,
    fields: &[(&'static str, Value)],
) -> fmt::Result {
    match format {
        LogFormat::Text => {
            SystemTime.format_time(writer)?;
            write!(writer, " {level:>5} {}", Escaped(message))?;
            for (name, value) in fields {
                write!(writer, " {name}={}", Bare(value.text()))?;
            }
            writeln!(writer)
        }
        LogFormat::Json => {
            writer.write_str("{\"time\":\"")?;
            SystemTime.format_time(writer)?;
            write!(writer, "\",\"level\":\"{level}\",\"target\":{}", Quoted(target))?;
            write!(writer, ",\"message\":{}", Quoted(message))?;
            for (name, value) in fields {
                match value {
                    Value::Plain(text) => write!(writer, ",{}:{text}", Quoted(name))?,
                    Value::Text(text) => write!(writer, ",{}:{}", Quoted(name), Quoted(text))?,
                }
            }
            writeln!(writer, "}}")
        }
    }
}

/// What an event carries, as texts.
#[derive(Default)]
struct Parts {
    message: String,
    fields: Vec<(&'static str, Value)>,
}

/// A field's value.
pub(crate) enum Value {
    /// A number or a truth value: JSON writes it as it is.
    Plain(String),
    /// Anything else.
    Text(String),
}

impl Value {
    /// A number, whose text JSON takes as it is.
    pub(crate) fn number(number: impl fmt::Display) -> Self {
        Self::Plain(number.to_string())
    }

    /// Anything else.
    pub(crate) fn text_of(text: impl fmt::Display) -> Self {
        Self::Text(text.to_string())
    }

    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Text(text) => text,
        }
    }
}

impl Parts {
    fn add(&mut self, field: &Field, value: Value) {
        match field.name() {
            "message" => self.message = value.text().to_owned(),
            // JSON's own keys: of two that are called alike a reader might take the wrong one.
            "time" => self.fields.push(("time_", value)),
            "level" => self.fields.push(("level_", value)),
            "target" => self.fields.push(("target_", value)),
            name => self.fields.push((name, value)),
        }
    }
}

impl Visit for Parts {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, Value::Text(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, Value::Text(value.to_owned()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no words for infinities and NaN.
        let text = value.to_string();
        self.add(field, if value.is_finite() { Value::Plain(text) } else { Value::Text(text) });
    }
}

/// A text from outside, shown on one line: control characters and those that reorder text are written as escapes,
/// and a long text is cut with a note of what is missing.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(f, self.0, |_| false)
    }
}

/// A value of a text line: quoted where it could be taken for more than one value.
struct Bare<'a>(&'a str);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| !c.is_whitespace() && !is_unsafe(c) && !matches!(c, '"' | '=' | '\\');
        if !self.0.is_empty() && self.0.chars().all(plain) {
            return write_text(f, self.0, |_| false);
        }
        Quoted(self.0).fmt(f)
    }
}

/// A JSON string.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        write_text(f, self.0, |c| matches!(c, '"' | '\\'))?;
        f.write_char('"')
    }
}

/// Writes `text` with escapes that JSON knows, up to [`LONGEST`] characters.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str, is_marked: impl Fn(char) -> bool) -> fmt::Result {
    let mut rest = text.chars();
    for c in rest.by_ref().take(LONGEST) {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if is_marked(c) => write!(f, "\\{c}")?,
            // All of them lie in the basic plane, so four digits do.
            c if is_unsafe(c) => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    match rest.as_str().len() {
        0 => Ok(()),
        missing => write!(f, "… ({missing} bytes more)"),
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use baton_protocols::Secret;
    use tracing_subscriber::fmt::MakeWriter;

    use super::{Escaped, LONGEST, Lines, LogFormat, text_of};

    /// Where the lines of a test go.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Page {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    /// What `work` logs, without the time at the beginning of each text line.
    fn logged(format: LogFormat, work: impl FnOnce()) -> String {
        let page = Page::default();
        let subscriber =
            tracing_subscriber::fmt().with_writer(page.clone()).event_format(Lines { format }).finish();
        tracing::subscriber::with_default(subscriber, work);
        String::from_utf8(page.0.lock().unwrap().clone()).unwrap()
    }

    fn text(work: impl FnOnce()) -> String {
        let line = logged(LogFormat::Text, work);
        let (time, rest) = line.split_once(' ').unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z'), "{line}");
        rest.to_owned()
    }

    const HOSTILE: &str = "x\n2026-01-01T00:00:00Z ERROR \u{1b}[31mforged\r\u{7f}\u{9b}2J\u{2028}\u{202e}\0";

    fn harmless(line: &str) {
        assert_eq!(line.matches('\n').count(), 1, "{line:?}");
        assert!(line.ends_with('\n'), "{line:?}");
        let body = line.trim_end_matches('\n');
        assert!(!body.chars().any(|c| c.is_control() || c == '\u{202e}' || c == '\u{2028}'), "{line:?}");
    }

    #[test]
    fn a_line_of_text_is_for_people() {
        let line = text(|| tracing::info!(clients = 3, signal = "SIGTERM", ok = true, "draining"));
        assert_eq!(line, " INFO draining clients=3 signal=SIGTERM ok=true\n");
        let line = text(|| tracing::warn!("only words"));
        assert_eq!(line, " WARN only words\n");
    }

    #[test]
    fn a_value_cannot_pass_for_two() {
        let line = text(|| tracing::info!(name = "a level=ERROR", empty = "", quote = "a\"b", "x"));
        assert_eq!(line, " INFO x name=\"a level=ERROR\" empty=\"\" quote=\"a\\\"b\"\n");
    }

    #[test]
    fn no_name_forges_a_line() {
        for format in [LogFormat::Text, LogFormat::Json] {
            harmless(&logged(format, || tracing::info!(name = HOSTILE, "connected")));
            harmless(&logged(format, || tracing::info!(name = %HOSTILE, "connected")));
            harmless(&logged(format, || tracing::info!(name = ?HOSTILE, "connected")));
            harmless(&logged(format, || tracing::info!("{HOSTILE} connected")));
        }
        let line = text(|| tracing::info!("a\n\u{1b}[31mb"));
        assert_eq!(line, " INFO a\\n\\u001b[31mb\n");
    }

    #[test]
    fn a_line_of_json_is_one_object() {
        let line = logged(LogFormat::Json, || {
            tracing::info!(n = -3, f = 0.5, nan = f64::NAN, ok = true, name = "q\"\\\n\u{1b}", "a \"word\"");
        });
        let (time, rest) = line.split_at(line.find("\",\"level\"").unwrap());
        assert!(time.starts_with("{\"time\":\"20"), "{line}");
        assert_eq!(
            rest,
            "\",\"level\":\"INFO\",\"target\":\"baton::logging::tests\",\"message\":\"a \\\"word\\\"\",\"n\":-3,\
             \"f\":0.5,\"nan\":\"NaN\",\"ok\":true,\"name\":\"q\\\"\\\\\\n\\u001b\"}\n"
        );
    }

    #[test]
    fn a_field_does_not_pass_for_the_level() {
        let line = logged(LogFormat::Json, || tracing::info!(level = "ERROR", time = 0, target = "x", "m"));
        assert_eq!(line.matches("\"level\":").count(), 1, "{line}");
        assert_eq!(line.matches("\"time\":").count(), 1, "{line}");
        assert!(line.contains("\"level_\":\"ERROR\",\"time_\":0,\"target_\":\"x\""), "{line}");
    }

    #[test]
    fn a_secret_is_masked_by_its_type() {
        let secret = Secret::new("hush-hush");
        for format in [LogFormat::Text, LogFormat::Json] {
            let line = logged(format, || tracing::info!(?secret, "{secret:?}"));
            assert!(!line.contains("hush"), "{line}");
            assert!(line.contains("Secret("), "{line}");
        }
    }

    #[test]
    fn a_long_text_is_cut_and_what_is_missing_is_counted() {
        let long = "é".repeat(LONGEST + 5);
        assert_eq!(Escaped(&long).to_string(), format!("{}… (10 bytes more)", "é".repeat(LONGEST)));
        let exact = "é".repeat(LONGEST);
        assert_eq!(Escaped(&exact).to_string(), exact);
        let line = text(|| tracing::info!(name = long, "x"));
        assert!(line.ends_with("é… (10 bytes more)\n"), "{line}");
    }

    #[test]
    fn the_text_of_a_panic_is_found() {
        let caught = |work: fn()| std::panic::catch_unwind(work).unwrap_err();
        let number = 7;
        assert_eq!(text_of(&*caught(|| panic!("plain"))), "plain");
        assert_eq!(text_of(&format!("with {number}")), "with 7");
        assert_eq!(text_of(&number), "(no text)");
    }

    #[test]
    fn ordinary_letters_stay_as_they_are() {
        let text = "Zoë 日本語 🎉 a\\b \"c\"";
        assert_eq!(Escaped(text).to_string(), text);
    }
}
