--TEST--
All keys of a Table, some at a time
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

$expected = [];
for ($i = 0; $i < 1000; $i++) {
    Table::set("key:$i", $i, null, $i % 2 ? 'odd' : null);
    if ($i % 2) {
        $expected["key:$i"] = $i;
    }
}
$seen = [];
$cursor = null;
$calls = 0;
while (($part = Table::scan($cursor, null, 50, 'odd')) !== false) {
    $seen += $part;
    $calls++;
}
ksort($seen);
ksort($expected);
var_dump($seen === $expected, $calls > 1, $cursor);

$seen = [];
foreach (Table::fullscan('key:1*', 7, 'odd') as $key => $value) {
    $seen[$key] = $value;
}
ksort($seen);
$expected = array_filter($expected, fn ($key) => str_starts_with($key, 'key:1'), ARRAY_FILTER_USE_KEY);
var_dump($seen === $expected, iterator_count(Table::fullscan()), iterator_count((new Table('odd'))->fullscan()));
foreach ([0, 100001] as $count) {
    try {
        Table::fullscan(null, $count);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
var_dump(Table::deleteMultiple(['key:0', 'key:2', 'key:1']), Table::count());
?>
--EXPECT--
bool(true)
bool(true)
int(0)
bool(true)
int(500)
int(500)
Baton\Table::fullscan(): Argument #2 ($count) must be from 1 to 100000
Baton\Table::fullscan(): Argument #2 ($count) must be from 1 to 100000
int(2)
int(498)
