--TEST--
What is kept expires by itself, where that is asked for
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

/** A way to a server by which an answer to PTTL and to what is sent with it takes 400 ms, and everything else no time. */
function slow_way(Server $server): string
{
    $listener = stream_socket_server("unix://$server->folder/slow");
    $owner = getmypid();
    if (($child = pcntl_fork()) === 0) {
        while (posix_parent() === $owner) {
            $client = @stream_socket_accept($listener, 1);
            if ($client && pcntl_fork() === 0) {
                hand_on($client, stream_socket_client("unix://$server->socket"));
                exec('kill -9 ' . getmypid());
            }
        }
        exec('kill -9 ' . getmypid());
    }
    return "$server->folder/slow";
}

function posix_parent(): int
{
    return (int) explode(' ', strrchr((string) file_get_contents('/proc/self/stat'), ')'))[2];
}

/** @param resource $client @param resource $server */
function hand_on(mixed $client, mixed $server): void
{
    $is_slow = false;
    while (true) {
        [$readable, $none] = [[$client, $server], null];
        stream_select($readable, $none, $none, null);
        foreach ($readable as $stream) {
            $bytes = (string) fread($stream, 1 << 16);
            if ($bytes === '') {
                return;
            }
            if ($stream === $client) {
                $is_slow = str_contains($bytes, 'PTTL') && str_contains($bytes, 'brief');
            } elseif ($is_slow) {
                usleep(400_000);
            }
            fwrite($stream === $client ? $server : $client, $bytes);
        }
    }
}

// A server that does not notice by itself that keys expire, so that it tells nobody.
$server = new Server(['--enable-debug-command', 'yes']);
$other = $server->client(false);
$other->rawcommand('DEBUG', 'SET-ACTIVE-EXPIRE', '0');
$exact = $server->client();
$exact->setOption(Redis::OPT_EXACT_TTL, true);
$plain = $server->client();
$calls = function (string $command, callable $run) use ($server): int {
    $before = $server->calls($command);
    $run();
    return $server->calls($command) - $before;
};
$plain->get('barrier');
/* What something gives once it gives this, or at its 50th try: on a busy machine keys expire between two lines, and the server is asked while the
 * tracker is not heard. */
$soon = function (array $expected, callable $run): string {
    for ($i = 0; ($value = $run()) !== $expected && $i < 50; $i++) {
        usleep(20_000);
    }
    return json_encode($value) . "\n";
};

$other->set('stays', 'value');
echo $soon([["value", ["field" => "value"], "value", false, 2], ["value", "value", "value", false], 0, 0, true], function () use ($other, $exact, $plain, $calls) {
    $other->set('key', 'value', ['PX' => 300]);
    $other->hSet('hash', 'field', 'value');
    $other->pexpire('hash', 300);
    settle($exact, $other);
    $read = [$exact->get('key'), $exact->hGetAll('hash'), $exact->get('stays'), $exact->get('none'), $exact->exists('key', 'stays')];
    // Kept for as long, for everybody, and asked for with the value alone.
    $gets = $calls('get', function () use ($exact, $plain, &$again) {
        $again = [$exact->get('key'), $plain->get('key'), $exact->get('stays'), $exact->get('none')];
    });
    return [$read, $again, $gets, $calls('pttl', fn () => $exact->hGetAll('hash')), $exact->isTracked('key')];
});
usleep(320000);
echo json_encode([$exact->get('key'), $exact->hGetAll('hash'), $exact->get('stays'), $exact->exists('key', 'stays')]), "\n";
echo $soon([0], fn () => [$calls('get', fn () => $exact->get('stays'))]);

// Never late: a key that is read again and again is never seen after its end.
$late = 0;
for ($i = 0; $i < 20; $i++) {
    $other->set('short', 'value', ['PX' => 10]);
    // A server counts whole milliseconds, the last one included.
    $end = hrtime(true) + 11_000_000;
    while (($now = hrtime(true)) < $end + 5_000_000) {
        $late += $exact->get('short') === 'value' && $now > $end;
    }
}
var_dump($late);

// Nor is one whose answer is on its way for longer than the key lives: that counts from before the question.
$slow = new Redis;
$slow->setOption(Redis::OPT_EXACT_TTL, true);
$slow->connect(slow_way($server));
echo $soon([true, 0], fn () => [$slow->get('stays') === 'value' && $slow->isTracked('stays'), $calls('get', fn () => $slow->get('stays'))]);
$other->set('brief', 'value', ['PX' => 200]);
echo json_encode([$slow->get('brief'), $slow->get('brief')]), "\n";

// Without, it is there until the server notices.
echo $soon(['value'], function () use ($other, $plain) {
    $other->set('other', 'value', ['PX' => 30]);
    $plain->get('other');
    usleep(50000);
    return [$plain->get('other')];
});
var_dump($other->get('other'), until(fn () => $plain->get('other') === false));
echo $calls('pttl', fn () => $plain->get('any')), "\n";

// A command whose reply is not kept has no other before it; and one command is one, by default.
echo $soon([0, 4], fn () => [$calls('pttl', fn () => $exact->exists(...range(1, 9))), $calls('pttl', function () use ($exact) {
    static $from = 10;
    $exact->exists(...range($from += 4, $from + 3));
})]);
// Where it may not be asked for, nothing is kept.
$other->acl('setuser', 'reader', 'on', 'nopass', '~*', '+@all', '-pttl');
$denied = new Redis($server->socket, context: ['auth' => ['reader', 'x'], 'exact-ttl' => true]);
echo $calls('get', fn () => print(json_encode([$denied->get('stays'), $denied->get('stays'), $denied->getLastError()]))), "\n";
?>
--EXPECT--
[["value",{"field":"value"},"value",false,2],["value","value","value",false],0,0,true]
[false,[],"value",1]
[0]
int(0)
[true,0]
["value",false]
["value"]
bool(false)
bool(true)
0
[0,4]
["value","value",null]2
