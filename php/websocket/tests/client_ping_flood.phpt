--TEST--
Client: pings that come faster than they can be answered cost no memory, and the last one is answered
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    for ($i = 0; $i < 2000; $i++) {
        fwrite($connection, str_repeat(frame(9, str_repeat('x', 125)), 100)); // 25 MB in all, and nothing is read
    }
    fwrite($connection, frame(9, 'the last') . frame(1, 'done'));
    do {
        [, $payload] = read_frame($connection);
    } while ($payload !== 'the last');
    fwrite($connection, frame(1, 'answered'));
    PHP);
/** Kilobytes of memory that this process has. */
function resident(): int
{
    return (int) filter_var(current(preg_grep('/^VmRSS/', file('/proc/self/status'))), FILTER_SANITIZE_NUMBER_INT);
}

$client = new Client($server->url);
$client->connect();
$before = resident();
echo $client->receive(20000), "\n";
var_dump(resident() - $before < 4096);
echo $client->receive(20000), "\n";
?>
--EXPECT--
done
bool(true)
answered
