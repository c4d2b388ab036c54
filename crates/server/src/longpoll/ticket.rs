//! What a client shows to come back to its session: a random name, and this process's signature under it.
//!
//! The name alone could not be guessed; with the signature a made-up one is refused before anything is looked up, and in the
//! same time whatever it says.

use baton_protocols::Secret;
use baton_protocols::pusher::signature::Signature;

use crate::entropy::Entropy;

/// Hexadecimal digits of a name.
const NAME_DIGITS: usize = 32;

/// The name of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Name(u128);

/// Signs tickets, with a key that the process makes for itself: no other process takes them, nor the next one.
pub(super) struct Signer {
    key: Secret,
}

impl Signer {
    pub(super) fn new() -> Self {
        let mut entropy = Entropy::new();
        Self { key: Secret::new(&format!("{:032x}{:032x}", name(&mut entropy).0, name(&mut entropy).0)) }
    }

    /// A new name, and its ticket.
    pub(super) fn issue(&self) -> (Name, String) {
        let name = name(&mut Entropy::new());
        let digits = format!("{:032x}", name.0);
        let ticket = format!("{digits}.{}", Signature::of_bytes(&self.key, digits.as_bytes()));
        (name, ticket)
    }

    /// The name on a ticket of ours.
    pub(super) fn read(&self, ticket: &str) -> Option<Name> {
        let (digits, signature) = ticket.split_once('.')?;
        if digits.len() != NAME_DIGITS
            || !Signature::of_bytes(&self.key, digits.as_bytes()).is_spelled(signature)
        {
            return None;
        }
        u128::from_str_radix(digits, 16).ok().map(Name)
    }
}

fn name(entropy: &mut Entropy) -> Name {
    Name(u128::from(entropy.next_u64()) << 64 | u128::from(entropy.next_u64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_read_by_who_signed_it_alone() {
        let signer = Signer::new();
        let (name, ticket) = signer.issue();
        assert_eq!(signer.read(&ticket), Some(name));
        assert_eq!(Signer::new().read(&ticket), None, "another process's");
        let (other, second) = signer.issue();
        assert_ne!(name, other);
        let (digits, signature) = ticket.split_once('.').unwrap();
        let (_, foreign) = second.split_once('.').unwrap();
        for forged in [
            format!("{digits}.{foreign}"),
            format!("{digits}."),
            digits.to_owned(),
            format!("+{}.{signature}", &digits[1..]),
            format!("{digits}.{}", &signature[..63]),
            String::new(),
            ".".to_owned(),
        ] {
            assert_eq!(signer.read(&forged), None, "{forged}");
        }
    }
}
