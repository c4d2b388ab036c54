--TEST--
Sessions of PHP-FPM: one request at a time for each session, a worker that dies with its lock, and reads that all workers share
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
require __DIR__ . '/fpm.inc';
if (fpm_program() === null) die('skip php-fpm is not installed');
if (trim((string) shell_exec(escapeshellarg(fpm_program()) . ' -n -m | grep -x session')) === '') die('skip php-fpm has no sessions');
?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/fpm.inc';
$socket = redis_server();
$redis = new Baton\Redis;
$redis->setOption(Baton\Redis::OPT_USE_CACHE, false);
$redis->connect($socket);
$page = __DIR__ . '/programs/visits.inc';
$settings = ['baton_cache.phpredis_aliases=1', 'session.save_handler=redis', "session.save_path=\"unix://$socket?prefix=visits:\"",
    'redis.session.locking_enabled=1', 'redis.session.lock_retries=-1', 'redis.session.lock_wait_time=1000'];
// A lock that a busy machine does not outlast.
$fpm = new Fpm([...$settings, 'redis.session.lock_expire=60'], 4);

// A visitor who brings no cookie gets one.
[$head, $body] = Fpm::answer($fpm->ask($page));
preg_match('/^Set-Cookie: (PHPSESSID=(\w+))/m', $head, $found);
show($body, $redis->get("visits:$found[2]"), $fpm->body($page, [], $found[1]));

// All at once with one session: each sees what the one before has stored.
$asked = array_map(fn () => $fpm->ask($page, [], $found[1]), range(1, 60));
$visits = array_map(fn ($stream) => (int) Fpm::answer($stream)[1], $asked);
sort($visits);
show($visits === range(3, 62), $redis->get("visits:$found[2]"), $redis->exists("visits:$found[2]_LOCK"));

// With eight sessions, nobody counts for another, and nobody waits for another.
$asked = [];
for ($i = 0; $i < 80; $i++) {
    $asked[$i % 8][] = $fpm->ask($page, [], 'PHPSESSID=visitor' . $i % 8);
}
show(array_map(function ($streams) {
    $visits = array_map(fn ($stream) => (int) Fpm::answer($stream)[1], $streams);
    sort($visits);
    return $visits === range(1, 10);
}, $asked));
// Each of four ends once all four have their sessions open.
$met = "$fpm->folder/met";
mkdir($met);
$asked = array_map(fn ($i) => $fpm->ask($page, ['meets' => $met, 'as' => $i, 'of' => 4], "PHPSESSID=visitor$i"), range(0, 3));
show(array_map(fn ($stream) => (int) Fpm::answer($stream)[1], $asked));

// A worker that is killed while it has a session: its lock ends by itself, what it would have stored is not there, and others go on.
$brief = new Fpm([...$settings, 'redis.session.lock_expire=2'], 2);
$told = "$brief->folder/told";
$held = $brief->ask($page, ['told' => $told], 'PHPSESSID=killed');
for ($i = 0; $i < 1000 && !file_exists($told); $i++) {
    usleep(5000);
}
$left = $redis->pttl('visits:killed_LOCK');
show($left !== -1 && $left <= 2000);
$worker = (int) file_get_contents($told);
exec("kill -9 $worker");
show(Fpm::answer($held)[1], $brief->body($page, [], 'PHPSESSID=killed'), $brief->body($page, [], 'PHPSESSID=killed'));

// What one worker reads is there for the others; what is changed, they see.
$redis->set('setting', 'old');
$read = function () use ($fpm, $page, $socket) {
    $asked = array_map(fn () => $fpm->ask($page, ['do' => 'read', 'server' => $socket]), range(1, 20));
    return array_map(fn ($stream) => json_decode(Fpm::answer($stream)[1]), $asked);
};
/** Whether it is so, of what 20 requests read, within ten tries: which workers run and whether the tracker is heard is up to a busy machine. */
$soon = function (Closure $is) use ($read): bool {
    for ($i = 0; $i < 10; $i++) {
        if ($is($read())) {
            return true;
        }
        usleep(100_000);
    }
    return false;
};
$read();
show($soon(function (array $values) use ($redis): bool {
    preg_match('/calls=(\d+)/', $redis->info('commandstats')['cmdstat_get'] ?? 'calls=0', $gets);
    $redis->config('RESETSTAT');
    return array_unique(array_column($values, 0)) === ['old'] && count(array_unique(array_column($values, 1))) > 1 && (int) $gets[1] <= 4;
}));
$redis->set('setting', 'new');
show($soon(fn (array $values) => array_unique(array_column($values, 0)) === ['new']));
?>
--EXPECT--
"1"
"visits|i:1;"
"2"
true
"visits|i:62;"
0
[true,true,true,true,true,true,true,true]
[11,11,11,11]
true
""
"1"
"2"
true
true
