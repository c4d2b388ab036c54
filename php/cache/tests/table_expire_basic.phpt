--TEST--
Values of a Table live as long as they were given
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

Table::set('short', [1], 1);
Table::set('long', [1], 100);
Table::set('ever', [1]);
var_dump(Table::ttl('short'), Table::ttl('long'), Table::ttl('ever'), Table::ttl('missing'));
[$value, $meta] = Table::getWithMeta('long');
var_dump($value, $meta['found'], abs($meta['expires'] - microtime(true) - 100) < 1, $meta['length'] > 0);
var_dump(Table::getWithMeta('missing'));
var_dump(Table::expire('long', null), Table::ttl('long'), Table::expire('ever', 5), Table::ttl('ever'), Table::expire('missing', 5));
usleep(1_050_000);
var_dump(Table::get('short'), Table::exists('short'), Table::ttl('short'), Table::count(), Table::add('short', 'again'));
foreach ([0, -1] as $seconds) {
    try {
        Table::set('key', 1, $seconds);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
var_dump(Table::set('far', 1, PHP_INT_MAX), Table::ttl('far') > 86400 * 365);
?>
--EXPECT--
int(1)
int(100)
int(-1)
bool(false)
array(1) {
  [0]=>
  int(1)
}
bool(true)
bool(true)
bool(true)
array(2) {
  [0]=>
  NULL
  [1]=>
  array(3) {
    ["found"]=>
    bool(false)
    ["expires"]=>
    NULL
    ["length"]=>
    int(0)
  }
}
bool(true)
int(-1)
bool(true)
int(5)
bool(false)
NULL
bool(false)
bool(false)
int(2)
bool(true)
Baton\Table::set(): Argument #3 ($expire) must be at least 1 second, or null for no end; delete() removes a value
Baton\Table::set(): Argument #3 ($expire) must be at least 1 second, or null for no end; delete() removes a value
bool(true)
bool(true)
