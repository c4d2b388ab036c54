//! Where Baton is not first: how far behind which server, and the reason from the notes.

use maud::{Markup, html};

use super::{chip, direction};
use crate::record::Record;
use crate::record::contest::{Contest, Standing, Verdict};
use crate::record::figures::Score;
use crate::record::judge::{Series, Verdicts};
use crate::record::notes::Notes;
use crate::record::number::{count, exact, factor};

pub(super) fn markup(record: &Record, verdicts: &Verdicts<'_>, notes: &Notes) -> Markup {
    let lost: Vec<&Series<'_>> = verdicts.not_first().collect();
    let tally = verdicts.tally();
    html! {
        section #not-first {
            h2 { "Where Baton is not first" }
            @if tally.total() == 0 {
                p { "Nothing was compared: this record holds no figure of another server." }
            } @else if lost.is_empty() {
                p { "Nowhere in this record: Baton is first, or level with the first, in each of "
                    (count(tally.total(), "comparison", "comparisons")) "." }
            }
            @if !lost.is_empty() {
                ol.losses { @for series in &lost { (loss(record, series, notes)) } }
            }
            (level(verdicts))
            @if record.rounds == 1 {
                p.note {
                    "There was one round, so no spread is known: a difference below 10 % counts as level, and a larger one may \
                     still be chance."
                }
            }
        }
    }
}

fn loss(record: &Record, series: &Series<'_>, notes: &Notes) -> Markup {
    let points = series.not_first();
    html! {
        @if let Some(worst) = points.first() {
            li {
                h3 {
                    a href={ "#" (series.scenario.id) } { (series.scenario.title) }
                    @if !series.case.is_empty() { span.case { (series.case) } }
                }
                p { b { (how_far(record, series, worst)) } " " (figures(record, series, worst)) (places(series, &points)) }
                @match notes.reason(series) {
                    Some(reason) => p.why { (reason) }
                    None => p.why.unknown { "No reason known yet." }
                }
            }
        }
    }
}

fn how_far(record: &Record, series: &Series<'_>, point: &Contest<'_>) -> String {
    let best = point.best_peer().map_or("the best peer", |best| record.name_of(best.peer));
    match (point.verdict, point.baton().map(|baton| baton.score)) {
        (Verdict::Failed, Some(Score::Failed { reason, failed, rounds })) => {
            format!("Baton failed in {failed} of {}: {reason}.", count(*rounds, "round", "rounds"))
        }
        (Verdict::Missing, _) => {
            let skipped =
                record.skipped.iter().find(|s| s.scenario == series.scenario.id && s.peer == "baton");
            skipped.map_or_else(
                || "Baton has no figure here.".to_owned(),
                |skipped| format!("Baton took no part: {}.", skipped.reason.trim_end_matches('.')),
            )
        }
        _ => match point.advantage() {
            Some(advantage) => format!("{} times behind {best}.", factor(1.0 / advantage)),
            None => format!("Behind {best}."),
        },
    }
}

/// Both figures, with their unit and which side is better.
fn figures(record: &Record, series: &Series<'_>, point: &Contest<'_>) -> String {
    let median = |standing: &Standing<'_>| Some(exact(standing.spread()?.median));
    let own = point.baton().and_then(median);
    let other = point.best_peer().and_then(|best| Some((median(best)?, record.name_of(best.peer))));
    let measure = series.measure;
    let figures = match (own, other) {
        (Some(own), Some((other, _))) => format!("{own} against {other}"),
        (None, Some((other, name))) => format!("{name} has {other}"),
        _ => return format!("{}, {}.", measure.title, direction(measure)),
    };
    format!("{}: {figures} {}, {}.", measure.title, measure.unit, direction(measure))
}

/// Of a curve: at how many points, and where the worst is.
fn places(series: &Series<'_>, points: &[&Contest<'_>]) -> String {
    let axis = series.scenario.axis.as_deref().unwrap_or("x");
    let Some(worst) = points.first().and_then(|point| point.x) else { return String::new() };
    format!(" At {} of {} points; the worst at {} {axis}.", points.len(), series.points.len(), exact(worst))
}

/// What is within the spread, in one line each.
fn level(verdicts: &Verdicts<'_>) -> Markup {
    let level: Vec<&Series<'_>> = verdicts.level().collect();
    html! {
        @if !level.is_empty() {
            h3 { "Level with the best other server, within the spread of the rounds" }
            ul.level {
                @for series in level {
                    li {
                        a href={ "#" (series.scenario.id) } { (series.scenario.title) }
                        @if !series.case.is_empty() { ", " (series.case) }
                        ": " (series.measure.title) " "
                        (chip(Verdict::Level, series.points.iter().find(|point| point.verdict == Verdict::Level)))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::synthetic::{self, contest};
    use crate::record::{Better, Skipped};

    fn shown(record: &Record) -> String {
        markup(record, &Verdicts::of(record), &synthetic::notes()).into_string()
    }

    #[test]
    fn a_loss_says_how_far_and_why() {
        let mut record = contest(&[("baton", &[200.0, 202.0]), ("uws", &[100.0, 101.0])]).record();
        record.scenarios[0].measures[0].better = Better::Lower;
        let text = shown(&record);
        assert!(text.contains("2.00 times behind uws."), "{text}");
        assert!(text.contains("Rate: 201 against 100.5 messages/s, less is better."), "{text}");
        assert!(text.contains("It does less."), "the note of synthetic::notes: {text}");
        let mut record = contest(&[("baton", &[1.0]), ("uws", &[9.0])]).record();
        record.scenarios[0].id = "other".into();
        record.figures.iter_mut().for_each(|figure| figure.scenario = "other".into());
        let text = shown(&record);
        assert!(text.contains("No reason known yet.") && text.contains("There was one round"), "{text}");
    }

    #[test]
    fn a_failure_and_an_absence_are_losses() {
        let failed = contest(&[("baton", &[1.0]), ("uws", &[2.0])]).failed("baton", 2, "lost 3");
        assert!(shown(&failed.record()).contains("Baton failed in 1 of 2 rounds: lost 3."));
        let mut record = contest(&[("uws", &[2.0])]).record();
        assert!(shown(&record).contains("Baton has no figure here.</b> Rate: uws has 2 messages/s"));
        record.skipped.push(Skipped {
            scenario: "contest".into(),
            peer: "baton".into(),
            reason: "no TLS.".into(),
        });
        assert!(shown(&record).contains("Baton took no part: no TLS."));
    }

    #[test]
    fn a_win_is_no_loss_and_a_tie_is_level() {
        let text = shown(&contest(&[("baton", &[5.0, 6.0]), ("uws", &[2.0, 3.0])]).record());
        assert!(text.contains("Nowhere in this record") && !text.contains("<li>"), "{text}");
        let text = shown(&contest(&[("baton", &[5.0, 6.0]), ("uws", &[5.5, 6.5])]).record());
        assert!(text.contains("Level with the best other server") && text.contains("level 0.92 ×"), "{text}");
    }
}
