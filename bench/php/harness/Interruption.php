<?php

declare(strict_types=1);

namespace Bench;

/** A signal asked this process to end. */
final class Interruption extends \Exception
{
}
