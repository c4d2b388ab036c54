//! Hooks: an application that is asked before something happens, and may allow it, refuse it, or replace its data.
//!
//! Here is what an operator sets ([`Hook`]), what is asked ([`HookQuestion`]), and what an answer means ([`HookAnswer`]). A
//! session asks with [`Question::Hook`](crate::Question::Hook); how the application is reached, and what counts as a failure,
//! is the server's business.

mod answer;
mod question;
mod verdict;

use alloc::{boxed::Box, string::String, vec::Vec};

use crate::{Answer, Asked, ChannelFilter, Context, Question, Ticket};

pub use answer::{HookExpected, HookRead, most_bytes, read};
pub use question::{HookDetail, HookQuestion};
pub use verdict::{HookAnswer, HookRefused};

/// Asks a hook on behalf of a session; the answer, or the ticket under which it comes.
pub(crate) fn ask(question: HookQuestion<'_>, ctx: &mut dyn Context) -> Result<HookAnswer, Ticket> {
    match ctx.ask(Question::Hook(question)) {
        Asked::Now(Answer::Hook(answer)) => Ok(answer),
        Asked::Now(_) => Ok(HookAnswer::NONE),
        Asked::Later(ticket) => Err(ticket),
    }
}

/// What a session knows of its connection, which is about to open.
pub(crate) struct Opening<'a> {
    /// `pusher` or `supabase`.
    pub(crate) protocol: &'static str,
    /// The user, where the connection names one.
    pub(crate) user: Option<&'a str>,
}

/// Asks whether a connection may open: at once where no hook wants to know.
pub(crate) fn ask_to_open(opening: Opening<'_>, ctx: &mut dyn Context) -> Result<HookAnswer, Ticket> {
    let event = HookEvent::Connect;
    let hooks = &ctx.app().hooks;
    let place = if hooks.is_empty() { None } else { hooks.find(event, "") };
    let Some(hook) = place else { return Ok(HookAnswer::Allowed) };
    let detail = HookDetail::Connection { protocol: opening.protocol, address: None, origin: None };
    let socket = Some(ctx.socket_id());
    ask(HookQuestion { hook, event, channel: "", socket, user: opening.user, detail }, ctx)
}

/// What a hook is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum HookEvent {
    /// A client connects.
    Connect,
    /// A client subscribes to a channel.
    Subscribe,
    /// The application publishes over HTTP.
    Publish,
    /// A client sends an event.
    ClientEvent,
}

impl HookEvent {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Connect, Self::Subscribe, Self::Publish, Self::ClientEvent];

    /// Its name on the wire and in the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Subscribe => "subscribe",
            Self::Publish => "publish",
            Self::ClientEvent => "client_event",
        }
    }

    /// The event of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }

    /// Whether an answer may replace data.
    pub fn has_data(self) -> bool {
        matches!(self, Self::Publish | Self::ClientEvent)
    }
}

/// A set of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HookEvents(u8);

impl HookEvents {
    /// The same set with one more.
    #[must_use]
    pub fn with(self, event: HookEvent) -> Self {
        Self(self.0 | 1 << event as u8)
    }

    /// Whether it has this one.
    pub fn has(self, event: HookEvent) -> bool {
        self.0 & 1 << event as u8 != 0
    }

    /// Those that it has.
    pub fn iter(self) -> impl Iterator<Item = HookEvent> {
        HookEvent::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

/// What happens where a hook gives no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// What was asked about is refused.
    #[default]
    Refuse,
    /// It happens.
    Allow,
}

/// An application that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Where it is asked; `http` or `https`.
    pub url: String,
    /// What it is asked about.
    pub events: HookEvents,
    /// On which channels. It does not apply to [`HookEvent::Connect`], which is about none.
    pub channels: ChannelFilter,
    /// Headers that each request has beside the server's, in their order.
    pub headers: Vec<(Box<str>, Box<str>)>,
    /// How long a request may take, with connecting and the whole answer, and how long a question may wait for its turn.
    pub timeout_ms: u32,
    /// What happens without an answer.
    pub on_failure: OnFailure,
    /// Requests that are under way at once.
    pub max_concurrent: u32,
    /// Questions that one request may carry.
    pub max_batch: u32,
    /// Questions that may wait for their turn. One more counts as a failure at once.
    pub max_waiting: u32,
}

impl Hook {
    /// A hook at this URL with the defaults of all else.
    pub fn new(url: String, events: HookEvents) -> Self {
        Self {
            url,
            events,
            channels: ChannelFilter::default(),
            headers: Vec::new(),
            timeout_ms: 1_000,
            on_failure: OnFailure::Refuse,
            max_concurrent: 16,
            max_batch: 1,
            max_waiting: 10_000,
        }
    }

    /// Whether it is asked about this event on this channel.
    pub fn wants(&self, event: HookEvent, channel: &str) -> bool {
        self.events.has(event) && (event == HookEvent::Connect || self.channels.matches(channel))
    }
}

/// The hooks of an app.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hooks(pub Vec<Hook>);

impl Hooks {
    /// Whether there are none, which is all that most apps pay for hooks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether any of them is asked about this event, on some channel.
    pub fn have(&self, event: HookEvent) -> bool {
        self.0.iter().any(|hook| hook.events.has(event))
    }

    /// The place of the hook that is asked about this event on this channel: the first that wants it.
    pub fn find(&self, event: HookEvent, channel: &str) -> Option<usize> {
        self.0.iter().position(|hook| hook.wants(event, channel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_a_name_that_is_read_back() {
        for event in HookEvent::ALL {
            assert_eq!(HookEvent::of(event.name()), Some(event));
            let alone = HookEvents::default().with(event);
            assert_eq!(alone.iter().collect::<Vec<_>>(), [event]);
        }
        assert_eq!(HookEvent::of("client_events"), None);
    }

    #[test]
    fn the_first_hook_that_wants_it_is_asked() {
        let hook = |prefix: &str, events: &[HookEvent]| {
            let events = events.iter().fold(HookEvents::default(), |all, event| all.with(*event));
            let channels = ChannelFilter { prefix: prefix.into(), ..ChannelFilter::default() };
            Hook { channels, ..Hook::new("http://x".into(), events) }
        };
        let hooks = Hooks(alloc::vec![
            hook("private-a", &[HookEvent::Subscribe, HookEvent::Connect]),
            hook("private-", &[HookEvent::Subscribe, HookEvent::ClientEvent]),
        ]);
        assert_eq!(hooks.find(HookEvent::Subscribe, "private-a"), Some(0));
        assert_eq!(hooks.find(HookEvent::Subscribe, "private-b"), Some(1));
        assert_eq!(hooks.find(HookEvent::ClientEvent, "private-a"), Some(1));
        assert_eq!(hooks.find(HookEvent::Subscribe, "public"), None);
        assert_eq!(
            hooks.find(HookEvent::Connect, ""),
            Some(0),
            "a filter of channels is not about connections"
        );
        assert_eq!(hooks.find(HookEvent::Publish, "private-a"), None);
        assert!(hooks.have(HookEvent::ClientEvent) && !hooks.have(HookEvent::Publish));
    }
}
