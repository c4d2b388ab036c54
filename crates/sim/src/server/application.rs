//! What the application asks of the server by the HTTP API, as calls.

use std::sync::Arc;

use baton_hub::{
    Access, ChannelInfo, Farewell, Form, HistoryRange, KeyRef, Message, PublishError, PublishRequest, Roster,
    Shards,
};
use baton_protocols::pusher::ChannelName;

use super::{ConnectionId, Server};

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
        let hash = self.hub.seed().hash(key);
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
        let outcome = self.hub.with(hash, |shard, effects| shard.publish(now, request, effects));
        if matches!(outcome, Err(PublishError::ChannelsFull { .. })) {
            self.hub.said_full(hash, self.app.index);
        }
        outcome.map(|_| ())
    }

    /// Ends all connections of a user.
    pub(crate) fn terminate(&self, user: &str) -> bool {
        let key = KeyRef { app: self.app.index, access: Access::User, name: user };
        let hash = self.hub.seed().hash(key);
        let farewell = Farewell::Terminated;
        self.hub.with(hash, |shard, effects| shard.disconnect_user(key, hash, farewell, effects))
    }

    /// What the hub knows of a channel in Pusher's spelling.
    pub(crate) fn info(&self, channel: &str, now: u64) -> Option<ChannelInfo> {
        let key = ChannelName::parse(channel, &self.app).ok()?.key(self.app.index);
        let hash = self.hub.seed().hash(key);
        self.hub.with(hash, |shard, _| shard.info(now, key, hash))
    }

    /// What a channel's history holds, the oldest first: the payloads.
    pub(crate) fn history(&self, channel: &str, now: u64) -> Vec<String> {
        let Ok(channel) = ChannelName::parse(channel, &self.app) else { return Vec::new() };
        let key = channel.key(self.app.index);
        let hash = self.hub.seed().hash(key);
        let range = HistoryRange { after: None, limit: usize::MAX, newest_first: false };
        let page = self.hub.with(hash, |shard, _| shard.history(now, key, hash, range));
        let payload = |data: &[u8]| String::from_utf8_lossy(data).trim_matches('"').to_owned();
        page.into_iter().flat_map(|page| page.messages).map(|kept| payload(&kept.message.data)).collect()
    }

    /// Who is on a presence channel.
    pub(crate) fn members(&self, channel: &str) -> Option<Arc<Roster>> {
        let key = ChannelName::parse(channel, &self.app).ok()?.key(self.app.index);
        let hash = self.hub.seed().hash(key);
        self.hub.with(hash, |shard, _| shard.members(key, hash))
    }
}
