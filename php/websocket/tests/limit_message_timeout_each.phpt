--TEST--
ServerOptions: messageTimeoutMs holds for each message, also where every read ends within one
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['messageTimeoutMs' => 1000]);

/** Sends messages without a pause between them; false where the machine stood still and one of them may have been late. */
function streams(string $address): bool
{
    $client = RawClient::open($address);
    $frame = RawClient::frame(TEXT, 'hello');
    $client->write(substr($frame, 0, 8));
    $began = $last = microtime(true);
    while ($last - $began < 1.5) {
        usleep(50_000);
        if (microtime(true) - $last > 0.5) {
            return false;
        }
        $client->write(substr($frame, 8) . substr($frame, 0, 8));
        $last = microtime(true);
        if (($answer = $client->next()) !== 'text: hello') {
            echo $answer, "\n";
            return true;
        }
    }
    return true;
}

for ($tries = 0; $tries < 5 && !streams($server->address); $tries++);
echo $tries < 5 ? "done\n" : "the machine stood still each time\n";
$server->stop();
?>
--EXPECT--
done
server: run() has returned
exit status 0
