//! Frames as the generator sees them: headers scanned in the read buffer, and masked frames made ready beforehand.
//!
//! At a million frames a second the generator may spend a few dozen nanoseconds on each. So a frame that arrives is not
//! copied and its text not checked (the server's own tests do that), and a frame to be sent is masked once, after which
//! only the digits of its serial number are written anew.

/// How many digits a serial number has in a payload. Ten: more than a run can send.
pub const SERIAL_DIGITS: usize = 10;

/// A frame that lies whole in the read buffer.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The four opcode bits (RFC 6455, section 5.2).
    pub opcode: u8,
    /// Its payload, unmasked as a server must send it.
    pub payload: &'a [u8],
    /// Header and payload together.
    pub length: usize,
}

/// Finds the first frame of `bytes`; `None` until all of it has arrived.
///
/// # Errors
/// What this generator takes for a broken server: a masked frame, a fragment, a reserved bit.
pub fn scan(bytes: &[u8]) -> Result<Option<Frame<'_>>, &'static str> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & 0xf0 != 0x80 {
        return Err("the server sent a fragment or a reserved bit, neither of which was negotiated");
    }
    if second & 0x80 != 0 {
        return Err("the server masked a frame, which RFC 6455, section 5.1 forbids");
    }
    let (header, length) = match (second & 0x7f, rest) {
        (126, [a, b, ..]) => (4, usize::from(u16::from_be_bytes([*a, *b]))),
        (127, [0, 0, 0, 0, a, b, c, d, ..]) => (10, u32::from_be_bytes([*a, *b, *c, *d]) as usize),
        (127, [_, _, _, _, _, _, _, _, ..]) => return Err("the server announced a frame of over 4 GiB"),
        (126 | 127, _) => return Ok(None),
        (short, _) => (2, usize::from(short)),
    };
    let whole = header + length;
    Ok(bytes.get(header..whole).map(|payload| Frame { opcode: first & 0x0f, payload, length: whole }))
}

/// Appends a masked text frame, as a client must send it.
pub fn push_masked(out: &mut Vec<u8>, opcode: u8, payload: &[u8], mask: [u8; 4]) {
    push_header(out, opcode, payload.len(), 0x80);
    out.extend_from_slice(&mask);
    out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, key)| byte ^ key));
}

/// Appends an unmasked text frame, as a server sends it.
pub fn push_text(out: &mut Vec<u8>, payload: &[u8]) {
    push_header(out, 1, payload.len(), 0);
    out.extend_from_slice(payload);
}

fn push_header(out: &mut Vec<u8>, opcode: u8, length: usize, mask_bit: u8) {
    out.push(0x80 | opcode);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..=125), _) => out.push(mask_bit | short),
        (_, Ok(medium)) => {
            out.push(mask_bit | 126);
            out.extend_from_slice(&medium.to_be_bytes());
        }
        _ => {
            out.push(mask_bit | 127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
}

/// A serial number as the digits that a payload carries.
#[must_use]
pub fn digits(serial: u32) -> [u8; SERIAL_DIGITS] {
    let mut text = [b'0'; SERIAL_DIGITS];
    let mut rest = serial;
    for digit in text.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text
}

/// The serial number that stands at `offset`, if there are ten digits.
#[must_use]
pub fn serial_at(payload: &[u8], offset: usize) -> Option<u32> {
    let text = payload.get(offset..offset.checked_add(SERIAL_DIGITS)?)?;
    let mut serial = 0_u64;
    for &byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        serial = serial * 10 + u64::from(digit);
    }
    u32::try_from(serial).ok()
}

/// A masked frame whose serial number can be written again in place.
#[derive(Debug, Clone)]
pub struct Template {
    bytes: Vec<u8>,
    offset: usize,
    mask: [u8; SERIAL_DIGITS],
}

impl Template {
    /// Masks `payload`, whose ten digits of serial number start at `serial_offset`. `None` if they do not fit in it.
    #[must_use]
    pub fn new(payload: &[u8], serial_offset: usize, mask: [u8; 4]) -> Option<Self> {
        serial_at(payload, serial_offset)?;
        let mut bytes = Vec::with_capacity(payload.len() + 14);
        push_masked(&mut bytes, 1, payload, mask);
        let offset = bytes.len() - payload.len() + serial_offset;
        let rotated = std::array::from_fn(|i| mask[(serial_offset + i) % 4]);
        Some(Self { bytes, offset, mask: rotated })
    }

    /// The frame's length.
    #[must_use]
    pub fn frame_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The frame as it was first written.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes a serial number into a copy of this frame. A slice of another length is left as it is.
    pub fn stamp(&self, frame: &mut [u8], serial: u32) {
        let Some(place) = frame.get_mut(self.offset..self.offset + SERIAL_DIGITS) else { return };
        for ((byte, digit), key) in place.iter_mut().zip(digits(serial)).zip(self.mask) {
            *byte = digit ^ key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanning_finds_every_length_and_waits_for_the_rest() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 70_000] {
            let payload = vec![b'x'; length];
            let mut bytes = Vec::new();
            push_text(&mut bytes, &payload);
            let whole = bytes.len();
            bytes.extend_from_slice(b"next");
            let frame = scan(&bytes).unwrap().unwrap();
            assert_eq!((frame.opcode, frame.payload, frame.length), (1, &payload[..], whole));
            for cut in [0, 1, 2, 3, 9, whole - 1] {
                if cut < whole {
                    assert_eq!(scan(&bytes[..cut]).unwrap(), None, "{length} cut at {cut}");
                }
            }
        }
    }

    #[test]
    fn scanning_refuses_what_a_server_may_not_send() {
        assert!(scan(&[0x81, 0x80, 0, 0, 0, 0]).is_err());
        assert!(scan(&[0x01, 0x00]).is_err());
        assert!(scan(&[0xc1, 0x00]).is_err());
        assert!(scan(&[0x82, 127, 1, 0, 0, 0, 0, 0, 0, 0]).is_err());
    }

    #[test]
    fn serial_numbers_survive_their_digits() {
        for serial in [0, 7, 1_234_567_890, u32::MAX] {
            assert_eq!(serial_at(&digits(serial), 0), Some(serial));
        }
        assert_eq!(serial_at(b"12345x7890", 0), None);
        assert_eq!(serial_at(b"9999999999", 0), None);
        assert_eq!(serial_at(b"123", 0), None);
        assert_eq!(serial_at(b"123", usize::MAX), None);
    }

    #[test]
    fn a_stamped_template_unmasks_to_the_new_serial() {
        let mask = [1, 2, 3, 4];
        let template = Template::new(br#"{"n":"0000000000","pad":""}"#, 6, mask).unwrap();
        let mut frame = template.as_bytes().to_vec();
        template.stamp(&mut frame, 42);
        let header = 6;
        let payload: Vec<u8> = frame[header..].iter().zip(mask.iter().cycle()).map(|(b, k)| b ^ k).collect();
        assert_eq!(payload, br#"{"n":"0000000042","pad":""}"#);
        assert!(Template::new(b"short", 0, mask).is_none());
    }
}
