--TEST--
TLS: by the name of the server's scheme, with who is believed and who is not
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
if (trim((string) shell_exec('command -v openssl')) === '') {
    die('skip the program openssl is not there');
}
if (!str_contains((string) shell_exec('ldd ' . escapeshellarg(trim((string) shell_exec('command -v ' . redis_server_program())))), 'libssl')) {
    die('skip the server was built without TLS');
}
?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$certificates = temporary_folder();
shell_exec("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout $certificates/key.pem -out $certificates/certificate.pem 2>/dev/null");
/* A port that was free a moment ago: servers of TLS take no 0. */
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
fclose($listener);
redis_server('--tls-port', (string) $port, '--tls-cert-file', "$certificates/certificate.pem", '--tls-key-file', "$certificates/key.pem", '--tls-auth-clients', 'no');
$believing = ['cafile' => "$certificates/certificate.pem"];

$redis = new Baton\Redis();
show($redis->connect('tls://127.0.0.1', $port, 5, null, 0, 0, ['stream' => $believing]), $redis->set('key', 'value'), $redis->get('key'), $redis->getHost());
show($redis->connect('tls://127.0.0.1', $port, 5, null, 0, 0, ['stream' => ['verify_peer' => false, 'verify_peer_name' => false]]), $redis->get('key'));
$lazy = new Baton\Redis(['host' => 'localhost', 'port' => $port, 'ssl' => $believing]);
show($lazy->get('key'));
foreach ([[], ['cafile' => "$certificates/certificate.pem", 'peer_name' => 'somebody.else'], ['cafile' => '/nowhere']] as $options) {
    try {
        $redis->connect('tls://127.0.0.1', $port, 5, null, 0, 0, ['stream' => $options]);
        echo "believed\n";
    } catch (Baton\RedisException $exception) {
        echo "not believed\n";
    }
}
?>
--EXPECT--
true
true
"value"
"tls://127.0.0.1"
true
"value"
"value"
not believed
not believed
not believed
