//! What is said first on each connection.

use baton_resp::command;

use super::settings::Identity;

/// All of it in one piece, and how many replies there will be.
pub(super) fn handshake(identity: &Identity) -> (Vec<u8>, usize) {
    let (mut bytes, mut replies) = (Vec::new(), 0);
    let mut say = |args: &[&[u8]]| {
        command(&mut bytes, args.iter().copied());
        replies += 1;
    };
    if !identity.password.is_empty() {
        if identity.user.is_empty() {
            say(&[b"AUTH", &identity.password]);
        } else {
            say(&[b"AUTH", &identity.user, &identity.password]);
        }
    }
    if identity.database != 0 {
        say(&[b"SELECT", identity.database.to_string().as_bytes()]);
    }
    (bytes, replies)
}

/// Whether a server that answers so may answer otherwise soon: it starts, or it has too many clients.
pub(super) fn is_passing(error: &[u8]) -> bool {
    [&b"LOADING"[..], b"BUSY", b"MASTERDOWN", b"CLUSTERDOWN", b"TRYAGAIN", b"ERR max number of clients"]
        .iter()
        .any(|beginning| error.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_said() {
        let (bytes, replies) = handshake(&Identity::default());
        assert!(bytes.is_empty() && replies == 0);
        let identity = Identity { user: b"u".to_vec(), password: b"p".to_vec(), database: 7 };
        let (bytes, replies) = handshake(&identity);
        let expected = "*3\r\n$4\r\nAUTH\r\n$1\r\nu\r\n$1\r\np\r\n\
                        *2\r\n$6\r\nSELECT\r\n$1\r\n7\r\n";
        assert_eq!((String::from_utf8(bytes).unwrap().as_str(), replies), (expected, 2));
        let (bytes, _) = handshake(&Identity { user: Vec::new(), ..identity });
        assert!(bytes.starts_with(b"*2\r\n$4\r\nAUTH\r\n$1\r\np\r\n"));
    }
}
