//! Supervision of tasks that last as long as the process: one that panics starts again, and the log says so.

use std::future::Future;
use std::time::Duration;

use tokio::task::JoinError;
use tokio::time::sleep;

/// How long to wait before restarting a task that panicked: its cause may still be there.
pub(crate) const RESTART_PAUSE: Duration = Duration::from_secs(30);

/// Runs a task, and restarts it after a pause if it panicked. A task that returns is over.
pub(crate) async fn restarted<F>(what: &str, pause: Duration, mut task: impl FnMut() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    while tokio::spawn(task()).await.is_err_and(|ended: JoinError| ended.is_panic()) {
        let seconds = pause.as_secs();
        tracing::error!(seconds, "the task that {what} panicked, as logged above; it restarts after a pause");
        sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;

    #[tokio::test]
    async fn a_task_that_panics_runs_again_until_it_returns() {
        let runs = Arc::new(AtomicU32::new(0));
        let task = || {
            let runs = Arc::clone(&runs);
            async move { assert!(runs.fetch_add(1, Relaxed) == 2, "a planned panic") }
        };
        restarted("is tested", Duration::ZERO, task).await;
        assert_eq!(runs.load(Relaxed), 3);
    }
}
