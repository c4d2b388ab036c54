//! The ways in which a client's connection breaks.

use std::io::Write as _;
use std::net::Shutdown;

use mio::Registry;
use mio::net::TcpStream;
use serde::Serialize;

/// The beginning of a masked text message of 100 bytes, of which three are there.
const BEGUN_FRAME: [u8; 9] = [0x81, 0x80 | 100, 1, 2, 3, 4, b'x', b'x', b'x'];

/// How a connection breaks. None sends a close frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Break {
    /// The server gets a reset; what the client had not read is gone.
    Reset,
    /// Nothing is read or answered any more. The connection stays open for the server to find out.
    Silence,
    /// As [`Break::Silence`], with a message of the client begun, and what arrives is acknowledged by the
    /// client's kernel and read by nobody.
    Half,
}

impl Break {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reset, Self::Silence, Self::Half];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Silence => "silence",
            Self::Half => "half",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Breaks a connection, whose socket resets when it is closed. Returns the socket if it stays open.
    /// `may_write` says that the server takes the next byte for the beginning of a message.
    pub(super) fn apply(
        self,
        mut stream: TcpStream,
        may_write: bool,
        registry: &Registry,
    ) -> Option<TcpStream> {
        if self == Self::Reset {
            return None;
        }
        // A socket that is gone already cannot be silent either.
        registry.deregister(&mut stream).ok()?;
        if self == Self::Half {
            if may_write {
                stream.write_all(&BEGUN_FRAME).ok()?;
            }
            stream.shutdown(Shutdown::Read).ok()?;
        }
        Some(stream)
    }
}
