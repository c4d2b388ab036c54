//! permessage-deflate on the connections of an endpoint: which streams a connection uses, and those
//! that all share.

use baton_wire::Role;
use baton_wire::deflate::{DeflateParams, Deflater, Inflater};

use crate::Compression;

/// How a connection compresses.
#[derive(Debug)]
pub(crate) enum Deflate {
    Off,
    /// Without context takeover, by the endpoint's shared streams.
    Shared,
    /// By streams of its own.
    Own(Box<Codec>),
}

/// Streams of one connection; `None` where the shared one serves.
#[derive(Debug)]
pub(crate) struct Codec {
    inflater: Option<Inflater>,
    deflater: Option<Deflater>,
}

impl Deflate {
    /// What the handshake has negotiated.
    pub(crate) fn new(params: Option<DeflateParams>, level: u8) -> Self {
        let Some(params) = params else { return Self::Off };
        let inflater = params.inflater(Role::Server);
        let shares = params.accepts_shared(Role::Server);
        if inflater.is_none() && shares {
            return Self::Shared;
        }
        let deflater = (!shares).then(|| params.deflater(Role::Server, level));
        Self::Own(Box::new(Codec { inflater, deflater }))
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !matches!(self, Self::Off)
    }

    /// Whether a message compressed for this connection differs from that for others.
    pub(crate) fn has_own_deflater(&self) -> bool {
        matches!(self, Self::Own(codec) if codec.deflater.is_some())
    }
}

/// The streams that connections without context takeover share. Absent if compression is off.
#[derive(Debug)]
pub(crate) struct SharedCodec {
    inflater: Option<Inflater>,
    deflater: Option<Deflater>,
    /// Room for compressing, reused from message to message.
    scratch: Vec<u8>,
}

impl SharedCodec {
    pub(crate) fn new(compression: Option<Compression>) -> Self {
        Self {
            inflater: compression.map(|_| Inflater::shared()),
            deflater: compression.map(|compression| Deflater::shared(compression.level)),
            scratch: Vec::new(),
        }
    }

    /// What inflates the messages of a connection.
    #[inline]
    pub(crate) fn inflater<'a>(&'a mut self, deflate: &'a mut Deflate) -> Option<&'a mut Inflater> {
        let own = match deflate {
            Deflate::Own(codec) => codec.inflater.as_mut(),
            _ => None,
        };
        own.or(self.inflater.as_mut())
    }

    /// Compresses a message for one connection; `None` if it does not get smaller.
    pub(crate) fn compress_for(&mut self, deflate: &mut Deflate, message: &[u8]) -> Option<&[u8]> {
        let own = match deflate {
            Deflate::Own(codec) => codec.deflater.as_mut(),
            _ => None,
        };
        own.or(self.deflater.as_mut())?.compress(message, &mut self.scratch)
    }

    /// Compresses a message for all connections without context takeover; `None` if it does not get
    /// smaller.
    pub(crate) fn compress(&mut self, message: &[u8]) -> Option<&[u8]> {
        self.deflater.as_mut()?.compress(message, &mut self.scratch)
    }
}
