//! Why something did not arrive, or was refused: the checks in their order, and the first that failed.

mod channel;
mod connection;
mod message;
mod nobody;
mod receiver;
mod refused;

use super::connections::socket_of;
use super::{Call, Outcome};
use crate::tenants::Answer;

/// Explains a connection, a message, or that nothing came.
pub(super) async fn why(call: &Call<'_>) -> Outcome {
    call.got(|_| Ok(Answer::done()))?;
    match (call.parameters.get("event"), call.parameters.get("socket")) {
        (Some(_), socket) => message::of_message(call, socket.map(socket_of).transpose()?).await,
        (None, Some(socket)) => connection::of_connection(call, socket_of(socket)?).await,
        (None, None) => channel::of_channel(call).await,
    }
}
