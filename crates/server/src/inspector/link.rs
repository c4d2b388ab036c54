//! The link that the server prints at its start.

use std::io::{self, IsTerminal as _};

use super::sessions::Credential;
use crate::clock;
use crate::node::Node;

/// The link for a browser on this machine, as a line to print; `None` where nobody could use it, or nobody reads it: a supervisor
/// that collects standard output would keep it in its logs.
pub(crate) fn announce(node: &Node, base: &str) -> Option<String> {
    let settings = &node.config().settings;
    let is_served = settings.inspector && (settings.is_for_this_machine() || settings.has_inspector_token());
    if !is_served || !io::stdout().is_terminal() {
        return None;
    }
    let token = node.inspector.sessions.link(Credential::StartLink, None, clock::now_ms()).ok()?;
    Some(format!("inspector: {base}/inspector#link={token}\n"))
}
