<?php

declare(strict_types=1);

namespace Bench;

/** A row could not be measured: a payload was wrong, something was late, or a process ended. */
final class Failure extends \RuntimeException
{
}
