//! The servers, how to measure again, and what the words mean.

use maud::{Markup, html};

use crate::record::contest::Role;
use crate::record::{Better, Measure, Peer, Record};

pub(super) fn markup(record: &Record) -> Markup {
    html! {
        section #peers {
            h2 { "Who was measured" }
            div.scroll tabindex="0" role="region" aria-label="Who was measured" {
                table.peers {
                    thead { tr { th scope="col" { "Name" } th scope="col" { "Version" } th scope="col" { "Protocol" }
                        th scope="col" { "What it is" } } }
                    tbody { @for peer in &record.peers { (described(peer)) } }
                }
            }
        }
        section #again {
            h2 { "Measure it again" }
            p { "From a checkout, on Linux with two cores or more; each server is installed at the version above:" }
            pre { code { (commands(record)) } }
            p { "Every figure is in " a href="figures.csv" { "figures.csv" } ", and machine, settings and servers are in "
                a href="record.json" { "record.json" } " beside this page, which is made from both by "
                code { "baton-load report" } "." }
        }
        section #words {
            h2 { "What the words mean" }
            dl.words {
                div { dt { "Round" } dd { "Everybody once, one after the other, each as a new process. Ratios are taken inside \
                    a round and their median is shown, so that a machine that is slower for a minute is slower for all." } }
                div { dt { "Median, least, greatest" } dd { "Over the rounds. Charts show the median as a bar or a point, and \
                    the others as a whisker." } }
                div { dt { "Level" } dd { "The ranges of Baton and of the best other server overlap: neither is called first." } }
                div { dt { "Limit" } dd { "A raw loop in the same place: it makes the system calls of this work and nothing \
                    else, and so shows what this machine can do. It is no server and does not compete." } }
                div { dt { "Failed" } dd { "A check did not hold: a message was lost, doubled or out of order, or a connection \
                    was refused. A failed round is shown as a failure and is part of no median." } }
            }
            (measures(record))
        }
        footer { p.note { (record.tool) ", record format " (record.format) "." } }
    }
}

fn described(peer: &Peer) -> Markup {
    html! {
        tr class=[(peer.id == crate::record::contest::BATON).then_some("own")] {
            th scope="row" { (peer.name) }
            td { (peer.version) }
            td { (peer.protocol) }
            td { (peer.about) }
        }
    }
}

/// The commands for everything, one scenario, and one peer, with names of this record.
fn commands(record: &Record) -> String {
    let scenario = record.scenarios.first().map(|scenario| scenario.id.as_str());
    let mut peers = record.peers.iter().filter(|peer| Role::of(&peer.id) == Role::Peer);
    let peer = peers.next().map(|peer| peer.id.as_str());
    let commands = [(None, None), (scenario, None), (scenario, peer)];
    commands.map(|(scenario, peer)| record.command(scenario, peer)).join("\n")
}

/// Every measure once, by its name in the data.
fn measures(record: &Record) -> Markup {
    let mut measures: Vec<(&Measure, Vec<&str>)> = Vec::new();
    for scenario in &record.scenarios {
        for measure in &scenario.measures {
            let same = |(other, _): &&mut (&Measure, Vec<&str>)| {
                (&other.name, &other.title, &other.unit) == (&measure.name, &measure.title, &measure.unit)
            };
            match measures.iter_mut().find(same) {
                Some((_, scenarios)) => scenarios.push(&scenario.id),
                None => measures.push((measure, vec![&scenario.id])),
            }
        }
    }
    html! {
        @if !measures.is_empty() {
            details {
                summary { "Measures by their names in the data" }
                div.scroll tabindex="0" role="region" aria-label="Measures" {
                    table.peers {
                        thead { tr { th scope="col" { "Name" } th scope="col" { "What" } th scope="col" { "Unit" }
                            th scope="col" { "Better" } th scope="col" { "Scenarios" } } }
                        tbody { @for (measure, scenarios) in measures { tr {
                            th scope="row" { code { (measure.name) } }
                            td { (measure.title) @if measure.main { " (decides)" } }
                            td { (measure.unit) }
                            td { (match measure.better { Better::Higher => "more", Better::Lower => "less", Better::Neither => "–" }) }
                            td { (scenarios.join(", ")) }
                        } } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::synthetic::contest;

    #[test]
    fn the_commands_name_what_is_in_the_record() {
        let record = contest(&[("baton", &[1.0]), ("limit", &[1.0]), ("reverb", &[1.0])]).record();
        let expected = "make bench\nmake bench SCENARIO=contest\nmake bench SCENARIO=contest PEERS=reverb";
        assert_eq!(commands(&record), expected);
        let record = Record { name: Some("figures".into()), ..record };
        assert!(commands(&record).ends_with("bench/figures --scenario contest --peers reverb"));
    }

    #[test]
    fn a_measure_of_two_scenarios_is_explained_once() {
        let mut record = contest(&[]).record();
        let mut second = record.scenarios[0].clone();
        second.id = "second".into();
        record.scenarios.push(second);
        let text = measures(&record).into_string();
        assert!(
            text.contains("<td>contest, second</td>") && text.matches("<code>rate</code>").count() == 1,
            "{text}"
        );
    }
}
