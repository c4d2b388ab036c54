//! Memory of the empty server and of each idle connection.

use super::bench::{Bench, Heading, Sample};
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::process::Memory;
use crate::scenario::Hold;
use crate::scenario::hold::HoldOutcome;

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let heading = Heading {
        name: "memory",
        case: "empty server".into(),
        unit: "MB resident",
        wanted: Some(Wanted::at_most(10.0)),
    };
    let subject = || bench.with_server(1, |target| Memory::of(target.pid.unwrap_or(0))).map(empty);
    bench.compare(figures, heading, ("baton", &subject), None)?;

    for (own_channel, case) in [(false, "one shared channel"), (true, "a channel each")] {
        let hold = Hold { own_channel, ..Hold::default() };
        let heading = Heading {
            name: "memory",
            case: format!("{} idle, {case}", hold.clients),
            unit: "bytes/connection",
            wanted: (!own_channel).then(|| Wanted::at_most(600.0)),
        };
        let subject = || bench.with_server(1, |target| hold.run(target)).map(|outcome| idle(&outcome));
        bench.compare(figures, heading, ("baton", &subject), None)?;
    }
    Ok(())
}

fn empty(memory: Memory) -> Sample {
    #[allow(clippy::cast_precision_loss)] // bytes of one process, far below 2^52
    let megabytes = memory.rss as f64 / 1e6;
    Sample::new(megabytes, &memory)
}

fn idle(outcome: &HoldOutcome) -> Sample {
    Sample::new(outcome.bytes_per_client.unwrap_or(0.0), outcome)
}
