<?php

declare(strict_types=1);

namespace Bench\Cache;

/** The loops around a read, as a file of their own: so the code cache treats them as it does any program's, and the read is no closure. */
final class Loop
{
    /** Reads all keys so many times; returns nanoseconds. */
    public readonly \Closure $whole;

    /** Reads each key by the clock; returns the nanoseconds of each. The key itself was used before, as one is that a program has just made. */
    public readonly \Closure $each;

    /** The same around nothing. */
    public readonly \Closure $nothing;

    public function __construct(string $read, string $file)
    {
        file_put_contents($file, <<<PHP
            <?php
            return [
                static function (array \$keys, int \$times, mixed \$on): int {
                    \$from = hrtime(true);
                    for (\$i = 0; \$i < \$times; \$i++) {
                        foreach (\$keys as \$key) {
                            \$value = {$read};
                        }
                    }
                    return hrtime(true) - \$from;
                },
                static function (array \$keys, mixed \$on): array {
                    \$took = [];
                    foreach (\$keys as \$key) {
                        ord(\$key);
                        \$from = hrtime(true);
                        \$value = {$read};
                        \$took[] = hrtime(true) - \$from;
                    }
                    return \$took;
                },
                static function (array \$keys, mixed \$on): array {
                    \$took = [];
                    foreach (\$keys as \$key) {
                        ord(\$key);
                        \$from = hrtime(true);
                        \$took[] = hrtime(true) - \$from;
                    }
                    return \$took;
                },
            ];
            PHP);
        [$this->whole, $this->each, $this->nothing] = require $file;
    }
}
