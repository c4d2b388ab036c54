<?php

/**
 * What vlucas/phpdotenv makes of files: their texts come as a JSON list on standard input, and for each a map of the variables
 * or null goes to standard output. The folder of its classes is the argument. The process has the variable OUTER.
 */

declare(strict_types=1);

set_include_path($argv[1]);
require 'Dotenv/autoload.php';

use Dotenv\Loader\Loader;
use Dotenv\Parser\Parser;
use Dotenv\Repository\Adapter\ArrayAdapter;
use Dotenv\Repository\RepositoryBuilder;

$answers = array_map(function (string $text): ?object {
    $variables = ArrayAdapter::create()->get();
    $variables->write('OUTER', 'from $outside');
    $repository = RepositoryBuilder::createWithNoAdapters()->addAdapter($variables)->immutable()->make();
    try {
        $entries = (new Parser())->parse($text);
        (new Loader())->load($repository, $entries);
    } catch (Dotenv\Exception\InvalidFileException) {
        return null;
    }
    $names = array_unique(array_map(fn ($entry) => $entry->getName(), $entries));
    $values = [];
    foreach ($names as $name) {
        if ($name !== 'OUTER' && $repository->has($name)) {
            $values[$name] = $repository->get($name);
        }
    }

    return (object) $values;
}, json_decode(stream_get_contents(STDIN), flags: JSON_THROW_ON_ERROR));
echo json_encode($answers, JSON_THROW_ON_ERROR);
