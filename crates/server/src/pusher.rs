//! How clients of Pusher Channels are admitted.

use std::fmt::Display;

use baton_protocols::pusher::{ConnectRequest, PusherSession, Refused as NotServed};
use baton_protocols::{Refusal, Session};

use crate::admission::{Admission, MessageLengths, Opening, Protocol, plain};
use crate::node::Node;
use crate::refusals::Refused;
use crate::supabase::NotAdmitted;

/// Clients connect to `/app/{key}`, with the protocol's version in the query.
pub(crate) const PROTOCOL: Protocol =
    Protocol { name: "pusher", serves: |_, path| path.starts_with("/app/"), subprotocol: None, admit };

/// Most refusals are close codes, which need an open WebSocket: such a request is admitted with a
/// session that says why and closes.
fn admit(node: &Node, opening: &Opening<'_>) -> Result<Admission, NotAdmitted> {
    let Some(request) = ConnectRequest::parse(opening.target) else {
        return Err(opening.not_served(node));
    };
    let known = node.app_by_key(request.key);
    let app = known.as_ref().map(|state| &*state.app);
    let note = |cause: Refusal, why: &dyn Display| {
        let refused = Refused::new(cause, why).from(opening.asker.client);
        node.refusals.note(&Refused { app, key: Some(request.key), ..refused });
    };
    let judged = request.judge(app, opening.origin, known.as_ref().map_or(0, |state| state.connections()));
    let (state, session): (_, Box<dyn Session + Send>) = match (judged, known.clone()) {
        (Ok(()), Some(state)) => (state, Box::new(PusherSession::new(request.wants_positions))),
        (Ok(()), None) => return Err(plain(404, "Not Found", "The app does not exist.").into()),
        (Err(NotServed::Origin(why)), _) => {
            note(Refusal::Origin, &why);
            return Err(plain(403, "Forbidden", &why.to_string()).into());
        }
        (Err(NotServed::Closing(session)), known) => {
            note(session.cause(), &session.text());
            (known.unwrap_or_else(|| node.nobody().clone()), Box::new(session))
        }
    };
    state.connect();
    let message_lengths = MessageLengths::new(node.config().settings.message_bytes, 0);
    Ok(Admission { state, session, message_lengths })
}
