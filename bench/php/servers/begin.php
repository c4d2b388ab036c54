<?php

declare(strict_types=1);

// What every server begins with: the harness, the library where it is not an extension, and its job.

require dirname(__DIR__) . '/harness/autoload.php';
require __DIR__ . '/Job.php';

$autoload = getenv('BENCH_AUTOLOAD');
if (is_string($autoload) && $autoload !== '') {
    require $autoload;
}

return new Bench\Job();
