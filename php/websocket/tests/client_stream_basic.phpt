--TEST--
Client: its stream tells other event loops when there is something to do, over all connections
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    say_frame($connection);
    fwrite($connection, frame(1, 'one') . frame(1, 'two') . frame(1, 'three'));
    read_frame($connection);
    fwrite($connection, frame(1, 'four'));
    fclose($connection);
    $connection = upgraded();
    fwrite($connection, frame(1, 'five'));
    read_frame($connection);
    PHP);
$client = new Client($server->url, ['reconnectAttempts' => 1, 'reconnectDelayMs' => 50]);
$stream = $client->getStream();
var_dump(is_resource($stream), $stream === $client->getStream());

function readable($stream, float $seconds): bool
{
    $read = [$stream];
    $write = $except = null;
    return stream_select($read, $write, $except, (int) $seconds, (int) (fmod($seconds, 1) * 1e6)) === 1;
}

function next_message(Client $client, $stream): string
{
    while (($message = $client->receive(0)) === null) {
        if (!readable($stream, 5)) {
            return 'nothing came';
        }
    }
    return $message;
}

var_dump(readable($stream, 0.1), $client->receive(0));
$client->send('go');
// One read brings three messages; the stream stays readable while the client itself holds some.
echo next_message($client, $stream), "\n";
var_dump(readable($stream, 0));
echo next_message($client, $stream), "\n";
var_dump(readable($stream, 0));
echo next_message($client, $stream), "\n";
var_dump($client->receive(0), readable($stream, 0.1));
$client->send('on');
// The connection is lost and re-established by receive(0) alone, and the stream is the same.
echo next_message($client, $stream), "\n", next_message($client, $stream), "\n";
var_dump($client->getReconnects(), $stream === $client->getStream());

// A message that came while another was sent, is shown too.
fclose($stream);
$stream = $client->getStream();
var_dump(is_resource($stream), readable($stream, 0));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
NULL
one
bool(true)
two
bool(true)
three
NULL
bool(false)
four
five
int(1)
bool(true)
bool(true)
bool(false)
