//! Which part of a cluster a key belongs to.

/// How many parts there are.
pub const SLOTS: u16 = 16_384;

/// The slot of a key, as the Redis Cluster specification has it: CRC16 (XMODEM: polynomial 0x1021, from 0) of what stands
/// between the first `{` and the next `}`, if that is something, and else of the whole key.
#[must_use]
pub fn slot(key: &[u8]) -> u16 {
    crc16(tag(key).unwrap_or(key)) % SLOTS
}

fn tag(key: &[u8]) -> Option<&[u8]> {
    let start = memchr::memchr(b'{', key)? + 1;
    let rest = key.get(start..)?;
    let len = memchr::memchr(b'}', rest)?;
    rest.get(..len).filter(|tag| !tag.is_empty())
}

const TABLE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte: u16 = 0;
    while byte < 256 {
        table[byte as usize] = by_bits(byte << 8);
        byte += 1;
    }
    table
};

const fn by_bits(mut crc: u16) -> u16 {
    let mut bit = 0;
    while bit < 8 {
        crc = if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
        bit += 1;
    }
    crc
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| crc << 8 ^ TABLE[usize::from((crc >> 8) as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_check_value_of_the_specification() {
        assert_eq!(crc16(b"123456789"), 0x31c3);
    }

    /// The hash tags of the specification, and slots as a server gave them (CLUSTER KEYSLOT).
    #[test]
    fn what_stands_in_braces_decides() {
        assert_eq!(slot(b"{user1000}.following"), slot(b"{user1000}.followers"));
        assert_eq!(slot(b"foo{}{bar}"), crc16(b"foo{}{bar}") % SLOTS);
        assert_eq!(slot(b"foo{{bar}}zap"), slot(b"{bar"));
        assert_eq!(slot(b"foo{bar}{zap}"), slot(b"bar"));
        for (key, expected) in [("", 0), ("foo", 12_182), ("somekey", 11_058), ("foo{hash_tag}", 2_515)] {
            assert_eq!(slot(key.as_bytes()), expected, "{key}");
        }
    }

    proptest! {
        #[test]
        fn the_table_agrees_with_bits(bytes: alloc::vec::Vec<u8>) {
            let plain = bytes.iter().fold(0, |crc, byte| by_bits(crc ^ u16::from(*byte) << 8));
            prop_assert_eq!(crc16(&bytes), plain);
        }
    }
}
