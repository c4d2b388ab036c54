--TEST--
Namespaces of a Table keep their keys apart, and an instance stands for one
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

Table::set('key', 'of none');
Table::set('key', 'of users', null, 'users');
Table::set('key', 'of the empty name', null, '');
$users = new Table('users');
var_dump(Table::get('key'), Table::get('key', 'users'), Table::get('key', ''), Table::get('key', 'others'));
var_dump($users->namespace(), $users->get('key'), $users->exists('key'), $users->count());
var_dump($users->set('other', [1]), Table::get('other', 'users'), $users->get('key', 'others'));
var_dump((new Table)->get('key'), (new Table)->namespace());
$names = Table::namespaces();
sort($names);
var_dump($names);
$keys = $users->keys();
sort($keys);
var_dump($keys, Table::keys('k*', 'users'), Table::keys('nothing*', 'users'), Table::keys());
var_dump($users->memory() > 0, Table::memory('others'));
var_dump($users->clear(), $users->count(), Table::count(), Table::count(''));
var_dump(Table::clearAll(), Table::count(), Table::namespaces());
var_dump($users->getMultiple(['key'], 'none'));
try {
    Table::get('key', str_repeat('n', 256));
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
string(7) "of none"
string(8) "of users"
string(17) "of the empty name"
NULL
string(5) "users"
string(8) "of users"
bool(true)
int(1)
bool(true)
array(1) {
  [0]=>
  int(1)
}
NULL
string(7) "of none"
NULL
array(2) {
  [0]=>
  string(0) ""
  [1]=>
  string(5) "users"
}
array(2) {
  [0]=>
  string(3) "key"
  [1]=>
  string(5) "other"
}
array(1) {
  [0]=>
  string(3) "key"
}
array(0) {
}
array(1) {
  [0]=>
  string(3) "key"
}
bool(true)
int(0)
bool(true)
int(0)
int(1)
int(1)
int(2)
int(0)
array(0) {
}
array(1) {
  ["key"]=>
  string(4) "none"
}
A namespace of a Table has at most 255 bytes, not 256
