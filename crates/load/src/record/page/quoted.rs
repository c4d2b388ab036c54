//! What other pages claim, of other machines: apart from what was measured, so that they are not
//! confused.

use maud::{Markup, html};

use crate::record::ScenarioInfo;
use crate::record::notes::{Notes, Quoted};

pub(super) fn markup(notes: &Notes, scenario: &ScenarioInfo) -> Markup {
    let tables: Vec<&Quoted> = notes.quoted(&scenario.id).collect();
    html! {
        @if !tables.is_empty() {
            aside.quoted {
                h3 { "Claimed elsewhere, on other machines" }
                @for quoted in tables { (table(quoted)) }
            }
        }
    }
}

fn table(quoted: &Quoted) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(quoted.title) {
            table {
                caption { (quoted.title) }
                thead { tr {
                    th {}
                    @for measure in &quoted.measures { th scope="col" { (measure) } }
                } }
                tbody { @for row in &quoted.rows { tr {
                    th scope="row" { (row.who) }
                    @for value in &row.values { td { @if value.is_empty() { "–" } @else { (value) } } }
                } } }
            }
        }
        p.note {
            "Source: "
            @if let Some(link) = &quoted.link { a href=(link) { (quoted.source) } } @else { (quoted.source) }
            "; " (quoted.machine) ". " (quoted.note)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::synthetic::{self, contest};

    #[test]
    fn a_claim_stands_in_its_own_block_with_its_source() {
        let record = contest(&[("baton", &[1.0])]).record();
        let text = markup(&synthetic::notes(), &record.scenarios[0]).into_string();
        assert!(
            text.starts_with("<aside class=\"quoted\"><h3>Claimed elsewhere, on other machines</h3>"),
            "{text}"
        );
        assert!(text.contains("<a href=\"https://example.org/\">A page</a>; a laptop."), "{text}");
        assert!(text.contains("<td>9,000</td>") && text.contains("<td>–</td>"), "{text}");
        let mut other = record.scenarios[0].clone();
        other.id = "other".into();
        assert_eq!(markup(&synthetic::notes(), &other).into_string(), "");
    }
}
