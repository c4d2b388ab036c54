//! Signing in: a connection says, with the application's signature, which user it belongs to.
//!
//! From then on the connection receives what is sent to that user, may join presence channels as
//! it, ends when the user's connections are terminated, and is notified about the users it watches.
//! A user is online while its own channel has a subscriber, so being online is nothing that could
//! be forgotten to end.

use alloc::{
    borrow::Cow,
    boxed::Box,
    format,
    string::{String, ToString as _},
    sync::Arc,
    vec::Vec,
};
use core::fmt;

use baton_hub::{Access, JoinAs, KeyRef};

use super::{
    HEARD, close,
    incoming::{self, Malformed, Payload},
    member::{UserData, UserError},
    outgoing,
    session::{PusherSession, complain},
    signature, subscribe,
};
use crate::{App, Context, MissedSince, Refusal, SubscribeFailure, framing, rules};

/// The code of `pusher:error` for a watchlist over its limit. Never a close code.
const WATCHLIST_LIMIT: u16 = 4302;

/// Who a connection belongs to.
#[derive(Debug)]
pub(super) struct SignedIn {
    id: Box<str>,
    info: Box<[u8]>,
    /// Subscriptions to the users that it watches.
    watched: usize,
    /// Whether the client asked for the user's channel, which was acknowledged.
    acknowledged: bool,
}

impl SignedIn {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// As whom the connection joins presence channels for which it brings no channel_data.
    pub(super) fn joins_as(&self) -> JoinAs<'_> {
        JoinAs { user_id: &self.id, info: &self.info }
    }

    /// Notes that the client's channel is acknowledged; false if it had been before.
    pub(super) fn acknowledge(&mut self) -> bool {
        !core::mem::replace(&mut self.acknowledged, true)
    }

    /// The client no longer wants its channel; false if it had not asked for it.
    pub(super) fn forget_acknowledgement(&mut self) -> bool {
        core::mem::replace(&mut self.acknowledged, false)
    }
}

impl PusherSession {
    /// Subscriptions that come with the sign-in and are not the client's choice.
    pub(super) fn implicit_subscriptions(&self) -> usize {
        self.user.as_ref().map_or(0, |user| 1 + user.watched)
    }

    pub(super) fn sign_in(&mut self, payload: Payload<'_>, ctx: &mut dyn Context) {
        let app = Arc::clone(ctx.app());
        if !app.pusher.user_authentication {
            let text = "User authentication is not enabled for this app: set user_authentication = true";
            return complain(ctx, None, Refusal::NotAllowed, &text);
        }
        if let Err(too_fast) = self.may_ask(ctx) {
            return complain(ctx, None, Refusal::Rate, &too_fast);
        }
        if let Err(failed) = self.try_sign_in(payload, &app, ctx) {
            ctx.refused_because(failed.counted(), None, &failed);
            self.end(ctx, failed.code(), &failed);
        }
    }

    fn try_sign_in(&mut self, payload: Payload<'_>, app: &App, ctx: &mut dyn Context) -> Result<(), Failed> {
        let text = payload.text().map_err(Failed::Malformed)?;
        let request: incoming::SignIn<'_> = incoming::object(&text).map_err(Failed::Malformed)?;
        check_signature(&request, app, ctx)?;
        let user =
            UserData::parse(&request.user_data.0, app.pusher.presence_info_bytes).map_err(Failed::User)?;
        let watchlist = watchlist(&user, app)?;
        match &self.user {
            Some(present) if *present.id != *user.id => return Err(Failed::AnotherUser),
            // What the first sign-in said stands.
            Some(_) => {
                ctx.send(&outgoing::signin_success(&request.user_data.0));
                return Ok(());
            }
            None => {}
        }
        let own = KeyRef { app: app.index, access: Access::User, name: &user.id };
        let encoding = if self.has_positions { framing::PUSHER_POSITIONS } else { framing::PUSHER };
        let subscribed =
            ctx.subscribe(own, None, (HEARD, encoding), rules::of(own, app)).map_err(|_| Failed::NoRoom)?;
        self.proved();
        ctx.send(&outgoing::signin_success(&request.user_data.0));
        let missed = ctx.missed(&subscribed, MissedSince::EarlierConnection { user: Some(&user.id) });
        if let Some(missed) = missed {
            if !missed.is_complete() {
                subscribe::lost(&["#server-to-user-", &user.id].concat(), ctx);
            }
            ctx.send_missed(&subscribed, missed);
        }
        let watched = watch(&watchlist, app, ctx);
        self.user = Some(Box::new(SignedIn {
            id: (&*user.id).into(),
            info: user.info.into(),
            watched,
            acknowledged: false,
        }));
        Ok(())
    }
}

fn check_signature(request: &incoming::SignIn<'_>, app: &App, ctx: &dyn Context) -> Result<(), Failed> {
    let socket = ctx.socket_id().to_string();
    signature::check(app, Some(&request.auth.0), &[&socket, "::user::", &request.user_data.0])
        .map_err(|error| Failed::Auth(format!("{error}")))
}

/// The users to watch, those within the limit, and how many were asked for.
struct Watchlist<'a> {
    ids: Vec<Cow<'a, str>>,
    asked: usize,
}

fn watchlist<'a>(user: &UserData<'a>, app: &App) -> Result<Watchlist<'a>, Failed> {
    if !app.pusher.watchlists {
        return Ok(Watchlist { ids: Vec::new(), asked: 0 });
    }
    let limit = usize::try_from(app.pusher.watchlist_users).unwrap_or(usize::MAX);
    let (ids, asked) = user.watchlist(limit).map_err(Failed::User)?;
    Ok(Watchlist { ids, asked })
}

/// Starts watching, and reports who is online.
fn watch(watchlist: &Watchlist<'_>, app: &App, ctx: &mut dyn Context) -> usize {
    if watchlist.asked > watchlist.ids.len() {
        let text = format_args!(
            "Watchlist limit reached: {} users are asked for and the first {} are watched; shorten the watchlist or raise watchlist_users",
            watchlist.asked,
            watchlist.ids.len(),
        );
        complain(ctx, Some(WATCHLIST_LIMIT), Refusal::Limit, &text);
    }
    let (mut online, mut offline) = (Vec::new(), Vec::new());
    let mut watched = 0;
    for id in &watchlist.ids {
        let key = KeyRef { app: app.index, access: Access::UserStatus, name: id };
        let subscribed = match ctx.subscribe(key, None, (HEARD, framing::PUSHER), rules::of(key, app)) {
            Ok(subscribed) => subscribed,
            // Listed twice.
            Err(SubscribeFailure::Already) => continue,
            Err(SubscribeFailure::Hub(_)) => {
                complain(
                    ctx,
                    None,
                    Refusal::Overload,
                    &"The server has all the channels that it may have: not all users are watched; try again later, or raise hub_channels",
                );
                break;
            }
        };
        watched += 1;
        let side = if subscribed.online == Some(true) { &mut online } else { &mut offline };
        side.push(Cow::Borrowed(&**id));
    }
    if watched > 0 {
        ctx.send(&outgoing::watchlist_events(&online, &offline));
    }
    watched
}

/// Why a sign-in failed. The connection ends, as Pusher's does: a client that is not who it says gets
/// nothing more.
enum Failed {
    Malformed(Malformed),
    Auth(String),
    User(UserError),
    AnotherUser,
    NoRoom,
}

impl Failed {
    fn code(&self) -> u16 {
        match self {
            Self::NoRoom => close::OVER_CAPACITY,
            _ => close::UNAUTHORIZED,
        }
    }

    fn counted(&self) -> Refusal {
        match self {
            Self::Malformed(_) | Self::User(_) => Refusal::Malformed,
            Self::Auth(_) => Refusal::Signature,
            Self::AnotherUser => Refusal::NotAllowed,
            Self::NoRoom => Refusal::Overload,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "Invalid pusher:signin: {error}"),
            Self::Auth(error) => f.write_str(error),
            Self::User(error) => write!(f, "Invalid user_data: {error}"),
            Self::AnotherUser => {
                f.write_str("This connection is signed in as another user: open a new one to change the user")
            }
            Self::NoRoom => {
                f.write_str("The server has all the channels that it may have: sign in again later, or raise hub_channels")
            }
        }
    }
}
