//! `table.md`: every deciding figure, a row for each case and x, a column for each server.

use super::contest::{Contest, LIMIT};
use super::figures::Score;
use super::judge::{Series, Verdicts, columns};
use super::number::exact;
use super::{Record, Target};

/// The table, below a line that says where and when it was measured.
pub(super) fn text(record: &Record, verdicts: &Verdicts<'_>) -> String {
    let rows: Vec<(&Series<'_>, &Contest<'_>)> =
        verdicts.main().flat_map(|series| series.points.iter().map(move |point| (series, point))).collect();
    let points: Vec<&Contest<'_>> = rows.iter().map(|(_, point)| *point).collect();
    let ids = columns(record, &points);
    let has_limit = ids.contains(&LIMIT);
    let has_targets = record.scenarios.iter().any(|scenario| !scenario.targets.is_empty());
    let mut heads = vec!["case".to_owned(), "measure".to_owned()];
    heads.extend(ids.iter().map(|id| record.name_of(id).to_owned()));
    heads.push("Baton / best other".to_owned());
    heads.extend(has_limit.then(|| "Baton / limit".to_owned()));
    heads.extend(has_targets.then(|| "target".to_owned()));
    let mut text =
        format!("{}\n\n{}{}", origin(record), line(&heads), line(&vec!["---".into(); heads.len()]));
    for (series, point) in rows {
        let mut cells =
            vec![case(series, point), format!("{}, {}", series.measure.title, series.measure.unit)];
        cells.extend(ids.iter().map(|id| figure(point, id)));
        cells.push(ratio(point.ratio()));
        cells.extend(has_limit.then(|| ratio(point.limit_ratio())));
        cells.extend(has_targets.then(|| target(record, series, point)));
        text += &line(&cells);
    }
    text
}

fn origin(record: &Record) -> String {
    format!(
        "{}, commit {}: {}, {} processors, {}; server on core {}, generator on core {}. Medians of up to {} alternating rounds; \
         a ratio is the median of the rounds' ratios. Beside this run {:.2} processors were busy and {:.2} stolen.",
        record.date,
        record.commit,
        record.machine.processor,
        record.machine.processors,
        record.machine.kernel,
        record.cores.server,
        record.cores.generator,
        record.rounds,
        record.conditions.foreign_processors,
        record.conditions.stolen_processors,
    )
}

/// A row, in which no text ends its cell or its row.
fn line(cells: &[String]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn case(series: &Series<'_>, point: &Contest<'_>) -> String {
    let mut text = series.scenario.title.clone();
    if !series.case.is_empty() {
        text = format!("{text}: {}", series.case);
    }
    match (point.x, &series.scenario.axis) {
        (Some(x), Some(axis)) => format!("{text}, {} {axis}", exact(x)),
        (Some(x), None) => format!("{text}, {}", exact(x)),
        (None, _) => text,
    }
}

fn figure(point: &Contest<'_>, id: &str) -> String {
    match point.of(id).map(|standing| standing.score) {
        Some(Score::Measured { spread, .. }) => exact(spread.median),
        Some(Score::Failed { reason, .. }) => format!("failed: {reason}"),
        None => "–".to_owned(),
    }
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.3}"))
}

/// What Baton should reach here, and whether it does.
fn target(record: &Record, series: &Series<'_>, point: &Contest<'_>) -> String {
    let targets = series.scenario.targets.iter();
    let own = targets.filter(|target| target.case == series.case && target.measure == series.measure.name);
    let all: Vec<String> = own.map(|target| described(record, target, point)).collect();
    if all.is_empty() { "–".to_owned() } else { all.join("; ") }
}

fn described(record: &Record, target: &Target, point: &Contest<'_>) -> String {
    let value = match &target.of {
        Some(id) => point.of(id).and_then(|standing| standing.ratio()),
        None => point.baton().and_then(|baton| Some(baton.spread()?.median)),
    };
    let is_met = |value: f64| {
        target.at_least.is_none_or(|least| value >= least) && target.at_most.is_none_or(|most| value <= most)
    };
    let verdict = match value.map(is_met) {
        Some(true) => "met",
        Some(false) => "not met",
        None => "not measured",
    };
    let bounds = [("≥", target.at_least), ("≤", target.at_most)];
    let bounds: Vec<String> =
        bounds.iter().filter_map(|(sign, bound)| Some(format!("{sign} {}", (*bound)?))).collect();
    let of = target.of.as_ref().map(|id| format!(" × {}: {}", record.name_of(id), ratio(value)));
    format!("{}{}, {verdict}", bounds.join(" and "), of.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{contest, full};
    use super::*;

    #[test]
    fn baton_is_first_and_the_limit_last() {
        let run = contest(&[
            ("limit", &[400.0]),
            ("soketi", &[100.0]),
            ("reverb", &[50.0]),
            ("baton", &[20_000.0]),
        ]);
        let record = run.failed("uws", 1, "lost\n3").case("8 | many").record();
        let text = text(&record, &Verdicts::of(&record));
        let (origin, table) = text.split_once("\n\n").unwrap();
        assert!(origin.contains("Medians of up to 1 alternating rounds"), "{origin}");
        let expected = "| case | measure | baton | soketi | reverb | uws | limit | Baton / best other | Baton / limit |\n\
            | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n\
            | A contest: 8 \\| many | Rate, messages/s | 20,000 | 100 | 50 | failed: lost 3 | 400 | 200.000 | 50.000 |\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn a_target_is_met_or_not() {
        let record = full();
        let text = text(&record, &Verdicts::of(&record));
        assert!(text.contains("≥ 0.8 × Limit: 0.9") && text.contains(", met |"), "{text}");
        assert!(text.contains("| ≥ 2000000, not met |"), "{text}");
    }

    #[test]
    fn an_empty_record_has_an_empty_table() {
        let record = contest(&[]).record();
        assert!(text(&record, &Verdicts::of(&record)).contains("| case | measure | Baton / best other |"));
    }
}
