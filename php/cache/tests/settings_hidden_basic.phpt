--TEST--
Passwords of clusters are not told by phpinfo()
--EXTENSIONS--
baton_cache
--FILE--
<?php
require __DIR__ . '/alone.inc';
foreach (['', 'main[]=ann&main[]=secret'] as $auth) {
    $said = alone(["baton_cache.clusters.auth='$auth'", "baton_cache.clusters.seeds='main[]=a:1'"], ['--ri', 'baton_cache']);
    echo implode("\n", preg_grep('/clusters\.(auth|seeds)/', explode("\n", $said))), "\n";
    echo alone(["baton_cache.clusters.auth='$auth'"], ['-r', 'ob_start(); phpinfo(); echo substr_count(ob_get_clean(), "secret"), " ", ini_get("baton_cache.clusters.auth");']);
}
?>
--EXPECT--
baton_cache.clusters.seeds => main[]=a:1 => main[]=a:1
baton_cache.clusters.auth => no value => no value
0
baton_cache.clusters.seeds => main[]=a:1 => main[]=a:1
baton_cache.clusters.auth => hidden => hidden
0 main[]=ann&main[]=secret
