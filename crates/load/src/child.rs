//! A server, peer or limit program as a child process that always ends.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::fault::Fault;
use crate::sys;
use crate::target::parse_url;
use crate::transport;

/// How long a program may take until it accepts.
const START: Duration = Duration::from_secs(10);

/// How long it may take to end after SIGTERM, before SIGKILL.
const STOP: Duration = Duration::from_secs(5);

/// Lines of standard error kept for an error text.
const KEPT_LINES: usize = 10;

/// The line that a program prints once it accepts.
const ACCEPTS: &str = "listening on ";

/// A running program. It is ended when dropped, and by the kernel if this process is killed.
#[derive(Debug)]
pub struct Running {
    child: Child,
    address: SocketAddr,
}

impl Running {
    /// Starts `command` on `cores` and waits for its line `listening on http://HOST:PORT`.
    ///
    /// # Errors
    /// If it cannot be started, ends early or stays silent; with the last lines of its standard
    /// error.
    pub fn start(command: &mut Command, cores: &[usize]) -> Result<Self, Fault> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut running = Self::spawn(command, cores, SocketAddr::from(([127, 0, 0, 1], 0)))?;
        let stderr = keep_last_lines(running.child.stderr.take());
        let lines = forward_lines(running.child.stdout.take());
        running.address = running.await_address(&name, &lines, &stderr)?;
        Ok(running)
    }

    /// Starts `command` on `cores` and waits until something accepts at `address`.
    ///
    /// # Errors
    /// As [`Running::start`].
    pub fn start_at(command: &mut Command, cores: &[usize], address: SocketAddr) -> Result<Self, Fault> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut running = Self::spawn(command, cores, address)?;
        let stderr = keep_last_lines(running.child.stderr.take());
        drop(forward_lines(running.child.stdout.take()));
        let deadline = Instant::now() + START;
        while TcpStream::connect(address).is_err() {
            if let Ok(Some(status)) = running.child.try_wait() {
                return Err(ended_early(&name, &status.to_string(), &stderr));
            }
            if Instant::now() > deadline {
                let seconds = START.as_secs();
                return Err(Fault::Start(format!("{name} did not accept at {address} within {seconds} s")));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(running)
    }

    fn spawn(command: &mut Command, cores: &[usize], address: SocketAddr) -> Result<Self, Fault> {
        let name = command.get_program().to_string_lossy().into_owned();
        sys::confine(command, cores);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(Fault::start(format!("cannot start {name}")))?;
        transport::forget_sessions();
        Ok(Self { child, address })
    }

    fn await_address(
        &mut self,
        name: &str,
        lines: &Receiver<String>,
        stderr: &Mutex<VecDeque<String>>,
    ) -> Result<SocketAddr, Fault> {
        let deadline = Instant::now() + START;
        loop {
            match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some((_, url)) = line.split_once(ACCEPTS) {
                        return parse_url(url.trim());
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let seconds = START.as_secs();
                    return Err(Fault::Start(format!(
                        "{name} printed no \"{ACCEPTS}http://…\" within {seconds} s"
                    )));
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait().map_err(Fault::start(name))?;
                    return Err(ended_early(name, &status.to_string(), stderr));
                }
            }
        }
    }

    /// Where it accepts.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    fn stop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = sys::terminate(self.child.id());
        let deadline = Instant::now() + STOP;
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Why a program did not get as far as accepting.
fn ended_early(name: &str, status: &str, stderr: &Mutex<VecDeque<String>>) -> Fault {
    std::thread::sleep(Duration::from_millis(50)); // its last lines may still be on their way
    let stderr: Vec<String> =
        stderr.lock().map(|stderr| stderr.iter().cloned().collect()).unwrap_or_default();
    Fault::Start(format!("{name} ended before it accepted ({status}): {}", stderr.join(" | ")))
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads lines on a thread until the program ends, so that its pipe never fills.
fn forward_lines(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stream) = stream {
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let _ = sender.send(line); // nothing reads them after the start
            }
        });
    }
    receiver
}

fn keep_last_lines(stream: Option<impl Read + Send + 'static>) -> Arc<Mutex<VecDeque<String>>> {
    let kept = Arc::new(Mutex::new(VecDeque::new()));
    if let Some(stream) = stream {
        let kept = Arc::clone(&kept);
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let Ok(mut kept) = kept.lock() else { return };
                if kept.len() == KEPT_LINES {
                    kept.pop_front();
                }
                kept.push_back(line);
            }
        });
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<Running, Fault> {
        Running::start(Command::new("sh").args(["-c", script]), &[])
    }

    #[test]
    fn a_program_that_accepts_is_found_and_ended() {
        let running = shell("echo starting; echo listening on http://127.0.0.1:4711; exec sleep 60").unwrap();
        assert_eq!(running.address().port(), 4711);
        let pid = running.pid();
        assert!(sys::cpu_time(pid).is_ok());
        drop(running);
        assert!(sys::cpu_time(pid).is_err());
    }

    #[test]
    fn a_program_is_awaited_at_its_address() {
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let script = format!(
            "import socket, time; time.sleep(0.1); s = socket.create_server(('127.0.0.1', {})); time.sleep(60)",
            address.port()
        );
        let running = Running::start_at(Command::new("python3").args(["-c", &script]), &[], address).unwrap();
        assert_eq!(running.address(), address);
        drop(running);
        let result = Running::start_at(Command::new("sh").args(["-c", "echo no >&2; exit 3"]), &[], address);
        assert!(result.unwrap_err().to_string().contains("no"));
    }

    #[test]
    fn a_program_that_cannot_start_says_why() {
        let text = shell("echo port 6001 is in use >&2; exit 1").unwrap_err().to_string();
        assert!(text.contains("port 6001 is in use") && text.contains("ended before"), "{text}");
        let text = Running::start(&mut Command::new("/no/such/server"), &[]).unwrap_err().to_string();
        assert!(text.contains("cannot start /no/such/server"), "{text}");
    }
}
