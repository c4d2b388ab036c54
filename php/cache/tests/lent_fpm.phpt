--TEST--
PHP-FPM: what a request was lent is whole for as long as any part of it may read it, by each way out
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
/* Longer: LENT_SECONDS=600 php … */
require __DIR__ . '/fpm.inc';
require __DIR__ . '/lent_exam.inc';
$seconds = (float) (getenv('LENT_SECONDS') ?: 2);
$socket = redis_server();
foreach ([['files', 'arrays', false], ['files', 'all', true], ['baton_cache', 'arrays', false]] as [$handler, $copies, $opcache]) {
    $folder = temporary_folder();
    mkdir("$folder/sessions");
    $path = $handler === 'files' ? "$folder/sessions" : "unix://$socket?prefix=s:";
    $fpm = new Fpm(["baton_cache.zero_copy=$copies", 'baton_cache.maxmemory=2M', "session.save_handler=$handler", "session.save_path=\"$path\"",
        'session.use_strict_mode=0', 'memory_limit=512M', ...($opcache ? ['zend_extension=opcache', 'opcache.jit=tracing', 'opcache.jit_buffer_size=16M'] : [])], 4);
    $page = __DIR__ . '/lent_page.inc';
    $ask = function (array $query) use ($fpm, $page): ?string {
        [$head, $body] = Fpm::answer($fpm->ask($page, $query));
        return $head === '' ? null : $body;
    };
    $churn = function (float $seconds) use ($fpm, $page): Closure {
        $streams = array_map(fn () => $fpm->ask($page, ['way' => 'churn', 'seconds' => $seconds]), [1, 2]);
        return function () use ($streams) {
            foreach ($streams as $stream) {
                if (!str_starts_with(Fpm::answer($stream)[1], 'changed ')) {
                    echo "a writer has died\n";
                }
            }
        };
    };
    $exam = new LentExam($ask, $churn, $folder);
    $redis = new Baton\Redis;
    $redis->setOption(Baton\Redis::OPT_USE_CACHE, false);
    $redis->connect($socket);
    $exam->run($seconds, 60_000, $handler === 'files' ? null : fn ($id) => $redis->get("s:$id") ?: null);
    echo "$handler, $copies: ", $exam->result();
    echo preg_match('/signal \d+[^\n]*/', (string) file_get_contents("$fpm->folder/error"), $found) ? "$found[0]\n" : '';
}
?>
--EXPECT--
files, arrays: died: [], torn: 0, ways that were seen: 22
files, all: died: [], torn: 0, ways that were seen: 22
baton_cache, arrays: died: [], torn: 0, ways that were seen: 22
