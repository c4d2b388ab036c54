--TEST--
An element of a value, without the rest
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

Table::set('array', ['name' => 'Ada', 7 => 'seven', 'nested' => ['a' => [1]], 'null' => null]);
Table::set('objects', ['one' => new ArrayObject([1]), 'text' => 'x']);
Table::set('string', 'text');
var_dump(Table::pluck('array', 'name'), Table::pluck('array', 7), Table::pluck('array', '7'), Table::pluck('array', 'nested'));
var_dump(Table::pluck('array', 'null'), Table::pluck('array', 'none'), Table::pluck('none', 'name'), Table::pluck('string', 'name'));
var_dump(Table::pluck('objects', 'one')[0], Table::pluck('objects', 'text'));
Table::set('array', ['name' => 'Grace'], null, 'named');
var_dump((new Table('named'))->pluck('array', 'name'));
?>
--EXPECT--
string(3) "Ada"
string(5) "seven"
string(5) "seven"
array(1) {
  ["a"]=>
  array(1) {
    [0]=>
    int(1)
  }
}
NULL
NULL
NULL
NULL
int(1)
string(1) "x"
string(5) "Grace"
