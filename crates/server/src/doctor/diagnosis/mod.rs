//! From what was seen to what it means, without a network: each file has the checks of one layer.

mod api;
mod application;
mod network;
mod route;
mod socket;

#[cfg(test)]
mod tests;

pub(super) use api::{Limits, cors, exposed_metrics, limits, round_trip, signed};
pub(super) use application::application;
pub(super) use network::{addresses, clock, name, scheme, tls};
pub(super) use route::{Place, other_address, place, route};
pub(super) use socket::{Listened, compression, greeting, idle, listened, origin, subscribed, upgrade};

use super::observation::{Ending, Response, Silence};
use crate::terminal::excerpt;

/// A response as a finding shows it: its status, who wrote it, and how it begins.
fn shown(response: &Response) -> String {
    let server = response.header("server").map(|server| format!(" from {}", excerpt(server)));
    let body = match response.body.trim() {
        "" => String::new(),
        body => format!(": {}", excerpt(body)),
    };
    format!("status {}{}{body}", response.status, server.unwrap_or_default())
}

fn silence(silence: &Silence) -> String {
    match silence {
        Silence::NoConnection(why) => format!("no connection any more ({})", excerpt(why)),
        Silence::Late => "no response in time".to_owned(),
        Silence::Closed => "the connection was closed without a response".to_owned(),
        Silence::NotHttp(why) => format!("the response is not HTTP ({})", excerpt(why)),
    }
}

fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Closed(Some(code), reason) => format!("closed with {code} {}", excerpt(reason)),
        Ending::Closed(None, _) => "closed without a code".to_owned(),
        Ending::Broken => "the connection ended without a close frame".to_owned(),
        Ending::Malformed(why) => format!("what came is no WebSocket frame ({})", excerpt(why)),
    }
}
