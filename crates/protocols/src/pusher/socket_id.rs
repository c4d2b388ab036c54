//! Socket ids in Pusher's spelling: two decimal numbers and a dot. Every server SDK checks for exactly that.

use baton_hub::SocketId;

/// Reads `high.low`. Accepts only what a [`SocketId`] is displayed as, so that one connection has one spelling: no
/// signs, spaces or leading zeros.
pub fn parse(text: &str) -> Option<SocketId> {
    let (high, low) = text.split_once('.')?;
    Some(SocketId { high: number(high)?, low: number(low)? })
}

fn number(text: &str) -> Option<u64> {
    let canonical = text == "0" || matches!(text.as_bytes(), [b'1'..=b'9', ..]);
    canonical.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_two_plain_numbers_are_read() {
        assert_eq!(parse("1234.1234"), Some(SocketId { high: 1234, low: 1234 }));
        assert_eq!(parse("0.0"), Some(SocketId::default()));
        for text in
            ["", ".", "1", "1.", ".1", "1.2.3", "01.2", "+1.2", "-1.2", " 1.2", "1.2 ", "1,2", "a.b", "1.2\n"]
        {
            assert_eq!(parse(text), None, "{text:?}");
        }
        assert_eq!(parse("18446744073709551616.1"), None);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(high: u64, low: u64) {
            let id = SocketId { high, low };
            prop_assert_eq!(parse(&id.to_string()), Some(id));
        }
    }
}
