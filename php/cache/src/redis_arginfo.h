/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4ac110f0d300132460c8c712d41ab3c774c87166 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Redis___construct, 0, 0, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, connect_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, command_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, database, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Redis___destruct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_connect, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent_id, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retry_interval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, database, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_open arginfo_class_Baton_Redis_connect

#define arginfo_class_Baton_Redis_pconnect arginfo_class_Baton_Redis_connect

#define arginfo_class_Baton_Redis_popen arginfo_class_Baton_Redis_connect

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_auth, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, credentials, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_select, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_reset, 0, 0, Baton\\Redis, MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_close, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_pclose arginfo_class_Baton_Redis_close

#define arginfo_class_Baton_Redis_isConnected arginfo_class_Baton_Redis_close

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getHost, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getPort, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getAuth, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_getDBNum arginfo_class_Baton_Redis_getPort

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getPersistentID, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_getTimeout, 0, 0, MAY_BE_DOUBLE|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getReadTimeout, 0, 0, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_timeout arginfo_class_Baton_Redis_getTimeout

#define arginfo_class_Baton_Redis_readTimeout arginfo_class_Baton_Redis_getTimeout

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_endpointId, 0, 0, MAY_BE_STRING|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_socketId arginfo_class_Baton_Redis_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_idleTime, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getTransferredBytes, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_clearTransferredBytes, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_getBytes arginfo_class_Baton_Redis_getTransferredBytes

#define arginfo_class_Baton_Redis_bytes arginfo_class_Baton_Redis_getTransferredBytes

#define arginfo_class_Baton_Redis_clearBytes arginfo_class_Baton_Redis_clearTransferredBytes

#define arginfo_class_Baton_Redis_getLastError arginfo_class_Baton_Redis_getPersistentID

#define arginfo_class_Baton_Redis_clearLastError arginfo_class_Baton_Redis_close

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_setOption, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getOption, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_option, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis__prefix, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis__serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis__unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis__compress, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis__uncompress arginfo_class_Baton_Redis__compress

#define arginfo_class_Baton_Redis__pack arginfo_class_Baton_Redis__serialize

#define arginfo_class_Baton_Redis__unpack arginfo_class_Baton_Redis__unserialize

#define arginfo_class_Baton_Redis__digest arginfo_class_Baton_Redis__serialize

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_copy, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_del, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_delete arginfo_class_Baton_Redis_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_dump, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_exists, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_expire, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_expireAt, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_expiremember, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_expirememberat, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_expiretime, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Redis_keys, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_migrate, 0, 5, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, dstdb, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, copy, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, replace, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, credentials, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_move, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_object, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, subcommand, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_persist, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_pexpire, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_pexpireAt arginfo_class_Baton_Redis_expireAt

#define arginfo_class_Baton_Redis_pexpiretime arginfo_class_Baton_Redis_expiretime

#define arginfo_class_Baton_Redis_pttl arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_randomKey, 0, 0, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_rename, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, old_name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, new_name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_renameNx, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key_src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key_dst, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_restore, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_scan, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_sort, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_sort_ro arginfo_class_Baton_Redis_sort

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_sortAsc, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, get, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, store, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_sortAscAlpha arginfo_class_Baton_Redis_sortAsc

#define arginfo_class_Baton_Redis_sortDesc arginfo_class_Baton_Redis_sortAsc

#define arginfo_class_Baton_Redis_sortDescAlpha arginfo_class_Baton_Redis_sortAsc

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_touch, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_array, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_ttl arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_type, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_unlink arginfo_class_Baton_Redis_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_append, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bitcount, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bybit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bitfield, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bitop, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, deskey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bitpos, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, bit, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bybit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_decr, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_decrBy, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_delex, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_delifeq, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_digest, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_gcra, 0, 4, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, maxBurst, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, requestsPerPeriod, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, period, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tokens, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_getBit, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, idx, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_getDel, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_getEx, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_getRange, 0, 3, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_getset, 0, 2, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_incr arginfo_class_Baton_Redis_decr

#define arginfo_class_Baton_Redis_incrBy arginfo_class_Baton_Redis_decrBy

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_incrByFloat, 0, 2, Baton\\Redis, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_increx, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, value, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lcs, 0, 2, Baton\\Redis, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key2, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_mget, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_mset, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key_values, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_msetex, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, kvals, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, ttl, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_msetnx arginfo_class_Baton_Redis_mset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_psetex, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expire, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_set, 0, 2, Baton\\Redis, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_setBit, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, idx, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Redis_setex, 0, 0, 3)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expire, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_setnx, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_setRange, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_strlen arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hDel, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_fields, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hExists, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hexpire, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_hexpireat arginfo_class_Baton_Redis_hexpire

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hexpiretime, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_hGet, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hGetAll, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hgetdel, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hgetex, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expiry, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hIncrBy, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hIncrByFloat, 0, 3, Baton\\Redis, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_hKeys arginfo_class_Baton_Redis_hGetAll

#define arginfo_class_Baton_Redis_hLen arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hMget, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hMset, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fieldvals, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_hpersist arginfo_class_Baton_Redis_hexpiretime

#define arginfo_class_Baton_Redis_hpexpire arginfo_class_Baton_Redis_hexpire

#define arginfo_class_Baton_Redis_hpexpireat arginfo_class_Baton_Redis_hexpire

#define arginfo_class_Baton_Redis_hpexpiretime arginfo_class_Baton_Redis_hexpiretime

#define arginfo_class_Baton_Redis_hpttl arginfo_class_Baton_Redis_hexpiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hRandField, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hscan, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hSet, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields_and_vals, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hsetex, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, expiry, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hSetNx, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hStrLen, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_httl arginfo_class_Baton_Redis_hexpiretime

#define arginfo_class_Baton_Redis_hVals arginfo_class_Baton_Redis_hGetAll

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_blmove, 0, 5, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, wherefrom, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, whereto, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_blmovem, 0, 5, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_blmpop, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_blPop, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_keys, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_DOUBLE|MAY_BE_LONG, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_brPop arginfo_class_Baton_Redis_blPop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_brpoplpush, 0, 3, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, timeout, MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_lindex, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Redis_lInsert, 0, 0, 4)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pivot, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_lLen arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lMove, 0, 4, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, wherefrom, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, whereto, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lmovem, 0, 4, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lmpop, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_NULL|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lPop, 0, 1, Baton\\Redis, MAY_BE_BOOL|MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lPos, 0, 2, Baton\\Redis, MAY_BE_NULL|MAY_BE_BOOL|MAY_BE_LONG|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lPush, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, elements, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lPushx, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lrange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lrem, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_lSet, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ltrim, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_rPop, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_rpoplpush, 0, 2, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_rPush arginfo_class_Baton_Redis_lPush

#define arginfo_class_Baton_Redis_rPushx arginfo_class_Baton_Redis_lPushx

#define arginfo_class_Baton_Redis_sAdd arginfo_class_Baton_Redis_lPushx

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_sAddArray, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_scard arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sDiff, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sdiffcard, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sDiffStore, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sInter, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sintercard, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_sInterStore arginfo_class_Baton_Redis_del

#define arginfo_class_Baton_Redis_sismember arginfo_class_Baton_Redis_setnx

#define arginfo_class_Baton_Redis_sMembers arginfo_class_Baton_Redis_hGetAll

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sMisMember, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sMove, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sPop, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_sRandMember, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_srem arginfo_class_Baton_Redis_lPushx

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_sscan, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_sUnion arginfo_class_Baton_Redis_sDiff

#define arginfo_class_Baton_Redis_sunioncard arginfo_class_Baton_Redis_sdiffcard

#define arginfo_class_Baton_Redis_sUnionStore arginfo_class_Baton_Redis_sDiffStore

#define arginfo_class_Baton_Redis_bzmpop arginfo_class_Baton_Redis_blmpop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bzPopMax, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_bzPopMin arginfo_class_Baton_Redis_bzPopMax

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zAdd, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, score_or_options, MAY_BE_ARRAY|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_scores_and_mems, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zCard arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zCount, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, start, MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, end, MAY_BE_LONG|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zdiff, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zdiffstore, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zIncrBy, 0, 3, Baton\\Redis, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zinter, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zintercard arginfo_class_Baton_Redis_sintercard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zinterstore, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, aggregate, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zLexCount, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zmpop arginfo_class_Baton_Redis_lmpop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zMscore, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zPopMax, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zPopMin arginfo_class_Baton_Redis_zPopMax

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRandMember, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, start, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_MASK(0, end, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRangeByLex, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRangeByScore, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zrangestore, 0, 4, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRank, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, with_score, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRem, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zRemRangeByLex arginfo_class_Baton_Redis_zLexCount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRemRangeByRank, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRemRangeByScore, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRevRange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, scores, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRevRangeByLex, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zRevRangeByScore, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_BOOL, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zRevRank arginfo_class_Baton_Redis_zRank

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zscan, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_zScore, 0, 2, Baton\\Redis, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_zunion arginfo_class_Baton_Redis_zinter

#define arginfo_class_Baton_Redis_zunionstore arginfo_class_Baton_Redis_zinterstore

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsIncrBy, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields_and_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsInfo, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsInitByDim, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, width, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, depth, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsInitByProb, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, probability, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsMerge, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_cmsQuery, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, fields, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_pfadd, 0, 2, Baton\\Redis, MAY_BE_LONG)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_pfcount, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_keys, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_pfmerge, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckeys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_geoadd, 0, 4, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples_and_options, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_geodist, 0, 3, Baton\\Redis, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_geohash arginfo_class_Baton_Redis_sMisMember

#define arginfo_class_Baton_Redis_geopos arginfo_class_Baton_Redis_sMisMember

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_georadius, 0, 5, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_georadius_ro arginfo_class_Baton_Redis_georadius

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_georadiusbymember, 0, 4, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_georadiusbymember_ro arginfo_class_Baton_Redis_georadiusbymember

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_geosearch, 0, 4, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_geosearchstore, 0, 5, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_xack, 0, 3, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xackdel, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xadd, 0, 3, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxlen, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, nomkstream, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xautoclaim, 0, 5, Baton\\Redis, MAY_BE_BOOL|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, justid, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xclaim, 0, 6, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xdel, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xdelex, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_xgroup, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, group, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, id_or_consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mkstream, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, entries_read, IS_LONG, 0, "-2")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_xinfo, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg1, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg2, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_xlen arginfo_class_Baton_Redis_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xnack, 0, 4, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mode, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xpending, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idle, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xrange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xread, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xreadgroup, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xrevrange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_xtrim, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, threshold, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minid, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrAppend, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrIndex, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, stop, IS_LONG, 1, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrInsert, 0, 4, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrLen, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrPop, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, index, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonArrTrim, 0, 4, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonClear, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonDebug, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_jsonDel arginfo_class_Baton_Redis_jsonClear

#define arginfo_class_Baton_Redis_jsonForget arginfo_class_Baton_Redis_jsonClear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_jsonGet, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
	ZEND_ARG_VARIADIC_TYPE_INFO(0, paths, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonMerge, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonMget, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonMset, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonNumIncrBy, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_jsonNumMultBy arginfo_class_Baton_Redis_jsonNumIncrBy

#define arginfo_class_Baton_Redis_jsonObjKeys arginfo_class_Baton_Redis_jsonArrLen

#define arginfo_class_Baton_Redis_jsonObjLen arginfo_class_Baton_Redis_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonResp, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonSet, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, condition, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonStrAppend, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fpha, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_jsonStrLen arginfo_class_Baton_Redis_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_jsonToggle, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_jsonType arginfo_class_Baton_Redis_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftAggregate, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftAliasAdd, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftAliasDel, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_ftAliasUpdate arginfo_class_Baton_Redis_ftAliasAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftAlter, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftConfig, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftCreate, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftCursor, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, cursor, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftDictAdd, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, term, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_terms, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_ftDictDel arginfo_class_Baton_Redis_ftDictAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftDictDump, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftDropIndex, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dd, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftExplain, 0, 2, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftExplainCli, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftInfo, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftProfile, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limited, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_ftSearch arginfo_class_Baton_Redis_ftAggregate

#define arginfo_class_Baton_Redis_ftSpellCheck arginfo_class_Baton_Redis_ftAggregate

#define arginfo_class_Baton_Redis_ftSynDump arginfo_class_Baton_Redis_ftInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftSynUpdate, 0, 3, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, synonym, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, term_or_terms, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ftTagVals, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, tag, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vadd, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vcard, 0, 1, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_vdim arginfo_class_Baton_Redis_vcard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vemb, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vgetattr, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_vinfo arginfo_class_Baton_Redis_cmsInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vismember, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vlinks, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, withscores, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vrandmember, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vrange, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vrem, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vsetattr, 0, 3, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, attributes, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_vsim, 0, 2, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_eval, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, script, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_eval_ro, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, script_sha, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_evalsha, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, sha1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_evalsha_ro arginfo_class_Baton_Redis_evalsha

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_fcall, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, keys, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, handler, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_fcall_ro arginfo_class_Baton_Redis_fcall

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_function, 0, 1, Baton\\Redis, MAY_BE_BOOL|MAY_BE_STRING|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_script, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_psubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, cb, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_publish, 0, 2, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_pubsub, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_punsubscribe, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_spublish arginfo_class_Baton_Redis_publish

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_ssubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, cb, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_subscribe arginfo_class_Baton_Redis_ssubscribe

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_sunsubscribe, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_unsubscribe arginfo_class_Baton_Redis_sunsubscribe

#define arginfo_class_Baton_Redis_discard arginfo_class_Baton_Redis_reset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_exec, 0, 0, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_getMode, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, masked, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_multi, 0, 0, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_LONG, 0, "Baton\\Redis::MULTI")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_pipeline, 0, 0, Baton\\Redis, MAY_BE_BOOL)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_unwatch arginfo_class_Baton_Redis_reset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_watch, 0, 1, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_acl, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_bgrewriteaof arginfo_class_Baton_Redis_reset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_bgSave, 0, 0, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_client, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, opt, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_command, 0, 0, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, opt, IS_STRING, 1, "null")
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_commandlog, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_config, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_settings, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_dbSize, 0, 0, Baton\\Redis, MAY_BE_LONG|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_debug, 0, 1, Baton\\Redis, MAY_BE_STRING)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_echo, 0, 1, Baton\\Redis, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, str, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_failover, 0, 0, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, to, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, abort, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_flushAll, 0, 0, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, sync, _IS_BOOL, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_flushDB arginfo_class_Baton_Redis_flushAll

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_hotkeys, 0, 1, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_info, 0, 0, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, sections, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_lastSave arginfo_class_Baton_Redis_getPort

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_ping, 0, 0, Baton\\Redis, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_rawcommand arginfo_class_Baton_Redis_script

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_replicaof, 0, 0, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, host, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_role arginfo_class_Baton_Redis_getAuth

#define arginfo_class_Baton_Redis_save arginfo_class_Baton_Redis_reset

#define arginfo_class_Baton_Redis_serverName arginfo_class_Baton_Redis_endpointId

#define arginfo_class_Baton_Redis_serverVersion arginfo_class_Baton_Redis_endpointId

#define arginfo_class_Baton_Redis_slaveof arginfo_class_Baton_Redis_replicaof

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_slowlog, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_swapdb, 0, 2, Baton\\Redis, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_time, 0, 0, Baton\\Redis, MAY_BE_ARRAY)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_wait, 0, 2, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, numreplicas, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_Redis_waitaof, 0, 3, Baton\\Redis, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, numlocal, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numreplicas, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_getWithMeta, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_hgetWithMeta, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_isTracked, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis__getKeys arginfo_class_Baton_Redis_getTransferredBytes

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_addAllowPatterns, 0, 0, IS_LONG, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, patterns, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_addIgnorePatterns arginfo_class_Baton_Redis_addAllowPatterns

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_listen, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_onFlushed arginfo_class_Baton_Redis_listen

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_onInvalidated, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Redis_dispatchEvents arginfo_class_Baton_Redis_idleTime

#define arginfo_class_Baton_Redis_stats arginfo_class_Baton_Redis_getTransferredBytes

#define arginfo_class_Baton_Redis_metrics arginfo_class_Baton_Redis_getHost

#define arginfo_class_Baton_Redis_license arginfo_class_Baton_Redis_getTransferredBytes

#define arginfo_class_Baton_Redis_maxMemory arginfo_class_Baton_Redis_getPort

#define arginfo_class_Baton_Redis_memory arginfo_class_Baton_Redis_getPort

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Redis_flushMemory, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Redis_lastMemoryFlush, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()


ZEND_METHOD(Baton_Redis, __construct);
ZEND_METHOD(Baton_Redis, __destruct);
ZEND_METHOD(Baton_Redis, connect);
ZEND_METHOD(Baton_Redis, pconnect);
ZEND_METHOD(Baton_Redis, auth);
ZEND_METHOD(Baton_Redis, select);
ZEND_METHOD(Baton_Redis, reset);
ZEND_METHOD(Baton_Redis, close);
ZEND_METHOD(Baton_Redis, isConnected);
ZEND_METHOD(Baton_Redis, getHost);
ZEND_METHOD(Baton_Redis, getPort);
ZEND_METHOD(Baton_Redis, getAuth);
ZEND_METHOD(Baton_Redis, getDBNum);
ZEND_METHOD(Baton_Redis, getPersistentID);
ZEND_METHOD(Baton_Redis, getTimeout);
ZEND_METHOD(Baton_Redis, getReadTimeout);
ZEND_METHOD(Baton_Redis, endpointId);
ZEND_METHOD(Baton_Redis, socketId);
ZEND_METHOD(Baton_Redis, idleTime);
ZEND_METHOD(Baton_Redis, getTransferredBytes);
ZEND_METHOD(Baton_Redis, clearTransferredBytes);
ZEND_METHOD(Baton_Redis, getBytes);
ZEND_METHOD(Baton_Redis, bytes);
ZEND_METHOD(Baton_Redis, clearBytes);
ZEND_METHOD(Baton_Redis, getLastError);
ZEND_METHOD(Baton_Redis, clearLastError);
ZEND_METHOD(Baton_Redis, setOption);
ZEND_METHOD(Baton_Redis, getOption);
ZEND_METHOD(Baton_Redis, option);
ZEND_METHOD(Baton_Redis, _prefix);
ZEND_METHOD(Baton_Redis, _serialize);
ZEND_METHOD(Baton_Redis, _unserialize);
ZEND_METHOD(Baton_Redis, _compress);
ZEND_METHOD(Baton_Redis, _uncompress);
ZEND_METHOD(Baton_Redis, _pack);
ZEND_METHOD(Baton_Redis, _unpack);
ZEND_METHOD(Baton_Redis, _digest);
ZEND_METHOD(Baton_Redis, copy);
ZEND_METHOD(Baton_Redis, del);
ZEND_METHOD(Baton_Redis, dump);
ZEND_METHOD(Baton_Redis, exists);
ZEND_METHOD(Baton_Redis, expire);
ZEND_METHOD(Baton_Redis, expireAt);
ZEND_METHOD(Baton_Redis, expiremember);
ZEND_METHOD(Baton_Redis, expirememberat);
ZEND_METHOD(Baton_Redis, expiretime);
ZEND_METHOD(Baton_Redis, keys);
ZEND_METHOD(Baton_Redis, migrate);
ZEND_METHOD(Baton_Redis, move);
ZEND_METHOD(Baton_Redis, object);
ZEND_METHOD(Baton_Redis, persist);
ZEND_METHOD(Baton_Redis, pexpire);
ZEND_METHOD(Baton_Redis, pexpireAt);
ZEND_METHOD(Baton_Redis, pexpiretime);
ZEND_METHOD(Baton_Redis, pttl);
ZEND_METHOD(Baton_Redis, randomKey);
ZEND_METHOD(Baton_Redis, rename);
ZEND_METHOD(Baton_Redis, renameNx);
ZEND_METHOD(Baton_Redis, restore);
ZEND_METHOD(Baton_Redis, scan);
ZEND_METHOD(Baton_Redis, sort);
ZEND_METHOD(Baton_Redis, sort_ro);
ZEND_METHOD(Baton_Redis, sortAsc);
ZEND_METHOD(Baton_Redis, sortAscAlpha);
ZEND_METHOD(Baton_Redis, sortDesc);
ZEND_METHOD(Baton_Redis, sortDescAlpha);
ZEND_METHOD(Baton_Redis, touch);
ZEND_METHOD(Baton_Redis, ttl);
ZEND_METHOD(Baton_Redis, type);
ZEND_METHOD(Baton_Redis, unlink);
ZEND_METHOD(Baton_Redis, append);
ZEND_METHOD(Baton_Redis, bitcount);
ZEND_METHOD(Baton_Redis, bitfield);
ZEND_METHOD(Baton_Redis, bitop);
ZEND_METHOD(Baton_Redis, bitpos);
ZEND_METHOD(Baton_Redis, decr);
ZEND_METHOD(Baton_Redis, decrBy);
ZEND_METHOD(Baton_Redis, delex);
ZEND_METHOD(Baton_Redis, delifeq);
ZEND_METHOD(Baton_Redis, digest);
ZEND_METHOD(Baton_Redis, gcra);
ZEND_METHOD(Baton_Redis, get);
ZEND_METHOD(Baton_Redis, getBit);
ZEND_METHOD(Baton_Redis, getDel);
ZEND_METHOD(Baton_Redis, getEx);
ZEND_METHOD(Baton_Redis, getRange);
ZEND_METHOD(Baton_Redis, getset);
ZEND_METHOD(Baton_Redis, incr);
ZEND_METHOD(Baton_Redis, incrBy);
ZEND_METHOD(Baton_Redis, incrByFloat);
ZEND_METHOD(Baton_Redis, increx);
ZEND_METHOD(Baton_Redis, lcs);
ZEND_METHOD(Baton_Redis, mget);
ZEND_METHOD(Baton_Redis, mset);
ZEND_METHOD(Baton_Redis, msetex);
ZEND_METHOD(Baton_Redis, msetnx);
ZEND_METHOD(Baton_Redis, psetex);
ZEND_METHOD(Baton_Redis, set);
ZEND_METHOD(Baton_Redis, setBit);
ZEND_METHOD(Baton_Redis, setex);
ZEND_METHOD(Baton_Redis, setnx);
ZEND_METHOD(Baton_Redis, setRange);
ZEND_METHOD(Baton_Redis, strlen);
ZEND_METHOD(Baton_Redis, hDel);
ZEND_METHOD(Baton_Redis, hExists);
ZEND_METHOD(Baton_Redis, hexpire);
ZEND_METHOD(Baton_Redis, hexpireat);
ZEND_METHOD(Baton_Redis, hexpiretime);
ZEND_METHOD(Baton_Redis, hGet);
ZEND_METHOD(Baton_Redis, hGetAll);
ZEND_METHOD(Baton_Redis, hgetdel);
ZEND_METHOD(Baton_Redis, hgetex);
ZEND_METHOD(Baton_Redis, hIncrBy);
ZEND_METHOD(Baton_Redis, hIncrByFloat);
ZEND_METHOD(Baton_Redis, hKeys);
ZEND_METHOD(Baton_Redis, hLen);
ZEND_METHOD(Baton_Redis, hMget);
ZEND_METHOD(Baton_Redis, hMset);
ZEND_METHOD(Baton_Redis, hpersist);
ZEND_METHOD(Baton_Redis, hpexpire);
ZEND_METHOD(Baton_Redis, hpexpireat);
ZEND_METHOD(Baton_Redis, hpexpiretime);
ZEND_METHOD(Baton_Redis, hpttl);
ZEND_METHOD(Baton_Redis, hRandField);
ZEND_METHOD(Baton_Redis, hscan);
ZEND_METHOD(Baton_Redis, hSet);
ZEND_METHOD(Baton_Redis, hsetex);
ZEND_METHOD(Baton_Redis, hSetNx);
ZEND_METHOD(Baton_Redis, hStrLen);
ZEND_METHOD(Baton_Redis, httl);
ZEND_METHOD(Baton_Redis, hVals);
ZEND_METHOD(Baton_Redis, blmove);
ZEND_METHOD(Baton_Redis, blmovem);
ZEND_METHOD(Baton_Redis, blmpop);
ZEND_METHOD(Baton_Redis, blPop);
ZEND_METHOD(Baton_Redis, brPop);
ZEND_METHOD(Baton_Redis, brpoplpush);
ZEND_METHOD(Baton_Redis, lindex);
ZEND_METHOD(Baton_Redis, lInsert);
ZEND_METHOD(Baton_Redis, lLen);
ZEND_METHOD(Baton_Redis, lMove);
ZEND_METHOD(Baton_Redis, lmovem);
ZEND_METHOD(Baton_Redis, lmpop);
ZEND_METHOD(Baton_Redis, lPop);
ZEND_METHOD(Baton_Redis, lPos);
ZEND_METHOD(Baton_Redis, lPush);
ZEND_METHOD(Baton_Redis, lPushx);
ZEND_METHOD(Baton_Redis, lrange);
ZEND_METHOD(Baton_Redis, lrem);
ZEND_METHOD(Baton_Redis, lSet);
ZEND_METHOD(Baton_Redis, ltrim);
ZEND_METHOD(Baton_Redis, rPop);
ZEND_METHOD(Baton_Redis, rpoplpush);
ZEND_METHOD(Baton_Redis, rPush);
ZEND_METHOD(Baton_Redis, rPushx);
ZEND_METHOD(Baton_Redis, sAdd);
ZEND_METHOD(Baton_Redis, sAddArray);
ZEND_METHOD(Baton_Redis, scard);
ZEND_METHOD(Baton_Redis, sDiff);
ZEND_METHOD(Baton_Redis, sdiffcard);
ZEND_METHOD(Baton_Redis, sDiffStore);
ZEND_METHOD(Baton_Redis, sInter);
ZEND_METHOD(Baton_Redis, sintercard);
ZEND_METHOD(Baton_Redis, sInterStore);
ZEND_METHOD(Baton_Redis, sismember);
ZEND_METHOD(Baton_Redis, sMembers);
ZEND_METHOD(Baton_Redis, sMisMember);
ZEND_METHOD(Baton_Redis, sMove);
ZEND_METHOD(Baton_Redis, sPop);
ZEND_METHOD(Baton_Redis, sRandMember);
ZEND_METHOD(Baton_Redis, srem);
ZEND_METHOD(Baton_Redis, sscan);
ZEND_METHOD(Baton_Redis, sUnion);
ZEND_METHOD(Baton_Redis, sunioncard);
ZEND_METHOD(Baton_Redis, sUnionStore);
ZEND_METHOD(Baton_Redis, bzmpop);
ZEND_METHOD(Baton_Redis, bzPopMax);
ZEND_METHOD(Baton_Redis, bzPopMin);
ZEND_METHOD(Baton_Redis, zAdd);
ZEND_METHOD(Baton_Redis, zCard);
ZEND_METHOD(Baton_Redis, zCount);
ZEND_METHOD(Baton_Redis, zdiff);
ZEND_METHOD(Baton_Redis, zdiffstore);
ZEND_METHOD(Baton_Redis, zIncrBy);
ZEND_METHOD(Baton_Redis, zinter);
ZEND_METHOD(Baton_Redis, zintercard);
ZEND_METHOD(Baton_Redis, zinterstore);
ZEND_METHOD(Baton_Redis, zLexCount);
ZEND_METHOD(Baton_Redis, zmpop);
ZEND_METHOD(Baton_Redis, zMscore);
ZEND_METHOD(Baton_Redis, zPopMax);
ZEND_METHOD(Baton_Redis, zPopMin);
ZEND_METHOD(Baton_Redis, zRandMember);
ZEND_METHOD(Baton_Redis, zRange);
ZEND_METHOD(Baton_Redis, zRangeByLex);
ZEND_METHOD(Baton_Redis, zRangeByScore);
ZEND_METHOD(Baton_Redis, zrangestore);
ZEND_METHOD(Baton_Redis, zRank);
ZEND_METHOD(Baton_Redis, zRem);
ZEND_METHOD(Baton_Redis, zRemRangeByLex);
ZEND_METHOD(Baton_Redis, zRemRangeByRank);
ZEND_METHOD(Baton_Redis, zRemRangeByScore);
ZEND_METHOD(Baton_Redis, zRevRange);
ZEND_METHOD(Baton_Redis, zRevRangeByLex);
ZEND_METHOD(Baton_Redis, zRevRangeByScore);
ZEND_METHOD(Baton_Redis, zRevRank);
ZEND_METHOD(Baton_Redis, zscan);
ZEND_METHOD(Baton_Redis, zScore);
ZEND_METHOD(Baton_Redis, zunion);
ZEND_METHOD(Baton_Redis, zunionstore);
ZEND_METHOD(Baton_Redis, cmsIncrBy);
ZEND_METHOD(Baton_Redis, cmsInfo);
ZEND_METHOD(Baton_Redis, cmsInitByDim);
ZEND_METHOD(Baton_Redis, cmsInitByProb);
ZEND_METHOD(Baton_Redis, cmsMerge);
ZEND_METHOD(Baton_Redis, cmsQuery);
ZEND_METHOD(Baton_Redis, pfadd);
ZEND_METHOD(Baton_Redis, pfcount);
ZEND_METHOD(Baton_Redis, pfmerge);
ZEND_METHOD(Baton_Redis, geoadd);
ZEND_METHOD(Baton_Redis, geodist);
ZEND_METHOD(Baton_Redis, geohash);
ZEND_METHOD(Baton_Redis, geopos);
ZEND_METHOD(Baton_Redis, georadius);
ZEND_METHOD(Baton_Redis, georadius_ro);
ZEND_METHOD(Baton_Redis, georadiusbymember);
ZEND_METHOD(Baton_Redis, georadiusbymember_ro);
ZEND_METHOD(Baton_Redis, geosearch);
ZEND_METHOD(Baton_Redis, geosearchstore);
ZEND_METHOD(Baton_Redis, xack);
ZEND_METHOD(Baton_Redis, xackdel);
ZEND_METHOD(Baton_Redis, xadd);
ZEND_METHOD(Baton_Redis, xautoclaim);
ZEND_METHOD(Baton_Redis, xclaim);
ZEND_METHOD(Baton_Redis, xdel);
ZEND_METHOD(Baton_Redis, xdelex);
ZEND_METHOD(Baton_Redis, xgroup);
ZEND_METHOD(Baton_Redis, xinfo);
ZEND_METHOD(Baton_Redis, xlen);
ZEND_METHOD(Baton_Redis, xnack);
ZEND_METHOD(Baton_Redis, xpending);
ZEND_METHOD(Baton_Redis, xrange);
ZEND_METHOD(Baton_Redis, xread);
ZEND_METHOD(Baton_Redis, xreadgroup);
ZEND_METHOD(Baton_Redis, xrevrange);
ZEND_METHOD(Baton_Redis, xtrim);
ZEND_METHOD(Baton_Redis, jsonArrAppend);
ZEND_METHOD(Baton_Redis, jsonArrIndex);
ZEND_METHOD(Baton_Redis, jsonArrInsert);
ZEND_METHOD(Baton_Redis, jsonArrLen);
ZEND_METHOD(Baton_Redis, jsonArrPop);
ZEND_METHOD(Baton_Redis, jsonArrTrim);
ZEND_METHOD(Baton_Redis, jsonClear);
ZEND_METHOD(Baton_Redis, jsonDebug);
ZEND_METHOD(Baton_Redis, jsonDel);
ZEND_METHOD(Baton_Redis, jsonForget);
ZEND_METHOD(Baton_Redis, jsonGet);
ZEND_METHOD(Baton_Redis, jsonMerge);
ZEND_METHOD(Baton_Redis, jsonMget);
ZEND_METHOD(Baton_Redis, jsonMset);
ZEND_METHOD(Baton_Redis, jsonNumIncrBy);
ZEND_METHOD(Baton_Redis, jsonNumMultBy);
ZEND_METHOD(Baton_Redis, jsonObjKeys);
ZEND_METHOD(Baton_Redis, jsonObjLen);
ZEND_METHOD(Baton_Redis, jsonResp);
ZEND_METHOD(Baton_Redis, jsonSet);
ZEND_METHOD(Baton_Redis, jsonStrAppend);
ZEND_METHOD(Baton_Redis, jsonStrLen);
ZEND_METHOD(Baton_Redis, jsonToggle);
ZEND_METHOD(Baton_Redis, jsonType);
ZEND_METHOD(Baton_Redis, ftAggregate);
ZEND_METHOD(Baton_Redis, ftAliasAdd);
ZEND_METHOD(Baton_Redis, ftAliasDel);
ZEND_METHOD(Baton_Redis, ftAliasUpdate);
ZEND_METHOD(Baton_Redis, ftAlter);
ZEND_METHOD(Baton_Redis, ftConfig);
ZEND_METHOD(Baton_Redis, ftCreate);
ZEND_METHOD(Baton_Redis, ftCursor);
ZEND_METHOD(Baton_Redis, ftDictAdd);
ZEND_METHOD(Baton_Redis, ftDictDel);
ZEND_METHOD(Baton_Redis, ftDictDump);
ZEND_METHOD(Baton_Redis, ftDropIndex);
ZEND_METHOD(Baton_Redis, ftExplain);
ZEND_METHOD(Baton_Redis, ftExplainCli);
ZEND_METHOD(Baton_Redis, ftInfo);
ZEND_METHOD(Baton_Redis, ftProfile);
ZEND_METHOD(Baton_Redis, ftSearch);
ZEND_METHOD(Baton_Redis, ftSpellCheck);
ZEND_METHOD(Baton_Redis, ftSynDump);
ZEND_METHOD(Baton_Redis, ftSynUpdate);
ZEND_METHOD(Baton_Redis, ftTagVals);
ZEND_METHOD(Baton_Redis, vadd);
ZEND_METHOD(Baton_Redis, vcard);
ZEND_METHOD(Baton_Redis, vdim);
ZEND_METHOD(Baton_Redis, vemb);
ZEND_METHOD(Baton_Redis, vgetattr);
ZEND_METHOD(Baton_Redis, vinfo);
ZEND_METHOD(Baton_Redis, vismember);
ZEND_METHOD(Baton_Redis, vlinks);
ZEND_METHOD(Baton_Redis, vrandmember);
ZEND_METHOD(Baton_Redis, vrange);
ZEND_METHOD(Baton_Redis, vrem);
ZEND_METHOD(Baton_Redis, vsetattr);
ZEND_METHOD(Baton_Redis, vsim);
ZEND_METHOD(Baton_Redis, eval);
ZEND_METHOD(Baton_Redis, eval_ro);
ZEND_METHOD(Baton_Redis, evalsha);
ZEND_METHOD(Baton_Redis, evalsha_ro);
ZEND_METHOD(Baton_Redis, fcall);
ZEND_METHOD(Baton_Redis, fcall_ro);
ZEND_METHOD(Baton_Redis, function);
ZEND_METHOD(Baton_Redis, script);
ZEND_METHOD(Baton_Redis, psubscribe);
ZEND_METHOD(Baton_Redis, publish);
ZEND_METHOD(Baton_Redis, pubsub);
ZEND_METHOD(Baton_Redis, punsubscribe);
ZEND_METHOD(Baton_Redis, spublish);
ZEND_METHOD(Baton_Redis, ssubscribe);
ZEND_METHOD(Baton_Redis, subscribe);
ZEND_METHOD(Baton_Redis, sunsubscribe);
ZEND_METHOD(Baton_Redis, unsubscribe);
ZEND_METHOD(Baton_Redis, discard);
ZEND_METHOD(Baton_Redis, exec);
ZEND_METHOD(Baton_Redis, getMode);
ZEND_METHOD(Baton_Redis, multi);
ZEND_METHOD(Baton_Redis, pipeline);
ZEND_METHOD(Baton_Redis, unwatch);
ZEND_METHOD(Baton_Redis, watch);
ZEND_METHOD(Baton_Redis, acl);
ZEND_METHOD(Baton_Redis, bgrewriteaof);
ZEND_METHOD(Baton_Redis, bgSave);
ZEND_METHOD(Baton_Redis, client);
ZEND_METHOD(Baton_Redis, command);
ZEND_METHOD(Baton_Redis, commandlog);
ZEND_METHOD(Baton_Redis, config);
ZEND_METHOD(Baton_Redis, dbSize);
ZEND_METHOD(Baton_Redis, debug);
ZEND_METHOD(Baton_Redis, echo);
ZEND_METHOD(Baton_Redis, failover);
ZEND_METHOD(Baton_Redis, flushAll);
ZEND_METHOD(Baton_Redis, flushDB);
ZEND_METHOD(Baton_Redis, hotkeys);
ZEND_METHOD(Baton_Redis, info);
ZEND_METHOD(Baton_Redis, lastSave);
ZEND_METHOD(Baton_Redis, ping);
ZEND_METHOD(Baton_Redis, rawcommand);
ZEND_METHOD(Baton_Redis, replicaof);
ZEND_METHOD(Baton_Redis, role);
ZEND_METHOD(Baton_Redis, save);
ZEND_METHOD(Baton_Redis, serverName);
ZEND_METHOD(Baton_Redis, serverVersion);
ZEND_METHOD(Baton_Redis, slaveof);
ZEND_METHOD(Baton_Redis, slowlog);
ZEND_METHOD(Baton_Redis, swapdb);
ZEND_METHOD(Baton_Redis, time);
ZEND_METHOD(Baton_Redis, wait);
ZEND_METHOD(Baton_Redis, waitaof);
ZEND_METHOD(Baton_Redis, getWithMeta);
ZEND_METHOD(Baton_Redis, hgetWithMeta);
ZEND_METHOD(Baton_Redis, isTracked);
ZEND_METHOD(Baton_Redis, _getKeys);
ZEND_METHOD(Baton_Redis, addAllowPatterns);
ZEND_METHOD(Baton_Redis, addIgnorePatterns);
ZEND_METHOD(Baton_Redis, listen);
ZEND_METHOD(Baton_Redis, onFlushed);
ZEND_METHOD(Baton_Redis, onInvalidated);
ZEND_METHOD(Baton_Redis, dispatchEvents);
ZEND_METHOD(Baton_Redis, stats);
ZEND_METHOD(Baton_Redis, metrics);
ZEND_METHOD(Baton_Redis, license);
ZEND_METHOD(Baton_Redis, maxMemory);
ZEND_METHOD(Baton_Redis, memory);
ZEND_METHOD(Baton_Redis, flushMemory);
ZEND_METHOD(Baton_Redis, lastMemoryFlush);


static const zend_function_entry class_Baton_Redis_methods[] = {
	ZEND_ME(Baton_Redis, __construct, arginfo_class_Baton_Redis___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, __destruct, arginfo_class_Baton_Redis___destruct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, connect, arginfo_class_Baton_Redis_connect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, open, connect, arginfo_class_Baton_Redis_open, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pconnect, arginfo_class_Baton_Redis_pconnect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, popen, pconnect, arginfo_class_Baton_Redis_popen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, auth, arginfo_class_Baton_Redis_auth, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, select, arginfo_class_Baton_Redis_select, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, reset, arginfo_class_Baton_Redis_reset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, close, arginfo_class_Baton_Redis_close, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pclose, close, arginfo_class_Baton_Redis_pclose, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, isConnected, arginfo_class_Baton_Redis_isConnected, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getHost, arginfo_class_Baton_Redis_getHost, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getPort, arginfo_class_Baton_Redis_getPort, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getAuth, arginfo_class_Baton_Redis_getAuth, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getDBNum, arginfo_class_Baton_Redis_getDBNum, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getPersistentID, arginfo_class_Baton_Redis_getPersistentID, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getTimeout, arginfo_class_Baton_Redis_getTimeout, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getReadTimeout, arginfo_class_Baton_Redis_getReadTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, timeout, getTimeout, arginfo_class_Baton_Redis_timeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, readTimeout, getReadTimeout, arginfo_class_Baton_Redis_readTimeout, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, endpointId, arginfo_class_Baton_Redis_endpointId, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, socketId, arginfo_class_Baton_Redis_socketId, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, idleTime, arginfo_class_Baton_Redis_idleTime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getTransferredBytes, arginfo_class_Baton_Redis_getTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, clearTransferredBytes, arginfo_class_Baton_Redis_clearTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getBytes, arginfo_class_Baton_Redis_getBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bytes, arginfo_class_Baton_Redis_bytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, clearBytes, arginfo_class_Baton_Redis_clearBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getLastError, arginfo_class_Baton_Redis_getLastError, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, clearLastError, arginfo_class_Baton_Redis_clearLastError, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, setOption, arginfo_class_Baton_Redis_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getOption, arginfo_class_Baton_Redis_getOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, option, arginfo_class_Baton_Redis_option, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _prefix, arginfo_class_Baton_Redis__prefix, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _serialize, arginfo_class_Baton_Redis__serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _unserialize, arginfo_class_Baton_Redis__unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _compress, arginfo_class_Baton_Redis__compress, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _uncompress, arginfo_class_Baton_Redis__uncompress, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _pack, arginfo_class_Baton_Redis__pack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _unpack, arginfo_class_Baton_Redis__unpack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _digest, arginfo_class_Baton_Redis__digest, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, copy, arginfo_class_Baton_Redis_copy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, del, arginfo_class_Baton_Redis_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, delete, del, arginfo_class_Baton_Redis_delete, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, dump, arginfo_class_Baton_Redis_dump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, exists, arginfo_class_Baton_Redis_exists, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, expire, arginfo_class_Baton_Redis_expire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, expireAt, arginfo_class_Baton_Redis_expireAt, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, expiremember, arginfo_class_Baton_Redis_expiremember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, expirememberat, arginfo_class_Baton_Redis_expirememberat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, expiretime, arginfo_class_Baton_Redis_expiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, keys, arginfo_class_Baton_Redis_keys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, migrate, arginfo_class_Baton_Redis_migrate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, move, arginfo_class_Baton_Redis_move, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, object, arginfo_class_Baton_Redis_object, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, persist, arginfo_class_Baton_Redis_persist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pexpire, arginfo_class_Baton_Redis_pexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pexpireAt, arginfo_class_Baton_Redis_pexpireAt, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pexpiretime, arginfo_class_Baton_Redis_pexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pttl, arginfo_class_Baton_Redis_pttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, randomKey, arginfo_class_Baton_Redis_randomKey, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rename, arginfo_class_Baton_Redis_rename, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, renameNx, arginfo_class_Baton_Redis_renameNx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, restore, arginfo_class_Baton_Redis_restore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, scan, arginfo_class_Baton_Redis_scan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sort, arginfo_class_Baton_Redis_sort, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sort_ro, arginfo_class_Baton_Redis_sort_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sortAsc, arginfo_class_Baton_Redis_sortAsc, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sortAscAlpha, arginfo_class_Baton_Redis_sortAscAlpha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sortDesc, arginfo_class_Baton_Redis_sortDesc, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sortDescAlpha, arginfo_class_Baton_Redis_sortDescAlpha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, touch, arginfo_class_Baton_Redis_touch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ttl, arginfo_class_Baton_Redis_ttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, type, arginfo_class_Baton_Redis_type, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, unlink, arginfo_class_Baton_Redis_unlink, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, append, arginfo_class_Baton_Redis_append, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bitcount, arginfo_class_Baton_Redis_bitcount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bitfield, arginfo_class_Baton_Redis_bitfield, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bitop, arginfo_class_Baton_Redis_bitop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bitpos, arginfo_class_Baton_Redis_bitpos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, decr, arginfo_class_Baton_Redis_decr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, decrBy, arginfo_class_Baton_Redis_decrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, delex, arginfo_class_Baton_Redis_delex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, delifeq, arginfo_class_Baton_Redis_delifeq, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, digest, arginfo_class_Baton_Redis_digest, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, gcra, arginfo_class_Baton_Redis_gcra, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, get, arginfo_class_Baton_Redis_get, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getBit, arginfo_class_Baton_Redis_getBit, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getDel, arginfo_class_Baton_Redis_getDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getEx, arginfo_class_Baton_Redis_getEx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getRange, arginfo_class_Baton_Redis_getRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getset, arginfo_class_Baton_Redis_getset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, incr, arginfo_class_Baton_Redis_incr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, incrBy, arginfo_class_Baton_Redis_incrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, incrByFloat, arginfo_class_Baton_Redis_incrByFloat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, increx, arginfo_class_Baton_Redis_increx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lcs, arginfo_class_Baton_Redis_lcs, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, mget, arginfo_class_Baton_Redis_mget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, mset, arginfo_class_Baton_Redis_mset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, msetex, arginfo_class_Baton_Redis_msetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, msetnx, arginfo_class_Baton_Redis_msetnx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, psetex, arginfo_class_Baton_Redis_psetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, set, arginfo_class_Baton_Redis_set, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, setBit, arginfo_class_Baton_Redis_setBit, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, setex, arginfo_class_Baton_Redis_setex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, setnx, arginfo_class_Baton_Redis_setnx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, setRange, arginfo_class_Baton_Redis_setRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, strlen, arginfo_class_Baton_Redis_strlen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hDel, arginfo_class_Baton_Redis_hDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hExists, arginfo_class_Baton_Redis_hExists, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hexpire, arginfo_class_Baton_Redis_hexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hexpireat, arginfo_class_Baton_Redis_hexpireat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hexpiretime, arginfo_class_Baton_Redis_hexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hGet, arginfo_class_Baton_Redis_hGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hGetAll, arginfo_class_Baton_Redis_hGetAll, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hgetdel, arginfo_class_Baton_Redis_hgetdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hgetex, arginfo_class_Baton_Redis_hgetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hIncrBy, arginfo_class_Baton_Redis_hIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hIncrByFloat, arginfo_class_Baton_Redis_hIncrByFloat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hKeys, arginfo_class_Baton_Redis_hKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hLen, arginfo_class_Baton_Redis_hLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hMget, arginfo_class_Baton_Redis_hMget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hMset, arginfo_class_Baton_Redis_hMset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hpersist, arginfo_class_Baton_Redis_hpersist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hpexpire, arginfo_class_Baton_Redis_hpexpire, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hpexpireat, arginfo_class_Baton_Redis_hpexpireat, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hpexpiretime, arginfo_class_Baton_Redis_hpexpiretime, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hpttl, arginfo_class_Baton_Redis_hpttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hRandField, arginfo_class_Baton_Redis_hRandField, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hscan, arginfo_class_Baton_Redis_hscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hSet, arginfo_class_Baton_Redis_hSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hsetex, arginfo_class_Baton_Redis_hsetex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hSetNx, arginfo_class_Baton_Redis_hSetNx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hStrLen, arginfo_class_Baton_Redis_hStrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, httl, arginfo_class_Baton_Redis_httl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hVals, arginfo_class_Baton_Redis_hVals, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, blmove, arginfo_class_Baton_Redis_blmove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, blmovem, arginfo_class_Baton_Redis_blmovem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, blmpop, arginfo_class_Baton_Redis_blmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, blPop, arginfo_class_Baton_Redis_blPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, brPop, arginfo_class_Baton_Redis_brPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, brpoplpush, arginfo_class_Baton_Redis_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lindex, arginfo_class_Baton_Redis_lindex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lInsert, arginfo_class_Baton_Redis_lInsert, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lLen, arginfo_class_Baton_Redis_lLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lMove, arginfo_class_Baton_Redis_lMove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lmovem, arginfo_class_Baton_Redis_lmovem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lmpop, arginfo_class_Baton_Redis_lmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lPop, arginfo_class_Baton_Redis_lPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lPos, arginfo_class_Baton_Redis_lPos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lPush, arginfo_class_Baton_Redis_lPush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lPushx, arginfo_class_Baton_Redis_lPushx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lrange, arginfo_class_Baton_Redis_lrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lrem, arginfo_class_Baton_Redis_lrem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lSet, arginfo_class_Baton_Redis_lSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ltrim, arginfo_class_Baton_Redis_ltrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rPop, arginfo_class_Baton_Redis_rPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rpoplpush, arginfo_class_Baton_Redis_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rPush, arginfo_class_Baton_Redis_rPush, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rPushx, arginfo_class_Baton_Redis_rPushx, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sAdd, arginfo_class_Baton_Redis_sAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sAddArray, arginfo_class_Baton_Redis_sAddArray, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, scard, arginfo_class_Baton_Redis_scard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sDiff, arginfo_class_Baton_Redis_sDiff, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sdiffcard, arginfo_class_Baton_Redis_sdiffcard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sDiffStore, arginfo_class_Baton_Redis_sDiffStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sInter, arginfo_class_Baton_Redis_sInter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sintercard, arginfo_class_Baton_Redis_sintercard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sInterStore, arginfo_class_Baton_Redis_sInterStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sismember, arginfo_class_Baton_Redis_sismember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sMembers, arginfo_class_Baton_Redis_sMembers, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sMisMember, arginfo_class_Baton_Redis_sMisMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sMove, arginfo_class_Baton_Redis_sMove, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sPop, arginfo_class_Baton_Redis_sPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sRandMember, arginfo_class_Baton_Redis_sRandMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, srem, arginfo_class_Baton_Redis_srem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sscan, arginfo_class_Baton_Redis_sscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sUnion, arginfo_class_Baton_Redis_sUnion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sunioncard, arginfo_class_Baton_Redis_sunioncard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sUnionStore, arginfo_class_Baton_Redis_sUnionStore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bzmpop, arginfo_class_Baton_Redis_bzmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bzPopMax, arginfo_class_Baton_Redis_bzPopMax, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bzPopMin, arginfo_class_Baton_Redis_bzPopMin, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zAdd, arginfo_class_Baton_Redis_zAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zCard, arginfo_class_Baton_Redis_zCard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zCount, arginfo_class_Baton_Redis_zCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zdiff, arginfo_class_Baton_Redis_zdiff, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zdiffstore, arginfo_class_Baton_Redis_zdiffstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zIncrBy, arginfo_class_Baton_Redis_zIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zinter, arginfo_class_Baton_Redis_zinter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zintercard, arginfo_class_Baton_Redis_zintercard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zinterstore, arginfo_class_Baton_Redis_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zLexCount, arginfo_class_Baton_Redis_zLexCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zmpop, arginfo_class_Baton_Redis_zmpop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zMscore, arginfo_class_Baton_Redis_zMscore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zPopMax, arginfo_class_Baton_Redis_zPopMax, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zPopMin, arginfo_class_Baton_Redis_zPopMin, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRandMember, arginfo_class_Baton_Redis_zRandMember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRange, arginfo_class_Baton_Redis_zRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRangeByLex, arginfo_class_Baton_Redis_zRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRangeByScore, arginfo_class_Baton_Redis_zRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zrangestore, arginfo_class_Baton_Redis_zrangestore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRank, arginfo_class_Baton_Redis_zRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRem, arginfo_class_Baton_Redis_zRem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRemRangeByLex, arginfo_class_Baton_Redis_zRemRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRemRangeByRank, arginfo_class_Baton_Redis_zRemRangeByRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRemRangeByScore, arginfo_class_Baton_Redis_zRemRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRevRange, arginfo_class_Baton_Redis_zRevRange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRevRangeByLex, arginfo_class_Baton_Redis_zRevRangeByLex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRevRangeByScore, arginfo_class_Baton_Redis_zRevRangeByScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zRevRank, arginfo_class_Baton_Redis_zRevRank, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zscan, arginfo_class_Baton_Redis_zscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zScore, arginfo_class_Baton_Redis_zScore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zunion, arginfo_class_Baton_Redis_zunion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, zunionstore, arginfo_class_Baton_Redis_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsIncrBy, arginfo_class_Baton_Redis_cmsIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsInfo, arginfo_class_Baton_Redis_cmsInfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsInitByDim, arginfo_class_Baton_Redis_cmsInitByDim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsInitByProb, arginfo_class_Baton_Redis_cmsInitByProb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsMerge, arginfo_class_Baton_Redis_cmsMerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, cmsQuery, arginfo_class_Baton_Redis_cmsQuery, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pfadd, arginfo_class_Baton_Redis_pfadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pfcount, arginfo_class_Baton_Redis_pfcount, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pfmerge, arginfo_class_Baton_Redis_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geoadd, arginfo_class_Baton_Redis_geoadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geodist, arginfo_class_Baton_Redis_geodist, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geohash, arginfo_class_Baton_Redis_geohash, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geopos, arginfo_class_Baton_Redis_geopos, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, georadius, arginfo_class_Baton_Redis_georadius, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, georadius_ro, arginfo_class_Baton_Redis_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, georadiusbymember, arginfo_class_Baton_Redis_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, georadiusbymember_ro, arginfo_class_Baton_Redis_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geosearch, arginfo_class_Baton_Redis_geosearch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, geosearchstore, arginfo_class_Baton_Redis_geosearchstore, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xack, arginfo_class_Baton_Redis_xack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xackdel, arginfo_class_Baton_Redis_xackdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xadd, arginfo_class_Baton_Redis_xadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xautoclaim, arginfo_class_Baton_Redis_xautoclaim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xclaim, arginfo_class_Baton_Redis_xclaim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xdel, arginfo_class_Baton_Redis_xdel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xdelex, arginfo_class_Baton_Redis_xdelex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xgroup, arginfo_class_Baton_Redis_xgroup, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xinfo, arginfo_class_Baton_Redis_xinfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xlen, arginfo_class_Baton_Redis_xlen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xnack, arginfo_class_Baton_Redis_xnack, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xpending, arginfo_class_Baton_Redis_xpending, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xrange, arginfo_class_Baton_Redis_xrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xread, arginfo_class_Baton_Redis_xread, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xreadgroup, arginfo_class_Baton_Redis_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xrevrange, arginfo_class_Baton_Redis_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, xtrim, arginfo_class_Baton_Redis_xtrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrAppend, arginfo_class_Baton_Redis_jsonArrAppend, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrIndex, arginfo_class_Baton_Redis_jsonArrIndex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrInsert, arginfo_class_Baton_Redis_jsonArrInsert, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrLen, arginfo_class_Baton_Redis_jsonArrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrPop, arginfo_class_Baton_Redis_jsonArrPop, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonArrTrim, arginfo_class_Baton_Redis_jsonArrTrim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonClear, arginfo_class_Baton_Redis_jsonClear, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonDebug, arginfo_class_Baton_Redis_jsonDebug, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonDel, arginfo_class_Baton_Redis_jsonDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonForget, arginfo_class_Baton_Redis_jsonForget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonGet, arginfo_class_Baton_Redis_jsonGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonMerge, arginfo_class_Baton_Redis_jsonMerge, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonMget, arginfo_class_Baton_Redis_jsonMget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonMset, arginfo_class_Baton_Redis_jsonMset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonNumIncrBy, arginfo_class_Baton_Redis_jsonNumIncrBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonNumMultBy, arginfo_class_Baton_Redis_jsonNumMultBy, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonObjKeys, arginfo_class_Baton_Redis_jsonObjKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonObjLen, arginfo_class_Baton_Redis_jsonObjLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonResp, arginfo_class_Baton_Redis_jsonResp, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonSet, arginfo_class_Baton_Redis_jsonSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonStrAppend, arginfo_class_Baton_Redis_jsonStrAppend, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonStrLen, arginfo_class_Baton_Redis_jsonStrLen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonToggle, arginfo_class_Baton_Redis_jsonToggle, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, jsonType, arginfo_class_Baton_Redis_jsonType, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftAggregate, arginfo_class_Baton_Redis_ftAggregate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftAliasAdd, arginfo_class_Baton_Redis_ftAliasAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftAliasDel, arginfo_class_Baton_Redis_ftAliasDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftAliasUpdate, arginfo_class_Baton_Redis_ftAliasUpdate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftAlter, arginfo_class_Baton_Redis_ftAlter, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftConfig, arginfo_class_Baton_Redis_ftConfig, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftCreate, arginfo_class_Baton_Redis_ftCreate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftCursor, arginfo_class_Baton_Redis_ftCursor, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftDictAdd, arginfo_class_Baton_Redis_ftDictAdd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftDictDel, arginfo_class_Baton_Redis_ftDictDel, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftDictDump, arginfo_class_Baton_Redis_ftDictDump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftDropIndex, arginfo_class_Baton_Redis_ftDropIndex, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftExplain, arginfo_class_Baton_Redis_ftExplain, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftExplainCli, arginfo_class_Baton_Redis_ftExplainCli, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftInfo, arginfo_class_Baton_Redis_ftInfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftProfile, arginfo_class_Baton_Redis_ftProfile, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftSearch, arginfo_class_Baton_Redis_ftSearch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftSpellCheck, arginfo_class_Baton_Redis_ftSpellCheck, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftSynDump, arginfo_class_Baton_Redis_ftSynDump, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftSynUpdate, arginfo_class_Baton_Redis_ftSynUpdate, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ftTagVals, arginfo_class_Baton_Redis_ftTagVals, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vadd, arginfo_class_Baton_Redis_vadd, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vcard, arginfo_class_Baton_Redis_vcard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vdim, arginfo_class_Baton_Redis_vdim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vemb, arginfo_class_Baton_Redis_vemb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vgetattr, arginfo_class_Baton_Redis_vgetattr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vinfo, arginfo_class_Baton_Redis_vinfo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vismember, arginfo_class_Baton_Redis_vismember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vlinks, arginfo_class_Baton_Redis_vlinks, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vrandmember, arginfo_class_Baton_Redis_vrandmember, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vrange, arginfo_class_Baton_Redis_vrange, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vrem, arginfo_class_Baton_Redis_vrem, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vsetattr, arginfo_class_Baton_Redis_vsetattr, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, vsim, arginfo_class_Baton_Redis_vsim, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, eval, arginfo_class_Baton_Redis_eval, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, eval_ro, arginfo_class_Baton_Redis_eval_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, evalsha, arginfo_class_Baton_Redis_evalsha, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, evalsha_ro, arginfo_class_Baton_Redis_evalsha_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, fcall, arginfo_class_Baton_Redis_fcall, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, fcall_ro, arginfo_class_Baton_Redis_fcall_ro, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, function, arginfo_class_Baton_Redis_function, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, script, arginfo_class_Baton_Redis_script, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, psubscribe, arginfo_class_Baton_Redis_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, publish, arginfo_class_Baton_Redis_publish, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pubsub, arginfo_class_Baton_Redis_pubsub, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, punsubscribe, arginfo_class_Baton_Redis_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, spublish, arginfo_class_Baton_Redis_spublish, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ssubscribe, arginfo_class_Baton_Redis_ssubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, subscribe, arginfo_class_Baton_Redis_subscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, sunsubscribe, arginfo_class_Baton_Redis_sunsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, unsubscribe, arginfo_class_Baton_Redis_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, discard, arginfo_class_Baton_Redis_discard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, exec, arginfo_class_Baton_Redis_exec, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getMode, arginfo_class_Baton_Redis_getMode, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, multi, arginfo_class_Baton_Redis_multi, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, pipeline, arginfo_class_Baton_Redis_pipeline, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, unwatch, arginfo_class_Baton_Redis_unwatch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, watch, arginfo_class_Baton_Redis_watch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, acl, arginfo_class_Baton_Redis_acl, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bgrewriteaof, arginfo_class_Baton_Redis_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, bgSave, arginfo_class_Baton_Redis_bgSave, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, client, arginfo_class_Baton_Redis_client, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, command, arginfo_class_Baton_Redis_command, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, commandlog, arginfo_class_Baton_Redis_commandlog, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, config, arginfo_class_Baton_Redis_config, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, dbSize, arginfo_class_Baton_Redis_dbSize, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, debug, arginfo_class_Baton_Redis_debug, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, echo, arginfo_class_Baton_Redis_echo, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, failover, arginfo_class_Baton_Redis_failover, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, flushAll, arginfo_class_Baton_Redis_flushAll, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, flushDB, arginfo_class_Baton_Redis_flushDB, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hotkeys, arginfo_class_Baton_Redis_hotkeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, info, arginfo_class_Baton_Redis_info, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, lastSave, arginfo_class_Baton_Redis_lastSave, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, ping, arginfo_class_Baton_Redis_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, rawcommand, arginfo_class_Baton_Redis_rawcommand, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, replicaof, arginfo_class_Baton_Redis_replicaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, role, arginfo_class_Baton_Redis_role, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, save, arginfo_class_Baton_Redis_save, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, serverName, arginfo_class_Baton_Redis_serverName, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, serverVersion, arginfo_class_Baton_Redis_serverVersion, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, slaveof, arginfo_class_Baton_Redis_slaveof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, slowlog, arginfo_class_Baton_Redis_slowlog, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, swapdb, arginfo_class_Baton_Redis_swapdb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, time, arginfo_class_Baton_Redis_time, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, wait, arginfo_class_Baton_Redis_wait, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, waitaof, arginfo_class_Baton_Redis_waitaof, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, getWithMeta, arginfo_class_Baton_Redis_getWithMeta, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, hgetWithMeta, arginfo_class_Baton_Redis_hgetWithMeta, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, isTracked, arginfo_class_Baton_Redis_isTracked, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, _getKeys, arginfo_class_Baton_Redis__getKeys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, addAllowPatterns, arginfo_class_Baton_Redis_addAllowPatterns, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, addIgnorePatterns, arginfo_class_Baton_Redis_addIgnorePatterns, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, listen, arginfo_class_Baton_Redis_listen, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, onFlushed, arginfo_class_Baton_Redis_onFlushed, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, onInvalidated, arginfo_class_Baton_Redis_onInvalidated, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, dispatchEvents, arginfo_class_Baton_Redis_dispatchEvents, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Redis, stats, arginfo_class_Baton_Redis_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, metrics, arginfo_class_Baton_Redis_metrics, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, license, arginfo_class_Baton_Redis_license, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, maxMemory, arginfo_class_Baton_Redis_maxMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, memory, arginfo_class_Baton_Redis_memory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, flushMemory, arginfo_class_Baton_Redis_flushMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Redis, lastMemoryFlush, arginfo_class_Baton_Redis_lastMemoryFlush, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_Baton_RedisException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_Redis(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "Redis", class_Baton_Redis_methods);
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

	zend_string *property_adaptiveCache_class_Baton_AdaptiveCache = zend_string_init("Baton\\AdaptiveCache", sizeof("Baton\\AdaptiveCache")-1, 1);
	zval property_adaptiveCache_default_value;
	ZVAL_NULL(&property_adaptiveCache_default_value);
	zend_string *property_adaptiveCache_name = zend_string_init("adaptiveCache", sizeof("adaptiveCache") - 1, 1);
	zend_declare_typed_property(class_entry, property_adaptiveCache_name, &property_adaptiveCache_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_adaptiveCache_class_Baton_AdaptiveCache, 0, MAY_BE_NULL));
	zend_string_release(property_adaptiveCache_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 4, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "connect", sizeof("connect") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "open", sizeof("open") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "pconnect", sizeof("pconnect") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "popen", sizeof("popen") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "auth", sizeof("auth") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "migrate", sizeof("migrate") - 1), 7, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Baton_RedisException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "RedisException", class_Baton_RedisException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);

	return class_entry;
}
