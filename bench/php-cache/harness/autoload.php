<?php

declare(strict_types=1);

// The classes of this benchmark, and those of its sibling.
require dirname(__DIR__, 2) . '/php/harness/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/' . substr($class, strlen('Bench\\Cache\\')) . '.php';
    if (str_starts_with($class, 'Bench\\Cache\\') && is_file($file)) {
        require $file;
    }
});
