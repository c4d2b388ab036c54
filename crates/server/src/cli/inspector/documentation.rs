//! Where the documentation can be read, which a server names by pages of its folder.

use super::columns::whole;
use super::look::Look;

const FOLDER: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/");

/// The address of a page, perhaps with a section.
pub(super) fn address(page: &str, look: Look) -> String {
    format!("{FOLDER}{}", whole(page, look))
}
