//! Whether the client is still there. Any frame it sends counts; what is delivered to it does not, as a
//! dead peer swallows deliveries for minutes.
//!
//! After the activity timeout without a frame the server asks, and after the pong timeout without an answer
//! it closes. Hearing from the client costs nothing here: the timer finds out when it comes.

use core::num::NonZero;

use baton_hub::Millis;

use crate::App;

/// What the client owes an answer to, if anything. One word, as every connection has one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Liveness {
    /// Until when the client has to answer; it was asked one pong timeout before.
    answer_by: Option<NonZero<Millis>>,
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
        let (silence, pong) = (millis(app.pusher.activity_timeout_s), millis(app.pusher.pong_timeout_s));
        if let Some(answer_by) = self.answer_by.map(NonZero::get)
            // An answer may come within the same millisecond as the question.
            && heard < answer_by.saturating_sub(pong)
        {
            return if now < answer_by { Verdict::Wait(answer_by) } else { Verdict::Dead };
        }
        self.answer_by = None;
        let silent_at = heard.saturating_add(silence);
        if now < silent_at {
            return Verdict::Wait(silent_at);
        }
        let answer_by = now.saturating_add(pong);
        self.answer_by = NonZero::new(answer_by);
        Verdict::Ask(answer_by)
    }

    /// When to look for the first time at a connection that opens now.
    pub fn first_look(now: Millis, app: &App) -> Millis {
        now.saturating_add(millis(app.pusher.activity_timeout_s))
    }
}

/// An app's timeout; 0 counts as a second, as clients refuse to connect where they are sent 0.
fn millis(seconds: u32) -> Millis {
    u64::from(seconds.max(1)) * 1_000
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;

    use super::*;

    #[test]
    fn silence_is_asked_about_once_and_then_ends() {
        let app = App::new(AppId(0), "1", "key", "secret");
        let mut liveness = Liveness::default();
        assert_eq!(Liveness::first_look(1_000, &app), 121_000);
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

    #[test]
    fn timeouts_of_zero_are_a_second() {
        let mut app = App::new(AppId(0), "1", "key", "secret");
        (app.pusher.activity_timeout_s, app.pusher.pong_timeout_s) = (0, 0);
        let mut liveness = Liveness::default();
        assert_eq!(liveness.check(500, 0, &app), Verdict::Wait(1_000));
        assert_eq!(liveness.check(1_000, 0, &app), Verdict::Ask(2_000));
        assert_eq!(liveness.check(2_000, 0, &app), Verdict::Dead);
    }
}
