//! What the operator should know though nothing is wrong.

use super::app::{APP, DEFAULT_SECRET};
use super::apps::{Candidate, has_known_secret, takes_supabase_clients};
use super::fault::Origin;
use super::foreign::{self, Alias, Family};
use super::load::{Loader, abouts, aliases, place_of};
use super::nearest::nearest;
use super::secret_variable::{secret_variables, variable_of};
use super::server::{SERVER, Settings};
use super::setting::Scope;
use super::soketi;
use crate::node::SHARDS;
use baton_protocols::phoenix::PublicBroadcast;

impl Loader<'_> {
    /// Adds notices about settings that have no effect, and about variables that nothing reads.
    pub(super) fn notice(&mut self, settings: &Settings, candidates: &[Candidate]) {
        for candidate in candidates {
            let app = &candidate.app;
            let id = &app.id;
            if has_known_secret(app) {
                self.notices.push(format!(
                    "app {id:?} has the publicly known secret ({DEFAULT_SECRET}): for development on this \
                     machine only, and not behind a proxy; set {} for anything else",
                    variable_of(candidate, "secret")
                ));
            }
            if takes_supabase_clients(app)
                && matches!(place_of(&candidate.origins, Scope::App, "public_broadcast"), Origin::Default)
                && app.supabase.public_broadcast == PublicBroadcast::Nobody
            {
                self.notices.push(format!(
                    "Supabase clients of app {id:?} may not broadcast on public topics, which are the public channels of \
                     its Pusher clients; set public_broadcast to allow it, or to \"none\" if that is meant"
                ));
            }
            if app.pusher.event_data_bytes as usize > settings.http_body_bytes {
                self.notices.push(format!(
                    "app {id:?} allows events of {} bytes (event_data_bytes), but an HTTP body may have {} \
                     (http_body_bytes): raise the latter",
                    app.pusher.event_data_bytes, settings.http_body_bytes
                ));
            }
        }
        self.notice_recovery(settings, candidates);
        self.notice_history_bytes(settings, candidates);
        let has_webhooks = candidates.iter().any(|candidate| !candidate.app.pusher.webhooks.0.is_empty());
        if has_webhooks && settings.data_dir.path().is_none() {
            self.notices.push(
                "webhooks are kept in memory, and what is not delivered when the process is killed is lost: set data_dir to \
                 a directory that the server may write to"
                    .to_owned(),
            );
        }
        if !settings.apps_database_url.bytes().is_empty() && settings.data_dir.path().is_none() {
            self.notices.push(
                "apps_database_url is set, and data_dir is not: there is no copy of the apps, and a start while the \
                 database is down fails"
                    .to_owned(),
            );
        }
        if let Some(everybody) = settings.trusted_proxies.everybody() {
            self.notices.push(format!(
                "trusted_proxies has {everybody}: every client can claim any address; name your proxies alone"
            ));
        }
        self.notice_webhook_addresses(settings, candidates);
        self.notice_alerts(settings, candidates);
        self.notice_tracing(settings);
        self.notice_family();
        self.notice_strangers(candidates);
    }

    /// Where a client that comes back within the window may yet have lost something.
    fn notice_recovery(&mut self, settings: &Settings, candidates: &[Candidate]) {
        for app in candidates.iter().map(|candidate| &candidate.app).filter(|app| app.recovery) {
            let (id, window) = (&app.id, app.recovery_window_s);
            for rule in app.history_rules.0.iter().filter(|rule| rule.recovery != Some(false)) {
                if rule.ttl_s.is_some_and(|ttl_s| ttl_s < window) || rule.messages == Some(0) {
                    self.notices.push(format!(
                        "app {id:?} lets clients come back for {window} s (recovery_window_s), but its history_rules store less \
                         than that of some channels: raise ttl_s and messages there, or set recovery = false for them"
                    ));
                    break;
                }
            }
            if settings.history_bytes < 1 << 20 {
                self.notices.push(format!(
                    "app {id:?} has recovery, and all history together may have {} bytes (history_bytes): what clients \
                     missed will be dropped early",
                    settings.history_bytes
                ));
            }
        }
    }

    /// Where a channel may not store as many bytes as its app or one of its rules names.
    fn notice_history_bytes(&mut self, settings: &Settings, candidates: &[Candidate]) {
        let most = settings.history_bytes / SHARDS;
        for Candidate { app, .. } in candidates {
            let of_rules = app.history_rules.0.iter().filter_map(|rule| rule.bytes);
            let wanted = of_rules.chain([app.history_channel_bytes]).max().unwrap_or_default();
            if u64::from(wanted) > most as u64 {
                self.notices.push(format!(
                    "app {:?} lets a channel store {wanted} bytes of history, and one channel has {most} at most, a sixteenth of \
                     history_bytes: raise history_bytes to {}",
                    app.id,
                    u64::from(wanted).saturating_mul(SHARDS as u64)
                ));
            }
        }
    }

    fn notice_strangers(&mut self, candidates: &[Candidate]) {
        if self.environment.own_names().next().is_none() {
            return;
        }
        let own = SERVER
            .iter()
            .map(|setting| setting.about)
            .chain(abouts(&APP))
            .flat_map(|about| about.spellings());
        let own = own.map(|about| about.environment());
        let of_apps = candidates.iter().flat_map(|candidate| secret_variables(&candidate.app));
        let known: Vec<String> = own
            .chain(["BATON_CONFIG", "BATON_ENV_FILE", "BATON_PROFILE"].map(Into::into))
            .chain(of_apps)
            .collect();
        for name in self.environment.own_names().filter(|name| !known.iter().any(|k| k == name)) {
            let advice = match nearest(name, known.iter().map(String::as_str)) {
                Some(known) => format!("did you mean {known}?"),
                None => "`baton settings` lists them all".into(),
            };
            self.notices.push(format!("{} names no setting: {advice}", name.escape_debug()));
        }
    }

    /// Notices about names of another server.
    fn notice_family(&mut self) {
        if self.family == Some(Family::Soketi)
            && self.reads_app_aliases
            && let Some(webhooks) = self.environment.get(soketi::WEBHOOKS.name)
        {
            let notices =
                soketi::functions(webhooks).map(|notice| format!("{}: {notice}", soketi::WEBHOOKS.name));
            self.notices.extend(notices);
        }
        self.notices.extend(soketi::of_other_databases(self.environment));
        for unmet in Family::ALL.into_iter().flat_map(Family::unmet) {
            // The value is not repeated: it may be a passphrase, or hold others' secrets.
            let asks = self.environment.get(unmet.name).is_some_and(|value| unmet.asks_by(value));
            self.notices.extend(asks.then(|| format!("{} is set, but {}", unmet.name, unmet.text)));
        }
        let aliases = aliases();
        for family in Family::ALL {
            let is_set =
                |alias: &Alias| self.environment.get(alias.name).is_some_and(|value| !value.is_empty());
            let has = |alias: &&Alias| alias.family() == Some(family) && is_set(alias);
            let is_of_app = |alias: &&Alias| {
                foreign::OF_APP.iter().any(|(_, of)| of.iter().any(|one| one.name == alias.name))
            };
            let first = aliases.iter().copied().filter(has);
            if self.family == Some(family) {
                if !self.reads_app_aliases
                    && let Some(alias) = first.clone().find(is_of_app)
                {
                    self.notices.push(format!(
                        "{} is not read, since the file or a database declares the apps",
                        alias.name
                    ));
                }
            } else if let Some(chosen) = self.family
                // Laravel has Pusher's names beside Reverb's; they are missed where nothing else names an app.
                && (family != Family::Pusher
                    || !foreign::of_app("key").iter().any(|alias| alias.family() == Some(chosen) && is_set(alias)))
                && let Some(alias) = first.clone().next()
            {
                self.notices.push(format!(
                    "{} is not read, since there are names of {}'s: the settings of one server are read at a time",
                    alias.name,
                    chosen.name()
                ));
            }
            for (name, meant) in foreign::slips(family, self.environment, &aliases) {
                let name = name.escape_debug();
                self.notices
                    .push(format!("{name} is no variable of {}'s: did you mean {meant}?", family.name()));
            }
        }
    }
}
