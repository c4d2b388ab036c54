//! Reads a ledger and finds what is wrong in it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Line, Publish, order::Order};

/// One subscription of a client, and what it saw in it.
#[derive(Debug)]
struct Viewer<'a> {
    client: &'a str,
    /// The line that confirmed it; `None` if deliveries came and a confirmation never did.
    since: Option<usize>,
    /// It lasts to the end of the ledger.
    open: bool,
    seen: Vec<&'a str>,
}

/// What a ledger says about one channel.
#[derive(Debug, Default)]
struct Channel<'a> {
    viewers: Vec<Viewer<'a>>,
    /// Each client's present or latest subscription.
    latest: BTreeMap<&'a str, usize>,
    /// Messages by number, with the line of their sending.
    sent: Vec<(usize, &'a Publish)>,
}

pub(super) fn check(lines: &[Line]) -> Vec<Finding> {
    let mut channels: BTreeMap<&str, Channel<'_>> = BTreeMap::new();
    let mut messages: BTreeMap<&str, &Publish> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Publish(publish) => {
                messages.insert(&publish.uuid, publish);
                channels.entry(&publish.channel).or_default().sent.push((at, publish));
            }
            Line::Subscribe { client, channel } => channels.entry(channel).or_default().subscribe(client, at),
            Line::Deliver { client, channel, uuid } => {
                channels.entry(channel).or_default().latest(client).seen.push(uuid);
            }
            Line::Unsubscribe { client, channel } => channels.entry(channel).or_default().unsubscribe(client),
        }
    }
    let mut findings = Vec::new();
    for (name, channel) in &channels {
        channel.find_phantoms(name, &messages, &mut findings);
        channel.find_doubled(name, &mut findings);
        channel.find_publisher_order(name, &messages, &mut findings);
        channel.find_disagreement_or_lost(name, &mut findings);
    }
    findings
}

impl<'a> Channel<'a> {
    fn add(&mut self, client: &'a str, since: Option<usize>) -> usize {
        self.viewers.push(Viewer { client, since, open: since.is_some(), seen: Vec::new() });
        let index = self.viewers.len() - 1;
        self.latest.insert(client, index);
        index
    }

    fn subscribe(&mut self, client: &'a str, at: usize) {
        let known = self.latest.get(client).and_then(|index| self.viewers.get_mut(*index));
        match known {
            // What came before the confirmation was written down belongs to this subscription.
            Some(viewer) if viewer.since.is_none() => (viewer.since, viewer.open) = (Some(at), true),
            Some(viewer) if viewer.open => {}
            _ => _ = self.add(client, Some(at)),
        }
    }

    fn unsubscribe(&mut self, client: &str) {
        if let Some(viewer) = self.latest.get(client).and_then(|index| self.viewers.get_mut(*index)) {
            viewer.open = false;
        }
    }

    /// The subscription that a delivery belongs to. What comes after an `unsubscribe` was still on its way.
    fn latest(&mut self, client: &'a str) -> &mut Viewer<'a> {
        let index = match self.latest.get(client) {
            Some(index) => *index,
            None => self.add(client, None),
        };
        &mut self.viewers[index]
    }

    fn find_phantoms(&self, name: &str, messages: &BTreeMap<&str, &Publish>, findings: &mut Vec<Finding>) {
        for viewer in &self.viewers {
            for uuid in &viewer.seen {
                let because = match messages.get(uuid) {
                    None => "which nobody published",
                    Some(publish) if publish.refused => "which the server refused",
                    Some(publish) if publish.channel != name => "which was published on another channel",
                    Some(publish) if publish.except.as_deref() == Some(viewer.client) => {
                        "which was to be kept from it"
                    }
                    Some(_) if viewer.since.is_none() => "to which it never subscribed",
                    Some(_) => continue,
                };
                let (channel, uuid, client) = (name.to_owned(), (*uuid).to_owned(), viewer.client.to_owned());
                findings.push(Finding::Phantom { channel, uuid, client, because });
            }
        }
    }

    fn find_doubled(&self, name: &str, findings: &mut Vec<Finding>) {
        for viewer in &self.viewers {
            let mut times: BTreeMap<&str, usize> = BTreeMap::new();
            for uuid in &viewer.seen {
                *times.entry(uuid).or_default() += 1;
            }
            for (uuid, times) in times.into_iter().filter(|(_, times)| *times > 1) {
                let (channel, uuid, client) = (name.to_owned(), uuid.to_owned(), viewer.client.to_owned());
                findings.push(Finding::Doubled { channel, uuid, client, times });
            }
        }
    }

    fn find_publisher_order(
        &self,
        name: &str,
        messages: &BTreeMap<&str, &Publish>,
        findings: &mut Vec<Finding>,
    ) {
        for viewer in &self.viewers {
            let mut highest: BTreeMap<&str, u64> = BTreeMap::new();
            for publish in viewer.first_seen().filter_map(|uuid| messages.get(uuid)) {
                let first = highest.entry(&publish.publisher).or_insert(publish.n);
                if publish.n < *first {
                    findings.push(Finding::PublisherOrder {
                        channel: name.to_owned(),
                        client: viewer.client.to_owned(),
                        publisher: publish.publisher.clone(),
                        first: *first,
                        then: publish.n,
                    });
                }
                *first = publish.n.max(*first);
            }
        }
    }

    /// Without one order nothing lies between two messages, so a loss can be proved only where there is one.
    fn find_disagreement_or_lost(&self, name: &str, findings: &mut Vec<Finding>) {
        let numbers: BTreeMap<&str, usize> =
            self.sent.iter().enumerate().map(|(number, (_, publish))| (&*publish.uuid, number)).collect();
        let mut order = Order::default();
        for (index, viewer) in self.viewers.iter().enumerate() {
            order.add(index, &viewer.numbers(&numbers));
        }
        let Some(circle) = order.circle() else {
            for viewer in &self.viewers {
                self.find_lost(name, viewer, &viewer.numbers(&numbers), &order, findings);
            }
            return;
        };
        let in_words = |(viewer, message): (usize, usize)| {
            let client = self.viewers.get(viewer).map_or("", |viewer| viewer.client);
            let uuid = self.sent.get(message).map_or("", |(_, publish)| &publish.uuid);
            (client.to_owned(), uuid.to_owned())
        };
        let circle = circle.into_iter().map(in_words).collect();
        findings.push(Finding::Disagreement { channel: name.to_owned(), circle });
    }

    fn find_lost(
        &self,
        name: &str,
        viewer: &Viewer<'_>,
        seen: &[usize],
        order: &Order,
        findings: &mut Vec<Finding>,
    ) {
        let mut missing: BTreeMap<usize, &'static str> = BTreeMap::new();
        if let (Some(first), Some(last)) = (seen.first(), seen.last()) {
            for number in order.between(*first, *last) {
                missing.insert(number, "though others saw it between messages that it got");
            }
        }
        for number in self.between_own(seen) {
            missing.insert(number, "but an earlier and a later one of its publisher");
        }
        if let Some(since) = viewer.since.filter(|_| viewer.open) {
            for (number, (at, _)) in self.sent.iter().enumerate() {
                if *at > since {
                    missing.insert(number, "though it was subscribed from before it was sent to the end");
                }
            }
        }
        let seen: BTreeSet<usize> = seen.iter().copied().collect();
        for (number, because) in missing {
            let Some((_, publish)) = self.sent.get(number) else { continue };
            let kept_from_it = publish.except.as_deref() == Some(viewer.client);
            if publish.acked && !kept_from_it && !seen.contains(&number) {
                let (channel, uuid) = (name.to_owned(), publish.uuid.clone());
                findings.push(Finding::Lost { channel, uuid, client: viewer.client.to_owned(), because });
            }
        }
    }

    /// Messages whose publisher sent an earlier and a later one that were seen.
    fn between_own(&self, seen: &[usize]) -> Vec<usize> {
        let mut spans: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for (_, publish) in seen.iter().filter_map(|number| self.sent.get(*number)) {
            let span = spans.entry(&publish.publisher).or_insert((publish.n, publish.n));
            *span = (span.0.min(publish.n), span.1.max(publish.n));
        }
        let inside = |publish: &Publish| {
            spans.get(&*publish.publisher).is_some_and(|span| (span.0..=span.1).contains(&publish.n))
        };
        let numbers = self.sent.iter().enumerate();
        numbers.filter(|(_, (_, publish))| inside(publish)).map(|(number, _)| number).collect()
    }
}

impl<'a> Viewer<'a> {
    /// What it saw, each message once, in the order of their first coming.
    fn first_seen(&self) -> impl Iterator<Item = &'a str> {
        let mut known = BTreeSet::new();
        self.seen.iter().copied().filter(move |uuid| known.insert(*uuid))
    }

    /// The same as numbers; what was not sent on this channel is left out.
    fn numbers(&self, numbers: &BTreeMap<&str, usize>) -> Vec<usize> {
        self.first_seen().filter_map(|uuid| numbers.get(uuid).copied()).collect()
    }
}
