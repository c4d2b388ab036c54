--TEST--
A setting that is wrong stops the start of PHP, and is named with what it may be
--SKIPIF--
<?php
if (!function_exists('proc_open')) die('skip proc_open is disabled');
?>
--FILE--
<?php
require __DIR__ . '/alone.inc';
$extension = ini_get('extension_dir') . '/baton_cache.so';
foreach (['maxmemory=1K', 'maxmemory=lots', 'maxmemory=65G', 'maxmemory=-1', 'eviction_policy=best', 'zero_copy=some',
    'tracking=some', 'tracking_prefixes=user:'] as $setting) {
    $command = [PHP_BINARY, '-n', '-d', "extension=$extension", '-d', "baton_cache.$setting", '-r', 'echo "started\n";'];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
    $said = stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]);
    $status = proc_close($process);
    preg_match('/baton_cache\.\S+ = .*/', $said, $found);
    echo preg_replace('/ in Unknown on line 0$/', '', $found[0] ?? $said), ' ', $status !== 0 ? 'stopped' : 'started', "\n";
}
echo alone(['baton_cache.tracking=broadcast', 'baton_cache.tracking_prefixes=user: post: user:1'], ['-r', 'echo "started";']);
foreach (['maxmemory=0', 'maxmemory=1M', 'eviction_policy=LRU', 'eviction_policy=lfu', 'eviction_policy=random', 'zero_copy=ALL'] as $setting) {
    passthru(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($extension) . " -d baton_cache.$setting -r " .
        escapeshellarg('Baton\Table::set("a", 1); echo ini_get("baton_cache.' . strtok($setting, '=') . '"), " ", json_encode(Baton\Table::get("a")), "\n";'));
}
?>
--EXPECTF--
baton_cache.maxmemory = "1K" is not possible: it must be 0, for no shared memory, or from 1M to 64G stopped
baton_cache.maxmemory = "lots" is not possible: it must be 0, for no shared memory, or from 1M to 64G stopped
baton_cache.maxmemory = "65G" is not possible: it must be 0, for no shared memory, or from 1M to 64G stopped
baton_cache.maxmemory = "-1" is not possible: it must be 0, for no shared memory, or from 1M to 64G stopped
baton_cache.eviction_policy = "best" is not possible: it must be s3fifo, lru, lfu, random or noeviction stopped
baton_cache.zero_copy = "some" is not possible: it must be off, arrays or all stopped
baton_cache.tracking = "some" is not possible: it must be default or broadcast stopped
baton_cache.tracking_prefixes = "user:" is not possible: it must be empty, unless baton_cache.tracking = broadcast stopped
%Abaton_cache.tracking_prefixes = "user:1" is not possible: it must be prefixes of which none begins with another%A
0 null
1M 1
LRU 1
lfu 1
random 1
ALL 1
