//! Changes that are sent together: members, counts, and whether users are online.

use super::*;

impl Twin {
    /// Sends now or later.
    pub(super) fn gather(&mut self, channel: usize, soon: bool) {
        let entry = self.channels.get_mut(&channel).expect("open");
        if std::mem::replace(&mut entry.is_gathering, true) {
            return;
        }
        self.gathering.push((self.now + self.limits.gather_ms, channel, entry.incarnation));
        if soon {
            self.emit_all(channel);
        }
    }

    /// Whether there was anything to send.
    pub(super) fn emit_all(&mut self, channel: usize) -> bool {
        let sent = self.emit_members(channel);
        let entry = &self.channels[&channel];
        let has_count =
            entry.count_changed && entry.subscriptions.len() <= self.limits.count_at_once as usize;
        if has_count {
            self.emit_count(channel);
        }
        sent || has_count || self.emit_online(channel)
    }

    /// Sends which users left, and then which joined, since the last time; whether any did.
    pub(super) fn emit_members(&mut self, channel: usize) -> bool {
        let entry = self.channels.get_mut(&channel).expect("open");
        let (mut left, mut joined) = (Vec::new(), Vec::new());
        for id in std::mem::take(&mut entry.changed) {
            let user = entry.users.iter_mut().find(|user| user.id == id).expect("changed");
            let now = (user.connections > 0).then(|| user.info.clone());
            let newcomer = user.newcomer.take();
            if user.sent != now {
                left.extend(user.sent.is_some().then(|| (id.clone(), newcomer)));
                joined.extend(now.is_some().then_some((id, newcomer)));
                user.sent = now;
            }
        }
        entry.users.retain(|user| user.connections > 0);
        for (user, except) in &left {
            *self.balance.entry((channel, user.clone())).or_default() -= 1;
            self.emit_except(channel, &format!("-{user}"), *except);
            self.event(channel, &format!("member {user} removed"));
        }
        for (user, except) in &joined {
            *self.balance.entry((channel, user.clone())).or_default() += 1;
            self.emit_except(channel, &format!("+{user}"), *except);
            self.event(channel, &format!("member {user} added"));
        }
        !left.is_empty() || !joined.is_empty()
    }

    pub(super) fn emit_delayed_counts(&mut self, shard: usize) {
        for (channel, incarnation) in
            due(&mut self.delayed_counts, self.now, |channel| self.shard_of[channel] == shard)
        {
            let Some(entry) =
                self.channels.get_mut(&channel).filter(|entry| entry.incarnation == incarnation)
            else {
                continue;
            };
            entry.count_queued = false;
            if entry.count_changed {
                self.emit_count(channel);
            }
        }
    }

    pub(super) fn emit_gathered(&mut self, shard: usize) {
        for (channel, incarnation) in
            due(&mut self.gathering, self.now, |channel| self.shard_of[channel] == shard)
        {
            if self.channels.get(&channel).is_none_or(|entry| entry.incarnation != incarnation) {
                continue;
            }
            let sent = self.emit_all(channel);
            self.channels.get_mut(&channel).expect("open").is_gathering = sent;
            if sent {
                self.gathering.push((self.now + self.limits.gather_ms, channel, incarnation));
            }
        }
    }

    pub(super) fn count_changed(&mut self, channel: usize, soon: bool) {
        let now = self.now;
        let Some(entry) = self.channels.get_mut(&channel).filter(|entry| entry.counts) else { return };
        entry.count_changed = true;
        if entry.subscriptions.len() <= self.limits.count_at_once as usize {
            return self.gather(channel, soon);
        }
        if !entry.count_queued {
            entry.count_queued = true;
            self.delayed_counts.push((now + self.limits.count_every_ms, channel, entry.incarnation));
        }
    }

    pub(super) fn emit_count(&mut self, channel: usize) {
        let entry = self.channels.get_mut(&channel).expect("open");
        entry.count_changed = false;
        let count = entry.subscriptions.len();
        self.emit(channel, &format!("={count}"));
        self.event(channel, &format!("count {count}"));
    }

    /// A user's channel was occupied or vacated: sends that to the status channel of the same name,
    /// now or later.
    pub(super) fn status(&mut self, channel: usize, online: bool) {
        let Some(user) = self.names[channel].strip_prefix("User:") else { return };
        let Some(status) = self.number(&format!("UserStatus:{user}")) else { return };
        let Some(entry) = self.channels.get_mut(&status) else { return };
        entry.is_online = online;
        self.gather(status, online);
    }

    /// The state that a new subscriber is given: as sent to the others, or the present one if there
    /// are none.
    pub(super) fn user_status(&mut self, channel: usize, is_first: bool) -> Option<bool> {
        let user = format!("User:{}", self.names[channel].strip_prefix("UserStatus:")?);
        let user = self.number(&user).and_then(|user| self.channels.get(&user));
        let is_online = user.is_some_and(|user| !user.subscriptions.is_empty());
        let entry = self.channels.get_mut(&channel).expect("open");
        if is_first {
            (entry.is_online, entry.sent_online) = (is_online, is_online);
        }
        Some(entry.sent_online)
    }

    /// Whether there was anything to send.
    pub(super) fn emit_online(&mut self, channel: usize) -> bool {
        let entry = self.channels.get_mut(&channel).expect("open");
        let online = entry.is_online;
        if online == entry.sent_online {
            return false;
        }
        entry.sent_online = online;
        self.emit(channel, &format!("online={online}"));
        true
    }
}
