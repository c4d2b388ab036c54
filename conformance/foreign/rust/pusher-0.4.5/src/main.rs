//! The server SDK `pusher`: what it publishes and signs is received by a client without a library.

mod checks;

use std::collections::HashMap;

use checks::{ask, data, env, lacks, Checks, Listener};
use hyper::client::HttpConnector;
use pusher::{Member, Pusher, PusherBuilder};
use serde_json::json;

type Outcome = Result<(), String>;

fn sdk(secret: &str) -> Pusher<HttpConnector> {
    let address = format!("{}:{}", env("BATON_HOST"), env("BATON_PORT"));
    PusherBuilder::new(&env("APP_ID"), &env("APP_KEY"), secret).host(&address).finalize()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let sdk = sdk(&env("APP_SECRET"));
    let mut checks = Checks::default();
    checks.report("trigger", trigger(&sdk).await);
    lacks("batch", "it sends no batches");
    checks.report("excluded", excluded(&sdk).await);
    checks.report("authorization", authorization(&sdk).await);
    lacks("users", "it signs no user and sends to none");
    lacks("encrypted", "it does not encrypt");
    checks.report("queries", queries(&sdk).await);
    checks.report("webhooks", webhooks(&sdk).await);
    checks.report("refused", refused(&sdk).await);
    checks.finish();
}

async fn trigger(sdk: &Pusher<HttpConnector>) -> Outcome {
    let client = Listener::new().await?;
    client.subscribe("a", None).await?;
    client.subscribe("b", None).await?;
    sdk.trigger_multi(&["a", "b"], "said", data()).await?;
    sdk.trigger("b", "end", json!({})).await?;
    client.expect("said", "a", data()).await?;
    client.expect("said", "b", data()).await?;
    client.expect("end", "b", json!({})).await
}

async fn excluded(sdk: &Pusher<HttpConnector>) -> Outcome {
    let (own, other) = (Listener::new().await?, Listener::new().await?);
    own.subscribe("others", None).await?;
    other.subscribe("others", None).await?;
    sdk.trigger_exclusive("others", "said", data(), &own.socket_id).await?;
    sdk.trigger("others", "end", json!({})).await?;
    other.expect("said", "others", data()).await?;
    own.expect("end", "others", json!({})).await
}

async fn authorization(sdk: &Pusher<HttpConnector>) -> Outcome {
    let client = Listener::new().await?;
    let signed = sdk.authenticate_private_channel("private-orders", &client.socket_id)?;
    client.subscribe("private-orders", Some(&signed)).await?;
    let ann = Member { user_id: "ann", user_info: Some(HashMap::from([("name", "Ann")])) };
    let signed = sdk.authenticate_presence_channel("presence-room", &client.socket_id, &ann)?;
    let answer = client.subscribe("presence-room", Some(&signed)).await?;
    equal(&answer["presence"], &json!({"count": 1, "ids": ["ann"], "hash": {"ann": {"name": "Ann"}}}))?;
    sdk.trigger("private-orders", "said", data()).await?;
    client.expect("said", "private-orders", data()).await
}

async fn queries(sdk: &Pusher<HttpConnector>) -> Outcome {
    let client = Listener::new().await?;
    client.subscribe("queried", None).await?;
    let eve = Member { user_id: "eve", user_info: None };
    let signed = sdk.authenticate_presence_channel("presence-queried", &client.socket_id, &eve)?;
    client.subscribe("presence-queried", Some(&signed)).await?;
    let asked = [("filter_by_prefix", "presence-q"), ("info", "user_count")];
    let all = sdk.channels_with_options(options(&asked)).await?.channels;
    equal(&all.len(), &1)?;
    equal(&all.get("presence-queried").and_then(|channel| channel.user_count), &Some(1))?;
    let one = sdk.channel_with_options("queried", options(&[("info", "subscription_count")])).await?;
    equal(&(one.occupied, one.subscription_count), &(Some(true), Some(1)))?;
    let users = sdk.channel_users("presence-queried").await?.users;
    equal(&users.iter().map(|user| user.id.as_str()).collect::<Vec<_>>(), &vec!["eve"])?;
    equal(&sdk.channel("nothing").await?.occupied, &Some(false))
}

async fn webhooks(own: &Pusher<HttpConnector>) -> Outcome {
    Listener::new().await?.subscribe("hooked", None).await?;
    let report = ask("/webhook/next", &json!(null)).await?;
    let [key, signature, body] = ["key", "signature", "body"].map(|field| report[field].as_str().unwrap_or_default().to_owned());
    let webhook = own.webhook(&key, &signature, &body)?;
    let events = webhook.events.iter().map(|event| (event.get("name"), event.get("channel"))).collect::<Vec<_>>();
    equal(&events, &vec![(Some(&"channel_occupied".to_owned()), Some(&"hooked".to_owned()))])?;
    equal(&own.webhook(&key, &signature, &body.replace("hooked", "hacked")).is_err(), &true)?;
    equal(&sdk("guess").webhook(&key, &signature, &body).is_err(), &true)
}

async fn refused(sdk_of_app: &Pusher<HttpConnector>) -> Outcome {
    let refusals = [
        (sdk("guess").trigger("a", "said", data()).await, "401"),
        // It rejects large data itself.
        (sdk_of_app.trigger("a", "said", "x".repeat(20_000)).await, "smaller than 10kb"),
    ];
    for (outcome, part) in refusals {
        let error = outcome.err().unwrap_or_default();
        if !error.contains(part) {
            return Err(format!("{error:?} instead of an error with {part}"));
        }
    }
    Ok(())
}

fn options(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn equal<T: PartialEq + std::fmt::Debug>(value: &T, expected: &T) -> Outcome {
    if value == expected {
        Ok(())
    } else {
        Err(format!("{value:?} instead of {expected:?}"))
    }
}
