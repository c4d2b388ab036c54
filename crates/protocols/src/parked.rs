//! A message that waits for the answer to a question of its own.

use alloc::boxed::Box;

use crate::{HookAnswer, Ticket};

/// A message that a session retains while its connection is parked. It is handled again, from the
/// beginning, once the question is answered; [`question`](crate::question) says in which order.
#[derive(Debug)]
pub(crate) struct Parked {
    ticket: Ticket,
    message: Message,
    hook: Option<HookAnswer>,
}

/// A message that cannot be decided yet.
#[derive(Debug)]
pub(crate) struct Later {
    /// The question that it waits for.
    pub(crate) ticket: Ticket,
    /// What a hook has answered to it, which is not asked twice.
    pub(crate) hook: Option<HookAnswer>,
}

/// What waits: a message as it came.
#[derive(Debug)]
pub(crate) enum Message {
    /// The connection itself, which opens once a hook has allowed it.
    Opening,
    Text(Box<str>),
    Binary(Box<[u8]>),
}

impl Parked {
    /// A text message that waits for the answer to `ticket`. Boxed, as it is rare and a session is
    /// small.
    pub(crate) fn text(ticket: Ticket, text: &str) -> Box<Self> {
        Self::new(ticket, Message::Text(text.into()))
    }

    /// The same of a binary message.
    pub(crate) fn binary(ticket: Ticket, data: &[u8]) -> Box<Self> {
        Self::new(ticket, Message::Binary(data.into()))
    }

    /// A connection that waits to be opened.
    pub(crate) fn opening(ticket: Ticket) -> Box<Self> {
        Self::new(ticket, Message::Opening)
    }

    fn new(ticket: Ticket, message: Message) -> Box<Self> {
        Box::new(Self { ticket, message, hook: None })
    }

    /// The same with what a hook has answered to it.
    pub(crate) fn with(mut self: Box<Self>, hook: Option<HookAnswer>) -> Box<Self> {
        self.hook = hook;
        self
    }

    /// The message of `slot`, which waits no longer, if it waited for this answer.
    pub(crate) fn take(slot: &mut Option<Box<Self>>, ticket: Ticket) -> Option<Message> {
        Self::take_with_hook(slot, ticket).map(|(message, _)| message)
    }

    /// The same, and what a hook has answered to it.
    pub(crate) fn take_with_hook(
        slot: &mut Option<Box<Self>>,
        ticket: Ticket,
    ) -> Option<(Message, Option<HookAnswer>)> {
        slot.take_if(|parked| parked.ticket == ticket).map(|parked| (parked.message, parked.hook))
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZero;

    use super::*;

    #[test]
    fn a_message_waits_for_one_answer_alone() {
        let [first, second] = [1, 2].map(|number| Ticket(NonZero::new(number).unwrap()));
        let mut slot = Some(Parked::text(second, "message"));
        assert!(Parked::take(&mut slot, first).is_none(), "the answer to another question");
        assert!(matches!(Parked::take(&mut slot, second), Some(Message::Text(text)) if &*text == "message"));
        assert!(Parked::take(&mut slot, second).is_none(), "it has been handled");
    }
}
