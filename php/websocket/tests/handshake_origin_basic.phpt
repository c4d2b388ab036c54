--TEST--
ServerOptions: allowedOrigins lets in those, and who is no browser
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['allowedOrigins' => ['https://example.org', 'https://example.com:8443']]);
foreach (['https://example.org', 'HTTPS://EXAMPLE.ORG', 'https://example.com:8443', null, 'https://example.com', 'http://example.org', 'null', 'https://example.org.evil'] as $origin) {
    $client = RawClient::connect($server->address);
    echo $origin ?? 'none', ': ', $client->upgrade($origin ? ['Origin' => $origin] : []), "\n";
}
$server->stop();
?>
--EXPECT--
https://example.org: 101 Switching Protocols
HTTPS://EXAMPLE.ORG: 101 Switching Protocols
https://example.com:8443: 101 Switching Protocols
none: 101 Switching Protocols
https://example.com: 403 Forbidden: Pages of this origin may not connect here.
http://example.org: 403 Forbidden: Pages of this origin may not connect here.
null: 403 Forbidden: Pages of this origin may not connect here.
https://example.org.evil: 403 Forbidden: Pages of this origin may not connect here.
server: run() has returned
exit status 0
