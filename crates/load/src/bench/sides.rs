//! The sides of a case: the servers that are measured in it, one after the other.

use super::Bench;
use super::document::{Case, Document, Limit};
use super::peers::{BATON, LIMIT, Peer};
use crate::database::Private;
use crate::record::samples::Sample;
use crate::record::{self, Skipped};
use crate::scenario::Scenario;

/// One side of a case.
pub(super) enum Side {
    /// A server, and what is done with it.
    Server(Box<Peer>, Box<Scenario>),
    /// The raw loop.
    Limit(Limit),
}

impl Side {
    /// By which samples name it.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Server(peer, _) => &peer.id,
            Self::Limit(_) => LIMIT,
        }
    }

    fn server(peer: Peer, scenario: &Scenario) -> Self {
        Self::Server(Box::new(peer), Box::new(scenario.clone()))
    }
}

impl Bench {
    /// The sides of a case, and the servers that take no part.
    pub(super) fn sides(&self, document: &Document, case: &Case) -> (Vec<Side>, Vec<Skipped>) {
        let (mut sides, mut skipped) = (Vec::new(), Vec::new());
        for peer in &self.peers {
            match takes_part(document, case, peer) {
                Ok(()) => sides.push(Side::server(peer.clone().with_loops(case.loops), &case.scenario)),
                Err(reason) => {
                    skipped.push(Skipped {
                        scenario: document.info.id.clone(),
                        peer: peer.id.clone(),
                        reason,
                    });
                }
            }
        }
        for beside in &case.beside {
            let peer = self.peers.iter().find(|peer| peer.id == beside.peer);
            sides.extend(peer.map(|peer| Side::server(peer.clone().beside(beside), &beside.scenario)));
        }
        sides.extend(case.limit.clone().map(Side::Limit));
        (sides, skipped)
    }

    /// How many sides a case has on average, to estimate the length of a run.
    pub(super) fn mean_sides(&self, document: &Document) -> f64 {
        let sides = document.cases.iter().map(|case| self.sides(document, case).0.len());
        #[allow(clippy::cast_precision_loss)] // a handful
        let mean = sides.sum::<usize>() as f64 / document.cases.len().max(1) as f64;
        mean
    }

    /// The servers that were measured, for the record.
    pub(super) fn measured(&self, samples: &[Sample]) -> Vec<record::Peer> {
        let limit = record::Peer {
            id: LIMIT.to_owned(),
            name: "Limit".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: "none".to_owned(),
            about: "A raw loop of send(), or of accepting and upgrading: what the kernel itself takes."
                .to_owned(),
        };
        let besides =
            self.documents.iter().flat_map(|document| &document.cases).flat_map(|case| &case.beside);
        let mut all: Vec<record::Peer> = self.peers.iter().map(|peer| peer.shown.clone()).collect();
        for beside in besides.filter(|beside| beside.id != beside.peer) {
            let peer = self.peers.iter().find(|peer| peer.id == beside.peer);
            let shown = peer.map(|peer| peer.clone().beside(beside).shown);
            all.extend(shown.filter(|shown| all.iter().all(|peer| peer.id != shown.id)));
        }
        all.push(limit);
        all.retain(|peer| samples.iter().any(|sample| sample.peer == peer.id));
        all
    }
}

/// Whether a peer takes part in a case; otherwise why not.
fn takes_part(document: &Document, case: &Case, peer: &Peer) -> Result<(), String> {
    if peer.id != BATON && !document.peers.is_empty() && !document.peers.contains(&peer.id) {
        return Err("not one of those that this scenario compares".to_owned());
    }
    if peer.only_tls && !case.tls {
        return Err("is there for wss alone".to_owned());
    }
    if case.tls && peer.lacks(&["tls".to_owned()]).is_some() {
        return Err("has no TLS".to_owned());
    }
    if case.scenario.needs_database()
        && peer.id == BATON
        && let Some(why) = Private::is_missing()
    {
        return Err(why.to_owned());
    }
    match peer.lacks(&case.needs) {
        Some(need) => Err(format!("does not offer {need}")),
        None => Ok(()),
    }
}
