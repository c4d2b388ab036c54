//! The settings, read again while the server runs: after SIGHUP, when a file of theirs or the store of apps has changed, and
//! when an administrator asks.
//!
//! The same command line and environment apply, and the files as they are now. What is wrong changes nothing; what is read at
//! start alone keeps its value, and the log names it.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use baton_protocols::App;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use crate::app_store::AppStore;
use crate::app_tasks::AppTasks;
use crate::apps_database::Row;
use crate::clock;
use crate::config::Config;
use crate::expiry;
use crate::logging;
use crate::loop_message::LoopMessage;
use crate::node::Node;
use crate::settings::{
    AppChange, Changed, Fault, Loaded, NotChanged, Settings, Sources, Stored, changed_settings, expired,
    has_known_secret, refuse_known_secret,
};
use crate::watch::Watch;

/// How often files are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Looks for which a change of an app waits until the files have stopped changing.
const SETTLING: usize = 3;
/// How long the answer to a change waits until it applies to all open connections, which take a millisecond or two for every
/// four thousand.
const APPLIED: Duration = Duration::from_secs(1);
/// Administrators who wait at once; others are asked to try again.
const WAITING: usize = 16;

/// What an administrator asks for.
#[derive(Debug)]
pub(crate) enum Asked {
    /// To read the settings again.
    Reload(oneshot::Sender<Result<Report, Vec<String>>>),
    /// To take the apps of these rows, which were read from a database.
    AppsDatabase(Arc<[Row]>, oneshot::Sender<Result<Report, Vec<String>>>),
    /// What that would do.
    Preview(oneshot::Sender<Result<Report, Vec<String>>>),
    /// To change an app of the store, and have it in effect.
    Change(AppChange, oneshot::Sender<Result<Option<App>, NotChanged>>),
}

/// What a reload does.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Apps that are there after it.
    pub(crate) apps: usize,
    pub(crate) added: Vec<Box<str>>,
    pub(crate) changed: Vec<Box<str>>,
    pub(crate) removed: Vec<Box<str>>,
    /// Settings of the server that have another value.
    pub(crate) settings: Vec<&'static str>,
    /// Settings that would have another value, and are read at start alone.
    pub(crate) need_restart: Vec<&'static str>,
}

/// The way from administrators to the one who reads the settings.
pub(crate) struct Requests {
    sender: mpsc::Sender<Asked>,
    receiver: Mutex<Option<mpsc::Receiver<Asked>>>,
}

impl Requests {
    /// Nobody waits.
    pub(crate) fn new() -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        Self { sender, receiver: Mutex::new(Some(receiver)) }
    }

    /// Asks, and waits for the answer; `None` if too many wait already, or the server is about to end.
    pub(crate) async fn ask<T>(&self, asked: impl FnOnce(oneshot::Sender<T>) -> Asked) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        self.sender.try_send(asked(answer)).ok()?;
        answered.await.ok()
    }
}

/// Reads the settings again for a node.
pub(crate) struct Reloader {
    sources: Arc<Sources>,
    node: Arc<Node>,
    tasks: AppTasks,
    runtime: Handle,
    requests: mpsc::Receiver<Asked>,
    watch: Watch,
    look: Interval,
    /// Where the stored apps are, as long as the process lasts.
    directory: Option<PathBuf>,
}

impl Reloader {
    /// To be made on the runtime.
    pub(crate) fn new(sources: Sources, node: Arc<Node>, tasks: AppTasks, runtime: Handle) -> Self {
        let config = Arc::clone(&node.config());
        let taken = node.requests.receiver.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A node that has one already answers that the caller should try again.
        let requests = taken.unwrap_or_else(|| mpsc::channel(1).1);
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            watch: Watch::new(&sources, &config),
            directory: config.settings.data_dir.path().map(Into::into),
            sources: Arc::new(sources),
            node,
            tasks,
            runtime,
            requests,
            look,
        }
    }

    /// Waits until somebody asks for something, or a file has changed. Nothing is lost if the wait is given up.
    pub(crate) async fn next(&mut self) -> Option<Asked> {
        loop {
            tokio::select! {
                Some(asked) = self.requests.recv() => return Some(asked),
                _ = self.look.tick() => {
                    if self.watch.has_changed() && self.node.config().settings.watch_files {
                        return None;
                    }
                }
            }
        }
    }

    /// The server is about to stop: those who wait, now or later, get that answer.
    pub(crate) fn stop(&mut self) {
        self.requests.close();
        while self.requests.try_recv().is_ok() {}
    }

    /// Does what [`next`](Self::next) has returned.
    pub(crate) async fn follow(&mut self, asked: Option<Asked>) {
        match asked {
            None => drop(self.reload("a file of the settings has changed").await),
            Some(Asked::Reload(answer)) => {
                // Who asked may have hung up, here and below.
                _ = answer.send(self.reload("an administrator asks").await);
            }
            Some(Asked::AppsDatabase(rows, answer)) => {
                // If other settings are wrong, the reload after they are corrected has the rows.
                self.sources.database.set(rows);
                _ = answer.send(self.reload("the table of apps has changed").await);
            }
            Some(Asked::Preview(answer)) => _ = answer.send(self.preview().await),
            Some(Asked::Change(change, answer)) => _ = answer.send(self.change(change).await),
        }
    }

    /// Reads and applies the settings, or logs why not.
    pub(crate) async fn reload(&mut self, why: &'static str) -> Result<Report, Vec<String>> {
        tracing::info!(why, "reload: reading the settings");
        self.watch.mark();
        let loaded = self.load().await;
        self.take(loaded).await
    }

    /// Applies what was loaded after the watch was marked, or logs why not.
    async fn take(&mut self, loaded: Result<Settings, Vec<String>>) -> Result<Report, Vec<String>> {
        let applied = match loaded {
            Ok(settings) => self.apply(settings).await.map_err(|why| vec![why]),
            Err(faults) => Err(faults),
        };
        let config = Arc::clone(&self.node.config());
        self.watch.follow(&self.sources, &config);
        if let Err(faults) = &applied {
            faults.iter().for_each(|fault| tracing::error!("reload: {fault}"));
            self.node.metrics.last_reload.failed();
            tracing::error!("reload: the previous settings remain in effect");
        }
        applied
    }

    async fn load(&self) -> Result<Settings, Vec<String>> {
        let (sources, directory) = (Arc::clone(&self.sources), self.directory.clone());
        let load = move || sources.load_with_apps(Stored::In(directory.as_deref()));
        match self.runtime.spawn_blocking(load).await {
            Ok(Ok(Loaded { settings, .. })) => Ok(settings),
            Ok(Err(faults)) => Err(faults.iter().map(Fault::to_string).collect()),
            // A panic, which is logged by itself, or the end of the runtime.
            Err(_) => Err(vec!["a fault of the server's own, reported above".to_owned()]),
        }
    }

    async fn preview(&self) -> Result<Report, Vec<String>> {
        let mut settings = self.load().await?;
        let former: Arc<Config> = Arc::clone(&self.node.config());
        refuse(&settings, &former).map_err(|why| vec![why])?;
        let need_restart = settings.keep_fixed(&former.settings);
        Ok(report(&mut settings, &former, need_restart))
    }

    async fn change(&mut self, change: AppChange) -> Result<Option<App>, NotChanged> {
        change.refuse_elsewhere(self.node.config().apps().iter().map(|state| &*state.app))?;
        let Some(directory) = self.directory.clone() else {
            return Err(NotChanged::Wrong(
                "there is no store for apps: set data_dir, and restart the server".into(),
            ));
        };
        let before = self.watch.marked();
        // A file that is being written is not read, as far as it can be waited for.
        for _ in 0..SETTLING {
            self.watch.has_changed();
            if !self.watch.is_changing() {
                break;
            }
            sleep(LOOK).await;
        }
        let store = self.watch.take_store();
        self.watch.mark_files();
        let (sources, former) = (Arc::clone(&self.sources), Arc::clone(&self.node.config()));
        let made = self.runtime.spawn_blocking(move || {
            let mut store = store.map_or_else(|| AppStore::open(&directory), Ok)?;
            let version = store.version()?;
            let made = change.make(&mut store, &sources, |settings| refuse(settings, &former));
            Ok::<_, String>((store, version, made))
        });
        let made = match made.await {
            Ok(Ok((store, version, made))) => {
                self.watch.return_store(store, version);
                made
            }
            Ok(Err(why)) => Err(NotChanged::Wrong(why)),
            Err(_) => Err(NotChanged::Wrong("a fault of the server's own, see its log".into())),
        };
        let Changed { app, settings } = made.inspect_err(|_| self.watch.unmark(before))?;
        tracing::info!("reload: an administrator has changed an app");
        self.take(Ok(settings)).await.map_err(|faults| {
            NotChanged::Wrong(format!("it is stored, and not in effect: {}", faults.join("; ")))
        })?;
        Ok(app)
    }

    async fn apply(&mut self, mut settings: Settings) -> Result<Report, String> {
        let former: Arc<Config> = Arc::clone(&self.node.config());
        refuse(&settings, &former)?;
        let kept = settings.keep_fixed(&former.settings);
        let report = report(&mut settings, &former, kept);
        let (before, runtime) = (Arc::clone(&former), self.runtime.clone());
        let loops = self.node.loops().len();
        let config = self.runtime.spawn_blocking(move || before.after(settings, Some(&runtime), loops)).await;
        let config = config.map_err(|_| "a fault of the server's own, reported above".to_owned())??;
        for setting in &report.need_restart {
            tracing::warn!(
                setting,
                "reload: this setting is read only at start: restart the server to change it"
            );
        }
        // That a certificate is expired is said again: the operator has just tried to renew it.
        let expired = expired(&config.settings, clock::unix_s());
        let is_new =
            |notice: &&String| !former.settings.notices.contains(notice) || expired.contains(*notice);
        config.settings.notices.iter().filter(is_new).for_each(|notice| tracing::warn!("{notice}"));
        config.settings.rows.report(&former.settings.rows);
        self.sources.database.set_in_effect(&config.settings.rows);
        expiry::warn_if_soon(&config.settings);
        logging::set_level(config.settings.log_level);
        for state in config.apps() {
            if let Some(database) = &state.database {
                database.serve(&state.app);
            }
        }
        let unix_s = clock::unix_s();
        config.apps_of_other_keys(&former).for_each(|state| state.keys.revoke_removed(unix_s));
        let parted = config.apps_of_other_databases(&former);
        let applying = self.node.configure(config);
        // What they follow is known to the former database alone, which is closed next.
        for app in parted {
            for queue in self.node.loops() {
                queue.push_unreserved(LoopMessage::SendAway(Some(app)));
            }
        }
        self.tasks.follow(&self.node).await;
        if !report.changed.is_empty() {
            applying.wait(APPLIED).await;
        }
        self.node.metrics.last_reload.succeeded();
        tracing::info!(
            apps = report.apps,
            added = report.added.len(),
            changed = report.changed.len(),
            removed = report.removed.len(),
            settings = report.settings.join(", "),
            "reload: the new settings are in effect"
        );
        Ok(report)
    }
}

/// What a running server does not take.
fn refuse(settings: &Settings, former: &Config) -> Result<(), String> {
    // Which secrets are good enough depends on it, and has been checked for the address of the file.
    if settings.is_for_this_machine() && !former.settings.is_for_this_machine() {
        let (listen, former) = (&settings.listen, &former.settings.listen);
        return Err(format!(
            "listen = {listen}: the server listens on {former}, where secrets must be stronger: restart it to change \
             the address"
        ));
    }
    // The table is read from the start, or not at all: its apps would not be there, and the former ones gone.
    if former.settings.apps_database_url.bytes().is_empty() && !settings.apps_database_url.bytes().is_empty()
    {
        return Err(
            "apps_database_url: a database of apps is read only if it was set at the start: restart the server"
                .to_owned(),
        );
    }
    refuse_known_secret(settings, former.apps().iter().any(|state| has_known_secret(&state.app)))
}

/// What another configuration changes, whose settings that are read at start alone are the former ones.
fn report(settings: &mut Settings, former: &Config, need_restart: Vec<&'static str>) -> Report {
    let mut report = Report { apps: settings.apps.len(), need_restart, ..Report::default() };
    for app in &mut settings.apps {
        let Some(known) = former.app_by_exact_id(&app.id) else {
            report.added.push(app.id.clone());
            continue;
        };
        // Its number is no setting.
        app.index = known.app.index;
        if *known.app != *app {
            report.changed.push(app.id.clone());
        }
    }
    let present: HashSet<&str> = settings.apps.iter().map(|app| &*app.id).collect();
    let gone = former.apps().iter().map(|state| &state.app.id).filter(|id| !present.contains(&***id));
    report.removed = gone.cloned().collect();
    report.settings = changed_settings(settings, &mut former.settings.clone());
    report
}
