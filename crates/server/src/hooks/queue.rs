//! One hook of an app: the questions that wait for it, and the requests that carry them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use baton_protocols::hooks::{self, HookEvent, HookExpected, HookRead};
use baton_protocols::pusher::signature::Signature;
use baton_protocols::{
    Answer as SessionAnswer, App, Hook, HookAnswer, HookQuestion, HookRefused, OnFailure, Secret,
};
use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::HookFigures;
use super::figures::Outcome;
use crate::clock;
use crate::observe::{Observation, REQUEST_ID, RequestId, TRACEPARENT, current};
use crate::outbound::{Answer, NoBody, Reach, Target};
use crate::settings::shown_url;
use crate::trace::{self, Kind, Span, TraceContext, end_post};
use crate::worker::ReplyTo;

/// How long questions gather for a further request while another is under way. The first one waits for nobody.
const GATHERING: Duration = Duration::from_millis(1);
/// Bytes of questions that wait. One more counts as a failure, as where `max_waiting` is reached: with the largest events that
/// an app may allow, that number alone would be gigabytes.
const WAITING_BYTES: usize = 64 << 20;
/// Bytes of questions at which a request is full, whatever `max_batch` says.
const REQUEST_BYTES: usize = 1 << 20;
/// The same for the bytes that its answer may have. So one hook holds at most `max_concurrent` times this, the bytes of a request,
/// and those of one more question and answer: 80 MiB with the default of 16 and events of 10 KB.
const ANSWERS_BYTES: usize = 4 << 20;
/// Calls that the span of a request with questions of several is linked to.
const MOST_LINKS: usize = 16;
/// The least time between two lines of the log about failures of one hook.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Who waits for an answer.
pub(crate) enum Reply {
    /// A session, whose connection is not read meanwhile.
    Session(ReplyTo),
    /// A call of the HTTP API.
    Call(oneshot::Sender<HookAnswer>),
}

impl Reply {
    fn send(self, answer: HookAnswer) {
        match self {
            Self::Session(to) => to.send(SessionAnswer::Hook(answer)),
            Self::Call(to) => drop(to.send(answer)), // the caller may have gone
        }
    }
}

/// A hook, with what waits for it.
pub(crate) struct HookQueue {
    app_id: Box<str>,
    key: Box<str>,
    secret: Secret,
    hook: Hook,
    reach: Reach,
    /// `None` for a URL that the settings would have refused.
    target: Option<Target>,
    /// `None` in tests without one: nothing is sent then.
    runtime: Option<Handle>,
    figures: Arc<HookFigures>,
    waiting: Mutex<Waiting>,
    complaints: Mutex<Complaints>,
}

/// What waits, and who works on it.
#[derive(Default)]
struct Waiting {
    questions: VecDeque<Question>,
    bytes: usize,
    /// Requests that are under way, or about to be.
    under_way: u32,
    /// One of them waits for questions.
    is_gathering: bool,
}

/// A question that waits.
struct Question {
    /// The fields of its object.
    text: Vec<u8>,
    expected: HookExpected,
    since: Instant,
    /// The call that it is asked for.
    request: Option<Arc<Observation>>,
    reply: Reply,
}

/// Failures that the log has not reported yet, and when it last did.
#[derive(Default)]
struct Complaints {
    last: Option<Instant>,
    /// Failures since then.
    failures: u64,
}

impl HookQueue {
    /// A hook of this app that nothing waits for.
    pub(super) fn new(
        app: &App,
        hook: &Hook,
        (reach, runtime): (Reach, Option<Handle>),
        figures: Arc<HookFigures>,
    ) -> Self {
        Self {
            app_id: app.id.clone(),
            key: app.key.clone(),
            secret: app.secret.clone(),
            target: Target::of(&hook.url, hook.max_concurrent as usize),
            hook: hook.clone(),
            reach,
            runtime,
            figures,
            waiting: Mutex::default(),
            complaints: Mutex::default(),
        }
    }

    /// Whether this is just the hook that such settings describe.
    pub(super) fn is_of(&self, app: &App, hook: &Hook, reach: Reach) -> bool {
        (&self.app_id, &self.key, &self.secret, &self.hook, self.reach)
            == (&app.id, &app.key, &app.secret, hook, reach)
    }

    pub(super) fn reach(&self) -> Reach {
        self.reach
    }

    /// What counts where there is no answer.
    pub(crate) fn without_answer(&self) -> HookAnswer {
        match self.hook.on_failure {
            OnFailure::Allow => HookAnswer::Allowed,
            OnFailure::Refuse => HookAnswer::NONE,
        }
    }

    /// Has a question answered.
    ///
    /// # Errors
    /// As many wait as may: this is the answer, and no reply is sent.
    pub(crate) fn ask(self: &Arc<Self>, question: &HookQuestion<'_>, reply: Reply) -> Result<(), HookAnswer> {
        let Some(runtime) = &self.runtime else { return Err(self.without_answer()) };
        let most = self.hook.max_waiting as usize;
        // A question that finds no place is not written first.
        let has_place = self.waiting().questions.len() < most;
        let mut text = Vec::with_capacity(if has_place { 256 } else { 0 });
        if has_place {
            question.write(&mut text);
        }
        let mut waiting = self.waiting();
        if !has_place || waiting.questions.len() >= most || waiting.bytes + text.len() > WAITING_BYTES {
            drop(waiting);
            self.figures.outcome(Outcome::Failed);
            self.complain(
                1,
                &format!("{most} questions or {WAITING_BYTES} bytes wait already (max_waiting)"),
                None,
            );
            return Err(self.without_answer());
        }
        self.figures.asked();
        waiting.bytes += text.len();
        let expected = HookExpected::of(question);
        let (since, request) = (Instant::now(), current::get());
        waiting.questions.push_back(Question { text, expected, since, request, reply });
        let begins = waiting.begin(&self.hook);
        drop(waiting);
        if let Some(gathering) = begins {
            drop(runtime.spawn(UnderWay { hook: Arc::clone(self), counts: true }.run(gathering)));
        }
        Ok(())
    }

    /// Takes the questions of the next request, and fails those that have waited too long. `None` if nothing waits: then
    /// one request fewer is under way.
    fn take(&self) -> Option<Vec<Question>> {
        let timeout = self.timeout();
        let (mut batch, mut late) = (Vec::new(), Vec::new());
        let mut waiting = self.waiting();
        let (mut bytes, mut of_answers) = (0, 0);
        let is_full = |batch: &Vec<_>, bytes, of_answers| {
            batch.len() >= self.hook.max_batch as usize
                || bytes >= REQUEST_BYTES
                || of_answers >= ANSWERS_BYTES
        };
        while !is_full(&batch, bytes, of_answers) {
            let Some(question) = waiting.questions.pop_front() else { break };
            waiting.bytes -= question.text.len();
            if question.since.elapsed() >= timeout {
                late.push(question);
            } else {
                bytes += question.text.len();
                of_answers += question.expected.answer_bytes();
                batch.push(question);
            }
        }
        if batch.is_empty() {
            waiting.under_way = waiting.under_way.saturating_sub(1);
        }
        if waiting.questions.is_empty() && waiting.questions.capacity() > 1_024 {
            waiting.questions = VecDeque::new(); // a burst is over
        }
        drop(waiting);
        if !late.is_empty() {
            let why = format!(
                "questions waited {} ms for their turn: the application is too slow for max_concurrent = {} and max_batch = {}",
                timeout.as_millis(),
                self.hook.max_concurrent,
                self.hook.max_batch
            );
            self.fail(late, &why, None);
        }
        (!batch.is_empty()).then_some(batch)
    }

    /// Asks, and replies.
    async fn exchange(&self, batch: Vec<Question>) {
        let expected: Vec<_> = batch.iter().map(|question| question.expected).collect();
        let id = id_of(&batch);
        match self.post(&batch, &expected, &id).await {
            Ok(answers) => {
                let unusable = answers.iter().find_map(|read| match read {
                    HookRead::Unusable(why) => Some(why.clone()),
                    HookRead::Answer(_) => None,
                });
                let mut failures = 0;
                for (question, read) in batch.into_iter().zip(answers) {
                    let (outcome, answer) = match read {
                        HookRead::Answer(answer @ HookAnswer::Allowed) => (Outcome::Allowed, answer),
                        HookRead::Answer(answer @ HookAnswer::Rewritten(_)) => (Outcome::Rewritten, answer),
                        HookRead::Answer(answer @ HookAnswer::Refused(HookRefused::Reason(_))) => {
                            (Outcome::Refused, answer)
                        }
                        HookRead::Answer(HookAnswer::Refused(HookRefused::NoAnswer))
                        | HookRead::Unusable(_) => {
                            failures += 1;
                            (Outcome::Failed, HookAnswer::NONE)
                        }
                    };
                    self.answer(question, outcome, answer);
                }
                if let Some(why) = unusable {
                    self.complain(failures, &why, Some(&id));
                }
            }
            Err(why) => self.fail(batch, &why, Some(&id)),
        }
    }

    async fn post(
        &self,
        batch: &[Question],
        expected: &[HookExpected],
        id: &RequestId,
    ) -> Result<Vec<HookRead>, String> {
        let Some(target) = &self.target else { return Err("its URL cannot be read".into()) };
        let in_list = self.hook.max_batch > 1;
        let body = self.body(batch, in_list);
        let signature = Signature::of_bytes(&self.secret, &body).to_string();
        let mut headers = vec![("x-pusher-key", &*self.key), ("x-pusher-signature", &signature)];
        headers.push((REQUEST_ID, id.as_str()));
        let span = span_of(batch);
        let trace = span.as_ref().map(Span::context).or_else(|| only_request(batch)?.trace());
        let traceparent = trace.map(TraceContext::traceparent);
        headers.extend(traceparent.as_deref().map(|parent| (TRACEPARENT, parent)));
        headers.extend(self.hook.headers.iter().map(|(name, value)| (&**name, &**value)));
        self.figures.sent();
        let most_bytes = hooks::most_bytes(expected.iter());
        let posted = target.post(self.reach, (&headers, Bytes::from(body)), self.timeout(), most_bytes).await;
        if let Some(span) = span {
            let span = span
                .with("baton.app.id", &*self.app_id)
                .with("baton.request.id", id.as_str())
                .with("baton.hook.questions", batch.len());
            end_post(span, &self.hook.url, posted.as_ref());
        }
        let Answer { status, location, body, .. } = posted.map_err(|failed| failed.to_string())?;
        if let Some(to) = location {
            return Err(format!(
                "{status}, to {to}: redirects are not followed; set `url` to where it leads"
            ));
        }
        let body = match (body, status) {
            (Ok(body), _) => body,
            // The status says it all.
            (Err(_), 204 | 403) => Bytes::new(),
            // It may have data to use instead, and what that was to replace must not pass.
            (Err(too_long @ NoBody::TooLong { .. }), 200)
                if expected.iter().any(HookExpected::may_have_data) =>
            {
                return Ok(expected.iter().map(|_| HookRead::Unusable(too_long.to_string())).collect());
            }
            (Err(why), _) => return Err(why.to_string()),
        };
        hooks::read(status, &body, expected, in_list)
    }

    fn body(&self, batch: &[Question], in_list: bool) -> Vec<u8> {
        let bytes: usize = batch.iter().map(|question| question.text.len() + 3).sum();
        let mut body = Vec::with_capacity(bytes + self.app_id.len() + 64);
        body.extend_from_slice(format!("{{\"time_ms\":{},\"app_id\":", clock::unix_ms()).as_bytes());
        baton_protocols::json::push_string(&mut body, &self.app_id);
        body.extend_from_slice(if in_list { b",\"hooks\":[" } else { b"," });
        for (n, question) in batch.iter().enumerate() {
            if in_list {
                body.extend_from_slice(if n == 0 { b"{" } else { b",{" });
            }
            body.extend_from_slice(&question.text);
            body.push(b'}');
        }
        if in_list {
            body.extend_from_slice(b"]}");
        }
        body
    }

    fn answer(&self, question: Question, outcome: Outcome, answer: HookAnswer) {
        self.figures.answered(outcome, question.since.elapsed());
        question.reply.send(answer);
    }

    /// There is no answer to these.
    fn fail(&self, batch: Vec<Question>, why: &str, id: Option<&RequestId>) {
        self.complain(batch.len() as u64, why, id);
        for question in batch {
            self.answer(question, Outcome::Failed, self.without_answer());
        }
    }

    /// Logs failures, those that come soon after others together, with the id of the last request.
    fn complain(&self, failures: u64, why: &str, id: Option<&RequestId>) {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        complaints.failures += failures;
        if complaints.last.is_some_and(|last| last.elapsed() < BETWEEN_LINES) {
            return;
        }
        complaints.last = Some(Instant::now());
        let failures = std::mem::take(&mut complaints.failures);
        drop(complaints);
        let events: Vec<_> = self.hook.events.iter().map(HookEvent::name).collect();
        let then = if self.hook.on_failure == OnFailure::Allow { "allow" } else { "refuse" };
        tracing::warn!(
            app = &*self.app_id,
            url = shown_url(&self.hook.url),
            events = events.join(","),
            failures,
            on_failure = then,
            id = id.map(RequestId::as_str),
            why,
            "hooks: there is no answer that can be used"
        );
    }

    fn timeout(&self) -> Duration {
        Duration::from_millis(self.hook.timeout_ms.into())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Counts and questions change together: what a panic left behind is right.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The request that all of these questions are asked for, if it is one.
fn only_request(batch: &[Question]) -> Option<&Arc<Observation>> {
    let first = batch.first()?.request.as_ref()?;
    let is_same =
        |question: &Question| question.request.as_ref().is_some_and(|request| Arc::ptr_eq(request, first));
    batch.iter().all(is_same).then_some(first)
}

/// The id under which a hook is asked: that of the call which asks, where it is one.
fn id_of(batch: &[Question]) -> RequestId {
    only_request(batch).map_or_else(RequestId::random, |request| request.id.clone())
}

/// The span of a request with these questions: below that of the call which asks, or for several calls of a trace of its own,
/// linked to theirs.
fn span_of(batch: &[Question]) -> Option<Span> {
    let tracer = trace::tracer()?;
    let only = only_request(batch).and_then(|request| request.trace());
    let span = tracer.begin(Kind::Client, only)?.named("POST hook");
    let others =
        batch.iter().filter(|_| only.is_none()).filter_map(|question| question.request.as_ref()?.trace());
    Some(others.filter(|trace| trace.is_sampled).take(MOST_LINKS).fold(span, Span::linked_to))
}

impl Waiting {
    /// Whether one more request begins now that one more question waits, and if so whether it gathers questions first.
    fn begin(&mut self, hook: &Hook) -> Option<bool> {
        if self.under_way >= hook.max_concurrent {
            return None;
        }
        let gathers = hook.max_batch > 1 && self.under_way > 0;
        if gathers && self.is_gathering {
            return None;
        }
        self.is_gathering |= gathers;
        self.under_way += 1;
        Some(gathers)
    }
}

/// A request that is under way, one after the other as long as something waits.
struct UnderWay {
    hook: Arc<HookQueue>,
    counts: bool,
}

impl UnderWay {
    async fn run(mut self, gathers: bool) {
        if gathers {
            sleep(GATHERING).await;
            self.hook.waiting().is_gathering = false;
        }
        while let Some(batch) = self.hook.take() {
            self.hook.exchange(batch).await;
        }
        self.counts = false;
    }
}

impl Drop for UnderWay {
    /// A panic, or the end of the runtime. Who waits for an answer of this request is answered at the question's deadline.
    fn drop(&mut self) {
        if self.counts {
            let mut waiting = self.hook.waiting();
            waiting.under_way = waiting.under_way.saturating_sub(1);
        }
    }
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
