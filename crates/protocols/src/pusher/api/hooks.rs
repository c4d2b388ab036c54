//! Hooks about publishes: what is asked, and what an answer means for the request.
//!
//! An answer takes a round trip, so a server asks before it has the request answered: it is read once for its questions
//! ([`hook_questions`]), and once more, with the answers, to be carried out ([`handle_hooked`]).

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc};

use baton_hub::Message;

use super::{
    Addressee, Failure, Hub, Memory, Request, Response, answer, authentication, find,
    publish::{Known, Planned, Publisher},
    sender,
};
use crate::{App, HookDetail, HookEvent, HookQuestion, HookRefused};

/// Data that hooks have put in place of a publisher's, by the place of the event for one channel in the request.
pub type Rewritten = BTreeMap<usize, Box<str>>;

/// Takes a question, and the place of what it is about in the request.
pub type Ask<'a> = dyn FnMut(&App, usize, &HookQuestion<'_>) + 'a;

/// Whether a hook may have to be asked about a publish, judged by its head alone.
pub fn may_ask_hooks(path: &str, hub: &dyn Hub) -> bool {
    let request = Request { method: "POST", path, query: "", body: &[], idempotency_key: None };
    find(&request, hub).is_ok_and(|to| to.app.hooks.have(HookEvent::Publish) && to.route.call.is_publish())
}

/// Has `ask` called with each question that a publish brings up: one for each event and channel that a hook wants to know
/// of. There is none about other calls, about a request that is refused anyway, and about events that have been published
/// under the same idempotency key.
pub fn hook_questions(request: &Request<'_>, hub: &dyn Hub, memory: &dyn Memory, ask: &mut Ask<'_>) {
    let Ok(to) = find(request, hub) else { return };
    if !to.route.call.is_publish() || !to.app.hooks.have(HookEvent::Publish) {
        return;
    }
    let Ok(query) = sender(request, &to, hub) else { return };
    if authentication::check_body(&query, request.body).is_err() {
        return;
    }
    let Addressee { route, app } = &to;
    let none = Rewritten::new();
    let publisher = Publisher { request, route, query: &query, app, hub, memory, rewritten: &none };
    // What it fails by is answered when it is carried out.
    _ = publisher.ask_hooks(&mut |place, question| ask(app, place, question));
}

/// Answers a request about which the hooks have been asked.
pub fn handle_hooked(
    request: &Request<'_>,
    hub: &dyn Hub,
    memory: &dyn Memory,
    rewritten: &Rewritten,
) -> Response {
    let addressee = match find(request, hub) {
        Ok(addressee) => addressee,
        Err(response) => return response,
    };
    answer(request, &addressee, (hub, memory), rewritten)
        .unwrap_or_else(|failure| failure.into_response(Some(&addressee.app)))
}

/// The answer to a request that a hook does not let pass, of which nothing was published.
pub fn hook_refused(request: &Request<'_>, hub: &dyn Hub, refused: &HookRefused) -> Response {
    match find(request, hub) {
        Ok(to) => Failure::by_hook(refused).into_response(Some(&to.app)),
        Err(response) => response, // the app was removed meanwhile
    }
}

/// The answer to a request that was carried out and whose events could not be stored
/// (`history_store`): the subscribers have them, and a restart would lose them.
pub fn not_stored(request: &Request<'_>, hub: &dyn Hub) -> Response {
    match find(request, hub) {
        Ok(to) => Failure::overloaded(crate::NOT_STORED).into_response(Some(&to.app)),
        Err(response) => response, // the app was removed meanwhile
    }
}

impl Publisher<'_> {
    /// Asks about what has not been published yet.
    fn ask_hooks(&self, ask: &mut dyn FnMut(usize, &HookQuestion<'_>)) -> Result<(), Failure> {
        self.planned(|plan, _| {
            let from = match self.key()? {
                None => 0,
                Some(key) => match self.recall(&key, &self.fingerprint()) {
                    Known::Answered(_) | Known::OtherRequest => plan.len(),
                    Known::UpTo(events) => events,
                },
            };
            for (place, planned) in plan.iter().enumerate().skip(from) {
                self.ask_hook(place, planned, ask);
            }
            Ok(())
        })
    }

    fn ask_hook(&self, place: usize, planned: &Planned<'_>, ask: &mut dyn FnMut(usize, &HookQuestion<'_>)) {
        let (event, channel) = (HookEvent::Publish, planned.channel.as_str());
        let Some(hook) = self.app.hooks.find(event, channel) else { return };
        let Planned { message, except: socket, .. } = planned;
        let most_bytes = self.app.pusher.event_data_bytes;
        let detail = HookDetail::Message {
            event: &message.event,
            data: &message.data,
            form: message.form,
            most_bytes,
            counts_escapes: false,
        };
        ask(place, &HookQuestion { hook, event, channel, socket: *socket, user: None, detail });
    }

    /// Puts the data of hooks in place of the publisher's.
    pub(super) fn rewrite(&self, plan: &mut [Planned<'_>]) {
        for (place, data) in self.rewritten {
            let Some(planned) = plan.get_mut(*place) else { continue };
            let message = Message { data: data.as_bytes().into(), ..(*planned.message).clone() };
            planned.message = Arc::new(message);
        }
    }
}
