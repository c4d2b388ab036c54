//! Taking back the tokens of users who come as Supabase clients.
//!
//! Such tokens are good wherever they are shown until they expire, so a user who was shut out, or whose device was stolen,
//! would stay in until then.

use alloc::{borrow::Cow, format};

use serde::Deserialize;

use super::{Failure, Response, body::Body};
use crate::{App, Hub, RevocationsFull, TokenMark};

/// Bytes of an id. Those that Supabase makes have 36; above it: 400.
const ID_BYTES: usize = 256;

const EXPECTED: &str = "The body names whose tokens are taken back by one of sub, session_id and jti, such as \
                        {\"sub\":\"b9d2…\"}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order<'a> {
    #[serde(borrow, default)]
    sub: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    session_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    jti: Option<Cow<'a, str>>,
}

/// Takes back all tokens that carry what the body names and were issued up to now.
pub(super) fn revoke(body: &[u8], app: &App, hub: &dyn Hub) -> Result<Response, Failure> {
    let order: Order<'_> = serde_json::from_slice(body)
        .map_err(|error| Failure::malformed(format!("{EXPECTED}; this one is not like that: {error}.")))?;
    let mark = match (&order.sub, &order.session_id, &order.jti) {
        (Some(id), None, None) => TokenMark::Subject(id),
        (None, Some(id), None) => TokenMark::Session(id),
        (None, None, Some(id)) => TokenMark::Id(id),
        _ => return Err(Failure::malformed(format!("{EXPECTED}; this one has none or several of them."))),
    };
    let (TokenMark::Subject(id) | TokenMark::Session(id) | TokenMark::Id(id)) = mark;
    if id.is_empty() || id.len() > ID_BYTES {
        let bytes = id.len();
        return Err(Failure::malformed(format!(
            "{EXPECTED}; its id has {bytes} bytes, and may have 1 to {ID_BYTES}."
        )));
    }
    hub.revoke_tokens(app.index, mark).map_err(|RevocationsFull { limit }| {
        Failure::overloaded(format!(
            "The app remembers {limit} revocations already, and none of them has run out: nothing was revoked. Raise \
             revocations in its settings."
        ))
    })?;
    Ok(Body::new("{}").into_response())
}
