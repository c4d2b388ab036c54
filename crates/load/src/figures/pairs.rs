//! Client events in pairs, against the tokio-tungstenite peer.

use super::bench::{Bench, Heading, Sample};
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::scenario::Pairs;
use crate::scenario::pairs::PairsOutcome;

/// How the peer writes, and what is wanted of the server beside it. Most programs flush each message; the batched one is
/// told beside it, since it is the better program.
const WAYS: [(&str, &str, Option<f64>); 2] = [
    ("message", "tokio-tungstenite, a flush per message", Some(5.0)),
    ("batch", "tokio-tungstenite, batched", None),
];

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let pairs = Pairs { seconds: bench.seconds().max(2.0), ..Pairs::default() };
    let sample = |outcome: PairsOutcome| Sample::new(outcome.messages_per_second, &outcome);
    for (way, name, wanted) in WAYS {
        let heading = Heading {
            name: "pairs",
            case: format!("{} pairs, {} B", pairs.pairs, pairs.payload_bytes),
            unit: "messages/s",
            wanted: wanted.map(Wanted::ratio_at_least),
        };
        let subject = || bench.with_server(1, |target| pairs.run(target)).map(sample);
        let reference = || bench.with_peer(way, |target| pairs.run(target)).map(sample);
        bench.compare(figures, heading, ("baton", &subject), Some((name, &reference)))?;
    }
    Ok(())
}
