<?php

declare(strict_types=1);

namespace Bench\Cache;

/** The call itself: an internal function that takes a string and returns at once. */
return new Reader(['empty_call'], '\empty_call($key)', static fn (): mixed => null, remembers: false);
