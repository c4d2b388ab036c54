//! Parts of texts from outside, for error texts: enough to recognise them, and no more.

/// The first `bytes` of `text`, or a little less where that would cut a character.
pub fn beginning(text: &str, bytes: usize) -> &str {
    let longest = bytes.min(text.len());
    (0..=longest).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_kept_whole() {
        for (bytes, shown) in [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (4, "aé"), (7, "aé€!"), (99, "aé€!")]
        {
            assert_eq!(beginning("aé€!", bytes), shown);
        }
    }
}
