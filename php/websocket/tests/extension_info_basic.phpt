--TEST--
php --ri websocket says version, driver and features
--EXTENSIONS--
websocket
--FILE--
<?php
$extension = new ReflectionExtension('websocket');
ob_start();
$extension->info();
$info = ob_get_clean();
var_dump($extension->getVersion() === phpversion('websocket'));
foreach (['version', 'driver', 'compression', 'TLS', 'workers'] as $row) {
    echo $row, ': ', preg_match('/^' . $row . ' => \S/m', $info) ? 'told' : 'missing', "\n";
}
?>
--EXPECT--
bool(true)
version: told
driver: told
compression: told
TLS: told
workers: told
