--TEST--
PusherClient: events on public and private channels are received without a server
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

$baton = new Baton();
$client = new WebSocket\PusherClient($baton->url, 'app-key', 'app-secret');
var_dump($client->getSocketId());
$heard = function (string $event, string $data, string $channel) use (&$calls): void {
    $calls[] = "$event $data $channel";
};
$client->subscribe('news', $heard);
$client->subscribe('private-news', $heard);

function hear(WebSocket\PusherClient $client, int $count): array
{
    global $calls;
    $calls = [];
    $end = microtime(true) + 10;
    while (count($calls) < $count && microtime(true) < $end) {
        $client->poll(100);
    }
    sort($calls);
    return $calls;
}

// Subscribed once the server says so; a publication that comes earlier is missed, so it is repeated.
$end = microtime(true) + 10;
do {
    $client->publish(['news', 'private-news'], 'probe', '"?"');
    $client->poll(100);
    $client->poll(50);
} while (count($calls ?? []) < 2 && microtime(true) < $end);
while ($client->poll(200) > 0);
var_dump(preg_match('/^\d+\.\d+$/', $client->getSocketId()));

$client->publish('news', 'said', '{"a":1}');
print_r(hear($client, 1));
$client->publish(['news', 'private-news'], 'said', 'plain');
print_r(hear($client, 2));
$client->publish('news', 'said', 'to others', $client->getSocketId());
$client->publish('private-news', 'said', 'to all');
print_r(hear($client, 1));
$client->unsubscribe('news');
$client->publish('news', 'said', 'nobody hears');
$client->publish('private-news', 'said', 'heard');
print_r(hear($client, 1));
var_dump($client->poll(0));
?>
--EXPECT--
NULL
int(1)
Array
(
    [0] => said {"a":1} news
)
Array
(
    [0] => said plain news
    [1] => said plain private-news
)
Array
(
    [0] => said to all private-news
)
Array
(
    [0] => said heard private-news
)
int(0)
