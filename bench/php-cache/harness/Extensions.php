<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Misuse;

/** Where the extensions and libraries that are measured lie. */
final class Extensions
{
    /** @var array<string, string> by name: what `extension=` is told, or a folder of PHP files */
    public array $paths = [];

    /** @var array<string, string> what is missing, and what to do */
    public array $missing = [];

    public function __construct(string $emptyCall)
    {
        $own = getenv('BATON_CACHE_SO') ?: dirname(__DIR__, 3) . '/php/cache/modules/baton_cache.so';
        if (!is_file($own)) {
            throw new Misuse("{$own} is not there: tools/php-extension cache --build, or set BATON_CACHE_SO to the path of baton_cache.so");
        }
        $this->paths = ['baton_cache' => $own, 'empty_call' => $emptyCall];
        foreach (['apcu', 'yac', 'redis', 'igbinary'] as $name) {
            $this->find($name, strtoupper($name) . '_SO', ini_get('extension_dir') . "/{$name}.so");
        }
        $this->find('predis', 'PREDIS_AUTOLOAD', '/usr/share/php/Predis/Autoloader.php');
    }

    public function has(string ...$names): bool
    {
        return array_diff($names, array_keys($this->paths)) === [];
    }

    private function find(string $name, string $variable, string $usual): void
    {
        $path = getenv($variable) ?: $usual;
        if (is_file($path)) {
            $this->paths[$name] = $path;
        } else {
            $this->missing[$name] = "{$path} is not there; install it, or set {$variable} to its path";
        }
    }
}
