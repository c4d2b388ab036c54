--TEST--
getOrSet builds what is missing, once
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

$built = 0;
$build = function () use (&$built) {
    return ['built' => ++$built];
};
var_dump(Table::getOrSet('key', $build)['built'], Table::getOrSet('key', $build)['built'], $built);
var_dump(Table::getOrSet('timed', fn () => 'value', 60), Table::ttl('timed'));
try {
    Table::getOrSet('failing', fn () => throw new RuntimeException('cannot'));
} catch (RuntimeException $exception) {
    echo $exception->getMessage(), "\n";
}
var_dump(Table::exists('failing'), Table::getOrSet('failing', fn () => 'after all'));
// A builder that asks for its own key does not wait for itself.
var_dump(Table::getOrSet('self', fn () => 'outer of ' . Table::getOrSet('self', fn () => 'inner', wait: 0)));
var_dump(Table::getOrSet('null', fn () => null), Table::exists('null'));
var_dump((new Table('named'))->getOrSet('key', fn () => 'of the namespace'), Table::get('key', 'named'));
try {
    Table::getOrSet('key', $build, wait: -1);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
int(1)
int(1)
int(1)
string(5) "value"
int(60)
cannot
bool(false)
string(9) "after all"
string(14) "outer of inner"
NULL
bool(true)
string(16) "of the namespace"
string(16) "of the namespace"
Baton\Table::getOrSet(): Argument #5 ($wait) must be from 0 to 3600 seconds
