//! What the operator should know though nothing is wrong.

use super::app::{APP, DEFAULT_SECRET};
use super::apps::{Candidate, has_known_secret};
use super::load::{Loader, abouts};
use super::nearest::nearest;
use super::reverb;
use super::server::{SERVER, Settings};
use crate::tokens::weakness;

impl Loader<'_> {
    /// Looks the settings over; tells of variables that nothing reads.
    pub(super) fn notice(&mut self, settings: &Settings, candidates: &[Candidate]) {
        for Candidate { app, .. } in candidates {
            let id = &app.id;
            if has_known_secret(app) {
                self.notices.push(format!(
                    "app {id:?} has the secret that everybody knows ({DEFAULT_SECRET}): for development on this \
                     machine only, and not behind a proxy; set BATON_APP_SECRET for anything else"
                ));
            } else if app.secret.bytes().len() < 16 {
                self.notices.push(format!(
                    "the secret of app {id:?} has {} bytes and may be guessed; `openssl rand -hex 32` makes a better \
                     one",
                    app.secret.bytes().len()
                ));
            }
            if let Some(why) = weakness(app.jwt_secret.bytes()) {
                self.notices.push(format!("the jwt_secret of app {id:?} is for this machine only: {why}"));
            }
            if app.event_data_bytes as usize > settings.http_body_bytes {
                self.notices.push(format!(
                    "app {id:?} allows events of {} bytes (event_data_bytes), but an HTTP body may have {} \
                     (http_body_bytes): raise the latter",
                    app.event_data_bytes, settings.http_body_bytes
                ));
            }
        }
        self.notices.extend(reverb::unmet(self.environment));
        if !self.reads_reverb && self.environment.get("REVERB_APP_ID").is_some() {
            self.notices.push("REVERB_APP_… is not read, since the file declares the apps".into());
        }
        self.notice_strangers();
    }

    fn notice_strangers(&mut self) {
        let own =
            SERVER.iter().map(|setting| setting.about).chain(abouts(APP)).map(|about| about.environment());
        let known: Vec<String> = own.chain(["BATON_CONFIG".into()]).collect();
        for name in self.environment.own_names().filter(|name| !known.iter().any(|k| k == name)) {
            let advice = match nearest(name, known.iter().map(String::as_str)) {
                Some(known) => format!("did you mean {known}?"),
                None => "`baton settings` lists them all".into(),
            };
            self.notices.push(format!("{} names no setting: {advice}", name.escape_debug()));
        }
    }
}
