//! What waits for a hook, and in which requests it goes.

use std::time::Duration;

use baton_hub::{AppId, Form};
use baton_protocols::{HookDetail, HookEvent, HookEvents};
use tokio::sync::oneshot::Receiver;

use super::*;
use crate::hooks::AppHooks;

fn hook() -> Hook {
    // A name that is never looked up: no test lets a request begin.
    Hook::new("http://hook.invalid/".into(), HookEvents::default().with(HookEvent::ClientEvent))
}

fn app(hook: Hook) -> App {
    let mut app = App::new(AppId(0), "shop", "key", "secret");
    app.hooks.0 = vec![hook];
    app
}

fn queue(hook: Hook, runtime: Option<Handle>) -> Arc<HookQueue> {
    let app = app(hook);
    Arc::new(HookQueue::new(&app, &app.hooks.0[0], (Reach::Private, runtime), Arc::default()))
}

fn question(data: &[u8], most_bytes: u32) -> HookQuestion<'_> {
    let detail =
        HookDetail::Message { event: "client-e", data, form: Form::Json, most_bytes, counts_escapes: false };
    HookQuestion {
        hook: 0,
        event: HookEvent::ClientEvent,
        channel: "private-a",
        socket: None,
        user: None,
        detail,
    }
}

fn asked(queue: &Arc<HookQueue>, data: &[u8]) -> Result<Receiver<HookAnswer>, HookAnswer> {
    asked_for(queue, data, 10)
}

/// The same with so many bytes that the answer's data may have.
fn asked_for(
    queue: &Arc<HookQueue>,
    data: &[u8],
    most_bytes: u32,
) -> Result<Receiver<HookAnswer>, HookAnswer> {
    let (reply, answer) = oneshot::channel();
    queue.ask(&question(data, most_bytes), Reply::Call(reply)).map(|()| answer)
}

fn failed(queue: &HookQueue) -> u64 {
    queue.figures.get().outcomes().find(|(outcome, _)| *outcome == "failed").unwrap().1
}

#[test]
fn requests_begin_at_once_or_gather() {
    let single = Hook { max_concurrent: 2, ..hook() };
    let mut waiting = Waiting::default();
    let begun = [(); 3].map(|()| waiting.begin(&single));
    assert_eq!(begun, [Some(false), Some(false), None], "as many as may be under way");
    let several = Hook { max_concurrent: 3, max_batch: 10, ..hook() };
    let mut waiting = Waiting::default();
    let begun = [(); 3].map(|()| waiting.begin(&several));
    assert_eq!(begun, [Some(false), Some(true), None], "what comes meanwhile goes with the one that gathers");
    waiting.is_gathering = false;
    assert_eq!([(); 2].map(|()| waiting.begin(&several)), [Some(true), None]);
}

#[tokio::test]
async fn a_request_takes_what_waits_within_its_bounds() {
    let queue = queue(Hook { max_batch: 2, ..hook() }, Some(Handle::current()));
    let answers: Vec<_> = (0..3).map(|_| asked(&queue, b"{\"n\": 1}").unwrap()).collect();
    let first = queue.take().unwrap();
    assert_eq!(first.len(), 2);
    let fields = r#""type":"client_event","channel":"private-a","event":"client-e","data":{"n": 1}"#;
    let body = String::from_utf8(queue.body(&first, true)).unwrap();
    let (time, rest) = body.strip_prefix("{\"time_ms\":").unwrap().split_once(',').unwrap();
    assert!(time.parse::<u64>().is_ok());
    assert_eq!(rest, format!(r#""app_id":"shop","hooks":[{{{fields}}},{{{fields}}}]}}"#));
    let second = queue.take().unwrap();
    let body = String::from_utf8(queue.body(&second, false)).unwrap();
    assert!(body.ends_with(&format!(r#","app_id":"shop",{fields}}}"#)), "{body}");
    assert!(queue.take().is_none());
    assert_eq!(queue.waiting().bytes, 0);
    drop((first, second));
    assert!(futures_util::future::join_all(answers).await.iter().all(Result::is_err), "nobody replied");
}

#[tokio::test]
async fn a_request_is_full_with_large_questions() {
    let queue = queue(Hook { max_batch: 100, ..hook() }, Some(Handle::current()));
    let large = vec![b'1'; REQUEST_BYTES / 2];
    let _answers: Vec<_> = (0..5).map(|_| asked(&queue, &large).unwrap()).collect();
    assert_eq!(queue.take().unwrap().len(), 2);
}

#[tokio::test]
async fn a_request_is_full_with_questions_whose_answers_may_be_large() {
    let queue = queue(Hook { max_batch: 100, ..hook() }, Some(Handle::current()));
    // Half of what the answers of a request may have, with escapes.
    let most_bytes = u32::try_from(ANSWERS_BYTES / 12).unwrap();
    let _answers: Vec<_> = (0..5).map(|_| asked_for(&queue, b"1", most_bytes).unwrap()).collect();
    assert_eq!([(); 3].map(|()| queue.take().unwrap().len()), [2, 2, 1]);
}

#[tokio::test]
async fn what_waited_too_long_fails_as_the_hook_is_set() {
    for (on_failure, expected) in
        [(OnFailure::Refuse, HookAnswer::NONE), (OnFailure::Allow, HookAnswer::Allowed)]
    {
        let queue = queue(Hook { timeout_ms: 10, on_failure, ..hook() }, Some(Handle::current()));
        let late = asked(&queue, b"1").unwrap();
        std::thread::sleep(Duration::from_millis(11));
        let _in_time = asked(&queue, b"2").unwrap();
        let batch = queue.take().unwrap();
        assert!(batch.len() == 1 && batch[0].text.ends_with(b":2"));
        assert_eq!(late.await, Ok(expected));
        assert_eq!((failed(&queue), queue.figures.get().waiting), (1, 1));
    }
}

#[tokio::test]
async fn what_finds_no_place_fails_at_once() {
    let queue = queue(Hook { max_waiting: 2, ..hook() }, Some(Handle::current()));
    let _answers = [asked(&queue, b"1").unwrap(), asked(&queue, b"2").unwrap()];
    assert_eq!(asked(&queue, b"3").unwrap_err(), HookAnswer::NONE);
    assert_eq!(failed(&queue), 1);
}

#[tokio::test]
async fn the_bytes_of_what_waits_are_bounded() {
    let queue = queue(hook(), Some(Handle::current()));
    let large = vec![b'1'; WAITING_BYTES / 4];
    let answers: Vec<_> = (0..4).map(|_| asked(&queue, &large)).collect();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);
    asked(&queue, b"1").unwrap();
}

#[test]
fn without_a_runtime_nothing_is_asked() {
    let queue = queue(Hook { on_failure: OnFailure::Allow, ..hook() }, None);
    assert_eq!(asked(&queue, b"1").unwrap_err(), HookAnswer::Allowed);
}

#[tokio::test]
async fn a_request_that_ends_by_a_fault_is_under_way_no_longer() {
    let queue = queue(Hook { max_concurrent: 1, ..hook() }, Some(Handle::current()));
    queue.waiting().under_way = 1;
    drop(UnderWay { hook: Arc::clone(&queue), counts: true });
    assert_eq!(queue.waiting().under_way, 0);
}

#[test]
fn a_hook_that_stays_is_the_same_and_a_changed_one_is_not() {
    let figures = Arc::default();
    let of = |app: &App, reach, former: Option<&AppHooks>| AppHooks::of(app, (reach, None), &figures, former);
    let first = app(hook());
    let hooks = of(&first, Reach::Private, None);
    let is_same =
        |app: &App, reach| Arc::ptr_eq(of(app, reach, Some(&hooks)).get(0).unwrap(), hooks.get(0).unwrap());
    assert!(is_same(&App { history_messages: 7, ..first.clone() }, Reach::Private));
    assert!(!is_same(&first, Reach::Public));
    assert!(!is_same(&App { secret: Secret::new("another"), ..first.clone() }, Reach::Private));
    assert!(!is_same(&app(Hook { timeout_ms: 20, ..hook() }), Reach::Private));
    assert!(hooks.are_within(Reach::Private) && !hooks.are_within(Reach::Public));
    assert!(AppHooks::default().are_within(Reach::Public), "without hooks it does not matter");
}
