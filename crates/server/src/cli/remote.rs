//! `baton reload` and `baton check --running`: what a running server is asked, as an administrator.

use std::fmt::Write as _;
use std::time::Duration;

use hyper::Method;
use serde_json::Value;

use super::sign::base;
use crate::clock;
use crate::doctor::{Question, Remote};
use crate::settings::Settings;
use crate::tokens::Administrators;

/// How long the token of a call holds: the clocks of two machines may differ.
const TOKEN_S: u64 = 60;
/// How long the server may take to read its settings, those of a database among them.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Of an answer: a thousand names of apps.
const MOST_BYTES: usize = 64 * 1_024;

/// Has a running server read its settings again, or say what that would do. What came of it, and whether all is well.
///
/// # Errors
/// The server cannot be asked, in words for the operator.
pub(super) fn ask(
    settings: &Settings,
    url: Option<&str>,
    does_reload: bool,
) -> Result<(String, bool), String> {
    if settings.api_jwt_secret.bytes().is_empty() {
        return Err("the server is asked as an administrator: set api_jwt_secret, which signs the token; without it, send \
                    the server SIGHUP (systemctl reload baton), and read its log"
            .to_owned());
    }
    let token = Administrators::token(&settings.api_jwt_secret, clock::unix_s() + TOKEN_S)?;
    let url = base(settings, url)?;
    let method = if does_reload { Method::POST } else { Method::GET };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let (status, body) = runtime.block_on(call(&url, method, &token))?;
    let answer: Value = serde_json::from_str(&body).unwrap_or_default();
    match status {
        200 => Ok((report(&answer, does_reload), true)),
        422 => {
            let errors = answer.get("errors").and_then(Value::as_array).into_iter().flatten();
            let mut page: String =
                errors.filter_map(Value::as_str).fold(String::new(), |page, line| page + line + "\n");
            page.push_str(if does_reload {
                "The previous settings remain in effect.\n"
            } else {
                "A reload would be refused, and change nothing.\n"
            });
            Ok((page, false))
        }
        403 => Err(format!("{url} refuses the token: does the running server have another api_jwt_secret?")),
        404 if answer.get("error").is_some() => Err(format!(
            "the server at {url} runs without api_jwt_secret, so that nobody can ask it: send it SIGHUP (systemctl reload baton), \
             which has it read its settings, api_jwt_secret among them, and look into its log for what came of it"
        )),
        404 => Err(format!(
            "{url} has no /admin/reload: it is not Baton's address, or a proxy in front does not forward that path; name \
             the server's own address by --url, or send the server SIGHUP (systemctl reload baton)"
        )),
        _ => {
            let why = answer.get("error").and_then(Value::as_str).unwrap_or("no reason is given");
            Err(format!("{url} answers {status}: {why}"))
        }
    }
}

async fn call(url: &str, method: Method, token: &str) -> Result<(u16, String), String> {
    let question = Question {
        method,
        path: "/admin/reload",
        token: Some(token),
        body: String::new(),
        within: TIMEOUT,
        most_bytes: MOST_BYTES,
    };
    Remote::reach(url).await?.ask(question).await
}

fn report(answer: &Value, does_reload: bool) -> String {
    let names = |key: &str| -> Vec<&str> {
        answer.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let mut page = String::new();
    let verb = if does_reload { "is in effect" } else { "would be in effect after a reload" };
    for (key, what) in [
        ("added", "New app"),
        ("changed", "Changed app"),
        ("removed", "Removed app"),
        ("settings", "Changed setting"),
    ] {
        for name in names(key) {
            let _ = writeln!(page, "{what}: {name}");
        }
    }
    if page.is_empty() {
        page.push_str(if does_reload {
            "Nothing has changed.\nA file that is saved takes effect by itself, unless watch_files = false.\n"
        } else {
            "A reload would change nothing.\n"
        });
    } else {
        let _ = writeln!(page, "This {verb}.");
    }
    for name in names("need_restart") {
        let _ = writeln!(page, "Needs a restart: {name}");
    }
    page
}
