--TEST--
PusherClient: channels are received in a server's loop, also by workers, and again after the other server is back
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
$address = substr($baton->url, strlen('http://'));
$server = new WebSocket\Server();
$server->listen('127.0.0.1');
$client = new WebSocket\PusherClient($baton->url, 'app-key', 'app-secret', options: ['reconnectDelayMs' => 20]);
$step = 0;
$client->subscribe('news', function (string $event, string $data) use (&$step, &$baton, $address, $server): void {
    if ($data !== "step $step") {
        return; // said again before it was heard
    }
    echo "heard $data\n";
    if (++$step === 1) {
        $baton->stop();
        $baton = new Baton($address);
    } elseif ($step === 2) {
        $server->stop();
    }
});
$client->attach($server);
$server->tick(50, function () use (&$step, &$baton): void {
    $publisher = new WebSocket\PusherClient($baton->url, 'app-key', 'app-secret');
    $publisher->publish('news', 'said', "step $step");
});
$server->onError(function (Throwable $error) use (&$errors): void {
    $errors[] = get_class($error);
});
$server->after(15_000, fn () => $server->stop());
$server->run();
var_dump($step, array_diff($errors ?? [], [WebSocket\ConnectionException::class]));
?>
--EXPECT--
heard step 0
heard step 1
int(2)
array(0) {
}
