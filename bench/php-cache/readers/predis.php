<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Predis, a client in PHP. */
return new Reader([], '$on->get($key)', static function (array $values, array $self): \Predis\Client {
    require $self['predis'];
    \Predis\Autoloader::register();
    $client = new \Predis\Client(Address::isPath($self['address'])
        ? ['scheme' => 'unix', 'path' => $self['address']]
        : ['scheme' => 'tcp', 'host' => Address::host($self['address']), 'port' => Address::port($self['address'])]);
    foreach ($values as $key => $value) {
        $client->set($key, $value);
    }
    return $client;
}, hits: false, needs: ['predis']);
