--TEST--
Connection: pause() stops messages, resume() goes on where it stopped
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $paused = null;
    $server->onMessage(function ($connection, $payload) use (&$paused, $server) {
        if ($payload === 'pause') {
            $paused = $connection;
            $connection->pause();
            $connection->pause();
        } elseif ($payload === 'resume') {
            $paused->resume();
            $paused->resume();
        } elseif ($payload === 'close') {
            $paused->pause();
            $paused->close(4000);
        } else {
            $connection->send($payload);
        }
    });
});
$one = RawClient::open($server->address);
$two = RawClient::open($server->address);
// All in one write, so that some bytes have been read when it is paused.
$one->write(RawClient::frame(TEXT, 'before') . RawClient::frame(TEXT, 'pause') . RawClient::frame(TEXT, 'after') . RawClient::frame(TEXT, 'more'));
echo $one->next(), "\n";
$one->text('later');
echo $two->text('two')->next(), "\n";
stream_set_timeout($one->stream, 0, 50_000);
echo $one->next(), "\n";
stream_set_timeout($one->stream, patience());
$two->text('resume');
echo $one->next(), ', ', $one->next(), ', ', $one->next(), "\n";
$one->text('pause')->text('unread')->close(4000);
echo $two->text('two')->next(), "\n";
$two->text('close');
echo $one->rest(), "\n";
$server->show();
// One that goes away while it is paused.
$three = RawClient::open($server->address)->text('pause')->text('unread');
$two->text('two')->next();
$three->drop();
$two->text('resume');
$server->show();
$server->stop();
?>
--EXPECT--
text: before
text: two
nothing
text: after, text: more, text: later
text: two
close: 4000, end
server: closed: 4000 (clean)
server: closed: 1006 (not clean)
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
