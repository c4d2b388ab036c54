--TEST--
Examples: chat.php serves its page, and what one says reaches everybody in the room, with one process and with two
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/example.inc';
foreach (['1', '2'] as $workers) {
    $example = new Example('chat.php', $workers);
    $page = RawClient::connect($example->address);
    echo strtok($page->request('GET', '/'), ':'), ', ', $page->header('Content-Type'), "\n";
    echo RawClient::connect($example->address)->request('GET', '/up'), "\n";
    echo RawClient::connect($example->address)->request('GET', '/nowhere'), "\n";
    echo RawClient::connect($example->address)->upgrade(target: '/lobby?name='), "\n";
    $join = function (string $name, string $room) use ($example): RawClient {
        $client = RawClient::open($example->address, target: "/$room?name=$name");
        while (($word = $client->next()) !== "text: {\"from\":\"$name\",\"text\":\"has come\"}") {
            str_contains($word, 'has come') || throw new RuntimeException($word);
        }
        return $client;
    };
    // Another process may announce who has come just before only now.
    $but_ann = function (RawClient $client): string {
        while (($word = $client->next()) === 'text: {"from":"Ann","text":"has come"}');
        return $word;
    };
    $ann = $join('Ann', 'lobby');
    $bob = $join('Bob', 'lobby');
    $eve = $join('Eve', 'elsewhere');
    echo $ann->next(), "\n";
    $ann->text('hello');
    echo $ann->next(), "\n", $but_ann($bob), "\n";
    $bob->close()->rest();
    echo $ann->next(), "\n";
    echo $eve->hears_nothing() ? "Eve hears nothing\n" : "Eve hears\n";
    $example->stop();
}
?>
--EXPECT--
200 OK, text/html; charset=utf-8
200 OK: OK
404 Not Found: Not Found
400 Bad Request: Say who you are: ?name=NAME, 1 to 20 letters.
text: {"from":"Bob","text":"has come"}
text: {"from":"Ann","text":"hello"}
text: {"from":"Ann","text":"hello"}
text: {"from":"Bob","text":"has gone"}
Eve hears nothing
exit status 0
200 OK, text/html; charset=utf-8
200 OK: OK
404 Not Found: Not Found
400 Bad Request: Say who you are: ?name=NAME, 1 to 20 letters.
text: {"from":"Bob","text":"has come"}
text: {"from":"Ann","text":"hello"}
text: {"from":"Ann","text":"hello"}
text: {"from":"Bob","text":"has gone"}
Eve hears nothing
exit status 0
