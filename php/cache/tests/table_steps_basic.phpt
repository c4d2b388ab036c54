--TEST--
What a Table does in one step: add, increment, compareAndSet
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

var_dump(Table::add('key', 'one'), Table::add('key', 'two'), Table::get('key'));
var_dump(Table::increment('count'), Table::increment('count', 5), Table::decrement('count', 2), Table::get('count'));
var_dump(Table::increment('from', 1, 41), Table::increment('timed', 1, 0, 50), Table::ttl('timed'), Table::increment('timed'), Table::ttl('timed'));
var_dump(Table::increment('key'), Table::get('key'));
Table::set('most', PHP_INT_MAX);
var_dump(Table::increment('most'), Table::get('most') === PHP_INT_MAX, Table::decrement('most') === PHP_INT_MAX - 1);
var_dump(Table::increment('count', 1, 0, null, 'named'), Table::get('count', 'named'));
var_dump(Table::compareAndSet('key', 'two', 'three'), Table::compareAndSet('key', 'one', 'three'), Table::get('key'));
var_dump(Table::compareAndSet('missing', null, 1));
Table::set('list', [1, ['a' => 2]]);
var_dump(Table::compareAndSet('list', [1, ['a' => '2']], 'no'), Table::compareAndSet('list', [1, ['a' => 2]], 'yes'), Table::get('list'));
$object = new ArrayObject([1]);
Table::set('object', $object);
var_dump(Table::compareAndSet('object', new ArrayObject([2]), 'no'), Table::compareAndSet('object', new ArrayObject([1]), 'yes', 60), Table::ttl('object'));
?>
--EXPECT--
bool(true)
bool(false)
string(3) "one"
int(1)
int(6)
int(4)
int(4)
int(42)
int(1)
int(50)
int(2)
int(50)
bool(false)
string(3) "one"
bool(false)
bool(true)
bool(true)
int(1)
int(1)
bool(false)
bool(true)
string(5) "three"
bool(false)
bool(false)
bool(true)
string(3) "yes"
bool(false)
bool(true)
int(60)
