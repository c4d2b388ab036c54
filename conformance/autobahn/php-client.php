<?php
/*
 * The client of the PHP extension as Autobahn's fuzzing server wants one: runs every case that it has, sending back what comes.
 *
 *     php -n -d extension=websocket.so conformance/autobahn/php-client.php ws://127.0.0.1:9001 baton
 */
use WebSocket\{Client, ConnectionException};

[, $server, $agent] = $argv;
// As long as a case may take that waits for nothing; and the longest message of the suite.
$options = ['compression' => true, 'connectTimeoutMs' => 60000, 'closeTimeoutMs' => 10000, 'maxMessageSize' => 16 << 20];

$count = (int) (new Client("$server/getCaseCount", $options))->receive();
for ($case = 1; $case <= $count; $case++) {
    $client = new Client("$server/runCase?case=$case&agent=$agent", $options);
    try {
        foreach ($client as $type => $message) {
            $client->send($message, $type);
        }
    } catch (ConnectionException) {
        // Many cases break the protocol: the suite judges by the close frame.
    }
    $client->close();
}
$client = new Client("$server/updateReports?agent=$agent", $options);
$client->receive();
echo "$count cases\n";
