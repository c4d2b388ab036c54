//! Warns of certificates that expire soon, so that they are renewed before clients refuse them.

use std::time::Duration;

use tokio::time::sleep;

use crate::clock::unix_s;
use crate::node::Node;
use crate::settings::{Settings, expired, expires_soon};

/// A server that is not reloaded repeats the warning so often.
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Logs which certificates expire soon. That one is expired is one of the notices of the
/// settings, which are logged where this is called.
pub(crate) fn warn_if_soon(settings: &Settings) {
    for warning in expires_soon(settings, unix_s()) {
        tracing::warn!("{warning}");
    }
}

/// Logs once a day which of the node's certificates expire soon or are expired, as long as the runtime
/// lasts.
pub(crate) async fn warn_daily(node: &Node) {
    each(DAY, || {
        let (config, now) = (node.config(), unix_s());
        let warnings = [expires_soon(&config.settings, now), expired(&config.settings, now)];
        for warning in warnings.into_iter().flatten() {
            tracing::warn!("{warning}");
        }
    })
    .await;
}

async fn each(period: Duration, mut look: impl FnMut()) {
    loop {
        sleep(period).await;
        look();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn it_is_looked_again_and_again_but_not_at_once() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (began, period) = (Instant::now(), Duration::from_millis(5));
        let (looked, mut looks) = tokio::sync::mpsc::unbounded_channel();
        runtime.block_on(async {
            let look = || {
                let _ = looked.send(began.elapsed());
            };
            tokio::select! {
                () = each(period, look) => {}
                () = async {
                    for n in 1..=3 {
                        let at = looks.recv().await.unwrap();
                        assert!(at >= period * n, "{at:?}");
                    }
                } => {}
            }
        });
    }
}
