//! Hooks about publishes: what is asked, and what an answer means for the request.
//!
//! An answer takes a round trip, so a server asks before it has the request answered: it is read once for its questions
//! ([`hook_questions`]), and once more, with the answers, to be carried out ([`handle_hooked`]).

use alloc::{boxed::Box, collections::BTreeMap};

use super::{
    Addressee, Failure, Hub, Memory, Request, Response, answer, authentication, find, publish::Publisher,
    sender,
};
use crate::{App, HookEvent, HookQuestion, HookRefused};

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
