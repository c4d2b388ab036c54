//! `pusher:history`: a client reads back what was published on a channel that it is subscribed to.
//!
//! An extension, answered in the form of the HTTP API's history
//! ([`api`](super::api)): `{"event":"pusher:history","channel":"x","data":{"epoch":…}}`. The subscription is
//! the right to it: who may hear a channel may hear what it said lately.

use core::fmt;

use baton_hub::HistoryRange;

use super::{
    api::history,
    channel::ChannelName,
    incoming::{self, Payload},
    outgoing,
    session::{PusherSession, complain},
};
use crate::{Context, Refusal, excerpt::beginning, position};

/// Messages of one answer unless `limit` asks for fewer, and the most that it may ask for.
const MESSAGES: usize = 100;
/// Bytes of payload after which an answer ends, so that it is no more than a quarter of an outbox.
const BYTES: usize = 256 * 1_024;

impl PusherSession {
    pub(super) fn read_history(&mut self, payload: Payload<'_>, ctx: &mut dyn Context) {
        if let Err(too_fast) = self.may_ask(ctx) {
            return complain(ctx, None, Refusal::Rate, &too_fast);
        }
        let text = match payload.text() {
            Ok(text) => text,
            Err(error) => return malformed(&error, ctx),
        };
        match incoming::object::<incoming::History<'_>>(&text) {
            Err(error) => malformed(&error, ctx),
            Ok(request) => {
                if let Err(why) = read(&request, ctx) {
                    let name = Some(beginning(&request.channel.0, 200));
                    ctx.refused_because(why.counted(), name, &why);
                    // With the channel: a client may have asked for several.
                    let as_string = ctx.app().pusher.error_data_as_string;
                    ctx.send(&outgoing::error_of(name, None, &why, as_string));
                }
            }
        }
    }
}

fn read(request: &incoming::History<'_>, ctx: &mut dyn Context) -> Result<(), NotRead> {
    let app = ctx.app();
    let channel = ChannelName::parse(&request.channel.0, app).map_err(|_| NotRead::NotSubscribed)?;
    let key = channel.key(app.index);
    if ctx.subscription(key).is_none() {
        return Err(NotRead::NotSubscribed);
    }
    if channel.rules(app).history_messages == 0 {
        return Err(if app.history_messages == 0 {
            NotRead::SwitchedOff
        } else {
            NotRead::SwitchedOffByRule
        });
    }
    let after = match &request.after {
        Some(text) => Some(position(&text.0).ok_or(NotRead::Position)?),
        None => None,
    };
    let limit = request.limit.map_or(Ok(MESSAGES), usize::try_from);
    let limit = limit.ok().filter(|limit| (1..=MESSAGES).contains(limit)).ok_or(NotRead::Limit)?;
    let newest_first = match request.order.as_ref().map(|order| &*order.0) {
        None | Some("oldest") => false,
        Some("newest") => true,
        Some(_) => return Err(NotRead::Order),
    };
    let range = HistoryRange { after, limit: limit + 1, newest_first };
    let mut page = ctx.history(key, range).unwrap_or_else(|| history::unknown(&range));
    let mut bytes = 0;
    let fit = page.messages.iter().take(limit).take_while(|recorded| {
        let fits = bytes <= BYTES;
        bytes += recorded.message.data.len();
        fits
    });
    let fit = fit.count();
    page.complete &= page.messages.len() <= fit;
    page.messages.truncate(fit);
    let data = history::written(&page, ctx.now());
    ctx.send(&outgoing::history(channel.as_str(), data.as_bytes()));
    Ok(())
}

fn malformed(error: &dyn fmt::Display, ctx: &mut dyn Context) {
    let text = format_args!(
        "Invalid pusher:history: {error}; data must hold the string channel, and if wanted after (EPOCH-OFFSET), limit (a \
         number) and order (oldest or newest)"
    );
    complain(ctx, None, Refusal::Malformed, &text);
}

/// Why a history is not read.
enum NotRead {
    NotSubscribed,
    SwitchedOff,
    SwitchedOffByRule,
    Position,
    Limit,
    Order,
}

impl NotRead {
    fn counted(&self) -> Refusal {
        match self {
            Self::NotSubscribed | Self::SwitchedOff | Self::SwitchedOffByRule => Refusal::NotAllowed,
            Self::Position | Self::Limit | Self::Order => Refusal::Malformed,
        }
    }
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotSubscribed => {
                "History not read: subscribe to the channel first, which is what shows the right to it"
            }
            Self::SwitchedOff => "History not read: this app stores none; set history_messages above 0",
            Self::SwitchedOffByRule => {
                "History not read: an entry of history_rules sets messages = 0 for this channel"
            }
            Self::Limit => {
                return write!(f, "Invalid pusher:history: limit must be a whole number from 1 to {MESSAGES}");
            }
            Self::Position => {
                "Invalid pusher:history: after must be EPOCH-OFFSET, as epoch and offset of an earlier event say"
            }
            Self::Order => "Invalid pusher:history: order must be oldest or newest",
        })
    }
}
