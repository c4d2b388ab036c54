import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.pusher.client.crypto.nacl.SecretBoxOpener;
import com.pusher.rest.Pusher;
import com.pusher.rest.PusherAbstract;
import com.pusher.rest.PusherAsync;
import com.pusher.rest.data.Event;
import com.pusher.rest.data.PresenceUser;
import com.pusher.rest.data.Result;
import com.pusher.rest.data.Validity;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The server SDK pusher-http-java: what it publishes and signs is received by a client without a library. The argument `async` has it
 * publish with its asynchronous class.
 */
final class PusherSdk {
    /** What both classes of the SDK do, with the result awaited. */
    interface Sdk {
        PusherAbstract<?> signer();

        Result result(Object answer) throws Exception;

        default void succeed(Object answer) throws Exception {
            Checks.equal(result(answer).getStatus(), Result.Status.SUCCESS);
        }
    }

    private static Sdk sdk(String mode, String secret) {
        String key = Checks.ENV.get("ENCRYPTION_KEY");
        boolean async = mode.equals("async");
        PusherAbstract<?> pusher =
            async ? new PusherAsync(Checks.APP_ID, Checks.APP_KEY, secret, key) : new Pusher(Checks.APP_ID, Checks.APP_KEY, secret, key);
        pusher.setHost(Checks.HOST_PORT);
        pusher.setGsonSerialiser(Checks.GSON);
        return new Sdk() {
            public PusherAbstract<?> signer() {
                return pusher;
            }

            public Result result(Object answer) throws Exception {
                return (Result) (answer instanceof CompletableFuture<?> later
                    ? later.get(Checks.WITHIN.toSeconds(), TimeUnit.SECONDS)
                    : answer);
            }
        };
    }

    public static void main(String[] arguments) {
        Sdk sdk = sdk(arguments[0], Checks.APP_SECRET);
        PusherAbstract<?> pusher = sdk.signer();
        JsonObject end = new JsonObject();

        Checks.check("trigger", () -> {
            Checks.Listener client = new Checks.Listener();
            client.subscribe("a", null);
            client.subscribe("b", null);
            sdk.succeed(pusher.trigger(List.of("a", "b"), "said", Checks.DATA));
            sdk.succeed(pusher.trigger("b", "end", end));
            client.expect("said", "a", Checks.DATA);
            client.expect("said", "b", Checks.DATA);
            client.expect("end", "b", end);
        });

        Checks.check("batch", () -> {
            Checks.Listener client = new Checks.Listener();
            client.subscribe("batched", null);
            List<Event> events = new ArrayList<>();
            for (int n = 0; n < 10; n++) events.add(new Event("batched", "said", numbered(n)));
            sdk.succeed(pusher.trigger(events));
            for (int n = 0; n < 10; n++) client.expect("said", "batched", numbered(n));
        });

        Checks.check("excluded", () -> {
            Checks.Listener own = new Checks.Listener(), other = new Checks.Listener();
            own.subscribe("others", null);
            other.subscribe("others", null);
            sdk.succeed(pusher.trigger("others", "said", Checks.DATA, own.socketId));
            sdk.succeed(pusher.trigger("others", "end", end));
            other.expect("said", "others", Checks.DATA);
            own.expect("end", "others", end);
        });

        Checks.check("authorization", () -> {
            Checks.Listener client = new Checks.Listener();
            client.subscribe("private-orders", pusher.authenticate(client.socketId, "private-orders"));
            PresenceUser ann = new PresenceUser("ann", Map.of("name", "Ann"));
            JsonObject answer = client.subscribe("presence-room", pusher.authenticate(client.socketId, "presence-room", ann));
            Checks.equal(answer.get("presence"), Checks.object("{\"count\": 1, \"ids\": [\"ann\"], \"hash\": {\"ann\": {\"name\": \"Ann\"}}}"));
            sdk.succeed(pusher.trigger("private-orders", "said", Checks.DATA));
            client.expect("said", "private-orders", Checks.DATA);
        });

        Checks.lacks("users", "it signs no user and sends to none");

        Checks.check("encrypted", () -> {
            Checks.Listener client = new Checks.Listener();
            String name = "private-encrypted-notes", signed = pusher.authenticate(client.socketId, name);
            client.subscribe(name, signed);
            sdk.succeed(pusher.trigger(name, "said", Checks.DATA));
            JsonObject sealed = client.next().getAsJsonObject("data");
            String open = new SecretBoxOpener(bytes(Checks.object(signed), "shared_secret"))
                .open(bytes(sealed, "ciphertext"), bytes(sealed, "nonce"));
            Checks.equal(Checks.object(open), Checks.DATA);
        });

        Checks.check("queries", () -> {
            Checks.Listener client = new Checks.Listener();
            client.subscribe("queried", null);
            String signed = pusher.authenticate(client.socketId, "presence-queried", new PresenceUser("eve"));
            client.subscribe("presence-queried", signed);
            Map<String, String> asked = Map.of("filter_by_prefix", "presence-q", "info", "user_count");
            Checks.equal(answer(sdk, pusher.get("/channels", asked)), Checks.object("{\"channels\": {\"presence-queried\": {\"user_count\": 1}}}"));
            Object one = pusher.get("/channels/queried", Map.of("info", "subscription_count"));
            Checks.equal(answer(sdk, one), Checks.object("{\"occupied\": true, \"subscription_count\": 1}"));
            Checks.equal(answer(sdk, pusher.get("/channels/presence-queried/users")), Checks.object("{\"users\": [{\"id\": \"eve\"}]}"));
            Checks.equal(answer(sdk, pusher.get("/channels/nothing")).get("occupied").getAsBoolean(), false);
        });

        Checks.check("webhooks", () -> {
            new Checks.Listener().subscribe("hooked", null);
            JsonObject report = Checks.ask("/webhook/next", null);
            String key = report.get("key").getAsString(), signature = report.get("signature").getAsString();
            String body = report.get("body").getAsString();
            Checks.equal(pusher.validateWebhookSignature(key, signature, body), Validity.VALID);
            Checks.equal(pusher.validateWebhookSignature(key, signature, body.replace("hooked", "hacked")), Validity.INVALID);
            Checks.equal(sdk(arguments[0], "guess").signer().validateWebhookSignature(key, signature, body), Validity.INVALID);
            Checks.equal(Checks.object(body).get("events"), JsonParser.parseString("[{\"name\": \"channel_occupied\", \"channel\": \"hooked\"}]"));
        });

        Checks.check("refused", () -> {
            Sdk guess = sdk(arguments[0], "guess");
            Result refused = guess.result(guess.signer().trigger("a", "said", Checks.DATA));
            Checks.equal(refused.getStatus(), Result.Status.AUTHENTICATION_ERROR);
            Checks.equal(sdk.result(pusher.trigger("a", "said", "x".repeat(20_000))).getHttpStatus(), 413);
        });

        Checks.finish();
    }

    private static JsonObject numbered(int n) {
        JsonObject data = Checks.DATA.deepCopy();
        data.addProperty("n", n);
        return data;
    }

    private static JsonObject answer(Sdk sdk, Object answer) throws Exception {
        sdk.succeed(answer);
        return Checks.object(sdk.result(answer).getMessage());
    }

    private static byte[] bytes(JsonObject object, String name) {
        return Base64.getDecoder().decode(object.get(name).getAsString());
    }
}
