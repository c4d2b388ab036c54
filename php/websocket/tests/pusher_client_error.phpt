--TEST--
PusherClient: each error says what to do
--EXTENSIONS--
websocket
pcntl
--SKIPIF--
<?php
require __DIR__ . '/server/baton.inc';
if (Baton::binary() === null) die('skip the baton binary is not built');
?>
--FILE--
<?php
require __DIR__ . '/server/baton.inc';

function attempt(Closure $what): void
{
    try {
        $what();
        echo "nothing was thrown\n";
    } catch (Throwable $error) {
        echo get_class($error), ' ', $error->getCode(), ': ', preg_replace('/\d+\.\d+\.\d+\.\d+:\d+/', 'ADDRESS', trim($error->getMessage())), "\n";
    }
}

$baton = new Baton();
foreach (['ws://127.0.0.1:1', 'http://', 'http://127.0.0.1:1/path', 'http://127.0.0.1:1?x'] as $url) {
    attempt(fn () => new WebSocket\PusherClient($url, 'app-key'));
}
attempt(fn () => new WebSocket\PusherClient($baton->url, 'app-key', options: ['reconectAttempts' => 1]));

$client = new WebSocket\PusherClient($baton->url, 'app-key');
attempt(fn () => $client->publish('news', 'said', '1'));
attempt(fn () => $client->subscribe('private-news', fn () => null));
attempt(fn () => $client->subscribe('presence-news', fn () => null));
attempt(fn () => $client->subscribe('private-encrypted-news', fn () => null));

$client = new WebSocket\PusherClient($baton->url, 'app-key', 'wrong');
attempt(fn () => $client->publish('news', 'said', '1'));
attempt(fn () => $client->publish([], 'said', '1'));
attempt(fn () => $client->publish(array_fill(0, 101, 'news'), 'said', '1'));

$client = new WebSocket\PusherClient($baton->url, 'no-such-key');
attempt(fn () => $client->poll(5000));

$baton->stop();
$client = new WebSocket\PusherClient($baton->url, 'app-key', 'app-secret');
attempt(fn () => $client->publish('news', 'said', '1'));

$server = new WebSocket\Server();
$client->attach($server);
attempt(fn () => $client->attach($server));
attempt(fn () => $client->poll());
attempt(fn () => clone $client);
?>
--EXPECTF--
ValueError 0: WebSocket\PusherClient::__construct(): Argument #1 ($url) must be http:// or https:// with host and port alone, "ws://ADDRESS" given
ValueError 0: WebSocket\PusherClient::__construct(): Argument #1 ($url) must be http:// or https:// with host and port alone, "http://" given
ValueError 0: WebSocket\PusherClient::__construct(): Argument #1 ($url) must be http:// or https:// with host and port alone, "http://ADDRESS/path" given
ValueError 0: WebSocket\PusherClient::__construct(): Argument #1 ($url) must be http:// or https:// with host and port alone, "http://ADDRESS?x" given
ValueError 0: WebSocket\ClientOptions: there is no option reconectAttempts; the nearest is reconnectAttempts
Error 0: Publishing needs the app's secret: give it to the constructor
Error 0: A private channel needs the app's secret: give it to the constructor
ValueError 0: WebSocket\PusherClient::subscribe(): Argument #1 ($channel) must be a public or a private channel: presence and encrypted ones have members, "presence-news" given
ValueError 0: WebSocket\PusherClient::subscribe(): Argument #1 ($channel) must be a public or a private channel: presence and encrypted ones have members, "private-encrypted-news" given
WebSocket\ConnectionException 401: the server refused the publication with 401: Invalid signature: you should have sent HmacSHA256Hex%s
ValueError 0: WebSocket\PusherClient::publish(): Argument #1 ($channels) must have 1 to 100 channels, 0 given
ValueError 0: WebSocket\PusherClient::publish(): Argument #1 ($channels) must have 1 to 100 channels, 101 given

Warning: WebSocket\PusherClient::poll(): The server says: {"code":4001,"message":"App key no-such-key does not exist: check the client's key"} in %s on line 32
WebSocket\ConnectionException 4001: the server closed the connection with 4001: App key no-such-key does not exist: check the client's key
WebSocket\ConnectionException 0: the server cannot be reached at http://ADDRESS: Connection refused
Error 0: The client is attached to a server already
Error 0: The client is attached to a server, whose loop receives its channels
Error 0: Trying to clone an uncloneable object of class WebSocket\PusherClient
