<?php

declare(strict_types=1);

namespace Bench\Cache;

/** How something is read: what a file of readers/ returns. */
final class Reader
{
    /**
     * @param list<string> $extensions that PHP needs
     * @param string $read a PHP expression that reads `$key`, from `$on` where it has an object. It becomes part of the loop, so that
     *     nothing is called but it.
     * @param \Closure(array<string, mixed>, array<string, mixed>): mixed $fill stores all values by key; is told what lane/main.php was;
     *     returns what is `$on`
     * @param array<string, string> $settings of php.ini
     * @param bool $hits whether the server is not asked once everything has been read
     * @param bool $remembers whether it returns the values that were stored, so that they can be checked
     * @param list<string> $needs what else must be installed
     * @param string $command which command of the server it is, where the server is asked
     */
    public function __construct(
        public readonly array $extensions,
        public readonly string $read,
        public readonly \Closure $fill,
        public readonly array $settings = [],
        public readonly bool $hits = true,
        public readonly bool $remembers = true,
        public readonly array $needs = [],
        public readonly string $command = 'get',
    ) {
    }
}
