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
$fpm = new Fpm(['baton_cache.phpredis_aliases=1', 'session.save_handler=redis', "session.save_path=\"unix://$socket?prefix=visits:\"",
    'redis.session.locking_enabled=1', 'redis.session.lock_expire=3', 'redis.session.lock_retries=-1', 'redis.session.lock_wait_time=1000'], 4);

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
$began = microtime(true);
$asked = array_map(fn ($i) => $fpm->ask($page, ['takes' => 500_000], "PHPSESSID=visitor$i"), range(0, 3));
array_map(Fpm::answer(...), $asked);
show(microtime(true) - $began < 1.5);

// A worker that is killed while it has a session: its lock ends by itself, what it would have stored is not there, and others go on.
$told = "$fpm->folder/told";
$held = $fpm->ask($page, ['told' => $told], 'PHPSESSID=killed');
for ($i = 0; $i < 1000 && !file_exists($told); $i++) {
    usleep(5000);
}
[, $worker] = explode('|', $redis->get('visits:killed_LOCK'));
show($redis->pttl('visits:killed_LOCK') > 1000);
exec("kill -9 $worker");
$began = microtime(true);
show(Fpm::answer($held)[1], $fpm->body($page, [], 'PHPSESSID=killed'), microtime(true) - $began < 4, $fpm->body($page, [], 'PHPSESSID=killed'));

// What one worker reads is there for the others; what is changed, they see.
$redis->set('setting', 'old');
$read = function () use ($fpm, $page, $socket) {
    $asked = array_map(fn () => $fpm->ask($page, ['do' => 'read', 'server' => $socket]), range(1, 20));
    return array_map(fn ($stream) => json_decode(Fpm::answer($stream)[1]), $asked);
};
$read();
$redis->config('RESETSTAT');
$values = $read();
preg_match('/calls=(\d+)/', $redis->info('commandstats')['cmdstat_get'] ?? 'calls=0', $gets);
show(array_unique(array_column($values, 0)), count(array_unique(array_column($values, 1))) > 1, (int) $gets[1] <= 4);
$redis->set('setting', 'new');
usleep(200_000);
show(array_unique(array_column($read(), 0)));
?>
--EXPECT--
"1"
"visits|i:1;"
"2"
true
"visits|i:62;"
0
[true,true,true,true,true,true,true,true]
true
true
""
"1"
true
"2"
["old"]
true
true
["new"]
