//! The settings, read again while the server runs (SIGHUP).
//!
//! The same command line and environment apply, and the file as it is now. What is wrong changes nothing; what is read at
//! start alone keeps its value, and the log names it.

use std::sync::Arc;

use tokio::runtime::Handle;

use crate::app_tasks::AppTasks;
use crate::clock;
use crate::config::Config;
use crate::expiry;
use crate::logging;
use crate::loop_message::LoopMessage;
use crate::node::Node;
use crate::settings::{Loaded, Settings, Sources, expired, has_known_secret};

/// Reads the settings again for a node.
pub(crate) struct Reloader {
    sources: Arc<Sources>,
    node: Arc<Node>,
    tasks: AppTasks,
    runtime: Handle,
}

impl Reloader {
    pub(crate) fn new(sources: Sources, node: Arc<Node>, tasks: AppTasks, runtime: Handle) -> Self {
        Self { sources: Arc::new(sources), node, tasks, runtime }
    }

    /// Reads and applies the settings, or logs why not.
    pub(crate) async fn reload(&mut self) {
        tracing::info!("reload: reading the settings");
        let sources = Arc::clone(&self.sources);
        let loaded = self.runtime.spawn_blocking(move || sources.load()).await;
        // A panic, which is logged by itself, or the end of the runtime.
        let Ok(loaded) = loaded else { return self.fail() };
        match loaded {
            Ok(Loaded { settings, .. }) => {
                if let Err(why) = self.apply(settings).await {
                    tracing::error!("reload: {why}");
                    self.fail();
                }
            }
            Err(faults) => {
                faults.iter().for_each(|fault| tracing::error!("reload: {fault}"));
                self.fail();
            }
        }
    }

    fn fail(&self) {
        self.node.metrics.last_reload.failed();
        tracing::error!("reload: the previous settings remain in effect");
    }

    async fn apply(&mut self, mut settings: Settings) -> Result<(), String> {
        let former: Arc<Config> = Arc::clone(&self.node.config());
        // Which secrets are good enough depends on it, and has been checked for the address of the file.
        if settings.is_for_this_machine() && !former.settings.is_for_this_machine() {
            let (listen, former) = (settings.listen, former.settings.listen);
            return Err(format!(
                "listen = {listen}: the server listens on {former}, where secrets must be stronger: restart it to change \
                 the address"
            ));
        }
        // An emptied file would put the development app, whose secret everybody knows, in place of everybody's.
        if settings.has_known_secret() && !former.apps().iter().any(|state| has_known_secret(&state.app)) {
            return Err(
                "an app has the publicly known secret, as the app has that is there where none is declared: declare the apps, \
                 or restart the server if that is meant"
                    .to_owned(),
            );
        }
        let kept = settings.keep_fixed(&former.settings);
        let (before, runtime) = (Arc::clone(&former), self.runtime.clone());
        let loops = self.node.loops().len();
        let config = self.runtime.spawn_blocking(move || before.after(settings, Some(&runtime), loops)).await;
        let config = config.map_err(|_| "a fault of the server's own, reported above".to_owned())??;
        for setting in kept {
            tracing::warn!(
                setting,
                "reload: this setting is read at start alone: restart the server to change it"
            );
        }
        // That a certificate is expired is said again: the operator has just tried to renew it.
        let expired = expired(&config.settings, clock::unix_s());
        let is_new =
            |notice: &&String| !former.settings.notices.contains(notice) || expired.as_ref() == Some(*notice);
        config.settings.notices.iter().filter(is_new).for_each(|notice| tracing::warn!("{notice}"));
        expiry::warn_if_soon(&config.settings);
        logging::set_level(config.settings.log_level);
        let changes = config.changes_from(&former);
        for state in config.apps() {
            if let Some(database) = &state.database {
                database.serve(&state.app);
            }
        }
        let unix_s = clock::unix_s();
        config.apps_of_other_keys(&former).for_each(|state| state.keys.revoke_removed(unix_s));
        let parted = config.apps_of_other_databases(&former);
        self.node.configure(config);
        // What they follow is known to the former database alone, which is closed next.
        for app in parted {
            for queue in self.node.loops() {
                queue.push_unreserved(LoopMessage::SendAway(Some(app)));
            }
        }
        self.tasks.follow(&self.node).await;
        self.node.metrics.last_reload.succeeded();
        tracing::info!(
            apps = self.node.config().apps().len(),
            added = changes.added,
            changed = changes.changed,
            removed = changes.removed,
            "reload: the new settings are in effect"
        );
        Ok(())
    }
}
