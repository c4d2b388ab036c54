//! Checks by name, and the application of `../../../../application.py`, which the program calls.

use hyper::{Body, Client, Request};
use serde_json::{json, Value};

/// What programs publish: a client has to receive just this, once. The planted faults look for it.
pub fn data() -> Value {
    json!({"text": "Grüße", "deep": [1, {"yes": true, "none": null}], "number": 7351})
}

/// A variable that the run sets.
pub fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

/// Reports a check that the client has nothing for.
pub fn lacks(name: &str, why: &str) {
    println!("lacks {name}: {why}");
}

/// The outcomes so far.
#[derive(Default)]
pub struct Checks {
    failed: bool,
}

impl Checks {
    /// Prints the outcome of a check.
    pub fn report(&mut self, name: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => println!("ok {name}"),
            Err(why) => {
                self.failed = true;
                println!("not ok {name}: {}", why.replace('\n', " "));
            }
        }
    }

    /// Ends the program.
    pub fn finish(self) {
        std::process::exit(i32::from(self.failed));
    }
}

/// Sends a request to the application and returns its JSON. The application itself limits how long an answer takes.
pub async fn ask(path: &str, body: &Value) -> Result<Value, String> {
    let request =
        Request::post(format!("{}{path}", env("APPLICATION_URL"))).body(Body::from(body.to_string()));
    let answer = Client::new().request(request.map_err(text)?).await.map_err(text)?;
    let status = answer.status();
    let read = hyper::body::to_bytes(answer.into_body()).await.map_err(text)?;
    if !status.is_success() {
        return Err(format!("{path}: {status} {}", String::from_utf8_lossy(&read)));
    }
    serde_json::from_slice(&read).map_err(text)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A client without a library.
pub struct Listener {
    pub socket_id: String,
}

impl Listener {
    pub async fn new() -> Result<Self, String> {
        let answer = ask("/listener", &json!({})).await?;
        Ok(Self { socket_id: answer["socket_id"].as_str().ok_or("no socket id")?.to_owned() })
    }

    /// Subscribes with what the SDK signed, waits for the confirmation and returns its data.
    pub async fn subscribe(&self, channel: &str, signed: Option<&str>) -> Result<Value, String> {
        let mut request: Value = serde_json::from_str(signed.unwrap_or("{}")).map_err(text)?;
        request["channel"] = channel.into();
        let path = format!("/listener/send?socket_id={}", self.socket_id);
        ask(&path, &json!({"event": "pusher:subscribe", "data": request})).await?;
        let (event, _, data) = self.next().await?;
        if event == "pusher_internal:subscription_succeeded" {
            Ok(data)
        } else {
            Err(format!("{event} {data} instead of a confirmation for {channel}"))
        }
    }

    /// Fails unless this is the next message.
    pub async fn expect(&self, event: &str, channel: &str, data: Value) -> Result<(), String> {
        let next = self.next().await?;
        let expected = (event.to_owned(), channel.to_owned(), data);
        if next == expected {
            Ok(())
        } else {
            Err(format!("{next:?} instead of {expected:?}"))
        }
    }

    /// The next message's event, channel and decoded data.
    async fn next(&self) -> Result<(String, String, Value), String> {
        let message = ask(&format!("/listener/next?socket_id={}", self.socket_id), &json!({})).await?;
        let named = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
        let data = match &message["data"] {
            Value::String(json) => serde_json::from_str(json).map_err(text)?,
            other => other.clone(),
        };
        Ok((named("event"), named("channel"), data))
    }
}
