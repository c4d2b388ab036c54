//! What is known of a connection with a session while it is open, for its line in the access log and for the inspector.

use std::net::IpAddr;

use super::{RequestId, clipped};

/// Characters of a reason that are remembered: more than the line shows, so that no secret is cut there.
const REASON_CHARACTERS: usize = 10_000;

/// A WebSocket's request, where the access log is on.
pub(crate) struct ConnectionLog {
    pub(crate) request_id: RequestId,
    pub(crate) client: IpAddr,
    pub(crate) user_agent: Option<Box<str>>,
}

/// A connection, from its opening.
pub(crate) struct ConnectionRecord {
    /// The name of its protocol.
    pub(crate) protocol: &'static str,
    /// By the loop's clock.
    pub(crate) opened_ms: u64,
    pub(crate) messages_in: u64,
    end: Option<Box<Ended>>,
}

/// How it ended. The reasons are as they came: secrets are taken out of them where they are shown.
pub(crate) enum Ended {
    /// With a close frame that the server sent first.
    ByServer(u16, Box<str>),
    /// With one of the client's.
    ByClient(u16, Box<str>),
    /// Without a close frame; why, where that is more than that the client hung up.
    Broken(Option<Box<str>>),
}

/// What is said of the end.
pub(crate) struct ConnectionEnd<'a> {
    pub(crate) code: u16,
    pub(crate) reason: &'a str,
    pub(crate) is_error: bool,
    pub(crate) by: &'static str,
}

impl ConnectionRecord {
    /// A connection that opens now.
    pub(crate) fn new(protocol: &'static str, opened_ms: u64) -> Self {
        Self { protocol, opened_ms, messages_in: 0, end: None }
    }

    /// Notes the end; the first one counts.
    pub(crate) fn ended(&mut self, end: impl FnOnce() -> Ended) {
        self.end.get_or_insert_with(|| Box::new(end()));
    }

    /// The end. 1006 stands for one without a close frame, as in browsers (RFC 6455, section 7.1.5).
    pub(crate) fn end(&self) -> ConnectionEnd<'_> {
        match self.end.as_deref() {
            Some(Ended::ByServer(code, reason)) => {
                // 4200 and 4100 to 4199 ask a client to come back; of these, 4100 is for one that does not read.
                let is_error = !matches!(code, 1000 | 1001 | 1012 | 4101..=4299);
                ConnectionEnd { code: *code, reason, is_error, by: "server" }
            }
            Some(Ended::ByClient(code, reason)) => {
                let is_error = !matches!(code, 1000 | 1001 | 1005);
                ConnectionEnd { code: *code, reason, is_error, by: "client" }
            }
            Some(Ended::Broken(Some(why))) => {
                ConnectionEnd { code: 1006, reason: why, is_error: true, by: "network" }
            }
            Some(Ended::Broken(None)) | None => {
                ConnectionEnd { code: 1006, reason: "", is_error: false, by: "client" }
            }
        }
    }
}

impl Ended {
    /// By a close frame of the server's.
    pub(crate) fn by_server(code: u16, reason: &str) -> Self {
        Self::ByServer(code, clipped(reason, REASON_CHARACTERS))
    }

    /// By a close frame of the client's, with what it says there.
    pub(crate) fn by_client(code: u16, reason: &str) -> Self {
        Self::ByClient(code, clipped(reason, REASON_CHARACTERS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_errors_where_something_went_wrong() {
        for (end, code, is_error, by) in [
            (None, 1006, false, "client"),
            (Some(Ended::Broken(None)), 1006, false, "client"),
            (Some(Ended::Broken(Some("reset".into()))), 1006, true, "network"),
            (Some(Ended::by_client(1000, "")), 1000, false, "client"),
            (Some(Ended::by_client(1002, "bad frame")), 1002, true, "client"),
            (Some(Ended::ByServer(4200, "".into())), 4200, false, "server"),
            (Some(Ended::ByServer(4100, "".into())), 4100, true, "server"),
            (Some(Ended::ByServer(4009, "".into())), 4009, true, "server"),
            (Some(Ended::ByServer(1009, "".into())), 1009, true, "server"),
        ] {
            let mut record = ConnectionRecord::new("pusher", 0);
            if let Some(end) = end {
                record.ended(|| end);
            }
            let end = record.end();
            assert_eq!((end.code, end.is_error, end.by), (code, is_error, by));
        }
    }

    #[test]
    fn the_first_end_counts() {
        let mut record = ConnectionRecord::new("pusher", 0);
        record.ended(|| Ended::ByServer(4009, "why".into()));
        record.ended(|| Ended::Broken(None));
        assert_eq!((record.end().code, record.end().reason), (4009, "why"));
    }
}
