//! What the page needs to open a connection as one of an app's clients: where, and as whom.

use baton_protocols::origin;
use serde_json::{Value, json};

use super::{Call, Outcome, maybe_object, maybe_text, object};
use crate::clock::unix_s;
use crate::supabase::app_id_of;
use crate::tenants::Answer;
use crate::tokens::signed_token;

/// How long a token holds: what trusts the app's secret trusts it as well.
const TOKEN_S: u64 = 300;
/// Roles that a token may have. A token of `service_role` would open the whole project to anybody who gets hold of it.
const ROLES: [&str; 2] = ["authenticated", "anon"];
/// Characters of a user's id.
const SUBJECT_CHARACTERS: usize = 200;
/// Bytes of further claims: with the others they have to fit into a URL.
const CLAIMS_BYTES: usize = 4_096;
/// Claims that the server writes.
const OWN_CLAIMS: [&str; 7] = ["role", "sub", "aud", "iss", "iat", "nbf", "exp"];

/// How clients of an app connect, and whether a page of `origin` may.
pub(super) fn client(call: &Call<'_>) -> Outcome {
    let state = call.one_app()?;
    let app = &state.app;
    Ok(call.answer(json!({
        "app": app.id, "enabled": app.enabled, "key": app.key, "client_events": app.pusher.client_events,
        "origin_allowed": origin::is_allowed(call.parameters.get("origin"), &app.allowed_origins),
        "supabase": state.keys.are_there(), "signs_tokens": !app.tokens.jwt_secret.bytes().is_empty(),
    })))
}

/// Signs a token for a Supabase client, as the project's own sign-in would.
pub(super) fn token(call: &Call<'_>) -> Outcome {
    call.operator()?;
    // An app's own key does not prove that its backend has the secret of the tokens.
    call.for_all_apps()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let tokens = &state.app.tokens;
    if tokens.jwt_secret.bytes().is_empty() {
        let why = "The app has no jwt_secret to sign with: paste a token that the project has signed";
        return Err(Answer::error(409, why));
    }
    let role = maybe_text(&given, "role")?.unwrap_or(ROLES[0]);
    if !ROLES.contains(&role) {
        let why =
            format!("role has to be {}: others have more rights than a user's client", ROLES.join(" or "));
        return Err(Answer::error(400, &why));
    }
    let subject = maybe_text(&given, "sub")?;
    if subject.is_some_and(|subject| subject.chars().count() > SUBJECT_CHARACTERS) {
        return Err(Answer::error(400, &format!("sub has more than {SUBJECT_CHARACTERS} characters")));
    }
    let mut claims = maybe_object(&given, "claims")?.cloned().unwrap_or_default();
    if let Some(own) = OWN_CLAIMS.iter().find(|name| claims.contains_key(**name)) {
        return Err(Answer::error(400, &format!("claims cannot have {own}, which the server writes")));
    }
    let now_s = unix_s();
    let or = |setting: &str, otherwise: &str| {
        if setting.is_empty() { otherwise.to_owned() } else { setting.to_owned() }
    };
    claims.insert("role".into(), json!(role));
    claims.insert("aud".into(), json!(or(&tokens.jwt_audience, "authenticated")));
    claims.insert("iss".into(), json!(or(&tokens.jwt_issuer, "baton-inspector")));
    claims.insert("iat".into(), json!(now_s));
    claims.insert("exp".into(), json!(now_s + TOKEN_S));
    claims.extend(subject.map(|subject| ("sub".to_owned(), json!(subject))));
    let claims = Value::Object(claims);
    if claims.to_string().len() > CLAIMS_BYTES {
        return Err(Answer::error(400, &format!("claims have more than {CLAIMS_BYTES} bytes")));
    }
    call.audit("sign token", &format!("app {}, {claims}", state.app.id));
    let token = signed_token(&tokens.jwt_secret, &claims).map_err(|why| Answer::error(500, &why))?;
    check_app(call, &state.app.id, &token)?;
    Ok(call.answer(json!({ "token": token, "expires_s": TOKEN_S })))
}

/// Clients name no app: the name in their address or the secret of their token does.
fn check_app(call: &Call<'_>, id: &str, token: &str) -> Result<(), Answer> {
    let host = call.base.split_once("://").map_or(call.base, |(_, host)| host);
    match app_id_of(call.node, host, token) {
        Some(found) if *found == *id => Ok(()),
        Some(found) => Err(Answer::error(
            409,
            &format!(
                "A client with a token of app {id} would be one of app {found}, which has the same jwt_secret: open this page \
                 under a name that begins with the app's id, such as {id}.example.com"
            ),
        )),
        None => Err(Answer::error(
            409,
            "The app would refuse the token: look at its jwt_audience, jwt_issuer and jwt_secret, and at the name in the address, \
             which may begin with the id of another app",
        )),
    }
}
