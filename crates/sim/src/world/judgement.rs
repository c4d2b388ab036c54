//! What must be so: at any time, at rest, when all have left, and when all is forgotten.

use std::collections::{BTreeMap, BTreeSet};

use super::World;
use crate::client::{Members, SignIn, name_of, users_channel};

impl World {
    /// The bounds hold at every moment, and histories have no gaps.
    pub(super) fn judge_bounds(&mut self) {
        if let Some(channel) = self.dice.pick(&self.channels).cloned() {
            self.judge_history(&channel);
        }
        let limits = self.conditions.limits;
        let (channels, bytes, ..) = self.server.size();
        let shards = self.conditions.shards * self.conditions.nodes;
        if channels > limits.channels * shards {
            self.notes.fault(format_args!("the hub has {channels} channels"));
        }
        if bytes > limits.history_bytes * shards {
            self.notes.fault(format_args!("the hub keeps {bytes} bytes"));
        }
        let unjust = self.server.unjust_refusals();
        if unjust > 0 {
            self.notes.fault(format_args!("{unjust} times a shard said that it was full, and was not"));
        }
        let limit = self.conditions.app.channels_per_connection as usize;
        for id in self.clients.keys() {
            let held = self.expectation.held(*id);
            if held > limit {
                self.notes.fault(format_args!("c{id} has {held} channels"));
            }
        }
    }

    /// Nothing is under way: what clients believe, what the hub says and what is so are the same.
    pub(super) fn judge_at_rest(&mut self) {
        for unsent in self.expectation.unsent().collect::<Vec<_>>() {
            self.notes.fault(unsent);
        }
        self.judge_connections();
        self.judge_beliefs();
        for channel in self.all_channels() {
            self.judge_channel(&channel);
        }
        self.judge_watchers();
        let (noticed, unfilled) = self.server.gaps();
        self.notes.count_times("gaps noticed", noticed);
        if unfilled > 0 {
            self.notes.fault(format_args!("{unfilled} commands were missing, and could not be applied"));
        }
    }

    fn judge_connections(&mut self) {
        let (_, _, _, connections) = self.server.size();
        let clients = self.clients.len() + self.supabase.clients.len();
        if connections != clients {
            self.notes.fault(format_args!("the server has {connections} connections, of {clients} clients"));
        }
        for client in self.clients.values() {
            if client.socket.is_none() || !self.server.is_connected(client.id) {
                self.notes.fault(format_args!("{} is not connected and does not know", client.name));
            }
            if client.owes_proof {
                self.notes.fault(format_args!("{} never proved who it is and is still here", client.name));
            }
            if client.signs_in == SignIn::Asked {
                self.notes.fault(format_args!("{} was never signed in", client.name));
            }
        }
    }

    fn judge_beliefs(&mut self) {
        let mut believed = 0;
        for client in self.clients.values() {
            for (channel, belief) in &client.channels {
                if belief.waits() {
                    self.notes.fault(format_args!("{} waits for {channel}", client.name));
                }
                if belief.is_on != self.expectation.has(client.id, channel) {
                    self.notes.fault(format_args!("{} is wrong about having {channel}", client.name));
                }
                believed += usize::from(belief.is_on);
            }
        }
        let places = self.expectation.places();
        believed += self.supabase.model.subscriptions();
        if believed != places {
            self.notes.fault(format_args!("{places} subscriptions, of which clients know {believed}"));
        }
    }

    fn all_channels(&self) -> Vec<String> {
        let of_users = self.users.iter().map(|user| users_channel(user));
        self.channels.iter().cloned().chain(of_users).collect()
    }

    fn judge_channel(&mut self, channel: &str) {
        let places: Vec<_> =
            self.expectation.on(channel).map(|(id, place)| (id, place.user.clone())).collect();
        let infos = self.server.infos(channel, self.notes.now);
        let counted: usize = infos.iter().map(|info| info.subscriptions as usize).sum();
        if counted != places.len() {
            self.notes
                .fault(format_args!("{channel} has {} subscriptions, and says {counted}", places.len()));
        }
        if channel.starts_with("presence-") {
            self.judge_members(channel, places.into_iter().map(|(_, user)| user).collect());
        }
        if !self.conditions.app.pusher.subscription_count
            || channel.starts_with("presence-")
            || channel.starts_with('#')
        {
            return;
        }
        for client in self.clients.values() {
            let believed = client.channels.get(channel).filter(|belief| belief.is_on);
            let sent = believed.map(|belief| belief.count);
            if sent.is_some_and(|sent| sent != Some(counted as u64)) {
                self.notes.fault(format_args!("{} counts {sent:?} on {channel}, not {counted}", client.name));
            }
        }
    }

    fn judge_history(&mut self, channel: &str) {
        let app = &self.conditions.app;
        let ttl_ms = u64::from(app.history_ttl_s) * 1_000 + self.conditions.lag_ms();
        let bounds = (app.history_messages as usize, ttl_ms);
        let history = self.server.history(channel, self.notes.now);
        let names: Vec<_> = history.iter().filter_map(|payload| name_of(payload)).collect();
        self.notes.count(if names.is_empty() { "empty histories" } else { "histories" });
        if let Err(error) = self.expectation.judge_history(channel, &names, bounds, self.notes.now) {
            self.notes.fault(error);
        }
    }

    fn judge_members(&mut self, channel: &str, present: BTreeSet<String>) {
        let about = |info: &[u8]| String::from_utf8_lossy(info).into_owned();
        let rosters = self.server.members(channel);
        let mut rosters = rosters.iter().map(|roster| -> Members {
            let members = roster.members.iter();
            members.map(|member| (member.user_id.to_string(), about(&member.info))).collect()
        });
        let members = rosters.next().unwrap_or_default();
        if rosters.any(|others| others != members) {
            self.notes.fault(format_args!("nodes disagree about the members of {channel}"));
        }
        if !members.keys().eq(&present) {
            let ids: Vec<_> = members.keys().collect();
            self.notes.fault(format_args!("{channel} has {present:?}, and says {ids:?}"));
        }
        if members.len() > self.conditions.app.pusher.presence_members as usize {
            self.notes.fault(format_args!("{channel} has {} members", members.len()));
        }
        for client in self.clients.values() {
            let Some(belief) = client.channels.get(channel).filter(|belief| belief.is_on) else { continue };
            if belief.members.as_ref() != Some(&members) {
                let believed = &belief.members;
                self.notes.fault(format_args!(
                    "{} believes {believed:?} on {channel}, not {members:?}",
                    client.name
                ));
            }
        }
    }

    /// Users are there while a connection is signed in as them.
    fn judge_watchers(&mut self) {
        let is_there = |user: &String| self.expectation.on(&users_channel(user)).next().is_some();
        let there: BTreeMap<&String, bool> = self.users.iter().map(|user| (user, is_there(user))).collect();
        for client in self.clients.values() {
            for (user, believed) in &client.watched {
                if there.get(user) != Some(believed) {
                    self.notes.fault(format_args!(
                        "{} believes that {user} being there is {believed}",
                        client.name
                    ));
                }
                self.notes.count("users watched");
            }
        }
    }

    /// Some say goodbye, some are lost, and the rest is asked to go.
    pub(super) fn everybody_leaves(&mut self) {
        for id in self.clients.keys().copied().collect::<Vec<_>>() {
            match self.dice.below(3) {
                0 => self.leave(id),
                1 => {
                    self.end_client(id);
                    self.server_loses(id);
                }
                _ => {}
            }
        }
        for id in self.supabase.clients.keys().copied().collect::<Vec<_>>() {
            match self.dice.below(3) {
                0 => self.leave_as_supabase(id),
                1 => {
                    self.end_supabase(id, false);
                    self.server_loses(id);
                }
                _ => {}
            }
        }
        self.carry();
        self.pass(2_000);
        for client in self.supabase.clients.values_mut() {
            client.reasons.push(1012);
        }
        for client in self.clients.values_mut() {
            client.reasons.push(4200);
        }
        self.server.drain(self.notes.now);
        self.carry();
        self.pass(2_000);
    }

    /// Nobody is there: only what is kept for a while remains.
    pub(super) fn judge_deserted(&mut self) {
        self.server.tick(self.notes.now);
        let (channels, bytes, listed, connections) = self.server.size();
        if (listed, connections, self.clients.len(), self.expectation.places()) != (0, 0, 0, 0) {
            let clients = self.clients.len();
            self.notes.fault(format_args!(
                "all have left, and {connections} connections of {clients} clients and {listed} listed channels remain"
            ));
        }
        let now = self.notes.now;
        let leaks = self.server.leaks();
        if leaks > 0 || self.supabase.model.subscriptions() > 0 || !self.supabase.clients.is_empty() {
            self.notes.fault(format_args!("all have left, and {leaks} questions remained"));
        }
        let infos: Vec<_> =
            self.all_channels().iter().flat_map(|name| self.server.infos(name, now)).collect();
        if infos.iter().any(|info| info.subscriptions > 0 || info.users.is_some()) {
            self.notes.fault("all have left, and a channel is occupied");
        }
        if infos.len() != channels || (channels == 0) != (bytes == 0) {
            let known = infos.len();
            self.notes
                .fault(format_args!("{channels} channels keep {bytes} bytes, of which {known} are known"));
        }
    }

    /// What was kept has expired.
    pub(super) fn judge_forgotten(&mut self) {
        let (channels, bytes, ..) = self.server.size();
        if (channels, bytes) != (0, 0) {
            self.notes
                .fault(format_args!("all has expired, and {channels} channels and {bytes} bytes remain"));
        }
    }
}
