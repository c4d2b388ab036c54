--TEST--
What was handed out stays whole in a child of a fork, whatever becomes of the parent
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=1M
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
--FILE--
<?php
use Baton\Table;

$value = ['list' => range(1, 500), 'text' => str_repeat('text', 500), 'nested' => ['a' => ['b' => 'c']]];
$words = json_encode($value);
Table::set('value', $value);

/** Runs a function in a child, whose exit status it gives. */
function child(callable $run): int
{
    if (($process = pcntl_fork()) === 0) {
        exit($run());
    }
    return $process;
}

/** Uses all of the memory again and again. */
function churn(string $word): void
{
    Table::clear();
    for ($i = 0; $i < 3000; $i++) {
        Table::set("$word:$i", [$word, str_repeat($word, 300), $i]);
    }
}

$orphans = function (int $generations) use ($value, $words): string {
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $parent = child(function () use ($generations, $words, $here, $there): int {
        fclose($here);
        $lent = Table::get('value');
        $begin = function (int $left) use (&$begin, $lent, $words, $there): int {
            child(function () use ($left, &$begin, $lent, $words, $there): int {
                if ($left > 1) {
                    return $begin($left - 1);
                }
                fwrite($there, "there\n");
                fgets($there); // the others have ended, and their memory is somebody else's
                fwrite($there, (json_encode($lent) === $words ? 'whole' : 'spoiled') . "\n");
                return 0;
            });
            return 0;
        };
        return $begin($generations);
    });
    fclose($there);
    fgets($here);
    pcntl_waitpid($parent, $status);
    churn('spoils');
    fwrite($here, "look\n");
    $said = trim((string) fgets($here)) ?: 'it has crashed';
    while (!Table::set('value', $value)) { // the memory is full of what the last of them still has
        usleep(1000);
    }
    return $said;
};
echo 'a child: ', $orphans(1), "\n";
echo 'a child of a child: ', $orphans(2), "\n";

// Many at once, and some that are gone before their parents know.
$lent = Table::get('value');
$children = [];
for ($i = 0; $i < 20; $i++) {
    $children[] = child(function () use ($lent, $words, $i): int {
        $i % 2 && exit(0);
        churn("child $i ");
        return json_encode($lent) === $words ? 0 : 1;
    });
}
$failed = 0;
foreach ($children as $process) {
    pcntl_waitpid($process, $status);
    $failed += $status !== 0;
}
echo "$failed children have failed\n";
echo json_encode($lent) === $words ? "the parent's is whole\n" : "the parent's is spoiled\n";

// What nobody has any more is used again.
unset($lent);
$stats = Table::stats();
echo $stats['repairs'], " repairs\n";
?>
--EXPECT--
a child: whole
a child of a child: whole
0 children have failed
the parent's is whole
0 repairs
