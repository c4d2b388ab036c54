--TEST--
What does not fit into a Table is refused, and makes no room but its own
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=4M
--FILE--
<?php
use Baton\Table;

var_dump(Table::set('key', 'small'), Table::set('key', str_repeat('x', 3_000_000)), Table::get('key'));
for ($i = 0; $i < 20000; $i++) {
    Table::set("key:$i", str_repeat(chr($i & 255), 1000));
}
$wrong = 0;
foreach (Table::fullscan() as $key => $value) {
    $wrong += $value !== str_repeat(chr(substr($key, 4) & 255), 1000);
}
$stats = Table::stats();
var_dump($wrong, Table::count() > 1000, Table::count() < 4000, $stats['evictions'] > 10000, $stats['memory'] <= 4 << 20, $stats['workers']);
try {
    Table::set(str_repeat('k', 65537), 1);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
try {
    Table::set('closure', fn () => 1);
} catch (Exception $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(false)
NULL
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
A key of a Table has at most 65536 bytes, not 65537: keep a hash of it as the key
Serialization of 'Closure' is not allowed
