//! The head: what was measured, where, and how quiet the machine was; and how it ended, in three
//! numbers.

use maud::{Markup, html};

use crate::record::contest::Role;
use crate::record::judge::{Tally, Verdicts};
use crate::record::number::{count, exact};
use crate::record::{Form, Record};
use crate::report::Conditions;

pub(super) fn markup(record: &Record, verdicts: &Verdicts<'_>) -> Markup {
    let machine = &record.machine;
    #[allow(clippy::cast_precision_loss)] // bytes of memory, shown in tenths of a gigabyte
    let gigabytes = (machine.memory as f64 / 1e8).round() / 10.0;
    html! {
        header {
            h1 { "Baton beside its peers" }
            p.lead {
                (count(record.scenarios.len(), "scenario", "scenarios")) ", "
                (count(record.peers.iter().filter(|peer| Role::of(&peer.id) == Role::Peer).count(), "other server", "other servers"))
                ", " (count(record.rounds, "round", "rounds")) "; measured on one machine in one run, in turns."
            }
            (tally(verdicts.tally()))
            dl.facts {
                div { dt { "Date" } dd { (record.date) } }
                div { dt { "Commit" } dd { code { (record.commit) } } }
                div { dt { "Form" } dd { (form(record.form)) } }
                div { dt { "Processor" } dd { (machine.processor) ", " (count(machine.processors, "core", "cores")) } }
                div { dt { "Memory" } dd { (exact(gigabytes)) " GB" } }
                div { dt { "Kernel" } dd { (machine.kernel) } }
                div {
                    dt { "Cores" }
                    dd { "server on " (record.cores.server) ", generator on " (record.cores.generator) }
                }
                div { dt { "Priority" } dd { (record.conditions.priority) } }
                div.wide { dt { "Noise" } dd { (noise(&record.conditions)) } }
            }
        }
    }
}

fn form(form: Form) -> &'static str {
    match form {
        Form::Check => "check: too short for figures, which only show that something was delivered",
        Form::Small => "small: shorter and smaller than the published one, so these figures are only rough",
        Form::Full => "full",
    }
}

/// Three numbers and a bar of as many parts.
fn tally(tally: Tally) -> Markup {
    let parts = [
        ("first", tally.first, "first"),
        ("level", tally.level, "level"),
        ("behind", tally.not_first, "not first"),
    ];
    html! {
        @if tally.total() > 0 {
            div.tally {
                div.parts aria-hidden="true" {
                    @for (class, number, _) in parts { @if number > 0 { span class=(class) style={ "flex-grow:" (number) } {} } }
                }
                p {
                    @for (class, number, word) in parts { span class=(class) { b { (number) } " " (word) } }
                    span { "of " (count(tally.total(), "comparison", "comparisons")) " with the best other server" }
                }
            }
        }
    }
}

/// How busy the machine was beside the measurement, with what that means for the figures.
fn noise(conditions: &Conditions) -> String {
    /// Processors that others used; below the first nothing is felt, above the second figures
    /// wander.
    const QUIET: f64 = 0.05;
    const NOISY: f64 = 0.25;
    let (foreign, stolen) = (conditions.foreign_processors, conditions.stolen_processors);
    let verdict = match foreign + stolen {
        sum if sum < QUIET => "quiet",
        sum if sum < NOISY => "some noise: trust the ratios before the figures",
        _ => "noisy: trust the ratios alone",
    };
    format!(
        "{verdict} ({foreign:.2} processors busy with other things, {stolen:.2} stolen by the hypervisor)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_a_word() {
        let of = |foreign_processors, stolen_processors| {
            noise(&Conditions { priority: String::new(), foreign_processors, stolen_processors })
        };
        assert!(of(0.01, 0.0).starts_with("quiet (0.01 "));
        assert!(of(0.04, 0.02).starts_with("some noise"));
        assert!(of(0.0, 0.4).starts_with("noisy"));
    }

    #[test]
    fn a_tally_of_nothing_is_not_shown() {
        assert_eq!(tally(Tally::default()).into_string(), "");
        let text = tally(Tally { first: 3, level: 0, not_first: 1 }).into_string();
        assert!(text.contains("<b>3</b> first") && text.contains("of 4 comparisons"), "{text}");
        assert_eq!(text.matches("flex-grow").count(), 2);
    }
}
