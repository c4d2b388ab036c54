//! What runs for an app as long as its settings stand: its keys are read again, its database is listened to.

use std::collections::HashMap;
use std::sync::Arc;

use baton_hub::AppId;
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::config::Config;
use crate::database::{Database, close_all};
use crate::node::Node;
use crate::tokens::Keys;

/// The tasks of all apps.
pub(crate) struct AppTasks {
    runtime: Handle,
    keys: HashMap<AppId, Task<Keys>>,
    databases: HashMap<AppId, Task<Database>>,
}

/// One that runs until it is dropped.
struct Task<T> {
    /// What it is about.
    of: Arc<T>,
    handle: AbortHandle,
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.handle.abort();
    }
}

/// Removes the tasks about what is not in use any more.
fn retire<T>(tasks: &mut HashMap<AppId, Task<T>>, present: impl Fn(AppId) -> Option<Arc<T>>) -> Vec<Task<T>> {
    let is_over =
        |app: &AppId, task: &mut Task<T>| !present(*app).is_some_and(|of| Arc::ptr_eq(&of, &task.of));
    tasks.extract_if(is_over).map(|(_, task)| task).collect()
}

impl AppTasks {
    /// None yet.
    pub(crate) fn new(runtime: Handle) -> Self {
        Self { runtime, keys: HashMap::new(), databases: HashMap::new() }
    }

    /// Ends the tasks that the node's configuration has no use for, and starts those that it lacks.
    pub(crate) async fn follow(&mut self, node: &Arc<Node>) {
        let config: Arc<Config> = Arc::clone(&node.config());
        drop(retire(&mut self.keys, |app| Some(Arc::clone(&config.app(app)?.keys))));
        let retired = retire(&mut self.databases, |app| config.app(app)?.database.clone());
        // First, so that none of them begins a feed after it was closed.
        retired.iter().for_each(|task| task.handle.abort());
        // In good order, so that the next reader of the same slot continues where this one stopped.
        close_all(retired.iter().map(|task| &*task.of)).await;
        for state in config.apps() {
            let app = state.app.index;
            // A task costs 4.6 KB, and most apps have no keys that are read again.
            if state.keys.need_keeping() {
                self.keys.entry(app).or_insert_with(|| {
                    let keys = Arc::clone(&state.keys);
                    let of = Arc::clone(&keys);
                    Task { of, handle: self.runtime.spawn(async move { keys.keep().await }).abort_handle() }
                });
            }
            if let Some(database) = &state.database {
                self.databases.entry(app).or_insert_with(|| {
                    let (database, node) = (Arc::clone(database), Arc::clone(node));
                    let of = Arc::clone(&database);
                    let task = self.runtime.spawn(async move { database.listen(node).await });
                    Task { of, handle: task.abort_handle() }
                });
            }
        }
    }
}
