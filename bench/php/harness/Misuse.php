<?php

declare(strict_types=1);

namespace Bench;

/** The caller asked for something unknown; the text lists what is known. */
final class Misuse extends \RuntimeException
{
}
