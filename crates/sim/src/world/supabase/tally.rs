//! How often the server sends what.

use crate::supabase::Heard;

/// How the tally calls what the server sends.
pub(super) fn kind_of(heard: &Heard) -> &'static str {
    match heard {
        Heard::Reply { outcome: Ok(()), .. } => "replies",
        Heard::Reply { outcome: Err(reason), .. } => match reason.split(": ").next().unwrap_or_default() {
            "Unauthorized" => "refused: Unauthorized",
            "ChannelRateLimitReached" => "refused: ChannelRateLimitReached",
            "InvalidJWTToken" => "refused: InvalidJWTToken",
            "JwtSignatureError" => "refused: JwtSignatureError",
            "JwtSignerError" => "refused: JwtSignerError",
            "QueryCanceled" => "refused: QueryCanceled",
            "UnableToConnectToProject" => "refused: UnableToConnectToProject",
            "UnableToReplayMessages" => "refused: UnableToReplayMessages",
            "PublicBroadcastNotAllowed" => "refused: PublicBroadcastNotAllowed",
            "MessageRateLimitReached" => "refused: MessageRateLimitReached",
            "ClientPresenceRateLimitReached" => "refused: ClientPresenceRateLimitReached",
            "PresenceLimitReached" => "refused: PresenceLimitReached",
            "ServerFull" => "refused: ServerFull",
            "Overloaded" => "refused: Overloaded",
            "unmatched topic" => "refused: unmatched topic",
            _ => "refused: without a code",
        },
        Heard::Broadcast { replayed: true, .. } => "broadcasts replayed",
        Heard::Broadcast { .. } => "broadcasts sent",
        Heard::Change { .. } => "row changes sent",
        Heard::State { .. } => "presence states",
        Heard::Diff { .. } => "presence changes",
        Heard::System { .. } => "notices",
        Heard::Ended { reason: None, .. } => "joins closed",
        Heard::Ended { .. } => "joins ended by an error",
        Heard::Ping | Heard::Closed(_) => "closed",
    }
}
