//! What a delivery costs as things grow: subscribers, channels that exist meanwhile, event loops.

use super::bench::{Bench, Heading, Sample};
use super::fanout::with_send_limit;
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::scenario::Fanout;
use crate::scenario::fanout::FanoutOutcome;

const UNIT: &str = "CPU µs/delivery";

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    subscribers(bench, figures)?;
    channels(bench, figures)?;
    loops(bench, figures)
}

/// Against the raw loop over as many sockets: more sockets are dearer for the kernel too.
fn subscribers(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    for subscribers in [100, 1_000, 5_000, 18_000] {
        let fanout = Fanout { subscribers, ..plain(bench) };
        let heading = heading(format!("{subscribers} subscribers"), None);
        let subject = || bench.with_server(1, |target| fanout.run(target)).map(sample);
        let reference = || with_send_limit(bench, &fanout).map(sample);
        bench.compare(figures, heading, ("baton", &subject), Some(("limit send", &reference)))?;
    }
    Ok(())
}

/// Against the same fan-out where no other channel exists.
fn channels(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let alone = Fanout { subscribers: 2_000, ..plain(bench) };
    for others in [999, 99_999] {
        let among = Fanout { other_channels: others, ..alone.clone() };
        let heading = heading(format!("{} channels exist", others + 1), Some(Wanted::ratio_at_most(1.1)));
        let subject = || bench.with_server(1, |target| among.run(target)).map(sample);
        let reference = || bench.with_server(1, |target| alone.run(target)).map(sample);
        bench.compare(figures, heading, ("baton", &subject), Some(("1 channel", &reference)))?;
    }
    Ok(())
}

/// Both loops on the one core of the server: what the second costs, not what it brings.
fn loops(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let fanout = plain(bench);
    let heading = heading("2 loops".into(), Some(Wanted::ratio_at_most(1.1)));
    let subject = || bench.with_server(2, |target| fanout.run(target)).map(sample);
    let reference = || bench.with_server(1, |target| fanout.run(target)).map(sample);
    bench.compare(figures, heading, ("baton", &subject), Some(("1 loop", &reference)))
}

fn plain(bench: &Bench) -> Fanout {
    Fanout { seconds: bench.seconds(), ..Fanout::default() }
}

fn heading(case: String, wanted: Option<Wanted>) -> Heading {
    Heading { name: "growth", case, unit: UNIT, wanted }
}

fn sample(outcome: FanoutOutcome) -> Sample {
    Sample::new(outcome.server_cpu_us_per_delivery.unwrap_or(0.0), &outcome)
}
