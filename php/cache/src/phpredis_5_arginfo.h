/* This is a generated file, edit the tables in names instead.
 * Stub hash: b34151d4b2a68e7a88d5ab4c3ec58e89705a761e */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_acl, 0, 0, 1)
	ZEND_ARG_INFO(0, subcmd)
	ZEND_ARG_VARIADIC_INFO(0, args)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_append, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_auth, 0, 0, 1)
	ZEND_ARG_INFO(0, auth)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_bgrewriteaof, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_bgSave arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_bitcount, 0, 0, 1)
	ZEND_ARG_INFO(0, key)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_bitop, 0, 0, 3)
	ZEND_ARG_INFO(0, operation)
	ZEND_ARG_INFO(0, ret_key)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_VARIADIC_INFO(0, other_keys)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_bitpos, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, bit)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, end)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_blPop, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, timeout_or_key)
	ZEND_ARG_VARIADIC_INFO(0, extra_args)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_brPop arginfo_class_Redis_blPop

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_brpoplpush, 0, 0, 3)
	ZEND_ARG_INFO(0, src)
	ZEND_ARG_INFO(0, dst)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_bzPopMax arginfo_class_Redis_blPop

#define arginfo_class_Redis_bzPopMin arginfo_class_Redis_blPop

#define arginfo_class_Redis_clearLastError arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_client, 0, 0, 1)
	ZEND_ARG_INFO(0, cmd)
	ZEND_ARG_VARIADIC_INFO(0, args)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_close arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_command, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, args)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_config, 0, 0, 2)
	ZEND_ARG_INFO(0, cmd)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_connect, 0, 0, 1)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, port)
	ZEND_ARG_INFO(0, timeout)
	ZEND_ARG_INFO(0, retry_interval)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_dbSize arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_debug arginfo_class_Redis_bitcount

#define arginfo_class_Redis_decr arginfo_class_Redis_bitcount

#define arginfo_class_Redis_decrBy arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_del, 0, 0, 1)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_VARIADIC_INFO(0, other_keys)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_delete arginfo_class_Redis_del

#define arginfo_class_Redis_discard arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_dump arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_echo, 0, 0, 1)
	ZEND_ARG_INFO(0, msg)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_eval, 0, 0, 1)
	ZEND_ARG_INFO(0, script)
	ZEND_ARG_INFO(0, args)
	ZEND_ARG_INFO(0, num_keys)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_evalsha, 0, 0, 1)
	ZEND_ARG_INFO(0, script_sha)
	ZEND_ARG_INFO(0, args)
	ZEND_ARG_INFO(0, num_keys)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_evaluate arginfo_class_Redis_eval

#define arginfo_class_Redis_evaluateSha arginfo_class_Redis_evalsha

#define arginfo_class_Redis_exec arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_exists arginfo_class_Redis_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_expire, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_expireAt, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, timestamp)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_flushAll, 0, 0, 0)
	ZEND_ARG_INFO(0, async)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_flushDB arginfo_class_Redis_flushAll

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_geoadd, 0, 0, 4)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, lng)
	ZEND_ARG_INFO(0, lat)
	ZEND_ARG_INFO(0, member)
	ZEND_ARG_VARIADIC_INFO(0, other_triples)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_geodist, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, src)
	ZEND_ARG_INFO(0, dst)
	ZEND_ARG_INFO(0, unit)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_geohash, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, member)
	ZEND_ARG_VARIADIC_INFO(0, other_members)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_geopos arginfo_class_Redis_geohash

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_georadius, 0, 0, 5)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, lng)
	ZEND_ARG_INFO(0, lan)
	ZEND_ARG_INFO(0, radius)
	ZEND_ARG_INFO(0, unit)
	ZEND_ARG_TYPE_INFO(0, opts, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_georadiusbymember, 0, 0, 4)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, member)
	ZEND_ARG_INFO(0, radius)
	ZEND_ARG_INFO(0, unit)
	ZEND_ARG_TYPE_INFO(0, opts, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_georadiusbymember_ro arginfo_class_Redis_georadiusbymember

#define arginfo_class_Redis_georadius_ro arginfo_class_Redis_georadius

#define arginfo_class_Redis_get arginfo_class_Redis_bitcount

#define arginfo_class_Redis_getAuth arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_getBit, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, offset)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_getDBNum arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_getHost arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_getKeys, 0, 0, 1)
	ZEND_ARG_INFO(0, pattern)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_getLastError arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_getMode arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_getMultiple, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_getOption, 0, 0, 1)
	ZEND_ARG_INFO(0, option)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_getPersistentID arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_getPort arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_getRange, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, end)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_getReadTimeout arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_getSet arginfo_class_Redis_append

#define arginfo_class_Redis_getTimeout arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_hDel arginfo_class_Redis_geohash

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_hExists, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, member)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_hGet arginfo_class_Redis_hExists

#define arginfo_class_Redis_hGetAll arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_hIncrBy, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, member)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_hIncrByFloat arginfo_class_Redis_hIncrBy

#define arginfo_class_Redis_hKeys arginfo_class_Redis_bitcount

#define arginfo_class_Redis_hLen arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_hMget, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_hMset, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, pairs, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_hscan, 0, 0, 2)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(1, i_iterator)
	ZEND_ARG_INFO(0, str_pattern)
	ZEND_ARG_INFO(0, i_count)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_hSet arginfo_class_Redis_hIncrBy

#define arginfo_class_Redis_hSetNx arginfo_class_Redis_hIncrBy

#define arginfo_class_Redis_hStrLen arginfo_class_Redis_hExists

#define arginfo_class_Redis_hVals arginfo_class_Redis_bitcount

#define arginfo_class_Redis_incr arginfo_class_Redis_bitcount

#define arginfo_class_Redis_incrBy arginfo_class_Redis_append

#define arginfo_class_Redis_incrByFloat arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_info, 0, 0, 0)
	ZEND_ARG_INFO(0, option)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_isConnected arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_keys arginfo_class_Redis_getKeys

#define arginfo_class_Redis_lastSave arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_lGet, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, index)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_lGetRange arginfo_class_Redis_getRange

#define arginfo_class_Redis_lindex arginfo_class_Redis_lGet

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_lInsert, 0, 0, 4)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, position)
	ZEND_ARG_INFO(0, pivot)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_listTrim, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, stop)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_lLen arginfo_class_Redis_bitcount

#define arginfo_class_Redis_lPop arginfo_class_Redis_bitcount

#define arginfo_class_Redis_lPush arginfo_class_Redis_append

#define arginfo_class_Redis_lPushx arginfo_class_Redis_append

#define arginfo_class_Redis_lrange arginfo_class_Redis_getRange

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_lrem, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
	ZEND_ARG_INFO(0, count)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_lRemove arginfo_class_Redis_lrem

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_lSet, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, index)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_lSize arginfo_class_Redis_bitcount

#define arginfo_class_Redis_ltrim arginfo_class_Redis_listTrim

#define arginfo_class_Redis_mget arginfo_class_Redis_getMultiple

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_migrate, 0, 0, 5)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, port)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, db)
	ZEND_ARG_INFO(0, timeout)
	ZEND_ARG_INFO(0, copy)
	ZEND_ARG_INFO(0, replace)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_move, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, dbindex)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_mset, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, pairs, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_msetnx arginfo_class_Redis_mset

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_multi, 0, 0, 0)
	ZEND_ARG_INFO(0, mode)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_object, 0, 0, 2)
	ZEND_ARG_INFO(0, field)
	ZEND_ARG_INFO(0, key)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_open arginfo_class_Redis_connect

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_pconnect, 0, 0, 1)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, port)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_persist arginfo_class_Redis_bitcount

#define arginfo_class_Redis_pexpire arginfo_class_Redis_expireAt

#define arginfo_class_Redis_pexpireAt arginfo_class_Redis_expireAt

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_pfadd, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_pfcount arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_pfmerge, 0, 0, 2)
	ZEND_ARG_INFO(0, dstkey)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_ping arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_pipeline arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_popen arginfo_class_Redis_pconnect

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_psetex, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, expire)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_psubscribe, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, callback)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_pttl arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_publish, 0, 0, 2)
	ZEND_ARG_INFO(0, channel)
	ZEND_ARG_INFO(0, message)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_pubsub arginfo_class_Redis_client

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_punsubscribe, 0, 0, 1)
	ZEND_ARG_INFO(0, pattern)
	ZEND_ARG_VARIADIC_INFO(0, other_patterns)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_randomKey arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_rawcommand arginfo_class_Redis_client

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_rename, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, newkey)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_renameKey arginfo_class_Redis_rename

#define arginfo_class_Redis_renameNx arginfo_class_Redis_rename

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_restore, 0, 0, 3)
	ZEND_ARG_INFO(0, ttl)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_role arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_rPop arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_rpoplpush, 0, 0, 2)
	ZEND_ARG_INFO(0, src)
	ZEND_ARG_INFO(0, dst)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_rPush arginfo_class_Redis_append

#define arginfo_class_Redis_rPushx arginfo_class_Redis_append

#define arginfo_class_Redis_sAdd arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sAddArray, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_save arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_scan, 0, 0, 1)
	ZEND_ARG_INFO(1, i_iterator)
	ZEND_ARG_INFO(0, str_pattern)
	ZEND_ARG_INFO(0, i_count)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_scard arginfo_class_Redis_bitcount

#define arginfo_class_Redis_sContains arginfo_class_Redis_append

#define arginfo_class_Redis_script arginfo_class_Redis_client

#define arginfo_class_Redis_sDiff arginfo_class_Redis_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sDiffStore, 0, 0, 2)
	ZEND_ARG_INFO(0, dst)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_VARIADIC_INFO(0, other_keys)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_select, 0, 0, 1)
	ZEND_ARG_INFO(0, dbindex)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_sendEcho arginfo_class_Redis_echo

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_set, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
	ZEND_ARG_INFO(0, opts)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_setBit, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, offset)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_setex arginfo_class_Redis_psetex

#define arginfo_class_Redis_setnx arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_setOption, 0, 0, 2)
	ZEND_ARG_INFO(0, option)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_setRange arginfo_class_Redis_setBit

#define arginfo_class_Redis_setTimeout arginfo_class_Redis_expire

#define arginfo_class_Redis_sGetMembers arginfo_class_Redis_bitcount

#define arginfo_class_Redis_sInter arginfo_class_Redis_del

#define arginfo_class_Redis_sInterStore arginfo_class_Redis_sDiffStore

#define arginfo_class_Redis_sismember arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_slaveof, 0, 0, 0)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, port)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_slowlog, 0, 0, 1)
	ZEND_ARG_INFO(0, arg)
	ZEND_ARG_INFO(0, option)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_sMembers arginfo_class_Redis_bitcount

#define arginfo_class_Redis_sMisMember arginfo_class_Redis_geohash

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sMove, 0, 0, 3)
	ZEND_ARG_INFO(0, src)
	ZEND_ARG_INFO(0, dst)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sort, 0, 0, 1)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sortAsc, 0, 0, 1)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, pattern)
	ZEND_ARG_INFO(0, get)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, end)
	ZEND_ARG_INFO(0, getList)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_sortAscAlpha arginfo_class_Redis_sortAsc

#define arginfo_class_Redis_sortDesc arginfo_class_Redis_sortAsc

#define arginfo_class_Redis_sortDescAlpha arginfo_class_Redis_sortAsc

#define arginfo_class_Redis_sPop arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_sRandMember, 0, 0, 1)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, count)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_srem arginfo_class_Redis_geohash

#define arginfo_class_Redis_sRemove arginfo_class_Redis_geohash

#define arginfo_class_Redis_sscan arginfo_class_Redis_hscan

#define arginfo_class_Redis_sSize arginfo_class_Redis_bitcount

#define arginfo_class_Redis_strlen arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_subscribe, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, callback)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_substr arginfo_class_Redis_getRange

#define arginfo_class_Redis_sUnion arginfo_class_Redis_del

#define arginfo_class_Redis_sUnionStore arginfo_class_Redis_sDiffStore

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_swapdb, 0, 0, 2)
	ZEND_ARG_INFO(0, srcdb)
	ZEND_ARG_INFO(0, dstdb)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_time arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis_ttl arginfo_class_Redis_bitcount

#define arginfo_class_Redis_type arginfo_class_Redis_bitcount

#define arginfo_class_Redis_unlink arginfo_class_Redis_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_unsubscribe, 0, 0, 1)
	ZEND_ARG_INFO(0, channel)
	ZEND_ARG_VARIADIC_INFO(0, other_channels)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_unwatch arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_wait, 0, 0, 2)
	ZEND_ARG_INFO(0, numslaves)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_watch arginfo_class_Redis_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xack, 0, 0, 3)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_group)
	ZEND_ARG_TYPE_INFO(0, arr_ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xadd, 0, 0, 3)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_id)
	ZEND_ARG_TYPE_INFO(0, arr_fields, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, i_maxlen)
	ZEND_ARG_INFO(0, boo_approximate)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xclaim, 0, 0, 5)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_group)
	ZEND_ARG_INFO(0, str_consumer)
	ZEND_ARG_INFO(0, i_min_idle)
	ZEND_ARG_TYPE_INFO(0, arr_ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, arr_opts, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xdel, 0, 0, 2)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_TYPE_INFO(0, arr_ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xgroup, 0, 0, 1)
	ZEND_ARG_INFO(0, str_operation)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_arg1)
	ZEND_ARG_INFO(0, str_arg2)
	ZEND_ARG_INFO(0, str_arg3)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xinfo, 0, 0, 1)
	ZEND_ARG_INFO(0, str_cmd)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_group)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_xlen arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xpending, 0, 0, 2)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_group)
	ZEND_ARG_INFO(0, str_start)
	ZEND_ARG_INFO(0, str_end)
	ZEND_ARG_INFO(0, i_count)
	ZEND_ARG_INFO(0, str_consumer)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xrange, 0, 0, 3)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, str_start)
	ZEND_ARG_INFO(0, str_end)
	ZEND_ARG_INFO(0, i_count)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xread, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, arr_streams, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, i_count)
	ZEND_ARG_INFO(0, i_block)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xreadgroup, 0, 0, 3)
	ZEND_ARG_INFO(0, str_group)
	ZEND_ARG_INFO(0, str_consumer)
	ZEND_ARG_TYPE_INFO(0, arr_streams, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, i_count)
	ZEND_ARG_INFO(0, i_block)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_xrevrange arginfo_class_Redis_xrange

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_xtrim, 0, 0, 2)
	ZEND_ARG_INFO(0, str_key)
	ZEND_ARG_INFO(0, i_maxlen)
	ZEND_ARG_INFO(0, boo_approximate)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zAdd, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, score)
	ZEND_ARG_INFO(0, value)
	ZEND_ARG_VARIADIC_INFO(0, extra_args)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_zCard arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zCount, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, min)
	ZEND_ARG_INFO(0, max)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_zDelete arginfo_class_Redis_geohash

#define arginfo_class_Redis_zDeleteRangeByRank arginfo_class_Redis_zCount

#define arginfo_class_Redis_zDeleteRangeByScore arginfo_class_Redis_zCount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zIncrBy, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, value)
	ZEND_ARG_INFO(0, member)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zInter, 0, 0, 2)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, weights, IS_ARRAY, 1)
	ZEND_ARG_INFO(0, aggregate)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_zinterstore arginfo_class_Redis_zInter

#define arginfo_class_Redis_zLexCount arginfo_class_Redis_zCount

#define arginfo_class_Redis_zPopMax arginfo_class_Redis_bitcount

#define arginfo_class_Redis_zPopMin arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zRange, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, end)
	ZEND_ARG_INFO(0, scores)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zRangeByLex, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, min)
	ZEND_ARG_INFO(0, max)
	ZEND_ARG_INFO(0, offset)
	ZEND_ARG_INFO(0, limit)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis_zRangeByScore, 0, 0, 3)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO(0, start)
	ZEND_ARG_INFO(0, end)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis_zRank arginfo_class_Redis_hExists

#define arginfo_class_Redis_zRem arginfo_class_Redis_geohash

#define arginfo_class_Redis_zRemove arginfo_class_Redis_geohash

#define arginfo_class_Redis_zRemoveRangeByScore arginfo_class_Redis_zCount

#define arginfo_class_Redis_zRemRangeByLex arginfo_class_Redis_zCount

#define arginfo_class_Redis_zRemRangeByRank arginfo_class_Redis_getRange

#define arginfo_class_Redis_zRemRangeByScore arginfo_class_Redis_zCount

#define arginfo_class_Redis_zReverseRange arginfo_class_Redis_zRange

#define arginfo_class_Redis_zRevRange arginfo_class_Redis_zRange

#define arginfo_class_Redis_zRevRangeByLex arginfo_class_Redis_zRangeByLex

#define arginfo_class_Redis_zRevRangeByScore arginfo_class_Redis_zRangeByScore

#define arginfo_class_Redis_zRevRank arginfo_class_Redis_hExists

#define arginfo_class_Redis_zscan arginfo_class_Redis_hscan

#define arginfo_class_Redis_zScore arginfo_class_Redis_hExists

#define arginfo_class_Redis_zSize arginfo_class_Redis_bitcount

#define arginfo_class_Redis_zUnion arginfo_class_Redis_zInter

#define arginfo_class_Redis_zunionstore arginfo_class_Redis_zInter

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Redis__compress, 0, 0, 1)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_Redis__pack arginfo_class_Redis__compress

#define arginfo_class_Redis__prefix arginfo_class_Redis_bitcount

#define arginfo_class_Redis__serialize arginfo_class_Redis__compress

#define arginfo_class_Redis__uncompress arginfo_class_Redis__compress

#define arginfo_class_Redis__unpack arginfo_class_Redis__compress

#define arginfo_class_Redis__unserialize arginfo_class_Redis__compress

#define arginfo_class_Redis___construct arginfo_class_Redis_bgrewriteaof

#define arginfo_class_Redis___destruct arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_acl, 0, 0, 2)
	ZEND_ARG_INFO(0, key_or_address)
	ZEND_ARG_INFO(0, subcmd)
	ZEND_ARG_VARIADIC_INFO(0, args)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_append arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_bgrewriteaof, 0, 0, 1)
	ZEND_ARG_INFO(0, key_or_address)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_bgsave arginfo_class_RedisCluster_bgrewriteaof

#define arginfo_class_RedisCluster_bitcount arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_bitop arginfo_class_Redis_bitop

#define arginfo_class_RedisCluster_bitpos arginfo_class_Redis_bitpos

#define arginfo_class_RedisCluster_blpop arginfo_class_Redis_blPop

#define arginfo_class_RedisCluster_brpop arginfo_class_Redis_blPop

#define arginfo_class_RedisCluster_brpoplpush arginfo_class_Redis_brpoplpush

#define arginfo_class_RedisCluster_bzpopmax arginfo_class_Redis_blPop

#define arginfo_class_RedisCluster_bzpopmin arginfo_class_Redis_blPop

#define arginfo_class_RedisCluster_clearlasterror arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_client, 0, 0, 1)
	ZEND_ARG_INFO(0, key_or_address)
	ZEND_ARG_INFO(0, arg)
	ZEND_ARG_VARIADIC_INFO(0, other_args)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_close arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_cluster arginfo_class_RedisCluster_client

#define arginfo_class_RedisCluster_command arginfo_class_Redis_command

#define arginfo_class_RedisCluster_config arginfo_class_RedisCluster_client

#define arginfo_class_RedisCluster_dbsize arginfo_class_RedisCluster_bgrewriteaof

#define arginfo_class_RedisCluster_decr arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_decrby arginfo_class_Redis_append

#define arginfo_class_RedisCluster_del arginfo_class_Redis_del

#define arginfo_class_RedisCluster_discard arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_dump arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_echo arginfo_class_Redis_echo

#define arginfo_class_RedisCluster_eval arginfo_class_Redis_eval

#define arginfo_class_RedisCluster_evalsha arginfo_class_Redis_evalsha

#define arginfo_class_RedisCluster_exec arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_exists arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_expire arginfo_class_Redis_expire

#define arginfo_class_RedisCluster_expireat arginfo_class_Redis_expireAt

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_flushall, 0, 0, 1)
	ZEND_ARG_INFO(0, key_or_address)
	ZEND_ARG_INFO(0, async)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_flushdb arginfo_class_RedisCluster_flushall

#define arginfo_class_RedisCluster_geoadd arginfo_class_Redis_geoadd

#define arginfo_class_RedisCluster_geodist arginfo_class_Redis_geodist

#define arginfo_class_RedisCluster_geohash arginfo_class_Redis_geohash

#define arginfo_class_RedisCluster_geopos arginfo_class_Redis_geohash

#define arginfo_class_RedisCluster_georadius arginfo_class_Redis_georadius

#define arginfo_class_RedisCluster_georadiusbymember arginfo_class_Redis_georadiusbymember

#define arginfo_class_RedisCluster_georadiusbymember_ro arginfo_class_Redis_georadiusbymember

#define arginfo_class_RedisCluster_georadius_ro arginfo_class_Redis_georadius

#define arginfo_class_RedisCluster_get arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_getbit arginfo_class_Redis_getBit

#define arginfo_class_RedisCluster_getlasterror arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_getmode arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_getoption arginfo_class_Redis_getOption

#define arginfo_class_RedisCluster_getrange arginfo_class_Redis_getRange

#define arginfo_class_RedisCluster_getset arginfo_class_Redis_append

#define arginfo_class_RedisCluster_hdel arginfo_class_Redis_geohash

#define arginfo_class_RedisCluster_hexists arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_hget arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_hgetall arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_hincrby arginfo_class_Redis_hIncrBy

#define arginfo_class_RedisCluster_hincrbyfloat arginfo_class_Redis_hIncrBy

#define arginfo_class_RedisCluster_hkeys arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_hlen arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_hmget arginfo_class_Redis_hMget

#define arginfo_class_RedisCluster_hmset arginfo_class_Redis_hMset

#define arginfo_class_RedisCluster_hscan arginfo_class_Redis_hscan

#define arginfo_class_RedisCluster_hset arginfo_class_Redis_hIncrBy

#define arginfo_class_RedisCluster_hsetnx arginfo_class_Redis_hIncrBy

#define arginfo_class_RedisCluster_hstrlen arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_hvals arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_incr arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_incrby arginfo_class_Redis_append

#define arginfo_class_RedisCluster_incrbyfloat arginfo_class_Redis_append

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_info, 0, 0, 1)
	ZEND_ARG_INFO(0, key_or_address)
	ZEND_ARG_INFO(0, option)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_keys arginfo_class_Redis_getKeys

#define arginfo_class_RedisCluster_lastsave arginfo_class_RedisCluster_bgrewriteaof

#define arginfo_class_RedisCluster_lget arginfo_class_Redis_lGet

#define arginfo_class_RedisCluster_lindex arginfo_class_Redis_lGet

#define arginfo_class_RedisCluster_linsert arginfo_class_Redis_lInsert

#define arginfo_class_RedisCluster_llen arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_lpop arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_lpush arginfo_class_Redis_append

#define arginfo_class_RedisCluster_lpushx arginfo_class_Redis_append

#define arginfo_class_RedisCluster_lrange arginfo_class_Redis_getRange

#define arginfo_class_RedisCluster_lrem arginfo_class_Redis_append

#define arginfo_class_RedisCluster_lset arginfo_class_Redis_lSet

#define arginfo_class_RedisCluster_ltrim arginfo_class_Redis_listTrim

#define arginfo_class_RedisCluster_mget arginfo_class_Redis_getMultiple

#define arginfo_class_RedisCluster_mset arginfo_class_Redis_mset

#define arginfo_class_RedisCluster_msetnx arginfo_class_Redis_mset

#define arginfo_class_RedisCluster_multi arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_object arginfo_class_Redis_object

#define arginfo_class_RedisCluster_persist arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_pexpire arginfo_class_Redis_expireAt

#define arginfo_class_RedisCluster_pexpireat arginfo_class_Redis_expireAt

#define arginfo_class_RedisCluster_pfadd arginfo_class_Redis_pfadd

#define arginfo_class_RedisCluster_pfcount arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_pfmerge arginfo_class_Redis_pfmerge

#define arginfo_class_RedisCluster_ping arginfo_class_RedisCluster_bgrewriteaof

#define arginfo_class_RedisCluster_psetex arginfo_class_Redis_psetex

#define arginfo_class_RedisCluster_psubscribe arginfo_class_Redis_psubscribe

#define arginfo_class_RedisCluster_pttl arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_publish arginfo_class_Redis_publish

#define arginfo_class_RedisCluster_pubsub arginfo_class_RedisCluster_client

#define arginfo_class_RedisCluster_punsubscribe arginfo_class_Redis_punsubscribe

#define arginfo_class_RedisCluster_randomkey arginfo_class_RedisCluster_bgrewriteaof

#define arginfo_class_RedisCluster_rawcommand arginfo_class_Redis_client

#define arginfo_class_RedisCluster_rename arginfo_class_Redis_rename

#define arginfo_class_RedisCluster_renamenx arginfo_class_Redis_rename

#define arginfo_class_RedisCluster_restore arginfo_class_Redis_restore

#define arginfo_class_RedisCluster_role arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_rpop arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_rpoplpush arginfo_class_Redis_rpoplpush

#define arginfo_class_RedisCluster_rpush arginfo_class_Redis_append

#define arginfo_class_RedisCluster_rpushx arginfo_class_Redis_append

#define arginfo_class_RedisCluster_sadd arginfo_class_Redis_append

#define arginfo_class_RedisCluster_saddarray arginfo_class_Redis_sAddArray

#define arginfo_class_RedisCluster_save arginfo_class_RedisCluster_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster_scan, 0, 0, 2)
	ZEND_ARG_INFO(1, i_iterator)
	ZEND_ARG_INFO(0, str_node)
	ZEND_ARG_INFO(0, str_pattern)
	ZEND_ARG_INFO(0, i_count)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisCluster_scard arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_script arginfo_class_RedisCluster_client

#define arginfo_class_RedisCluster_sdiff arginfo_class_Redis_del

#define arginfo_class_RedisCluster_sdiffstore arginfo_class_Redis_sDiffStore

#define arginfo_class_RedisCluster_set arginfo_class_Redis_set

#define arginfo_class_RedisCluster_setbit arginfo_class_Redis_setBit

#define arginfo_class_RedisCluster_setex arginfo_class_Redis_psetex

#define arginfo_class_RedisCluster_setnx arginfo_class_Redis_append

#define arginfo_class_RedisCluster_setoption arginfo_class_Redis_setOption

#define arginfo_class_RedisCluster_setrange arginfo_class_Redis_setBit

#define arginfo_class_RedisCluster_sinter arginfo_class_Redis_del

#define arginfo_class_RedisCluster_sinterstore arginfo_class_Redis_sDiffStore

#define arginfo_class_RedisCluster_sismember arginfo_class_Redis_append

#define arginfo_class_RedisCluster_slowlog arginfo_class_RedisCluster_client

#define arginfo_class_RedisCluster_smembers arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_smove arginfo_class_Redis_sMove

#define arginfo_class_RedisCluster_sort arginfo_class_Redis_sort

#define arginfo_class_RedisCluster_spop arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_srandmember arginfo_class_Redis_sRandMember

#define arginfo_class_RedisCluster_srem arginfo_class_Redis_append

#define arginfo_class_RedisCluster_sscan arginfo_class_Redis_hscan

#define arginfo_class_RedisCluster_strlen arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_subscribe arginfo_class_Redis_subscribe

#define arginfo_class_RedisCluster_sunion arginfo_class_Redis_del

#define arginfo_class_RedisCluster_sunionstore arginfo_class_Redis_sDiffStore

#define arginfo_class_RedisCluster_time arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_ttl arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_type arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_unlink arginfo_class_Redis_del

#define arginfo_class_RedisCluster_unsubscribe arginfo_class_Redis_unsubscribe

#define arginfo_class_RedisCluster_unwatch arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster_watch arginfo_class_Redis_del

#define arginfo_class_RedisCluster_xack arginfo_class_Redis_xack

#define arginfo_class_RedisCluster_xadd arginfo_class_Redis_xadd

#define arginfo_class_RedisCluster_xclaim arginfo_class_Redis_xclaim

#define arginfo_class_RedisCluster_xdel arginfo_class_Redis_xdel

#define arginfo_class_RedisCluster_xgroup arginfo_class_Redis_xgroup

#define arginfo_class_RedisCluster_xinfo arginfo_class_Redis_xinfo

#define arginfo_class_RedisCluster_xlen arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_xpending arginfo_class_Redis_xpending

#define arginfo_class_RedisCluster_xrange arginfo_class_Redis_xrange

#define arginfo_class_RedisCluster_xread arginfo_class_Redis_xread

#define arginfo_class_RedisCluster_xreadgroup arginfo_class_Redis_xreadgroup

#define arginfo_class_RedisCluster_xrevrange arginfo_class_Redis_xrange

#define arginfo_class_RedisCluster_xtrim arginfo_class_Redis_xtrim

#define arginfo_class_RedisCluster_zadd arginfo_class_Redis_zAdd

#define arginfo_class_RedisCluster_zcard arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_zcount arginfo_class_Redis_zCount

#define arginfo_class_RedisCluster_zincrby arginfo_class_Redis_zIncrBy

#define arginfo_class_RedisCluster_zinterstore arginfo_class_Redis_zInter

#define arginfo_class_RedisCluster_zlexcount arginfo_class_Redis_zCount

#define arginfo_class_RedisCluster_zpopmax arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_zpopmin arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster_zrange arginfo_class_Redis_zRange

#define arginfo_class_RedisCluster_zrangebylex arginfo_class_Redis_zRangeByLex

#define arginfo_class_RedisCluster_zrangebyscore arginfo_class_Redis_zRangeByScore

#define arginfo_class_RedisCluster_zrank arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_zrem arginfo_class_Redis_geohash

#define arginfo_class_RedisCluster_zremrangebylex arginfo_class_Redis_zCount

#define arginfo_class_RedisCluster_zremrangebyrank arginfo_class_Redis_zCount

#define arginfo_class_RedisCluster_zremrangebyscore arginfo_class_Redis_zCount

#define arginfo_class_RedisCluster_zrevrange arginfo_class_Redis_zRange

#define arginfo_class_RedisCluster_zrevrangebylex arginfo_class_Redis_zRangeByLex

#define arginfo_class_RedisCluster_zrevrangebyscore arginfo_class_Redis_zRangeByScore

#define arginfo_class_RedisCluster_zrevrank arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_zscan arginfo_class_Redis_hscan

#define arginfo_class_RedisCluster_zscore arginfo_class_Redis_hExists

#define arginfo_class_RedisCluster_zunionstore arginfo_class_Redis_zInter

#define arginfo_class_RedisCluster__compress arginfo_class_Redis__compress

#define arginfo_class_RedisCluster__masters arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster__pack arginfo_class_Redis__compress

#define arginfo_class_RedisCluster__prefix arginfo_class_Redis_bitcount

#define arginfo_class_RedisCluster__redir arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisCluster__serialize arginfo_class_Redis__compress

#define arginfo_class_RedisCluster__uncompress arginfo_class_Redis__compress

#define arginfo_class_RedisCluster__unpack arginfo_class_Redis__compress

#define arginfo_class_RedisCluster__unserialize arginfo_class_Redis__compress

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisCluster___construct, 0, 0, 1)
	ZEND_ARG_INFO(0, name)
	ZEND_ARG_TYPE_INFO(0, seeds, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, timeout)
	ZEND_ARG_INFO(0, read_timeout)
	ZEND_ARG_INFO(0, persistent)
	ZEND_ARG_INFO(0, auth)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisSentinel_ckquorum arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_failover arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_flushconfig arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisSentinel_getMasterAddrByName arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_master arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_masters arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisSentinel_ping arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisSentinel_reset arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_sentinels arginfo_class_Redis__compress

#define arginfo_class_RedisSentinel_slaves arginfo_class_Redis__compress

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisSentinel___construct, 0, 0, 1)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, port)
	ZEND_ARG_INFO(0, timeout)
	ZEND_ARG_INFO(0, persistent)
	ZEND_ARG_INFO(0, retry_interval)
	ZEND_ARG_INFO(0, read_timeout)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray_bgsave arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_del, 0, 0, 1)
	ZEND_ARG_INFO(0, keys)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray_delete arginfo_class_RedisArray_del

#define arginfo_class_RedisArray_discard arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_exec arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_flushall arginfo_class_Redis_flushAll

#define arginfo_class_RedisArray_flushdb arginfo_class_Redis_flushAll

#define arginfo_class_RedisArray_getMultiple arginfo_class_RedisArray_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_getOption, 0, 0, 1)
	ZEND_ARG_INFO(0, opt)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray_hscan arginfo_class_Redis_hscan

#define arginfo_class_RedisArray_info arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_keys arginfo_class_Redis_getKeys

#define arginfo_class_RedisArray_mget arginfo_class_RedisArray_del

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_mset, 0, 0, 1)
	ZEND_ARG_INFO(0, pairs)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_multi, 0, 0, 1)
	ZEND_ARG_INFO(0, host)
	ZEND_ARG_INFO(0, mode)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray_ping arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_save arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_scan, 0, 0, 2)
	ZEND_ARG_INFO(1, iterator)
	ZEND_ARG_INFO(0, node)
	ZEND_ARG_INFO(0, pattern)
	ZEND_ARG_INFO(0, count)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_select, 0, 0, 1)
	ZEND_ARG_INFO(0, index)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray_setOption, 0, 0, 2)
	ZEND_ARG_INFO(0, opt)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray_sscan arginfo_class_Redis_hscan

#define arginfo_class_RedisArray_unlink arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_unwatch arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray_zscan arginfo_class_Redis_hscan

#define arginfo_class_RedisArray__continuum arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray__distributor arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray__function arginfo_class_Redis_bgrewriteaof

#define arginfo_class_RedisArray__hosts arginfo_class_Redis_bgrewriteaof

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray__instance, 0, 0, 1)
	ZEND_ARG_INFO(0, host)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray__rehash, 0, 0, 0)
	ZEND_ARG_INFO(0, callable)
ZEND_END_ARG_INFO()

#define arginfo_class_RedisArray__target arginfo_class_Redis_bitcount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray___call, 0, 0, 2)
	ZEND_ARG_INFO(0, function_name)
	ZEND_ARG_INFO(0, arguments)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_RedisArray___construct, 0, 0, 1)
	ZEND_ARG_INFO(0, name_or_hosts)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Baton_Redis, acl);
ZEND_METHOD(Baton_Redis, append);
ZEND_METHOD(Baton_Redis, auth);
ZEND_METHOD(Baton_Redis, bgrewriteaof);
ZEND_METHOD(Baton_Redis, bgSave);
ZEND_METHOD(Baton_Redis, bitcount);
ZEND_METHOD(Baton_Redis, bitop);
ZEND_METHOD(Baton_Redis, bitpos);
ZEND_METHOD(Baton_Redis, blPop);
ZEND_METHOD(Baton_Redis, brPop);
ZEND_METHOD(Baton_Redis, brpoplpush);
ZEND_METHOD(Baton_Redis, bzPopMax);
ZEND_METHOD(Baton_Redis, bzPopMin);
ZEND_METHOD(Baton_Redis, clearLastError);
ZEND_METHOD(Baton_Redis, client);
ZEND_METHOD(Baton_Redis, close);
ZEND_METHOD(Baton_Redis, command);
ZEND_METHOD(Baton_Redis, config);
ZEND_METHOD(Baton_Redis, connect);
ZEND_METHOD(Baton_Redis, dbSize);
ZEND_METHOD(Baton_Redis, debug);
ZEND_METHOD(Baton_Redis, decr);
ZEND_METHOD(Baton_Redis, decrBy);
ZEND_METHOD(Baton_Redis, del);
ZEND_METHOD(Baton_Redis, discard);
ZEND_METHOD(Baton_Redis, dump);
ZEND_METHOD(Baton_Redis, echo);
ZEND_METHOD(Baton_Redis, eval);
ZEND_METHOD(Baton_Redis, evalsha);
ZEND_METHOD(Baton_Redis, exec);
ZEND_METHOD(Baton_Redis, exists);
ZEND_METHOD(Baton_Redis, expire);
ZEND_METHOD(Baton_Redis, expireAt);
ZEND_METHOD(Baton_Redis, flushAll);
ZEND_METHOD(Baton_Redis, flushDB);
ZEND_METHOD(Baton_Redis, geoadd);
ZEND_METHOD(Baton_Redis, geodist);
ZEND_METHOD(Baton_Redis, geohash);
ZEND_METHOD(Baton_Redis, geopos);
ZEND_METHOD(Baton_Redis, georadius);
ZEND_METHOD(Baton_Redis, georadiusbymember);
ZEND_METHOD(Baton_Redis, georadiusbymember_ro);
ZEND_METHOD(Baton_Redis, georadius_ro);
ZEND_METHOD(Baton_Redis, get);
ZEND_METHOD(Baton_Redis, getAuth);
ZEND_METHOD(Baton_Redis, getBit);
ZEND_METHOD(Baton_Redis, getDBNum);
ZEND_METHOD(Baton_Redis, getHost);
ZEND_METHOD(Baton_Redis, keys);
ZEND_METHOD(Baton_Redis, getLastError);
ZEND_METHOD(Baton_Redis, getMode);
ZEND_METHOD(Baton_Redis, mget);
ZEND_METHOD(Baton_Redis, getOption);
ZEND_METHOD(Baton_Redis, getPersistentID);
ZEND_METHOD(Baton_Redis, getPort);
ZEND_METHOD(Baton_Redis, getRange);
ZEND_METHOD(Baton_Redis, getReadTimeout);
ZEND_METHOD(Baton_Redis, getset);
ZEND_METHOD(Baton_Redis, getTimeout);
ZEND_METHOD(Baton_Redis, hDel);
ZEND_METHOD(Baton_Redis, hExists);
ZEND_METHOD(Baton_Redis, hGet);
ZEND_METHOD(Baton_Redis, hGetAll);
ZEND_METHOD(Baton_Redis, hIncrBy);
ZEND_METHOD(Baton_Redis, hIncrByFloat);
ZEND_METHOD(Baton_Redis, hKeys);
ZEND_METHOD(Baton_Redis, hLen);
ZEND_METHOD(Baton_Redis, hMget);
ZEND_METHOD(Baton_Redis, hMset);
ZEND_METHOD(Baton_Redis, hscan);
ZEND_METHOD(Baton_Redis, hSet);
ZEND_METHOD(Baton_Redis, hSetNx);
ZEND_METHOD(Baton_Redis, hStrLen);
ZEND_METHOD(Baton_Redis, hVals);
ZEND_METHOD(Baton_Redis, incr);
ZEND_METHOD(Baton_Redis, incrBy);
ZEND_METHOD(Baton_Redis, incrByFloat);
ZEND_METHOD(Baton_Redis, info);
ZEND_METHOD(Baton_Redis, isConnected);
ZEND_METHOD(Baton_Redis, lastSave);
ZEND_METHOD(Baton_Redis, lindex);
ZEND_METHOD(Baton_Redis, lrange);
ZEND_METHOD(Baton_Redis, lInsert);
ZEND_METHOD(Baton_Redis, ltrim);
ZEND_METHOD(Baton_Redis, lLen);
ZEND_METHOD(Baton_Redis, lPop);
ZEND_METHOD(Baton_Redis, lPush);
ZEND_METHOD(Baton_Redis, lPushx);
ZEND_METHOD(Baton_Redis, lrem);
ZEND_METHOD(Baton_Redis, lSet);
ZEND_METHOD(Baton_Redis, migrate);
ZEND_METHOD(Baton_Redis, move);
ZEND_METHOD(Baton_Redis, mset);
ZEND_METHOD(Baton_Redis, msetnx);
ZEND_METHOD(Baton_Redis, multi);
ZEND_METHOD(Baton_Redis, object);
ZEND_METHOD(Baton_Redis, pconnect);
ZEND_METHOD(Baton_Redis, persist);
ZEND_METHOD(Baton_Redis, pexpire);
ZEND_METHOD(Baton_Redis, pexpireAt);
ZEND_METHOD(Baton_Redis, pfadd);
ZEND_METHOD(Baton_Redis, pfcount);
ZEND_METHOD(Baton_Redis, pfmerge);
ZEND_METHOD(Baton_Redis, ping);
ZEND_METHOD(Baton_Redis, pipeline);
ZEND_METHOD(Baton_Redis, psetex);
ZEND_METHOD(Baton_Redis, psubscribe);
ZEND_METHOD(Baton_Redis, pttl);
ZEND_METHOD(Baton_Redis, publish);
ZEND_METHOD(Baton_Redis, pubsub);
ZEND_METHOD(Baton_Redis, punsubscribe);
ZEND_METHOD(Baton_Redis, randomKey);
ZEND_METHOD(Baton_Redis, rawcommand);
ZEND_METHOD(Baton_Redis, rename);
ZEND_METHOD(Baton_Redis, renameNx);
ZEND_METHOD(Baton_Redis, restore);
ZEND_METHOD(Baton_Redis, role);
ZEND_METHOD(Baton_Redis, rPop);
ZEND_METHOD(Baton_Redis, rpoplpush);
ZEND_METHOD(Baton_Redis, rPush);
ZEND_METHOD(Baton_Redis, rPushx);
ZEND_METHOD(Baton_Redis, sAdd);
ZEND_METHOD(Baton_Redis, sAddArray);
ZEND_METHOD(Baton_Redis, save);
ZEND_METHOD(Baton_Redis, scan);
ZEND_METHOD(Baton_Redis, scard);
ZEND_METHOD(Baton_Redis, sismember);
ZEND_METHOD(Baton_Redis, script);
ZEND_METHOD(Baton_Redis, sDiff);
ZEND_METHOD(Baton_Redis, sDiffStore);
ZEND_METHOD(Baton_Redis, select);
ZEND_METHOD(Baton_Redis, set);
ZEND_METHOD(Baton_Redis, setBit);
ZEND_METHOD(Baton_Redis, setex);
ZEND_METHOD(Baton_Redis, setnx);
ZEND_METHOD(Baton_Redis, setOption);
ZEND_METHOD(Baton_Redis, setRange);
ZEND_METHOD(Baton_Redis, sMembers);
ZEND_METHOD(Baton_Redis, sInter);
ZEND_METHOD(Baton_Redis, sInterStore);
ZEND_METHOD(Baton_Redis, slaveof);
ZEND_METHOD(Baton_Redis, slowlog);
ZEND_METHOD(Baton_Redis, sMisMember);
ZEND_METHOD(Baton_Redis, sMove);
ZEND_METHOD(Baton_Redis, sort);
ZEND_METHOD(Baton_Redis, sortAsc);
ZEND_METHOD(Baton_Redis, sortAscAlpha);
ZEND_METHOD(Baton_Redis, sortDesc);
ZEND_METHOD(Baton_Redis, sortDescAlpha);
ZEND_METHOD(Baton_Redis, sPop);
ZEND_METHOD(Baton_Redis, sRandMember);
ZEND_METHOD(Baton_Redis, srem);
ZEND_METHOD(Baton_Redis, sscan);
ZEND_METHOD(Baton_Redis, strlen);
ZEND_METHOD(Baton_Redis, subscribe);
ZEND_METHOD(Baton_Redis, sUnion);
ZEND_METHOD(Baton_Redis, sUnionStore);
ZEND_METHOD(Baton_Redis, swapdb);
ZEND_METHOD(Baton_Redis, time);
ZEND_METHOD(Baton_Redis, ttl);
ZEND_METHOD(Baton_Redis, type);
ZEND_METHOD(Baton_Redis, unlink);
ZEND_METHOD(Baton_Redis, unsubscribe);
ZEND_METHOD(Baton_Redis, unwatch);
ZEND_METHOD(Baton_Redis, wait);
ZEND_METHOD(Baton_Redis, watch);
ZEND_METHOD(Baton_Redis, xack);
ZEND_METHOD(Baton_Redis, xadd);
ZEND_METHOD(Baton_Redis, xclaim);
ZEND_METHOD(Baton_Redis, xdel);
ZEND_METHOD(Baton_Redis, xgroup);
ZEND_METHOD(Baton_Redis, xinfo);
ZEND_METHOD(Baton_Redis, xlen);
ZEND_METHOD(Baton_Redis, xpending);
ZEND_METHOD(Baton_Redis, xrange);
ZEND_METHOD(Baton_Redis, xread);
ZEND_METHOD(Baton_Redis, xreadgroup);
ZEND_METHOD(Baton_Redis, xrevrange);
ZEND_METHOD(Baton_Redis, xtrim);
ZEND_METHOD(Baton_Redis, zAdd);
ZEND_METHOD(Baton_Redis, zCard);
ZEND_METHOD(Baton_Redis, zCount);
ZEND_METHOD(Baton_Redis, zRem);
ZEND_METHOD(Baton_Redis, zRemRangeByRank);
ZEND_METHOD(Baton_Redis, zRemRangeByScore);
ZEND_METHOD(Baton_Redis, zIncrBy);
ZEND_METHOD(Baton_Redis, zinter);
ZEND_METHOD(Baton_Redis, zinterstore);
ZEND_METHOD(Baton_Redis, zLexCount);
ZEND_METHOD(Baton_Redis, zPopMax);
ZEND_METHOD(Baton_Redis, zPopMin);
ZEND_METHOD(Baton_Redis, zRange);
ZEND_METHOD(Baton_Redis, zRangeByLex);
ZEND_METHOD(Baton_Redis, zRangeByScore);
ZEND_METHOD(Baton_Redis, zRank);
ZEND_METHOD(Baton_Redis, zRemRangeByLex);
ZEND_METHOD(Baton_Redis, zRevRange);
ZEND_METHOD(Baton_Redis, zRevRangeByLex);
ZEND_METHOD(Baton_Redis, zRevRangeByScore);
ZEND_METHOD(Baton_Redis, zRevRank);
ZEND_METHOD(Baton_Redis, zscan);
ZEND_METHOD(Baton_Redis, zScore);
ZEND_METHOD(Baton_Redis, zunion);
ZEND_METHOD(Baton_Redis, zunionstore);
ZEND_METHOD(Baton_Redis, _compress);
ZEND_METHOD(Baton_Redis, _pack);
ZEND_METHOD(Baton_Redis, _prefix);
ZEND_METHOD(Baton_Redis, _serialize);
ZEND_METHOD(Baton_Redis, _uncompress);
ZEND_METHOD(Baton_Redis, _unpack);
ZEND_METHOD(Baton_Redis, _unserialize);
ZEND_METHOD(Baton_Redis, __construct);
ZEND_METHOD(Baton_Redis, __destruct);
ZEND_METHOD(Baton_RedisCluster, acl);
ZEND_METHOD(Baton_RedisCluster, append);
ZEND_METHOD(Baton_RedisCluster, bgrewriteaof);
ZEND_METHOD(Baton_RedisCluster, bgSave);
ZEND_METHOD(Baton_RedisCluster, bitcount);
ZEND_METHOD(Baton_RedisCluster, bitop);
ZEND_METHOD(Baton_RedisCluster, bitpos);
ZEND_METHOD(Baton_RedisCluster, blPop);
ZEND_METHOD(Baton_RedisCluster, brPop);
ZEND_METHOD(Baton_RedisCluster, brpoplpush);
ZEND_METHOD(Baton_RedisCluster, bzPopMax);
ZEND_METHOD(Baton_RedisCluster, bzPopMin);
ZEND_METHOD(Baton_RedisCluster, client);
ZEND_METHOD(Baton_RedisCluster, close);
ZEND_METHOD(Baton_RedisCluster, cluster);
ZEND_METHOD(Baton_RedisCluster, command);
ZEND_METHOD(Baton_RedisCluster, config);
ZEND_METHOD(Baton_RedisCluster, dbSize);
ZEND_METHOD(Baton_RedisCluster, decr);
ZEND_METHOD(Baton_RedisCluster, decrBy);
ZEND_METHOD(Baton_RedisCluster, del);
ZEND_METHOD(Baton_RedisCluster, discard);
ZEND_METHOD(Baton_RedisCluster, dump);
ZEND_METHOD(Baton_RedisCluster, echo);
ZEND_METHOD(Baton_RedisCluster, eval);
ZEND_METHOD(Baton_RedisCluster, evalsha);
ZEND_METHOD(Baton_RedisCluster, exec);
ZEND_METHOD(Baton_RedisCluster, exists);
ZEND_METHOD(Baton_RedisCluster, expire);
ZEND_METHOD(Baton_RedisCluster, expireAt);
ZEND_METHOD(Baton_RedisCluster, flushAll);
ZEND_METHOD(Baton_RedisCluster, flushDB);
ZEND_METHOD(Baton_RedisCluster, geoadd);
ZEND_METHOD(Baton_RedisCluster, geodist);
ZEND_METHOD(Baton_RedisCluster, geohash);
ZEND_METHOD(Baton_RedisCluster, geopos);
ZEND_METHOD(Baton_RedisCluster, georadius);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember_ro);
ZEND_METHOD(Baton_RedisCluster, georadius_ro);
ZEND_METHOD(Baton_RedisCluster, get);
ZEND_METHOD(Baton_RedisCluster, getBit);
ZEND_METHOD(Baton_RedisCluster, getOption);
ZEND_METHOD(Baton_RedisCluster, getRange);
ZEND_METHOD(Baton_RedisCluster, getset);
ZEND_METHOD(Baton_RedisCluster, hDel);
ZEND_METHOD(Baton_RedisCluster, hExists);
ZEND_METHOD(Baton_RedisCluster, hGet);
ZEND_METHOD(Baton_RedisCluster, hGetAll);
ZEND_METHOD(Baton_RedisCluster, hIncrBy);
ZEND_METHOD(Baton_RedisCluster, hIncrByFloat);
ZEND_METHOD(Baton_RedisCluster, hKeys);
ZEND_METHOD(Baton_RedisCluster, hLen);
ZEND_METHOD(Baton_RedisCluster, hMget);
ZEND_METHOD(Baton_RedisCluster, hMset);
ZEND_METHOD(Baton_RedisCluster, hscan);
ZEND_METHOD(Baton_RedisCluster, hSet);
ZEND_METHOD(Baton_RedisCluster, hSetNx);
ZEND_METHOD(Baton_RedisCluster, hStrLen);
ZEND_METHOD(Baton_RedisCluster, hVals);
ZEND_METHOD(Baton_RedisCluster, incr);
ZEND_METHOD(Baton_RedisCluster, incrBy);
ZEND_METHOD(Baton_RedisCluster, incrByFloat);
ZEND_METHOD(Baton_RedisCluster, info);
ZEND_METHOD(Baton_RedisCluster, keys);
ZEND_METHOD(Baton_RedisCluster, lastSave);
ZEND_METHOD(Baton_RedisCluster, lindex);
ZEND_METHOD(Baton_RedisCluster, lInsert);
ZEND_METHOD(Baton_RedisCluster, lLen);
ZEND_METHOD(Baton_RedisCluster, lPop);
ZEND_METHOD(Baton_RedisCluster, lPush);
ZEND_METHOD(Baton_RedisCluster, lPushx);
ZEND_METHOD(Baton_RedisCluster, lrange);
ZEND_METHOD(Baton_RedisCluster, lrem);
ZEND_METHOD(Baton_RedisCluster, lSet);
ZEND_METHOD(Baton_RedisCluster, ltrim);
ZEND_METHOD(Baton_RedisCluster, mget);
ZEND_METHOD(Baton_RedisCluster, mset);
ZEND_METHOD(Baton_RedisCluster, msetnx);
ZEND_METHOD(Baton_RedisCluster, multi);
ZEND_METHOD(Baton_RedisCluster, object);
ZEND_METHOD(Baton_RedisCluster, persist);
ZEND_METHOD(Baton_RedisCluster, pexpire);
ZEND_METHOD(Baton_RedisCluster, pexpireAt);
ZEND_METHOD(Baton_RedisCluster, pfadd);
ZEND_METHOD(Baton_RedisCluster, pfcount);
ZEND_METHOD(Baton_RedisCluster, pfmerge);
ZEND_METHOD(Baton_RedisCluster, ping);
ZEND_METHOD(Baton_RedisCluster, psetex);
ZEND_METHOD(Baton_RedisCluster, psubscribe);
ZEND_METHOD(Baton_RedisCluster, pttl);
ZEND_METHOD(Baton_RedisCluster, publish);
ZEND_METHOD(Baton_RedisCluster, pubsub);
ZEND_METHOD(Baton_RedisCluster, punsubscribe);
ZEND_METHOD(Baton_RedisCluster, randomKey);
ZEND_METHOD(Baton_RedisCluster, rawcommand);
ZEND_METHOD(Baton_RedisCluster, rename);
ZEND_METHOD(Baton_RedisCluster, renameNx);
ZEND_METHOD(Baton_RedisCluster, restore);
ZEND_METHOD(Baton_RedisCluster, role);
ZEND_METHOD(Baton_RedisCluster, rPop);
ZEND_METHOD(Baton_RedisCluster, rpoplpush);
ZEND_METHOD(Baton_RedisCluster, rPush);
ZEND_METHOD(Baton_RedisCluster, rPushx);
ZEND_METHOD(Baton_RedisCluster, sAdd);
ZEND_METHOD(Baton_RedisCluster, sAddArray);
ZEND_METHOD(Baton_RedisCluster, save);
ZEND_METHOD(Baton_RedisCluster, scan);
ZEND_METHOD(Baton_RedisCluster, scard);
ZEND_METHOD(Baton_RedisCluster, script);
ZEND_METHOD(Baton_RedisCluster, sDiff);
ZEND_METHOD(Baton_RedisCluster, sDiffStore);
ZEND_METHOD(Baton_RedisCluster, set);
ZEND_METHOD(Baton_RedisCluster, setBit);
ZEND_METHOD(Baton_RedisCluster, setex);
ZEND_METHOD(Baton_RedisCluster, setnx);
ZEND_METHOD(Baton_RedisCluster, setOption);
ZEND_METHOD(Baton_RedisCluster, setRange);
ZEND_METHOD(Baton_RedisCluster, sInter);
ZEND_METHOD(Baton_RedisCluster, sInterStore);
ZEND_METHOD(Baton_RedisCluster, sismember);
ZEND_METHOD(Baton_RedisCluster, slowlog);
ZEND_METHOD(Baton_RedisCluster, sMembers);
ZEND_METHOD(Baton_RedisCluster, sMove);
ZEND_METHOD(Baton_RedisCluster, sort);
ZEND_METHOD(Baton_RedisCluster, sPop);
ZEND_METHOD(Baton_RedisCluster, sRandMember);
ZEND_METHOD(Baton_RedisCluster, srem);
ZEND_METHOD(Baton_RedisCluster, sscan);
ZEND_METHOD(Baton_RedisCluster, strlen);
ZEND_METHOD(Baton_RedisCluster, subscribe);
ZEND_METHOD(Baton_RedisCluster, sUnion);
ZEND_METHOD(Baton_RedisCluster, sUnionStore);
ZEND_METHOD(Baton_RedisCluster, time);
ZEND_METHOD(Baton_RedisCluster, ttl);
ZEND_METHOD(Baton_RedisCluster, type);
ZEND_METHOD(Baton_RedisCluster, unlink);
ZEND_METHOD(Baton_RedisCluster, unsubscribe);
ZEND_METHOD(Baton_RedisCluster, unwatch);
ZEND_METHOD(Baton_RedisCluster, watch);
ZEND_METHOD(Baton_RedisCluster, xack);
ZEND_METHOD(Baton_RedisCluster, xadd);
ZEND_METHOD(Baton_RedisCluster, xclaim);
ZEND_METHOD(Baton_RedisCluster, xdel);
ZEND_METHOD(Baton_RedisCluster, xgroup);
ZEND_METHOD(Baton_RedisCluster, xinfo);
ZEND_METHOD(Baton_RedisCluster, xlen);
ZEND_METHOD(Baton_RedisCluster, xpending);
ZEND_METHOD(Baton_RedisCluster, xrange);
ZEND_METHOD(Baton_RedisCluster, xread);
ZEND_METHOD(Baton_RedisCluster, xreadgroup);
ZEND_METHOD(Baton_RedisCluster, xrevrange);
ZEND_METHOD(Baton_RedisCluster, xtrim);
ZEND_METHOD(Baton_RedisCluster, zAdd);
ZEND_METHOD(Baton_RedisCluster, zCard);
ZEND_METHOD(Baton_RedisCluster, zCount);
ZEND_METHOD(Baton_RedisCluster, zIncrBy);
ZEND_METHOD(Baton_RedisCluster, zinterstore);
ZEND_METHOD(Baton_RedisCluster, zLexCount);
ZEND_METHOD(Baton_RedisCluster, zPopMax);
ZEND_METHOD(Baton_RedisCluster, zPopMin);
ZEND_METHOD(Baton_RedisCluster, zRange);
ZEND_METHOD(Baton_RedisCluster, zRangeByLex);
ZEND_METHOD(Baton_RedisCluster, zRangeByScore);
ZEND_METHOD(Baton_RedisCluster, zRank);
ZEND_METHOD(Baton_RedisCluster, zRem);
ZEND_METHOD(Baton_RedisCluster, zRemRangeByLex);
ZEND_METHOD(Baton_RedisCluster, zRemRangeByRank);
ZEND_METHOD(Baton_RedisCluster, zRemRangeByScore);
ZEND_METHOD(Baton_RedisCluster, zRevRange);
ZEND_METHOD(Baton_RedisCluster, zRevRangeByLex);
ZEND_METHOD(Baton_RedisCluster, zRevRangeByScore);
ZEND_METHOD(Baton_RedisCluster, zRevRank);
ZEND_METHOD(Baton_RedisCluster, zscan);
ZEND_METHOD(Baton_RedisCluster, zScore);
ZEND_METHOD(Baton_RedisCluster, zunionstore);
ZEND_METHOD(Baton_RedisCluster, _masters);
ZEND_METHOD(Baton_RedisCluster, _redir);
ZEND_METHOD(Baton_RedisCluster, __construct);
ZEND_METHOD(Baton_RedisSentinel, ckquorum);
ZEND_METHOD(Baton_RedisSentinel, failover);
ZEND_METHOD(Baton_RedisSentinel, flushconfig);
ZEND_METHOD(Baton_RedisSentinel, getMasterAddrByName);
ZEND_METHOD(Baton_RedisSentinel, master);
ZEND_METHOD(Baton_RedisSentinel, masters);
ZEND_METHOD(Baton_RedisSentinel, ping);
ZEND_METHOD(Baton_RedisSentinel, reset);
ZEND_METHOD(Baton_RedisSentinel, sentinels);
ZEND_METHOD(Baton_RedisSentinel, slaves);
ZEND_METHOD(Baton_RedisSentinel, __construct);
ZEND_METHOD(Baton_RedisArray, bgsave);
ZEND_METHOD(Baton_RedisArray, del);
ZEND_METHOD(Baton_RedisArray, discard);
ZEND_METHOD(Baton_RedisArray, exec);
ZEND_METHOD(Baton_RedisArray, flushall);
ZEND_METHOD(Baton_RedisArray, flushdb);
ZEND_METHOD(Baton_RedisArray, mget);
ZEND_METHOD(Baton_RedisArray, getOption);
ZEND_METHOD(Baton_RedisArray, hscan);
ZEND_METHOD(Baton_RedisArray, info);
ZEND_METHOD(Baton_RedisArray, keys);
ZEND_METHOD(Baton_RedisArray, mset);
ZEND_METHOD(Baton_RedisArray, multi);
ZEND_METHOD(Baton_RedisArray, ping);
ZEND_METHOD(Baton_RedisArray, save);
ZEND_METHOD(Baton_RedisArray, scan);
ZEND_METHOD(Baton_RedisArray, select);
ZEND_METHOD(Baton_RedisArray, setOption);
ZEND_METHOD(Baton_RedisArray, sscan);
ZEND_METHOD(Baton_RedisArray, unlink);
ZEND_METHOD(Baton_RedisArray, unwatch);
ZEND_METHOD(Baton_RedisArray, zscan);
ZEND_METHOD(Baton_RedisArray, _continuum);
ZEND_METHOD(Baton_RedisArray, _distributor);
ZEND_METHOD(Baton_RedisArray, _function);
ZEND_METHOD(Baton_RedisArray, _hosts);
ZEND_METHOD(Baton_RedisArray, _instance);
ZEND_METHOD(Baton_RedisArray, _rehash);
ZEND_METHOD(Baton_RedisArray, _target);
ZEND_METHOD(Baton_RedisArray, __call);
ZEND_METHOD(Baton_RedisArray, __construct);


static const zend_function_entry class_Redis_methods[] = {
	ZEND_MALIAS(Baton_Redis, acl, acl, arginfo_class_Redis_acl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, append, append, arginfo_class_Redis_append, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, auth, auth, arginfo_class_Redis_auth, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bgrewriteaof, bgrewriteaof, arginfo_class_Redis_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bgSave, bgSave, arginfo_class_Redis_bgSave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitcount, bitcount, arginfo_class_Redis_bitcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitop, bitop, arginfo_class_Redis_bitop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitpos, bitpos, arginfo_class_Redis_bitpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, blPop, blPop, arginfo_class_Redis_blPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, brPop, brPop, arginfo_class_Redis_brPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, brpoplpush, brpoplpush, arginfo_class_Redis_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bzPopMax, bzPopMax, arginfo_class_Redis_bzPopMax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bzPopMin, bzPopMin, arginfo_class_Redis_bzPopMin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearLastError, clearLastError, arginfo_class_Redis_clearLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, client, client, arginfo_class_Redis_client, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, close, close, arginfo_class_Redis_close, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, command, command, arginfo_class_Redis_command, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, config, config, arginfo_class_Redis_config, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, connect, connect, arginfo_class_Redis_connect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, dbSize, dbSize, arginfo_class_Redis_dbSize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, debug, debug, arginfo_class_Redis_debug, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, decr, decr, arginfo_class_Redis_decr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, decrBy, decrBy, arginfo_class_Redis_decrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, del, del, arginfo_class_Redis_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, delete, del, arginfo_class_Redis_delete, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, discard, discard, arginfo_class_Redis_discard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, dump, dump, arginfo_class_Redis_dump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, echo, echo, arginfo_class_Redis_echo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, eval, eval, arginfo_class_Redis_eval, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, evalsha, evalsha, arginfo_class_Redis_evalsha, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, evaluate, eval, arginfo_class_Redis_evaluate, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, evaluateSha, evalsha, arginfo_class_Redis_evaluateSha, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, exec, exec, arginfo_class_Redis_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, exists, exists, arginfo_class_Redis_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, expire, expire, arginfo_class_Redis_expire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, expireAt, expireAt, arginfo_class_Redis_expireAt, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushAll, flushAll, arginfo_class_Redis_flushAll, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushDB, flushDB, arginfo_class_Redis_flushDB, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geoadd, geoadd, arginfo_class_Redis_geoadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geodist, geodist, arginfo_class_Redis_geodist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geohash, geohash, arginfo_class_Redis_geohash, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geopos, geopos, arginfo_class_Redis_geopos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadius, georadius, arginfo_class_Redis_georadius, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadiusbymember, georadiusbymember, arginfo_class_Redis_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadiusbymember_ro, georadiusbymember_ro, arginfo_class_Redis_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadius_ro, georadius_ro, arginfo_class_Redis_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, get, get, arginfo_class_Redis_get, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getAuth, getAuth, arginfo_class_Redis_getAuth, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getBit, getBit, arginfo_class_Redis_getBit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getDBNum, getDBNum, arginfo_class_Redis_getDBNum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getHost, getHost, arginfo_class_Redis_getHost, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getKeys, keys, arginfo_class_Redis_getKeys, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, getLastError, getLastError, arginfo_class_Redis_getLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getMode, getMode, arginfo_class_Redis_getMode, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getMultiple, mget, arginfo_class_Redis_getMultiple, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, getOption, getOption, arginfo_class_Redis_getOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getPersistentID, getPersistentID, arginfo_class_Redis_getPersistentID, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getPort, getPort, arginfo_class_Redis_getPort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getRange, getRange, arginfo_class_Redis_getRange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getReadTimeout, getReadTimeout, arginfo_class_Redis_getReadTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getSet, getset, arginfo_class_Redis_getSet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getTimeout, getTimeout, arginfo_class_Redis_getTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hDel, hDel, arginfo_class_Redis_hDel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hExists, hExists, arginfo_class_Redis_hExists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hGet, hGet, arginfo_class_Redis_hGet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hGetAll, hGetAll, arginfo_class_Redis_hGetAll, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hIncrBy, hIncrBy, arginfo_class_Redis_hIncrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hIncrByFloat, hIncrByFloat, arginfo_class_Redis_hIncrByFloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hKeys, hKeys, arginfo_class_Redis_hKeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hLen, hLen, arginfo_class_Redis_hLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hMget, hMget, arginfo_class_Redis_hMget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hMset, hMset, arginfo_class_Redis_hMset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hscan, hscan, arginfo_class_Redis_hscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hSet, hSet, arginfo_class_Redis_hSet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hSetNx, hSetNx, arginfo_class_Redis_hSetNx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hStrLen, hStrLen, arginfo_class_Redis_hStrLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hVals, hVals, arginfo_class_Redis_hVals, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incr, incr, arginfo_class_Redis_incr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incrBy, incrBy, arginfo_class_Redis_incrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incrByFloat, incrByFloat, arginfo_class_Redis_incrByFloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, info, info, arginfo_class_Redis_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, isConnected, isConnected, arginfo_class_Redis_isConnected, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, keys, keys, arginfo_class_Redis_keys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lastSave, lastSave, arginfo_class_Redis_lastSave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lGet, lindex, arginfo_class_Redis_lGet, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, lGetRange, lrange, arginfo_class_Redis_lGetRange, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, lindex, lindex, arginfo_class_Redis_lindex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lInsert, lInsert, arginfo_class_Redis_lInsert, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, listTrim, ltrim, arginfo_class_Redis_listTrim, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, lLen, lLen, arginfo_class_Redis_lLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lPop, lPop, arginfo_class_Redis_lPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lPush, lPush, arginfo_class_Redis_lPush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lPushx, lPushx, arginfo_class_Redis_lPushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lrange, lrange, arginfo_class_Redis_lrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lrem, lrem, arginfo_class_Redis_lrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lRemove, lrem, arginfo_class_Redis_lRemove, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, lSet, lSet, arginfo_class_Redis_lSet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lSize, lLen, arginfo_class_Redis_lSize, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, ltrim, ltrim, arginfo_class_Redis_ltrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, mget, mget, arginfo_class_Redis_mget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, migrate, migrate, arginfo_class_Redis_migrate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, move, move, arginfo_class_Redis_move, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, mset, mset, arginfo_class_Redis_mset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, msetnx, msetnx, arginfo_class_Redis_msetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, multi, multi, arginfo_class_Redis_multi, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, object, object, arginfo_class_Redis_object, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, open, connect, arginfo_class_Redis_open, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, pconnect, pconnect, arginfo_class_Redis_pconnect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, persist, persist, arginfo_class_Redis_persist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pexpire, pexpire, arginfo_class_Redis_pexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pexpireAt, pexpireAt, arginfo_class_Redis_pexpireAt, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfadd, pfadd, arginfo_class_Redis_pfadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfcount, pfcount, arginfo_class_Redis_pfcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfmerge, pfmerge, arginfo_class_Redis_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ping, ping, arginfo_class_Redis_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pipeline, pipeline, arginfo_class_Redis_pipeline, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, popen, pconnect, arginfo_class_Redis_popen, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, psetex, psetex, arginfo_class_Redis_psetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, psubscribe, psubscribe, arginfo_class_Redis_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pttl, pttl, arginfo_class_Redis_pttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, publish, publish, arginfo_class_Redis_publish, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pubsub, pubsub, arginfo_class_Redis_pubsub, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, punsubscribe, punsubscribe, arginfo_class_Redis_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, randomKey, randomKey, arginfo_class_Redis_randomKey, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rawcommand, rawcommand, arginfo_class_Redis_rawcommand, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rename, rename, arginfo_class_Redis_rename, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, renameKey, rename, arginfo_class_Redis_renameKey, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, renameNx, renameNx, arginfo_class_Redis_renameNx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, restore, restore, arginfo_class_Redis_restore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, role, role, arginfo_class_Redis_role, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rPop, rPop, arginfo_class_Redis_rPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rpoplpush, rpoplpush, arginfo_class_Redis_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rPush, rPush, arginfo_class_Redis_rPush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rPushx, rPushx, arginfo_class_Redis_rPushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sAdd, sAdd, arginfo_class_Redis_sAdd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sAddArray, sAddArray, arginfo_class_Redis_sAddArray, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, save, save, arginfo_class_Redis_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, scan, scan, arginfo_class_Redis_scan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, scard, scard, arginfo_class_Redis_scard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sContains, sismember, arginfo_class_Redis_sContains, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, script, script, arginfo_class_Redis_script, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sDiff, sDiff, arginfo_class_Redis_sDiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sDiffStore, sDiffStore, arginfo_class_Redis_sDiffStore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, select, select, arginfo_class_Redis_select, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sendEcho, echo, arginfo_class_Redis_sendEcho, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, set, set, arginfo_class_Redis_set, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setBit, setBit, arginfo_class_Redis_setBit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setex, setex, arginfo_class_Redis_setex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setnx, setnx, arginfo_class_Redis_setnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setOption, setOption, arginfo_class_Redis_setOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setRange, setRange, arginfo_class_Redis_setRange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setTimeout, expire, arginfo_class_Redis_setTimeout, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sGetMembers, sMembers, arginfo_class_Redis_sGetMembers, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sInter, sInter, arginfo_class_Redis_sInter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sInterStore, sInterStore, arginfo_class_Redis_sInterStore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sismember, sismember, arginfo_class_Redis_sismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, slaveof, slaveof, arginfo_class_Redis_slaveof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, slowlog, slowlog, arginfo_class_Redis_slowlog, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sMembers, sMembers, arginfo_class_Redis_sMembers, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sMisMember, sMisMember, arginfo_class_Redis_sMisMember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sMove, sMove, arginfo_class_Redis_sMove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sort, sort, arginfo_class_Redis_sort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sortAsc, sortAsc, arginfo_class_Redis_sortAsc, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sortAscAlpha, sortAscAlpha, arginfo_class_Redis_sortAscAlpha, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sortDesc, sortDesc, arginfo_class_Redis_sortDesc, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sortDescAlpha, sortDescAlpha, arginfo_class_Redis_sortDescAlpha, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sPop, sPop, arginfo_class_Redis_sPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sRandMember, sRandMember, arginfo_class_Redis_sRandMember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, srem, srem, arginfo_class_Redis_srem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sRemove, srem, arginfo_class_Redis_sRemove, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sscan, sscan, arginfo_class_Redis_sscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sSize, scard, arginfo_class_Redis_sSize, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, strlen, strlen, arginfo_class_Redis_strlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, subscribe, subscribe, arginfo_class_Redis_subscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, substr, getRange, arginfo_class_Redis_substr, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, sUnion, sUnion, arginfo_class_Redis_sUnion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sUnionStore, sUnionStore, arginfo_class_Redis_sUnionStore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, swapdb, swapdb, arginfo_class_Redis_swapdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, time, time, arginfo_class_Redis_time, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ttl, ttl, arginfo_class_Redis_ttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, type, type, arginfo_class_Redis_type, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unlink, unlink, arginfo_class_Redis_unlink, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unsubscribe, unsubscribe, arginfo_class_Redis_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unwatch, unwatch, arginfo_class_Redis_unwatch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, wait, wait, arginfo_class_Redis_wait, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, watch, watch, arginfo_class_Redis_watch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xack, xack, arginfo_class_Redis_xack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xadd, xadd, arginfo_class_Redis_xadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xclaim, xclaim, arginfo_class_Redis_xclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xdel, xdel, arginfo_class_Redis_xdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xgroup, xgroup, arginfo_class_Redis_xgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xinfo, xinfo, arginfo_class_Redis_xinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xlen, xlen, arginfo_class_Redis_xlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xpending, xpending, arginfo_class_Redis_xpending, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xrange, xrange, arginfo_class_Redis_xrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xread, xread, arginfo_class_Redis_xread, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xreadgroup, xreadgroup, arginfo_class_Redis_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xrevrange, xrevrange, arginfo_class_Redis_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xtrim, xtrim, arginfo_class_Redis_xtrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zAdd, zAdd, arginfo_class_Redis_zAdd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zCard, zCard, arginfo_class_Redis_zCard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zCount, zCount, arginfo_class_Redis_zCount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zDelete, zRem, arginfo_class_Redis_zDelete, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zDeleteRangeByRank, zRemRangeByRank, arginfo_class_Redis_zDeleteRangeByRank, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zDeleteRangeByScore, zRemRangeByScore, arginfo_class_Redis_zDeleteRangeByScore, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zIncrBy, zIncrBy, arginfo_class_Redis_zIncrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zInter, zinter, arginfo_class_Redis_zInter, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zinterstore, zinterstore, arginfo_class_Redis_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zLexCount, zLexCount, arginfo_class_Redis_zLexCount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zPopMax, zPopMax, arginfo_class_Redis_zPopMax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zPopMin, zPopMin, arginfo_class_Redis_zPopMin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRange, zRange, arginfo_class_Redis_zRange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRangeByLex, zRangeByLex, arginfo_class_Redis_zRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRangeByScore, zRangeByScore, arginfo_class_Redis_zRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRank, zRank, arginfo_class_Redis_zRank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRem, zRem, arginfo_class_Redis_zRem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRemove, zRem, arginfo_class_Redis_zRemove, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zRemoveRangeByScore, zRemRangeByScore, arginfo_class_Redis_zRemoveRangeByScore, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zRemRangeByLex, zRemRangeByLex, arginfo_class_Redis_zRemRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRemRangeByRank, zRemRangeByRank, arginfo_class_Redis_zRemRangeByRank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRemRangeByScore, zRemRangeByScore, arginfo_class_Redis_zRemRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zReverseRange, zRevRange, arginfo_class_Redis_zReverseRange, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zRevRange, zRevRange, arginfo_class_Redis_zRevRange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRevRangeByLex, zRevRangeByLex, arginfo_class_Redis_zRevRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRevRangeByScore, zRevRangeByScore, arginfo_class_Redis_zRevRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zRevRank, zRevRank, arginfo_class_Redis_zRevRank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zscan, zscan, arginfo_class_Redis_zscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zScore, zScore, arginfo_class_Redis_zScore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zSize, zCard, arginfo_class_Redis_zSize, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zUnion, zunion, arginfo_class_Redis_zUnion, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_MALIAS(Baton_Redis, zunionstore, zunionstore, arginfo_class_Redis_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _compress, _compress, arginfo_class_Redis__compress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _pack, _pack, arginfo_class_Redis__pack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _prefix, _prefix, arginfo_class_Redis__prefix, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _serialize, _serialize, arginfo_class_Redis__serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _uncompress, _uncompress, arginfo_class_Redis__uncompress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unpack, _unpack, arginfo_class_Redis__unpack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unserialize, _unserialize, arginfo_class_Redis__unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, __construct, __construct, arginfo_class_Redis___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, __destruct, __destruct, arginfo_class_Redis___destruct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_RedisCluster_methods[] = {
	ZEND_MALIAS(Baton_RedisCluster, acl, acl, arginfo_class_RedisCluster_acl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, append, append, arginfo_class_RedisCluster_append, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bgrewriteaof, bgrewriteaof, arginfo_class_RedisCluster_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bgsave, bgSave, arginfo_class_RedisCluster_bgsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitcount, bitcount, arginfo_class_RedisCluster_bitcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitop, bitop, arginfo_class_RedisCluster_bitop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitpos, bitpos, arginfo_class_RedisCluster_bitpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, blpop, blPop, arginfo_class_RedisCluster_blpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, brpop, brPop, arginfo_class_RedisCluster_brpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, brpoplpush, brpoplpush, arginfo_class_RedisCluster_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bzpopmax, bzPopMax, arginfo_class_RedisCluster_bzpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bzpopmin, bzPopMin, arginfo_class_RedisCluster_bzpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearlasterror, clearLastError, arginfo_class_RedisCluster_clearlasterror, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, client, client, arginfo_class_RedisCluster_client, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, close, close, arginfo_class_RedisCluster_close, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, cluster, cluster, arginfo_class_RedisCluster_cluster, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, command, command, arginfo_class_RedisCluster_command, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, config, config, arginfo_class_RedisCluster_config, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, dbsize, dbSize, arginfo_class_RedisCluster_dbsize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, decr, decr, arginfo_class_RedisCluster_decr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, decrby, decrBy, arginfo_class_RedisCluster_decrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, del, del, arginfo_class_RedisCluster_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, discard, discard, arginfo_class_RedisCluster_discard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, dump, dump, arginfo_class_RedisCluster_dump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, echo, echo, arginfo_class_RedisCluster_echo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, eval, eval, arginfo_class_RedisCluster_eval, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, evalsha, evalsha, arginfo_class_RedisCluster_evalsha, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, exec, exec, arginfo_class_RedisCluster_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, exists, exists, arginfo_class_RedisCluster_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, expire, expire, arginfo_class_RedisCluster_expire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, expireat, expireAt, arginfo_class_RedisCluster_expireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, flushall, flushAll, arginfo_class_RedisCluster_flushall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, flushdb, flushDB, arginfo_class_RedisCluster_flushdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geoadd, geoadd, arginfo_class_RedisCluster_geoadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geodist, geodist, arginfo_class_RedisCluster_geodist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geohash, geohash, arginfo_class_RedisCluster_geohash, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geopos, geopos, arginfo_class_RedisCluster_geopos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadius, georadius, arginfo_class_RedisCluster_georadius, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadiusbymember, georadiusbymember, arginfo_class_RedisCluster_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadiusbymember_ro, georadiusbymember_ro, arginfo_class_RedisCluster_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadius_ro, georadius_ro, arginfo_class_RedisCluster_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, get, get, arginfo_class_RedisCluster_get, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getbit, getBit, arginfo_class_RedisCluster_getbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getlasterror, getLastError, arginfo_class_RedisCluster_getlasterror, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getmode, getMode, arginfo_class_RedisCluster_getmode, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getoption, getOption, arginfo_class_RedisCluster_getoption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getrange, getRange, arginfo_class_RedisCluster_getrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getset, getset, arginfo_class_RedisCluster_getset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hdel, hDel, arginfo_class_RedisCluster_hdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hexists, hExists, arginfo_class_RedisCluster_hexists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hget, hGet, arginfo_class_RedisCluster_hget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hgetall, hGetAll, arginfo_class_RedisCluster_hgetall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hincrby, hIncrBy, arginfo_class_RedisCluster_hincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hincrbyfloat, hIncrByFloat, arginfo_class_RedisCluster_hincrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hkeys, hKeys, arginfo_class_RedisCluster_hkeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hlen, hLen, arginfo_class_RedisCluster_hlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hmget, hMget, arginfo_class_RedisCluster_hmget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hmset, hMset, arginfo_class_RedisCluster_hmset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hscan, hscan, arginfo_class_RedisCluster_hscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hset, hSet, arginfo_class_RedisCluster_hset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hsetnx, hSetNx, arginfo_class_RedisCluster_hsetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hstrlen, hStrLen, arginfo_class_RedisCluster_hstrlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hvals, hVals, arginfo_class_RedisCluster_hvals, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incr, incr, arginfo_class_RedisCluster_incr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incrby, incrBy, arginfo_class_RedisCluster_incrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incrbyfloat, incrByFloat, arginfo_class_RedisCluster_incrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, info, info, arginfo_class_RedisCluster_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, keys, keys, arginfo_class_RedisCluster_keys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lastsave, lastSave, arginfo_class_RedisCluster_lastsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lget, lindex, arginfo_class_RedisCluster_lget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lindex, lindex, arginfo_class_RedisCluster_lindex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, linsert, lInsert, arginfo_class_RedisCluster_linsert, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, llen, lLen, arginfo_class_RedisCluster_llen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpop, lPop, arginfo_class_RedisCluster_lpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpush, lPush, arginfo_class_RedisCluster_lpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpushx, lPushx, arginfo_class_RedisCluster_lpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lrange, lrange, arginfo_class_RedisCluster_lrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lrem, lrem, arginfo_class_RedisCluster_lrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lset, lSet, arginfo_class_RedisCluster_lset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ltrim, ltrim, arginfo_class_RedisCluster_ltrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, mget, mget, arginfo_class_RedisCluster_mget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, mset, mset, arginfo_class_RedisCluster_mset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, msetnx, msetnx, arginfo_class_RedisCluster_msetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, multi, multi, arginfo_class_RedisCluster_multi, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, object, object, arginfo_class_RedisCluster_object, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, persist, persist, arginfo_class_RedisCluster_persist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pexpire, pexpire, arginfo_class_RedisCluster_pexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pexpireat, pexpireAt, arginfo_class_RedisCluster_pexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfadd, pfadd, arginfo_class_RedisCluster_pfadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfcount, pfcount, arginfo_class_RedisCluster_pfcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfmerge, pfmerge, arginfo_class_RedisCluster_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ping, ping, arginfo_class_RedisCluster_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, psetex, psetex, arginfo_class_RedisCluster_psetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, psubscribe, psubscribe, arginfo_class_RedisCluster_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pttl, pttl, arginfo_class_RedisCluster_pttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, publish, publish, arginfo_class_RedisCluster_publish, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pubsub, pubsub, arginfo_class_RedisCluster_pubsub, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, punsubscribe, punsubscribe, arginfo_class_RedisCluster_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, randomkey, randomKey, arginfo_class_RedisCluster_randomkey, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rawcommand, rawcommand, arginfo_class_RedisCluster_rawcommand, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rename, rename, arginfo_class_RedisCluster_rename, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, renamenx, renameNx, arginfo_class_RedisCluster_renamenx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, restore, restore, arginfo_class_RedisCluster_restore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, role, role, arginfo_class_RedisCluster_role, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpop, rPop, arginfo_class_RedisCluster_rpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpoplpush, rpoplpush, arginfo_class_RedisCluster_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpush, rPush, arginfo_class_RedisCluster_rpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpushx, rPushx, arginfo_class_RedisCluster_rpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sadd, sAdd, arginfo_class_RedisCluster_sadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, saddarray, sAddArray, arginfo_class_RedisCluster_saddarray, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, save, save, arginfo_class_RedisCluster_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, scan, scan, arginfo_class_RedisCluster_scan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, scard, scard, arginfo_class_RedisCluster_scard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, script, script, arginfo_class_RedisCluster_script, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sdiff, sDiff, arginfo_class_RedisCluster_sdiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sdiffstore, sDiffStore, arginfo_class_RedisCluster_sdiffstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, set, set, arginfo_class_RedisCluster_set, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setbit, setBit, arginfo_class_RedisCluster_setbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setex, setex, arginfo_class_RedisCluster_setex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setnx, setnx, arginfo_class_RedisCluster_setnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setoption, setOption, arginfo_class_RedisCluster_setoption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setrange, setRange, arginfo_class_RedisCluster_setrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sinter, sInter, arginfo_class_RedisCluster_sinter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sinterstore, sInterStore, arginfo_class_RedisCluster_sinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sismember, sismember, arginfo_class_RedisCluster_sismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, slowlog, slowlog, arginfo_class_RedisCluster_slowlog, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, smembers, sMembers, arginfo_class_RedisCluster_smembers, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, smove, sMove, arginfo_class_RedisCluster_smove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sort, sort, arginfo_class_RedisCluster_sort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, spop, sPop, arginfo_class_RedisCluster_spop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, srandmember, sRandMember, arginfo_class_RedisCluster_srandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, srem, srem, arginfo_class_RedisCluster_srem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sscan, sscan, arginfo_class_RedisCluster_sscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, strlen, strlen, arginfo_class_RedisCluster_strlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, subscribe, subscribe, arginfo_class_RedisCluster_subscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunion, sUnion, arginfo_class_RedisCluster_sunion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunionstore, sUnionStore, arginfo_class_RedisCluster_sunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, time, time, arginfo_class_RedisCluster_time, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ttl, ttl, arginfo_class_RedisCluster_ttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, type, type, arginfo_class_RedisCluster_type, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unlink, unlink, arginfo_class_RedisCluster_unlink, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unsubscribe, unsubscribe, arginfo_class_RedisCluster_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unwatch, unwatch, arginfo_class_RedisCluster_unwatch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, watch, watch, arginfo_class_RedisCluster_watch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xack, xack, arginfo_class_RedisCluster_xack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xadd, xadd, arginfo_class_RedisCluster_xadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xclaim, xclaim, arginfo_class_RedisCluster_xclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xdel, xdel, arginfo_class_RedisCluster_xdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xgroup, xgroup, arginfo_class_RedisCluster_xgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xinfo, xinfo, arginfo_class_RedisCluster_xinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xlen, xlen, arginfo_class_RedisCluster_xlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xpending, xpending, arginfo_class_RedisCluster_xpending, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xrange, xrange, arginfo_class_RedisCluster_xrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xread, xread, arginfo_class_RedisCluster_xread, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xreadgroup, xreadgroup, arginfo_class_RedisCluster_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xrevrange, xrevrange, arginfo_class_RedisCluster_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xtrim, xtrim, arginfo_class_RedisCluster_xtrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zadd, zAdd, arginfo_class_RedisCluster_zadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zcard, zCard, arginfo_class_RedisCluster_zcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zcount, zCount, arginfo_class_RedisCluster_zcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zincrby, zIncrBy, arginfo_class_RedisCluster_zincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zinterstore, zinterstore, arginfo_class_RedisCluster_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zlexcount, zLexCount, arginfo_class_RedisCluster_zlexcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zpopmax, zPopMax, arginfo_class_RedisCluster_zpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zpopmin, zPopMin, arginfo_class_RedisCluster_zpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrange, zRange, arginfo_class_RedisCluster_zrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrangebylex, zRangeByLex, arginfo_class_RedisCluster_zrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrangebyscore, zRangeByScore, arginfo_class_RedisCluster_zrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrank, zRank, arginfo_class_RedisCluster_zrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrem, zRem, arginfo_class_RedisCluster_zrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebylex, zRemRangeByLex, arginfo_class_RedisCluster_zremrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebyrank, zRemRangeByRank, arginfo_class_RedisCluster_zremrangebyrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebyscore, zRemRangeByScore, arginfo_class_RedisCluster_zremrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrange, zRevRange, arginfo_class_RedisCluster_zrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrangebylex, zRevRangeByLex, arginfo_class_RedisCluster_zrevrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrangebyscore, zRevRangeByScore, arginfo_class_RedisCluster_zrevrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrank, zRevRank, arginfo_class_RedisCluster_zrevrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zscan, zscan, arginfo_class_RedisCluster_zscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zscore, zScore, arginfo_class_RedisCluster_zscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zunionstore, zunionstore, arginfo_class_RedisCluster_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _compress, _compress, arginfo_class_RedisCluster__compress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, _masters, _masters, arginfo_class_RedisCluster__masters, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _pack, _pack, arginfo_class_RedisCluster__pack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _prefix, _prefix, arginfo_class_RedisCluster__prefix, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, _redir, _redir, arginfo_class_RedisCluster__redir, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _serialize, _serialize, arginfo_class_RedisCluster__serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _uncompress, _uncompress, arginfo_class_RedisCluster__uncompress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unpack, _unpack, arginfo_class_RedisCluster__unpack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unserialize, _unserialize, arginfo_class_RedisCluster__unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, __construct, __construct, arginfo_class_RedisCluster___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_RedisSentinel_methods[] = {
	ZEND_MALIAS(Baton_RedisSentinel, ckquorum, ckquorum, arginfo_class_RedisSentinel_ckquorum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, failover, failover, arginfo_class_RedisSentinel_failover, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, flushconfig, flushconfig, arginfo_class_RedisSentinel_flushconfig, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getMasterAddrByName, getMasterAddrByName, arginfo_class_RedisSentinel_getMasterAddrByName, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, master, master, arginfo_class_RedisSentinel_master, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, masters, masters, arginfo_class_RedisSentinel_masters, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, ping, ping, arginfo_class_RedisSentinel_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, reset, reset, arginfo_class_RedisSentinel_reset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, sentinels, sentinels, arginfo_class_RedisSentinel_sentinels, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, slaves, slaves, arginfo_class_RedisSentinel_slaves, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, __construct, __construct, arginfo_class_RedisSentinel___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_RedisArray_methods[] = {
	ZEND_MALIAS(Baton_RedisArray, bgsave, bgsave, arginfo_class_RedisArray_bgsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, del, del, arginfo_class_RedisArray_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, delete, del, arginfo_class_RedisArray_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, discard, discard, arginfo_class_RedisArray_discard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, exec, exec, arginfo_class_RedisArray_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, flushall, flushall, arginfo_class_RedisArray_flushall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, flushdb, flushdb, arginfo_class_RedisArray_flushdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, getMultiple, mget, arginfo_class_RedisArray_getMultiple, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, getOption, getOption, arginfo_class_RedisArray_getOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, hscan, hscan, arginfo_class_RedisArray_hscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, info, info, arginfo_class_RedisArray_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, keys, keys, arginfo_class_RedisArray_keys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, mget, mget, arginfo_class_RedisArray_mget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, mset, mset, arginfo_class_RedisArray_mset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, multi, multi, arginfo_class_RedisArray_multi, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, ping, ping, arginfo_class_RedisArray_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, save, save, arginfo_class_RedisArray_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, scan, scan, arginfo_class_RedisArray_scan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, select, select, arginfo_class_RedisArray_select, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, setOption, setOption, arginfo_class_RedisArray_setOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, sscan, sscan, arginfo_class_RedisArray_sscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, unlink, unlink, arginfo_class_RedisArray_unlink, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, unwatch, unwatch, arginfo_class_RedisArray_unwatch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, zscan, zscan, arginfo_class_RedisArray_zscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _continuum, _continuum, arginfo_class_RedisArray__continuum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _distributor, _distributor, arginfo_class_RedisArray__distributor, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _function, _function, arginfo_class_RedisArray__function, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _hosts, _hosts, arginfo_class_RedisArray__hosts, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _instance, _instance, arginfo_class_RedisArray__instance, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _rehash, _rehash, arginfo_class_RedisArray__rehash, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, _target, _target, arginfo_class_RedisArray__target, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, __call, __call, arginfo_class_RedisArray___call, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisArray, __construct, __construct, arginfo_class_RedisArray___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_RedisException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_RedisClusterException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Redis(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "Redis", class_Redis_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_AFTER_value;
	zend_string *const_AFTER_value_str = zend_string_init("after", strlen("after"), 1);
	ZVAL_STR(&const_AFTER_value, const_AFTER_value_str);
	zend_string *const_AFTER_name = zend_string_init_interned("AFTER", sizeof("AFTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_AFTER_name, &const_AFTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_AFTER_name);

	zval const_ATOMIC_value;
	ZVAL_LONG(&const_ATOMIC_value, 0);
	zend_string *const_ATOMIC_name = zend_string_init_interned("ATOMIC", sizeof("ATOMIC") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_ATOMIC_name, &const_ATOMIC_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_ATOMIC_name);

	zval const_BACKOFF_ALGORITHM_CONSTANT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_CONSTANT_value, 6);
	zend_string *const_BACKOFF_ALGORITHM_CONSTANT_name = zend_string_init_interned("BACKOFF_ALGORITHM_CONSTANT", sizeof("BACKOFF_ALGORITHM_CONSTANT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_CONSTANT_name, &const_BACKOFF_ALGORITHM_CONSTANT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_CONSTANT_name);

	zval const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, 1);
	zend_string *const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_DECORRELATED_JITTER", sizeof("BACKOFF_ALGORITHM_DECORRELATED_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name, &const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name);

	zval const_BACKOFF_ALGORITHM_DEFAULT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DEFAULT_value, 0);
	zend_string *const_BACKOFF_ALGORITHM_DEFAULT_name = zend_string_init_interned("BACKOFF_ALGORITHM_DEFAULT", sizeof("BACKOFF_ALGORITHM_DEFAULT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DEFAULT_name, &const_BACKOFF_ALGORITHM_DEFAULT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DEFAULT_name);

	zval const_BACKOFF_ALGORITHM_EQUAL_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_EQUAL_JITTER_value, 3);
	zend_string *const_BACKOFF_ALGORITHM_EQUAL_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_EQUAL_JITTER", sizeof("BACKOFF_ALGORITHM_EQUAL_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_EQUAL_JITTER_name, &const_BACKOFF_ALGORITHM_EQUAL_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_EQUAL_JITTER_name);

	zval const_BACKOFF_ALGORITHM_EXPONENTIAL_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_EXPONENTIAL_value, 4);
	zend_string *const_BACKOFF_ALGORITHM_EXPONENTIAL_name = zend_string_init_interned("BACKOFF_ALGORITHM_EXPONENTIAL", sizeof("BACKOFF_ALGORITHM_EXPONENTIAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_EXPONENTIAL_name, &const_BACKOFF_ALGORITHM_EXPONENTIAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_EXPONENTIAL_name);

	zval const_BACKOFF_ALGORITHM_FULL_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_FULL_JITTER_value, 2);
	zend_string *const_BACKOFF_ALGORITHM_FULL_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_FULL_JITTER", sizeof("BACKOFF_ALGORITHM_FULL_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_FULL_JITTER_name, &const_BACKOFF_ALGORITHM_FULL_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_FULL_JITTER_name);

	zval const_BACKOFF_ALGORITHM_UNIFORM_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_UNIFORM_value, 5);
	zend_string *const_BACKOFF_ALGORITHM_UNIFORM_name = zend_string_init_interned("BACKOFF_ALGORITHM_UNIFORM", sizeof("BACKOFF_ALGORITHM_UNIFORM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_UNIFORM_name, &const_BACKOFF_ALGORITHM_UNIFORM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_UNIFORM_name);

	zval const_BEFORE_value;
	zend_string *const_BEFORE_value_str = zend_string_init("before", strlen("before"), 1);
	ZVAL_STR(&const_BEFORE_value, const_BEFORE_value_str);
	zend_string *const_BEFORE_name = zend_string_init_interned("BEFORE", sizeof("BEFORE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BEFORE_name, &const_BEFORE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BEFORE_name);

	zval const_COMPRESSION_LZ4_value;
	ZVAL_LONG(&const_COMPRESSION_LZ4_value, 3);
	zend_string *const_COMPRESSION_LZ4_name = zend_string_init_interned("COMPRESSION_LZ4", sizeof("COMPRESSION_LZ4") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZ4_name, &const_COMPRESSION_LZ4_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZ4_name);

	zval const_COMPRESSION_LZF_value;
	ZVAL_LONG(&const_COMPRESSION_LZF_value, 1);
	zend_string *const_COMPRESSION_LZF_name = zend_string_init_interned("COMPRESSION_LZF", sizeof("COMPRESSION_LZF") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZF_name, &const_COMPRESSION_LZF_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZF_name);

	zval const_COMPRESSION_NONE_value;
	ZVAL_LONG(&const_COMPRESSION_NONE_value, 0);
	zend_string *const_COMPRESSION_NONE_name = zend_string_init_interned("COMPRESSION_NONE", sizeof("COMPRESSION_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_NONE_name, &const_COMPRESSION_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_NONE_name);

	zval const_COMPRESSION_ZSTD_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_value, 2);
	zend_string *const_COMPRESSION_ZSTD_name = zend_string_init_interned("COMPRESSION_ZSTD", sizeof("COMPRESSION_ZSTD") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_name, &const_COMPRESSION_ZSTD_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_name);

	zval const_COMPRESSION_ZSTD_DEFAULT_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_DEFAULT_value, 3);
	zend_string *const_COMPRESSION_ZSTD_DEFAULT_name = zend_string_init_interned("COMPRESSION_ZSTD_DEFAULT", sizeof("COMPRESSION_ZSTD_DEFAULT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_DEFAULT_name, &const_COMPRESSION_ZSTD_DEFAULT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_DEFAULT_name);

	zval const_COMPRESSION_ZSTD_MAX_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MAX_value, 22);
	zend_string *const_COMPRESSION_ZSTD_MAX_name = zend_string_init_interned("COMPRESSION_ZSTD_MAX", sizeof("COMPRESSION_ZSTD_MAX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MAX_name, &const_COMPRESSION_ZSTD_MAX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MAX_name);

	zval const_COMPRESSION_ZSTD_MIN_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MIN_value, 1);
	zend_string *const_COMPRESSION_ZSTD_MIN_name = zend_string_init_interned("COMPRESSION_ZSTD_MIN", sizeof("COMPRESSION_ZSTD_MIN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MIN_name, &const_COMPRESSION_ZSTD_MIN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MIN_name);

	zval const_MULTI_value;
	ZVAL_LONG(&const_MULTI_value, 1);
	zend_string *const_MULTI_name = zend_string_init_interned("MULTI", sizeof("MULTI") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MULTI_name, &const_MULTI_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MULTI_name);

	zval const_OPT_BACKOFF_ALGORITHM_value;
	ZVAL_LONG(&const_OPT_BACKOFF_ALGORITHM_value, 12);
	zend_string *const_OPT_BACKOFF_ALGORITHM_name = zend_string_init_interned("OPT_BACKOFF_ALGORITHM", sizeof("OPT_BACKOFF_ALGORITHM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_ALGORITHM_name, &const_OPT_BACKOFF_ALGORITHM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_ALGORITHM_name);

	zval const_OPT_BACKOFF_BASE_value;
	ZVAL_LONG(&const_OPT_BACKOFF_BASE_value, 13);
	zend_string *const_OPT_BACKOFF_BASE_name = zend_string_init_interned("OPT_BACKOFF_BASE", sizeof("OPT_BACKOFF_BASE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_BASE_name, &const_OPT_BACKOFF_BASE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_BASE_name);

	zval const_OPT_BACKOFF_CAP_value;
	ZVAL_LONG(&const_OPT_BACKOFF_CAP_value, 14);
	zend_string *const_OPT_BACKOFF_CAP_name = zend_string_init_interned("OPT_BACKOFF_CAP", sizeof("OPT_BACKOFF_CAP") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_CAP_name, &const_OPT_BACKOFF_CAP_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_CAP_name);

	zval const_OPT_COMPRESSION_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_value, 7);
	zend_string *const_OPT_COMPRESSION_name = zend_string_init_interned("OPT_COMPRESSION", sizeof("OPT_COMPRESSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_name, &const_OPT_COMPRESSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_name);

	zval const_OPT_COMPRESSION_LEVEL_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_LEVEL_value, 9);
	zend_string *const_OPT_COMPRESSION_LEVEL_name = zend_string_init_interned("OPT_COMPRESSION_LEVEL", sizeof("OPT_COMPRESSION_LEVEL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_LEVEL_name, &const_OPT_COMPRESSION_LEVEL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_LEVEL_name);

	zval const_OPT_MAX_RETRIES_value;
	ZVAL_LONG(&const_OPT_MAX_RETRIES_value, 11);
	zend_string *const_OPT_MAX_RETRIES_name = zend_string_init_interned("OPT_MAX_RETRIES", sizeof("OPT_MAX_RETRIES") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_MAX_RETRIES_name, &const_OPT_MAX_RETRIES_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_MAX_RETRIES_name);

	zval const_OPT_NULL_MULTIBULK_AS_NULL_value;
	ZVAL_LONG(&const_OPT_NULL_MULTIBULK_AS_NULL_value, 10);
	zend_string *const_OPT_NULL_MULTIBULK_AS_NULL_name = zend_string_init_interned("OPT_NULL_MULTIBULK_AS_NULL", sizeof("OPT_NULL_MULTIBULK_AS_NULL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_NULL_MULTIBULK_AS_NULL_name, &const_OPT_NULL_MULTIBULK_AS_NULL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_NULL_MULTIBULK_AS_NULL_name);

	zval const_OPT_PREFIX_value;
	ZVAL_LONG(&const_OPT_PREFIX_value, 2);
	zend_string *const_OPT_PREFIX_name = zend_string_init_interned("OPT_PREFIX", sizeof("OPT_PREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_PREFIX_name, &const_OPT_PREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_PREFIX_name);

	zval const_OPT_READ_TIMEOUT_value;
	ZVAL_LONG(&const_OPT_READ_TIMEOUT_value, 3);
	zend_string *const_OPT_READ_TIMEOUT_name = zend_string_init_interned("OPT_READ_TIMEOUT", sizeof("OPT_READ_TIMEOUT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_READ_TIMEOUT_name, &const_OPT_READ_TIMEOUT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_READ_TIMEOUT_name);

	zval const_OPT_REPLY_LITERAL_value;
	ZVAL_LONG(&const_OPT_REPLY_LITERAL_value, 8);
	zend_string *const_OPT_REPLY_LITERAL_name = zend_string_init_interned("OPT_REPLY_LITERAL", sizeof("OPT_REPLY_LITERAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_REPLY_LITERAL_name, &const_OPT_REPLY_LITERAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_REPLY_LITERAL_name);

	zval const_OPT_SCAN_value;
	ZVAL_LONG(&const_OPT_SCAN_value, 4);
	zend_string *const_OPT_SCAN_name = zend_string_init_interned("OPT_SCAN", sizeof("OPT_SCAN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SCAN_name, &const_OPT_SCAN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SCAN_name);

	zval const_OPT_SERIALIZER_value;
	ZVAL_LONG(&const_OPT_SERIALIZER_value, 1);
	zend_string *const_OPT_SERIALIZER_name = zend_string_init_interned("OPT_SERIALIZER", sizeof("OPT_SERIALIZER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SERIALIZER_name, &const_OPT_SERIALIZER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SERIALIZER_name);

	zval const_OPT_TCP_KEEPALIVE_value;
	ZVAL_LONG(&const_OPT_TCP_KEEPALIVE_value, 6);
	zend_string *const_OPT_TCP_KEEPALIVE_name = zend_string_init_interned("OPT_TCP_KEEPALIVE", sizeof("OPT_TCP_KEEPALIVE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_TCP_KEEPALIVE_name, &const_OPT_TCP_KEEPALIVE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_TCP_KEEPALIVE_name);

	zval const_PIPELINE_value;
	ZVAL_LONG(&const_PIPELINE_value, 2);
	zend_string *const_PIPELINE_name = zend_string_init_interned("PIPELINE", sizeof("PIPELINE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_PIPELINE_name, &const_PIPELINE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_PIPELINE_name);

	zval const_REDIS_HASH_value;
	ZVAL_LONG(&const_REDIS_HASH_value, 5);
	zend_string *const_REDIS_HASH_name = zend_string_init_interned("REDIS_HASH", sizeof("REDIS_HASH") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_HASH_name, &const_REDIS_HASH_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_HASH_name);

	zval const_REDIS_LIST_value;
	ZVAL_LONG(&const_REDIS_LIST_value, 3);
	zend_string *const_REDIS_LIST_name = zend_string_init_interned("REDIS_LIST", sizeof("REDIS_LIST") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_LIST_name, &const_REDIS_LIST_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_LIST_name);

	zval const_REDIS_NOT_FOUND_value;
	ZVAL_LONG(&const_REDIS_NOT_FOUND_value, 0);
	zend_string *const_REDIS_NOT_FOUND_name = zend_string_init_interned("REDIS_NOT_FOUND", sizeof("REDIS_NOT_FOUND") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_NOT_FOUND_name, &const_REDIS_NOT_FOUND_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_NOT_FOUND_name);

	zval const_REDIS_SET_value;
	ZVAL_LONG(&const_REDIS_SET_value, 2);
	zend_string *const_REDIS_SET_name = zend_string_init_interned("REDIS_SET", sizeof("REDIS_SET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_SET_name, &const_REDIS_SET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_SET_name);

	zval const_REDIS_STREAM_value;
	ZVAL_LONG(&const_REDIS_STREAM_value, 6);
	zend_string *const_REDIS_STREAM_name = zend_string_init_interned("REDIS_STREAM", sizeof("REDIS_STREAM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STREAM_name, &const_REDIS_STREAM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STREAM_name);

	zval const_REDIS_STRING_value;
	ZVAL_LONG(&const_REDIS_STRING_value, 1);
	zend_string *const_REDIS_STRING_name = zend_string_init_interned("REDIS_STRING", sizeof("REDIS_STRING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STRING_name, &const_REDIS_STRING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STRING_name);

	zval const_REDIS_ZSET_value;
	ZVAL_LONG(&const_REDIS_ZSET_value, 4);
	zend_string *const_REDIS_ZSET_name = zend_string_init_interned("REDIS_ZSET", sizeof("REDIS_ZSET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_ZSET_name, &const_REDIS_ZSET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_ZSET_name);

	zval const_SCAN_NOPREFIX_value;
	ZVAL_LONG(&const_SCAN_NOPREFIX_value, 3);
	zend_string *const_SCAN_NOPREFIX_name = zend_string_init_interned("SCAN_NOPREFIX", sizeof("SCAN_NOPREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NOPREFIX_name, &const_SCAN_NOPREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NOPREFIX_name);

	zval const_SCAN_NORETRY_value;
	ZVAL_LONG(&const_SCAN_NORETRY_value, 0);
	zend_string *const_SCAN_NORETRY_name = zend_string_init_interned("SCAN_NORETRY", sizeof("SCAN_NORETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NORETRY_name, &const_SCAN_NORETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NORETRY_name);

	zval const_SCAN_PREFIX_value;
	ZVAL_LONG(&const_SCAN_PREFIX_value, 2);
	zend_string *const_SCAN_PREFIX_name = zend_string_init_interned("SCAN_PREFIX", sizeof("SCAN_PREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_PREFIX_name, &const_SCAN_PREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_PREFIX_name);

	zval const_SCAN_RETRY_value;
	ZVAL_LONG(&const_SCAN_RETRY_value, 1);
	zend_string *const_SCAN_RETRY_name = zend_string_init_interned("SCAN_RETRY", sizeof("SCAN_RETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_RETRY_name, &const_SCAN_RETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_RETRY_name);

	zval const_SERIALIZER_IGBINARY_value;
	ZVAL_LONG(&const_SERIALIZER_IGBINARY_value, 2);
	zend_string *const_SERIALIZER_IGBINARY_name = zend_string_init_interned("SERIALIZER_IGBINARY", sizeof("SERIALIZER_IGBINARY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_IGBINARY_name, &const_SERIALIZER_IGBINARY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_IGBINARY_name);

	zval const_SERIALIZER_JSON_value;
	ZVAL_LONG(&const_SERIALIZER_JSON_value, 4);
	zend_string *const_SERIALIZER_JSON_name = zend_string_init_interned("SERIALIZER_JSON", sizeof("SERIALIZER_JSON") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_JSON_name, &const_SERIALIZER_JSON_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_JSON_name);

	zval const_SERIALIZER_MSGPACK_value;
	ZVAL_LONG(&const_SERIALIZER_MSGPACK_value, 3);
	zend_string *const_SERIALIZER_MSGPACK_name = zend_string_init_interned("SERIALIZER_MSGPACK", sizeof("SERIALIZER_MSGPACK") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_MSGPACK_name, &const_SERIALIZER_MSGPACK_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_MSGPACK_name);

	zval const_SERIALIZER_NONE_value;
	ZVAL_LONG(&const_SERIALIZER_NONE_value, 0);
	zend_string *const_SERIALIZER_NONE_name = zend_string_init_interned("SERIALIZER_NONE", sizeof("SERIALIZER_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_NONE_name, &const_SERIALIZER_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_NONE_name);

	zval const_SERIALIZER_PHP_value;
	ZVAL_LONG(&const_SERIALIZER_PHP_value, 1);
	zend_string *const_SERIALIZER_PHP_name = zend_string_init_interned("SERIALIZER_PHP", sizeof("SERIALIZER_PHP") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_PHP_name, &const_SERIALIZER_PHP_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_PHP_name);

	return class_entry;
}

static zend_class_entry *register_class_RedisCluster(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "RedisCluster", class_RedisCluster_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_AFTER_value;
	zend_string *const_AFTER_value_str = zend_string_init("after", strlen("after"), 1);
	ZVAL_STR(&const_AFTER_value, const_AFTER_value_str);
	zend_string *const_AFTER_name = zend_string_init_interned("AFTER", sizeof("AFTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_AFTER_name, &const_AFTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_AFTER_name);

	zval const_ATOMIC_value;
	ZVAL_LONG(&const_ATOMIC_value, 0);
	zend_string *const_ATOMIC_name = zend_string_init_interned("ATOMIC", sizeof("ATOMIC") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_ATOMIC_name, &const_ATOMIC_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_ATOMIC_name);

	zval const_BACKOFF_ALGORITHM_CONSTANT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_CONSTANT_value, 6);
	zend_string *const_BACKOFF_ALGORITHM_CONSTANT_name = zend_string_init_interned("BACKOFF_ALGORITHM_CONSTANT", sizeof("BACKOFF_ALGORITHM_CONSTANT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_CONSTANT_name, &const_BACKOFF_ALGORITHM_CONSTANT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_CONSTANT_name);

	zval const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, 1);
	zend_string *const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_DECORRELATED_JITTER", sizeof("BACKOFF_ALGORITHM_DECORRELATED_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name, &const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name);

	zval const_BACKOFF_ALGORITHM_DEFAULT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DEFAULT_value, 0);
	zend_string *const_BACKOFF_ALGORITHM_DEFAULT_name = zend_string_init_interned("BACKOFF_ALGORITHM_DEFAULT", sizeof("BACKOFF_ALGORITHM_DEFAULT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DEFAULT_name, &const_BACKOFF_ALGORITHM_DEFAULT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DEFAULT_name);

	zval const_BACKOFF_ALGORITHM_EQUAL_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_EQUAL_JITTER_value, 3);
	zend_string *const_BACKOFF_ALGORITHM_EQUAL_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_EQUAL_JITTER", sizeof("BACKOFF_ALGORITHM_EQUAL_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_EQUAL_JITTER_name, &const_BACKOFF_ALGORITHM_EQUAL_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_EQUAL_JITTER_name);

	zval const_BACKOFF_ALGORITHM_EXPONENTIAL_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_EXPONENTIAL_value, 4);
	zend_string *const_BACKOFF_ALGORITHM_EXPONENTIAL_name = zend_string_init_interned("BACKOFF_ALGORITHM_EXPONENTIAL", sizeof("BACKOFF_ALGORITHM_EXPONENTIAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_EXPONENTIAL_name, &const_BACKOFF_ALGORITHM_EXPONENTIAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_EXPONENTIAL_name);

	zval const_BACKOFF_ALGORITHM_FULL_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_FULL_JITTER_value, 2);
	zend_string *const_BACKOFF_ALGORITHM_FULL_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_FULL_JITTER", sizeof("BACKOFF_ALGORITHM_FULL_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_FULL_JITTER_name, &const_BACKOFF_ALGORITHM_FULL_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_FULL_JITTER_name);

	zval const_BACKOFF_ALGORITHM_UNIFORM_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_UNIFORM_value, 5);
	zend_string *const_BACKOFF_ALGORITHM_UNIFORM_name = zend_string_init_interned("BACKOFF_ALGORITHM_UNIFORM", sizeof("BACKOFF_ALGORITHM_UNIFORM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_UNIFORM_name, &const_BACKOFF_ALGORITHM_UNIFORM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_UNIFORM_name);

	zval const_BEFORE_value;
	zend_string *const_BEFORE_value_str = zend_string_init("before", strlen("before"), 1);
	ZVAL_STR(&const_BEFORE_value, const_BEFORE_value_str);
	zend_string *const_BEFORE_name = zend_string_init_interned("BEFORE", sizeof("BEFORE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BEFORE_name, &const_BEFORE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BEFORE_name);

	zval const_COMPRESSION_LZ4_value;
	ZVAL_LONG(&const_COMPRESSION_LZ4_value, 3);
	zend_string *const_COMPRESSION_LZ4_name = zend_string_init_interned("COMPRESSION_LZ4", sizeof("COMPRESSION_LZ4") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZ4_name, &const_COMPRESSION_LZ4_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZ4_name);

	zval const_COMPRESSION_LZF_value;
	ZVAL_LONG(&const_COMPRESSION_LZF_value, 1);
	zend_string *const_COMPRESSION_LZF_name = zend_string_init_interned("COMPRESSION_LZF", sizeof("COMPRESSION_LZF") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZF_name, &const_COMPRESSION_LZF_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZF_name);

	zval const_COMPRESSION_NONE_value;
	ZVAL_LONG(&const_COMPRESSION_NONE_value, 0);
	zend_string *const_COMPRESSION_NONE_name = zend_string_init_interned("COMPRESSION_NONE", sizeof("COMPRESSION_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_NONE_name, &const_COMPRESSION_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_NONE_name);

	zval const_COMPRESSION_ZSTD_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_value, 2);
	zend_string *const_COMPRESSION_ZSTD_name = zend_string_init_interned("COMPRESSION_ZSTD", sizeof("COMPRESSION_ZSTD") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_name, &const_COMPRESSION_ZSTD_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_name);

	zval const_COMPRESSION_ZSTD_DEFAULT_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_DEFAULT_value, 3);
	zend_string *const_COMPRESSION_ZSTD_DEFAULT_name = zend_string_init_interned("COMPRESSION_ZSTD_DEFAULT", sizeof("COMPRESSION_ZSTD_DEFAULT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_DEFAULT_name, &const_COMPRESSION_ZSTD_DEFAULT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_DEFAULT_name);

	zval const_COMPRESSION_ZSTD_MAX_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MAX_value, 22);
	zend_string *const_COMPRESSION_ZSTD_MAX_name = zend_string_init_interned("COMPRESSION_ZSTD_MAX", sizeof("COMPRESSION_ZSTD_MAX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MAX_name, &const_COMPRESSION_ZSTD_MAX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MAX_name);

	zval const_COMPRESSION_ZSTD_MIN_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MIN_value, 1);
	zend_string *const_COMPRESSION_ZSTD_MIN_name = zend_string_init_interned("COMPRESSION_ZSTD_MIN", sizeof("COMPRESSION_ZSTD_MIN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MIN_name, &const_COMPRESSION_ZSTD_MIN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MIN_name);

	zval const_FAILOVER_DISTRIBUTE_value;
	ZVAL_LONG(&const_FAILOVER_DISTRIBUTE_value, 2);
	zend_string *const_FAILOVER_DISTRIBUTE_name = zend_string_init_interned("FAILOVER_DISTRIBUTE", sizeof("FAILOVER_DISTRIBUTE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_DISTRIBUTE_name, &const_FAILOVER_DISTRIBUTE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_DISTRIBUTE_name);

	zval const_FAILOVER_DISTRIBUTE_SLAVES_value;
	ZVAL_LONG(&const_FAILOVER_DISTRIBUTE_SLAVES_value, 3);
	zend_string *const_FAILOVER_DISTRIBUTE_SLAVES_name = zend_string_init_interned("FAILOVER_DISTRIBUTE_SLAVES", sizeof("FAILOVER_DISTRIBUTE_SLAVES") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_DISTRIBUTE_SLAVES_name, &const_FAILOVER_DISTRIBUTE_SLAVES_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_DISTRIBUTE_SLAVES_name);

	zval const_FAILOVER_ERROR_value;
	ZVAL_LONG(&const_FAILOVER_ERROR_value, 1);
	zend_string *const_FAILOVER_ERROR_name = zend_string_init_interned("FAILOVER_ERROR", sizeof("FAILOVER_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_ERROR_name, &const_FAILOVER_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_ERROR_name);

	zval const_FAILOVER_NONE_value;
	ZVAL_LONG(&const_FAILOVER_NONE_value, 0);
	zend_string *const_FAILOVER_NONE_name = zend_string_init_interned("FAILOVER_NONE", sizeof("FAILOVER_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_NONE_name, &const_FAILOVER_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_NONE_name);

	zval const_MULTI_value;
	ZVAL_LONG(&const_MULTI_value, 1);
	zend_string *const_MULTI_name = zend_string_init_interned("MULTI", sizeof("MULTI") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MULTI_name, &const_MULTI_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MULTI_name);

	zval const_OPT_BACKOFF_ALGORITHM_value;
	ZVAL_LONG(&const_OPT_BACKOFF_ALGORITHM_value, 12);
	zend_string *const_OPT_BACKOFF_ALGORITHM_name = zend_string_init_interned("OPT_BACKOFF_ALGORITHM", sizeof("OPT_BACKOFF_ALGORITHM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_ALGORITHM_name, &const_OPT_BACKOFF_ALGORITHM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_ALGORITHM_name);

	zval const_OPT_BACKOFF_BASE_value;
	ZVAL_LONG(&const_OPT_BACKOFF_BASE_value, 13);
	zend_string *const_OPT_BACKOFF_BASE_name = zend_string_init_interned("OPT_BACKOFF_BASE", sizeof("OPT_BACKOFF_BASE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_BASE_name, &const_OPT_BACKOFF_BASE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_BASE_name);

	zval const_OPT_BACKOFF_CAP_value;
	ZVAL_LONG(&const_OPT_BACKOFF_CAP_value, 14);
	zend_string *const_OPT_BACKOFF_CAP_name = zend_string_init_interned("OPT_BACKOFF_CAP", sizeof("OPT_BACKOFF_CAP") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_BACKOFF_CAP_name, &const_OPT_BACKOFF_CAP_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_BACKOFF_CAP_name);

	zval const_OPT_COMPRESSION_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_value, 7);
	zend_string *const_OPT_COMPRESSION_name = zend_string_init_interned("OPT_COMPRESSION", sizeof("OPT_COMPRESSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_name, &const_OPT_COMPRESSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_name);

	zval const_OPT_COMPRESSION_LEVEL_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_LEVEL_value, 9);
	zend_string *const_OPT_COMPRESSION_LEVEL_name = zend_string_init_interned("OPT_COMPRESSION_LEVEL", sizeof("OPT_COMPRESSION_LEVEL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_LEVEL_name, &const_OPT_COMPRESSION_LEVEL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_LEVEL_name);

	zval const_OPT_MAX_RETRIES_value;
	ZVAL_LONG(&const_OPT_MAX_RETRIES_value, 11);
	zend_string *const_OPT_MAX_RETRIES_name = zend_string_init_interned("OPT_MAX_RETRIES", sizeof("OPT_MAX_RETRIES") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_MAX_RETRIES_name, &const_OPT_MAX_RETRIES_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_MAX_RETRIES_name);

	zval const_OPT_NULL_MULTIBULK_AS_NULL_value;
	ZVAL_LONG(&const_OPT_NULL_MULTIBULK_AS_NULL_value, 10);
	zend_string *const_OPT_NULL_MULTIBULK_AS_NULL_name = zend_string_init_interned("OPT_NULL_MULTIBULK_AS_NULL", sizeof("OPT_NULL_MULTIBULK_AS_NULL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_NULL_MULTIBULK_AS_NULL_name, &const_OPT_NULL_MULTIBULK_AS_NULL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_NULL_MULTIBULK_AS_NULL_name);

	zval const_OPT_PREFIX_value;
	ZVAL_LONG(&const_OPT_PREFIX_value, 2);
	zend_string *const_OPT_PREFIX_name = zend_string_init_interned("OPT_PREFIX", sizeof("OPT_PREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_PREFIX_name, &const_OPT_PREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_PREFIX_name);

	zval const_OPT_READ_TIMEOUT_value;
	ZVAL_LONG(&const_OPT_READ_TIMEOUT_value, 3);
	zend_string *const_OPT_READ_TIMEOUT_name = zend_string_init_interned("OPT_READ_TIMEOUT", sizeof("OPT_READ_TIMEOUT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_READ_TIMEOUT_name, &const_OPT_READ_TIMEOUT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_READ_TIMEOUT_name);

	zval const_OPT_REPLY_LITERAL_value;
	ZVAL_LONG(&const_OPT_REPLY_LITERAL_value, 8);
	zend_string *const_OPT_REPLY_LITERAL_name = zend_string_init_interned("OPT_REPLY_LITERAL", sizeof("OPT_REPLY_LITERAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_REPLY_LITERAL_name, &const_OPT_REPLY_LITERAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_REPLY_LITERAL_name);

	zval const_OPT_SCAN_value;
	ZVAL_LONG(&const_OPT_SCAN_value, 4);
	zend_string *const_OPT_SCAN_name = zend_string_init_interned("OPT_SCAN", sizeof("OPT_SCAN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SCAN_name, &const_OPT_SCAN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SCAN_name);

	zval const_OPT_SERIALIZER_value;
	ZVAL_LONG(&const_OPT_SERIALIZER_value, 1);
	zend_string *const_OPT_SERIALIZER_name = zend_string_init_interned("OPT_SERIALIZER", sizeof("OPT_SERIALIZER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SERIALIZER_name, &const_OPT_SERIALIZER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SERIALIZER_name);

	zval const_OPT_SLAVE_FAILOVER_value;
	ZVAL_LONG(&const_OPT_SLAVE_FAILOVER_value, 5);
	zend_string *const_OPT_SLAVE_FAILOVER_name = zend_string_init_interned("OPT_SLAVE_FAILOVER", sizeof("OPT_SLAVE_FAILOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SLAVE_FAILOVER_name, &const_OPT_SLAVE_FAILOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SLAVE_FAILOVER_name);

	zval const_OPT_TCP_KEEPALIVE_value;
	ZVAL_LONG(&const_OPT_TCP_KEEPALIVE_value, 6);
	zend_string *const_OPT_TCP_KEEPALIVE_name = zend_string_init_interned("OPT_TCP_KEEPALIVE", sizeof("OPT_TCP_KEEPALIVE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_TCP_KEEPALIVE_name, &const_OPT_TCP_KEEPALIVE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_TCP_KEEPALIVE_name);

	zval const_REDIS_HASH_value;
	ZVAL_LONG(&const_REDIS_HASH_value, 5);
	zend_string *const_REDIS_HASH_name = zend_string_init_interned("REDIS_HASH", sizeof("REDIS_HASH") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_HASH_name, &const_REDIS_HASH_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_HASH_name);

	zval const_REDIS_LIST_value;
	ZVAL_LONG(&const_REDIS_LIST_value, 3);
	zend_string *const_REDIS_LIST_name = zend_string_init_interned("REDIS_LIST", sizeof("REDIS_LIST") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_LIST_name, &const_REDIS_LIST_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_LIST_name);

	zval const_REDIS_NOT_FOUND_value;
	ZVAL_LONG(&const_REDIS_NOT_FOUND_value, 0);
	zend_string *const_REDIS_NOT_FOUND_name = zend_string_init_interned("REDIS_NOT_FOUND", sizeof("REDIS_NOT_FOUND") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_NOT_FOUND_name, &const_REDIS_NOT_FOUND_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_NOT_FOUND_name);

	zval const_REDIS_SET_value;
	ZVAL_LONG(&const_REDIS_SET_value, 2);
	zend_string *const_REDIS_SET_name = zend_string_init_interned("REDIS_SET", sizeof("REDIS_SET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_SET_name, &const_REDIS_SET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_SET_name);

	zval const_REDIS_STREAM_value;
	ZVAL_LONG(&const_REDIS_STREAM_value, 6);
	zend_string *const_REDIS_STREAM_name = zend_string_init_interned("REDIS_STREAM", sizeof("REDIS_STREAM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STREAM_name, &const_REDIS_STREAM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STREAM_name);

	zval const_REDIS_STRING_value;
	ZVAL_LONG(&const_REDIS_STRING_value, 1);
	zend_string *const_REDIS_STRING_name = zend_string_init_interned("REDIS_STRING", sizeof("REDIS_STRING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STRING_name, &const_REDIS_STRING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STRING_name);

	zval const_REDIS_ZSET_value;
	ZVAL_LONG(&const_REDIS_ZSET_value, 4);
	zend_string *const_REDIS_ZSET_name = zend_string_init_interned("REDIS_ZSET", sizeof("REDIS_ZSET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_ZSET_name, &const_REDIS_ZSET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_ZSET_name);

	zval const_SCAN_NOPREFIX_value;
	ZVAL_LONG(&const_SCAN_NOPREFIX_value, 3);
	zend_string *const_SCAN_NOPREFIX_name = zend_string_init_interned("SCAN_NOPREFIX", sizeof("SCAN_NOPREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NOPREFIX_name, &const_SCAN_NOPREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NOPREFIX_name);

	zval const_SCAN_NORETRY_value;
	ZVAL_LONG(&const_SCAN_NORETRY_value, 0);
	zend_string *const_SCAN_NORETRY_name = zend_string_init_interned("SCAN_NORETRY", sizeof("SCAN_NORETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NORETRY_name, &const_SCAN_NORETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NORETRY_name);

	zval const_SCAN_PREFIX_value;
	ZVAL_LONG(&const_SCAN_PREFIX_value, 2);
	zend_string *const_SCAN_PREFIX_name = zend_string_init_interned("SCAN_PREFIX", sizeof("SCAN_PREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_PREFIX_name, &const_SCAN_PREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_PREFIX_name);

	zval const_SCAN_RETRY_value;
	ZVAL_LONG(&const_SCAN_RETRY_value, 1);
	zend_string *const_SCAN_RETRY_name = zend_string_init_interned("SCAN_RETRY", sizeof("SCAN_RETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_RETRY_name, &const_SCAN_RETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_RETRY_name);

	zval const_SERIALIZER_IGBINARY_value;
	ZVAL_LONG(&const_SERIALIZER_IGBINARY_value, 2);
	zend_string *const_SERIALIZER_IGBINARY_name = zend_string_init_interned("SERIALIZER_IGBINARY", sizeof("SERIALIZER_IGBINARY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_IGBINARY_name, &const_SERIALIZER_IGBINARY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_IGBINARY_name);

	zval const_SERIALIZER_JSON_value;
	ZVAL_LONG(&const_SERIALIZER_JSON_value, 4);
	zend_string *const_SERIALIZER_JSON_name = zend_string_init_interned("SERIALIZER_JSON", sizeof("SERIALIZER_JSON") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_JSON_name, &const_SERIALIZER_JSON_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_JSON_name);

	zval const_SERIALIZER_MSGPACK_value;
	ZVAL_LONG(&const_SERIALIZER_MSGPACK_value, 3);
	zend_string *const_SERIALIZER_MSGPACK_name = zend_string_init_interned("SERIALIZER_MSGPACK", sizeof("SERIALIZER_MSGPACK") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_MSGPACK_name, &const_SERIALIZER_MSGPACK_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_MSGPACK_name);

	zval const_SERIALIZER_NONE_value;
	ZVAL_LONG(&const_SERIALIZER_NONE_value, 0);
	zend_string *const_SERIALIZER_NONE_name = zend_string_init_interned("SERIALIZER_NONE", sizeof("SERIALIZER_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_NONE_name, &const_SERIALIZER_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_NONE_name);

	zval const_SERIALIZER_PHP_value;
	ZVAL_LONG(&const_SERIALIZER_PHP_value, 1);
	zend_string *const_SERIALIZER_PHP_name = zend_string_init_interned("SERIALIZER_PHP", sizeof("SERIALIZER_PHP") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_PHP_name, &const_SERIALIZER_PHP_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_PHP_name);

	return class_entry;
}

static zend_class_entry *register_class_RedisSentinel(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "RedisSentinel", class_RedisSentinel_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}

static zend_class_entry *register_class_RedisArray(void)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "RedisArray", class_RedisArray_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}

static zend_class_entry *register_class_RedisException(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "RedisException", class_RedisException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);

	return class_entry;
}

static zend_class_entry *register_class_RedisClusterException(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "RedisClusterException", class_RedisClusterException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);

	return class_entry;
}
