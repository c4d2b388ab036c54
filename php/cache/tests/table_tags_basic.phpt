--TEST--
Values with tags go together
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

Table::set('a', [1], null, null, ['red', 'round']);
Table::set('b', 'text', null, 'named', ['red']);
Table::set('c', 3, null, null, ['round']);
Table::set('d', new ArrayObject([4]), null, null, ['blue']);
Table::set('e', 5);
var_dump(Table::get('a'), Table::get('b', 'named'), Table::get('c'), Table::get('d')[0], Table::count());
Table::deleteTags('red');
var_dump(Table::get('a'), Table::exists('a'), Table::ttl('a'), Table::get('b', 'named'), Table::get('c'), Table::count(), Table::count('named'));
var_dump(Table::keys('a'), Table::add('a', 'again'), Table::get('a'));
Table::set('b', 'anew', null, 'named', ['red']);
var_dump(Table::get('b', 'named'));
Table::deleteTags('round', 'blue', 'unknown');
var_dump(Table::get('c'), Table::get('d'), Table::get('e'));
var_dump(Table::setMultiple(['x' => 1, 7 => 2], null, null, ['many']), Table::getMultiple(['x', 7, 'none'], 'default'));
Table::deleteTags('many');
var_dump(Table::getMultiple(['x', '7']));
try {
    Table::set('key', 1, null, null, range(1, 33));
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
array(1) {
  [0]=>
  int(1)
}
string(4) "text"
int(3)
int(4)
int(4)
NULL
bool(false)
bool(false)
NULL
int(3)
int(3)
int(0)
array(0) {
}
bool(true)
string(5) "again"
string(4) "anew"
NULL
NULL
int(5)
bool(true)
array(3) {
  ["x"]=>
  int(1)
  [7]=>
  int(2)
  ["none"]=>
  string(7) "default"
}
array(2) {
  ["x"]=>
  NULL
  [7]=>
  NULL
}
Baton\Table::set(): Argument #5 ($tags) must have at most 32 tags
