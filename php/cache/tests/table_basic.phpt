--TEST--
Table keeps values of every kind
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

$object = new ArrayObject(['a' => 1]);
$plain = new stdClass;
$plain->list = [1, 2];
$values = [
    'null' => null, 'false' => false, 'true' => true, 'zero' => 0, 'least' => PHP_INT_MIN, 'float' => 1.5, 'nan' => NAN,
    'empty' => '', 'byte' => "\0", 'string' => 'text', 'long' => str_repeat('abc', 1000), 'longer' => random_bytes(100000),
    'empty array' => [], 'list' => [1, 2, 3], 'map' => ['a' => 1, 'b' => ['c' => 'd', 7 => null]], 'holes' => [3 => 'x', 9 => 'y'],
    'deep' => [[[[[[]]]]]], 'wide' => range(1, 5000), 'object' => $object, 'plain' => $plain, 'objects' => [$plain, 'x' => $object],
];
foreach ($values as $name => $value) {
    var_dump(Table::set($name, $value) === true);
}
foreach ($values as $name => $value) {
    $got = Table::get($name);
    if ($name === 'nan' ? !is_nan($got) : serialize($got) !== serialize($value)) {
        echo "$name differs: ";
        var_dump($got);
    }
}
var_dump(Table::count(), Table::get('missing'), Table::exists('null'), Table::exists('missing'));
var_dump(Table::delete('null'), Table::delete('null'), Table::exists('null'));
var_dump(Table::clear(), Table::count());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(21)
NULL
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
int(0)
