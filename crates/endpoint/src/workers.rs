//! An endpoint as one of several worker processes on a port.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};

use crate::Kind;
use crate::endpoint::Endpoint;
use crate::handover::{Handed, receive};
use crate::worker_link::{WORKER_LINK_BYTES, WorkerLink, WorkerMessage, encode_ended, split_messages};

/// The number under which the handover socket is watched: the highest one, which owners do not use.
pub(crate) const HANDOVER: u32 = (1 << 31) - 1;

impl Endpoint {
    /// Makes the endpoint one of several workers: connections are handed over on `handover`, and
    /// messages to many go over `stream` to the other workers, whose messages arrive there too.
    /// When `stream` ends, the endpoint stops: its supervisor is gone.
    ///
    /// # Errors
    /// The kernel refuses one of the sockets.
    pub fn join(&mut self, stream: OwnedFd, handover: OwnedFd) -> io::Result<()> {
        self.reactor.watch(handover.as_fd(), HANDOVER)?;
        let conn = self.reactor.adopt(stream)?;
        self.worker_link = Some(WorkerLink::new(conn, handover));
        Ok(())
    }

    /// Admits the connections that were handed over.
    pub(crate) fn take_handed(&mut self) {
        while let Some(link) = &self.worker_link {
            let handed = match receive(&link.handover) {
                Ok(Some(handed)) => handed,
                // There was one, and no open file for it: it is closed, and counts as ended.
                Err(why) if why.kind() == io::ErrorKind::Other => {
                    self.count_ended();
                    continue;
                }
                Ok(None) | Err(_) => return,
            };
            match handed {
                Handed::Tcp(socket) => match socket.peer_addr() {
                    Ok(peer) => self.admit_tcp(socket, peer),
                    Err(_) => self.count_ended(), // it has disconnected already
                },
                Handed::Local(socket) => self.admit(socket, None, false),
            }
        }
    }

    /// Counts a connection that has ended, for the supervisor.
    pub(crate) fn count_ended(&mut self) {
        if let Some(link) = &mut self.worker_link {
            link.count_ended();
        }
    }

    /// Reports to the supervisor, once a turn, how many connections have ended.
    pub(crate) fn report_ended(&mut self) {
        if let Some(link) = &mut self.worker_link
            && let Some(count) = link.take_unreported()
        {
            self.reactor.send_exempt(link.conn, &encode_ended(count).as_slice().into());
        }
    }

    /// Sends a message to the other workers; `topic` is empty for a broadcast. False if there is no
    /// room for it. True where there are no others.
    pub fn pass_on(&mut self, topic: &[u8], kind: Kind, payload: &[u8]) -> bool {
        let Some(link) = &self.worker_link else { return true };
        let conn = link.conn;
        let Some(head) = (WorkerMessage { kind, topic, payload }).head() else { return false };
        if self.reactor.unsent(conn) + head.len() + payload.len() > WORKER_LINK_BYTES {
            return false;
        }
        let message = [&head, payload].concat();
        self.reactor.send_exempt(conn, &message.into());
        true
    }

    /// Delivers what the other workers have sent.
    pub(crate) fn on_worker_messages(&mut self) {
        let Some(link) = &mut self.worker_link else { return };
        let received = link.take_received();
        let taken = split_messages(&received, |message| {
            let Some(WorkerMessage { kind, topic, payload }) = WorkerMessage::parse(message) else { return };
            match topic.is_empty() {
                true => self.broadcast(kind, payload, &[]),
                false => self.publish(topic, kind, payload, None),
            };
        });
        match (&mut self.worker_link, taken) {
            (Some(link), Some(taken)) => link.put_back(received, taken),
            // Only our own processes write there, so this is a fault of ours: continue alone.
            (link, _) => {
                if let Some(link) = link.take() {
                    self.reactor.abort(link.conn);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::*;
    use crate::Config;
    use crate::handover::hand_over;
    use crate::worker_link::{LENGTH, decode_ended};

    /// Turns until the supervisor gets a count of ended connections, and returns it.
    fn ended_next(endpoint: &mut Endpoint, supervisor: &mut UnixStream) -> u64 {
        let mut message = [0; LENGTH + 9];
        for _ in 0..1_000 {
            endpoint.wait(Some(Duration::from_millis(10))).unwrap();
            while endpoint.next(|_| ()).is_some() {}
            if supervisor.read_exact(&mut message).is_ok() {
                return decode_ended(&message[LENGTH..]).unwrap();
            }
        }
        panic!("no count reached the supervisor");
    }

    #[test]
    fn each_connection_that_ends_is_reported_to_the_supervisor() {
        let (mut supervisor, stream) = UnixStream::pair().unwrap();
        supervisor.set_nonblocking(true).unwrap();
        let (handover, taking) = UnixStream::pair().unwrap();
        let mut endpoint = Endpoint::new(Config::default()).unwrap();
        endpoint.join(stream.into(), taking.into()).unwrap();
        let clients = [(); 3].map(|()| {
            let (client, near) = UnixStream::pair().unwrap();
            hand_over(&handover, &Handed::Local(near)).unwrap();
            client
        });
        let [first, second, _third] = clients;
        drop(first);
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 1);
        drop(second);
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 2);
        // The endpoint itself ends the third.
        endpoint.stop();
        assert_eq!(ended_next(&mut endpoint, &mut supervisor), 3);
    }
}
