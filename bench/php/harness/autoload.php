<?php

declare(strict_types=1);

// The harness's classes, for `run` and for the scripts that it starts.
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/' . strtr(substr($class, strlen('Bench\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Bench\\') && is_file($file)) {
        require $file;
    }
});
