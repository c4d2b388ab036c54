//! Commands to all connections of one signed-in user.

use baton_hub::{Access, DisconnectReason, KeyRef};

use super::{Failure, Response, body::Body};
use crate::{App, Hub};

/// Closes the connections on which this user has signed in; others of the same person stay, as nobody has
/// vouched for them. The id is any that a sign-in may give, so it is checked for no more than being there.
pub(super) fn disconnect(
    user_id: &str,
    reason: DisconnectReason,
    app: &App,
    hub: &dyn Hub,
) -> Result<Response, Failure> {
    if user_id.is_empty() {
        return Err(Failure::malformed(
            "The user's id in the path /apps/ID/users/USER/… is empty. Name a user.",
        ));
    }
    hub.disconnect_user(KeyRef { app: app.index, access: Access::User, name: user_id }, reason);
    Ok(Body::new("{}").into_response())
}
