--TEST--
Client: a URL that is none is refused before anything is connected to
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

foreach (['', 'localhost', 'http://localhost', 'ws://', 'ws://a b', "ws://a/\r\nX: y", 'ws://ä', 'ws://a/#x', 'ws://a:0', 'ws://a:99999', 'ws://[::1', 'ws+unix://x', "ws://\xff"] as $url) {
    echo threw(fn () => new Client($url)), "\n";
}
?>
--EXPECT--
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must begin with ws://, wss:// or ws+unix://
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must begin with ws://, wss:// or ws+unix://
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must begin with ws://, wss:// or ws+unix://
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must name a host: letters, digits, hyphens and dots, or an IPv6 address in brackets
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must consist of printable ASCII characters without spaces: encode others with rawurlencode(), and a host name with idn_to_ascii()
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must consist of printable ASCII characters without spaces: encode others with rawurlencode(), and a host name with idn_to_ascii()
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must consist of printable ASCII characters without spaces: encode others with rawurlencode(), and a host name with idn_to_ascii()
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must not have a fragment (#): WebSocket URLs have none
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must have a port from 1 to 65535, or none
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must have a port from 1 to 65535, or none
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must name a host: letters, digits, hyphens and dots, or an IPv6 address in brackets
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must have the absolute path of a socket behind ws+unix://
ValueError 0: WebSocket\Client::__construct(): Argument #1 ($url) must consist of printable ASCII characters without spaces: encode others with rawurlencode(), and a host name with idn_to_ascii()
