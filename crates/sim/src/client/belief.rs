//! What a client believes of one channel.

use std::collections::VecDeque;

use super::Members;
use crate::notes::Notes;

/// One channel, as one client sees it.
#[derive(Debug, Default)]
pub(crate) struct Belief {
    /// Requests without an answer; true for those that were given up meanwhile. Answers come in their order.
    asked: VecDeque<bool>,
    /// The newest thing that it said about the channel is that it wants it.
    pub(crate) is_wanted: bool,
    /// It has a subscription that it has not given up.
    pub(crate) is_on: bool,
    /// It is the channel of the client's own user, which comes with the sign-in.
    pub(crate) is_own: bool,
    pub(crate) members: Option<Members>,
    pub(crate) count: Option<u64>,
}

impl Belief {
    pub(super) fn ask(&mut self) {
        self.asked.push_back(false);
        self.is_wanted = true;
    }

    /// True if it had the subscription.
    pub(super) fn give_up(&mut self) -> bool {
        self.is_wanted = false;
        if let Some(newest) = self.asked.back_mut() {
            *newest = true;
        }
        std::mem::take(&mut self.is_on)
    }

    pub(crate) fn waits(&self) -> bool {
        !self.asked.is_empty()
    }

    pub(super) fn confirmed(
        &mut self,
        client: &str,
        channel: &str,
        members: Option<Members>,
        notes: &mut Notes,
    ) -> Result<(), String> {
        let given_up = self.asked.pop_front().ok_or_else(|| format!("got {channel} and had not asked"))?;
        if self.is_own {
            return Ok(());
        }
        if members.is_some() != channel.starts_with("presence-") {
            return Err(format!("was sent members, or not sent them, on {channel}"));
        }
        (self.members, self.count) = (members, None);
        self.is_on = !given_up;
        notes.subscribed(client, channel);
        if given_up {
            notes.unsubscribed(client, channel);
        }
        Ok(())
    }

    pub(super) fn refused(&mut self, channel: &str) -> Result<(), String> {
        let given_up = self.asked.pop_front().ok_or_else(|| format!("had not asked for {channel}"))?;
        if !given_up {
            self.is_wanted = false;
        }
        Ok(())
    }

    pub(super) fn added(&mut self, channel: &str, user: String, about: String) -> Result<(), String> {
        let members = self.members.as_mut().ok_or_else(|| format!("has no list of members of {channel}"))?;
        match members.insert(user.clone(), about) {
            None => Ok(()),
            Some(_) => Err(format!("was sent twice that {user} is on {channel}")),
        }
    }

    pub(super) fn removed(&mut self, channel: &str, user: &str) -> Result<(), String> {
        let members = self.members.as_mut().ok_or_else(|| format!("has no list of members of {channel}"))?;
        match members.remove(user) {
            Some(_) => Ok(()),
            None => Err(format!("was sent that {user} left {channel} and did not know it there")),
        }
    }
}
