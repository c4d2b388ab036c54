//! A client: what it asks for, what it answers, and what it comes to believe from what it hears.

mod belief;
mod heard;
mod words;

use std::collections::BTreeMap;

use baton_protocols::App;

pub(crate) use self::{
    belief::Belief,
    heard::{Heard, Members, name_of, read},
    words::{Meaning, Said},
};
use crate::{ledger::Line, notes::Notes, server::ConnectionId};

/// One tab of a user: one connection, from its opening to its end. It never comes back; another one does.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) id: ConnectionId,
    pub(crate) user: String,
    /// Its name in the ledger.
    pub(crate) name: String,
    /// Its public name, once it was greeted.
    pub(crate) socket: Option<String>,
    pub(crate) channels: BTreeMap<String, Belief>,
    pub(crate) signs_in: SignIn,
    /// Users that it watches, and whether each is there.
    pub(crate) watched: BTreeMap<String, bool>,
    /// Channels that it asks for as soon as it can: what it had before it came back.
    pub(crate) plan: Vec<String>,
    /// It answers nothing and says nothing any more.
    pub(crate) silent: bool,
    /// Close codes that it has given reason for.
    pub(crate) reasons: Vec<u16>,
    /// The app asks for a proof of who it is, and it has not heard that one was taken.
    pub(crate) owes_proof: bool,
    said: u64,
}

/// How far a client is with saying who it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignIn {
    Never,
    Asked,
    Done,
}

impl Client {
    pub(crate) fn new(id: ConnectionId, user: String, plan: Vec<String>, app: &App) -> Self {
        Self {
            id,
            user,
            name: format!("c{id}"),
            socket: None,
            channels: BTreeMap::new(),
            signs_in: SignIn::Never,
            watched: BTreeMap::new(),
            plan,
            silent: false,
            reasons: Vec::new(),
            owes_proof: app.pusher.authorized_connections,
            said: 0,
        }
    }

    /// Takes what arrives, and returns its answers. After [`Heard::Closed`] it is over.
    pub(crate) fn hear(&mut self, heard: Heard, app: &App, notes: &mut Notes) -> Vec<Said> {
        let outcome = match heard {
            Heard::Established { socket } => return self.greeted(socket, app),
            Heard::Asked => return self.answer(Said::text(r#"{"event":"pusher:pong","data":"{}"}"#)),
            Heard::Ping => return self.answer(Said::pong()),
            Heard::SignedIn { user } => return self.signed_in(&user, notes),
            Heard::Confirmed { channel, members } => {
                self.owes_proof &= !channel.starts_with("private-") && !channel.starts_with("presence-");
                let name = self.name.clone();
                self.belief(&channel).confirmed(&name, &channel, members, notes)
            }
            Heard::Refused { channel } => self.belief(&channel).refused(&channel),
            Heard::Added { channel, user, about } => self.belief(&channel).added(&channel, user, about),
            Heard::Removed { channel, user } => self.belief(&channel).removed(&channel, &user),
            Heard::Counted { channel, count } => {
                self.belief(&channel).count = Some(count);
                Ok(())
            }
            Heard::Watched { online, offline } => {
                self.watched.extend(online.into_iter().map(|user| (user, true)));
                self.watched.extend(offline.into_iter().map(|user| (user, false)));
                Ok(())
            }
            Heard::Message { channel, uuid, copy: false, .. } => {
                notes.write(Line::Deliver { client: self.name.clone(), channel, uuid });
                Ok(())
            }
            // Clients are not read while there is no room for what they say, so that none is asked to try again.
            Heard::Error { text } if text.contains("overloaded") => Err(format!("was sent: {text}")),
            Heard::Message { .. } | Heard::CacheMiss { .. } | Heard::Error { .. } | Heard::Answered => Ok(()),
            Heard::Closed(code) => self.may_be_closed(code),
        };
        if let Err(error) = outcome {
            notes.fault(format_args!("{} {error}", self.name));
        }
        Vec::new()
    }

    fn belief(&mut self, channel: &str) -> &mut Belief {
        self.channels.entry(channel.to_owned()).or_default()
    }

    fn greeted(&mut self, socket: String, app: &App) -> Vec<Said> {
        self.socket = Some(socket);
        let plan = std::mem::take(&mut self.plan);
        plan.iter().filter_map(|channel| self.subscribe(channel, app, false)).collect()
    }

    fn answer(&self, answer: Said) -> Vec<Said> {
        if self.silent { Vec::new() } else { vec![answer] }
    }

    /// From now on it hears what is sent to its user, and asks for that channel as pusher-js does.
    fn signed_in(&mut self, user: &str, notes: &mut Notes) -> Vec<Said> {
        if user != self.user {
            notes.fault(format_args!("{} was signed in as {user}", self.name));
        }
        self.owes_proof = false;
        let channel = users_channel(&self.user);
        if self.signs_in != SignIn::Done {
            self.signs_in = SignIn::Done;
            notes.subscribed(&self.name, &channel);
        }
        let belief = self.belief(&channel);
        belief.is_own = true;
        belief.is_on = true;
        let ask = !belief.is_wanted && !self.silent;
        if ask {
            self.belief(&channel).ask();
            return vec![Said::text(
                serde_json::json!({"event": "pusher:subscribe", "data": {"channel": channel}}).to_string(),
            )];
        }
        Vec::new()
    }

    fn may_be_closed(&self, code: u16) -> Result<(), String> {
        if self.reasons.contains(&code) || (code == 4009 && self.owes_proof) {
            return Ok(());
        }
        Err(format!("was closed with {code}, for which it gave no reason"))
    }

    /// Asks for a channel that it does not have; a signed-in client may leave out who it is.
    pub(crate) fn subscribe(&mut self, channel: &str, app: &App, as_signed_in: bool) -> Option<Said> {
        let socket = self.socket.clone()?;
        if self.silent || self.belief(channel).is_wanted {
            return None;
        }
        let as_signed_in = as_signed_in && self.signs_in == SignIn::Done;
        let about = (channel.starts_with("presence-") && !as_signed_in)
            .then(|| format!(r#"{{"user_id":"{}","user_info":{}}}"#, self.user, self.about()));
        self.belief(channel).ask();
        Some(Said::subscribe(app, &socket, channel, about.as_deref()))
    }

    /// Gives a channel up that it has or has asked for.
    pub(crate) fn unsubscribe(&mut self, channel: &str, notes: &mut Notes) -> Option<Said> {
        let belief = self.channels.get_mut(channel).filter(|belief| belief.is_wanted && !belief.is_own)?;
        if self.silent {
            return None;
        }
        if belief.give_up() {
            notes.unsubscribed(&self.name, channel);
        }
        Some(Said::unsubscribe(channel))
    }

    /// Says something to the others on a channel.
    pub(crate) fn whisper(&mut self, channel: &str) -> Option<Said> {
        self.socket.as_ref().filter(|_| !self.silent)?;
        self.said += 1;
        Some(Said::client_event(channel, &format!("{}-{}", self.name, self.said), self.said))
    }

    /// Says who it is, and whom it watches.
    pub(crate) fn sign_in(&mut self, watchlist: &[String], app: &App) -> Option<Said> {
        let socket = self.socket.clone().filter(|_| !self.silent)?;
        if self.signs_in != SignIn::Never {
            return None;
        }
        self.signs_in = SignIn::Asked;
        // Without room for the user's channel the connection ends.
        self.reasons.push(4100);
        let list = serde_json::json!(watchlist);
        let data = format!(r#"{{"id":"{}","user_info":{},"watchlist":{list}}}"#, self.user, self.about());
        Some(Said::sign_in(app, &socket, &data))
    }

    /// What the application tells about this tab's user.
    fn about(&self) -> String {
        format!(r#"{{"tab":{}}}"#, self.id)
    }

    /// Its connection is no more.
    pub(crate) fn end(&mut self, notes: &mut Notes) {
        for (channel, belief) in &mut self.channels {
            if std::mem::take(&mut belief.is_on) {
                notes.unsubscribed(&self.name, channel);
            }
        }
    }

    /// What it would ask for again.
    pub(crate) fn wishes(&self) -> Vec<String> {
        let is_wish =
            |(channel, belief): &(&String, &Belief)| belief.is_wanted && !belief.is_own && *channel != FORGED;
        self.channels.iter().filter(is_wish).map(|(channel, _)| channel.clone()).collect()
    }
}

/// A channel that is only ever asked for with a false signature.
pub(crate) const FORGED: &str = "private-forged";

/// The channel on which a user's own messages come.
pub(crate) fn users_channel(user: &str) -> String {
    format!("#server-to-user-{user}")
}
