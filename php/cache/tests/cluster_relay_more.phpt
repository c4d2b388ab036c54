--TEST--
What Relay's clusters have beyond PhpRedis's: cursors over all nodes, databases, events, who answers reads
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
require __DIR__ . '/alone.inc';
$cluster = new Cluster;
echo alone(['baton_cache.relay_aliases=1'], [__DIR__ . '/cluster_relay_more.inc', ...$cluster->seeds()]);
?>
--EXPECTF--
300 300 in steps "0"
true Generator ["set"]
true
Relay\Cluster::clusterscan(): Argument #5 ($slot) must be from 0 to 16383, 16384 given
[0,true,false,"ERR %s",0,"7",false]
bool(true)
key1 key2 key3 key4 [true,false]
[true,true,"9"]
[[true,0,0],[true,0,6],[true,4,7],[true,3,5]]
[true,true,false,false,false,true,"a","9"]
Relay\Exception: Couldn't map cluster keyspace using any provided seed
