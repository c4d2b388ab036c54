//! What a client sent and its session has not handled: bodies of requests, each of which has messages.

use std::collections::VecDeque;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use tokio::sync::oneshot;

use super::session::Waiting;

/// Bytes that may wait in a session which is not read, although their requests have been answered: what the buffers of a
/// socket do for a WebSocket client. Requests with more wait.
pub(super) const WINDOW_BYTES: usize = 64 * 1024;

/// The body of one request.
pub(crate) struct Post {
    pub(super) body: Bytes,
    /// Where the next message begins; beyond the end once there is none.
    pub(super) at: usize,
    /// Each line is a message.
    pub(super) is_lines: bool,
    /// Tells the request that its body was taken.
    pub(super) taken: Option<oneshot::Sender<()>>,
    pub(super) _waiting: Waiting,
}

impl Post {
    /// The next message, as it was sent.
    fn next(&mut self) -> Option<Bytes> {
        while self.at <= self.body.len() {
            let rest = self.body.slice(self.at..);
            if !self.is_lines {
                self.at = self.body.len() + 1;
                return Some(rest);
            }
            let len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            self.at += len + 1;
            let line = rest.slice(..len);
            let line = line.strip_suffix(b"\r").map_or(len, <[u8]>::len);
            if line > 0 {
                return Some(rest.slice(..line));
            }
        }
        None
    }

    fn left(&self) -> usize {
        self.body.len().saturating_sub(self.at)
    }

    fn answer(&mut self) {
        if let Some(taken) = self.taken.take() {
            // Who asked may have hung up.
            _ = taken.send(());
        }
    }
}

/// One message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// To be checked.
    Text(Bytes),
    Binary(Vec<u8>),
}

impl Posted {
    /// Phoenix's clients send JSON as it is, which begins with a bracket in both serialisers, and bytes in base64.
    fn of(message: Bytes) -> Self {
        match message.first() {
            Some(b'[' | b'{') | None => Self::Text(message),
            // Where it is no base64, the session says what is wrong with it.
            Some(_) => STANDARD.decode(&message).map_or(Self::Text(message), Self::Binary),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(bytes) => bytes,
            Self::Binary(bytes) => bytes,
        }
    }
}

/// The bodies of one client, in the order in which they came.
#[derive(Default)]
pub(crate) struct Posts(VecDeque<Post>);

impl Posts {
    pub(crate) fn push(&mut self, post: Post) {
        self.0.push_back(post);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next message. The request of a body that has no more is answered.
    pub(crate) fn next(&mut self) -> Option<Posted> {
        loop {
            let front = self.0.front_mut()?;
            if let Some(message) = front.next() {
                return Some(Posted::of(message));
            }
            front.answer();
            self.0.pop_front();
            if self.0.is_empty() {
                self.0 = VecDeque::new(); // an idle session holds nothing
            }
        }
    }

    /// The session is not read for now: requests whose bodies fit what may wait are answered.
    pub(crate) fn answer_window(&mut self) {
        let mut bytes = 0;
        for post in &mut self.0 {
            bytes += post.left();
            if bytes > WINDOW_BYTES {
                return;
            }
            post.answer();
        }
    }

    /// The session has ended with a message of the first body, which has arrived so far. The others have not.
    pub(crate) fn answer_first(&mut self) {
        if let Some(first) = self.0.front_mut() {
            first.answer();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(body: &'static [u8], is_lines: bool) -> (Post, oneshot::Receiver<()>) {
        let (taken, is_taken) = oneshot::channel();
        let body = Bytes::from_static(body);
        (Post { body, at: 0, is_lines, taken: Some(taken), _waiting: Waiting::default() }, is_taken)
    }

    fn texts(posts: &mut Posts) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| posts.next()).map(|message| message.bytes().to_vec()).collect()
    }

    #[test]
    fn a_body_is_one_message_or_a_message_in_each_line() {
        for (body, is_lines, expected) in [
            (&b"[1]\n[2]"[..], false, vec![&b"[1]\n[2]"[..]]),
            (b"[1]\n[2]", true, vec![b"[1]", b"[2]"]),
            (b"\n[1]\r\n\r\n\n[2]\n", true, vec![b"[1]", b"[2]"]),
            (b"", false, vec![b""]),
            (b"", true, vec![]),
            (b"\r\n", true, vec![]),
        ] {
            let mut posts = Posts::default();
            let (post, mut is_taken) = post(body, is_lines);
            posts.push(post);
            assert_eq!(texts(&mut posts), expected, "{body:?}");
            assert_eq!(is_taken.try_recv(), Ok(()));
        }
    }

    #[test]
    fn json_is_text_and_base64_is_bytes() {
        let of = |text: &'static [u8]| Posted::of(Bytes::from_static(text));
        assert_eq!(of(b"AAEC"), Posted::Binary(vec![0, 1, 2]));
        for text in [&b"[]"[..], b"{}", b"", b"not base64!", b"[AAEC"] {
            assert_eq!(of(text), Posted::Text(Bytes::from_static(text)));
        }
    }

    #[test]
    fn requests_are_answered_in_order_as_far_as_may_wait() {
        const HALF: &[u8] = &[b'['; WINDOW_BYTES / 2];
        let mut posts = Posts::default();
        let mut answers: Vec<_> = (0..3)
            .map(|_| {
                let (post, is_taken) = post(HALF, false);
                posts.push(post);
                is_taken
            })
            .collect();
        posts.answer_window();
        let answered = |answers: &mut Vec<oneshot::Receiver<()>>| -> Vec<bool> {
            answers.iter_mut().map(|answer| answer.try_recv().is_ok()).collect()
        };
        assert_eq!(answered(&mut answers), [true, true, false]);
        assert!(posts.next().is_some());
        posts.answer_window();
        assert_eq!(answered(&mut answers), [false, false, true], "each once");
    }
}
