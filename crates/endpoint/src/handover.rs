//! Handing connections from one process to another, over a socket between the two (`SCM_RIGHTS`,
//! unix(7)).

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};

/// A connection that is handed over.
#[derive(Debug)]
pub(crate) enum Handed {
    Tcp(TcpStream),
    /// It was accepted on a path.
    Local(UnixStream),
}

/// Sends a connection; an error if the other process's queue is full, or it is gone. The caller
/// still has it then.
pub(crate) fn hand_over(to: &impl AsFd, handed: &Handed) -> io::Result<()> {
    let (kind, descriptor) = match handed {
        Handed::Tcp(socket) => (b't', socket.as_fd()),
        Handed::Local(socket) => (b'l', socket.as_fd()),
    };
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let descriptors = [descriptor];
    ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
    let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
    sendmsg(to, &[IoSlice::new(&[kind])], &mut ancillary, flags)?;
    Ok(())
}

/// Takes the next connection; `None` if the other process has ended its side.
///
/// # Errors
/// `WouldBlock` if there is none at the moment.
pub(crate) fn receive(from: &impl AsFd) -> io::Result<Option<Handed>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut kind = [0];
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    let received = recvmsg(from, &mut [IoSliceMut::new(&mut kind)], &mut ancillary, flags)?;
    if received.bytes == 0 {
        return Ok(None);
    }
    let mut descriptors = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    let descriptor: OwnedFd = descriptors
        .next()
        .and_then(|mut descriptors| descriptors.next())
        .ok_or_else(|| io::Error::other("this process has no room for another open file"))?;
    Ok(Some(if kind == *b"t" { Handed::Tcp(descriptor.into()) } else { Handed::Local(descriptor.into()) }))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    #[test]
    fn a_connection_arrives_whole_and_the_end_is_reported() {
        let (here, there) = UnixStream::pair().unwrap();
        assert_eq!(receive(&there).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        let (mut far, near) = UnixStream::pair().unwrap();
        hand_over(&here, &Handed::Local(near)).unwrap();
        let Some(Handed::Local(mut taken)) = receive(&there).unwrap() else { panic!("it is local") };
        far.write_all(b"x").unwrap();
        let mut byte = [0];
        taken.read_exact(&mut byte).unwrap();
        assert_eq!(&byte, b"x");
        drop(here);
        assert!(receive(&there).unwrap().is_none());
    }

    #[test]
    fn a_full_queue_is_an_error_and_does_not_block() {
        let (here, there) = UnixStream::pair().unwrap();
        let (_far, near) = UnixStream::pair().unwrap();
        let handed = Handed::Local(near);
        let sent = (0..10_000).take_while(|_| hand_over(&here, &handed).is_ok()).count();
        assert!(sent > 16 && sent < 10_000, "{sent}");
        assert!(receive(&there).unwrap().is_some());
    }
}
