--TEST--
Programs of the command line: what they were lent is whole for as long as any part of them may read it, by each way out
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--INI--
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
baton_cache.maxmemory=2M
session.use_strict_mode=0
memory_limit=512M
--FILE--
<?php
/* Longer: LENT_SECONDS=600 php … */
require __DIR__ . '/lent_exam.inc';
$folder = temporary_folder();
mkdir("$folder/sessions");
ini_set('session.save_path', "$folder/sessions");
/** A child that is one request. What it says goes to a file. */
$begin = function (array $query) use ($folder): array {
    $said = "$folder/said" . bin2hex(random_bytes(6));
    if (($child = pcntl_fork()) === 0) {
        fclose(STDOUT);
        fclose(STDERR);
        ob_start(function (string $text) use ($said) {
            file_put_contents($said, $text, FILE_APPEND);
            return '';
        });
        $_GET = $query;
        require __DIR__ . '/lent_page.inc';
        exit(0);
    }
    return [$child, $said];
};
/** Null: it died of a signal. */
$end = function (array $begun): ?string {
    pcntl_waitpid($begun[0], $status);
    return pcntl_wifsignaled($status) ? null : (string) @file_get_contents($begun[1]);
};
$churn = function (float $seconds) use ($begin, $end): Closure {
    $begun = array_map(fn () => $begin(['way' => 'churn', 'seconds' => $seconds]), [1, 2]);
    return function () use ($begun, $end) {
        foreach ($begun as $one) {
            if (!str_starts_with((string) $end($one), 'changed ')) {
                echo "a writer has died\n";
            }
        }
    };
};
$exam = new LentExam(fn (array $query) => $end($begin($query)), $churn, $folder);
$exam->run((float) (getenv('LENT_SECONDS') ?: 2), 60_000);
echo $exam->result();
?>
--EXPECT--
died: [], torn: 0, ways that were seen: 22
