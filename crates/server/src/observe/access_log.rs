//! The access log: a line for each HTTP request and each WebSocket, where operators ask for them.
//!
//! Lines are put into a bounded queue that a thread of its own writes ([`log_writer`](crate::log_writer)), so a standard error that nobody
//! reads holds up no loop; and no more than so many are made per second, so that a flood of requests leaves the disk some room.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::connection::{ConnectionEnd, ConnectionLog, ConnectionRecord};
use super::{RequestId, ShownHead};
use crate::clock;
use crate::log_writer;
use crate::logging::{Value, access_line};
use crate::per_second::PerSecond;
use crate::settings::{AccessLines, Settings};

/// Who has a line, how many there may be, and how many there were.
pub(crate) struct AccessLog {
    level: AtomicU8,
    per_second: AtomicU32,
    lines: PerSecond,
    /// Lines that were over the limit.
    dropped: AtomicU64,
}

impl AccessLog {
    pub(crate) fn new(settings: &Settings) -> Self {
        let log = Self {
            level: AtomicU8::new(0),
            per_second: AtomicU32::new(0),
            lines: PerSecond::default(),
            dropped: AtomicU64::new(0),
        };
        log.configure(settings);
        log
    }

    /// Other settings are in effect.
    pub(crate) fn configure(&self, settings: &Settings) {
        self.per_second.store(settings.access_log_per_second, Relaxed);
        self.level.store(settings.access_log as u8, Relaxed);
    }

    /// Whether anything may have a line.
    pub(crate) fn is_on(&self) -> bool {
        self.level.load(Relaxed) != AccessLines::Off as u8
    }

    /// Whether a request that is answered so has a line.
    fn has_line_for(&self, status: u16) -> bool {
        let level = self.level.load(Relaxed);
        level == AccessLines::All as u8 || level == AccessLines::Errors as u8 && status >= 400
    }

    /// Lines that were dropped since there were too many in a second.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Relaxed)
    }

    /// Takes a place for the line of a request that is answered so, if it has one.
    pub(super) fn takes_line(&self, status: u16) -> bool {
        self.has_line_for(status) && self.has_room(clock::unix_s())
    }

    /// Writes the line of a WebSocket that has ended; `shown` is what others may read of a text.
    pub(crate) fn write_connection(
        &self,
        app: &str,
        socket: &str,
        (log, record, now_ms): (&ConnectionLog, &ConnectionRecord, u64),
        shown: impl Fn(&str) -> String,
    ) {
        let is_error = record.end().is_error;
        let level = self.level.load(Relaxed);
        let is_wanted = level == AccessLines::All as u8 || level == AccessLines::Errors as u8 && is_error;
        if is_wanted && self.has_room(clock::unix_s()) {
            log_writer::push_access(line_of_connection(app, socket, (log, record, now_ms), shown));
        }
    }

    /// Takes a place among the lines of this second.
    fn has_room(&self, second: u64) -> bool {
        let has_room = self.lines.takes(second, self.per_second.load(Relaxed));
        if !has_room {
            self.dropped.fetch_add(1, Relaxed);
        }
        has_room
    }
}

fn line_of_connection(
    app: &str,
    socket: &str,
    (log, record, now_ms): (&ConnectionLog, &ConnectionRecord, u64),
    shown: impl Fn(&str) -> String,
) -> String {
    let ConnectionEnd { code, reason, by, .. } = record.end();
    let mut fields = vec![
        ("request_id", Value::text_of(log.request_id.as_str())),
        ("client", Value::text_of(log.client)),
        ("protocol", Value::text_of(record.protocol)),
        ("socket", Value::text_of(socket)),
        ("messages_in", Value::number(record.messages_in)),
        ("duration_ms", Value::number(now_ms.saturating_sub(record.opened_ms))),
        ("code", Value::number(code)),
        ("closed_by", Value::text_of(by)),
    ];
    fields.extend(Some(app).filter(|app| !app.is_empty()).map(|app| ("app", Value::text_of(app))));
    if !reason.is_empty() {
        fields.push(("reason", Value::text_of(shown(reason))));
    }
    fields.extend(log.user_agent.as_ref().map(|agent| ("user_agent", Value::text_of(agent))));
    access_line("websocket", &fields)
}

/// Writes the line of a request.
pub(super) fn write_request(
    id: &RequestId,
    head: &ShownHead<'_>,
    app: Option<&str>,
    (status, bytes): (u16, usize),
    took: Duration,
) {
    let mut fields = vec![
        ("request_id", Value::text_of(id.as_str())),
        ("client", Value::text_of(head.client)),
        ("method", Value::text_of(head.method)),
        ("path", Value::text_of(&head.path)),
        ("http", Value::text_of(head.version)),
        ("status", Value::number(status)),
        ("bytes", Value::number(bytes)),
        ("duration_ms", Value::number(milliseconds(took))),
    ];
    fields.extend(app.map(|app| ("app", Value::text_of(app))));
    fields.extend(head.user_agent.as_ref().map(|agent| ("user_agent", Value::text_of(agent))));
    log_writer::push_access(access_line("request", &fields));
}

/// With microseconds, as most requests take less than one millisecond.
fn milliseconds(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Ended;

    fn log(access_log: AccessLines, access_log_per_second: u32) -> AccessLog {
        AccessLog::new(&Settings { access_log, access_log_per_second, ..Settings::default() })
    }

    #[test]
    fn the_setting_says_who_has_a_line() {
        for (lines, ok, not_found) in [
            (AccessLines::Off, false, false),
            (AccessLines::Errors, false, true),
            (AccessLines::All, true, true),
        ] {
            let log = log(lines, 1);
            let has = (log.has_line_for(200), log.has_line_for(404), log.is_on());
            assert_eq!(has, (ok, not_found, not_found), "{lines:?}");
        }
    }

    #[test]
    fn lines_of_one_second_are_bounded_and_those_over_it_counted() {
        let log = log(AccessLines::All, 3);
        let of = |second: u64| (0..5).filter(|_| log.has_room(second)).count();
        assert_eq!((of(7), log.dropped()), (3, 2));
        assert_eq!((of(8), log.dropped()), (3, 4));
        log.configure(&Settings { access_log_per_second: 100, ..Settings::default() });
        assert_eq!((of(8), log.dropped()), (5, 4));
    }

    #[test]
    fn the_line_of_a_connection_has_no_secret_and_nothing_empty() {
        let log = ConnectionLog {
            request_id: RequestId::random(),
            client: [127, 0, 0, 1].into(),
            user_agent: None,
        };
        let ended = |end| {
            let mut record = ConnectionRecord::new("pusher", 0);
            record.ended(|| end);
            record
        };
        let shown = |text: &str| text.replace("secret", "********");
        for end in [Ended::by_client(4000, "my secret"), Ended::by_server(4001, "my secret")] {
            let line = line_of_connection("", "1.2", (&log, &ended(end), 7), shown);
            assert!(line.contains("my ********") && !line.contains("app="), "{line}");
        }
        let record = ended(Ended::by_client(1000, ""));
        let line = line_of_connection("shop", "1.2", (&log, &record, 7), shown);
        assert!(line.contains("app=shop") && !line.contains("reason="), "{line}");
    }
}
