//! Names of events that belong to the protocols themselves.

/// What no publisher may begin an event's name with: clients take such events for the server's own words.
const RESERVED: [&str; 3] = ["pusher:", "pusher_internal:", "phx_"];

/// Names that are the server's own words as a whole.
const RESERVED_WHOLE: [&str; 2] = ["presence_state", "presence_diff"];

/// Whether an event of this name would be taken for the server's own word by some protocol.
/// Whatever brings messages into the hub refuses it there, so that nobody can speak in the server's
/// voice.
pub fn is_reserved_event(name: &str) -> bool {
    RESERVED.iter().any(|prefix| name.starts_with(prefix)) || RESERVED_WHOLE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_own_words_are_reserved() {
        for name in ["pusher:x", "pusher_internal:x", "pusher:", "phx_reply", "presence_state"] {
            assert!(is_reserved_event(name), "{name}");
        }
        for name in ["", "pusher", "client-pusher:x", "Pusher:x", "my-pusher:x", "presence_states"] {
            assert!(!is_reserved_event(name), "{name}");
        }
    }
}
