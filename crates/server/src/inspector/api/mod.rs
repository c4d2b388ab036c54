//! The calls below `/inspector/api`, as docs/inspector-api.md has them.

mod alerts;
mod channels;
mod clients;
mod connections;
mod database;
mod diagnosis;
mod members;
mod overview;
mod parameters;
mod records;
mod sign_in;
mod timeline;
mod tools;
mod webhooks;
mod why;

use std::sync::Arc;

use hyper::Method;
use serde_json::{Map, Value, json};

pub(crate) use self::parameters::Parameters;
pub(crate) use self::sign_in::sign_in;
use super::access::Caller;
use super::sessions::Role;
use crate::admin;
use crate::app_state::AppState;
use crate::node::Node;
use crate::tenants::Answer;

/// A call of somebody who has signed in.
pub(crate) struct Call<'a> {
    pub(crate) node: &'a Arc<Node>,
    pub(crate) caller: &'a Caller,
    pub(crate) method: &'a Method,
    /// What follows `/inspector/api`.
    pub(crate) path: &'a str,
    pub(crate) parameters: Parameters,
    pub(crate) body: &'a [u8],
    /// Scheme, host and port by which the caller reaches the server, as far as it says.
    pub(crate) base: &'a str,
}

/// What is answered, or refused.
type Outcome = Result<Answer, Answer>;

const CALLS: &str = "session, links, overview, stats, channels, channel, members, connections, connection, connection/close, user/close, \
    timeline, event, refusals, database, database/tables, database/explain, why, publish, sign, check, client, token, snippets, webhooks, \
    webhooks/redeliver, webhooks/simulate, alerts, alerts/test, apps, reload and audit";

/// Answers a call.
pub(crate) async fn answer(call: Call<'_>) -> Answer {
    let parts: Vec<_> = call.path.split('/').filter(|part| !part.is_empty()).collect();
    let outcome = match &parts[..] {
        ["session"] => sign_in::session(&call),
        ["links"] => call.posted(sign_in::link),
        ["overview"] => call.got(overview::overview),
        ["stats"] => overview::stats(&call).await,
        ["channels"] => call.got(channels::list),
        ["channel"] => call.got(channels::show),
        ["members"] => call.got(members::list),
        ["connections"] => connections::list(&call).await,
        ["connection"] => connections::show(&call).await,
        ["connection", "close"] => connections::close(&call).await,
        ["user", "close"] => connections::close_user(&call).await,
        ["timeline"] => timeline::read(&call).await,
        ["event"] => call.got(timeline::event),
        ["database"] => call.got(database::show),
        ["database", "tables"] => database::tables(&call).await,
        ["database", "explain"] => database::explain(&call).await,
        ["refusals"] => call.got(records::refusals),
        ["audit"] => call.got(records::audit),
        ["why"] => why::why(&call).await,
        ["publish"] => tools::publish(&call).await,
        ["sign"] => call.posted_by_anyone(tools::sign),
        ["check"] => call.posted_by_anyone(tools::check),
        ["client"] => call.got(clients::client),
        ["token"] => call.posted_by_anyone(clients::token),
        ["snippets"] => call.got(tools::snippets),
        ["alerts"] => call.got(alerts::list),
        ["alerts", "test"] => alerts::test(&call).await,
        ["webhooks"] => webhooks::log(&call).await,
        ["webhooks", "redeliver"] => webhooks::redeliver(&call).await,
        ["webhooks", "simulate"] => webhooks::simulate(&call).await,
        ["apps" | "reload", ..] => administer(&call).await,
        _ => Err(Answer::error(404, &format!("There is no such call; there are {CALLS}"))),
    };
    outcome.unwrap_or_else(|refusal| refusal)
}

/// The calls of administrators, for operators of all apps.
async fn administer(call: &Call<'_>) -> Outcome {
    call.for_all_apps()?;
    if *call.method != Method::GET {
        call.operator()?;
        call.audit("administration", &format!("{} {}", call.method, call.path));
    }
    Ok(admin::answer(call.node, call.method, call.path, call.body).await)
}

impl Call<'_> {
    fn got(&self, show: impl FnOnce(&Self) -> Outcome) -> Outcome {
        self.is(Method::GET)?;
        show(self)
    }

    /// A call that changes something.
    fn posted(&self, change: impl FnOnce(&Self) -> Outcome) -> Outcome {
        self.changes()?;
        change(self)
    }

    /// A call that only computes something.
    fn posted_by_anyone(&self, compute: impl FnOnce(&Self) -> Outcome) -> Outcome {
        self.is(Method::POST)?;
        compute(self)
    }

    /// That it is made by an operator, and by POST.
    fn changes(&self) -> Result<(), Answer> {
        self.is(Method::POST)?;
        self.operator()
    }

    fn is(&self, wanted: Method) -> Result<(), Answer> {
        if *self.method == wanted {
            return Ok(());
        }
        let allow = if wanted == Method::GET { "GET" } else { "POST" };
        Err(Answer::unlike(allow, &format!("This call is made by {wanted}")))
    }

    fn operator(&self) -> Result<(), Answer> {
        match self.caller.role() {
            Role::Operator => Ok(()),
            Role::Reader => Err(Answer::error(403, "A reader changes nothing: sign in with inspector_token")),
        }
    }

    fn for_all_apps(&self) -> Result<(), Answer> {
        match self.caller.credential.app_id() {
            None => Ok(()),
            Some(own) => Err(Answer::error(
                403,
                &format!(
                    "This is about the whole server, and this session sees app {own} alone: sign in with inspector_token"
                ),
            )),
        }
    }

    /// Notes what the caller does.
    fn audit(&self, action: &'static str, subject: &str) {
        self.node.inspector.audit.note(&self.caller.credential, self.caller.address, action, subject);
    }

    /// Notes what the caller looks at.
    fn audit_look(&self, action: &'static str, subject: &str) {
        self.node.inspector.audit.note_look(&self.caller.credential, self.caller.address, action, subject);
    }

    /// The app that is named, or the one that the session sees; `None` for all.
    fn app(&self) -> Result<Option<Arc<AppState>>, Answer> {
        match self.parameters.get("app").or(self.caller.credential.app_id()) {
            Some(id) => self.app_named(id).map(Some),
            None => Ok(None),
        }
    }

    /// The app that is named, the one that the session sees, or the only one.
    fn one_app(&self) -> Result<Arc<AppState>, Answer> {
        self.one_app_of(self.parameters.get("app"))
    }

    fn one_app_of(&self, named: Option<&str>) -> Result<Arc<AppState>, Answer> {
        let config = self.node.config();
        match (named.or(self.caller.credential.app_id()), config.apps()) {
            (Some(id), _) => self.app_named(id),
            (None, [one]) => Ok(Arc::clone(one)),
            (None, _) => Err(Answer::error(400, "There are several apps: name one as app")),
        }
    }

    fn app_named(&self, id: &str) -> Result<Arc<AppState>, Answer> {
        let state = self.node.state_by_id(id).filter(|state| self.caller.sees(&state.app.id));
        state.ok_or_else(|| {
            Answer::error(404, "There is no app with this id, or this session does not see it")
        })
    }

    /// The id of an app with this number, if there still is one.
    fn id_of(&self, index: baton_hub::AppId) -> Option<Box<str>> {
        self.node.config().app(index).map(|state| state.app.id.clone())
    }

    /// An answer that names the process.
    fn answer(&self, mut body: Value) -> Answer {
        body["node"] = json!(self.node.inspector.node_name);
        Answer::of(body)
    }

    /// Patterns of names of members that are not shown.
    fn hidden(&self) -> Vec<String> {
        self.node.config().settings.inspector_redact.all().to_vec()
    }
}

fn object(body: &[u8]) -> Result<Map<String, Value>, Answer> {
    serde_json::from_slice(body)
        .map_err(|error| Answer::error(400, &format!("The body has to be a JSON object: {error}")))
}

/// The text that a body has for a name.
fn text<'o>(object: &'o Map<String, Value>, name: &str) -> Result<&'o str, Answer> {
    maybe_text(object, name)?.ok_or_else(|| Answer::error(400, &format!("{name} is missing")))
}

/// A switch, which is off where it is missing.
fn switch(object: &Map<String, Value>, name: &str) -> Result<bool, Answer> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(is_on)) => Ok(*is_on),
        Some(_) => Err(Answer::error(400, &format!("{name} has to be true or false"))),
    }
}

/// The object that a body has for a name; `None` where it is missing, or `null`.
fn maybe_object<'o>(
    object: &'o Map<String, Value>,
    name: &str,
) -> Result<Option<&'o Map<String, Value>>, Answer> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(inner)) => Ok(Some(inner)),
        Some(_) => Err(Answer::error(400, &format!("{name} has to be an object"))),
    }
}

/// The same where it may be missing, or `null`.
fn maybe_text<'o>(object: &'o Map<String, Value>, name: &str) -> Result<Option<&'o str>, Answer> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Answer::error(400, &format!("{name} has to be a string"))),
    }
}
