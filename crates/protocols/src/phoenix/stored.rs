//! Broadcasts that the database sends: rows of `realtime.messages`, as `realtime.send` and triggers put them there.

use alloc::{string::String, string::ToString as _, sync::Arc};

use baton_hub::{ChannelRules, KeyRef, Message, PublishError, Published};

use super::{Body, publishing, publishing::NotSent, topic::SubTopic};
use crate::{App, rules};

/// A row.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// The channel, without `realtime:`.
    pub topic: &'a str,
    /// Whether the private channel of that name is meant.
    pub private: bool,
    /// The event's name.
    pub event: &'a str,
    /// The payload.
    pub body: Body<'a>,
    /// The row's id, which subscribers are sent.
    pub id: &'a str,
}

/// Why a row went nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredError {
    /// The hub has no room for now.
    Full,
    /// It never will: its topic or event, or its size.
    Refused(String),
}

impl Stored<'_> {
    /// Sends it to the channel's subscribers, by `publish`. The database has decided who may insert it.
    ///
    /// # Errors
    /// Those of [`StoredError`].
    pub fn publish(
        &self,
        app: &App,
        publish: impl FnOnce(KeyRef<'_>, Arc<Message>, ChannelRules) -> Result<Published, PublishError>,
    ) -> Result<(), StoredError> {
        let refused = |error: &dyn core::fmt::Display| StoredError::Refused(error.to_string());
        let name = SubTopic::parse(self.topic).map_err(|error| refused(&error))?;
        let key = name.key(app.index, self.private).map_err(|error| refused(&error))?;
        let message = publishing::message(self.event, self.body, app).map_err(|error| refused(&error))?;
        let message = Message { id: Some(self.id.into()), ..Arc::unwrap_or_clone(message) };
        match publish(key, Arc::new(message), rules::of(key, app)) {
            Ok(_) => Ok(()),
            Err(PublishError::Full) => Err(StoredError::Full),
            Err(error) => Err(refused(&NotSent::Hub(error))),
        }
    }
}
