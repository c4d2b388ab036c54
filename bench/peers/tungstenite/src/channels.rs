//! Who is in which channel, and a message for all of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tokio::sync::mpsc::Sender;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A client's number and its queue.
pub type Client = (u64, Sender<Message>);

type Members = BTreeMap<u64, Sender<Message>>;

/// The channels of all clients. One thread owns them, so a reference count and a cell are enough.
#[derive(Clone, Default)]
pub struct Channels(Rc<RefCell<HashMap<String, Members>>>);

impl Channels {
    pub fn join(&self, channel: &str, (id, sender): &Client) {
        self.0.borrow_mut().entry(channel.to_owned()).or_default().insert(*id, sender.clone());
    }

    pub fn leave(&self, channel: &str, id: u64) {
        let mut channels = self.0.borrow_mut();
        if let Some(members) = channels.get_mut(channel) {
            members.remove(&id);
            if members.is_empty() {
                channels.remove(channel);
            }
        }
    }

    /// Sends to all who are in a channel but `except`, and waits where a queue is full. The senders are copied first:
    /// who joins or leaves meanwhile must find the table free.
    pub async fn send(&self, channel: &str, text: Utf8Bytes, except: Option<u64>) {
        let receivers: Vec<Sender<Message>> = match self.0.borrow().get(channel) {
            Some(members) => {
                let others = members.iter().filter(|(id, _)| Some(**id) != except);
                others.map(|(_, sender)| sender.clone()).collect()
            }
            None => return,
        };
        for receiver in receivers {
            let _ = receiver.send(Message::Text(text.clone())).await; // an error is one who has left
        }
    }
}
