//! What must be so of Supabase clients when nothing is under way.

use std::collections::BTreeMap;

use super::{super::World, Supabase};
use crate::supabase::channel_of;

impl World {
    /// What clients believe, what the server has and what is so are the same.
    pub(in crate::world) fn judge_supabase(&mut self) {
        for fault in self.supabase.model.overdue(self.notes.now) {
            self.notes.fault(fault);
        }
        let Self { supabase: Supabase { clients, model, .. }, server, notes, .. } = self;
        for client in clients.values() {
            let (id, name) = (client.id, &client.name);
            if !server.is_connected(id) {
                notes.fault(format_args!("{name} is not connected and does not know"));
            }
            if server.follows(id) != model.follows(id) {
                let (has, must) = (server.follows(id), model.follows(id));
                notes.fault(format_args!("{has} topics' changes are followed for {name}, of {must}"));
            }
            let places: BTreeMap<_, _> = model.places(id).collect();
            for (topic, wish) in &client.wishes {
                if !wish.is_on || !places.contains_key(topic.as_str()) {
                    notes.fault(format_args!("{name} is wrong about having {topic}"));
                }
            }
            for (topic, place) in places {
                let Some(wish) = client.wishes.get(topic) else {
                    notes.fault(format_args!("{name} does not know that it has {topic}"));
                    continue;
                };
                if !place.hears_presence() {
                    continue;
                }
                let said: Vec<_> = model.present(topic, place.config.private).collect();
                let Some(state) = wish.held.state() else {
                    notes.fault(format_args!("{name} was never sent who is present on {topic}: {said:?}"));
                    continue;
                };
                let believed = state.present();
                let is_there = |(key, it): &(Option<&str>, &str)| {
                    believed.iter().any(|(of, name)| name == it && key.is_none_or(|key| key == *of))
                };
                notes.count("presence states judged");
                if state.len() != said.len() || !said.iter().all(is_there) {
                    notes.fault(format_args!(
                        "{name} believes {believed:?} on {}, not {said:?}",
                        channel_of(topic, place.config.private)
                    ));
                }
            }
        }
    }
}
