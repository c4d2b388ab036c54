import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** What the programs of this folder share: checks by name, and the application of ../application.py, which they call. */
final class Checks {
    static final Map<String, String> ENV = System.getenv();
    static final String HOST = ENV.get("BATON_HOST"), HOST_PORT = HOST + ":" + ENV.get("BATON_PORT");
    static final String APP_ID = ENV.get("APP_ID"), APP_KEY = ENV.get("APP_KEY"), APP_SECRET = ENV.get("APP_SECRET");
    static final String APPLICATION = ENV.get("APPLICATION_URL");

    /** Gson leaves out null unless it is told otherwise. */
    static final Gson GSON = new GsonBuilder().serializeNulls().create();

    /** What programs publish: a client has to receive just this, once. The planted faults look for it. */
    static final JsonObject DATA = object("{\"text\": \"Grüße\", \"deep\": [1, {\"yes\": true, \"none\": null}], \"number\": 7351}");

    /** How long anything may take on a machine that is several times slower than usual. */
    static final Duration WITHIN = Duration.ofSeconds(20), RECONNECT = Duration.ofSeconds(60);

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static boolean failed = false;

    private Checks() {}

    interface Body {
        void run() throws Exception;
    }

    /** Runs one check, and prints its outcome. */
    static void check(String name, Body body) {
        try {
            body.run();
            System.out.println("ok " + name);
        } catch (Exception | AssertionError error) {
            failed = true;
            String text = String.valueOf(error).replace('\n', ' ');
            System.out.printf("not ok %s: %s: %.600s%n", name, failedAt(error), text);
        }
    }

    /** The line of the program, outside this file, that failed. */
    private static String failedAt(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            String file = String.valueOf(frame.getFileName());
            if (file.startsWith("Pusher") && frame.getClassName().indexOf('.') < 0) return file + ":" + frame.getLineNumber();
        }
        return "unknown line";
    }

    /** Reports a check that the client has nothing for. */
    static void lacks(String name, String why) {
        System.out.println("lacks " + name + ": " + why);
    }

    /** Ends the program, whatever the clients still have open. */
    static void finish() {
        System.out.flush();
        Runtime.getRuntime().halt(failed ? 1 : 0);
    }

    static void equal(Object value, Object expected) {
        if (!expected.equals(value)) throw new AssertionError(value + " instead of " + expected);
    }

    /** Polls until `look` returns true. */
    static void until(Supplier<Boolean> look, String what) throws InterruptedException {
        until(look, what, WITHIN);
    }

    static void until(Supplier<Boolean> look, String what, Duration within) throws InterruptedException {
        long deadline = System.nanoTime() + within.toNanos();
        while (!look.get()) {
            if (System.nanoTime() > deadline) throw new AssertionError("not within " + within.toSeconds() + " s: " + what);
            Thread.sleep(10);
        }
    }

    static JsonObject object(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }

    /** Sends a request to the application and returns its JSON. */
    static JsonObject ask(String path, JsonElement body) throws Exception {
        HttpRequest.BodyPublisher text = HttpRequest.BodyPublishers.ofString(body == null ? "" : GSON.toJson(body));
        HttpRequest request = HttpRequest.newBuilder(URI.create(APPLICATION + path)).timeout(RECONNECT).POST(text).build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new AssertionError(path + ": " + answer.body());
        return object(answer.body());
    }

    /** Publishes over Pusher's HTTP API. */
    static void publish(String channel, String event, JsonElement data, String excluded) throws Exception {
        JsonObject message = new JsonObject();
        message.addProperty("channel", channel);
        message.addProperty("event", event);
        message.add("data", data);
        if (excluded != null) message.addProperty("socket_id", excluded);
        ask("/publish", message);
    }

    /** A client without a library. */
    static final class Listener {
        final String socketId;
        private final String query;

        Listener() throws Exception {
            socketId = ask("/listener", null).get("socket_id").getAsString();
            query = "?socket_id=" + URLEncoder.encode(socketId, StandardCharsets.UTF_8);
        }

        void send(String event, JsonElement data) throws Exception {
            JsonObject message = new JsonObject();
            message.addProperty("event", event);
            message.add("data", data);
            ask("/listener/send" + query, message);
        }

        /** The next message, its data decoded. */
        JsonObject next() throws Exception {
            JsonObject message = ask("/listener/next" + query, null);
            JsonElement data = message.get("data");
            if (data != null && data.isJsonPrimitive()) message.add("data", JsonParser.parseString(data.getAsString()));
            return message;
        }

        void expect(String event, String channel, JsonElement data) throws Exception {
            JsonObject message = next();
            equal(message.get("event").getAsString(), event);
            equal(message.get("channel").getAsString(), channel);
            equal(message.get("data"), data);
        }

        /** Subscribes with what the SDK signed, or nothing; the confirmation's data. */
        JsonObject subscribe(String channel, String signed) throws Exception {
            JsonObject request = signed == null ? new JsonObject() : object(signed);
            request.addProperty("channel", channel);
            send("pusher:subscribe", request);
            JsonObject answer = next();
            equal(answer.get("event").getAsString(), "pusher_internal:subscription_succeeded");
            return answer.get("data").getAsJsonObject();
        }
    }
}
