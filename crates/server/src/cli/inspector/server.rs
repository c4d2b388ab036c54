//! The inspector of a server, as commands ask it.

use std::time::Duration;

use hyper::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::answer::{list, some_text, text};
use super::failure::Failure;
use super::sign_in::{Access, Credential};
use crate::clock;
use crate::doctor::{Question, Remote};
use crate::terminal::{clean, excerpt};

/// Before all paths of the API.
const API: &str = "/inspector/api";
/// From a call to the end of its answer, beside what the call itself asks the server to wait.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Of an answer: 500 events with payloads of 100 KB and more.
const MOST_BYTES: usize = 64 << 20;
/// What stands in a query as it is.
const QUERY: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'*').remove(b',');

/// The parameters of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Query(String);

impl Query {
    /// Adds a parameter.
    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        let value = value.to_string();
        let sign = if self.0.is_empty() { '?' } else { '&' };
        self.0.push(sign);
        self.0.extend([name, "="]);
        self.0.extend(utf8_percent_encode(&value, QUERY));
        self
    }

    /// Adds a parameter, if it has a value.
    pub(super) fn with_some(self, name: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// A server to which the command has signed in.
pub(super) struct Server {
    access: Access,
    remote: Option<Remote>,
    /// The bearer token of a session that an app opened.
    session: Option<String>,
    /// The app of that session.
    session_app: Option<String>,
}

impl Server {
    /// Nothing is asked yet.
    pub(super) fn new(access: Access) -> Self {
        Self { access, remote: None, session: None, session_app: None }
    }

    /// What `--app` says.
    pub(super) fn named_app(&self) -> Option<&str> {
        self.access.app.as_deref()
    }

    /// Where it is.
    pub(super) fn url(&self) -> &str {
        &self.access.url
    }

    /// The app that a call is about: the one of `--app`, of the session, or the only one.
    ///
    /// # Errors
    /// There are several, or the server cannot be asked.
    pub(super) async fn app(&mut self) -> Result<String, Failure> {
        if let Some(app) = self.named_app() {
            return Ok(app.to_owned());
        }
        if let Some(app) = self.session_app().await? {
            return Ok(app);
        }
        let overview = self.get("/overview", Query::default()).await?;
        match list(&overview, "apps") {
            [app] => Ok(text(app, "app").to_owned()),
            apps => {
                let ids: Vec<_> = apps.iter().map(|app| clean(text(app, "app"))).collect();
                Err(Failure::Usage(format!(
                    "there are several apps: name one by --app; there are {}",
                    ids.join(", ")
                )))
            }
        }
    }

    /// The app whose key the command signs in with, which is all that it may see.
    pub(super) async fn session_app(&mut self) -> Result<Option<String>, Failure> {
        self.bearer().await?;
        Ok(self.session_app.clone())
    }

    /// Reads something.
    pub(super) async fn get(&mut self, path: &str, query: Query) -> Result<Value, Failure> {
        self.call(Method::GET, &format!("{API}{path}{}", query.0), None, TIMEOUT).await
    }

    /// Reads something for which the server may wait.
    pub(super) async fn get_waiting(
        &mut self,
        path: &str,
        query: Query,
        wait: Duration,
    ) -> Result<Value, Failure> {
        let query = query.with("wait_ms", wait.as_millis());
        self.call(Method::GET, &format!("{API}{path}{}", query.0), None, wait + TIMEOUT).await
    }

    /// Changes something.
    pub(super) async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.call(Method::POST, &format!("{API}{path}"), Some(body), TIMEOUT).await
    }

    async fn call(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        within: Duration,
    ) -> Result<Value, Failure> {
        let had_session = self.session.is_some();
        let token = self.bearer().await?;
        match self.ask(method.clone(), path, body, Some(&token), within).await {
            // Sessions end with the server, and after 12 hours.
            Err(Failure::Refused(401, _)) if had_session => {
                self.session = None;
                let token = self.bearer().await?;
                self.ask(method, path, body, Some(&token), within).await
            }
            answer => answer,
        }
    }

    /// The bearer token; opens a session where one is needed.
    async fn bearer(&mut self) -> Result<String, Failure> {
        if let Some(token) = self.access.credential.bearer()? {
            return Ok(token);
        }
        if let Some(token) = &self.session {
            return Ok(token.clone());
        }
        let body = self.access.credential.sign_in(clock::unix_s());
        let session = self.ask(Method::POST, &format!("{API}/session"), Some(&body), None, TIMEOUT).await?;
        let token = some_text(&session, "token").ok_or_else(|| self.foreign())?.to_owned();
        self.session_app = some_text(&session, "app").map(Into::into);
        self.session = Some(token.clone());
        Ok(token)
    }

    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        token: Option<&str>,
        within: Duration,
    ) -> Result<Value, Failure> {
        let remote = match self.remote.take() {
            Some(remote) => remote,
            None => Remote::reach(&self.access.url).await.map_err(unreached)?,
        };
        let body = body.map(Value::to_string).unwrap_or_default();
        let question = Question { method, path, token, body, within, most_bytes: MOST_BYTES };
        // An address that does not answer is looked up again by the next call.
        let (status, body) = remote.ask(question).await.map_err(Failure::Unreachable)?;
        self.remote = Some(remote);
        if body.len() >= MOST_BYTES {
            return Err(Failure::Unreachable(format!(
                "{} answers with more than {MOST_BYTES} bytes: ask for less (--limit)",
                self.url()
            )));
        }
        match status {
            200..300 if body.is_empty() => Ok(json!({})),
            200..300 => serde_json::from_str(&body).map_err(|_| self.foreign()),
            _ => Err(Failure::Refused(status, self.refusal(status, &body))),
        }
    }

    fn foreign(&self) -> Failure {
        Failure::Unreachable(format!(
            "{}{API} answers something else than Baton's inspector: name the server's own address by --url",
            self.url()
        ))
    }

    /// What to do about a status, in one line.
    fn refusal(&self, status: u16, body: &str) -> String {
        let url = self.url();
        match (status, said(body)) {
            (401, said) => {
                let said = said.map_or_else(String::new, |said| format!(" ({said})"));
                format!("{url} {}{said}", self.access.credential.refused())
            }
            (403, Some(said)) => format!("{url} forbids this: {said}{}", self.wider()),
            (403, None) => format!("{url} forbids this{}", self.wider()),
            (404, None) => format!(
                "{url} has no {API}: it is not Baton's address, an older version, or a proxy in front does not forward that \
                 path; name the server's own address by --url"
            ),
            (_, Some(said)) => format!("{url} answers: {said}"),
            (_, None) => format!("{url} answers {status}, without a reason"),
        }
    }

    /// What has more rights than an app.
    fn wider(&self) -> &'static str {
        match self.access.credential {
            Credential::App(..) => {
                "; this command has signed in with an app's key: use inspector_token (--token) or set api_jwt_secret"
            }
            _ => "",
        }
    }
}

/// What the server says of it: an error in JSON, or, where the inspector is not served, one line of text.
fn said(body: &str) -> Option<String> {
    let answer = serde_json::from_str::<Value>(body).ok();
    if let Some(answer) = answer {
        return some_text(&answer, "error").map(clean);
    }
    body.starts_with("The inspector is ").then(|| excerpt(body))
}

fn unreached(why: String) -> Failure {
    if why.starts_with("expected a URL") {
        return Failure::Usage(format!("--url: {why}").replace("wss://ws.example.com, ", ""));
    }
    Failure::Unreachable(why)
}

#[cfg(test)]
mod tests {
    use baton_protocols::Secret;

    use super::*;

    fn server(credential: Credential) -> Server {
        Server::new(Access { url: "http://s".into(), credential, app: None })
    }

    #[test]
    fn parameters_are_escaped_but_for_what_patterns_have() {
        let query = Query::default()
            .with("channel", "a*,b&c=d é")
            .with_some("event", None::<String>)
            .with("limit", 5);
        assert_eq!(query.0, "?channel=a*,b%26c%3Dd%20%C3%A9&limit=5");
    }

    #[test]
    fn each_refusal_is_one_line_that_says_what_to_change() {
        let of_token = server(Credential::Token(Secret::new("t")));
        let of_app = server(Credential::App("k\n".into(), Secret::new("s")));
        for (server, status, answer, expected) in [
            (&of_token, 401, "", "inspector_token"),
            (&of_app, 401, "{}", "\"k\\n\""),
            (
                &of_app,
                403,
                r#"{"error":"not for an app"}"#,
                "not for an app; this command has signed in with",
            ),
            (&of_token, 404, "<html>not found\n</html>", "--url"),
            (
                &of_token,
                404,
                "The inspector is off (setting\u{1b} inspector).",
                "is off (setting\\u{1b} inspector)",
            ),
            (&of_token, 400, r#"{"error":"app:\n1"}"#, "answers: app:\\u{a}1"),
            (&of_token, 500, "", "answers 500"),
        ] {
            let text = server.refusal(status, answer);
            assert!(text.contains(expected) && !text.chars().any(char::is_control), "{text}");
        }
    }
}
