//! Fan-out against the raw send loop: one message at a time, and eight merged.

use super::bench::{Bench, Heading, Sample};
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::scenario::Fanout;
use crate::scenario::fanout::FanoutOutcome;

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    for (outstanding, wanted) in [(1, 0.95), (8, 0.80)] {
        let fanout = Fanout { outstanding, seconds: bench.seconds(), ..Fanout::default() };
        let heading = Heading {
            name: "fanout",
            case: format!("outstanding={outstanding}"),
            unit: "deliveries/s",
            wanted: Some(Wanted::ratio_at_least(wanted)),
        };
        let sample = |outcome: FanoutOutcome| Sample::new(outcome.deliveries_per_second, &outcome);
        let subject = || bench.with_server(1, |target| fanout.run(target)).map(sample);
        let reference = || with_send_limit(bench, &fanout).map(sample);
        bench.compare(figures, heading, ("baton", &subject), Some(("limit send", &reference)))?;
    }
    Ok(())
}

/// One sample of the raw send loop with the fan-out's subscribers and burst.
pub(super) fn with_send_limit(bench: &Bench, fanout: &Fanout) -> Result<FanoutOutcome, Fault> {
    let arguments = [
        "send".to_owned(),
        format!("--sockets={}", fanout.subscribers),
        format!("--payload-bytes={}", fanout.payload_bytes),
        format!("--merge={}", fanout.outstanding),
    ];
    bench.with_limit(&arguments, |target| fanout.run_limit(target))
}
