<?php

declare(strict_types=1);

namespace Bench\Cache;

/** An array of PHP, which no other process sees. */
return new Reader([], '$on[$key]', static fn (array $values): array => $values);
