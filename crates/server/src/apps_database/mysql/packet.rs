//! What the packets of the protocol hold: bytes in, values out, and the other way.
//!
//! <https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html> has each of them by these names.

use crate::apps_database::column::Type;

/// What the client can do: the protocol since 4.1, long passwords and flags, transactions, a database in the handshake,
/// and authentication by plugins. Without `CLIENT_LOCAL_FILES`: a server could ask for files.
const CAPABILITIES: u32 = 0x1 | 0x4 | CONNECT_WITH_DB | 0x200 | 0x2000 | 0x8000 | PLUGIN_AUTH | 0x20_0000;
const CONNECT_WITH_DB: u32 = 0x8;
const SSL: u32 = 0x800;
const PLUGIN_AUTH: u32 = 0x8_0000;
/// `utf8mb4_general_ci`, which every version has.
const UTF8MB4: u8 = 45;
/// The character set of bytes that are no text.
const BINARY: u16 = 63;
/// The largest packet, as the handshake says: an upper bound for what the server sends.
pub(super) const PACKET_BYTES: u32 = 64 << 20;

/// A packet that does not say what it should.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Reads fields off the beginning of a packet.
pub(super) struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    pub(super) fn new(packet: &'a [u8]) -> Self {
        Self(packet)
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    fn u16(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// What ends with a zero; the whole rest if none is there, as some servers send it.
    pub(super) fn until_zero(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == 0);
        let taken = self.0.get(..end.unwrap_or(self.0.len())).unwrap_or_default();
        self.0 = self.0.get(taken.len() + usize::from(end.is_some())..).unwrap_or_default();
        taken
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// A number of one to nine bytes (`int<lenenc>`); `None` is the first byte of NULL.
    fn number(&mut self) -> Result<Option<u64>, Malformed> {
        Ok(match self.byte()? {
            0xfb => None,
            0xfc => Some(self.u16()?.into()),
            0xfd => {
                let [a, b, c] = self.array()?;
                Some(u32::from_le_bytes([a, b, c, 0]).into())
            }
            0xfe => Some(u64::from_le_bytes(self.array()?)),
            0xff => return Err(Malformed),
            small => Some(small.into()),
        })
    }

    /// Bytes behind their number (`string<lenenc>`); `None` for NULL.
    pub(super) fn text(&mut self) -> Result<Option<&'a [u8]>, Malformed> {
        match self.number()? {
            None => Ok(None),
            Some(count) => self.take(usize::try_from(count).map_err(|_| Malformed)?).map(Some),
        }
    }
}

/// What a server says first (`HandshakeV10`).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Handshake {
    capabilities: u32,
    /// The 20 bytes that a password is hashed with.
    pub(super) nonce: Vec<u8>,
    /// How it would have the client authenticate.
    pub(super) plugin: String,
}

impl Handshake {
    pub(super) fn read(packet: &[u8]) -> Result<Self, Malformed> {
        let mut fields = Fields::new(packet);
        if fields.byte()? != 10 {
            return Err(Malformed);
        }
        fields.until_zero(); // the version
        fields.take(4)?; // the number of the connection
        let mut nonce = fields.take(8)?.to_vec();
        fields.take(1)?;
        let lower = fields.u16()?;
        fields.take(3)?; // character set and status
        let capabilities = u32::from(lower) | u32::from(fields.u16()?) << 16;
        let nonce_bytes = usize::from(fields.byte()?);
        fields.take(10)?;
        let more = fields.take(nonce_bytes.saturating_sub(8).max(13))?;
        nonce.extend_from_slice(more.strip_suffix(&[0]).unwrap_or(more));
        let plugin = match capabilities & PLUGIN_AUTH {
            0 => "mysql_native_password".to_owned(),
            _ => String::from_utf8_lossy(fields.until_zero()).into_owned(),
        };
        Ok(Self { capabilities, nonce, plugin })
    }

    pub(super) fn offers_tls(&self) -> bool {
        self.capabilities & SSL != 0
    }
}

/// The beginning of the client's answer, which is all of it before a handshake of TLS (`SSLRequest`).
pub(super) fn ssl_request(with_tls: bool) -> Vec<u8> {
    let capabilities = CAPABILITIES | if with_tls { SSL } else { 0 };
    let mut packet = Vec::with_capacity(128);
    packet.extend_from_slice(&capabilities.to_le_bytes());
    packet.extend_from_slice(&PACKET_BYTES.to_le_bytes());
    packet.push(UTF8MB4);
    packet.extend_from_slice(&[0; 23]);
    packet
}

/// The client's answer (`HandshakeResponse41`).
pub(super) fn response(
    with_tls: bool,
    (user, database): (&str, &str),
    plugin: &str,
    proof: &[u8],
) -> Vec<u8> {
    let mut packet = ssl_request(with_tls);
    let zero_ended = |packet: &mut Vec<u8>, text: &str| {
        packet.extend(text.bytes().filter(|byte| *byte != 0));
        packet.push(0);
    };
    zero_ended(&mut packet, user);
    packet.push(u8::try_from(proof.len()).unwrap_or_default()); // at most 32
    packet.extend_from_slice(proof);
    zero_ended(&mut packet, database);
    zero_ended(&mut packet, plugin);
    packet
}

/// What a server refuses something with (`ERR_Packet`).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ServerError {
    pub(super) code: u16,
    pub(super) text: String,
}

impl ServerError {
    /// Reads what follows the first byte.
    pub(super) fn read(packet: &[u8]) -> Result<Self, Malformed> {
        let mut fields = Fields::new(packet);
        let code = fields.u16()?;
        let rest = fields.rest();
        // '#' and five characters, but not before the handshake.
        let text = if rest.first() == Some(&b'#') { rest.get(6..).unwrap_or_default() } else { rest };
        Ok(Self { code, text: String::from_utf8_lossy(text).into_owned() })
    }
}

/// The most columns that a table of either database has.
pub(super) const MOST_COLUMNS: usize = 4_096;

/// How many columns follow (the first packet of a result).
pub(super) fn column_count(packet: &[u8]) -> Result<usize, Malformed> {
    let count = Fields::new(packet).number()?.ok_or(Malformed)?;
    usize::try_from(count).ok().filter(|count| (1..=MOST_COLUMNS).contains(count)).ok_or(Malformed)
}

/// The name and the type of a column (`ColumnDefinition41`).
pub(super) fn column(packet: &[u8]) -> Result<(String, Type), Malformed> {
    let mut fields = Fields::new(packet);
    for _ in 0..4 {
        fields.text()?; // catalog, schema, and the table by both of its names
    }
    let name = fields.text()?.ok_or(Malformed)?;
    fields.text()?;
    fields.number()?;
    let character_set = fields.u16()?;
    fields.take(4)?;
    let of = match fields.byte()? {
        0x01..=0x03 | 0x08 | 0x09 | 0x0d => Type::Whole,
        0x00 | 0x04 | 0x05 | 0xf6 => Type::Decimal,
        0x10 => Type::Switch,
        0xf5 => Type::Json,
        0x0f | 0xf7..=0xfe if character_set != BINARY => Type::Text,
        0x0f | 0xf9..=0xfe => Type::Other("binary".into()),
        0x07 | 0x0a..=0x0c => Type::Other("date or time".into()),
        other => Type::Other(format!("number {other}")),
    };
    Ok((String::from_utf8_lossy(name).into_owned(), of))
}

/// Whether a packet ends columns or rows (`EOF_Packet`): a row that begins so is longer.
pub(super) fn is_end(packet: &[u8]) -> bool {
    packet.first() == Some(&0xfe) && packet.len() < 9
}

/// The values of a row, as text; bits as a number.
pub(super) fn row(packet: &[u8], types: &[Type]) -> Result<Vec<Option<String>>, Malformed> {
    let mut fields = Fields::new(packet);
    let value = |of: &Type| {
        let bytes = fields.text()?;
        Ok(bytes.map(|bytes| match of {
            Type::Switch => u8::from(bytes.iter().any(|byte| *byte != 0)).to_string(),
            _ => String::from_utf8_lossy(bytes).into_owned(),
        }))
    };
    types.iter().map(value).collect()
}
