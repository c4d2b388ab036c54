<?php

declare(strict_types=1);

// A network of some length: delay.php PORT PATH. What clients send is held for as many microseconds as the last line of its input says, and
// then goes to the server; replies pass at once. What comes in while something is held waits: it is for one conversation at a time.

[, $port, $path] = $argv;
$context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
$listener = stream_socket_server("tcp://127.0.0.1:{$port}", context: $context);
$hold = 0;
$servers = $clients = []; // each by the number of the other side's socket
$sockets = ['input' => STDIN, 'listener' => $listener];
$none = null;
while (isset($sockets['input'])) {
    $ready = $sockets;
    stream_select($ready, $none, $none, null);
    $came = hrtime(true);
    foreach ($ready as $name => $socket) {
        if ($name === 'input') {
            $line = fgets($socket);
            if ($line === false) {
                break 2;
            }
            $hold = (int) (1000 * (float) $line);
            echo "set\n";
        } elseif ($name === 'listener') {
            $client = stream_socket_accept($listener, 1);
            $server = stream_socket_client("unix://{$path}");
            foreach ([$client, $server] as $one) {
                stream_set_blocking($one, true);
                stream_set_read_buffer($one, 0);
                stream_set_write_buffer($one, 0);
                $sockets[(int) $one] = $one;
            }
            $servers[(int) $client] = $server;
            $clients[(int) $server] = $client;
        } elseif (isset($sockets[$name])) { // and not closed with its other side, a moment ago
            $bytes = fread($socket, 1 << 20);
            $other = $servers[$name] ?? $clients[$name];
            if ($bytes === '' || $bytes === false) {
                unset($sockets[(int) $other], $sockets[$name]);
                fclose($other);
                fclose($socket);
                continue;
            }
            if (isset($servers[$name])) {
                // A sleep would be longer than what is held.
                while (hrtime(true) - $came < $hold) {
                }
            }
            fwrite($other, $bytes);
        }
    }
}
