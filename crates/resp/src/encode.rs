//! Commands to bytes.

use alloc::vec::Vec;

/// Appends a command as an array of bulk strings, the one form that every command may have. Its length is added up first,
/// so that `out` grows at most once.
pub fn command<'a>(out: &mut Vec<u8>, args: impl Iterator<Item = &'a [u8]> + Clone) {
    let (count, bytes) = measure(args.clone());
    out.reserve(bytes);
    header(out, b'*', count);
    for arg in args {
        header(out, b'$', arg.len());
        out.extend_from_slice(arg);
        out.extend_from_slice(b"\r\n");
    }
}

/// How many arguments there are, and the length of the command.
fn measure<'a>(args: impl Iterator<Item = &'a [u8]>) -> (usize, usize) {
    let (mut count, mut bytes) = (0, 0);
    for arg in args {
        count += 1;
        bytes += header_len(arg.len()) + arg.len() + 2;
    }
    (count, header_len(count) + bytes)
}

const fn header_len(number: usize) -> usize {
    let digits = match number.checked_ilog10() {
        Some(power) => power as usize + 1,
        None => 1,
    };
    1 + digits + 2
}

fn header(out: &mut Vec<u8>, kind: u8, mut number: usize) {
    // 20 digits hold every number of 64 bits.
    let mut line = [0; 1 + 20 + 2];
    let mut at = line.len() - 2;
    line[at..].copy_from_slice(b"\r\n");
    loop {
        at -= 1;
        line[at] = b"0123456789"[number % 10];
        number /= 10;
        if number == 0 {
            break;
        }
    }
    at -= 1;
    line[at] = kind;
    out.extend_from_slice(&line[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use proptest::prelude::*;

    /// The same, written as one reads it in the specification.
    fn plain(args: &[Vec<u8>]) -> Vec<u8> {
        let mut out = format!("*{}\r\n", args.len()).into_bytes();
        for arg in args {
            out.extend(format!("${}\r\n", arg.len()).bytes());
            out.extend(arg);
            out.extend(b"\r\n");
        }
        out
    }

    #[test]
    fn numbers_of_every_length() {
        for number in [0, 1, 9, 10, 99, 100, 65_535, usize::MAX] {
            let mut out = Vec::new();
            header(&mut out, b'$', number);
            assert_eq!(String::from_utf8(out).unwrap(), format!("${number}\r\n"));
            assert_eq!(header_len(number), format!("${number}\r\n").len());
        }
    }

    #[test]
    fn memory_is_taken_once() {
        let args = [&b"SET"[..], b"k", &[7; 100]];
        let mut out = Vec::new();
        command(&mut out, args.into_iter());
        assert_eq!(out.capacity(), Vec::<u8>::with_capacity(out.len()).capacity());
    }

    proptest! {
        #[test]
        fn it_is_what_the_specification_says(args: Vec<Vec<u8>>) {
            let mut out = Vec::new();
            command(&mut out, args.iter().map(Vec::as_slice));
            prop_assert_eq!(out.len(), measure(args.iter().map(Vec::as_slice)).1);
            prop_assert_eq!(out, plain(&args));
        }
    }
}
