//! What is said first on each connection.

use baton_resp::command;

use super::settings::Identity;

/// Commands that the owner of a connection wants sent with each handshake, encoded.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The commands.
    pub bytes: Vec<u8>,
    /// How many replies they have.
    pub replies: usize,
}

/// All of it in one piece, and how many replies there will be.
pub(super) fn handshake(identity: &Identity, opening: &Opening) -> (Vec<u8>, usize) {
    let (mut bytes, mut replies) = (Vec::new(), opening.replies);
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
    if !identity.client_name.is_empty() {
        say(&[b"CLIENT", b"SETNAME", &identity.client_name]);
    }
    if identity.database != 0 {
        say(&[b"SELECT", identity.database.to_string().as_bytes()]);
    }
    bytes.extend_from_slice(&opening.bytes);
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
        let (bytes, replies) = handshake(&Identity::default(), &Opening::default());
        assert!(bytes.is_empty() && replies == 0);
        let identity = Identity {
            user: b"u".to_vec(),
            password: b"p".to_vec(),
            client_name: b"n".to_vec(),
            database: 7,
        };
        let opening = Opening { bytes: b"*1\r\n$4\r\nPING\r\n".to_vec(), replies: 1 };
        let (bytes, replies) = handshake(&identity, &opening);
        let expected = "*3\r\n$4\r\nAUTH\r\n$1\r\nu\r\n$1\r\np\r\n*3\r\n$6\r\nCLIENT\r\n$7\r\nSETNAME\r\n$1\r\nn\r\n\
                        *2\r\n$6\r\nSELECT\r\n$1\r\n7\r\n*1\r\n$4\r\nPING\r\n";
        assert_eq!((String::from_utf8(bytes).unwrap().as_str(), replies), (expected, 4));
        let (bytes, _) = handshake(&Identity { user: Vec::new(), ..identity }, &Opening::default());
        assert!(bytes.starts_with(b"*2\r\n$4\r\nAUTH\r\n$1\r\np\r\n"));
    }
}
