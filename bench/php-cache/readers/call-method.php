<?php

declare(strict_types=1);

namespace Bench\Cache;

/** The same as a method of an object, as those of a client are. */
return new Reader(['empty_call'], '$on->ofObject($key)', static fn (): \EmptyCall => new \EmptyCall(), remembers: false);
