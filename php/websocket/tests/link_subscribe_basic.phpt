--TEST--
Link: what is published reaches public and private channels, on a link by itself
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
$link = new WebSocket\Link($baton->url, 'app-key', 'app-secret');
var_dump($link->getSocketId());
$heard = function (string $event, string $data, string $channel) use (&$calls): void {
    $calls[] = "$event $data $channel";
};
$link->subscribe('news', $heard);
$link->subscribe('private-news', $heard);

function hear(WebSocket\Link $link, int $count): array
{
    global $calls;
    $calls = [];
    $end = microtime(true) + 10;
    while (count($calls) < $count && microtime(true) < $end) {
        $link->poll(100);
    }
    sort($calls);
    return $calls;
}

// Subscribed once the server says so; a publication that comes earlier is missed, so it is repeated.
$end = microtime(true) + 10;
do {
    $link->publish(['news', 'private-news'], 'probe', '"?"');
    $link->poll(100);
    $link->poll(50);
} while (count($calls ?? []) < 2 && microtime(true) < $end);
while ($link->poll(200) > 0);
var_dump(preg_match('/^\d+\.\d+$/', $link->getSocketId()));

$link->publish('news', 'said', '{"a":1}');
print_r(hear($link, 1));
$link->publish(['news', 'private-news'], 'said', 'plain');
print_r(hear($link, 2));
$link->publish('news', 'said', 'to others', $link->getSocketId());
$link->publish('private-news', 'said', 'to all');
print_r(hear($link, 1));
$link->unsubscribe('news');
$link->publish('news', 'said', 'nobody hears');
$link->publish('private-news', 'said', 'heard');
print_r(hear($link, 1));
var_dump($link->poll(0));
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
