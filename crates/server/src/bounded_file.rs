//! Reads files that the settings name, with a limit on bytes and a timeout.
//!
//! A path may lead to a device without an end, or to a pipe: `--config <(command)` is to be read, but a pipe without a writer
//! would block its reader for ever.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

/// How long a pipe may take to its end, and how often it is read meanwhile.
const TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

/// The first `most` bytes of a file, or all of them.
///
/// # Errors
/// It cannot be read, or is a pipe that has not ended after ten seconds.
pub(crate) fn read(path: &str, most: u64) -> io::Result<Vec<u8>> {
    read_within(path, most, TIMEOUT)
}

fn read_within(path: &str, most: u64, timeout: Duration) -> io::Result<Vec<u8>> {
    let file =
        OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    let is_pipe = file.metadata()?.file_type().is_fifo();
    let (mut file, mut bytes, began) = (file.take(most), Vec::new(), Instant::now());
    loop {
        match file.read_to_end(&mut bytes) {
            // A pipe without a writer reads as one at its end.
            Ok(_) if is_pipe && bytes.is_empty() => {}
            Ok(_) => return Ok(bytes),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        if began.elapsed() >= timeout {
            let s = timeout.as_secs();
            let why =
                format!("it is a pipe that has not ended after {s} s: name a file, or a pipe that is closed");
            return Err(io::Error::new(ErrorKind::TimedOut, why));
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;
    use std::process::Command;

    use super::*;
    use crate::entropy::random_hex;

    const SOON: Duration = Duration::from_millis(50);

    #[test]
    fn a_pipe_is_read_to_its_end_and_one_without_an_end_is_an_error() {
        let path = std::env::temp_dir().join(format!("baton-pipe-{}", random_hex(8).unwrap()));
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let name = path.to_str().unwrap();
        assert_eq!(read_within(name, 9, SOON).unwrap_err().kind(), ErrorKind::TimedOut, "no writer");
        thread::scope(|scope| {
            let reader = scope.spawn(|| read(name, 100));
            let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
            for part in ["in ", "two parts"] {
                writer.write_all(part.as_bytes()).unwrap();
                thread::sleep(SOON);
            }
            drop(writer);
            assert_eq!(reader.join().unwrap().unwrap(), b"in two parts");
        });
        let writer = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        assert_eq!(read_within(name, 9, SOON).unwrap_err().kind(), ErrorKind::TimedOut, "no end");
        drop(writer);
        fs::remove_file(&path).unwrap();
        assert_eq!(read("/dev/zero", 5).unwrap(), [0; 5]);
        assert_eq!(read("/", 5).unwrap_err().kind(), ErrorKind::IsADirectory);
    }
}
