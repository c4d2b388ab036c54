//! Patterns in settings: `*` stands for any characters.

/// Matches a text whole against a pattern. On a mismatch it returns to the last star alone, so the work is at most the
/// product of both lengths.
pub fn matches(text: &str, pattern: &str, is_same: impl Fn(&u8, &u8) -> bool) -> bool {
    let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
    let (mut at, mut in_pattern) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(byte) = text.get(at) {
        match pattern.get(in_pattern) {
            Some(b'*') => {
                star = Some((in_pattern + 1, at));
                in_pattern += 1;
            }
            Some(wanted) if is_same(wanted, byte) => {
                at += 1;
                in_pattern += 1;
            }
            _ => {
                let Some((after_star, from)) = star else { return false };
                star = Some((after_star, from + 1));
                at = from + 1;
                in_pattern = after_star;
            }
        }
    }
    pattern.get(in_pattern..).unwrap_or_default().iter().all(|&byte| byte == b'*')
}
