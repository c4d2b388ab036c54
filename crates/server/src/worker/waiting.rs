//! Connections that are not read because a loop's queue is nearly full.
//!
//! A client event cannot be answered with "try again", so while there is no room for it, it is
//! retained by its session and the connection is [not read](super::questions): the sender meets a
//! full window in time. Nothing is lost and the order stays. Those wait whose own message is for a
//! loop that is behind; everybody else is read on.

use std::collections::VecDeque;

use baton_hub::AppId;
use baton_protocols::{Answer, Ticket};
use baton_reactor::ConnectionId;

use super::Worker;
use crate::loop_message::Answered;

/// Those that wait, the first to wait first. A connection that waits is not read, so it is here
/// once; an entry whose question has ended leaves within [`WAITING_MS`](super::WAITING_MS).
#[derive(Default)]
pub(crate) struct Waiting(VecDeque<Room>);

/// What a connection waits for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) conn: ConnectionId,
    pub(super) ticket: Ticket,
    pub(super) app: AppId,
    /// The loops that are behind and have subscribers of its channel.
    pub(super) loops: u64,
}

impl Waiting {
    pub(super) fn add(&mut self, room: Room) {
        self.0.push_back(room);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Worker {
    /// Reads on where there is room again.
    pub(super) fn read_waiting(&mut self) {
        if self.event_loop.waiting.is_empty() {
            return;
        }
        // Those that are read on publish meanwhile, which the quarter of a queue above the threshold
        // is for.
        let congested = self.event_loop.node.congested();
        // Those that must wait again come to the end of the line, and are not looked at twice.
        for _ in 0..self.event_loop.waiting.0.len() {
            let Some(room) = self.event_loop.waiting.0.pop_front() else { return };
            let Room { conn, ticket, app, loops } = room;
            if !self.is_asking(conn, ticket) {
                continue; // it has closed, or was refused at its deadline
            }
            if self.event_loop.node.has_to_wait(app, loops & congested) {
                self.event_loop.waiting.add(room);
            } else {
                self.on_answer(Answered { conn, ticket, answer: Answer::Again });
            }
        }
    }
}
