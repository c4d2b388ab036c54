--TEST--
A value whose entry says the stamp of another, which was looked at before, is looked at as well before it is lent
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=1M
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
--FILE--
<?php
require __DIR__ . '/region.inc';

use Baton\Table;

/* Bytes of an entry: what its block is, its stamp, and its key, behind which the value lies at the next multiple of 16. */
const KIND = 8, STAMP = 80, KEY = 88;
/* Of an array: how many elements count() says that it has, in zend_array. */
const COUNT = 28;

function entry(string $memory, string $key): int
{
    for ($at = 0; ($at = strpos($memory, $key, $at)) !== false; $at++) {
        if (substr($memory, $at - KEY + KIND, 4) === 'RTNE') {
            return $at - KEY;
        }
    }
    exit("there is no entry of $key\n");
}

Table::set('the known key', ['known', 1, 2]);
Table::set('the other key', ['other', 1, 2]);
[$path] = region();
echo json_encode(Table::get('the known key')), "\n"; // it is looked at

if (($process = pcntl_fork()) === 0) {
    $file = fopen($path, 'r+');
    $write = function (int $at, string $bytes) use ($file): void {
        fseek($file, $at);
        fwrite($file, $bytes);
        fflush($file);
    };
    $memory = stream_get_contents($file);
    [$known, $other] = [entry($memory, 'the known key'), entry($memory, 'the other key')];
    $value = ($other + KEY + strlen('the other key') + 15) & ~15;
    $write($value + COUNT, pack('V', 1 << 30));
    $write($other + STAMP, substr($memory, $known + STAMP, 8));
    exit(0);
}
pcntl_waitpid($process, $status);
echo $status, "\n";
$other = Table::get('the other key');
echo is_array($other) ? count($other) . ' elements' : json_encode($other), "\n";
echo json_encode(Table::get('the known key')), "\n";
?>
--EXPECT--
["known",1,2]
0
null
["known",1,2]
