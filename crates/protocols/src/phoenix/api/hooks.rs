//! What hooks are asked about broadcasts over HTTP.

use serde_json::value::RawValue;

use super::{Batch, Call, HookAnswers, MESSAGES, Sender, payload};
use crate::{
    App, Claims, HookDetail, HookEvent, HookQuestion, Hub, PolicyAnswer,
    phoenix::{Body, incoming, session::hook_channel},
};

impl Call<'_> {
    /// Has `ask` called with each question that the call brings up: one for each message that a hook wants to know of and
    /// that may be sent otherwise, with its place in the list.
    pub fn hook_questions(
        &self,
        app: &App,
        (claims, policies): (&Claims, &dyn Fn(&str) -> PolicyAnswer),
        (content_type, body): (Option<&str>, &[u8]),
        hub: &dyn Hub,
        ask: &mut dyn FnMut(usize, &HookQuestion<'_>),
    ) {
        if !app.hooks.have(HookEvent::Publish) {
            return;
        }
        let none = HookAnswers::new();
        let sender = Sender { app, claims, policies, hub, hooks: &none };
        match self {
            Self::One { topic, event, private } => {
                if let Ok(payload) = payload(content_type, body) {
                    sender.ask(0, (topic, *private), (event, payload), ask);
                }
            }
            Self::Batch { .. } => {
                let read = incoming::value(body).and_then(incoming::object::<Batch<'_>>);
                let messages = read.map(|batch| batch.messages).unwrap_or_default();
                for (place, item) in messages.iter().take(MESSAGES).enumerate() {
                    let payload = Body::Json(item.payload.map_or("{}", RawValue::get));
                    sender.ask(place, (&item.topic.0, item.private), (&item.event.0, payload), ask);
                }
            }
        }
    }
}

impl Sender<'_> {
    /// Asks the hook that wants to know of a message, if the message may be sent otherwise.
    fn ask(
        &self,
        place: usize,
        (topic, private): (&str, bool),
        (event, payload): (&str, Body<'_>),
        ask: &mut dyn FnMut(usize, &HookQuestion<'_>),
    ) {
        let Ok(key) = self.check((topic, private), (event, payload)) else { return };
        let channel = hook_channel(key);
        let Some(hook) = self.app.hooks.find(HookEvent::Publish, &channel) else { return };
        let question = HookQuestion {
            hook,
            event: HookEvent::Publish,
            channel: &channel,
            socket: None,
            user: self.claims.subject.as_deref(),
            detail: HookDetail::Message {
                event,
                data: payload.data(),
                form: payload.form(),
                most_bytes: self.app.supabase.broadcast_bytes,
                counts_escapes: true,
            },
        };
        ask(place, &question);
    }
}
