//! Who may connect or broadcast as a Supabase client: which app it means, and whether its key is one of the app's.
//!
//! These clients read a refusal as an HTTP status with a JSON text.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::net::IpAddr;
use std::sync::Arc;

use baton_hub::Shards as _;
use baton_protocols::phoenix::api::{Answer, Call, HookAnswers, PresenceQuery};
use baton_protocols::phoenix::{ConnectRequest, PhoenixSession, StrangerSession};
use baton_protocols::{
    App, Claims, Direction, HookAnswer, NO_HEADERS, OverQuota, PolicyAnswer, PolicyError, PolicyQuestion,
    Refusal, Session, TokenError, origin,
};
use hyper::http::request::Parts;

use crate::admission::{Admission, MessageLengths, Opening, Protocol};
use crate::app_state::AppState;
use crate::clock;
use crate::incomplete::Proof;
use crate::node::Node;
use crate::observe::current;
use crate::per_address::subscriber;
use crate::refusals::Refused;
use crate::tokens::KeysSeen;

/// What stands around a broadcast's payload: topic, event, references, and JSON's own signs.
const ENVELOPE_BYTES: usize = 16 * 1_024;
/// Questions to the policies that one request has under way: others must not wait for all of its topics.
const QUESTIONS_AT_ONCE: usize = 4;
/// The longest value of a header that policies see.
const HEADER_BYTES: usize = 1_024;

/// Bytes of the longest message that is answered at all. A client that sends more than is allowed
/// keeps its connection, and gets `payload_size_exceeded`, as by the original (whose longest frame
/// has 8 MB): closed, it would not learn why.
const SKIPPED_BYTES: usize = 16 << 20;

/// Clients connect to `/realtime/v1/websocket`, `/socket/websocket`, and what else Phoenix's clients make of these.
pub(crate) const PROTOCOL: Protocol = Protocol {
    name: "supabase",
    serves: |_, path| ConnectRequest::parse(path).is_some(),
    subprotocol: None,
    admit: |node, opening| {
        let Some(request) = ConnectRequest::parse(opening.target) else {
            return Err(opening.not_served(node));
        };
        let (state, session) = admit(node, &request, opening)?;
        let message_lengths = message_lengths(&state.app, node.config().settings.message_bytes);
        Ok(Admission { state, session, message_lengths })
    },
};

/// How long messages of an app's clients may be: as long as they have reason to send, or as the server's setting says for all.
fn message_lengths(app: &App, message_bytes: usize) -> MessageLengths {
    let broadcast =
        usize::try_from(app.supabase.broadcast_bytes).unwrap_or(usize::MAX).saturating_add(ENVELOPE_BYTES);
    MessageLengths::new(broadcast.max(message_bytes), SKIPPED_BYTES)
}

/// Admits a request, with a place in its app, or returns the whole HTTP response that refuses it.
fn admit(
    node: &Node,
    request: &ConnectRequest<'_>,
    &Opening { head, origin: page, asker, .. }: &Opening<'_>,
) -> Result<(Arc<AppState>, Box<dyn Session + Send>), NotAdmitted> {
    let note = |app: Option<&App>, cause: Refusal, why: &dyn Display| {
        node.refusals.note(&Refused { app, ..Refused::new(cause, why).from(asker.client) });
    };
    let refuse = |app: Option<&App>, cause: Refusal, status: u16, reason: &str, text: &str| {
        note(app, cause, &text);
        NotAdmitted::Refused(refusal(status, reason, text))
    };
    let version = request
        .version()
        .map_err(|error| refuse(None, Refusal::Version, 400, "Bad Request", &error.to_string()))?;
    let in_query = request.api_key();
    let in_header = head.header("x-api-key").or_else(|| head.header("apikey"));
    let Some(key) = in_header.or(in_query.as_deref()).filter(|key| !key.is_empty()) else {
        return Err(refuse(None, Refusal::Signature, 401, "Unauthorized", "API key is missing"));
    };
    let (state, claims) = match find(node, head.host(), key) {
        Ok(found) => found,
        Err(AuthError::KeyPending(state, seen, _)) if asker.key_wait == KeyWait::Allowed => {
            return Err(NotAdmitted::KeysPending(state, seen));
        }
        Err(AuthError::NoApp) => return Err(refuse(None, Refusal::App, 404, "Not Found", NO_APP)),
        Err(AuthError::Token(state, error) | AuthError::KeyPending(state, _, error)) => {
            let text = error.reason().text().to_string();
            if asker.opens {
                note(Some(&state.app), Refusal::Signature, &format_args!("{text}: apikey {}", Masked(key)));
                node.nobody().connect();
                return Ok((node.nobody().clone(), Box::new(StrangerSession::new(version, error))));
            }
            let text = if matches!(error, TokenError::Expired { .. }) { "Token has expired" } else { &text };
            return Err(refuse(Some(&state.app), Refusal::Signature, 401, "Unauthorized", text));
        }
    };
    let app = &state.app;
    if !origin::is_allowed(page, &app.allowed_origins) {
        let text =
            format!("The origin {:?} is not allowed: add it to allowed_origins", page.unwrap_or_default());
        return Err(refuse(Some(app), Refusal::Origin, 403, "Forbidden", &text));
    }
    if !app.enabled {
        let text = "Realtime was disabled for this tenant";
        return Err(refuse(Some(app), Refusal::App, 403, "Forbidden", text));
    }
    if app.max_connections != 0 && state.connections() >= u64::from(app.max_connections) {
        let text = "Too many connected users";
        return Err(refuse(Some(app), Refusal::Quota, 429, "Too Many Requests", text));
    }
    state.connect();
    let headers = policy_headers(app, |name| head.header_values(name).collect());
    Ok((state.clone(), Box::new(PhoenixSession::new(version, claims, headers))))
}

/// What policies see of a request, as a JSON object; `None` where that is nothing. Lines of one name are one value
/// (RFC 9110, section 5.3).
pub(crate) fn policy_headers<'h>(app: &App, values: impl Fn(&str) -> Vec<&'h str>) -> Option<Arc<str>> {
    let mut headers = serde_json::Map::new();
    for name in &app.supabase.policy_headers {
        let value = values(name.as_str()).join(", ");
        if !value.is_empty() && value.len() <= HEADER_BYTES {
            headers.insert(name.as_str().to_owned(), value.into());
        }
    }
    (!headers.is_empty()).then(|| serde_json::Value::Object(headers).to_string().into())
}

/// The same of a request that hyper has read.
fn policy_headers_of(app: &App, request: &Parts) -> Option<Arc<str>> {
    let values = |name: &str| request.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    policy_headers(app, |name| values(name).collect())
}

/// Who sends a broadcast over HTTP, known by the request's head.
pub(crate) struct Sender<'r> {
    node: &'r Node,
    request: &'r Parts,
    peer: IpAddr,
    call: Call<'r>,
    caller: Caller<'r>,
    state: Arc<AppState>,
    claims: Arc<Claims>,
}

impl<'r> Sender<'r> {
    /// Finds the sender by the token, or answers the request, whose path may be any.
    pub(crate) async fn of(node: &'r Node, request: &'r Parts, peer: IpAddr) -> Result<Self, Answer> {
        let query = request.uri.query().unwrap_or_default();
        let Some(call) = Call::parse(request.uri.path(), query) else {
            return Err(Answer::error(
                404,
                "Broadcasts are sent to /api/broadcast, or to /api/broadcast/TOPIC/events/EVENT",
            ));
        };
        let caller = Caller::of(node, request, peer)?;
        let (state, claims) = caller.authorised(node, peer).await?;
        current::with(|request| request.is_about(&state.app.id));
        Ok(Self { node, request, peer, call, caller, state, claims })
    }

    /// What the token proves: a page may hold one, but not that of a project's server.
    pub(crate) fn proof(&self) -> Proof {
        let app = self.state.app.index;
        if self.claims.bypasses_policies() { Proof::Secret(app) } else { Proof::Token(Some(app)) }
    }

    /// Answers the request.
    pub(crate) async fn broadcast(self, body: &[u8]) -> Answer {
        let Self { node, request, peer, call, caller, .. } = self;
        // While the body came the token may have expired, or been revoked.
        let (state, claims) = match caller.judge(node, caller.find(node), peer) {
            Ok(found) => found,
            Err(answer) => return answer,
        };
        let survey = call.survey(body);
        // Before anything is asked of the database.
        if !may_send(node, &state, (&claims, peer), survey.messages) {
            let why = "More messages over HTTP than broadcasts_per_second";
            node.refusals
                .note(&Refused { app: Some(&state.app), ..Refused::new(Refusal::Rate, &why).from(peer) });
            return Answer::too_fast(survey.messages, &state.app);
        }
        if let Err(quota) = within_quota(&state, &claims, survey.messages, body.len()) {
            node.refusals
                .note(&Refused { app: Some(&state.app), ..Refused::new(Refusal::Quota, &quota).from(peer) });
            return Answer::over_quota(&quota, survey.messages);
        }
        let headers = policy_headers_of(&state.app, request);
        let asker = (&claims, headers.as_deref());
        let decided = decided(&state, asker, Direction::Write, survey.private_topics).await;
        let policies = |topic: &str| answer_for(&decided, topic);
        let content_type = header(request, "content-type");
        let mut asked = Vec::new();
        let sent = (content_type, body);
        call.hook_questions(&state.app, (&claims, &policies), sent, node, &mut |place, question| {
            asked.push((place, state.hooks.ask(question)));
        });
        let mut answers = HookAnswers::new();
        if !asked.is_empty() {
            for (place, answer) in asked {
                answers.insert(place, answer.await);
            }
            // The same may have happened while the hooks were asked.
            if let Err(answer) = caller.judge(node, caller.find(node), peer) {
                return answer;
            }
        }
        for answer in answers.values() {
            if let HookAnswer::Refused(refused) = answer {
                let refused = Refused::new(refused.cause(), refused).from(peer);
                node.refusals.note(&Refused { app: Some(&state.app), ..refused });
            }
        }
        call.answer(&state.app, (&claims, &policies), content_type, body, (node, &answers))
    }
}

/// Whether a sender may send so many messages now. Who runs the project may send any number, as with Pusher's API.
fn may_send(node: &Node, state: &AppState, (claims, peer): (&Claims, IpAddr), count: usize) -> bool {
    if claims.bypasses_policies() {
        return true;
    }
    let hash = match &claims.subject {
        Some(user) => node.seed().hash_text(user),
        None => node.seed().hash_text(&format!("{} {}", subscriber(peer), claims.role)),
    };
    state.may_send(hash, count)
}

/// Counts messages of a client against the quotas of its app, with their whole body; all of them or none.
fn within_quota(state: &AppState, claims: &Claims, messages: usize, bytes: usize) -> Result<(), OverQuota> {
    if claims.bypasses_policies() {
        return Ok(());
    }
    state.may_send_messages(clock::now_ms(), messages, bytes)
}

/// Answers who is present on a channel.
pub(crate) async fn presences(node: &Node, request: &Parts, peer: IpAddr) -> Answer {
    let query = request.uri.query().unwrap_or_default();
    let query = match PresenceQuery::parse(request.uri.path(), query) {
        Some(Ok(query)) => query,
        Some(Err(answer)) => return answer,
        None => return Answer::error(404, "Who is present is asked at /api/presence/TOPIC"),
    };
    let caller = match Caller::of(node, request, peer) {
        Ok(caller) => caller,
        Err(answer) => return answer,
    };
    let (state, claims) = match caller.authorised(node, peer).await {
        Ok(found) => found,
        Err(answer) => return answer,
    };
    let topics = query.private_topic().map(Cow::Borrowed).into_iter().collect();
    let headers = policy_headers_of(&state.app, request);
    let decided = decided(&state, (&claims, headers.as_deref()), Direction::Read, topics).await;
    let policies =
        query.private_topic().map_or(Err(PolicyError::NoDatabase), |topic| answer_for(&decided, topic));
    query.answer(&state.app, &claims, policies, node)
}

/// Whose call it is.
type Found = Result<(Arc<AppState>, Arc<Claims>), AuthError>;

/// Who calls, by what the request's head says.
struct Caller<'r> {
    host: &'r str,
    token: &'r str,
}

impl<'r> Caller<'r> {
    /// Reads the head, or answers the request.
    fn of(node: &Node, request: &'r Parts, peer: IpAddr) -> Result<Self, Answer> {
        // As `RequestHead::host`.
        let host = request.uri.host().or_else(|| header(request, "host")).unwrap_or_default();
        let token =
            bearer(request).or_else(|| header(request, "apikey")).or_else(|| header(request, "x-api-key"));
        match token {
            Some(token) => Ok(Self { host, token }),
            None => Err(unauthorised(node, None, &"A broadcast without Authorization or apikey", peer)),
        }
    }

    fn find(&self, node: &Node) -> Found {
        find(node, self.host, self.token)
    }

    /// Its app and claims, once keys that may be on their way have come.
    async fn authorised(&self, node: &Node, peer: IpAddr) -> Result<(Arc<AppState>, Arc<Claims>), Answer> {
        let mut found = self.find(node);
        // Each app's keys are fetched by a token once in a while at most, so this ends.
        while let Err(AuthError::KeyPending(state, seen, _)) = &found {
            state.keys.newer(*seen).await;
            found = self.find(node);
        }
        self.judge(node, found, peer)
    }

    fn judge(&self, node: &Node, found: Found, peer: IpAddr) -> Result<(Arc<AppState>, Arc<Claims>), Answer> {
        match found {
            Ok((state, claims)) if state.app.enabled => Ok((state, claims)),
            Ok(_) => Err(Answer::message(403, "Tenant is suspended")),
            Err(AuthError::NoApp) => Err(unauthorised(node, None, &NO_APP, peer)),
            Err(AuthError::Token(state, error) | AuthError::KeyPending(state, _, error)) => {
                let why = format_args!("{}: token {}", error.reason(), Masked(self.token));
                Err(unauthorised(node, Some(&state.app), &why, peer))
            }
        }
    }
}

fn unauthorised(node: &Node, app: Option<&App>, why: &dyn Display, peer: IpAddr) -> Answer {
    node.refusals.note(&Refused { app, ..Refused::new(Refusal::Signature, why).from(peer) });
    Answer::message(401, "Unauthorized")
}

/// The token of `Authorization: Bearer …`.
pub(crate) fn bearer(request: &Parts) -> Option<&str> {
    let (kind, token) = header(request, "authorization")?.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

fn header<'r>(request: &'r Parts, name: &str) -> Option<&'r str> {
    request.headers.get(name).and_then(|value| value.to_str().ok())
}

/// What the policies say of each private topic; nothing where nobody has to be asked.
async fn decided<'t>(
    state: &AppState,
    (claims, headers): (&Arc<Claims>, Option<&str>),
    direction: Direction,
    topics: Vec<Cow<'t, str>>,
) -> Vec<(Cow<'t, str>, PolicyAnswer)> {
    let Some(database) = state.database.as_ref().filter(|_| !claims.bypasses_policies()) else {
        return Vec::new();
    };
    let headers = headers.unwrap_or(NO_HEADERS);
    let mut answers = Vec::with_capacity(topics.len());
    for topics in topics.chunks(QUESTIONS_AT_ONCE) {
        let asked = topics.iter().map(|topic| async {
            database.decide(&PolicyQuestion { topic, direction, claims, headers }).await
        });
        answers.extend(futures_util::future::join_all(asked).await);
    }
    topics.into_iter().zip(answers).collect()
}

fn answer_for(decided: &[(Cow<'_, str>, PolicyAnswer)], topic: &str) -> PolicyAnswer {
    let found = decided.iter().find(|(asked, _)| asked == topic);
    found.map_or(Err(PolicyError::NoDatabase), |(_, answer)| answer.clone())
}

const NO_APP: &str = "Tenant not found: no app takes tokens; set jwt_secret, or jwks, of one";

/// Why a request is not admitted.
pub(crate) enum NotAdmitted {
    /// The whole response that says why.
    Refused(Vec<u8>),
    /// The keys of this app that are being fetched, or may be, could admit it: newer ones than were looked at.
    KeysPending(Arc<AppState>, Option<KeysSeen>),
}

/// Whether a request may wait for keys that are being fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyWait {
    Allowed,
    Refused,
}

/// Why a token admits nobody.
enum AuthError {
    NoApp,
    /// Its token is none of this app's, the first one that was asked.
    Token(Arc<AppState>, TokenError),
    /// Its token names a key that this app may be about to get.
    KeyPending(Arc<AppState>, Option<KeysSeen>, TokenError),
}

/// The app that a client means: the one with the first label of the host as its id, as the original finds it, or the
/// first whose key its token is signed with.
fn find(node: &Node, host: &str, token: &str) -> Found {
    let unix_s = clock::unix_s();
    let label = host.split(['.', ':']).next().unwrap_or_default();
    let takes_tokens = |state: &&Arc<AppState>| state.keys.are_there();
    let config = node.config();
    let named = config.apps().iter().filter(takes_tokens).find(|state| *state.app.id == *label);
    let mut refused = AuthError::NoApp;
    let mut pending = None;
    for state in named.map_or_else(|| config.apps().iter().collect(), |state| vec![state]) {
        if !state.keys.are_there() {
            continue;
        }
        let seen = state.keys.seen();
        match state.keys.verify(token, unix_s) {
            Ok(claims) => return Ok((Arc::clone(state), claims)),
            Err(error) if pending.is_none() && state.keys.may_bring(&error, seen) => {
                pending = Some(AuthError::KeyPending(Arc::clone(state), seen, error));
            }
            Err(error) if matches!(refused, AuthError::NoApp) => {
                refused = AuthError::Token(Arc::clone(state), error);
            }
            Err(_) => {}
        }
    }
    Err(pending.unwrap_or(refused))
}

/// The id of the app whose client one with this token would be, under this name of the server.
pub(crate) fn app_id_of(node: &Node, host: &str, token: &str) -> Option<Box<str>> {
    find(node, host, token).ok().map(|(state, _)| state.app.id.clone())
}

/// As much of a key or token as shows the operator which one it is: its beginning, which is the
/// same for many.
struct Masked<'a>(&'a str);

impl Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(3).collect();
        write!(f, "{shown}…({} bytes)", self.0.len())
    }
}

/// A whole HTTP response, after which the connection ends.
fn refusal(status: u16, reason: &str, text: &str) -> Vec<u8> {
    let body = serde_json::json!({ "error": text }).to_string();
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
