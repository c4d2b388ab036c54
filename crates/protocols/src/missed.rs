//! What a subscriber missed while it was away, and is sent before what is live.
//!
//! A session that has made a subscription asks its driver with [`Context::missed`]: what came after a
//! position that the client names, or after what the end of an earlier connection of the same client
//! had. It tells the client that it is subscribed, and whether nothing is lost, and then has the
//! messages sent with [`Context::send_missed`]. Messages that come meanwhile follow them, without a
//! gap, and none comes twice.

use alloc::vec::Vec;

use baton_hub::{HistoryPage, Position, SocketId};

#[cfg(doc)]
use crate::Context;

/// From where on a subscriber wants messages.
#[derive(Debug, Clone, Copy)]
pub enum MissedSince<'a> {
    /// After this message, which the client has.
    Position(Position),
    /// After what an earlier connection of the same client had, where the driver knows one, and the
    /// app has [`recovery`](crate::App::recovery).
    EarlierConnection {
        /// The user that the client has proved to be.
        user: Option<&'a str>,
    },
}

/// What a subscriber missed.
#[derive(Debug)]
pub struct Missed {
    /// The client has everything up to here.
    pub after: Position,
    /// The first of what it missed, and whether anything is lost.
    pub page: HistoryPage,
    /// Up to here it was sent messages before, which it may have.
    pub sent: u64,
    /// Names that the client had: what leaves one of them out is not sent.
    pub former: Vec<SocketId>,
}

impl Missed {
    /// Whether every message that the client missed is still there.
    pub fn is_complete(&self) -> bool {
        self.page.complete
    }
}

/// Reads a position as clients and readers of histories write it, `EPOCH-OFFSET`: two whole numbers.
/// Each has digits alone; the epoch uses all 64 bits, more than the numbers of JavaScript hold.
pub fn position(text: &str) -> Option<Position> {
    let (epoch, offset) = text.split_once('-')?;
    Some(Position { epoch: number(epoch)?, offset: number(offset)? })
}

/// Digits alone: `parse` would also take a plus sign.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_two_numbers() {
        let most = Position { epoch: u64::MAX, offset: 7 };
        assert_eq!(position("18446744073709551615-7"), Some(most));
        for other in ["", "-", "1", "1-", "-1", "+1-2", "1-+2", "1-2-3", " 1-2", "18446744073709551616-1"] {
            assert_eq!(position(other), None, "{other}");
        }
    }
}
