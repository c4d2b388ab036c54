//! 18,000 clients connecting, 2,000 at a time, against the raw accept-and-upgrade loop.

use super::bench::{Bench, Heading, Sample};
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::scenario::Connect;
use crate::scenario::connect::ConnectOutcome;

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let connect = Connect::default();
    let heading = Heading {
        name: "connect",
        case: format!("{} clients, {} at a time", connect.clients, connect.at_once),
        unit: "CPU µs/client",
        wanted: Some(Wanted::at_most(40.0)),
    };
    let subject = || bench.with_server(1, |target| connect.run(target)).and_then(sample);
    let arguments = ["accept".to_owned(), format!("--sockets={}", connect.clients)];
    let reference = || bench.with_limit(&arguments, |target| connect.run_limit(target)).and_then(sample);
    bench.compare(figures, heading, ("baton", &subject), Some(("limit accept", &reference)))
}

/// A sample counts only if every client got through and the kernel dropped no SYN: a dropped one returns after a second,
/// which costs the server nothing and the client everything.
fn sample(outcome: ConnectOutcome) -> Result<Sample, Fault> {
    if let Some(reason) = &outcome.first_failure {
        return Err(Fault::Run(format!("{} clients failed; the first: {reason}", outcome.failed)));
    }
    let drops = outcome.listen_drops;
    if drops.drops + drops.overflows > 0 {
        return Err(Fault::Run(format!(
            "the accept queue overflowed {} times and {} SYNs were dropped",
            drops.overflows, drops.drops
        )));
    }
    Ok(Sample::new(outcome.server_cpu_us_per_client.unwrap_or(0.0), &outcome))
}
