//! Lists that the server gives page by page.

use serde_json::Value;

use super::answer::{list, some_text};
use super::failure::Failure;
use super::server::{Query, Server};

/// The longest page that the server gives.
const PAGE: usize = 1_000;

/// Entries, and what the last page said of the whole.
pub(super) struct Pages {
    pub(super) entries: Vec<Value>,
    /// The last answer: totals, and whether there is more.
    pub(super) last: Value,
}

impl Pages {
    /// Whether there are further entries.
    pub(super) fn has_more(&self) -> bool {
        self.last.get("next").is_some_and(|next| !next.is_null())
    }
}

/// Reads up to `limit` entries of the list `key`.
pub(super) async fn read(
    server: &mut Server,
    path: &str,
    query: &Query,
    key: &str,
    limit: usize,
) -> Result<Pages, Failure> {
    read_after(server, path, query, key, limit, None).await
}

/// The same from a later page on.
pub(super) async fn read_after(
    server: &mut Server,
    path: &str,
    query: &Query,
    key: &str,
    limit: usize,
    after: Option<&str>,
) -> Result<Pages, Failure> {
    let mut pages = Pages { entries: Vec::new(), last: Value::Null };
    let mut after: Option<String> = after.map(ToOwned::to_owned);
    loop {
        let page = limit.saturating_sub(pages.entries.len()).min(PAGE);
        let query = query.clone().with("limit", page).with_some("after", after.as_deref());
        pages.last = server.get(path, query).await?;
        pages.entries.extend(list(&pages.last, key).iter().take(page).cloned());
        let next = next(&pages.last);
        // The same page twice would have no end.
        if next.is_none() || next == after || pages.entries.len() >= limit {
            return Ok(pages);
        }
        after = next;
    }
}

fn next(answer: &Value) -> Option<String> {
    match answer.get("next") {
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => some_text(answer, "next").map(ToOwned::to_owned),
    }
}
