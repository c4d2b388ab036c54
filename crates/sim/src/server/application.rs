//! What the application asks of the server by the HTTP API, as calls.

use std::sync::Arc;

use baton_hub::{
    Access, ChannelInfo, DisconnectReason, Form, HistoryRange, KeyRef, Message, PublishError, PublishRequest,
    Roster, Shards,
};
use baton_protocols::pusher::ChannelName;

use super::{ConnectionId, Hub, Server};

impl Server {
    /// Publishes, past the connection `except`.
    pub(crate) fn publish(
        &self,
        channel: &str,
        payload: &str,
        except: Option<ConnectionId>,
        now: u64,
    ) -> Result<(), PublishError> {
        let Ok(channel) = ChannelName::parse(channel, &self.app) else { return Ok(()) };
        let key = channel.key(self.app.index);
        // An application's requests reach any node.
        let Some(hub) = self.any_hub(now) else { return Ok(()) };
        let hash = hub.seed().hash(key);
        let message = Message {
            event: "n".into(),
            data: format!("\"{payload}\"").into_bytes().into(),
            form: Form::Text,
            id: None,
            user: None,
        };
        let request = PublishRequest {
            key,
            hash,
            message: Arc::new(message),
            except: except.and_then(|id| self.connections.get(&id)).map(|connection| connection.link.socket),
            rules: channel.rules(&self.app),
            accepted_at: now.saturating_mul(1_000_000),
        };
        let outcome = hub.publish(now, request);
        if matches!(outcome, Err(PublishError::ChannelsFull { .. })) {
            hub.said_full(hash, self.app.index);
        }
        outcome.map(|_| ())
    }

    /// Ends all connections of a user.
    pub(crate) fn terminate(&self, user: &str, now: u64) -> bool {
        let key = KeyRef { app: self.app.index, access: Access::User, name: user };
        self.any_hub(now).is_some_and(|hub| hub.disconnect_user(key, DisconnectReason::Terminated, now))
    }

    pub(super) fn any_hub(&self, now: u64) -> Option<&Hub> {
        self.hubs.get(usize::try_from(now).unwrap_or(0) % self.hubs.len().max(1))
    }

    /// What each node that has a channel, in Pusher's spelling, knows of it.
    pub(crate) fn infos(&self, channel: &str, now: u64) -> Vec<ChannelInfo> {
        let Ok(channel) = ChannelName::parse(channel, &self.app) else { return Vec::new() };
        let key = channel.key(self.app.index);
        let info = |hub: &Hub| {
            let hash = hub.seed().hash(key);
            hub.with(hash, |shard, _| shard.info(now, key, hash))
        };
        self.hubs.iter().filter_map(info).collect()
    }

    /// What a channel's history holds, the oldest first: the payloads.
    pub(crate) fn history(&self, channel: &str, now: u64) -> Vec<String> {
        let Ok(channel) = ChannelName::parse(channel, &self.app) else { return Vec::new() };
        let key = channel.key(self.app.index);
        let Some(hub) = self.any_hub(now) else { return Vec::new() };
        hub.catch_up_wholly(now);
        let hash = hub.seed().hash(key);
        let range = HistoryRange { after: None, limit: usize::MAX, newest_first: false };
        let page = hub.with(hash, |shard, _| shard.history(now, key, hash, range));
        let payload = |data: &[u8]| String::from_utf8_lossy(data).trim_matches('"').to_owned();
        page.into_iter().flat_map(|page| page.messages).map(|kept| payload(&kept.message.data)).collect()
    }

    /// Who is on a presence channel, as each node has it that knows.
    pub(crate) fn members(&self, channel: &str) -> Vec<Arc<Roster>> {
        let Ok(channel) = ChannelName::parse(channel, &self.app) else { return Vec::new() };
        let key = channel.key(self.app.index);
        let members = |hub: &Hub| {
            let hash = hub.seed().hash(key);
            hub.with(hash, |shard, _| shard.members(key, hash))
        };
        self.hubs.iter().filter_map(members).collect()
    }
}
