//! Hooks: questions to applications before something happens. What is asked and what an answer means is
//! [`baton_protocols::hooks`]'s; this is the way there and back.
//!
//! A loop writes a question, puts it into the [queue](queue) of its hook and goes on; the connection that it is about is not
//! read meanwhile. Tasks on the HTTP runtime take what waits, as many questions at once as the hook takes in one request, and
//! read what comes back. Each answer goes to the loop that asked, as answers of a database do.

mod figures;
mod queue;

use std::sync::Arc;

use baton_protocols::{App, HookAnswer, HookQuestion};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub(crate) use self::figures::{BOUNDS_US, Counted, HookFigures};
pub(crate) use self::queue::{HookQueue, Reply};
use crate::outbound::Reach;

/// The hooks of an app, in the order of its settings.
#[derive(Default)]
pub(crate) struct AppHooks(Box<[Arc<HookQueue>]>);

impl AppHooks {
    /// Those of an app, which may be at such addresses. A hook that `former` has just like it keeps its connections and what
    /// waits for it.
    pub(crate) fn of(
        app: &App,
        (reach, runtime): (Reach, Option<&Handle>),
        figures: &Arc<HookFigures>,
        former: Option<&Self>,
    ) -> Self {
        let one = |hook| {
            let known = former.and_then(|former| former.0.iter().find(|it| it.is_of(app, hook, reach)));
            known.map_or_else(
                || Arc::new(HookQueue::new(app, hook, (reach, runtime.cloned()), Arc::clone(figures))),
                Arc::clone,
            )
        };
        Self(app.hooks.0.iter().map(one).collect())
    }

    /// Asks one of them on behalf of a call of the HTTP API, whose answer is to be awaited.
    pub(crate) fn ask(&self, question: &HookQuestion<'_>) -> impl Future<Output = HookAnswer> + use<> {
        let (reply, answer) = oneshot::channel();
        let hook = self.get(question.hook).map(Arc::clone);
        let asked = hook.as_ref().map(|hook| hook.ask(question, Reply::Call(reply)));
        async move {
            match (asked, hook) {
                (Some(Ok(())), Some(hook)) => answer.await.unwrap_or_else(|_| hook.without_answer()),
                (Some(Err(answer)), _) => answer,
                _ => HookAnswer::NONE,
            }
        }
    }

    /// The hook at a place.
    pub(crate) fn get(&self, place: usize) -> Option<&Arc<HookQueue>> {
        self.0.get(place)
    }

    /// Whether none of them may be at other addresses than these.
    pub(crate) fn are_within(&self, reach: Reach) -> bool {
        self.0.iter().all(|hook| hook.reach() == reach)
    }
}
