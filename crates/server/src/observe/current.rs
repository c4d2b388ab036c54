//! The request that is being answered, as whatever is called for it finds it.

use std::future::Future;
use std::sync::Arc;

use super::Observation;

tokio::task_local! {
    static CURRENT: Arc<Observation>;
}

/// Answers a request on a task, with its observation as the current one wherever the task runs.
pub(crate) async fn during<F: Future>(observation: Arc<Observation>, answer: F) -> F::Output {
    CURRENT.scope(observation, answer).await
}

/// The same on a loop, which answers at once. Without an observation there is no current one.
pub(crate) fn within<R>(observation: Option<&Arc<Observation>>, answer: impl FnOnce() -> R) -> R {
    match observation {
        Some(observation) => CURRENT.sync_scope(Arc::clone(observation), answer),
        None => answer(),
    }
}

/// Looks at the current request, if there is one.
pub(crate) fn with<R>(look: impl FnOnce(&Arc<Observation>) -> R) -> Option<R> {
    CURRENT.try_with(look).ok()
}

/// The current request, to be remembered.
pub(crate) fn get() -> Option<Arc<Observation>> {
    with(Arc::clone)
}
