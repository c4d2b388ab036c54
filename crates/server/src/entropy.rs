//! Random numbers from the operating system, fetched a page at a time.

use baton_hub::HashSeed;

use crate::log_writer;

/// A buffer of random bytes: a connection's name costs no system call of its own.
pub(crate) struct Entropy {
    buffer: [u8; 1024],
    used: usize,
}

impl Entropy {
    pub(crate) fn new() -> Self {
        Self { buffer: [0; 1024], used: 1024 }
    }

    /// 64 random bits. Fails only where the operating system has no randomness to give, which ends
    /// the process: names that can be guessed would let strangers take part in others' connections.
    pub(crate) fn next_u64(&mut self) -> u64 {
        if self.used + 8 > self.buffer.len() {
            if let Err(error) = getrandom::fill(&mut self.buffer) {
                tracing::error!(%error, "the operating system gives no random bytes; a server without them is not safe");
                log_writer::flush();
                std::process::abort();
            }
            self.used = 0;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.buffer[self.used..self.used + 8]);
        self.used += 8;
        u64::from_le_bytes(word)
    }

    /// A seed for hashing names that clients choose.
    pub(crate) fn hash_seed(&mut self) -> HashSeed {
        HashSeed::new([self.next_u64(), self.next_u64(), self.next_u64(), self.next_u64()])
    }
}

/// So many random bytes in hexadecimal, for keys and secrets.
///
/// # Errors
/// The operating system has no randomness to give, in words for the user.
pub(crate) fn random_hex(bytes: usize) -> Result<String, String> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}
