<?php

declare(strict_types=1);

namespace Bench;

/** An echo over the same core without PHP, as a contestant: what ours can at best come near to. */
final class NativeEcho
{
    /** The program, or null where it was not built. */
    public static function path(): ?string
    {
        $target = getenv('CARGO_TARGET_DIR') ?: dirname(__DIR__, 3) . '/target';
        foreach ([getenv('BATON_ECHO') ?: '', $target . '/release/examples/echo'] as $path) {
            if ($path !== '' && is_executable($path)) {
                return $path;
            }
        }
        return null;
    }

    public static function contestant(string $path): Contestant
    {
        return new Contestant('native', '', [], program: $path);
    }
}
