<?php

declare(strict_types=1);

namespace Bench;

/** The caller asked for what there is not; the text says what there is. */
final class Misuse extends \RuntimeException
{
}
