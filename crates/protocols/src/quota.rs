//! What all clients of an app together may send in a second:
//! [`total_client_messages_per_second`](crate::App::total_client_messages_per_second) and
//! [`total_client_bytes_per_second`](crate::App::total_client_bytes_per_second).

use core::fmt;

use baton_hub::Millis;

use crate::{
    App,
    rate::{ByteRate, Pace, Rate},
};

/// The rates of one app. A server has one for each, for as long as the app exists, and asks it only if a quota is set.
#[derive(Debug, Default)]
pub struct ClientRates {
    messages: Rate,
    bytes: ByteRate,
    /// The latest time that a loop has asked at. Each loop reads the clock for itself, once a turn: one that is behind must not
    /// set the buckets back, which would fill again what has come back already.
    latest: Millis,
}

/// What the app's clients have sent in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverQuota {
    /// `total_client_messages_per_second`.
    Messages {
        /// The setting.
        per_second: u32,
    },
    /// `total_client_bytes_per_second`.
    Bytes {
        /// The setting.
        per_second: u32,
    },
}

impl ClientRates {
    /// Whether a client may send so many messages, with so many bytes of data in all, at `now`; then they count.
    ///
    /// # Errors
    /// The quota that is used up. Nothing is counted.
    pub fn may_send(
        &mut self,
        now: Millis,
        app: &App,
        messages: usize,
        bytes: usize,
    ) -> Result<(), OverQuota> {
        self.latest = self.latest.max(now);
        let now = self.latest;
        let per_second = app.total_client_messages_per_second;
        let count = u32::try_from(messages).unwrap_or(u32::MAX);
        if !self.messages.take_many(now, Pace::even(per_second), count) {
            return Err(OverQuota::Messages { per_second });
        }
        let per_second = app.total_client_bytes_per_second;
        if !self.bytes.take(now, per_second, bytes) {
            self.messages.give_back(count);
            return Err(OverQuota::Bytes { per_second });
        }
        Ok(())
    }
}

impl fmt::Display for OverQuota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (per_second, what, setting, less) = match self {
            Self::Messages { per_second } => {
                (per_second, "messages", "total_client_messages_per_second", "fewer")
            }
            Self::Bytes { per_second } => (per_second, "bytes", "total_client_bytes_per_second", "less"),
        };
        write!(
            f,
            "all clients of this app together may send {per_second} {what} per second; send {less} or raise {setting}"
        )
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use baton_hub::AppId;

    use super::*;

    #[test]
    fn each_quota_holds_and_what_one_refuses_does_not_count_for_the_other() {
        let mut app = App::new(AppId(0), "1", "k", "s");
        app.total_client_messages_per_second = 3;
        app.total_client_bytes_per_second = 100;
        let mut rates = ClientRates::default();
        assert_eq!(rates.may_send(0, &app, 1, 60), Ok(()));
        assert_eq!(rates.may_send(0, &app, 1, 60), Err(OverQuota::Bytes { per_second: 100 }));
        assert_eq!(rates.may_send(0, &app, 1, 20), Ok(()));
        assert_eq!(rates.may_send(0, &app, 1, 20), Ok(()), "the refused one is no message");
        let refused = rates.may_send(0, &app, 1, 0).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "all clients of this app together may send 3 messages per second; send fewer or raise \
             total_client_messages_per_second"
        );
    }

    #[test]
    fn of_a_list_that_is_refused_nothing_counts() {
        let mut app = App::new(AppId(0), "1", "k", "s");
        app.total_client_messages_per_second = 3;
        app.total_client_bytes_per_second = 100;
        let mut rates = ClientRates::default();
        for _ in 0..2 {
            assert_eq!(rates.may_send(0, &app, 4, 4), Err(OverQuota::Messages { per_second: 3 }));
        }
        assert_eq!(rates.may_send(0, &app, 1, 100), Ok(()));
        assert_eq!(rates.may_send(0, &app, 2, 2), Err(OverQuota::Bytes { per_second: 100 }));
        assert_eq!(rates.may_send(0, &app, 2, 0), Ok(()));
    }

    #[test]
    fn a_loop_whose_clock_is_behind_gives_nothing_back() {
        let mut app = App::new(AppId(0), "1", "k", "s");
        app.total_client_messages_per_second = 10;
        app.total_client_bytes_per_second = 100;
        let mut rates = ClientRates::default();
        let sent = (0..1_000).filter(|n| rates.may_send(1_000 - n % 2 * 9, &app, 1, 1).is_ok()).count();
        assert_eq!(sent, 10);
        app.total_client_messages_per_second = 0;
        let sent = (0..1_000).filter(|n| rates.may_send(2_000 - n % 2 * 9, &app, 1, 10).is_ok()).count();
        assert_eq!(sent, 10);
    }

    #[test]
    fn without_a_quota_everything_passes() {
        let app = App::new(AppId(0), "1", "k", "s");
        let mut rates = ClientRates::default();
        assert!((0..1_000).all(|_| rates.may_send(0, &app, 1, 1 << 20).is_ok()), "no quota");
    }
}
