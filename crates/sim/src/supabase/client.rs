//! One Supabase client: what it wants, and what it comes to believe.

use std::collections::BTreeMap;

use baton_protocols::phoenix::Version;

use super::{Ask, Config, Heard, Request, Token, presence::Held};
use crate::{client::Said, notes::Notes, server::ConnectionId};

/// One connection, from its opening to its end.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) id: ConnectionId,
    pub(crate) user: String,
    pub(crate) name: String,
    pub(crate) version: Version,
    /// Topics that it has joined or asked for.
    pub(crate) wishes: BTreeMap<String, Wish>,
    /// It says nothing any more.
    pub(crate) silent: bool,
    /// Close codes that it has given reason for.
    pub(crate) reasons: Vec<u16>,
    /// The token that it connected with.
    pub(crate) own: Token,
    references: u64,
    said: u64,
}

/// A topic that a client wants.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) join_ref: String,
    pub(crate) config: Config,
    /// The server has confirmed it.
    pub(crate) is_on: bool,
    pub(crate) held: Held,
}

impl Client {
    pub(crate) fn new(id: ConnectionId, version: Version, own: Token) -> Self {
        Self {
            id,
            user: own.user.clone(),
            name: format!("s{id}"),
            version,
            wishes: BTreeMap::new(),
            silent: false,
            reasons: Vec::new(),
            own,
            references: 0,
            said: 0,
        }
    }

    /// Says something, with the next `ref`.
    pub(crate) fn ask(&mut self, ask: Ask) -> Said {
        self.references += 1;
        let reference = self.references.to_string();
        if let Ask::Join { topic, config } = &ask {
            let (join_ref, config) = (reference.clone(), (**config).clone());
            let wish = Wish { join_ref, config, is_on: false, held: Held::default() };
            self.wishes.insert(topic.clone(), wish);
        }
        let join_ref = ask.topic().and_then(|topic| self.wishes.get(topic)).map(|wish| wish.join_ref.clone());
        if let Ask::Leave { topic } = &ask {
            self.wishes.remove(topic);
        }
        let request = Request { reference, ask };
        Said::phoenix(request.words(self.version, join_ref.as_deref()), request)
    }

    pub(crate) fn broadcast(&mut self, topic: &str, as_frame: bool) -> Said {
        self.said += 1;
        let uuid = format!("{}-{}", self.name, self.said);
        self.ask(Ask::Broadcast { topic: topic.to_owned(), uuid, n: self.said, as_frame })
    }

    pub(crate) fn track(&mut self, topic: &str) -> Said {
        self.said += 1;
        let name = format!("{}-{}", self.name, self.said);
        self.ask(Ask::Track { topic: topic.to_owned(), name })
    }

    /// Takes what arrives.
    pub(crate) fn hear(&mut self, heard: Heard, notes: &mut Notes) {
        match heard {
            Heard::Reply { topic, reference, outcome } => {
                let Some(wish) = self.wishes.get_mut(&topic) else { return };
                if wish.join_ref != reference {
                    return;
                }
                match outcome {
                    Ok(()) => wish.is_on = true,
                    Err(_) => _ = self.wishes.remove(&topic),
                }
            }
            Heard::Ended { topic, join_ref, .. } => {
                self.wishes.retain(|of, wish| *of != topic || wish.join_ref != join_ref);
            }
            Heard::State { topic, join_ref, state } => {
                let wish = self.wishes.get_mut(&topic);
                // The first serialiser does not say for which join it is.
                let is_for = |wish: &&mut Wish| join_ref.as_ref().is_none_or(|it| wish.join_ref == *it);
                if let Some(wish) = wish.filter(is_for).filter(|wish| wish.is_on) {
                    wish.held.take_state(state);
                }
            }
            Heard::Diff { topic, diff } => {
                if let Some(wish) = self.wishes.get_mut(&topic).filter(|wish| wish.is_on) {
                    wish.held.take_diff(diff);
                }
            }
            Heard::Closed(code) if !self.reasons.contains(&code) => {
                notes
                    .fault(format_args!("{} was closed with {code}, for which it gave no reason", self.name));
            }
            _ => {}
        }
    }
}
