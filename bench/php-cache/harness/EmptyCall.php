<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Failure;
use Bench\Program;

/** The extension of empty calls, built here: PHP's own functions that take a string all do something with it. */
final class EmptyCall
{
    public static function build(string $folder): string
    {
        $source = dirname(__DIR__) . '/empty-call/empty_call.c';
        $made = "{$folder}/empty_call.so";
        exec('php-config --includes', $includes, $status);
        if ($status !== 0) {
            throw new Failure('php-config was not found, which comes with the headers of PHP (Debian: php-dev)');
        }
        $program = new Program(['sh', '-c', "cc -O2 -fPIC -shared {$includes[0]} -o '{$made}' '{$source}'"], 60, "{$folder}/cc.txt");
        if ($program->wait() !== 0) {
            throw new Failure('the extension of empty calls was not built; ' . $program->words());
        }
        return $made;
    }
}
