--TEST--
PHP-FPM: pools with credentials of their own share one memory, and a page is given from it only what its own server would give it
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
require __DIR__ . '/fpm.inc';
if (fpm_program() === null) die('skip php-fpm is not installed');
?>
--FILE--
<?php
require __DIR__ . '/readers.inc';
require __DIR__ . '/fpm.inc';
mt_srand(5);
$readers = new Readers;
$pools = ['ann', 'bob', 'eve'];
$fpm = new Fpm([], 2, $pools);
/** Several requests of one pool at once, so that both workers have some. */
$ask = function (string $pool, array $drawn, ?string $looks = null) use ($readers, $fpm): array {
    $query = ['ways' => json_encode($readers->ways), 'drawn' => json_encode($drawn)] + ($looks ? ['looks' => $looks] : []);
    $streams = array_map(fn () => $fpm->ask(__DIR__ . '/readers_page.inc', $query, '', $pool), range(1, 2));
    return array_map(fn ($stream) => json_decode($body = Fpm::answer($stream)[1], true) ?? die("the page said: $body\n"), $streams);
};
$faults = 0;
$hits = array_fill_keys($pools, 0);
for ($number = 0; $number < 25; $number++) {
    $drawn = ['user' => $pools[mt_rand(0, 1)]] + $readers->draw();
    if ($number < 2) {
        $drawn = ['way' => 'unix', 'user' => $pools[$number], 'password' => 'right', 'prefix' => 'app:', 'server' => 0, 'database' => 0] + $drawn;
    }
    for ($i = 0; $i < ($number < 2 ? 100 : 1) && max(array_column($ask($drawn['user'], $drawn), 1)) < 8; $i++);
    $what = $readers->draw_event();
    $readers->happen($what, $drawn);
    foreach ($pools as $pool) {
        // A worker may have a connection from before, which may wait until it is seen that its rights are gone.
        foreach ($ask($pool, $readers->draw_near($drawn), $what === 'nothing' ? 'at once' : 'waits') as [$wrong, $count]) {
            $hits[$pool] += $count;
            if ($wrong !== []) {
                $faults++;
                echo "number $number: $pool was given ", json_encode($wrong), "\n  first ", json_encode($drawn), ", then $what\n";
            }
        }
    }
    if ($what !== 'nothing') {
        $readers->restore();
    }
}
echo $hits['ann'] > 0 && $hits['bob'] > 0 ? "both pools were answered from memory\n" : 'hits: ' . json_encode($hits) . "\n";
echo "hits of who may not read: $hits[eve]\nfaults: $faults\n";
?>
--EXPECT--
both pools were answered from memory
hits of who may not read: 0
faults: 0
