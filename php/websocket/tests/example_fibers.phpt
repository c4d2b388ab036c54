--TEST--
Examples: the game of fibers.php ends with the right guess
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/example.inc';
$example = new Example('fibers.php');
$client = RawClient::open($example->address);
$other = RawClient::open($example->address);
echo $client->next(), "\n", $other->next(), "\n";
echo $client->text('Ann')->next(), "\n";
[$low, $high] = [1, 100];
do {
    $guess = intdiv($low + $high, 2);
    $answer = $client->text((string) $guess)->next();
    match ($answer) {
        'text: More.' => $low = $guess + 1,
        'text: Less.' => $high = $guess - 1,
        'text: Yes!' => $low = $high + 1,
    };
} while ($low <= $high);
echo $answer, ', ', $client->close()->rest(), "\n";
$example->stop();
?>
--EXPECT--
text: What is your name?
text: What is your name?
text: Guess my number, Ann: 1 to 100.
text: Yes!, close: 1000, end
exit status 0
