//! Who is in which channel, and a message for all of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tokio::sync::Mutex;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A client's number and its queue.
pub type Client = (u64, Sender<Message>);

/// The channels of all clients. One thread owns them, so reference counts and cells are enough.
#[derive(Clone, Default)]
pub struct Channels(Rc<RefCell<HashMap<String, Rc<Channel>>>>);

#[derive(Default)]
struct Channel {
    members: RefCell<BTreeMap<u64, Sender<Message>>>,
    /// Held while a message is sent to all. A task may give way after any of the sends, and without this the next
    /// message would overtake it at the members that are still to come.
    order: Mutex<()>,
}

impl Channels {
    pub fn join(&self, channel: &str, (id, sender): &Client) {
        let mut channels = self.0.borrow_mut();
        let channel = channels.entry(channel.to_owned()).or_default();
        channel.members.borrow_mut().insert(*id, sender.clone());
    }

    pub fn leave(&self, name: &str, id: u64) {
        let mut channels = self.0.borrow_mut();
        let Some(channel) = channels.get(name) else { return };
        channel.members.borrow_mut().remove(&id);
        if channel.members.borrow().is_empty() {
            channels.remove(name);
        }
    }

    /// Sends to all clients of a channel but `except`, and waits where a queue is full. The senders are copied first:
    /// clients that join or leave meanwhile must find the table free.
    pub async fn send(&self, channel: &str, text: Utf8Bytes, except: Option<u64>) {
        let Some(channel) = self.0.borrow().get(channel).cloned() else { return };
        let _turn = channel.order.lock().await;
        let receivers: Vec<Sender<Message>> = {
            let members = channel.members.borrow();
            let others = members.iter().filter(|(id, _)| Some(**id) != except);
            others.map(|(_, sender)| sender.clone()).collect()
        };
        for receiver in receivers {
            // A send that waits counts against the task's budget, and after 128 of them other tasks have their turn, so
            // that nothing is gathered: it is for full queues alone.
            if let Err(TrySendError::Full(message)) = receiver.try_send(Message::Text(text.clone())) {
                let _ = receiver.send(message).await; // an error means that the client has left
            }
        }
    }
}
