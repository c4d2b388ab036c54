//! `report.html`: one file with everything in it, which reads without a script and fetches nothing.
//!
//! What a reader should not have to look for comes first: where Baton is not first, by how much,
//! and why. Then the summary, a section for each scenario, and how to measure it again. maud
//! escapes each value that comes from data.

mod head;
mod losses;
mod method;
mod quoted;
mod section;
mod summary;
mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart;
use super::contest::{Contest, Verdict};
use super::judge::Verdicts;
use super::notes::Notes;
use super::number::factor;
use super::{Better, Measure, Record};

const STYLE: &str = include_str!("page.css");

/// The page.
pub(super) fn text(record: &Record, verdicts: &Verdicts<'_>, notes: &Notes) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Baton beside its peers, " (record.date) }
                style { (PreEscaped(chart::STYLE)) (PreEscaped(STYLE)) }
            }
            body {
                svg width="0" height="0" aria-hidden="true" { (chart::definitions()) }
                (head::markup(record, verdicts))
                main {
                    (losses::markup(record, verdicts, notes))
                    (summary::markup(record, verdicts))
                    @for scenario in &record.scenarios {
                        (section::markup(record, verdicts, notes, scenario))
                    }
                    (method::markup(record))
                }
            }
        }
    }
    .into_string()
}

/// Which side of a measure is better, in words.
fn direction(measure: &Measure) -> &'static str {
    match measure.better {
        Better::Higher => "more is better",
        Better::Lower => "less is better",
        Better::Neither => "",
    }
}

/// A verdict as a coloured word, with how many times better Baton is than the best peer.
fn chip(verdict: Verdict, point: Option<&Contest<'_>>) -> Markup {
    let (class, word) = match verdict {
        Verdict::Neutral => return html! {},
        Verdict::Alone => ("alone", "no peer"),
        Verdict::First => ("first", "first"),
        Verdict::Level => ("level", "level"),
        Verdict::Missing => ("behind", "not measured"),
        Verdict::Behind => ("behind", "behind"),
        Verdict::Failed => ("behind", "failed"),
    };
    let times = point.and_then(Contest::advantage);
    html! {
        span class={ "chip " (class) } { (word) @if let Some(times) = times { " " (factor(times)) " ×" } }
    }
}

/// A link where it is one that a browser may follow, and text where it is not.
fn reference(text: &str) -> Markup {
    html! {
        @if text.starts_with("https://") { a href=(text) { (text) } } @else { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::Score;
    use super::super::synthetic;
    use super::*;

    fn page(record: &Record) -> String {
        text(record, &Verdicts::of(record), &synthetic::notes())
    }

    /// The page as XML, of which HTML differs only in its first line and in elements without an
    /// end.
    fn parsed(page: &str) -> String {
        let xml = page.replacen("<!DOCTYPE html>", "", 1);
        let (before, rest) = xml.split_once("<head>").unwrap();
        let (metas, after) = rest.split_once("<title>").unwrap();
        assert_eq!(metas.matches("<meta ").count(), 3);
        let xml = format!("{before}<head><title>{after}");
        roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}"));
        xml
    }

    #[test]
    fn the_page_is_well_formed_and_fetches_nothing() {
        let page = page(&synthetic::full());
        parsed(&page);
        for fetching in
            ["http://", "src=", "url(http", "@import", "<script", "<link", "<iframe", "javascript:"]
        {
            assert!(!page.contains(fetching), "{fetching}");
        }
        assert!(page.len() < 400_000, "{} bytes", page.len());
    }

    #[test]
    fn what_comes_from_data_is_escaped() {
        let evil = "<script>alert(1)</script>\"'&";
        let mut record = synthetic::full();
        for figure in &mut record.figures {
            figure.case = evil.into();
            if let Score::Failed { reason, .. } = &mut figure.score {
                *reason = evil.into();
            }
        }
        for text in [&mut record.commit, &mut record.date, &mut record.machine.kernel, &mut record.tool] {
            *text = evil.into();
        }
        for scenario in &mut record.scenarios {
            scenario.settings = serde_json::json!({ evil: evil });
            for text in [&mut scenario.title, &mut scenario.question, &mut scenario.source] {
                *text = evil.into();
            }
            scenario.axis = Some(evil.into());
            scenario
                .measures
                .iter_mut()
                .for_each(|measure| (measure.title, measure.unit) = (evil.into(), evil.into()));
        }
        record.peers.iter_mut().for_each(|peer| (peer.name, peer.about) = (evil.into(), evil.into()));
        record.skipped.iter_mut().for_each(|skipped| skipped.reason = evil.into());
        let page = page(&record);
        assert!(!page.contains("<script"));
        parsed(&page);
    }

    #[test]
    fn every_link_inside_the_page_has_its_target() {
        let page = page(&synthetic::full());
        let xml = parsed(&page);
        let document = roxmltree::Document::parse(&xml).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        for link in document.descendants().filter_map(|node| node.attribute("href")) {
            if let Some(id) = link.strip_prefix('#') {
                assert!(ids.contains(&id), "{link}");
            }
        }
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len(), "an id stands twice");
    }

    #[test]
    fn an_empty_record_is_a_page_too() {
        let mut record = synthetic::full();
        record.figures.clear();
        let page = page(&record);
        parsed(&page);
        assert!(page.contains("Nothing was compared"), "{page}");
        record.scenarios.clear();
        record.peers.clear();
        record.skipped.clear();
        parsed(&super::text(&record, &Verdicts::of(&record), &Notes::default()));
    }

    #[test]
    fn references_are_links_only_where_a_browser_may_follow() {
        assert_eq!(reference("https://example.org/").into_string().matches("<a href").count(), 1);
        assert_eq!(reference("javascript:alert(1)").into_string(), "javascript:alert(1)");
    }
}
