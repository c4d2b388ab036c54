//! The clients of one loop, and their accounts.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::account::{Account, Terms};
use super::outcome::Following;
use super::{Plan, Report, Shared};
use crate::fault::Fault;
use crate::ledger::excerpt;
use crate::opening::{Opening, delivery};
use crate::process::ProcessMemory;
use crate::scenario::loops;
use crate::stamp::Mark;
use crate::swarm::Swarm;
use crate::target::Target;

/// The longest wait for something to read.
const TURN: Duration = Duration::from_millis(5);

/// After the last commit everything must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(20);

/// Once everything has arrived, how long a second copy may still come and be noticed.
const DOUBLES: Duration = Duration::from_millis(100);

/// One loop's clients.
pub(super) struct Reader<'a> {
    swarm: Swarm,
    accounts: Vec<Account>,
    terms: Terms,
    shared: &'a Shared,
    /// Rows that were due so soon after the first, in nanoseconds, are not measured.
    warmup_ns: u64,
    report: Report,
}

/// Has all clients join, divided among the loops of the generator.
pub(super) fn open<'a>(
    plan: &Plan<'_>,
    target: &Target,
    shared: &'a Shared,
) -> Result<(Vec<Reader<'a>>, Following), Fault> {
    let terms = Terms { audience: plan.audience, keys: plan.keys, writers: plan.write.connections as u64 };
    let before = target.pid.map(ProcessMemory::of).transpose()?;
    let (mut readers, mut following) = (Vec::new(), Following::default());
    for part in loops::divide(plan.clients, target.generator_loops) {
        let opening = Opening {
            protocol: Some(plan.protocol),
            channels: &|client| vec![(plan.channel)(part.start + client)],
            member: &|client| (plan.member)(part.start + client),
            ..Opening::new(target, part.len())
        };
        let (swarm, opened) = opening.open_every()?;
        following.add(&opened);
        let accounts = part.map(|client| Account::new(client, terms)).collect();
        let warmup = Duration::from_secs_f64(plan.warmup_seconds).as_nanos();
        let warmup_ns = u64::try_from(warmup).unwrap_or(u64::MAX);
        readers.push(Reader { swarm, accounts, terms, shared, warmup_ns, report: Report::default() });
    }
    let after = target.pid.map(ProcessMemory::of).transpose()?;
    following.bytes_per_client = ProcessMemory::growth_each(before, after, plan.clients);
    Ok((readers, following))
}

impl Reader<'_> {
    pub(super) fn turn(&mut self) -> Result<(), Fault> {
        let Self { swarm, accounts, terms, shared, warmup_ns, report } = self;
        let measured_ns = shared.began_ns.get().copied().unwrap_or(0) + *warmup_ns;
        let before = report.deliveries;
        swarm.turn(TURN, |client, at, event| -> Result<(), Fault> {
            let Some(message) = delivery(client, &event)? else { return Ok(()) };
            let Some(mark) = Mark::find(message) else {
                return Err(Fault::Run(format!("not a message of this run: {}", excerpt(message))));
            };
            if let Some(account) = accounts.get_mut(client) {
                account.enter(u64::from(mark.serial), *terms)?;
            }
            report.deliveries += 1;
            report.bytes += message.len() as u64;
            if mark.due_ns >= measured_ns {
                report.latency.record(Duration::from_nanos(shared.ns(at).saturating_sub(mark.due_ns)));
            }
            Ok(())
        })?;
        shared.deliveries.fetch_add(report.deliveries - before, Relaxed);
        Ok(())
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        (self.report.deliveries, self.swarm.reads())
    }

    /// The first client that misses a row, with the row.
    fn missing(&self, committed: &[u64]) -> Option<(usize, u64)> {
        self.accounts
            .iter()
            .find_map(|account| Some((account.client(), account.missing(committed, self.terms)?)))
    }

    /// Waits for what is on its way, and closes the books.
    pub(super) fn finish(mut self, failed: &AtomicBool) -> Result<Report, Fault> {
        let deadline = Instant::now() + DRAIN;
        loop {
            loops::check(failed)?;
            let missing = match self.shared.committed() {
                None => Some(None),
                Some(committed) => self.missing(&committed).map(Some),
            };
            match missing {
                None => break,
                Some(Some((client, row))) if Instant::now() > deadline => {
                    let seconds = DRAIN.as_secs();
                    return Err(Fault::Run(format!(
                        "client {client} had not received row {row} {seconds} s after the last was committed"
                    )));
                }
                Some(_) => self.turn()?,
            }
        }
        loops::await_doubles(DOUBLES, || self.turn())?;
        Ok(self.report)
    }
}
