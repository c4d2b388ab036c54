<?php

/** Values in memory that all processes share, without a server: php -d extension=baton_cache examples/table.php */

declare(strict_types=1);

use Baton\Table;

Table::set('settings', ['theme' => 'dark', 'page' => 50], 60); // for a minute
echo Table::get('settings')['theme'], "\n";

// What is dear is built by one process; the others wait for it.
$report = Table::getOrSet('report', function (): array {
    return ['rows' => array_sum(range(1, 1000))];
}, 300);
echo $report['rows'], "\n";

// A namespace keeps keys of one kind apart.
$users = new Table('users');
$users->set('7', ['name' => 'Ann']);
echo Table::get('7', 'users')['name'], ' of ', implode(', ', Table::keys(namespace: 'users')), "\n";

// Counting, by however many processes at once.
Table::increment('visits');
Table::increment('visits', 2);
echo Table::get('visits'), " visits\n";

// Change only what nobody has changed since.
do {
    $seen = Table::get('visits');
} while (!Table::compareAndSet('visits', $seen, $seen * 2));
echo Table::get('visits'), "\n";

// Tags: everything that was made of one thing goes at once.
Table::set('page:1', 'of Ann', 600, tags: ['user:7']);
Table::set('page:2', 'of Ann as well', 600, tags: ['user:7']);
Table::deleteTags('user:7');
var_dump(Table::exists('page:1'), Table::exists('page:2'));
