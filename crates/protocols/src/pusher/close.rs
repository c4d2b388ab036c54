//! Close codes. Their hundreds tell clients what to do: up to 4099 stay away, 4100 to 4199 come back after a
//! while, 4200 to 4299 come back at once. Codes from 4300 are for `pusher:error` alone: as a close code
//! they would keep a client away for good.

use core::fmt::Display;

use super::outgoing;
use crate::Context;

/// RFC 6455: data of a kind that is not accepted.
pub const UNSUPPORTED_DATA: u16 = 1003;
/// The app's key is unknown.
pub const NO_SUCH_APP: u16 = 4001;
/// The app is switched off.
pub const APP_DISABLED: u16 = 4003;
/// The app has all the connections that it may have.
pub const OVER_QUOTA: u16 = 4004;
/// The client's or the protocol's version cannot be read.
pub const MALFORMED_VERSION: u16 = 4006;
/// The protocol's version is not served.
pub const UNSUPPORTED_PROTOCOL: u16 = 4007;
/// The client does not say which version it speaks.
pub const NO_PROTOCOL: u16 = 4008;
/// The client is not who it should be.
pub const UNAUTHORIZED: u16 = 4009;
/// The server has no room; the client may come back after a while.
pub const OVER_CAPACITY: u16 = 4100;
/// The server restarts; the client may come back after a while. A client that came back at once would find the port closed,
/// and pusher-js waits 15 s after an attempt that failed.
pub const RESTART: u16 = 4101;
/// The client may come back at once.
pub const RECONNECT: u16 = 4200;
/// The client did not answer a ping.
pub const PONG_MISSING: u16 = 4201;

/// A close frame carries at most 125 bytes, two of them the code (RFC 6455, section 5.5).
const REASON_BYTES: usize = 123;

/// Closes with as much of `reason` as fits.
pub(super) fn with(ctx: &mut dyn Context, code: u16, reason: &str) {
    ctx.close(code, crate::excerpt::beginning(reason, REASON_BYTES));
}

/// Says why, in an event and in the close frame: some clients show only the one, some only the other.
pub(super) fn with_error(ctx: &mut dyn Context, code: u16, text: &dyn Display) {
    let text = alloc::format!("{text}");
    let as_string = ctx.app().pusher.error_data_as_string;
    ctx.send(&outgoing::error(Some(code), &text, as_string));
    with(ctx, code, &text);
}
