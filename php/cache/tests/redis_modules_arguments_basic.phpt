--TEST--
What is sent for commands of servers that are not at hand
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/redis_echo.inc';
$redis = new Baton\Redis();
$redis->connect(echo_server());
$redis->setOption(Baton\Redis::OPT_PREFIX, 'p:');
$calls = [
    ['delex', 'k'], ['delex', 'k', ['IFEQ' => 'v']], ['delifeq', 'k', 'v'], ['digest', 'k'], ['gcra', 'k', 1, 2, 3], ['gcra', 'k', 1, 2, 3, 4],
    ['increx', 'k'], ['increx', 'k', 5, ['LBOUND' => 0, 'UBOUND' => 9, 'EX' => 10]], ['increx', 'k', 0.5, ['SATURATE']],
    ['msetex', ['a' => 1, 'b' => 2]], ['msetex', ['a' => 1], 10], ['msetex', ['a' => 1], ['PX' => 5, 'NX']], ['set', 'k', 'v', ['IFEQ' => 'w']],
    ['hexpire', 'h', 10, ['f', 'g']], ['hpexpire', 'h', 10, ['f'], 'NX'], ['hexpireat', 'h', 10, ['f']], ['hpexpireat', 'h', 10, ['f']],
    ['httl', 'h', ['f']], ['hpttl', 'h', ['f']], ['hexpiretime', 'h', ['f']], ['hpexpiretime', 'h', ['f']], ['hpersist', 'h', ['f', 'g']],
    ['hgetdel', 'h', ['f', 'g']], ['hgetex', 'h', ['f']], ['hgetex', 'h', ['f'], 10], ['hgetex', 'h', ['f'], ['PERSIST']], ['hgetex', 'h', ['f'], 'PERSIST'],
    ['hsetex', 'h', ['f' => 1, 'g' => 2]], ['hsetex', 'h', ['f' => 1], ['EX' => 5, 'FNX']], ['lmovem', 'a', 'b', 'LEFT', 'RIGHT', ['COUNT' => 2]],
    ['blmovem', 'a', 'b', 'LEFT', 'RIGHT', 1.5], ['sdiffcard', ['a', 'b'], ['LIMIT' => 5]], ['sunioncard', ['a', 'b']],
    ['xackdel', 's', 'g', ['1-0'], 'DELREF'], ['xdelex', 's', ['1-0', '2-0']], ['xnack', 's', 'g', 'FAIL', ['1-0'], ['RETRYCOUNT' => 3]],
    ['cmsInitByDim', 'c', 10, 5], ['cmsInitByProb', 'c', 0.001, 0.01], ['cmsIncrBy', 'c', 'f', 1, 'g', 2], ['cmsInfo', 'c'], ['cmsQuery', 'c', 'f', 'g'],
    ['cmsMerge', 'c', ['a', 'b']], ['cmsMerge', 'c', ['a', 'b'], [1, 2]], ['commandlog', 'GET', 5, 'slow'], ['hotkeys', 'START', ['METRICS' => ['CPU', 'NET'], 'COUNT' => 5]],
    ['jsonSet', 'j', '$', ['a' => [1, 2.0]]], ['jsonSet', 'j', '$', '"text"', 'NX'], ['jsonMerge', 'j', '$', true], ['jsonMset', 'j', '$', 1, 'k', '$.a', null],
    ['jsonGet', 'j'], ['jsonGet', 'j', ['INDENT' => '  ', 'SPACE' => ' '], '$.a', '$.b'], ['jsonMget', ['j', 'k'], '$'], ['jsonMget', 'j', '$'],
    ['jsonArrAppend', 'j', 1], ['jsonArrAppend', 'j', [1, ['a' => 2]], '$.a'], ['jsonArrIndex', 'j', '$', '"x"'], ['jsonArrIndex', 'j', '$', 1, 2, 3],
    ['jsonArrInsert', 'j', '$', 0, 1, '"x"'], ['jsonArrLen', 'j'], ['jsonArrLen', 'j', '$.a'], ['jsonArrPop', 'j'], ['jsonArrPop', 'j', '$', 0], ['jsonArrTrim', 'j', '$', 0, 1],
    ['jsonClear', 'j', '$'], ['jsonDebug', 'MEMORY', 'j', '$'], ['jsonDel', 'j'], ['jsonForget', 'j', '$'], ['jsonNumIncrBy', 'j', '$', 1], ['jsonNumMultBy', 'j', '$', 2],
    ['jsonObjKeys', 'j'], ['jsonObjLen', 'j', '$'], ['jsonResp', 'j'], ['jsonStrAppend', 'j', '"x"'], ['jsonStrAppend', 'j', '"x"', '$'], ['jsonStrLen', 'j'], ['jsonToggle', 'j', '$'], ['jsonType', 'j'],
    ['ftCreate', 'i', ['title' => 'TEXT', 'price' => ['NUMERIC', 'SORTABLE']], ['ON' => 'HASH', 'PREFIX' => ['a:', 'b:']]], ['ftAlter', 'i', ['tag' => 'TAG'], true],
    ['ftSearch', 'i', '@title:x', ['LIMIT' => [0, 10], 'RETURN' => ['title'], 'SORTBY' => ['price', 'DESC'], 'WITHSCORES', 'PARAMS' => ['a' => 1], 'DIALECT' => 2, 'NOCONTENT' => false]],
    ['ftAggregate', 'i', '*', ['LOAD' => ['@a'], 'GROUPBY' => ['@b'], ['REDUCE' => ['COUNT', 0, 'AS', 'n']], 'SORTBY' => ['@n', 'DESC']]],
    ['ftAliasAdd', 'i', 'a'], ['ftAliasDel', 'a'], ['ftAliasUpdate', 'i', 'a'], ['ftConfig', 'GET', '*'], ['ftConfig', 'SET', 'TIMEOUT', 5], ['ftCursor', 'READ', 'i', 7, ['COUNT' => 5]],
    ['ftDictAdd', 'd', 'a', 'b'], ['ftDictDel', 'd', 'a'], ['ftDictDump', 'd'], ['ftDropIndex', 'i', true], ['ftExplain', 'i', 'q', 2], ['ftExplainCli', 'i', 'q'], ['ftInfo', 'i'],
    ['ftProfile', 'i', 'SEARCH', 'q', true], ['ftSpellCheck', 'i', 'q', ['DISTANCE' => 2]], ['ftSynDump', 'i'], ['ftSynUpdate', 'i', 'g', ['a', 'b'], true], ['ftTagVals', 'i', 't'],
    ['vadd', 'v', [1, 2.5], 'e'], ['vadd', 'v', [1], 'e', ['REDUCE' => 3, 'CAS', 'Q8', 'EF' => 5, 'SETATTR' => ['a' => 1], 'M' => 2]], ['vcard', 'v'], ['vdim', 'v'], ['vemb', 'v', 'e'], ['vemb', 'v', 'e', true],
    ['vgetattr', 'v', 'e'], ['vinfo', 'v'], ['vismember', 'v', 'e'], ['vlinks', 'v', 'e', true], ['vrandmember', 'v'], ['vrandmember', 'v', 3], ['vrange', 'v', '-', '+', 5], ['vrem', 'v', 'e'],
    ['vsetattr', 'v', 'e', ['a' => 1]], ['vsim', 'v', 'e', ['WITHSCORES', 'COUNT' => 5]], ['vsim', 'v', [1, 2]],
];
foreach ($calls as $call) {
    $redis->{$call[0]}(...array_slice($call, 1));
    echo implode(' ', array_map(fn ($word) => $word === '' || str_contains($word, ' ') ? "[$word]" : $word, $redis->rawcommand('LAST'))), "\n";
}
?>
--EXPECT--
DELEX p:k
DELEX p:k IFEQ v
DELIFEQ p:k v
DIGEST p:k
GCRA p:k 1 2 3
GCRA p:k 1 2 3 TOKENS 4
INCREX p:k
INCREX p:k BYINT 5 LBOUND 0 UBOUND 9 EX 10
INCREX p:k BYFLOAT 0.5 SATURATE
MSETEX 2 p:a 1 p:b 2
MSETEX 1 p:a 1 EX 10
MSETEX 1 p:a 1 PX 5 NX
SET p:k v IFEQ w
HEXPIRE p:h 10 FIELDS 2 f g
HPEXPIRE p:h 10 NX FIELDS 1 f
HEXPIREAT p:h 10 FIELDS 1 f
HPEXPIREAT p:h 10 FIELDS 1 f
HTTL p:h FIELDS 1 f
HPTTL p:h FIELDS 1 f
HEXPIRETIME p:h FIELDS 1 f
HPEXPIRETIME p:h FIELDS 1 f
HPERSIST p:h FIELDS 2 f g
HGETDEL p:h FIELDS 2 f g
HGETEX p:h FIELDS 1 f
HGETEX p:h EX 10 FIELDS 1 f
HGETEX p:h PERSIST FIELDS 1 f
HGETEX p:h PERSIST FIELDS 1 f
HSETEX p:h FIELDS 2 f 1 g 2
HSETEX p:h EX 5 FNX FIELDS 1 f 1
LMOVEM p:a p:b LEFT RIGHT COUNT 2
BLMOVEM p:a p:b LEFT RIGHT 1.5
SDIFFCARD 2 p:a p:b LIMIT 5
SUNIONCARD 2 p:a p:b
XACKDEL p:s g DELREF IDS 1 1-0
XDELEX p:s IDS 2 1-0 2-0
XNACK p:s g FAIL IDS 1 1-0 RETRYCOUNT 3
CMS.INITBYDIM p:c 10 5
CMS.INITBYPROB p:c 0.001 0.01
CMS.INCRBY p:c f 1 g 2
CMS.INFO p:c
CMS.QUERY p:c f g
CMS.MERGE p:c 2 p:a p:b
CMS.MERGE p:c 2 p:a p:b WEIGHTS 1 2
COMMANDLOG GET 5 slow
HOTKEYS START METRICS 2 CPU NET COUNT 5
JSON.SET p:j $ {"a":[1,2.0]}
JSON.SET p:j $ "text" NX
JSON.MERGE p:j $ true
JSON.MSET p:j $ 1 p:k $.a null
JSON.GET p:j
JSON.GET p:j INDENT [  ] SPACE [ ] $.a $.b
JSON.MGET p:j p:k $
JSON.MGET p:j $
JSON.ARRAPPEND p:j $ 1
JSON.ARRAPPEND p:j $.a 1 {"a":2}
JSON.ARRINDEX p:j $ "x"
JSON.ARRINDEX p:j $ 1 2 3
JSON.ARRINSERT p:j $ 0 1 "x"
JSON.ARRLEN p:j
JSON.ARRLEN p:j $.a
JSON.ARRPOP p:j
JSON.ARRPOP p:j $ 0
JSON.ARRTRIM p:j $ 0 1
JSON.CLEAR p:j $
JSON.DEBUG MEMORY p:j $
JSON.DEL p:j
JSON.FORGET p:j $
JSON.NUMINCRBY p:j $ 1
JSON.NUMMULTBY p:j $ 2
JSON.OBJKEYS p:j
JSON.OBJLEN p:j $
JSON.RESP p:j
JSON.STRAPPEND p:j "x"
JSON.STRAPPEND p:j $ "x"
JSON.STRLEN p:j
JSON.TOGGLE p:j $
JSON.TYPE p:j
FT.CREATE i ON HASH PREFIX 2 a: b: SCHEMA title TEXT price NUMERIC SORTABLE
FT.ALTER i SKIPINITIALSCAN SCHEMA ADD tag TAG
FT.SEARCH i @title:x LIMIT 0 10 RETURN 1 title SORTBY price DESC WITHSCORES PARAMS 2 a 1 DIALECT 2
FT.AGGREGATE i * LOAD 1 @a GROUPBY 1 @b REDUCE COUNT 0 AS n SORTBY 2 @n DESC
FT.ALIASADD i a
FT.ALIASDEL a
FT.ALIASUPDATE i a
FT.CONFIG GET *
FT.CONFIG SET TIMEOUT 5
FT.CURSOR READ i 7 COUNT 5
FT.DICTADD d a b
FT.DICTDEL d a
FT.DICTDUMP d
FT.DROPINDEX i DD
FT.EXPLAIN i q DIALECT 2
FT.EXPLAINCLI i q
FT.INFO i
FT.PROFILE i SEARCH LIMITED QUERY q
FT.SPELLCHECK i q DISTANCE 2
FT.SYNDUMP i
FT.SYNUPDATE i g SKIPINITIALSCAN a b
FT.TAGVALS i t
VADD p:v VALUES 2 1 2.5 e
VADD p:v REDUCE 3 VALUES 1 1 e CAS Q8 EF 5 SETATTR {"a":1} M 2
VCARD p:v
VDIM p:v
VEMB p:v e
VEMB p:v e RAW
VGETATTR p:v e
VINFO p:v
VISMEMBER p:v e
VLINKS p:v e WITHSCORES
VRANDMEMBER p:v
VRANDMEMBER p:v 3
VRANGE p:v - + 5
VREM p:v e
VSETATTR p:v e {"a":1}
VSIM p:v ELE e WITHSCORES COUNT 5
VSIM p:v VALUES 2 1 2
