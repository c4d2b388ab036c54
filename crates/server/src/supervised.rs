//! Supervision of tasks that last as long as the process: one that panics starts again, and the log says so.

use std::future::Future;
use std::time::Duration;

use tokio::task::JoinError;
use tokio::time::sleep;

/// How long a task that panicked rests: what it met may be there at once again.
pub(crate) const REST: Duration = Duration::from_secs(30);

/// Runs a task, and after a rest runs it again where it panicked. One that returns is over.
pub(crate) async fn restarted<F>(what: &str, rest: Duration, mut task: impl FnMut() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    while tokio::spawn(task()).await.is_err_and(|ended: JoinError| ended.is_panic()) {
        let seconds = rest.as_secs();
        tracing::error!(
            seconds,
            "the task that {what} met a fault of the server's own, reported above; it starts again after a pause"
        );
        sleep(rest).await;
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
