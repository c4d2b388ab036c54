/* This is a generated file, edit redis.stub.php or cluster-stub instead.
 * Stub hash: cd5fa2a7bbaf51b64df5402f6066fce45ed8300c */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisCluster___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, name, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, seeds, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, timeout, MAY_BE_LONG|MAY_BE_DOUBLE, "0")
	ZEND_ARG_TYPE_MASK(0, read_timeout, MAY_BE_LONG|MAY_BE_DOUBLE, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, auth, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__masters, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__redir, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_cluster, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_clusterscan, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, iterator, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, slot, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_decrbyfloat, 0, 2, Baton\\RedisCluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_fullscan, 0, 0, Generator, MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_invalidateSlotCaches, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_close arginfo_class_Baton_RedisCluster_invalidateSlotCaches

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_flushAll, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, async, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_flushDB arginfo_class_Baton_RedisCluster_flushAll

#define arginfo_class_Baton_RedisCluster_endpointId arginfo_class_Baton_RedisCluster__masters

#define arginfo_class_Baton_RedisCluster_flushSlotCache arginfo_class_Baton_RedisCluster_invalidateSlotCaches

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_idleTime, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_getTransferredBytes arginfo_class_Baton_RedisCluster__masters

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_clearTransferredBytes, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_msetnx, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key_values, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_lget, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_multi, 0, 0, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_LONG, 0, "Baton\\Redis::MULTI")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_pipeline, 0, 0, Baton\\RedisCluster, MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_pubsub, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, channels, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_scan, 0, 2, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_setOption, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_select, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_getDBNum, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_getBytes arginfo_class_Baton_RedisCluster__masters

#define arginfo_class_Baton_RedisCluster_bytes arginfo_class_Baton_RedisCluster__masters

#define arginfo_class_Baton_RedisCluster_clearBytes arginfo_class_Baton_RedisCluster_clearTransferredBytes

#define arginfo_class_Baton_RedisCluster_getLastError arginfo_class_Baton_RedisCluster__redir

#define arginfo_class_Baton_RedisCluster_clearLastError arginfo_class_Baton_RedisCluster_invalidateSlotCaches

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_getOption, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_option, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__prefix, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster__compress, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster__uncompress arginfo_class_Baton_RedisCluster__compress

#define arginfo_class_Baton_RedisCluster__pack arginfo_class_Baton_RedisCluster__serialize

#define arginfo_class_Baton_RedisCluster__unpack arginfo_class_Baton_RedisCluster__unserialize

#define arginfo_class_Baton_RedisCluster__digest arginfo_class_Baton_RedisCluster__serialize

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_copy, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_del, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_delete arginfo_class_Baton_RedisCluster_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_dump, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_exists, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_expire, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_expireAt, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_expiremember, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_expirememberat, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_expiretime, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisCluster_keys, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_migrate, 0, 5, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, dstdb, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, copy, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, replace, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, credentials, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_move, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_object, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, subcommand, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_persist, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_pexpire, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_pexpireAt arginfo_class_Baton_RedisCluster_expireAt

#define arginfo_class_Baton_RedisCluster_pexpiretime arginfo_class_Baton_RedisCluster_expiretime

#define arginfo_class_Baton_RedisCluster_pttl arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_randomKey, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_rename, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, old_name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, new_name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_renameNx, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key_src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key_dst, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_restore, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_sort, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_sort_ro arginfo_class_Baton_RedisCluster_sort

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_sortAsc, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, get, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, store, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_sortAscAlpha arginfo_class_Baton_RedisCluster_sortAsc

#define arginfo_class_Baton_RedisCluster_sortDesc arginfo_class_Baton_RedisCluster_sortAsc

#define arginfo_class_Baton_RedisCluster_sortDescAlpha arginfo_class_Baton_RedisCluster_sortAsc

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_touch, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_array, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_ttl arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_type, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_unlink arginfo_class_Baton_RedisCluster_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_append, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bitcount, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bybit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bitfield, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bitop, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, deskey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bitpos, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, bit, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bybit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_decr, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_decrBy, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_delex, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_delifeq, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_digest, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_gcra, 0, 4, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, maxBurst, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, requestsPerPeriod, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, period, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tokens, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getBit, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, idx, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getDel, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getEx, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getRange, 0, 3, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getset, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_incr arginfo_class_Baton_RedisCluster_decr

#define arginfo_class_Baton_RedisCluster_incrBy arginfo_class_Baton_RedisCluster_decrBy

#define arginfo_class_Baton_RedisCluster_incrByFloat arginfo_class_Baton_RedisCluster_decrbyfloat

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_increx, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, value, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lcs, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key2, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_mget, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_mset, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key_values, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_msetex, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, kvals, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, ttl, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_psetex, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expire, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_set, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_setBit, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, idx, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisCluster_setex, 0, 0, 3)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expire, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_setnx, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_setRange, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_strlen arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hDel, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_fields, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hExists, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hexpire, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_hexpireat arginfo_class_Baton_RedisCluster_hexpire

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hexpiretime, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_hGet, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hGetAll, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hgetdel, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hgetex, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expiry, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hIncrBy, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hIncrByFloat, 0, 3, Baton\\RedisCluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_hKeys arginfo_class_Baton_RedisCluster_hGetAll

#define arginfo_class_Baton_RedisCluster_hLen arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hMget, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hMset, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fieldvals, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_hpersist arginfo_class_Baton_RedisCluster_hexpiretime

#define arginfo_class_Baton_RedisCluster_hpexpire arginfo_class_Baton_RedisCluster_hexpire

#define arginfo_class_Baton_RedisCluster_hpexpireat arginfo_class_Baton_RedisCluster_hexpire

#define arginfo_class_Baton_RedisCluster_hpexpiretime arginfo_class_Baton_RedisCluster_hexpiretime

#define arginfo_class_Baton_RedisCluster_hpttl arginfo_class_Baton_RedisCluster_hexpiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hRandField, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hscan, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hSet, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields_and_vals, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hsetex, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, expiry, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hSetNx, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hStrLen, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_httl arginfo_class_Baton_RedisCluster_hexpiretime

#define arginfo_class_Baton_RedisCluster_hVals arginfo_class_Baton_RedisCluster_hGetAll

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_blmove, 0, 5, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, wherefrom, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, whereto, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_blmovem, 0, 5, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_blmpop, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_blPop, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_keys, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_DOUBLE|MAY_BE_LONG, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_brPop arginfo_class_Baton_RedisCluster_blPop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_brpoplpush, 0, 3, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, timeout, MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_lindex arginfo_class_Baton_RedisCluster_lget

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisCluster_lInsert, 0, 0, 4)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pivot, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_lLen arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lMove, 0, 4, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, wherefrom, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, whereto, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lmovem, 0, 4, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lmpop, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lPop, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL|MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lPos, 0, 2, Baton\\RedisCluster, MAY_BE_NULL|MAY_BE_BOOL|MAY_BE_LONG|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lPush, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, elements, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lPushx, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lrange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lrem, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lSet, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ltrim, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_rPop, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_rpoplpush, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_rPush arginfo_class_Baton_RedisCluster_lPush

#define arginfo_class_Baton_RedisCluster_rPushx arginfo_class_Baton_RedisCluster_lPushx

#define arginfo_class_Baton_RedisCluster_sAdd arginfo_class_Baton_RedisCluster_lPushx

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_sAddArray, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_scard arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sDiff, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sdiffcard, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sDiffStore, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sInter, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sintercard, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_sInterStore arginfo_class_Baton_RedisCluster_del

#define arginfo_class_Baton_RedisCluster_sismember arginfo_class_Baton_RedisCluster_setnx

#define arginfo_class_Baton_RedisCluster_sMembers arginfo_class_Baton_RedisCluster_hGetAll

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sMisMember, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sMove, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sPop, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_sRandMember, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_srem arginfo_class_Baton_RedisCluster_lPushx

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sscan, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_sUnion arginfo_class_Baton_RedisCluster_sDiff

#define arginfo_class_Baton_RedisCluster_sunioncard arginfo_class_Baton_RedisCluster_sdiffcard

#define arginfo_class_Baton_RedisCluster_sUnionStore arginfo_class_Baton_RedisCluster_sDiffStore

#define arginfo_class_Baton_RedisCluster_bzmpop arginfo_class_Baton_RedisCluster_blmpop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bzPopMax, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_bzPopMin arginfo_class_Baton_RedisCluster_bzPopMax

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zAdd, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, score_or_options, MAY_BE_ARRAY|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_scores_and_mems, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zCard arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zCount, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, start, MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, end, MAY_BE_LONG|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zdiff, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zdiffstore, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zIncrBy, 0, 3, Baton\\RedisCluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zinter, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zintercard arginfo_class_Baton_RedisCluster_sintercard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zinterstore, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, aggregate, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zLexCount, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zmpop arginfo_class_Baton_RedisCluster_lmpop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zMscore, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zPopMax, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zPopMin arginfo_class_Baton_RedisCluster_zPopMax

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRandMember, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, start, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_MASK(0, end, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRangeByLex, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRangeByScore, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zrangestore, 0, 4, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRank, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, with_score, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRem, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zRemRangeByLex arginfo_class_Baton_RedisCluster_zLexCount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRemRangeByRank, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRemRangeByScore, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRevRange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, scores, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRevRangeByLex, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zRevRangeByScore, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zRevRank arginfo_class_Baton_RedisCluster_zRank

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zscan, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_zScore, 0, 2, Baton\\RedisCluster, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_zunion arginfo_class_Baton_RedisCluster_zinter

#define arginfo_class_Baton_RedisCluster_zunionstore arginfo_class_Baton_RedisCluster_zinterstore

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsIncrBy, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields_and_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsInfo, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsInitByDim, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, width, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, depth, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsInitByProb, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, probability, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsMerge, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_cmsQuery, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_pfadd, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_pfcount, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_keys, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_pfmerge, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckeys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_geoadd, 0, 4, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples_and_options, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_geodist, 0, 3, Baton\\RedisCluster, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_geohash arginfo_class_Baton_RedisCluster_sMisMember

#define arginfo_class_Baton_RedisCluster_geopos arginfo_class_Baton_RedisCluster_sMisMember

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_georadius, 0, 5, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_georadius_ro arginfo_class_Baton_RedisCluster_georadius

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_georadiusbymember, 0, 4, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_georadiusbymember_ro arginfo_class_Baton_RedisCluster_georadiusbymember

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_geosearch, 0, 4, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_geosearchstore, 0, 5, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xack, 0, 3, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xackdel, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xadd, 0, 3, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxlen, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, nomkstream, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xautoclaim, 0, 5, Baton\\RedisCluster, MAY_BE_BOOL|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, justid, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xclaim, 0, 6, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xdel, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xdelex, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_xgroup, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, group, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, id_or_consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mkstream, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, entries_read, IS_LONG, 0, "-2")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_xinfo, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg1, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg2, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_xlen arginfo_class_Baton_RedisCluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xnack, 0, 4, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mode, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xpending, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idle, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xrange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xread, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xreadgroup, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xrevrange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_xtrim, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, threshold, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minid, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrAppend, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrIndex, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, stop, IS_LONG, 1, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrInsert, 0, 4, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrLen, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrPop, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, index, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonArrTrim, 0, 4, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonClear, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonDebug, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_jsonDel arginfo_class_Baton_RedisCluster_jsonClear

#define arginfo_class_Baton_RedisCluster_jsonForget arginfo_class_Baton_RedisCluster_jsonClear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_jsonGet, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
	ZEND_ARG_VARIADIC_TYPE_INFO(0, paths, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonMerge, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonMget, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonMset, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonNumIncrBy, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_jsonNumMultBy arginfo_class_Baton_RedisCluster_jsonNumIncrBy

#define arginfo_class_Baton_RedisCluster_jsonObjKeys arginfo_class_Baton_RedisCluster_jsonArrLen

#define arginfo_class_Baton_RedisCluster_jsonObjLen arginfo_class_Baton_RedisCluster_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonResp, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonSet, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, condition, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonStrAppend, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fpha, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_jsonStrLen arginfo_class_Baton_RedisCluster_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_jsonToggle, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_jsonType arginfo_class_Baton_RedisCluster_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftAggregate, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftAliasAdd, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftAliasDel, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_ftAliasUpdate arginfo_class_Baton_RedisCluster_ftAliasAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftAlter, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftConfig, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftCreate, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftCursor, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, cursor, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftDictAdd, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, term, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_terms, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_ftDictDel arginfo_class_Baton_RedisCluster_ftDictAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftDictDump, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftDropIndex, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dd, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftExplain, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftExplainCli, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftInfo, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftProfile, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limited, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_ftSearch arginfo_class_Baton_RedisCluster_ftAggregate

#define arginfo_class_Baton_RedisCluster_ftSpellCheck arginfo_class_Baton_RedisCluster_ftAggregate

#define arginfo_class_Baton_RedisCluster_ftSynDump arginfo_class_Baton_RedisCluster_ftInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftSynUpdate, 0, 3, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, synonym, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, term_or_terms, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ftTagVals, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, tag, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vadd, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vcard, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_vdim arginfo_class_Baton_RedisCluster_vcard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vemb, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vgetattr, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_vinfo arginfo_class_Baton_RedisCluster_cmsInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vismember, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vlinks, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, withscores, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vrandmember, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vrange, 0, 3, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vrem, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vsetattr, 0, 3, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, attributes, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_vsim, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_eval, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, script, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_eval_ro, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, script_sha, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_evalsha, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, sha1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_evalsha_ro arginfo_class_Baton_RedisCluster_evalsha

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_fcall, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, keys, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, handler, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_fcall_ro arginfo_class_Baton_RedisCluster_fcall

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_function, 0, 2, Baton\\RedisCluster, MAY_BE_BOOL|MAY_BE_STRING|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_script, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_psubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, cb, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_publish, 0, 2, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_punsubscribe, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_spublish arginfo_class_Baton_RedisCluster_publish

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_ssubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, cb, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_subscribe arginfo_class_Baton_RedisCluster_ssubscribe

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_sunsubscribe, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_unsubscribe arginfo_class_Baton_RedisCluster_sunsubscribe

#define arginfo_class_Baton_RedisCluster_discard arginfo_class_Baton_RedisCluster_pipeline

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_exec, 0, 0, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_getMode, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, masked, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_unwatch arginfo_class_Baton_RedisCluster_pipeline

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_watch, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_acl, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bgrewriteaof, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_bgSave, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_client, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, opt, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_command, 0, 0, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, opt, IS_STRING, 1, "null")
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_commandlog, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_config, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_settings, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_dbSize, 0, 1, Baton\\RedisCluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_debug, 0, 1, Baton\\RedisCluster, MAY_BE_STRING)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_echo, 0, 2, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, str, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_failover, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, to, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, abort, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hotkeys, 0, 2, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_info, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, sections, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_lastSave, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_ping, 0, 1, Baton\\RedisCluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_rawcommand arginfo_class_Baton_RedisCluster_script

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_replicaof, 0, 1, Baton\\RedisCluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, host, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_role, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_save arginfo_class_Baton_RedisCluster_bgrewriteaof

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_serverName, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_serverVersion arginfo_class_Baton_RedisCluster_serverName

#define arginfo_class_Baton_RedisCluster_slaveof arginfo_class_Baton_RedisCluster_replicaof

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_slowlog, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_time, 0, 1, Baton\\RedisCluster, MAY_BE_ARRAY)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_wait, 0, 3, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, numreplicas, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_waitaof, 0, 4, Baton\\RedisCluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, numlocal, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numreplicas, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_getWithMeta, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_hgetWithMeta, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_isTracked, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster__getKeys arginfo_class_Baton_RedisCluster__masters

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_addAllowPatterns, 0, 0, IS_LONG, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, patterns, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_addIgnorePatterns arginfo_class_Baton_RedisCluster_addAllowPatterns

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_listen, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_onFlushed arginfo_class_Baton_RedisCluster_listen

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_onInvalidated, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_dispatchEvents arginfo_class_Baton_RedisCluster_idleTime

#define arginfo_class_Baton_RedisCluster_stats arginfo_class_Baton_RedisCluster__masters

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_metrics, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisCluster_maxMemory arginfo_class_Baton_RedisCluster_getDBNum

#define arginfo_class_Baton_RedisCluster_memory arginfo_class_Baton_RedisCluster_getDBNum

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisCluster_flushMemory, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisCluster_lastMemoryFlush, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()


ZEND_METHOD(Baton_RedisCluster, __construct);
ZEND_METHOD(Baton_RedisCluster, _masters);
ZEND_METHOD(Baton_RedisCluster, _redir);
ZEND_METHOD(Baton_RedisCluster, cluster);
ZEND_METHOD(Baton_RedisCluster, clusterscan);
ZEND_METHOD(Baton_RedisCluster, decrbyfloat);
ZEND_METHOD(Baton_RedisCluster, fullscan);
ZEND_METHOD(Baton_RedisCluster, invalidateSlotCaches);
ZEND_METHOD(Baton_RedisCluster, close);
ZEND_METHOD(Baton_RedisCluster, flushAll);
ZEND_METHOD(Baton_RedisCluster, flushDB);
ZEND_METHOD(Baton_RedisCluster, endpointId);
ZEND_METHOD(Baton_RedisCluster, flushSlotCache);
ZEND_METHOD(Baton_RedisCluster, idleTime);
ZEND_METHOD(Baton_RedisCluster, getTransferredBytes);
ZEND_METHOD(Baton_RedisCluster, clearTransferredBytes);
ZEND_METHOD(Baton_RedisCluster, msetnx);
ZEND_METHOD(Baton_RedisCluster, lindex);
ZEND_METHOD(Baton_RedisCluster, multi);
ZEND_METHOD(Baton_RedisCluster, pipeline);
ZEND_METHOD(Baton_RedisCluster, pubsub);
ZEND_METHOD(Baton_RedisCluster, scan);
ZEND_METHOD(Baton_RedisCluster, setOption);
ZEND_METHOD(Baton_RedisCluster, select);
ZEND_METHOD(Baton_RedisCluster, getDBNum);
ZEND_METHOD(Baton_Redis, getLastError);
ZEND_METHOD(Baton_Redis, clearLastError);
ZEND_METHOD(Baton_RedisCluster, getOption);
ZEND_METHOD(Baton_RedisCluster, option);
ZEND_METHOD(Baton_Redis, _prefix);
ZEND_METHOD(Baton_Redis, _serialize);
ZEND_METHOD(Baton_Redis, _unserialize);
ZEND_METHOD(Baton_Redis, _compress);
ZEND_METHOD(Baton_Redis, _uncompress);
ZEND_METHOD(Baton_Redis, _pack);
ZEND_METHOD(Baton_Redis, _unpack);
ZEND_METHOD(Baton_Redis, _digest);
ZEND_METHOD(Baton_RedisCluster, copy);
ZEND_METHOD(Baton_RedisCluster, del);
ZEND_METHOD(Baton_RedisCluster, dump);
ZEND_METHOD(Baton_RedisCluster, exists);
ZEND_METHOD(Baton_RedisCluster, expire);
ZEND_METHOD(Baton_RedisCluster, expireAt);
ZEND_METHOD(Baton_RedisCluster, expiremember);
ZEND_METHOD(Baton_RedisCluster, expirememberat);
ZEND_METHOD(Baton_RedisCluster, expiretime);
ZEND_METHOD(Baton_RedisCluster, keys);
ZEND_METHOD(Baton_RedisCluster, migrate);
ZEND_METHOD(Baton_RedisCluster, move);
ZEND_METHOD(Baton_RedisCluster, object);
ZEND_METHOD(Baton_RedisCluster, persist);
ZEND_METHOD(Baton_RedisCluster, pexpire);
ZEND_METHOD(Baton_RedisCluster, pexpireAt);
ZEND_METHOD(Baton_RedisCluster, pexpiretime);
ZEND_METHOD(Baton_RedisCluster, pttl);
ZEND_METHOD(Baton_RedisCluster, randomKey);
ZEND_METHOD(Baton_RedisCluster, rename);
ZEND_METHOD(Baton_RedisCluster, renameNx);
ZEND_METHOD(Baton_RedisCluster, restore);
ZEND_METHOD(Baton_RedisCluster, sort);
ZEND_METHOD(Baton_RedisCluster, sort_ro);
ZEND_METHOD(Baton_RedisCluster, sortAsc);
ZEND_METHOD(Baton_RedisCluster, sortAscAlpha);
ZEND_METHOD(Baton_RedisCluster, sortDesc);
ZEND_METHOD(Baton_RedisCluster, sortDescAlpha);
ZEND_METHOD(Baton_RedisCluster, touch);
ZEND_METHOD(Baton_RedisCluster, ttl);
ZEND_METHOD(Baton_RedisCluster, type);
ZEND_METHOD(Baton_RedisCluster, unlink);
ZEND_METHOD(Baton_RedisCluster, append);
ZEND_METHOD(Baton_RedisCluster, bitcount);
ZEND_METHOD(Baton_RedisCluster, bitfield);
ZEND_METHOD(Baton_RedisCluster, bitop);
ZEND_METHOD(Baton_RedisCluster, bitpos);
ZEND_METHOD(Baton_RedisCluster, decr);
ZEND_METHOD(Baton_RedisCluster, decrBy);
ZEND_METHOD(Baton_RedisCluster, delex);
ZEND_METHOD(Baton_RedisCluster, delifeq);
ZEND_METHOD(Baton_RedisCluster, digest);
ZEND_METHOD(Baton_RedisCluster, gcra);
ZEND_METHOD(Baton_RedisCluster, get);
ZEND_METHOD(Baton_RedisCluster, getBit);
ZEND_METHOD(Baton_RedisCluster, getDel);
ZEND_METHOD(Baton_RedisCluster, getEx);
ZEND_METHOD(Baton_RedisCluster, getRange);
ZEND_METHOD(Baton_RedisCluster, getset);
ZEND_METHOD(Baton_RedisCluster, incr);
ZEND_METHOD(Baton_RedisCluster, incrBy);
ZEND_METHOD(Baton_RedisCluster, incrByFloat);
ZEND_METHOD(Baton_RedisCluster, increx);
ZEND_METHOD(Baton_RedisCluster, lcs);
ZEND_METHOD(Baton_RedisCluster, mget);
ZEND_METHOD(Baton_RedisCluster, mset);
ZEND_METHOD(Baton_RedisCluster, msetex);
ZEND_METHOD(Baton_RedisCluster, psetex);
ZEND_METHOD(Baton_RedisCluster, set);
ZEND_METHOD(Baton_RedisCluster, setBit);
ZEND_METHOD(Baton_RedisCluster, setex);
ZEND_METHOD(Baton_RedisCluster, setnx);
ZEND_METHOD(Baton_RedisCluster, setRange);
ZEND_METHOD(Baton_RedisCluster, strlen);
ZEND_METHOD(Baton_RedisCluster, hDel);
ZEND_METHOD(Baton_RedisCluster, hExists);
ZEND_METHOD(Baton_RedisCluster, hexpire);
ZEND_METHOD(Baton_RedisCluster, hexpireat);
ZEND_METHOD(Baton_RedisCluster, hexpiretime);
ZEND_METHOD(Baton_RedisCluster, hGet);
ZEND_METHOD(Baton_RedisCluster, hGetAll);
ZEND_METHOD(Baton_RedisCluster, hgetdel);
ZEND_METHOD(Baton_RedisCluster, hgetex);
ZEND_METHOD(Baton_RedisCluster, hIncrBy);
ZEND_METHOD(Baton_RedisCluster, hIncrByFloat);
ZEND_METHOD(Baton_RedisCluster, hKeys);
ZEND_METHOD(Baton_RedisCluster, hLen);
ZEND_METHOD(Baton_RedisCluster, hMget);
ZEND_METHOD(Baton_RedisCluster, hMset);
ZEND_METHOD(Baton_RedisCluster, hpersist);
ZEND_METHOD(Baton_RedisCluster, hpexpire);
ZEND_METHOD(Baton_RedisCluster, hpexpireat);
ZEND_METHOD(Baton_RedisCluster, hpexpiretime);
ZEND_METHOD(Baton_RedisCluster, hpttl);
ZEND_METHOD(Baton_RedisCluster, hRandField);
ZEND_METHOD(Baton_RedisCluster, hscan);
ZEND_METHOD(Baton_RedisCluster, hSet);
ZEND_METHOD(Baton_RedisCluster, hsetex);
ZEND_METHOD(Baton_RedisCluster, hSetNx);
ZEND_METHOD(Baton_RedisCluster, hStrLen);
ZEND_METHOD(Baton_RedisCluster, httl);
ZEND_METHOD(Baton_RedisCluster, hVals);
ZEND_METHOD(Baton_RedisCluster, blmove);
ZEND_METHOD(Baton_RedisCluster, blmovem);
ZEND_METHOD(Baton_RedisCluster, blmpop);
ZEND_METHOD(Baton_RedisCluster, blPop);
ZEND_METHOD(Baton_RedisCluster, brPop);
ZEND_METHOD(Baton_RedisCluster, brpoplpush);
ZEND_METHOD(Baton_RedisCluster, lInsert);
ZEND_METHOD(Baton_RedisCluster, lLen);
ZEND_METHOD(Baton_RedisCluster, lMove);
ZEND_METHOD(Baton_RedisCluster, lmovem);
ZEND_METHOD(Baton_RedisCluster, lmpop);
ZEND_METHOD(Baton_RedisCluster, lPop);
ZEND_METHOD(Baton_RedisCluster, lPos);
ZEND_METHOD(Baton_RedisCluster, lPush);
ZEND_METHOD(Baton_RedisCluster, lPushx);
ZEND_METHOD(Baton_RedisCluster, lrange);
ZEND_METHOD(Baton_RedisCluster, lrem);
ZEND_METHOD(Baton_RedisCluster, lSet);
ZEND_METHOD(Baton_RedisCluster, ltrim);
ZEND_METHOD(Baton_RedisCluster, rPop);
ZEND_METHOD(Baton_RedisCluster, rpoplpush);
ZEND_METHOD(Baton_RedisCluster, rPush);
ZEND_METHOD(Baton_RedisCluster, rPushx);
ZEND_METHOD(Baton_RedisCluster, sAdd);
ZEND_METHOD(Baton_RedisCluster, sAddArray);
ZEND_METHOD(Baton_RedisCluster, scard);
ZEND_METHOD(Baton_RedisCluster, sDiff);
ZEND_METHOD(Baton_RedisCluster, sdiffcard);
ZEND_METHOD(Baton_RedisCluster, sDiffStore);
ZEND_METHOD(Baton_RedisCluster, sInter);
ZEND_METHOD(Baton_RedisCluster, sintercard);
ZEND_METHOD(Baton_RedisCluster, sInterStore);
ZEND_METHOD(Baton_RedisCluster, sismember);
ZEND_METHOD(Baton_RedisCluster, sMembers);
ZEND_METHOD(Baton_RedisCluster, sMisMember);
ZEND_METHOD(Baton_RedisCluster, sMove);
ZEND_METHOD(Baton_RedisCluster, sPop);
ZEND_METHOD(Baton_RedisCluster, sRandMember);
ZEND_METHOD(Baton_RedisCluster, srem);
ZEND_METHOD(Baton_RedisCluster, sscan);
ZEND_METHOD(Baton_RedisCluster, sUnion);
ZEND_METHOD(Baton_RedisCluster, sunioncard);
ZEND_METHOD(Baton_RedisCluster, sUnionStore);
ZEND_METHOD(Baton_RedisCluster, bzmpop);
ZEND_METHOD(Baton_RedisCluster, bzPopMax);
ZEND_METHOD(Baton_RedisCluster, bzPopMin);
ZEND_METHOD(Baton_RedisCluster, zAdd);
ZEND_METHOD(Baton_RedisCluster, zCard);
ZEND_METHOD(Baton_RedisCluster, zCount);
ZEND_METHOD(Baton_RedisCluster, zdiff);
ZEND_METHOD(Baton_RedisCluster, zdiffstore);
ZEND_METHOD(Baton_RedisCluster, zIncrBy);
ZEND_METHOD(Baton_RedisCluster, zinter);
ZEND_METHOD(Baton_RedisCluster, zintercard);
ZEND_METHOD(Baton_RedisCluster, zinterstore);
ZEND_METHOD(Baton_RedisCluster, zLexCount);
ZEND_METHOD(Baton_RedisCluster, zmpop);
ZEND_METHOD(Baton_RedisCluster, zMscore);
ZEND_METHOD(Baton_RedisCluster, zPopMax);
ZEND_METHOD(Baton_RedisCluster, zPopMin);
ZEND_METHOD(Baton_RedisCluster, zRandMember);
ZEND_METHOD(Baton_RedisCluster, zRange);
ZEND_METHOD(Baton_RedisCluster, zRangeByLex);
ZEND_METHOD(Baton_RedisCluster, zRangeByScore);
ZEND_METHOD(Baton_RedisCluster, zrangestore);
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
ZEND_METHOD(Baton_RedisCluster, zunion);
ZEND_METHOD(Baton_RedisCluster, zunionstore);
ZEND_METHOD(Baton_RedisCluster, cmsIncrBy);
ZEND_METHOD(Baton_RedisCluster, cmsInfo);
ZEND_METHOD(Baton_RedisCluster, cmsInitByDim);
ZEND_METHOD(Baton_RedisCluster, cmsInitByProb);
ZEND_METHOD(Baton_RedisCluster, cmsMerge);
ZEND_METHOD(Baton_RedisCluster, cmsQuery);
ZEND_METHOD(Baton_RedisCluster, pfadd);
ZEND_METHOD(Baton_RedisCluster, pfcount);
ZEND_METHOD(Baton_RedisCluster, pfmerge);
ZEND_METHOD(Baton_RedisCluster, geoadd);
ZEND_METHOD(Baton_RedisCluster, geodist);
ZEND_METHOD(Baton_RedisCluster, geohash);
ZEND_METHOD(Baton_RedisCluster, geopos);
ZEND_METHOD(Baton_RedisCluster, georadius);
ZEND_METHOD(Baton_RedisCluster, georadius_ro);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember_ro);
ZEND_METHOD(Baton_RedisCluster, geosearch);
ZEND_METHOD(Baton_RedisCluster, geosearchstore);
ZEND_METHOD(Baton_RedisCluster, xack);
ZEND_METHOD(Baton_RedisCluster, xackdel);
ZEND_METHOD(Baton_RedisCluster, xadd);
ZEND_METHOD(Baton_RedisCluster, xautoclaim);
ZEND_METHOD(Baton_RedisCluster, xclaim);
ZEND_METHOD(Baton_RedisCluster, xdel);
ZEND_METHOD(Baton_RedisCluster, xdelex);
ZEND_METHOD(Baton_RedisCluster, xgroup);
ZEND_METHOD(Baton_RedisCluster, xinfo);
ZEND_METHOD(Baton_RedisCluster, xlen);
ZEND_METHOD(Baton_RedisCluster, xnack);
ZEND_METHOD(Baton_RedisCluster, xpending);
ZEND_METHOD(Baton_RedisCluster, xrange);
ZEND_METHOD(Baton_RedisCluster, xread);
ZEND_METHOD(Baton_RedisCluster, xreadgroup);
ZEND_METHOD(Baton_RedisCluster, xrevrange);
ZEND_METHOD(Baton_RedisCluster, xtrim);
ZEND_METHOD(Baton_RedisCluster, jsonArrAppend);
ZEND_METHOD(Baton_RedisCluster, jsonArrIndex);
ZEND_METHOD(Baton_RedisCluster, jsonArrInsert);
ZEND_METHOD(Baton_RedisCluster, jsonArrLen);
ZEND_METHOD(Baton_RedisCluster, jsonArrPop);
ZEND_METHOD(Baton_RedisCluster, jsonArrTrim);
ZEND_METHOD(Baton_RedisCluster, jsonClear);
ZEND_METHOD(Baton_RedisCluster, jsonDebug);
ZEND_METHOD(Baton_RedisCluster, jsonDel);
ZEND_METHOD(Baton_RedisCluster, jsonForget);
ZEND_METHOD(Baton_RedisCluster, jsonGet);
ZEND_METHOD(Baton_RedisCluster, jsonMerge);
ZEND_METHOD(Baton_RedisCluster, jsonMget);
ZEND_METHOD(Baton_RedisCluster, jsonMset);
ZEND_METHOD(Baton_RedisCluster, jsonNumIncrBy);
ZEND_METHOD(Baton_RedisCluster, jsonNumMultBy);
ZEND_METHOD(Baton_RedisCluster, jsonObjKeys);
ZEND_METHOD(Baton_RedisCluster, jsonObjLen);
ZEND_METHOD(Baton_RedisCluster, jsonResp);
ZEND_METHOD(Baton_RedisCluster, jsonSet);
ZEND_METHOD(Baton_RedisCluster, jsonStrAppend);
ZEND_METHOD(Baton_RedisCluster, jsonStrLen);
ZEND_METHOD(Baton_RedisCluster, jsonToggle);
ZEND_METHOD(Baton_RedisCluster, jsonType);
ZEND_METHOD(Baton_RedisCluster, ftAggregate);
ZEND_METHOD(Baton_RedisCluster, ftAliasAdd);
ZEND_METHOD(Baton_RedisCluster, ftAliasDel);
ZEND_METHOD(Baton_RedisCluster, ftAliasUpdate);
ZEND_METHOD(Baton_RedisCluster, ftAlter);
ZEND_METHOD(Baton_RedisCluster, ftConfig);
ZEND_METHOD(Baton_RedisCluster, ftCreate);
ZEND_METHOD(Baton_RedisCluster, ftCursor);
ZEND_METHOD(Baton_RedisCluster, ftDictAdd);
ZEND_METHOD(Baton_RedisCluster, ftDictDel);
ZEND_METHOD(Baton_RedisCluster, ftDictDump);
ZEND_METHOD(Baton_RedisCluster, ftDropIndex);
ZEND_METHOD(Baton_RedisCluster, ftExplain);
ZEND_METHOD(Baton_RedisCluster, ftExplainCli);
ZEND_METHOD(Baton_RedisCluster, ftInfo);
ZEND_METHOD(Baton_RedisCluster, ftProfile);
ZEND_METHOD(Baton_RedisCluster, ftSearch);
ZEND_METHOD(Baton_RedisCluster, ftSpellCheck);
ZEND_METHOD(Baton_RedisCluster, ftSynDump);
ZEND_METHOD(Baton_RedisCluster, ftSynUpdate);
ZEND_METHOD(Baton_RedisCluster, ftTagVals);
ZEND_METHOD(Baton_RedisCluster, vadd);
ZEND_METHOD(Baton_RedisCluster, vcard);
ZEND_METHOD(Baton_RedisCluster, vdim);
ZEND_METHOD(Baton_RedisCluster, vemb);
ZEND_METHOD(Baton_RedisCluster, vgetattr);
ZEND_METHOD(Baton_RedisCluster, vinfo);
ZEND_METHOD(Baton_RedisCluster, vismember);
ZEND_METHOD(Baton_RedisCluster, vlinks);
ZEND_METHOD(Baton_RedisCluster, vrandmember);
ZEND_METHOD(Baton_RedisCluster, vrange);
ZEND_METHOD(Baton_RedisCluster, vrem);
ZEND_METHOD(Baton_RedisCluster, vsetattr);
ZEND_METHOD(Baton_RedisCluster, vsim);
ZEND_METHOD(Baton_RedisCluster, eval);
ZEND_METHOD(Baton_RedisCluster, eval_ro);
ZEND_METHOD(Baton_RedisCluster, evalsha);
ZEND_METHOD(Baton_RedisCluster, evalsha_ro);
ZEND_METHOD(Baton_RedisCluster, fcall);
ZEND_METHOD(Baton_RedisCluster, fcall_ro);
ZEND_METHOD(Baton_RedisCluster, function);
ZEND_METHOD(Baton_RedisCluster, script);
ZEND_METHOD(Baton_RedisCluster, psubscribe);
ZEND_METHOD(Baton_RedisCluster, publish);
ZEND_METHOD(Baton_RedisCluster, punsubscribe);
ZEND_METHOD(Baton_RedisCluster, spublish);
ZEND_METHOD(Baton_RedisCluster, ssubscribe);
ZEND_METHOD(Baton_RedisCluster, subscribe);
ZEND_METHOD(Baton_RedisCluster, sunsubscribe);
ZEND_METHOD(Baton_RedisCluster, unsubscribe);
ZEND_METHOD(Baton_RedisCluster, discard);
ZEND_METHOD(Baton_RedisCluster, exec);
ZEND_METHOD(Baton_Redis, getMode);
ZEND_METHOD(Baton_RedisCluster, unwatch);
ZEND_METHOD(Baton_RedisCluster, watch);
ZEND_METHOD(Baton_RedisCluster, acl);
ZEND_METHOD(Baton_RedisCluster, bgrewriteaof);
ZEND_METHOD(Baton_RedisCluster, bgSave);
ZEND_METHOD(Baton_RedisCluster, client);
ZEND_METHOD(Baton_RedisCluster, command);
ZEND_METHOD(Baton_RedisCluster, commandlog);
ZEND_METHOD(Baton_RedisCluster, config);
ZEND_METHOD(Baton_RedisCluster, dbSize);
ZEND_METHOD(Baton_RedisCluster, debug);
ZEND_METHOD(Baton_RedisCluster, echo);
ZEND_METHOD(Baton_RedisCluster, failover);
ZEND_METHOD(Baton_RedisCluster, hotkeys);
ZEND_METHOD(Baton_RedisCluster, info);
ZEND_METHOD(Baton_RedisCluster, lastSave);
ZEND_METHOD(Baton_RedisCluster, ping);
ZEND_METHOD(Baton_RedisCluster, rawcommand);
ZEND_METHOD(Baton_RedisCluster, replicaof);
ZEND_METHOD(Baton_RedisCluster, role);
ZEND_METHOD(Baton_RedisCluster, save);
ZEND_METHOD(Baton_RedisCluster, serverName);
ZEND_METHOD(Baton_RedisCluster, serverVersion);
ZEND_METHOD(Baton_RedisCluster, slaveof);
ZEND_METHOD(Baton_RedisCluster, slowlog);
ZEND_METHOD(Baton_RedisCluster, time);
ZEND_METHOD(Baton_RedisCluster, wait);
ZEND_METHOD(Baton_RedisCluster, waitaof);
ZEND_METHOD(Baton_RedisCluster, getWithMeta);
ZEND_METHOD(Baton_RedisCluster, hgetWithMeta);
ZEND_METHOD(Baton_RedisCluster, isTracked);
ZEND_METHOD(Baton_RedisCluster, _getKeys);
ZEND_METHOD(Baton_RedisCluster, addAllowPatterns);
ZEND_METHOD(Baton_RedisCluster, addIgnorePatterns);
ZEND_METHOD(Baton_RedisCluster, listen);
ZEND_METHOD(Baton_RedisCluster, onFlushed);
ZEND_METHOD(Baton_RedisCluster, onInvalidated);
ZEND_METHOD(Baton_RedisCluster, dispatchEvents);
ZEND_METHOD(Baton_Redis, stats);
ZEND_METHOD(Baton_Redis, metrics);
ZEND_METHOD(Baton_Redis, maxMemory);
ZEND_METHOD(Baton_Redis, memory);
ZEND_METHOD(Baton_Redis, flushMemory);
ZEND_METHOD(Baton_Redis, lastMemoryFlush);


static const zend_function_entry class_Baton_RedisCluster_methods[] = {
	ZEND_ME(Baton_RedisCluster, __construct, arginfo_class_Baton_RedisCluster___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, _masters, arginfo_class_Baton_RedisCluster__masters, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, _redir, arginfo_class_Baton_RedisCluster__redir, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cluster, arginfo_class_Baton_RedisCluster_cluster, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, clusterscan, arginfo_class_Baton_RedisCluster_clusterscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, decrbyfloat, arginfo_class_Baton_RedisCluster_decrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, fullscan, arginfo_class_Baton_RedisCluster_fullscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, invalidateSlotCaches, arginfo_class_Baton_RedisCluster_invalidateSlotCaches, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_RedisCluster, close, arginfo_class_Baton_RedisCluster_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, flushAll, arginfo_class_Baton_RedisCluster_flushAll, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, flushDB, arginfo_class_Baton_RedisCluster_flushDB, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, endpointId, arginfo_class_Baton_RedisCluster_endpointId, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, flushSlotCache, arginfo_class_Baton_RedisCluster_flushSlotCache, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, idleTime, arginfo_class_Baton_RedisCluster_idleTime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getTransferredBytes, arginfo_class_Baton_RedisCluster_getTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, clearTransferredBytes, arginfo_class_Baton_RedisCluster_clearTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, msetnx, arginfo_class_Baton_RedisCluster_msetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lget, lindex, arginfo_class_Baton_RedisCluster_lget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, multi, arginfo_class_Baton_RedisCluster_multi, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pipeline, arginfo_class_Baton_RedisCluster_pipeline, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pubsub, arginfo_class_Baton_RedisCluster_pubsub, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, scan, arginfo_class_Baton_RedisCluster_scan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, setOption, arginfo_class_Baton_RedisCluster_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, select, arginfo_class_Baton_RedisCluster_select, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getDBNum, arginfo_class_Baton_RedisCluster_getDBNum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getBytes, getTransferredBytes, arginfo_class_Baton_RedisCluster_getBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bytes, getTransferredBytes, arginfo_class_Baton_RedisCluster_bytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, clearBytes, clearTransferredBytes, arginfo_class_Baton_RedisCluster_clearBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getLastError, getLastError, arginfo_class_Baton_RedisCluster_getLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearLastError, clearLastError, arginfo_class_Baton_RedisCluster_clearLastError, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getOption, arginfo_class_Baton_RedisCluster_getOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, option, arginfo_class_Baton_RedisCluster_option, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _prefix, _prefix, arginfo_class_Baton_RedisCluster__prefix, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _serialize, _serialize, arginfo_class_Baton_RedisCluster__serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unserialize, _unserialize, arginfo_class_Baton_RedisCluster__unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _compress, _compress, arginfo_class_Baton_RedisCluster__compress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _uncompress, _uncompress, arginfo_class_Baton_RedisCluster__uncompress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _pack, _pack, arginfo_class_Baton_RedisCluster__pack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unpack, _unpack, arginfo_class_Baton_RedisCluster__unpack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _digest, _digest, arginfo_class_Baton_RedisCluster__digest, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, copy, arginfo_class_Baton_RedisCluster_copy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, del, arginfo_class_Baton_RedisCluster_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, delete, del, arginfo_class_Baton_RedisCluster_delete, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, dump, arginfo_class_Baton_RedisCluster_dump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, exists, arginfo_class_Baton_RedisCluster_exists, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, expire, arginfo_class_Baton_RedisCluster_expire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, expireAt, arginfo_class_Baton_RedisCluster_expireAt, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, expiremember, arginfo_class_Baton_RedisCluster_expiremember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, expirememberat, arginfo_class_Baton_RedisCluster_expirememberat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, expiretime, arginfo_class_Baton_RedisCluster_expiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, keys, arginfo_class_Baton_RedisCluster_keys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, migrate, arginfo_class_Baton_RedisCluster_migrate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, move, arginfo_class_Baton_RedisCluster_move, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, object, arginfo_class_Baton_RedisCluster_object, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, persist, arginfo_class_Baton_RedisCluster_persist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pexpire, arginfo_class_Baton_RedisCluster_pexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pexpireAt, arginfo_class_Baton_RedisCluster_pexpireAt, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pexpiretime, arginfo_class_Baton_RedisCluster_pexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pttl, arginfo_class_Baton_RedisCluster_pttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, randomKey, arginfo_class_Baton_RedisCluster_randomKey, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rename, arginfo_class_Baton_RedisCluster_rename, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, renameNx, arginfo_class_Baton_RedisCluster_renameNx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, restore, arginfo_class_Baton_RedisCluster_restore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sort, arginfo_class_Baton_RedisCluster_sort, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sort_ro, arginfo_class_Baton_RedisCluster_sort_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sortAsc, arginfo_class_Baton_RedisCluster_sortAsc, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sortAscAlpha, arginfo_class_Baton_RedisCluster_sortAscAlpha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sortDesc, arginfo_class_Baton_RedisCluster_sortDesc, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sortDescAlpha, arginfo_class_Baton_RedisCluster_sortDescAlpha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, touch, arginfo_class_Baton_RedisCluster_touch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ttl, arginfo_class_Baton_RedisCluster_ttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, type, arginfo_class_Baton_RedisCluster_type, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, unlink, arginfo_class_Baton_RedisCluster_unlink, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, append, arginfo_class_Baton_RedisCluster_append, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bitcount, arginfo_class_Baton_RedisCluster_bitcount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bitfield, arginfo_class_Baton_RedisCluster_bitfield, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bitop, arginfo_class_Baton_RedisCluster_bitop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bitpos, arginfo_class_Baton_RedisCluster_bitpos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, decr, arginfo_class_Baton_RedisCluster_decr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, decrBy, arginfo_class_Baton_RedisCluster_decrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, delex, arginfo_class_Baton_RedisCluster_delex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, delifeq, arginfo_class_Baton_RedisCluster_delifeq, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, digest, arginfo_class_Baton_RedisCluster_digest, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, gcra, arginfo_class_Baton_RedisCluster_gcra, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, get, arginfo_class_Baton_RedisCluster_get, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getBit, arginfo_class_Baton_RedisCluster_getBit, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getDel, arginfo_class_Baton_RedisCluster_getDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getEx, arginfo_class_Baton_RedisCluster_getEx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getRange, arginfo_class_Baton_RedisCluster_getRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getset, arginfo_class_Baton_RedisCluster_getset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, incr, arginfo_class_Baton_RedisCluster_incr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, incrBy, arginfo_class_Baton_RedisCluster_incrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, incrByFloat, arginfo_class_Baton_RedisCluster_incrByFloat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, increx, arginfo_class_Baton_RedisCluster_increx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lcs, arginfo_class_Baton_RedisCluster_lcs, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, mget, arginfo_class_Baton_RedisCluster_mget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, mset, arginfo_class_Baton_RedisCluster_mset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, msetex, arginfo_class_Baton_RedisCluster_msetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, psetex, arginfo_class_Baton_RedisCluster_psetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, set, arginfo_class_Baton_RedisCluster_set, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, setBit, arginfo_class_Baton_RedisCluster_setBit, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, setex, arginfo_class_Baton_RedisCluster_setex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, setnx, arginfo_class_Baton_RedisCluster_setnx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, setRange, arginfo_class_Baton_RedisCluster_setRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, strlen, arginfo_class_Baton_RedisCluster_strlen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hDel, arginfo_class_Baton_RedisCluster_hDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hExists, arginfo_class_Baton_RedisCluster_hExists, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hexpire, arginfo_class_Baton_RedisCluster_hexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hexpireat, arginfo_class_Baton_RedisCluster_hexpireat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hexpiretime, arginfo_class_Baton_RedisCluster_hexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hGet, arginfo_class_Baton_RedisCluster_hGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hGetAll, arginfo_class_Baton_RedisCluster_hGetAll, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hgetdel, arginfo_class_Baton_RedisCluster_hgetdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hgetex, arginfo_class_Baton_RedisCluster_hgetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hIncrBy, arginfo_class_Baton_RedisCluster_hIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hIncrByFloat, arginfo_class_Baton_RedisCluster_hIncrByFloat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hKeys, arginfo_class_Baton_RedisCluster_hKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hLen, arginfo_class_Baton_RedisCluster_hLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hMget, arginfo_class_Baton_RedisCluster_hMget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hMset, arginfo_class_Baton_RedisCluster_hMset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hpersist, arginfo_class_Baton_RedisCluster_hpersist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hpexpire, arginfo_class_Baton_RedisCluster_hpexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hpexpireat, arginfo_class_Baton_RedisCluster_hpexpireat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hpexpiretime, arginfo_class_Baton_RedisCluster_hpexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hpttl, arginfo_class_Baton_RedisCluster_hpttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hRandField, arginfo_class_Baton_RedisCluster_hRandField, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hscan, arginfo_class_Baton_RedisCluster_hscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hSet, arginfo_class_Baton_RedisCluster_hSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hsetex, arginfo_class_Baton_RedisCluster_hsetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hSetNx, arginfo_class_Baton_RedisCluster_hSetNx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hStrLen, arginfo_class_Baton_RedisCluster_hStrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, httl, arginfo_class_Baton_RedisCluster_httl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hVals, arginfo_class_Baton_RedisCluster_hVals, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, blmove, arginfo_class_Baton_RedisCluster_blmove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, blmovem, arginfo_class_Baton_RedisCluster_blmovem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, blmpop, arginfo_class_Baton_RedisCluster_blmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, blPop, arginfo_class_Baton_RedisCluster_blPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, brPop, arginfo_class_Baton_RedisCluster_brPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, brpoplpush, arginfo_class_Baton_RedisCluster_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lindex, arginfo_class_Baton_RedisCluster_lindex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lInsert, arginfo_class_Baton_RedisCluster_lInsert, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lLen, arginfo_class_Baton_RedisCluster_lLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lMove, arginfo_class_Baton_RedisCluster_lMove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lmovem, arginfo_class_Baton_RedisCluster_lmovem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lmpop, arginfo_class_Baton_RedisCluster_lmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lPop, arginfo_class_Baton_RedisCluster_lPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lPos, arginfo_class_Baton_RedisCluster_lPos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lPush, arginfo_class_Baton_RedisCluster_lPush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lPushx, arginfo_class_Baton_RedisCluster_lPushx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lrange, arginfo_class_Baton_RedisCluster_lrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lrem, arginfo_class_Baton_RedisCluster_lrem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lSet, arginfo_class_Baton_RedisCluster_lSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ltrim, arginfo_class_Baton_RedisCluster_ltrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rPop, arginfo_class_Baton_RedisCluster_rPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rpoplpush, arginfo_class_Baton_RedisCluster_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rPush, arginfo_class_Baton_RedisCluster_rPush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rPushx, arginfo_class_Baton_RedisCluster_rPushx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sAdd, arginfo_class_Baton_RedisCluster_sAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sAddArray, arginfo_class_Baton_RedisCluster_sAddArray, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, scard, arginfo_class_Baton_RedisCluster_scard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sDiff, arginfo_class_Baton_RedisCluster_sDiff, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sdiffcard, arginfo_class_Baton_RedisCluster_sdiffcard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sDiffStore, arginfo_class_Baton_RedisCluster_sDiffStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sInter, arginfo_class_Baton_RedisCluster_sInter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sintercard, arginfo_class_Baton_RedisCluster_sintercard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sInterStore, arginfo_class_Baton_RedisCluster_sInterStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sismember, arginfo_class_Baton_RedisCluster_sismember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sMembers, arginfo_class_Baton_RedisCluster_sMembers, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sMisMember, arginfo_class_Baton_RedisCluster_sMisMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sMove, arginfo_class_Baton_RedisCluster_sMove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sPop, arginfo_class_Baton_RedisCluster_sPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sRandMember, arginfo_class_Baton_RedisCluster_sRandMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, srem, arginfo_class_Baton_RedisCluster_srem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sscan, arginfo_class_Baton_RedisCluster_sscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sUnion, arginfo_class_Baton_RedisCluster_sUnion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sunioncard, arginfo_class_Baton_RedisCluster_sunioncard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sUnionStore, arginfo_class_Baton_RedisCluster_sUnionStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bzmpop, arginfo_class_Baton_RedisCluster_bzmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bzPopMax, arginfo_class_Baton_RedisCluster_bzPopMax, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bzPopMin, arginfo_class_Baton_RedisCluster_bzPopMin, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zAdd, arginfo_class_Baton_RedisCluster_zAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zCard, arginfo_class_Baton_RedisCluster_zCard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zCount, arginfo_class_Baton_RedisCluster_zCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zdiff, arginfo_class_Baton_RedisCluster_zdiff, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zdiffstore, arginfo_class_Baton_RedisCluster_zdiffstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zIncrBy, arginfo_class_Baton_RedisCluster_zIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zinter, arginfo_class_Baton_RedisCluster_zinter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zintercard, arginfo_class_Baton_RedisCluster_zintercard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zinterstore, arginfo_class_Baton_RedisCluster_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zLexCount, arginfo_class_Baton_RedisCluster_zLexCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zmpop, arginfo_class_Baton_RedisCluster_zmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zMscore, arginfo_class_Baton_RedisCluster_zMscore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zPopMax, arginfo_class_Baton_RedisCluster_zPopMax, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zPopMin, arginfo_class_Baton_RedisCluster_zPopMin, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRandMember, arginfo_class_Baton_RedisCluster_zRandMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRange, arginfo_class_Baton_RedisCluster_zRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRangeByLex, arginfo_class_Baton_RedisCluster_zRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRangeByScore, arginfo_class_Baton_RedisCluster_zRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zrangestore, arginfo_class_Baton_RedisCluster_zrangestore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRank, arginfo_class_Baton_RedisCluster_zRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRem, arginfo_class_Baton_RedisCluster_zRem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRemRangeByLex, arginfo_class_Baton_RedisCluster_zRemRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRemRangeByRank, arginfo_class_Baton_RedisCluster_zRemRangeByRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRemRangeByScore, arginfo_class_Baton_RedisCluster_zRemRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRevRange, arginfo_class_Baton_RedisCluster_zRevRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRevRangeByLex, arginfo_class_Baton_RedisCluster_zRevRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRevRangeByScore, arginfo_class_Baton_RedisCluster_zRevRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zRevRank, arginfo_class_Baton_RedisCluster_zRevRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zscan, arginfo_class_Baton_RedisCluster_zscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zScore, arginfo_class_Baton_RedisCluster_zScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zunion, arginfo_class_Baton_RedisCluster_zunion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, zunionstore, arginfo_class_Baton_RedisCluster_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsIncrBy, arginfo_class_Baton_RedisCluster_cmsIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsInfo, arginfo_class_Baton_RedisCluster_cmsInfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsInitByDim, arginfo_class_Baton_RedisCluster_cmsInitByDim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsInitByProb, arginfo_class_Baton_RedisCluster_cmsInitByProb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsMerge, arginfo_class_Baton_RedisCluster_cmsMerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, cmsQuery, arginfo_class_Baton_RedisCluster_cmsQuery, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pfadd, arginfo_class_Baton_RedisCluster_pfadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pfcount, arginfo_class_Baton_RedisCluster_pfcount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, pfmerge, arginfo_class_Baton_RedisCluster_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geoadd, arginfo_class_Baton_RedisCluster_geoadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geodist, arginfo_class_Baton_RedisCluster_geodist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geohash, arginfo_class_Baton_RedisCluster_geohash, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geopos, arginfo_class_Baton_RedisCluster_geopos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, georadius, arginfo_class_Baton_RedisCluster_georadius, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, georadius_ro, arginfo_class_Baton_RedisCluster_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, georadiusbymember, arginfo_class_Baton_RedisCluster_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, georadiusbymember_ro, arginfo_class_Baton_RedisCluster_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geosearch, arginfo_class_Baton_RedisCluster_geosearch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, geosearchstore, arginfo_class_Baton_RedisCluster_geosearchstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xack, arginfo_class_Baton_RedisCluster_xack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xackdel, arginfo_class_Baton_RedisCluster_xackdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xadd, arginfo_class_Baton_RedisCluster_xadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xautoclaim, arginfo_class_Baton_RedisCluster_xautoclaim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xclaim, arginfo_class_Baton_RedisCluster_xclaim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xdel, arginfo_class_Baton_RedisCluster_xdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xdelex, arginfo_class_Baton_RedisCluster_xdelex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xgroup, arginfo_class_Baton_RedisCluster_xgroup, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xinfo, arginfo_class_Baton_RedisCluster_xinfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xlen, arginfo_class_Baton_RedisCluster_xlen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xnack, arginfo_class_Baton_RedisCluster_xnack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xpending, arginfo_class_Baton_RedisCluster_xpending, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xrange, arginfo_class_Baton_RedisCluster_xrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xread, arginfo_class_Baton_RedisCluster_xread, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xreadgroup, arginfo_class_Baton_RedisCluster_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xrevrange, arginfo_class_Baton_RedisCluster_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, xtrim, arginfo_class_Baton_RedisCluster_xtrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrAppend, arginfo_class_Baton_RedisCluster_jsonArrAppend, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrIndex, arginfo_class_Baton_RedisCluster_jsonArrIndex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrInsert, arginfo_class_Baton_RedisCluster_jsonArrInsert, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrLen, arginfo_class_Baton_RedisCluster_jsonArrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrPop, arginfo_class_Baton_RedisCluster_jsonArrPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonArrTrim, arginfo_class_Baton_RedisCluster_jsonArrTrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonClear, arginfo_class_Baton_RedisCluster_jsonClear, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonDebug, arginfo_class_Baton_RedisCluster_jsonDebug, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonDel, arginfo_class_Baton_RedisCluster_jsonDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonForget, arginfo_class_Baton_RedisCluster_jsonForget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonGet, arginfo_class_Baton_RedisCluster_jsonGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonMerge, arginfo_class_Baton_RedisCluster_jsonMerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonMget, arginfo_class_Baton_RedisCluster_jsonMget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonMset, arginfo_class_Baton_RedisCluster_jsonMset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonNumIncrBy, arginfo_class_Baton_RedisCluster_jsonNumIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonNumMultBy, arginfo_class_Baton_RedisCluster_jsonNumMultBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonObjKeys, arginfo_class_Baton_RedisCluster_jsonObjKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonObjLen, arginfo_class_Baton_RedisCluster_jsonObjLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonResp, arginfo_class_Baton_RedisCluster_jsonResp, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonSet, arginfo_class_Baton_RedisCluster_jsonSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonStrAppend, arginfo_class_Baton_RedisCluster_jsonStrAppend, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonStrLen, arginfo_class_Baton_RedisCluster_jsonStrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonToggle, arginfo_class_Baton_RedisCluster_jsonToggle, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, jsonType, arginfo_class_Baton_RedisCluster_jsonType, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftAggregate, arginfo_class_Baton_RedisCluster_ftAggregate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftAliasAdd, arginfo_class_Baton_RedisCluster_ftAliasAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftAliasDel, arginfo_class_Baton_RedisCluster_ftAliasDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftAliasUpdate, arginfo_class_Baton_RedisCluster_ftAliasUpdate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftAlter, arginfo_class_Baton_RedisCluster_ftAlter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftConfig, arginfo_class_Baton_RedisCluster_ftConfig, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftCreate, arginfo_class_Baton_RedisCluster_ftCreate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftCursor, arginfo_class_Baton_RedisCluster_ftCursor, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftDictAdd, arginfo_class_Baton_RedisCluster_ftDictAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftDictDel, arginfo_class_Baton_RedisCluster_ftDictDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftDictDump, arginfo_class_Baton_RedisCluster_ftDictDump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftDropIndex, arginfo_class_Baton_RedisCluster_ftDropIndex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftExplain, arginfo_class_Baton_RedisCluster_ftExplain, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftExplainCli, arginfo_class_Baton_RedisCluster_ftExplainCli, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftInfo, arginfo_class_Baton_RedisCluster_ftInfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftProfile, arginfo_class_Baton_RedisCluster_ftProfile, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftSearch, arginfo_class_Baton_RedisCluster_ftSearch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftSpellCheck, arginfo_class_Baton_RedisCluster_ftSpellCheck, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftSynDump, arginfo_class_Baton_RedisCluster_ftSynDump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftSynUpdate, arginfo_class_Baton_RedisCluster_ftSynUpdate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ftTagVals, arginfo_class_Baton_RedisCluster_ftTagVals, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vadd, arginfo_class_Baton_RedisCluster_vadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vcard, arginfo_class_Baton_RedisCluster_vcard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vdim, arginfo_class_Baton_RedisCluster_vdim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vemb, arginfo_class_Baton_RedisCluster_vemb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vgetattr, arginfo_class_Baton_RedisCluster_vgetattr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vinfo, arginfo_class_Baton_RedisCluster_vinfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vismember, arginfo_class_Baton_RedisCluster_vismember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vlinks, arginfo_class_Baton_RedisCluster_vlinks, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vrandmember, arginfo_class_Baton_RedisCluster_vrandmember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vrange, arginfo_class_Baton_RedisCluster_vrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vrem, arginfo_class_Baton_RedisCluster_vrem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vsetattr, arginfo_class_Baton_RedisCluster_vsetattr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, vsim, arginfo_class_Baton_RedisCluster_vsim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, eval, arginfo_class_Baton_RedisCluster_eval, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, eval_ro, arginfo_class_Baton_RedisCluster_eval_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, evalsha, arginfo_class_Baton_RedisCluster_evalsha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, evalsha_ro, arginfo_class_Baton_RedisCluster_evalsha_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, fcall, arginfo_class_Baton_RedisCluster_fcall, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, fcall_ro, arginfo_class_Baton_RedisCluster_fcall_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, function, arginfo_class_Baton_RedisCluster_function, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, script, arginfo_class_Baton_RedisCluster_script, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, psubscribe, arginfo_class_Baton_RedisCluster_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, publish, arginfo_class_Baton_RedisCluster_publish, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, punsubscribe, arginfo_class_Baton_RedisCluster_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, spublish, arginfo_class_Baton_RedisCluster_spublish, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ssubscribe, arginfo_class_Baton_RedisCluster_ssubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, subscribe, arginfo_class_Baton_RedisCluster_subscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, sunsubscribe, arginfo_class_Baton_RedisCluster_sunsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, unsubscribe, arginfo_class_Baton_RedisCluster_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, discard, arginfo_class_Baton_RedisCluster_discard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, exec, arginfo_class_Baton_RedisCluster_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getMode, getMode, arginfo_class_Baton_RedisCluster_getMode, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, unwatch, arginfo_class_Baton_RedisCluster_unwatch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, watch, arginfo_class_Baton_RedisCluster_watch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, acl, arginfo_class_Baton_RedisCluster_acl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bgrewriteaof, arginfo_class_Baton_RedisCluster_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, bgSave, arginfo_class_Baton_RedisCluster_bgSave, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, client, arginfo_class_Baton_RedisCluster_client, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, command, arginfo_class_Baton_RedisCluster_command, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, commandlog, arginfo_class_Baton_RedisCluster_commandlog, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, config, arginfo_class_Baton_RedisCluster_config, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, dbSize, arginfo_class_Baton_RedisCluster_dbSize, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, debug, arginfo_class_Baton_RedisCluster_debug, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, echo, arginfo_class_Baton_RedisCluster_echo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, failover, arginfo_class_Baton_RedisCluster_failover, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hotkeys, arginfo_class_Baton_RedisCluster_hotkeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, info, arginfo_class_Baton_RedisCluster_info, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, lastSave, arginfo_class_Baton_RedisCluster_lastSave, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, ping, arginfo_class_Baton_RedisCluster_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, rawcommand, arginfo_class_Baton_RedisCluster_rawcommand, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, replicaof, arginfo_class_Baton_RedisCluster_replicaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, role, arginfo_class_Baton_RedisCluster_role, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, save, arginfo_class_Baton_RedisCluster_save, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, serverName, arginfo_class_Baton_RedisCluster_serverName, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, serverVersion, arginfo_class_Baton_RedisCluster_serverVersion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, slaveof, arginfo_class_Baton_RedisCluster_slaveof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, slowlog, arginfo_class_Baton_RedisCluster_slowlog, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, time, arginfo_class_Baton_RedisCluster_time, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, wait, arginfo_class_Baton_RedisCluster_wait, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, waitaof, arginfo_class_Baton_RedisCluster_waitaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, getWithMeta, arginfo_class_Baton_RedisCluster_getWithMeta, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, hgetWithMeta, arginfo_class_Baton_RedisCluster_hgetWithMeta, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, isTracked, arginfo_class_Baton_RedisCluster_isTracked, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, _getKeys, arginfo_class_Baton_RedisCluster__getKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, addAllowPatterns, arginfo_class_Baton_RedisCluster_addAllowPatterns, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, addIgnorePatterns, arginfo_class_Baton_RedisCluster_addIgnorePatterns, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, listen, arginfo_class_Baton_RedisCluster_listen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, onFlushed, arginfo_class_Baton_RedisCluster_onFlushed, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, onInvalidated, arginfo_class_Baton_RedisCluster_onInvalidated, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisCluster, dispatchEvents, arginfo_class_Baton_RedisCluster_dispatchEvents, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, stats, stats, arginfo_class_Baton_RedisCluster_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, metrics, metrics, arginfo_class_Baton_RedisCluster_metrics, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, maxMemory, maxMemory, arginfo_class_Baton_RedisCluster_maxMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, memory, memory, arginfo_class_Baton_RedisCluster_memory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, flushMemory, flushMemory, arginfo_class_Baton_RedisCluster_flushMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, lastMemoryFlush, lastMemoryFlush, arginfo_class_Baton_RedisCluster_lastMemoryFlush, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_Baton_RedisClusterException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_RedisCluster(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "RedisCluster", class_Baton_RedisCluster_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_VERSION_value;
	zend_string *const_VERSION_value_str = zend_string_init(PHP_BATON_CACHE_VERSION, strlen(PHP_BATON_CACHE_VERSION), 1);
	ZVAL_STR(&const_VERSION_value, const_VERSION_value_str);
	zend_string *const_VERSION_name = zend_string_init_interned("VERSION", sizeof("VERSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_VERSION_name, &const_VERSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_VERSION_name);

	zval const_Version_value;
	zend_string *const_Version_value_str = zend_string_init(PHP_BATON_CACHE_VERSION, strlen(PHP_BATON_CACHE_VERSION), 1);
	ZVAL_STR(&const_Version_value, const_Version_value_str);
	zend_string *const_Version_name = zend_string_init_interned("Version", sizeof("Version") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_Version_name, &const_Version_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_Version_name);

	zval const_REDIS_NOT_FOUND_value;
	ZVAL_LONG(&const_REDIS_NOT_FOUND_value, 0);
	zend_string *const_REDIS_NOT_FOUND_name = zend_string_init_interned("REDIS_NOT_FOUND", sizeof("REDIS_NOT_FOUND") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_NOT_FOUND_name, &const_REDIS_NOT_FOUND_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_NOT_FOUND_name);

	zval const_REDIS_STRING_value;
	ZVAL_LONG(&const_REDIS_STRING_value, 1);
	zend_string *const_REDIS_STRING_name = zend_string_init_interned("REDIS_STRING", sizeof("REDIS_STRING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STRING_name, &const_REDIS_STRING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STRING_name);

	zval const_REDIS_SET_value;
	ZVAL_LONG(&const_REDIS_SET_value, 2);
	zend_string *const_REDIS_SET_name = zend_string_init_interned("REDIS_SET", sizeof("REDIS_SET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_SET_name, &const_REDIS_SET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_SET_name);

	zval const_REDIS_LIST_value;
	ZVAL_LONG(&const_REDIS_LIST_value, 3);
	zend_string *const_REDIS_LIST_name = zend_string_init_interned("REDIS_LIST", sizeof("REDIS_LIST") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_LIST_name, &const_REDIS_LIST_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_LIST_name);

	zval const_REDIS_ZSET_value;
	ZVAL_LONG(&const_REDIS_ZSET_value, 4);
	zend_string *const_REDIS_ZSET_name = zend_string_init_interned("REDIS_ZSET", sizeof("REDIS_ZSET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_ZSET_name, &const_REDIS_ZSET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_ZSET_name);

	zval const_REDIS_HASH_value;
	ZVAL_LONG(&const_REDIS_HASH_value, 5);
	zend_string *const_REDIS_HASH_name = zend_string_init_interned("REDIS_HASH", sizeof("REDIS_HASH") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_HASH_name, &const_REDIS_HASH_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_HASH_name);

	zval const_REDIS_STREAM_value;
	ZVAL_LONG(&const_REDIS_STREAM_value, 6);
	zend_string *const_REDIS_STREAM_name = zend_string_init_interned("REDIS_STREAM", sizeof("REDIS_STREAM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_STREAM_name, &const_REDIS_STREAM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_STREAM_name);

	zval const_ATOMIC_value;
	ZVAL_LONG(&const_ATOMIC_value, 0);
	zend_string *const_ATOMIC_name = zend_string_init_interned("ATOMIC", sizeof("ATOMIC") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_ATOMIC_name, &const_ATOMIC_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_ATOMIC_name);

	zval const_MULTI_value;
	ZVAL_LONG(&const_MULTI_value, 1);
	zend_string *const_MULTI_name = zend_string_init_interned("MULTI", sizeof("MULTI") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MULTI_name, &const_MULTI_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MULTI_name);

	zval const_PIPELINE_value;
	ZVAL_LONG(&const_PIPELINE_value, 2);
	zend_string *const_PIPELINE_name = zend_string_init_interned("PIPELINE", sizeof("PIPELINE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_PIPELINE_name, &const_PIPELINE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_PIPELINE_name);

	zval const_OPT_SERIALIZER_value;
	ZVAL_LONG(&const_OPT_SERIALIZER_value, 1);
	zend_string *const_OPT_SERIALIZER_name = zend_string_init_interned("OPT_SERIALIZER", sizeof("OPT_SERIALIZER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SERIALIZER_name, &const_OPT_SERIALIZER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SERIALIZER_name);

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

	zval const_OPT_SCAN_value;
	ZVAL_LONG(&const_OPT_SCAN_value, 4);
	zend_string *const_OPT_SCAN_name = zend_string_init_interned("OPT_SCAN", sizeof("OPT_SCAN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SCAN_name, &const_OPT_SCAN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SCAN_name);

	zval const_OPT_TCP_KEEPALIVE_value;
	ZVAL_LONG(&const_OPT_TCP_KEEPALIVE_value, 6);
	zend_string *const_OPT_TCP_KEEPALIVE_name = zend_string_init_interned("OPT_TCP_KEEPALIVE", sizeof("OPT_TCP_KEEPALIVE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_TCP_KEEPALIVE_name, &const_OPT_TCP_KEEPALIVE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_TCP_KEEPALIVE_name);

	zval const_OPT_COMPRESSION_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_value, 7);
	zend_string *const_OPT_COMPRESSION_name = zend_string_init_interned("OPT_COMPRESSION", sizeof("OPT_COMPRESSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_name, &const_OPT_COMPRESSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_name);

	zval const_OPT_REPLY_LITERAL_value;
	ZVAL_LONG(&const_OPT_REPLY_LITERAL_value, 8);
	zend_string *const_OPT_REPLY_LITERAL_name = zend_string_init_interned("OPT_REPLY_LITERAL", sizeof("OPT_REPLY_LITERAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_REPLY_LITERAL_name, &const_OPT_REPLY_LITERAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_REPLY_LITERAL_name);

	zval const_OPT_COMPRESSION_LEVEL_value;
	ZVAL_LONG(&const_OPT_COMPRESSION_LEVEL_value, 9);
	zend_string *const_OPT_COMPRESSION_LEVEL_name = zend_string_init_interned("OPT_COMPRESSION_LEVEL", sizeof("OPT_COMPRESSION_LEVEL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_COMPRESSION_LEVEL_name, &const_OPT_COMPRESSION_LEVEL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_COMPRESSION_LEVEL_name);

	zval const_OPT_NULL_MULTIBULK_AS_NULL_value;
	ZVAL_LONG(&const_OPT_NULL_MULTIBULK_AS_NULL_value, 10);
	zend_string *const_OPT_NULL_MULTIBULK_AS_NULL_name = zend_string_init_interned("OPT_NULL_MULTIBULK_AS_NULL", sizeof("OPT_NULL_MULTIBULK_AS_NULL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_NULL_MULTIBULK_AS_NULL_name, &const_OPT_NULL_MULTIBULK_AS_NULL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_NULL_MULTIBULK_AS_NULL_name);

	zval const_OPT_MAX_RETRIES_value;
	ZVAL_LONG(&const_OPT_MAX_RETRIES_value, 11);
	zend_string *const_OPT_MAX_RETRIES_name = zend_string_init_interned("OPT_MAX_RETRIES", sizeof("OPT_MAX_RETRIES") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_MAX_RETRIES_name, &const_OPT_MAX_RETRIES_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_MAX_RETRIES_name);

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

	zval const_OPT_PACK_IGNORE_NUMBERS_value;
	ZVAL_LONG(&const_OPT_PACK_IGNORE_NUMBERS_value, 15);
	zend_string *const_OPT_PACK_IGNORE_NUMBERS_name = zend_string_init_interned("OPT_PACK_IGNORE_NUMBERS", sizeof("OPT_PACK_IGNORE_NUMBERS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_PACK_IGNORE_NUMBERS_name, &const_OPT_PACK_IGNORE_NUMBERS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_PACK_IGNORE_NUMBERS_name);

	zval const_OPT_PHPREDIS_COMPATIBILITY_value;
	ZVAL_LONG(&const_OPT_PHPREDIS_COMPATIBILITY_value, 100);
	zend_string *const_OPT_PHPREDIS_COMPATIBILITY_name = zend_string_init_interned("OPT_PHPREDIS_COMPATIBILITY", sizeof("OPT_PHPREDIS_COMPATIBILITY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_PHPREDIS_COMPATIBILITY_name, &const_OPT_PHPREDIS_COMPATIBILITY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_PHPREDIS_COMPATIBILITY_name);

	zval const_OPT_CLIENT_INVALIDATIONS_value;
	ZVAL_LONG(&const_OPT_CLIENT_INVALIDATIONS_value, 101);
	zend_string *const_OPT_CLIENT_INVALIDATIONS_name = zend_string_init_interned("OPT_CLIENT_INVALIDATIONS", sizeof("OPT_CLIENT_INVALIDATIONS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_CLIENT_INVALIDATIONS_name, &const_OPT_CLIENT_INVALIDATIONS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_CLIENT_INVALIDATIONS_name);

	zval const_OPT_ALLOW_PATTERNS_value;
	ZVAL_LONG(&const_OPT_ALLOW_PATTERNS_value, 102);
	zend_string *const_OPT_ALLOW_PATTERNS_name = zend_string_init_interned("OPT_ALLOW_PATTERNS", sizeof("OPT_ALLOW_PATTERNS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_ALLOW_PATTERNS_name, &const_OPT_ALLOW_PATTERNS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_ALLOW_PATTERNS_name);

	zval const_OPT_IGNORE_PATTERNS_value;
	ZVAL_LONG(&const_OPT_IGNORE_PATTERNS_value, 103);
	zend_string *const_OPT_IGNORE_PATTERNS_name = zend_string_init_interned("OPT_IGNORE_PATTERNS", sizeof("OPT_IGNORE_PATTERNS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_IGNORE_PATTERNS_name, &const_OPT_IGNORE_PATTERNS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_IGNORE_PATTERNS_name);

	zval const_OPT_CLIENT_TRACKING_value;
	ZVAL_LONG(&const_OPT_CLIENT_TRACKING_value, 105);
	zend_string *const_OPT_CLIENT_TRACKING_name = zend_string_init_interned("OPT_CLIENT_TRACKING", sizeof("OPT_CLIENT_TRACKING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_CLIENT_TRACKING_name, &const_OPT_CLIENT_TRACKING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_CLIENT_TRACKING_name);

	zval const_OPT_THROW_ON_ERROR_value;
	ZVAL_LONG(&const_OPT_THROW_ON_ERROR_value, 106);
	zend_string *const_OPT_THROW_ON_ERROR_name = zend_string_init_interned("OPT_THROW_ON_ERROR", sizeof("OPT_THROW_ON_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_THROW_ON_ERROR_name, &const_OPT_THROW_ON_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_THROW_ON_ERROR_name);

	zval const_OPT_ADAPTIVE_CACHE_value;
	ZVAL_LONG(&const_OPT_ADAPTIVE_CACHE_value, 109);
	zend_string *const_OPT_ADAPTIVE_CACHE_name = zend_string_init_interned("OPT_ADAPTIVE_CACHE", sizeof("OPT_ADAPTIVE_CACHE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_ADAPTIVE_CACHE_name, &const_OPT_ADAPTIVE_CACHE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_ADAPTIVE_CACHE_name);

	zval const_OPT_EXACT_TTL_value;
	ZVAL_LONG(&const_OPT_EXACT_TTL_value, 200);
	zend_string *const_OPT_EXACT_TTL_name = zend_string_init_interned("OPT_EXACT_TTL", sizeof("OPT_EXACT_TTL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_EXACT_TTL_name, &const_OPT_EXACT_TTL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_EXACT_TTL_name);

	zval const_OPT_USE_CACHE_value;
	ZVAL_LONG(&const_OPT_USE_CACHE_value, 104);
	zend_string *const_OPT_USE_CACHE_name = zend_string_init_interned("OPT_USE_CACHE", sizeof("OPT_USE_CACHE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_USE_CACHE_name, &const_OPT_USE_CACHE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_USE_CACHE_name);

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

	zval const_SERIALIZER_IGBINARY_value;
	ZVAL_LONG(&const_SERIALIZER_IGBINARY_value, 2);
	zend_string *const_SERIALIZER_IGBINARY_name = zend_string_init_interned("SERIALIZER_IGBINARY", sizeof("SERIALIZER_IGBINARY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_IGBINARY_name, &const_SERIALIZER_IGBINARY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_IGBINARY_name);

	zval const_SERIALIZER_MSGPACK_value;
	ZVAL_LONG(&const_SERIALIZER_MSGPACK_value, 3);
	zend_string *const_SERIALIZER_MSGPACK_name = zend_string_init_interned("SERIALIZER_MSGPACK", sizeof("SERIALIZER_MSGPACK") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_MSGPACK_name, &const_SERIALIZER_MSGPACK_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_MSGPACK_name);

	zval const_SERIALIZER_JSON_value;
	ZVAL_LONG(&const_SERIALIZER_JSON_value, 4);
	zend_string *const_SERIALIZER_JSON_name = zend_string_init_interned("SERIALIZER_JSON", sizeof("SERIALIZER_JSON") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SERIALIZER_JSON_name, &const_SERIALIZER_JSON_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SERIALIZER_JSON_name);

	zval const_COMPRESSION_NONE_value;
	ZVAL_LONG(&const_COMPRESSION_NONE_value, 0);
	zend_string *const_COMPRESSION_NONE_name = zend_string_init_interned("COMPRESSION_NONE", sizeof("COMPRESSION_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_NONE_name, &const_COMPRESSION_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_NONE_name);

	zval const_COMPRESSION_LZF_value;
	ZVAL_LONG(&const_COMPRESSION_LZF_value, 1);
	zend_string *const_COMPRESSION_LZF_name = zend_string_init_interned("COMPRESSION_LZF", sizeof("COMPRESSION_LZF") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZF_name, &const_COMPRESSION_LZF_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZF_name);

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

	zval const_COMPRESSION_ZSTD_MIN_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MIN_value, 1);
	zend_string *const_COMPRESSION_ZSTD_MIN_name = zend_string_init_interned("COMPRESSION_ZSTD_MIN", sizeof("COMPRESSION_ZSTD_MIN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MIN_name, &const_COMPRESSION_ZSTD_MIN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MIN_name);

	zval const_COMPRESSION_ZSTD_MAX_value;
	ZVAL_LONG(&const_COMPRESSION_ZSTD_MAX_value, 22);
	zend_string *const_COMPRESSION_ZSTD_MAX_name = zend_string_init_interned("COMPRESSION_ZSTD_MAX", sizeof("COMPRESSION_ZSTD_MAX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_ZSTD_MAX_name, &const_COMPRESSION_ZSTD_MAX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_ZSTD_MAX_name);

	zval const_COMPRESSION_LZ4_value;
	ZVAL_LONG(&const_COMPRESSION_LZ4_value, 3);
	zend_string *const_COMPRESSION_LZ4_name = zend_string_init_interned("COMPRESSION_LZ4", sizeof("COMPRESSION_LZ4") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_COMPRESSION_LZ4_name, &const_COMPRESSION_LZ4_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_COMPRESSION_LZ4_name);

	zval const_SCAN_NORETRY_value;
	ZVAL_LONG(&const_SCAN_NORETRY_value, 0);
	zend_string *const_SCAN_NORETRY_name = zend_string_init_interned("SCAN_NORETRY", sizeof("SCAN_NORETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NORETRY_name, &const_SCAN_NORETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NORETRY_name);

	zval const_SCAN_RETRY_value;
	ZVAL_LONG(&const_SCAN_RETRY_value, 1);
	zend_string *const_SCAN_RETRY_name = zend_string_init_interned("SCAN_RETRY", sizeof("SCAN_RETRY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_RETRY_name, &const_SCAN_RETRY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_RETRY_name);

	zval const_SCAN_PREFIX_value;
	ZVAL_LONG(&const_SCAN_PREFIX_value, 2);
	zend_string *const_SCAN_PREFIX_name = zend_string_init_interned("SCAN_PREFIX", sizeof("SCAN_PREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_PREFIX_name, &const_SCAN_PREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_PREFIX_name);

	zval const_SCAN_NOPREFIX_value;
	ZVAL_LONG(&const_SCAN_NOPREFIX_value, 3);
	zend_string *const_SCAN_NOPREFIX_name = zend_string_init_interned("SCAN_NOPREFIX", sizeof("SCAN_NOPREFIX") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCAN_NOPREFIX_name, &const_SCAN_NOPREFIX_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCAN_NOPREFIX_name);

	zval const_BEFORE_value;
	zend_string *const_BEFORE_value_str = zend_string_init("before", strlen("before"), 1);
	ZVAL_STR(&const_BEFORE_value, const_BEFORE_value_str);
	zend_string *const_BEFORE_name = zend_string_init_interned("BEFORE", sizeof("BEFORE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BEFORE_name, &const_BEFORE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BEFORE_name);

	zval const_AFTER_value;
	zend_string *const_AFTER_value_str = zend_string_init("after", strlen("after"), 1);
	ZVAL_STR(&const_AFTER_value, const_AFTER_value_str);
	zend_string *const_AFTER_name = zend_string_init_interned("AFTER", sizeof("AFTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_AFTER_name, &const_AFTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_AFTER_name);

	zval const_LEFT_value;
	zend_string *const_LEFT_value_str = zend_string_init("left", strlen("left"), 1);
	ZVAL_STR(&const_LEFT_value, const_LEFT_value_str);
	zend_string *const_LEFT_name = zend_string_init_interned("LEFT", sizeof("LEFT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_LEFT_name, &const_LEFT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_LEFT_name);

	zval const_RIGHT_value;
	zend_string *const_RIGHT_value_str = zend_string_init("right", strlen("right"), 1);
	ZVAL_STR(&const_RIGHT_value, const_RIGHT_value_str);
	zend_string *const_RIGHT_name = zend_string_init_interned("RIGHT", sizeof("RIGHT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_RIGHT_name, &const_RIGHT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_RIGHT_name);

	zval const_BACKOFF_ALGORITHM_DEFAULT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DEFAULT_value, 0);
	zend_string *const_BACKOFF_ALGORITHM_DEFAULT_name = zend_string_init_interned("BACKOFF_ALGORITHM_DEFAULT", sizeof("BACKOFF_ALGORITHM_DEFAULT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DEFAULT_name, &const_BACKOFF_ALGORITHM_DEFAULT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DEFAULT_name);

	zval const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, 1);
	zend_string *const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_DECORRELATED_JITTER", sizeof("BACKOFF_ALGORITHM_DECORRELATED_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name, &const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_DECORRELATED_JITTER_name);

	zval const_BACKOFF_ALGORITHM_FULL_JITTER_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_FULL_JITTER_value, 2);
	zend_string *const_BACKOFF_ALGORITHM_FULL_JITTER_name = zend_string_init_interned("BACKOFF_ALGORITHM_FULL_JITTER", sizeof("BACKOFF_ALGORITHM_FULL_JITTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_FULL_JITTER_name, &const_BACKOFF_ALGORITHM_FULL_JITTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_FULL_JITTER_name);

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

	zval const_BACKOFF_ALGORITHM_UNIFORM_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_UNIFORM_value, 5);
	zend_string *const_BACKOFF_ALGORITHM_UNIFORM_name = zend_string_init_interned("BACKOFF_ALGORITHM_UNIFORM", sizeof("BACKOFF_ALGORITHM_UNIFORM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_UNIFORM_name, &const_BACKOFF_ALGORITHM_UNIFORM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_UNIFORM_name);

	zval const_BACKOFF_ALGORITHM_CONSTANT_value;
	ZVAL_LONG(&const_BACKOFF_ALGORITHM_CONSTANT_value, 6);
	zend_string *const_BACKOFF_ALGORITHM_CONSTANT_name = zend_string_init_interned("BACKOFF_ALGORITHM_CONSTANT", sizeof("BACKOFF_ALGORITHM_CONSTANT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BACKOFF_ALGORITHM_CONSTANT_name, &const_BACKOFF_ALGORITHM_CONSTANT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BACKOFF_ALGORITHM_CONSTANT_name);

	zval const_OPT_SLAVE_FAILOVER_value;
	ZVAL_LONG(&const_OPT_SLAVE_FAILOVER_value, 5);
	zend_string *const_OPT_SLAVE_FAILOVER_name = zend_string_init_interned("OPT_SLAVE_FAILOVER", sizeof("OPT_SLAVE_FAILOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SLAVE_FAILOVER_name, &const_OPT_SLAVE_FAILOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SLAVE_FAILOVER_name);

	zval const_FAILOVER_NONE_value;
	ZVAL_LONG(&const_FAILOVER_NONE_value, 0);
	zend_string *const_FAILOVER_NONE_name = zend_string_init_interned("FAILOVER_NONE", sizeof("FAILOVER_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_NONE_name, &const_FAILOVER_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_NONE_name);

	zval const_FAILOVER_ERROR_value;
	ZVAL_LONG(&const_FAILOVER_ERROR_value, 1);
	zend_string *const_FAILOVER_ERROR_name = zend_string_init_interned("FAILOVER_ERROR", sizeof("FAILOVER_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_ERROR_name, &const_FAILOVER_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_ERROR_name);

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


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 5, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "migrate", sizeof("migrate") - 1), 7, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Baton_RedisClusterException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "RedisClusterException", class_Baton_RedisClusterException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);

	return class_entry;
}
