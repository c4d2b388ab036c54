//! The calls of administrators under `/admin`.

use axum::body::Body;
use axum::routing::any;

use super::body::Unread;
use super::routes::{Answer, Asked, Received, Rows, under};
use super::supabase::from_tenants;
use crate::admin;
use crate::incomplete::Proof;

/// The routes.
pub(super) fn rows() -> Rows {
    under(
        "/admin",
        any(async |Received(asked, body): Received| {
            asked.administration(body).await.unwrap_or_else(|unread| asked.unread(unread))
        }),
    )
}

impl Asked {
    async fn administration(&self, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, client, .. } = self;
        let node = handlers.node();
        if let Err(refusal) = admin::check(node, parts, client.ip) {
            self.discard(body).await?;
            return Ok(from_tenants(refusal));
        }
        let body = self.body(body, Proof::Token(None)).await?;
        let path = handlers.own_path(&parts.uri);
        let path = path.strip_prefix("/admin").unwrap_or(path);
        Ok(from_tenants(admin::answer(node, &parts.method, path, &body).await))
    }
}
