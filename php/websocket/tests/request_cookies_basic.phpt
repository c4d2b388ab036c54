--TEST--
Request: cookie() finds cookies in one header or in several
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onRequest(fn ($request) => json_encode([$request->cookie('a'), $request->cookie('b'), $request->cookie('')]));
});
foreach (['a=1; b=2', ['a=1', 'b=2'], 'b=2;a=1', 'aa=3; a=1;b', 'a="1"; b=x=y', '=z; a', 'a=1; a=2', ' a = 1 ; b=%zz%', "a=%00"] as $cookie) {
    echo json_encode($cookie), ': ', RawClient::connect($server->address)->request('GET', '/', ['Cookie' => $cookie]), "\n";
}
$server->stop();
?>
--EXPECT--
"a=1; b=2": 200 OK: ["1","2",null]
["a=1","b=2"]: 200 OK: ["1","2",null]
"b=2;a=1": 200 OK: ["1","2",null]
"aa=3; a=1;b": 200 OK: ["1",null,null]
"a=\"1\"; b=x=y": 200 OK: ["\"1\"","x=y",null]
"=z; a": 200 OK: [null,null,"z"]
"a=1; a=2": 200 OK: ["1",null,null]
" a = 1 ; b=%zz%": 200 OK: [null,"%zz%",null]
"a=%00": 200 OK: ["\u0000",null,null]
server: run() has returned
exit status 0
