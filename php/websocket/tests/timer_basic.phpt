--TEST--
Timer: ticks and delays, in order of their time, in handlers and before run()
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $order = [];
    foreach ([30, 10, 20, 0, 10] as $number => $delay) {
        $server->after($delay, function (WebSocket\Timer $timer) use (&$order, $delay, $number) {
            $order[] = "$delay#$number" . ($timer->isActive() ? ' active' : '');
        });
    }
    $ticks = 0;
    $tick = $server->tick(5, function (WebSocket\Timer $timer) use (&$ticks, &$tick, $say) {
        if ($timer !== $tick || !$timer->isActive()) {
            $say('another timer');
        }
        if (++$ticks === 3) {
            $timer->cancel();
            $timer->cancel();
            $say('cancelled ' . json_encode($timer->isActive()));
        }
    });
    $never = $server->after(1, fn () => $say('never'));
    $never->cancel();
    $by_another = $server->after(40, fn () => $say('never'));
    $server->after(35, function () use ($by_another, $server, $say, &$order, &$ticks) {
        $by_another->cancel();
        $say(json_encode($order));
        $server->after(0, function () use ($server, $say, &$ticks) {
            $server->after(0, fn () => $say("within another, $ticks ticks"));
        });
    });
});
$server->show(3);
$server->stop();
attempt(fn () => (new WebSocket\Server())->tick(0, fn () => 0));
attempt(fn () => (new WebSocket\Server())->after(-1, fn () => 0));
attempt(fn () => (new WebSocket\Server())->tick(1, 'strlen'));
$free = new WebSocket\Server();
$timer = $free->tick(1, fn () => 0);
var_dump($timer->isActive());
unset($free);
var_dump($timer->isActive());
$timer->cancel();
attempt(fn () => new WebSocket\Timer());
attempt(fn () => clone $timer);
attempt(fn () => serialize($timer));
attempt(fn () => (new WebSocket\Server())->after(PHP_INT_MAX, fn () => 0)->cancel());
?>
--EXPECT--
server: cancelled false
server: ["0#3","10#1","10#4","20#2","30#0"]
server: within another, 3 ticks
server: run() has returned
exit status 0
ValueError: WebSocket\Server::tick(): Argument #1 ($intervalMs) must be 1 or more, 0 given
ValueError: WebSocket\Server::after(): Argument #1 ($delayMs) must be 0 or more, -1 given
TypeError: WebSocket\Server::tick(): Argument #2 ($handler) must be of type Closure, string given
bool(true)
bool(false)
Error: Call to private WebSocket\Timer::__construct() from global scope
Error: Trying to clone an uncloneable object of class WebSocket\Timer
Exception: Serialization of 'WebSocket\Timer' is not allowed
nothing thrown
