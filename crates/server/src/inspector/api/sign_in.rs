//! Sessions: begun with a link, a token or an app's key, shown, and ended.

use std::net::IpAddr;
use std::sync::Arc;

use baton_hub::Millis;
use baton_protocols::Refusal;
use baton_protocols::pusher::signature::Signature;
use hyper::Method;
use serde_json::{Map, Value, json};

use super::{Call, Outcome, maybe_text, object, switch, text};
use crate::clock;
use crate::inspector::access::{Caller, credential_of, may_fail};
use crate::inspector::sessions::{Credential, LINK_S, Proof, Role, Session};
use crate::node::Node;
use crate::refusals::Refused;
use crate::tenants::Answer;

/// Seconds that the clock of who signs with an app's key may differ.
const CLOCK_S: u64 = 60;

/// A sign-in: the answer, and the token for the cookie if one is asked for.
pub(crate) fn sign_in(node: &Arc<Node>, body: &[u8], address: IpAddr) -> (Answer, Option<String>) {
    match begin(node, body, address) {
        Ok((answer, cookie)) => (answer, cookie),
        Err(refusal) => (refusal, None),
    }
}

fn begin(node: &Arc<Node>, body: &[u8], address: IpAddr) -> Result<(Answer, Option<String>), Answer> {
    let given = object(body)?;
    let with_cookie = switch(&given, "cookie")?;
    let Some((credential, ends)) = proved(node, &given)? else { return Err(refused(node, address)) };
    let (token, session) = node
        .inspector
        .sessions
        .begin(Proof { credential, ends, is_cookie: with_cookie }, clock::now_ms())
        .map_err(|why| Answer::error(503, &why))?;
    node.inspector.audit.note(&session.credential, address, "sign-in", "");
    let payloads =
        session.credential.role() == Role::Operator || node.config().settings.inspector_reader_payloads;
    let mut shown = shown(node, &session, payloads);
    if with_cookie {
        return Ok((Answer::of(shown), Some(token)));
    }
    shown["token"] = json!(token);
    Ok((Answer::of(shown), None))
}

/// What a sign-in proves, and when the session has to end, where something says it.
fn proved(node: &Node, given: &Map<String, Value>) -> Result<Option<(Credential, Option<Millis>)>, Answer> {
    let config = node.config();
    if let Some(link) = maybe_text(given, "link")? {
        return Ok(node.inspector.sessions.use_link(link, clock::now_ms()));
    }
    if let Some(token) = maybe_text(given, "token")? {
        return Ok(credential_of(token, &config).map(|credential| (credential, None)));
    }
    if given.get("key").is_none() {
        return Err(Answer::error(400, "Send one of link, token, or key with time and signature"));
    }
    let (key, signature) = (text(given, "key")?, text(given, "signature")?);
    let Some(time) = given.get("time").and_then(Value::as_u64) else {
        return Err(Answer::error(400, "time has to be the seconds since 1970 as a number"));
    };
    if time.abs_diff(clock::unix_s()) > CLOCK_S {
        let text = format!(
            "time is more than {CLOCK_S} s from the server's, which is {}: set the clock of the machine that signs",
            clock::unix_s()
        );
        return Err(Answer::error(401, &text));
    }
    let Some(state) = config.app_by_key(key) else { return Ok(None) };
    // Only the present one: a session that the former key began would outlive the rotation that retires it.
    let secret = &state.app.secret;
    if *state.app.key != *key || secret.bytes().is_empty() {
        return Ok(None);
    }
    let is_signed =
        Signature::of(secret, &["inspector\n", key, "\n", &time.to_string()]).is_spelled(signature);
    Ok(Credential::app(&state.app.id, &config).filter(|_| is_signed).map(|credential| (credential, None)))
}

/// A sign-in that proves nothing.
fn refused(node: &Node, address: IpAddr) -> Answer {
    if !may_fail(node) {
        return Answer::error(429, "Too many sign-ins have failed within this second: try again");
    }
    let why = "The sign-in to the inspector is refused: the link was used or has expired, or the token or signature is wrong. `baton \
               inspector` prints a new link";
    node.refusals.note(&Refused::new(Refusal::Signature, &why).from(address));
    node.inspector.audit.note_refused(address);
    Answer::error(401, why)
}

fn shown(node: &Node, session: &Session, payloads: bool) -> Value {
    json!({
        "node": node.inspector.node_name, "role": session.credential.role().name(), "app": session.credential.app_id(),
        "payloads": payloads, "csrf": session.csrf, "expires_s": session.expires_s,
    })
}

/// The caller's own session.
pub(super) fn session(call: &Call<'_>) -> Outcome {
    let Caller { credential, session, payloads, .. } = call.caller;
    match *call.method {
        Method::GET => Ok(Answer::of(match session {
            Some((_, session)) => shown(call.node, session, *payloads),
            // Who shows a token with each call has no session.
            None => json!({
                "node": call.node.inspector.node_name, "role": credential.role().name(), "app": credential.app_id(),
                "payloads": payloads, "csrf": null, "expires_s": null,
            }),
        })),
        Method::DELETE => {
            if let Some((token, _)) = session {
                call.node.inspector.sessions.end(token);
                call.audit("sign-out", "");
            }
            Ok(Answer::done())
        }
        _ => Err(Answer::unlike(
            "GET, POST, DELETE",
            "A session is begun by POST, shown by GET and ended by DELETE",
        )),
    }
}

/// A link that signs one browser in with the rights of the caller.
pub(super) fn link(call: &Call<'_>) -> Outcome {
    let credential = call.caller.credential.clone();
    let ends = call.caller.session.as_ref().map(|(_, session)| session.ends);
    let token = call.node.inspector.sessions.link(credential, ends, clock::now_ms());
    let token = token.map_err(|why| Answer::error(503, &why))?;
    call.audit("link", "");
    Ok(call.answer(json!({ "link": format!("{}/inspector#link={token}", call.base), "expires_s": LINK_S })))
}
