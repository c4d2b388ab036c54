<?php

declare(strict_types=1);

namespace Bench;

/** A library to measure, as it is installed here. */
final class Contestant
{
    /**
     * @param string $name the head of its column
     * @param string $adapter the name of its files in servers/ and protocol/codecs/
     * @param list<string> $php arguments of the PHP that runs it
     * @param array<string, string> $environment the environment of its files
     * @param list<string> $arguments arguments of its server
     * @param bool $serves whether it has a server; if not it is a codec alone
     * @param int|null $mostConnections how many clients its event loop can hold, if that is few: stream_select() ends at
     *     descriptor 1,023
     * @param string $version as the library reports it
     * @param list<string> $abilities what it can do beyond the others: "broadcast", "tls", "string-decode", "message-count"
     * @param string|null $program an executable that is its server, in place of PHP
     */
    public function __construct(
        public readonly string $name,
        public readonly string $adapter,
        public readonly array $php,
        public readonly array $environment = [],
        public readonly array $arguments = [],
        public readonly bool $serves = true,
        public readonly ?int $mostConnections = null,
        public readonly string $version = '',
        public readonly array $abilities = [],
        private readonly ?string $program = null,
    ) {
    }

    public function can(string $ability): bool
    {
        return in_array($ability, $this->abilities, true);
    }

    /** The same, with what a probe of it found. */
    public function known(string $version, array $abilities): self
    {
        return new self(
            $this->name,
            $this->adapter,
            $this->php,
            $this->environment,
            $this->arguments,
            $this->serves,
            $this->mostConnections,
            $version,
            $abilities,
            $this->program,
        );
    }

    /**
     * A command that runs one of the benchmark's scripts with it.
     *
     * @return list<string>
     */
    public function command(string $script, string ...$arguments): array
    {
        if ($this->program !== null) {
            return [$this->program];
        }
        // Assertions and debuggers cost, and no server runs with them.
        return [PHP_BINARY, '-d', 'xdebug.mode=off', '-d', 'zend.assertions=-1', '-d', 'memory_limit=1G', ...$this->php, $script, ...$arguments];
    }
}
