--TEST--
PHP's own web server: what a request was lent is whole for as long as any part of it may read it, by each way out
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
/* Longer: LENT_SECONDS=600 php … */
require __DIR__ . '/lent_exam.inc';
$seconds = (float) (getenv('LENT_SECONDS') ?: 2);
foreach (['arrays', 'all'] as $copies) {
    $folder = temporary_folder();
    mkdir("$folder/sessions");
    $page = __DIR__ . '/lent_page.inc';
    $command = ['env', 'PHP_CLI_SERVER_WORKERS=4', PHP_BINARY, '-n'];
    foreach (['extension=' . ini_get('extension_dir') . '/baton_cache.so', "baton_cache.zero_copy=$copies", 'baton_cache.maxmemory=2M',
        "session.save_path=$folder/sessions", 'session.use_strict_mode=0', 'memory_limit=512M'] as $setting) {
        array_push($command, '-d', $setting);
    }
    $log = ['file', "$folder/log", 'a'];
    $process = proc_open([...$command, '-S', '127.0.0.1:0', $page], [['file', '/dev/null', 'r'], $log, $log], $pipes, $folder);
    for ($i = 0; $i < 1000 && !preg_match('~http://([\d.:]+)~', (string) file_get_contents("$folder/log"), $found); $i++) {
        usleep(10_000);
    }
    $send = function (array $query) use ($found) {
        $stream = stream_socket_client("tcp://$found[1]");
        fwrite($stream, 'GET /?' . http_build_query($query) . " HTTP/1.0\r\n\r\n");
        return $stream;
    };
    $hear = function ($stream): ?string {
        $answer = explode("\r\n\r\n", (string) stream_get_contents($stream), 2);
        return count($answer) === 2 ? $answer[1] : null;
    };
    $churn = function (float $seconds) use ($send, $hear, $folder): Closure {
        $streams = [];
        foreach ([1, 2] as $number) {
            $streams[] = $send(['way' => 'churn', 'seconds' => $seconds, 'told' => "$folder/churns$number"]);
            for ($i = 0; $i < 1000 && !file_exists("$folder/churns$number"); $i++) {
                usleep(5000); // a worker that has begun takes no other connection
            }
        }
        return function () use ($streams, $hear) {
            foreach ($streams as $stream) {
                if (!str_starts_with((string) $hear($stream), 'changed ')) {
                    echo "a writer has died\n";
                }
            }
        };
    };
    $exam = new LentExam(fn (array $query) => $hear($send($query)), $churn, $folder);
    $exam->run($seconds, 60_000);
    echo "$copies: ", $exam->result();
    // Its workers end with it.
    $workers = (string) shell_exec('pgrep -P ' . proc_get_status($process)['pid']);
    proc_terminate($process, 15);
    foreach (array_filter(explode("\n", $workers)) as $worker) {
        shell_exec('kill -9 ' . (int) $worker);
    }
    proc_close($process);
}
?>
--EXPECT--
arrays: died: [], torn: 0, ways that were seen: 22
all: died: [], torn: 0, ways that were seen: 22
