//! Whether the client is still there. Any frame it sends counts; what is delivered to it does not, as a
//! dead peer swallows deliveries for minutes.
//!
//! After the activity timeout without a frame the server asks, and after the pong timeout without an answer
//! it closes. Hearing from the client costs nothing here: the timer finds out when it comes.

use baton_hub::Millis;

use crate::App;

/// What the client owes an answer to, if anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Liveness {
    asked: Option<Asked>,
}

#[derive(Debug, Clone, Copy)]
struct Asked {
    /// When the client had last been heard. The answer may come within the same millisecond as the question,
    /// so times are not compared but looked at for a change.
    heard_before: Millis,
    until: Millis,
}

/// What to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing; look again at this time.
    Wait(Millis),
    /// Ask the client, and look again at this time.
    Ask(Millis),
    /// The client did not answer.
    Dead,
}

impl Liveness {
    /// Decides, from when the client was last heard.
    pub fn check(&mut self, now: Millis, heard: Millis, app: &App) -> Verdict {
        if let Some(asked) = self.asked
            && asked.heard_before == heard
        {
            return if now < asked.until { Verdict::Wait(asked.until) } else { Verdict::Dead };
        }
        self.asked = None;
        let silent_at = heard.saturating_add(activity_timeout_ms(app));
        if now < silent_at {
            return Verdict::Wait(silent_at);
        }
        let until = now.saturating_add(u64::from(app.pong_timeout_s.max(1)) * 1_000);
        self.asked = Some(Asked { heard_before: heard, until });
        Verdict::Ask(until)
    }
}

/// The app's activity timeout; 0 counts as a second, as clients refuse to connect under 0.
fn activity_timeout_ms(app: &App) -> u64 {
    u64::from(app.activity_timeout_s.max(1)) * 1_000
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;

    use super::*;

    #[test]
    fn silence_is_asked_about_once_and_then_ends() {
        let app = App::new(AppId(0), "1", "key", "secret");
        let mut liveness = Liveness::default();
        assert_eq!(liveness.check(1_000, 1_000, &app), Verdict::Wait(121_000));
        assert_eq!(liveness.check(121_000, 50_000, &app), Verdict::Wait(170_000));
        assert_eq!(liveness.check(170_000, 50_000, &app), Verdict::Ask(200_000));
        assert_eq!(liveness.check(180_000, 50_000, &app), Verdict::Wait(200_000));
        assert_eq!(liveness.check(200_000, 50_000, &app), Verdict::Dead);
    }

    #[test]
    fn an_answer_in_the_same_millisecond_counts() {
        let app = App::new(AppId(0), "1", "key", "secret");
        let mut liveness = Liveness::default();
        assert_eq!(liveness.check(120_000, 0, &app), Verdict::Ask(150_000));
        assert_eq!(liveness.check(150_000, 120_000, &app), Verdict::Wait(240_000));
        assert_eq!(liveness.check(240_000, 120_000, &app), Verdict::Ask(270_000));
    }
}
