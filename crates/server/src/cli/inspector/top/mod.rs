//! `baton top`: the server's figures on the whole screen, each second.

mod figures;
mod screen;
mod state;

use std::io::{self, IsTerminal as _};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval};

use self::state::State;
use super::answer::list;
use super::ending::ended;
use super::failure::Failure;
use super::look::{Look, print};
use super::server::{Query, Server};

/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);
/// The list of channels is read each time of so many: the server sorts all of them for it.
const CHANNELS_EVERY: u64 = 3;
/// Channels that can be scrolled through.
const CHANNELS: u64 = 100;
/// How long the thread that reads keys waits before it looks whether it is still needed.
const KEY_WAIT: Duration = Duration::from_millis(250);

/// What the server was seen to be.
enum Seen {
    Overview(Value),
    Channels(Vec<Value>),
    /// It does not answer, and why.
    Silence(String),
}

/// Prints one overview a second.
pub(super) async fn print_each(server: &mut Server) -> Result<(), Failure> {
    tokio::select! {
        () = ended() => Ok(()),
        result = async {
            let mut ticks = ticks();
            loop {
                ticks.tick().await;
                let overview = overview(server).await?;
                print(&format!("{overview}\n"))?;
            }
        } => result,
    }
}

/// Shows the screen until a key or a signal ends it. The terminal is restored on each way out, a panic among them.
pub(super) async fn top(server: &mut Server, look: Look) -> Result<(), Failure> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::Here(
            "`baton top` draws on a terminal, and there is none: `baton stats` prints the figures once, and `baton top --json` a \
             line each second"
                .into(),
        ));
    }
    // Before the screen is taken, so that what is wrong is read on the terminal as it was.
    let first = overview(server).await?;
    let mut state = State::new(server.url(), first);
    let mut terminal = ratatui::try_init()?;
    let result = {
        let (seen_to, seen) = channel(4);
        let (keys_to, keys) = unbounded_channel();
        thread::spawn(move || read_keys(&keys_to));
        tokio::select! {
            () = ended() => Ok(()),
            result = watch(server, seen_to) => result,
            result = show(&mut terminal, &mut state, seen, keys, look) => result,
        }
    };
    ratatui::try_restore()?;
    result
}

fn ticks() -> tokio::time::Interval {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

async fn overview(server: &mut Server) -> Result<Value, Failure> {
    let app = server.named_app().map(ToOwned::to_owned);
    server.get("/overview", Query::default().with_some("app", app)).await
}

/// Looks at the server each second. It goes on while there is no answer, and ends where the server refuses.
async fn watch(server: &mut Server, seen: Sender<Seen>) -> Result<(), Failure> {
    let mut ticks = ticks();
    for round in 0.. {
        ticks.tick().await;
        let answer = match overview(server).await {
            Ok(overview) => Seen::Overview(overview),
            Err(Failure::Unreachable(why) | Failure::Refused(429 | 500..600, why)) => Seen::Silence(why),
            Err(failure) => return Err(failure),
        };
        let answers = matches!(answer, Seen::Overview(_));
        if seen.send(answer).await.is_err() {
            break;
        }
        if answers && round % CHANNELS_EVERY == 0 {
            let app = server.named_app().map(ToOwned::to_owned);
            let query =
                Query::default().with_some("app", app).with("sort", "subscriptions").with("limit", CHANNELS);
            if let Ok(answer) = server.get("/channels", query).await {
                let _ = seen.send(Seen::Channels(list(&answer, "channels").to_vec())).await;
            }
        }
    }
    Ok(())
}

/// Sends what is typed, until nobody takes it or the terminal is gone.
fn read_keys(keys: &UnboundedSender<Event>) {
    while !keys.is_closed() {
        match event::poll(KEY_WAIT) {
            Ok(false) => {}
            Ok(true) => match event::read() {
                Ok(event) => drop(keys.send(event)),
                Err(_) => return,
            },
            Err(_) => return,
        }
    }
}

async fn show(
    terminal: &mut ratatui::DefaultTerminal,
    state: &mut State,
    mut seen: Receiver<Seen>,
    mut keys: UnboundedReceiver<Event>,
    look: Look,
) -> Result<(), Failure> {
    loop {
        terminal.draw(|frame| screen::draw(frame, state, look))?;
        tokio::select! {
            answer = seen.recv() => match answer {
                Some(answer) => state.take(answer),
                None => return Ok(()),
            },
            event = keys.recv() => match event {
                Some(Event::Key(key)) if key.kind != KeyEventKind::Release && !obey(state, key) => return Ok(()),
                Some(_) => {} // a resize among them: the next drawing has the new size
                None => return Ok(()),
            },
        }
    }
}

/// Does what a key asks for; `false`: to end.
fn obey(state: &mut State, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => return false,
        // No signal comes of it while the terminal hands keys through.
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
        KeyCode::Char('p') | KeyCode::Char(' ') => state.toggle_pause(),
        KeyCode::Char('s') => state.next_sort(),
        KeyCode::Up => state.scroll(-1),
        KeyCode::Down => state.scroll(1),
        KeyCode::PageUp => state.scroll(-10),
        KeyCode::PageDown => state.scroll(10),
        KeyCode::Home => state.scroll(isize::MIN),
        _ => {}
    }
    true
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_end_it_pause_it_and_scroll() {
        let mut state = State::new("http://s", json!({}));
        state.take(Seen::Channels(vec![json!({}); 30]));
        let mut press =
            |code, modifiers| (obey(&mut state, KeyEvent::new(code, modifiers)), state.first_row());
        let none = KeyModifiers::NONE;
        assert!(!press(KeyCode::Char('q'), none).0 && !press(KeyCode::Esc, none).0);
        assert!(!press(KeyCode::Char('c'), KeyModifiers::CONTROL).0);
        assert_eq!(press(KeyCode::Down, none), (true, 1));
        assert_eq!(press(KeyCode::PageDown, none), (true, 11));
        assert_eq!(press(KeyCode::Home, none), (true, 0));
        assert_eq!(press(KeyCode::Up, none), (true, 0));
        assert!(press(KeyCode::Char('c'), none).0);
    }
}
