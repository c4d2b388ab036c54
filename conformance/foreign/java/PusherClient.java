import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.pusher.client.Pusher;
import com.pusher.client.PusherOptions;
import com.pusher.client.channel.Channel;
import com.pusher.client.channel.PresenceChannelEventListener;
import com.pusher.client.channel.PrivateChannel;
import com.pusher.client.channel.PrivateEncryptedChannelEventListener;
import com.pusher.client.channel.PusherEvent;
import com.pusher.client.channel.SubscriptionEventListener;
import com.pusher.client.channel.User;
import com.pusher.client.connection.ConnectionEventListener;
import com.pusher.client.connection.ConnectionState;
import com.pusher.client.connection.ConnectionStateChange;
import com.pusher.client.util.HttpChannelAuthorizer;
import com.pusher.client.util.HttpUserAuthenticator;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The client pusher-java-client, as an application uses it, with the library's own requests for authorization. */
final class PusherClient {
    /** What a channel or a user is sent, and what its subscription came to. */
    static final class Heard implements PresenceChannelEventListener, PrivateEncryptedChannelEventListener {
        final List<PusherEvent> events = new CopyOnWriteArrayList<>();
        final List<String> succeeded = new CopyOnWriteArrayList<>(), failed = new CopyOnWriteArrayList<>();
        final List<User> joined = new CopyOnWriteArrayList<>(), left = new CopyOnWriteArrayList<>();
        final List<Set<User>> members = new CopyOnWriteArrayList<>();
        Channel channel;

        public void onEvent(PusherEvent event) {
            events.add(event);
        }

        public void onSubscriptionSucceeded(String channel) {
            succeeded.add(channel);
        }

        public void onAuthenticationFailure(String message, Exception error) {
            failed.add(message);
        }

        @Override
        public void onError(String message, Exception error) {
            failed.add(message);
        }

        public void onDecryptionFailure(String event, String reason) {
            failed.add(reason);
        }

        public void onUsersInformationReceived(String channel, Set<User> users) {
            members.add(users);
        }

        public void userSubscribed(String channel, User user) {
            joined.add(user);
        }

        public void userUnsubscribed(String channel, User user) {
            left.add(user);
        }

        /** The data of each event of a name. */
        JsonArray said(String event) {
            JsonArray data = new JsonArray();
            for (PusherEvent each : events) if (each.getEventName().equals(event)) data.add(decoded(each.getData()));
            return data;
        }
    }

    private static JsonElement decoded(String data) {
        return data == null ? new JsonObject() : JsonParser.parseString(data);
    }

    /** A client of a user, and the errors that its connection reports. */
    static final class Client implements ConnectionEventListener {
        final Pusher pusher;
        final List<String> errors = new CopyOnWriteArrayList<>();

        Client(String user, String key) {
            PusherOptions options = new PusherOptions()
                .setHost(Checks.HOST).setWsPort(Integer.parseInt(Checks.ENV.get("BATON_PORT"))).setUseTLS(false)
                .setMaxReconnectionAttempts(1_000).setMaxReconnectGapInSeconds(1)
                .setChannelAuthorizer(new HttpChannelAuthorizer(Checks.APPLICATION + "/broadcasting/auth?user=" + user))
                .setUserAuthenticator(new HttpUserAuthenticator(Checks.APPLICATION + "/broadcasting/user-auth?user=" + user));
            pusher = new Pusher(key, options);
            pusher.connect(this, ConnectionState.ALL);
        }

        Client(String user) throws InterruptedException {
            this(user, Checks.APP_KEY);
            Checks.until(() -> pusher.getConnection().getState() == ConnectionState.CONNECTED, "the connection");
        }

        Client() throws InterruptedException {
            this("ann");
        }

        public void onConnectionStateChange(ConnectionStateChange change) {}

        public void onError(String message, String code, Exception error) {
            errors.add(String.valueOf(code));
        }

        String socketId() {
            return pusher.getConnection().getSocketId();
        }

        /** Asks for a subscription, whatever comes of it. */
        Heard ask(String name) {
            Heard heard = new Heard();
            if (name.startsWith("private-encrypted-")) heard.channel = pusher.subscribePrivateEncrypted(name, heard);
            else if (name.startsWith("private-")) heard.channel = pusher.subscribePrivate(name, heard);
            else if (name.startsWith("presence-")) heard.channel = pusher.subscribePresence(name, heard);
            else heard.channel = pusher.subscribe(name, heard);
            heard.channel.bindGlobal(heard);
            return heard;
        }

        Heard subscribe(String name) throws InterruptedException {
            Heard heard = ask(name);
            Checks.until(() -> !heard.succeeded.isEmpty() || !heard.failed.isEmpty(), "the answer for " + name);
            Checks.equal(heard.failed, List.of());
            return heard;
        }
    }

    interface Trigger {
        void send(String channel, String event, JsonElement data) throws Exception;
    }

    private static JsonArray once() {
        JsonArray expected = new JsonArray();
        expected.add(Checks.DATA);
        return expected;
    }

    /** Publishes DATA; it has to arrive once and as it was. */
    private static void receives(Heard heard, Trigger trigger) throws Exception {
        heard.events.clear();
        String name = heard.channel.getName();
        trigger.send(name, "said", Checks.DATA);
        trigger.send(name, "end", new JsonObject());
        Checks.until(() -> heard.said("end").size() > 0, "the event after the one on " + name);
        Checks.equal(heard.said("said"), once());
    }

    private static void receives(Heard heard) throws Exception {
        receives(heard, (channel, event, data) -> Checks.publish(channel, event, data, null));
    }

    /** Publishes on a channel, and then on one subscribed to after it: `quiet` must have heard nothing by then. */
    private static void staysQuiet(Client client, String name, Heard quiet) throws Exception {
        Heard other = client.subscribe("barrier");
        quiet.events.clear();
        Checks.publish(name, "said", Checks.DATA, null);
        receives(other);
        client.pusher.unsubscribe("barrier");
        Checks.equal(quiet.said("said"), new JsonArray());
    }

    public static void main(String[] arguments) {
        Checks.check("public", () -> receives(new Client().subscribe("news")));
        Checks.check("private", () -> receives(new Client().subscribe("private-orders")));
        Checks.check("presence", PusherClient::presence);
        Checks.check("client event", PusherClient::clientEvent);
        Checks.check("excluded", PusherClient::excluded);
        Checks.check("unsubscribe", PusherClient::unsubscribe);
        Checks.check("refused", PusherClient::refused);
        Checks.check("encrypted", () -> {
            com.pusher.rest.Pusher sdk =
                new com.pusher.rest.Pusher(Checks.APP_ID, Checks.APP_KEY, Checks.APP_SECRET, Checks.ENV.get("ENCRYPTION_KEY"));
            sdk.setHost(Checks.HOST_PORT);
            sdk.setGsonSerialiser(Checks.GSON);
            receives(new Client().subscribe("private-encrypted-notes"), (channel, event, data) -> sdk.trigger(channel, event, data));
        });
        Checks.check("cache", PusherClient::cache);
        Checks.check("sign-in", PusherClient::signIn);
        Checks.check("unknown key", () -> {
            Client client = new Client("ann", "nobody");
            Checks.until(() -> client.errors.contains("4001"), "the error");
            Checks.equal(String.valueOf(client.socketId()), "null");
        });
        Checks.check("reconnect", PusherClient::reconnect);
        Checks.finish();
    }

    private static void presence() throws Exception {
        Heard ann = new Client("ann").subscribe("presence-room");
        Client client = new Client("bob");
        Heard bob = client.subscribe("presence-room");
        Checks.until(() -> !bob.members.isEmpty(), "the members");
        List<String> members = bob.members.get(0).stream().map(user -> user.getId() + user.getInfo()).sorted().toList();
        Checks.equal(members, List.of("ann{\"name\":\"Ann\"}", "bob{\"name\":\"Bob\"}"));
        Checks.until(() -> !ann.joined.isEmpty(), "member_added");
        Checks.equal(ann.joined.stream().map(User::getId).toList(), List.of("bob"));
        receives(ann);
        client.pusher.unsubscribe("presence-room");
        Checks.until(() -> !ann.left.isEmpty(), "member_removed");
        Checks.equal(ann.left.stream().map(User::getId).toList(), List.of("bob"));
    }

    private static void clientEvent() throws Exception {
        Heard ann = new Client("ann").subscribe("private-chat"), bob = new Client("bob").subscribe("private-chat");
        PrivateChannel channel = (PrivateChannel) ann.channel;
        channel.trigger("client-said", Checks.GSON.toJson(Checks.DATA));
        channel.trigger("client-end", "{}");
        Checks.until(() -> bob.said("client-end").size() > 0, "the second client event");
        Checks.equal(bob.said("client-said"), once());
        Checks.equal(ann.said("client-said"), new JsonArray());
    }

    private static void excluded() throws Exception {
        Client own = new Client();
        Heard atOwn = own.subscribe("others"), atOther = new Client().subscribe("others");
        receives(atOther, (channel, event, data) -> Checks.publish(channel, event, data, event.equals("said") ? own.socketId() : null));
        Checks.until(() -> atOwn.said("end").size() > 0, "the event for all");
        Checks.equal(atOwn.said("said"), new JsonArray());
    }

    private static void unsubscribe() throws Exception {
        Client client = new Client();
        Heard heard = client.subscribe("left");
        receives(heard);
        client.pusher.unsubscribe("left");
        // The library itself drops events of a channel that was left, so Baton is asked as well.
        staysQuiet(client, "left", heard);
        Checks.equal(Checks.ask("/occupied?channel=left", null).get("occupied").getAsBoolean(), false);
    }

    private static void refused() throws Exception {
        Client client = new Client();
        for (String name : List.of("private-forged", "private-forbidden")) {
            Heard heard = client.ask(name);
            // The library has a callback for the application's refusal alone.
            boolean byBaton = name.equals("private-forged");
            String error = "pusher:subscription_error";
            Checks.until(() -> byBaton ? heard.said(error).size() > 0 : !heard.failed.isEmpty(), "the refusal of " + name);
            if (byBaton) Checks.equal(heard.said(error).get(0).getAsJsonObject().get("status").getAsInt(), 401);
            staysQuiet(client, name, heard);
            Checks.equal(heard.succeeded, List.of());
        }
    }

    private static void cache() throws Exception {
        Checks.publish("cache-rates", "said", Checks.DATA, null);
        Client client = new Client();
        Heard heard = client.subscribe("cache-rates");
        Checks.until(() -> heard.said("said").size() > 0, "the cached event");
        Checks.equal(heard.said("said"), once());
        receives(heard);
        Heard empty = client.subscribe("cache-empty");
        // Pusher's protocol gives it no data, and the library's `getData` throws where there is none.
        Checks.until(() -> empty.events.stream().anyMatch(event -> event.getEventName().equals("pusher:cache_miss")), "cache_miss");
    }

    private static void signIn() throws Exception {
        Client client = new Client("bob");
        Heard heard = new Heard();
        client.pusher.user().bindGlobal((SubscriptionEventListener) heard);
        client.pusher.signin();
        Checks.until(() -> "bob".equals(client.pusher.user().userId()), "sign-in");
        Checks.publish("#server-to-user-bob", "said", Checks.DATA, null);
        Checks.publish("#server-to-user-bob", "end", new JsonObject(), null);
        Checks.until(() -> heard.said("end").size() > 0, "the second message to the user");
        Checks.equal(heard.said("said"), once());
    }

    private static void reconnect() throws Exception {
        Client client = new Client();
        List<Heard> all = List.of(client.subscribe("lasting"), client.subscribe("private-lasting"), client.subscribe("presence-lasting"));
        String before = client.socketId();
        Checks.ask("/crash", null);
        Duration within = Checks.RECONNECT;
        for (Heard heard : all) Checks.until(() -> heard.succeeded.size() == 2, "second subscription to " + heard.channel.getName(), within);
        if (client.socketId().equals(before)) throw new AssertionError("the same socket id");
        for (Heard heard : all) receives(heard);
    }
}
