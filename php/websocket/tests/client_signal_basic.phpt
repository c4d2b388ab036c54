--TEST--
Client: handlers of signals run while it waits, and what they throw ends the wait
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

pcntl_async_signals(true);

/** Sends this process a signal in a while. */
function later(int $milliseconds): void
{
    $parent = getmypid();
    if (pcntl_fork() === 0) {
        usleep($milliseconds * 1000);
        exec('kill -USR1 ' . $parent . '; kill -KILL ' . getmypid());
    }
}

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    usleep(400000);
    fwrite($connection, frame(1, 'in the end'));
    $silent = accept();
    $deaf = upgraded();
    read_frame($deaf);
    sleep(10);
    PHP);

// A handler that returns: the wait goes on.
$client = new Client($server->url);
$client->connect();
$runs = 0;
pcntl_signal(SIGUSR1, function () use (&$runs) {
    $runs++;
});
later(100);
var_dump($client->receive(5000), $runs);

pcntl_signal(SIGUSR1, fn () => throw new RuntimeException('enough'));

// While it waits for messages.
later(100);
var_dump(took(function () use ($client) {
    echo threw(fn () => $client->receive()), "\n";
}) < 2000, $client->isOpen());
later(100);
echo threw(function () use ($client) {
    foreach ($client as $message) {
    }
}), "\n";

// While it connects.
later(100);
var_dump(took(function () use ($server) {
    echo threw(fn () => (new Client($server->url))->connect()), "\n";
}) < 2000);

// While it sends, and closes: the server reads nothing.
$client = new Client($server->url, ['closeTimeoutMs' => 5000]);
$client->send('first');
later(300);
var_dump(took(function () use ($client) {
    echo threw(fn () => $client->send(str_repeat('x', 30 << 20), MessageType::Binary)), "\n";
}) < 3000);
later(100);
var_dump(took(function () use ($client) {
    echo threw(fn () => $client->close()), "\n";
}) < 2000);

// A handler may end the script.
pcntl_signal(SIGUSR1, function () {
    echo "the end\n";
    exit;
});
later(100);
$client->close();
echo "not reached\n";
?>
--EXPECT--
string(10) "in the end"
int(1)
RuntimeException 0: enough
bool(true)
bool(true)
RuntimeException 0: enough
RuntimeException 0: enough
bool(true)
RuntimeException 0: enough
bool(true)
RuntimeException 0: enough
bool(true)
the end
