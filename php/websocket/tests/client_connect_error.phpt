--TEST--
Client: a name that is not there and a port that is closed are told with their errors
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$listener = stream_socket_server('tcp://127.0.0.1:0');
$closed = stream_socket_get_name($listener, false);
fclose($listener);
echo str_replace($closed, 'CLOSED', threw(fn () => (new Client("ws://$closed"))->connect())), "\n";
echo str_replace($closed, 'CLOSED', threw(fn () => (new Client("ws://$closed"))->send('x'))), "\n";
echo str_replace($closed, 'CLOSED', threw(fn () => (new Client("ws://$closed"))->receive())), "\n";
echo str_replace($closed, 'CLOSED', threw(fn () => (new Client("ws://$closed"))->getStream())), "\n";
echo str_replace($closed, 'CLOSED', threw(fn () => iterator_to_array(new Client("ws://$closed")))), "\n";
echo preg_replace('/: (failed|Temporary|Name).*/', ': REASON', threw(fn () => (new Client('ws://nowhere.invalid'))->connect())), "\n";
echo threw(fn () => (new Client('ws+unix:///nowhere/at.all'))->connect()), "\n";
?>
--EXPECT--
WebSocket\ConnectionException 111: cannot connect to CLOSED: Connection refused
WebSocket\ConnectionException 111: cannot connect to CLOSED: Connection refused
WebSocket\ConnectionException 111: cannot connect to CLOSED: Connection refused
WebSocket\ConnectionException 111: cannot connect to CLOSED: Connection refused
WebSocket\ConnectionException 111: cannot connect to CLOSED: Connection refused
WebSocket\ConnectionException 0: cannot resolve the host of nowhere.invalid:80: REASON
WebSocket\ConnectionException 2: cannot connect to /nowhere/at.all: No such file or directory
