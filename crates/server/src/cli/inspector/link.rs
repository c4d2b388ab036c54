//! `baton inspector`: a link that signs one browser in.

use serde_json::json;

use super::answer::{number, some_text};
use super::columns::whole;
use super::failure::Failure;
use super::look::{Look, note, print};
use super::server::Server;
use super::units::duration;

/// Prints a fresh one. The link alone goes to standard output, for `xdg-open "$(baton inspector)"`.
pub(super) async fn link(server: &mut Server, json: bool, look: Look) -> Result<(), Failure> {
    let answer = server.post("/links", &json!({})).await?;
    if json {
        return print(&format!("{answer}\n"));
    }
    let link = some_text(&answer, "link");
    let link = link.ok_or_else(|| Failure::Unreachable(format!("{} gives no link", server.url())))?;
    print(&format!("{}\n", whole(link, look)))?;
    let for_how_long = duration(number(&answer, "expires_s").saturating_mul(1_000));
    note(&format!("It signs one browser in, once, within {for_how_long}."));
    Ok(())
}
