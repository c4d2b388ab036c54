--TEST--
What was read without verification is not read by who verifies
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
use Baton\Redis;
$folder = temporary_folder();
foreach (['own', 'other'] as $name) {
    shell_exec("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout $folder/$name.key -out $folder/$name.pem 2>/dev/null");
}
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
fclose($listener);
redis_server('--tls-port', (string) $port, '--tls-cert-file', "$folder/own.pem", '--tls-key-file', "$folder/own.key", '--tls-auth-clients', 'no');

function client(int $port, array $options): Redis
{
    $redis = new Redis;
    $redis->connect('tls://127.0.0.1', $port, 5, null, 0, 0, ['stream' => $options]);
    return $redis;
}
$reader = client($port, ['verify_peer' => false, 'verify_peer_name' => false]);
$reader->set('key', 'of an impostor');
for ($i = 0; $i < 1000 && !($reader->get('key') && $reader->isTracked('key')); $i++) {
    usleep(5000);
}
show($reader->isTracked('key'));

foreach ([['cafile' => "$folder/other.pem"], ['cafile' => "$folder/own.pem", 'peer_name' => 'somebody.else'], ['local_cert' => '/nowhere']] as $options) {
    $redis = new Redis;
    foreach ([
        'connect' => fn () => $redis->connect('tls://127.0.0.1', $port, 5, null, 0, 0, ['stream' => $options]),
        'get' => fn () => $redis->get('key'),
        'constructor' => fn () => (new Redis(['host' => '127.0.0.1', 'port' => $port, 'ssl' => $options]))->get('key'),
    ] as $what => $call) {
        try {
            $answer = json_encode($call());
            echo "$what: $answer\n";
        } catch (Baton\RedisException $exception) {
            echo "$what: refused\n";
        }
    }
}
// Who is shown to be right has a space of its own, and the path of a certificate is that of the folder it was found in.
$right = client($port, ['cafile' => "$folder/own.pem"]);
show($right->isTracked('key'), $right->get('key'));
// Also once it is answered from memory itself, as is one that demands another name, or shows a certificate.
$reader->set('second', 'of an impostor');
for ($i = 0; $i < 1000 && !($reader->get('second') && $reader->isTracked('second')); $i++) {
    usleep(5000);
}
$demands = ['cafile' => "$folder/own.pem"];
foreach ([$demands, $demands + ['peer_name' => 'localhost'], $demands + ['local_cert' => "$folder/own.pem", 'local_pk' => "$folder/own.key"]] as $options) {
    $right = client($port, $options);
    for ($i = 0; $i < 1000 && !($right->get('key') && $right->isTracked('key')); $i++) {
        usleep(5000);
    }
    show([$right->isTracked('key'), $right->isTracked('second')]);
}
mkdir("$folder/a");
mkdir("$folder/b");
copy("$folder/own.pem", "$folder/a/ca.pem");
copy("$folder/other.pem", "$folder/b/ca.pem");
chdir("$folder/a");
$redis = client($port, ['cafile' => 'ca.pem']);
for ($i = 0; $i < 1000 && !($redis->get('key') && $redis->isTracked('key')); $i++) {
    usleep(5000);
}
chdir("$folder/b");
$second = new Redis(['host' => '127.0.0.1', 'port' => $port, 'ssl' => ['cafile' => 'ca.pem'], 'persistent' => 'second']);
try {
    echo json_encode($second->get('key')), "\n";
} catch (Baton\RedisException $exception) {
    echo "refused\n";
}
chdir('/');
?>
--EXPECT--
true
connect: refused
get: refused
constructor: refused
connect: refused
get: refused
constructor: refused
connect: refused
get: refused
constructor: refused
false
"of an impostor"
[true,false]
[true,false]
[true,false]
refused
