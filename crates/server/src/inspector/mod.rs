//! The inspector: what a live system does, for people and programs that ask. docs/inspector-api.md is its API.
//!
//! Everything here reads what the server knows anyway. What costs something (the [timeline], sweeps over connections) happens
//! while somebody asks, and no longer.

pub(crate) mod access;
pub(crate) mod api;
mod audit;
pub(crate) mod ended;
mod help;
pub(crate) mod inspection;
mod link;
pub(crate) mod mcp;
pub(crate) mod pages;
mod pattern;
mod recent;
mod redaction;
pub(crate) mod refusal;
mod sessions;
pub(crate) mod timeline;

use std::fmt::Write as _;
use std::sync::Arc;

use baton_hub::SocketId;

pub(crate) use self::audit::Audit;
pub(crate) use self::ended::EndedConnection;
pub(crate) use self::link::announce;
pub(crate) use self::recent::Recent;
pub(crate) use self::refusal::RecentRefusal;
pub(crate) use self::sessions::{SESSION_S, Sessions};
pub(crate) use self::timeline::Timeline;
use crate::entropy::Entropy;
use crate::per_second::PerSecond;
use crate::settings::Settings;

/// What the process remembers for those who look.
pub(crate) struct Inspector {
    /// Names this process in each answer, so that answers of several servers can be distinguished, and a restart is noticed.
    pub(crate) node_name: Box<str>,
    pub(crate) sessions: Sessions,
    /// Sign-ins that failed.
    pub(crate) failures: PerSecond,
    /// Calls of AI assistants.
    pub(crate) mcp_calls: PerSecond,
    pub(crate) timeline: Arc<Timeline>,
    pub(crate) refusals: Arc<Recent<RecentRefusal>>,
    pub(crate) ended: Recent<EndedConnection>,
    pub(crate) audit: Audit,
}

impl Inspector {
    pub(crate) fn new(settings: &Settings) -> Self {
        let most = remembered(settings);
        Self {
            node_name: node_name().into(),
            sessions: Sessions::default(),
            failures: PerSecond::default(),
            mcp_calls: PerSecond::default(),
            timeline: Arc::new(Timeline::new(settings)),
            refusals: Arc::new(Recent::new(most)),
            ended: Recent::new(most),
            audit: Audit::default(),
        }
    }

    pub(crate) fn configure(&self, settings: &Settings) {
        let most = remembered(settings);
        self.timeline.configure(settings);
        self.refusals.set_most(most);
        self.ended.set_most(most);
    }
}

fn remembered(settings: &Settings) -> usize {
    if settings.inspector { settings.inspector_recent } else { 0 }
}

/// The name of the machine, and what no other process there has.
fn node_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut name: String = machine.trim().chars().take(64).collect();
    if name.is_empty() {
        name.push_str("baton");
    }
    _ = write!(name, "/{:08x}", Entropy::new().next_u64() >> 32);
    name
}

/// Reads a socket id as it is written: two numbers and a dot.
pub(crate) fn socket_id(text: &str) -> Option<SocketId> {
    let (high, low) = text.split_once('.')?;
    let number =
        |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    Some(SocketId { high: number(high)?, low: number(low)? })
}
