//! Client events in pairs, and raw echoes, against the tokio-tungstenite peer.

use super::bench::{Bench, Heading, Sample};
use super::record::{Figure, Wanted};
use crate::fault::Fault;
use crate::scenario::Pairs;
use crate::scenario::pairs::PairsOutcome;

/// How the peer writes, and what is wanted of the server beside it for pairs and for echoes. Most programs flush each
/// message; the batched one is told beside it, since it is the better program.
const WAYS: [(&str, &str, [Option<f64>; 2]); 2] = [
    ("message", "tokio-tungstenite, a flush per message", [Some(5.0), Some(7.0)]),
    ("batch", "tokio-tungstenite, batched", [None, None]),
];

/// As many connections as 25 pairs have.
const ECHOES: usize = 50;

pub(super) fn measure(bench: &Bench, figures: &mut Vec<Figure>) -> Result<(), Fault> {
    let pairs = Pairs { seconds: bench.seconds().max(2.0), ..Pairs::default() };
    let echoes = Pairs { echo: true, pairs: ECHOES, ..pairs.clone() };
    let sample = |outcome: PairsOutcome| Sample::new(outcome.messages_per_second, &outcome);
    for (way, name, [of_pairs, of_echoes]) in WAYS {
        for (settings, what, wanted) in [(&pairs, "pairs", of_pairs), (&echoes, "echoes", of_echoes)] {
            let heading = Heading {
                name: "pairs",
                case: format!("{} {what}, {} B", settings.pairs, settings.payload_bytes),
                unit: "messages/s",
                wanted: wanted.map(Wanted::ratio_at_least),
            };
            let subject = || bench.with_server(1, |target| settings.run(target)).map(sample);
            let reference = || bench.with_peer(way, |target| settings.run(target)).map(sample);
            bench.compare(figures, heading, ("baton", &subject), Some((name, &reference)))?;
        }
    }
    Ok(())
}
