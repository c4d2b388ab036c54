/* This is a generated file, edit the tables in names instead.
 * Stub hash: 0768e39d003b2287db730a46e5721fc7fbfaf670 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_acl, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, cmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_addAllowPatterns, 0, 0, IS_LONG, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_addIgnorePatterns arginfo_class_Relay_Relay_addAllowPatterns

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_append, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_auth, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, auth, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bgrewriteaof, 0, 0, Relay\\Relay, MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bgsave, 0, 0, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bitcount, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by_bit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bitfield, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bitop, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_bitpos, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, bit, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bybit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_blmove, 0, 5, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_blmovem, 0, 5, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_blmpop, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_blpop, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_brpop arginfo_class_Relay_Relay_blpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_brpoplpush, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, source, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dest, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_bytes, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_bzmpop arginfo_class_Relay_Relay_blmpop

#define arginfo_class_Relay_Relay_bzpopmax arginfo_class_Relay_Relay_blpop

#define arginfo_class_Relay_Relay_bzpopmin arginfo_class_Relay_Relay_blpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_clearBytes, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_clearLastError, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_client, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_close arginfo_class_Relay_Relay_clearLastError

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsIncrBy, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, field, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
	ZEND_ARG_VARIADIC_INFO(0, fields_and_values)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsInfo, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsInitByDim, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, width, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, depth, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsInitByProb, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, probability, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsMerge, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_cmsQuery, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_INFO(0, fields)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_command, 0, 0, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_commandlog, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_config, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_connect, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent_id, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retry_interval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, database, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_copy, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, src, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_dbsize, 0, 0, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_decr, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_decrby, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_del, 0, 0, Relay\\Relay, MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_delex, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_delifeq arginfo_class_Relay_Relay_append

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_digest, 0, 1, Relay\\Relay, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_discard arginfo_class_Relay_Relay_clearLastError

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_dispatchEvents, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_dump arginfo_class_Relay_Relay_digest

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_echo, 0, 1, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, arg, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_endpointId, 0, 0, MAY_BE_STRING|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_eval, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, script, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_evalsha, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, sha, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, num_keys, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_evalsha_ro arginfo_class_Relay_Relay_evalsha

#define arginfo_class_Relay_Relay_eval_ro arginfo_class_Relay_Relay_eval

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_exec, 0, 0, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_exists arginfo_class_Relay_Relay_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_expire, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_expireat, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_expiretime, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_fcall, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, keys, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, argv, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, handler, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_fcall_ro arginfo_class_Relay_Relay_fcall

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_flushall, 0, 0, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, sync, _IS_BOOL, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_flushdb arginfo_class_Relay_Relay_flushall

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftAggregate, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftAliasAdd, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftAliasDel, 0, 1, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, alias, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_ftAliasUpdate arginfo_class_Relay_Relay_ftAliasAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftAlter, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftConfig, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftCreate, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, schema, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftCursor, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, cursor, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftDictAdd, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, term, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_terms, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_ftDictDel arginfo_class_Relay_Relay_ftDictAdd

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftDictDump, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dict, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftDropIndex, 0, 1, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dd, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftExplain, 0, 2, Relay\\Relay, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftExplainCli, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, dialect, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftInfo, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftProfile, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limited, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_ftSearch arginfo_class_Relay_Relay_ftAggregate

#define arginfo_class_Relay_Relay_ftSpellCheck arginfo_class_Relay_Relay_ftAggregate

#define arginfo_class_Relay_Relay_ftSynDump arginfo_class_Relay_Relay_ftInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftSynUpdate, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, synonym, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, term_or_terms, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, skipinitialscan, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ftTagVals, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, index, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, tag, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_function, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, op, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_gcra, 0, 4, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, maxBurst, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, requestsPerPeriod, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, period, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tokens, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geoadd, 0, 4, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples_and_options, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geodist, 0, 3, Relay\\Relay, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geohash, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geopos, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_georadius, 0, 5, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_georadiusbymember, 0, 4, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_georadiusbymember_ro arginfo_class_Relay_Relay_georadiusbymember

#define arginfo_class_Relay_Relay_georadius_ro arginfo_class_Relay_Relay_georadius

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geosearch, 0, 4, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_geosearchstore, 0, 5, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getAuth, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_getbit, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_getBytes arginfo_class_Relay_Relay_bytes

#define arginfo_class_Relay_Relay_getDbNum arginfo_class_Relay_Relay_getAuth

#define arginfo_class_Relay_Relay_getdel arginfo_class_Relay_Relay_get

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getex, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_getHost arginfo_class_Relay_Relay_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getLastError, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getMode, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, masked, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getOption, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_getPersistentID arginfo_class_Relay_Relay_endpointId

#define arginfo_class_Relay_Relay_getPort arginfo_class_Relay_Relay_dispatchEvents

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getrange, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_getReadTimeout, 0, 0, MAY_BE_DOUBLE|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_getset, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_getTimeout arginfo_class_Relay_Relay_getReadTimeout

#define arginfo_class_Relay_Relay_getWithMeta arginfo_class_Relay_Relay_cmsInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hdel, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, mems, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hexists, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hexpire, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_hexpireat arginfo_class_Relay_Relay_hexpire

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hexpiretime, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_hget, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hgetall, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hgetdel, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hgetex, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expiry, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hgetWithMeta, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hincrby, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hincrbyfloat, 0, 3, Relay\\Relay, MAY_BE_DOUBLE|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_hkeys arginfo_class_Relay_Relay_hgetall

#define arginfo_class_Relay_Relay_hlen arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hmget, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, members, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hmset, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, members, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hotkeys, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, subcmd, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, args, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_hpersist arginfo_class_Relay_Relay_hexpiretime

#define arginfo_class_Relay_Relay_hpexpire arginfo_class_Relay_Relay_hexpire

#define arginfo_class_Relay_Relay_hpexpireat arginfo_class_Relay_Relay_hexpire

#define arginfo_class_Relay_Relay_hpexpiretime arginfo_class_Relay_Relay_hexpiretime

#define arginfo_class_Relay_Relay_hpttl arginfo_class_Relay_Relay_hexpiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hrandfield, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_hscan, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(1, iterator, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hset, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys_and_vals, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hsetex, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, expiry, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hsetnx, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_hstrlen, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_httl arginfo_class_Relay_Relay_hexpiretime

#define arginfo_class_Relay_Relay_hvals arginfo_class_Relay_Relay_hgetall

#define arginfo_class_Relay_Relay_idleTime arginfo_class_Relay_Relay_dbsize

#define arginfo_class_Relay_Relay_incr arginfo_class_Relay_Relay_decr

#define arginfo_class_Relay_Relay_incrby arginfo_class_Relay_Relay_decrby

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_incrbyfloat, 0, 2, Relay\\Relay, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_increx, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, value, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_info, 0, 0, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, sections, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_isConnected arginfo_class_Relay_Relay_clearLastError

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_isTracked, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrAppend, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrIndex, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, stop, IS_LONG, 1, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrInsert, 0, 4, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_values, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrLen, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrPop, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, index, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonArrTrim, 0, 4, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonClear, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonDebug, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_jsonDel arginfo_class_Relay_Relay_jsonClear

#define arginfo_class_Relay_Relay_jsonForget arginfo_class_Relay_Relay_jsonClear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_jsonGet, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
	ZEND_ARG_VARIADIC_TYPE_INFO(0, paths, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonMerge, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonMget, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key_or_array, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonMset, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonNumIncrBy, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_jsonNumMultBy arginfo_class_Relay_Relay_jsonNumIncrBy

#define arginfo_class_Relay_Relay_jsonObjKeys arginfo_class_Relay_Relay_jsonArrLen

#define arginfo_class_Relay_Relay_jsonObjLen arginfo_class_Relay_Relay_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonResp, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonSet, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, condition, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonStrAppend, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, path, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fpha, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_jsonStrLen arginfo_class_Relay_Relay_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_jsonToggle, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_jsonType arginfo_class_Relay_Relay_jsonArrLen

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_keys, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_lastsave arginfo_class_Relay_Relay_dbsize

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_lcs, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_lindex, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_linsert, 0, 4, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, op, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pivot, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_listen, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_llen arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_lmove, 0, 4, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lmovem, 0, 4, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lmpop, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_lpop, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lpos, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lpush, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, mems, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_lpushx arginfo_class_Relay_Relay_lpush

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lrem, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_lset, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ltrim, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_mget, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_migrate, 0, 5, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, dstdb, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, copy, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, replace, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, credentials, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_move, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_mset, 0, 1, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, kvals, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_msetex, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, kvals, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, ttl, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_msetnx arginfo_class_Relay_Relay_mset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_multi, 0, 0, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_object, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, op, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_onFlushed arginfo_class_Relay_Relay_listen

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_onInvalidated, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_option, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_pclose arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Relay_pconnect arginfo_class_Relay_Relay_connect

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_persist, 0, 1, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_pexpire, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_pexpireat, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp_ms, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_pexpiretime arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_pfadd, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_pfcount, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_keys, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_pfmerge, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckeys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_ping, 0, 0, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_pipeline arginfo_class_Relay_Relay_bgrewriteaof

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_psetex, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_psubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, patterns, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_pttl arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_publish, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_pubsub arginfo_class_Relay_Relay_client

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_punsubscribe, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, patterns, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_randomkey, 0, 0, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_rawCommand, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, cmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_readTimeout arginfo_class_Relay_Relay_getReadTimeout

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_rename, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, newkey, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_renamenx arginfo_class_Relay_Relay_rename

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_replicaof, 0, 0, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, host, IS_STRING, 1, "null")
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(0, port, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_restore, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_role, 0, 0, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_rpop arginfo_class_Relay_Relay_lpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_rpoplpush, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, source, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dest, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_rpush arginfo_class_Relay_Relay_lpush

#define arginfo_class_Relay_Relay_rpushx arginfo_class_Relay_Relay_lpush

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sadd, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, set, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_save arginfo_class_Relay_Relay_bgrewriteaof

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_scan, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, iterator, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_scard arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_script, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sdiff, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sdiffcard, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sdiffstore, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_select, 0, 1, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_serverName arginfo_class_Relay_Relay_endpointId

#define arginfo_class_Relay_Relay_serverVersion arginfo_class_Relay_Relay_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_set, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_setbit, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, val, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_setex, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_setnx, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_setOption, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_setrange, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_sinter arginfo_class_Relay_Relay_sdiff

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sintercard, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_sinterstore arginfo_class_Relay_Relay_sdiffstore

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sismember, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, set, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_slowlog, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_smembers, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, set, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_smismember, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, set, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_smove, 0, 3, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, srcset, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstset, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_socketId arginfo_class_Relay_Relay_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sort, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_sort_ro, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_spop, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, set, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_spublish arginfo_class_Relay_Relay_publish

#define arginfo_class_Relay_Relay_srandmember arginfo_class_Relay_Relay_spop

#define arginfo_class_Relay_Relay_srem arginfo_class_Relay_Relay_sadd

#define arginfo_class_Relay_Relay_sscan arginfo_class_Relay_Relay_hscan

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_ssubscribe, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, channels, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_flushMemory, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Relay_lastMemoryFlush, 0, 0, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, endpointId, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, db, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_license arginfo_class_Relay_Relay_bytes

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_maxMemory, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_memory arginfo_class_Relay_Relay_maxMemory

#define arginfo_class_Relay_Relay_stats arginfo_class_Relay_Relay_bytes

#define arginfo_class_Relay_Relay_strlen arginfo_class_Relay_Relay_expiretime

#define arginfo_class_Relay_Relay_subscribe arginfo_class_Relay_Relay_ssubscribe

#define arginfo_class_Relay_Relay_sunion arginfo_class_Relay_Relay_sdiff

#define arginfo_class_Relay_Relay_sunioncard arginfo_class_Relay_Relay_sdiffcard

#define arginfo_class_Relay_Relay_sunionstore arginfo_class_Relay_Relay_sdiffstore

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_sunsubscribe, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, channels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_swapdb, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, index2, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_time arginfo_class_Relay_Relay_role

#define arginfo_class_Relay_Relay_timeout arginfo_class_Relay_Relay_getReadTimeout

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_touch, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_array, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_ttl arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_type, 0, 1, Relay\\Relay, MAY_BE_STRING|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_unlink, 0, 0, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_unsubscribe arginfo_class_Relay_Relay_sunsubscribe

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_unwatch, 0, 0, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vadd, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_vcard arginfo_class_Relay_Relay_expiretime

#define arginfo_class_Relay_Relay_vdim arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vemb, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vgetattr, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_vinfo arginfo_class_Relay_Relay_cmsInfo

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vismember, 0, 2, Relay\\Relay, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vlinks, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, withscores, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vrandmember, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vrem, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vsetattr, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, attributes, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_vsim, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_wait, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, replicas, IS_LONG, 0)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_waitaof, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, numlocal, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numremote, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_watch, 0, 1, Relay\\Relay, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xack, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xackdel, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xadd, 0, 3, Relay\\Relay, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxlen, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, nomkstream, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xautoclaim, 0, 5, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, justid, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xclaim, 0, 6, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xdel, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xdelex, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_xgroup, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, key, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, group, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, id_or_consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mkstream, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, entries_read, IS_LONG, 0, "-2")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_xinfo, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg1, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, arg2, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xlen, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xnack, 0, 4, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mode, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xpending, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idle, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xread, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xreadgroup, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xrevrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_xtrim, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, threshold, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minid, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay_zadd, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zcard arginfo_class_Relay_Relay_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zcount, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zdiff, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zdiffstore, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zincrby, 0, 3, Relay\\Relay, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, score, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, mem, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zinter, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zintercard arginfo_class_Relay_Relay_sintercard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zinterstore, 0, 2, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zlexcount arginfo_class_Relay_Relay_zcount

#define arginfo_class_Relay_Relay_zmpop arginfo_class_Relay_Relay_lmpop

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zmscore, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, mems, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zpopmax, 0, 1, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zpopmin arginfo_class_Relay_Relay_zpopmax

#define arginfo_class_Relay_Relay_zrandmember arginfo_class_Relay_Relay_getex

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, start, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_MASK(0, end, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrangebylex, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrangebyscore, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrangestore, 0, 4, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dst, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrank, 0, 2, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, rank, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, withscore, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrem, 0, 1, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zremrangebylex arginfo_class_Relay_Relay_zcount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zremrangebyrank, 0, 3, Relay\\Relay, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zremrangebyscore arginfo_class_Relay_Relay_zcount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrevrange, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zrevrangebylex, 0, 3, Relay\\Relay, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zrevrangebyscore arginfo_class_Relay_Relay_zrangebyscore

#define arginfo_class_Relay_Relay_zrevrank arginfo_class_Relay_Relay_zrank

#define arginfo_class_Relay_Relay_zscan arginfo_class_Relay_Relay_hscan

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Relay_zscore, 0, 2, Relay\\Relay, MAY_BE_DOUBLE|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay_zunion arginfo_class_Relay_Relay_zinter

#define arginfo_class_Relay_Relay_zunionstore arginfo_class_Relay_Relay_zinterstore

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay__compress, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay__digest, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Relay_Relay__getKeys, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay__pack arginfo_class_Relay_Relay__digest

#define arginfo_class_Relay_Relay__prefix arginfo_class_Relay_Relay__digest

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Relay__serialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Relay__uncompress arginfo_class_Relay_Relay__compress

#define arginfo_class_Relay_Relay__unpack arginfo_class_Relay_Relay__serialize

#define arginfo_class_Relay_Relay__unserialize arginfo_class_Relay_Relay__serialize

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Relay_Relay___construct, 0, 0, 0)
	ZEND_ARG_TYPE_MASK(0, host, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "6379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, connect_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, command_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, database, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_acl, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_addAllowPatterns arginfo_class_Relay_Relay_addAllowPatterns

#define arginfo_class_Relay_Cluster_addIgnorePatterns arginfo_class_Relay_Relay_addAllowPatterns

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_append, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bgrewriteaof, 0, 1, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bgsave, 0, 1, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, schedule, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bitcount, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by_bit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bitop, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bitpos, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, bit, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by_bit, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_blmove, 0, 5, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_blmovem, 0, 5, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_blmpop, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_blpop, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, timeout_or_key, MAY_BE_STRING|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, extra_args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_brpop arginfo_class_Relay_Cluster_blpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_brpoplpush, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_bzmpop, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_bzpopmax arginfo_class_Relay_Cluster_blpop

#define arginfo_class_Relay_Cluster_bzpopmin arginfo_class_Relay_Cluster_blpop

#define arginfo_class_Relay_Cluster_clearLastError arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Cluster_clearTransferredBytes arginfo_class_Relay_Relay_clearLastError

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_client, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_close arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Cluster_cluster arginfo_class_Relay_Cluster_client

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Cluster_clusterscan, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, iterator, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, slot, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_command, 0, 0, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_config arginfo_class_Relay_Cluster_client

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_copy, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_dbsize, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_decr, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_decrby, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_del, 0, 0, Relay\\Cluster, MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_delex, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_delifeq arginfo_class_Relay_Cluster_append

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_digest, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_discard arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Cluster_dispatchEvents arginfo_class_Relay_Relay_dispatchEvents

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_dump, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_echo, 0, 2, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Cluster_endpointId, 0, 0, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_eval arginfo_class_Relay_Relay_eval

#define arginfo_class_Relay_Cluster_evalsha arginfo_class_Relay_Relay_evalsha

#define arginfo_class_Relay_Cluster_evalsha_ro arginfo_class_Relay_Relay_evalsha

#define arginfo_class_Relay_Cluster_eval_ro arginfo_class_Relay_Relay_eval

#define arginfo_class_Relay_Cluster_exec arginfo_class_Relay_Cluster_endpointId

#define arginfo_class_Relay_Cluster_exists arginfo_class_Relay_Cluster_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_expire, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_expireat, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_expiretime, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_flushall, 0, 1, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, sync, _IS_BOOL, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_flushdb arginfo_class_Relay_Cluster_flushall

#define arginfo_class_Relay_Cluster_flushSlotCache arginfo_class_Relay_Relay_clearLastError

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_fullscan, 0, 0, Generator, MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_gcra, 0, 4, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, maxBurst, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, requestsPerPeriod, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, period, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tokens, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geoadd, 0, 4, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_triples_and_options, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geodist, 0, 3, Relay\\Cluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, src, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dst, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, unit, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geohash, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_members, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geopos, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_georadius, 0, 5, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, lng, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, lat, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_georadiusbymember, 0, 4, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, radius, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_georadiusbymember_ro arginfo_class_Relay_Cluster_georadiusbymember

#define arginfo_class_Relay_Cluster_georadius_ro arginfo_class_Relay_Cluster_georadius

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geosearch, 0, 4, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_geosearchstore, 0, 5, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, position, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_MASK(0, shape, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
	ZEND_ARG_TYPE_INFO(0, unit, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_get arginfo_class_Relay_Relay_get

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_getbit, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_getDbNum arginfo_class_Relay_Relay_getAuth

#define arginfo_class_Relay_Cluster_getdel arginfo_class_Relay_Relay_get

#define arginfo_class_Relay_Cluster_getex arginfo_class_Relay_Relay_getex

#define arginfo_class_Relay_Cluster_getLastError arginfo_class_Relay_Relay_getLastError

#define arginfo_class_Relay_Cluster_getMode arginfo_class_Relay_Relay_getMode

#define arginfo_class_Relay_Cluster_getOption arginfo_class_Relay_Relay_getOption

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_getrange, 0, 3, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_getset arginfo_class_Relay_Relay_getset

#define arginfo_class_Relay_Cluster_getTransferredBytes arginfo_class_Relay_Cluster_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_getWithMeta, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hdel, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, members, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hexists, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hexpire, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_hexpireat arginfo_class_Relay_Cluster_hexpire

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hexpiretime, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_hget, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_hgetall arginfo_class_Relay_Cluster_getWithMeta

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hgetdel, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hgetex, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expiry, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hgetWithMeta, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hash, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hincrby, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hincrbyfloat, 0, 3, Relay\\Cluster, MAY_BE_DOUBLE|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_hkeys arginfo_class_Relay_Cluster_getWithMeta

#define arginfo_class_Relay_Cluster_hlen arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hmget, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, members, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hmset, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, members, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_hpersist arginfo_class_Relay_Cluster_hexpiretime

#define arginfo_class_Relay_Cluster_hpexpire arginfo_class_Relay_Cluster_hexpire

#define arginfo_class_Relay_Cluster_hpexpireat arginfo_class_Relay_Cluster_hexpire

#define arginfo_class_Relay_Cluster_hpexpiretime arginfo_class_Relay_Cluster_hexpiretime

#define arginfo_class_Relay_Cluster_hpttl arginfo_class_Relay_Cluster_hexpiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hrandfield, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_hscan arginfo_class_Relay_Relay_hscan

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hset, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys_and_vals, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hsetex, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, expiry, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hsetnx, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_hstrlen, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_httl arginfo_class_Relay_Cluster_hexpiretime

#define arginfo_class_Relay_Cluster_hvals arginfo_class_Relay_Cluster_getWithMeta

#define arginfo_class_Relay_Cluster_idleTime arginfo_class_Relay_Relay_maxMemory

#define arginfo_class_Relay_Cluster_incr arginfo_class_Relay_Cluster_decr

#define arginfo_class_Relay_Cluster_incrby arginfo_class_Relay_Cluster_decrby

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_incrbyfloat, 0, 2, Relay\\Cluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_increx, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, value, MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_info, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, sections, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_keys, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_lastsave arginfo_class_Relay_Cluster_dbsize

#define arginfo_class_Relay_Cluster_lcs arginfo_class_Relay_Relay_lcs

#define arginfo_class_Relay_Cluster_lindex arginfo_class_Relay_Relay_lindex

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_linsert, 0, 4, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, op, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, pivot, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_listen arginfo_class_Relay_Relay_listen

#define arginfo_class_Relay_Cluster_llen arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_lmove, 0, 4, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_lmovem, 0, 4, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srcpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, dstpos, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_lmpop, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_lpop arginfo_class_Relay_Relay_lpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_lpos, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_lpush arginfo_class_Relay_Cluster_hdel

#define arginfo_class_Relay_Cluster_lpushx arginfo_class_Relay_Cluster_hdel

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_lrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_lrem, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_lset, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_ltrim, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_mget, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_move, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_mset, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, kvals, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_msetnx arginfo_class_Relay_Cluster_mset

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_multi, 0, 0, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_LONG, 0, "Relay\\Relay::MULTI")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_object arginfo_class_Relay_Relay_object

#define arginfo_class_Relay_Cluster_onFlushed arginfo_class_Relay_Relay_listen

#define arginfo_class_Relay_Cluster_onInvalidated arginfo_class_Relay_Relay_onInvalidated

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_persist, 0, 1, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_pexpire, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_pexpireat, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timestamp_ms, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_pexpiretime arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_pfadd, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, elements, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_pfcount arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_pfmerge, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, srckeys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_ping, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_psetex, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_psubscribe arginfo_class_Relay_Relay_psubscribe

#define arginfo_class_Relay_Cluster_pttl arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_publish, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, channel, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_pubsub arginfo_class_Relay_Cluster_client

#define arginfo_class_Relay_Cluster_punsubscribe arginfo_class_Relay_Relay_punsubscribe

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_randomkey, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_rawCommand, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, cmd, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_rename, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, newkey, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_renamenx arginfo_class_Relay_Cluster_rename

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_restore, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_role, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_rpop arginfo_class_Relay_Relay_lpop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster_rpoplpush, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_rpush arginfo_class_Relay_Cluster_hdel

#define arginfo_class_Relay_Cluster_rpushx arginfo_class_Relay_Cluster_hdel

#define arginfo_class_Relay_Cluster_sadd arginfo_class_Relay_Cluster_hdel

#define arginfo_class_Relay_Cluster_save arginfo_class_Relay_Cluster_bgrewriteaof

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Cluster_scan, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, iterator, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_scard arginfo_class_Relay_Cluster_expiretime

#define arginfo_class_Relay_Cluster_script arginfo_class_Relay_Cluster_acl

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_sdiff, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_sdiffcard, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_sdiffstore, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_select, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, db, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_set, 0, 2, Relay\\Cluster, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_setbit, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, pos, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_setex, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_setnx, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_setOption arginfo_class_Relay_Relay_setOption

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_setrange, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_sinter arginfo_class_Relay_Cluster_sdiff

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_sintercard, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_sinterstore arginfo_class_Relay_Cluster_sdiffstore

#define arginfo_class_Relay_Cluster_sismember arginfo_class_Relay_Cluster_hexists

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_slowlog, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, operation, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_smembers arginfo_class_Relay_Cluster_getWithMeta

#define arginfo_class_Relay_Cluster_smismember arginfo_class_Relay_Cluster_geopos

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_smove, 0, 3, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_sort, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_sort_ro arginfo_class_Relay_Cluster_sort

#define arginfo_class_Relay_Cluster_spop arginfo_class_Relay_Relay_lpop

#define arginfo_class_Relay_Cluster_srandmember arginfo_class_Relay_Relay_lpop

#define arginfo_class_Relay_Cluster_srem arginfo_class_Relay_Cluster_hdel

#define arginfo_class_Relay_Cluster_sscan arginfo_class_Relay_Relay_hscan

#define arginfo_class_Relay_Cluster_ssubscribe arginfo_class_Relay_Relay_ssubscribe

#define arginfo_class_Relay_Cluster_flushMemory arginfo_class_Relay_Relay_flushMemory

#define arginfo_class_Relay_Cluster_invalidateSlotCaches arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Cluster_lastMemoryFlush arginfo_class_Relay_Relay_lastMemoryFlush

#define arginfo_class_Relay_Cluster_maxMemory arginfo_class_Relay_Relay_maxMemory

#define arginfo_class_Relay_Cluster_stats arginfo_class_Relay_Relay_bytes

#define arginfo_class_Relay_Cluster_strlen arginfo_class_Relay_Cluster_expiretime

#define arginfo_class_Relay_Cluster_subscribe arginfo_class_Relay_Relay_ssubscribe

#define arginfo_class_Relay_Cluster_sunion arginfo_class_Relay_Cluster_sdiff

#define arginfo_class_Relay_Cluster_sunioncard arginfo_class_Relay_Cluster_sdiffcard

#define arginfo_class_Relay_Cluster_sunionstore arginfo_class_Relay_Cluster_sdiffstore

#define arginfo_class_Relay_Cluster_sunsubscribe arginfo_class_Relay_Relay_sunsubscribe

#define arginfo_class_Relay_Cluster_time arginfo_class_Relay_Cluster_role

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_touch, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_array, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, more_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_ttl arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_type, 0, 1, Relay\\Cluster, MAY_BE_STRING|MAY_BE_LONG|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_unlink, 0, 0, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_unsubscribe arginfo_class_Relay_Relay_sunsubscribe

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_unwatch, 0, 0, Relay\\Cluster, MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vadd, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_vcard arginfo_class_Relay_Cluster_expiretime

#define arginfo_class_Relay_Cluster_vdim arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vemb, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vgetattr, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_vinfo arginfo_class_Relay_Cluster_getWithMeta

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vismember, 0, 2, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vlinks, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, withscores, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vrandmember, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vrem, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vsetattr, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, element, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, attributes, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_vsim, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_wait, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, replicas, IS_LONG, 0)
	ZEND_ARG_INFO(0, timeout)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_waitaof, 0, 4, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_MASK(0, key_or_address, MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO(0, numlocal, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numremote, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_watch, 0, 1, Relay\\Cluster, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, other_keys, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xack, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xackdel, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xadd, 0, 3, Relay\\Cluster, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxlen, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, nomkstream, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xautoclaim, 0, 5, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, justid, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xclaim, 0, 6, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, min_idle, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xdel, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xdelex, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_xgroup arginfo_class_Relay_Relay_xgroup

#define arginfo_class_Relay_Cluster_xinfo arginfo_class_Relay_Relay_xinfo

#define arginfo_class_Relay_Cluster_xlen arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xnack, 0, 4, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mode, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xpending, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, start, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, end, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, consumer, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idle, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xread, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xreadgroup, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, consumer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, streams, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, block, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xrevrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_xtrim, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, threshold, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, approx, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minid, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zadd arginfo_class_Relay_Relay_zadd

#define arginfo_class_Relay_Cluster_zcard arginfo_class_Relay_Cluster_expiretime

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zcount, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zdiff, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zdiffstore, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zincrby, 0, 3, Relay\\Cluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, score, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zinter, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zintercard arginfo_class_Relay_Cluster_sintercard

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zinterstore, 0, 2, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weights, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zlexcount arginfo_class_Relay_Cluster_zcount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zmpop, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zmscore arginfo_class_Relay_Cluster_geopos

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zpopmax, 0, 1, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zpopmin arginfo_class_Relay_Cluster_zpopmax

#define arginfo_class_Relay_Cluster_zrandmember arginfo_class_Relay_Relay_getex

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrangebylex, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrangebyscore, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrangestore, 0, 4, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, dstkey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, srckey, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrank, 0, 2, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, rank, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, withscore, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrem, 0, 1, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zremrangebylex arginfo_class_Relay_Cluster_zcount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zremrangebyrank, 0, 3, Relay\\Cluster, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zremrangebyscore arginfo_class_Relay_Cluster_zcount

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrevrange, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, start, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, end, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zrevrangebylex, 0, 3, Relay\\Cluster, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, max, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, min, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "-1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "-1")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zrevrangebyscore arginfo_class_Relay_Cluster_zrangebyscore

#define arginfo_class_Relay_Cluster_zrevrank arginfo_class_Relay_Cluster_zrank

#define arginfo_class_Relay_Cluster_zscan arginfo_class_Relay_Relay_hscan

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Cluster_zscore, 0, 2, Relay\\Cluster, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, member, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster_zunion arginfo_class_Relay_Cluster_zinter

#define arginfo_class_Relay_Cluster_zunionstore arginfo_class_Relay_Cluster_zinterstore

#define arginfo_class_Relay_Cluster__compress arginfo_class_Relay_Relay__compress

#define arginfo_class_Relay_Cluster__digest arginfo_class_Relay_Relay__digest

#define arginfo_class_Relay_Cluster__getKeys arginfo_class_Relay_Cluster_endpointId

#define arginfo_class_Relay_Cluster__masters arginfo_class_Relay_Relay_bytes

#define arginfo_class_Relay_Cluster__pack arginfo_class_Relay_Relay__digest

#define arginfo_class_Relay_Cluster__prefix arginfo_class_Relay_Relay__digest

#define arginfo_class_Relay_Cluster__serialize arginfo_class_Relay_Relay__digest

#define arginfo_class_Relay_Cluster__uncompress arginfo_class_Relay_Relay__compress

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Cluster__unpack, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Cluster__unserialize arginfo_class_Relay_Cluster__unpack

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Relay_Cluster___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, seeds, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_MASK(0, connect_timeout, MAY_BE_LONG|MAY_BE_DOUBLE, "0")
	ZEND_ARG_TYPE_MASK(0, command_timeout, MAY_BE_LONG|MAY_BE_DOUBLE, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, auth, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Sentinel_ckquorum, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, master, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Sentinel_failover arginfo_class_Relay_Sentinel_ckquorum

#define arginfo_class_Relay_Sentinel_flushconfig arginfo_class_Relay_Relay_clearLastError

#define arginfo_class_Relay_Sentinel_getLastError arginfo_class_Relay_Relay_getLastError

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Sentinel_getMasterAddrByName, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, master, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Sentinel_getOption arginfo_class_Relay_Relay_getOption

#define arginfo_class_Relay_Sentinel_getPrimaryAddrByName arginfo_class_Relay_Sentinel_getMasterAddrByName

#define arginfo_class_Relay_Sentinel_master arginfo_class_Relay_Sentinel_getMasterAddrByName

#define arginfo_class_Relay_Sentinel_masters arginfo_class_Relay_Cluster_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Sentinel_myid, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Sentinel_ping, 0, 0, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Sentinel_primaries arginfo_class_Relay_Cluster_endpointId

#define arginfo_class_Relay_Sentinel_primary arginfo_class_Relay_Sentinel_getMasterAddrByName

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Sentinel_reset, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Sentinel_sentinels arginfo_class_Relay_Sentinel_getMasterAddrByName

#define arginfo_class_Relay_Sentinel_setOption arginfo_class_Relay_Relay_setOption

#define arginfo_class_Relay_Sentinel_slaves arginfo_class_Relay_Sentinel_getMasterAddrByName

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Relay_Sentinel___construct, 0, 0, 0)
	ZEND_ARG_TYPE_MASK(0, host, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "26379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retry_interval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, auth, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Table_clear, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Table_clearAll arginfo_class_Relay_Relay_dispatchEvents

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Table_count, 0, 0, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Table_delete, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Table_exists arginfo_class_Relay_Table_delete

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Relay_Table_fullscan, 0, 0, Generator, MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Table_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Table_getWithMeta, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Table_keys, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Table_memory arginfo_class_Relay_Table_count

#define arginfo_class_Relay_Table_namespaces arginfo_class_Relay_Cluster_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_Table_set, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_Table_stats arginfo_class_Relay_Cluster_endpointId

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_Table_ttl, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Relay_AdaptiveCache___construct arginfo_class_Relay_Relay__getKeys

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_AdaptiveCache_flush, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, async, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_AdaptiveCache_incrBy, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, write, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Relay_AdaptiveCache_lastFlush, 0, 0, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_AdaptiveCache_loadFactor, 0, 0, MAY_BE_DOUBLE|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, depth, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Relay_AdaptiveCache_stats, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Baton_Redis, acl);
ZEND_METHOD(Baton_Redis, addAllowPatterns);
ZEND_METHOD(Baton_Redis, addIgnorePatterns);
ZEND_METHOD(Baton_Redis, append);
ZEND_METHOD(Baton_Redis, auth);
ZEND_METHOD(Baton_Redis, bgrewriteaof);
ZEND_METHOD(Baton_Redis, bgSave);
ZEND_METHOD(Baton_Redis, bitcount);
ZEND_METHOD(Baton_Redis, bitfield);
ZEND_METHOD(Baton_Redis, bitop);
ZEND_METHOD(Baton_Redis, bitpos);
ZEND_METHOD(Baton_Redis, blmove);
ZEND_METHOD(Baton_Redis, blmovem);
ZEND_METHOD(Baton_Redis, blmpop);
ZEND_METHOD(Baton_Redis, blPop);
ZEND_METHOD(Baton_Redis, brPop);
ZEND_METHOD(Baton_Redis, brpoplpush);
ZEND_METHOD(Baton_Redis, bytes);
ZEND_METHOD(Baton_Redis, bzmpop);
ZEND_METHOD(Baton_Redis, bzPopMax);
ZEND_METHOD(Baton_Redis, bzPopMin);
ZEND_METHOD(Baton_Redis, clearBytes);
ZEND_METHOD(Baton_Redis, clearLastError);
ZEND_METHOD(Baton_Redis, client);
ZEND_METHOD(Baton_Redis, close);
ZEND_METHOD(Baton_Redis, cmsIncrBy);
ZEND_METHOD(Baton_Redis, cmsInfo);
ZEND_METHOD(Baton_Redis, cmsInitByDim);
ZEND_METHOD(Baton_Redis, cmsInitByProb);
ZEND_METHOD(Baton_Redis, cmsMerge);
ZEND_METHOD(Baton_Redis, cmsQuery);
ZEND_METHOD(Baton_Redis, command);
ZEND_METHOD(Baton_Redis, commandlog);
ZEND_METHOD(Baton_Redis, config);
ZEND_METHOD(Baton_Redis, connect);
ZEND_METHOD(Baton_Redis, copy);
ZEND_METHOD(Baton_Redis, dbSize);
ZEND_METHOD(Baton_Redis, decr);
ZEND_METHOD(Baton_Redis, decrBy);
ZEND_METHOD(Baton_Redis, del);
ZEND_METHOD(Baton_Redis, delex);
ZEND_METHOD(Baton_Redis, delifeq);
ZEND_METHOD(Baton_Redis, digest);
ZEND_METHOD(Baton_Redis, discard);
ZEND_METHOD(Baton_Redis, dispatchEvents);
ZEND_METHOD(Baton_Redis, dump);
ZEND_METHOD(Baton_Redis, echo);
ZEND_METHOD(Baton_Redis, endpointId);
ZEND_METHOD(Baton_Redis, eval);
ZEND_METHOD(Baton_Redis, evalsha);
ZEND_METHOD(Baton_Redis, evalsha_ro);
ZEND_METHOD(Baton_Redis, eval_ro);
ZEND_METHOD(Baton_Redis, exec);
ZEND_METHOD(Baton_Redis, exists);
ZEND_METHOD(Baton_Redis, expire);
ZEND_METHOD(Baton_Redis, expireAt);
ZEND_METHOD(Baton_Redis, expiretime);
ZEND_METHOD(Baton_Redis, fcall);
ZEND_METHOD(Baton_Redis, fcall_ro);
ZEND_METHOD(Baton_Redis, flushAll);
ZEND_METHOD(Baton_Redis, flushDB);
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
ZEND_METHOD(Baton_Redis, function);
ZEND_METHOD(Baton_Redis, gcra);
ZEND_METHOD(Baton_Redis, geoadd);
ZEND_METHOD(Baton_Redis, geodist);
ZEND_METHOD(Baton_Redis, geohash);
ZEND_METHOD(Baton_Redis, geopos);
ZEND_METHOD(Baton_Redis, georadius);
ZEND_METHOD(Baton_Redis, georadiusbymember);
ZEND_METHOD(Baton_Redis, georadiusbymember_ro);
ZEND_METHOD(Baton_Redis, georadius_ro);
ZEND_METHOD(Baton_Redis, geosearch);
ZEND_METHOD(Baton_Redis, geosearchstore);
ZEND_METHOD(Baton_Redis, get);
ZEND_METHOD(Baton_Redis, getAuth);
ZEND_METHOD(Baton_Redis, getBit);
ZEND_METHOD(Baton_Redis, getBytes);
ZEND_METHOD(Baton_Redis, getDBNum);
ZEND_METHOD(Baton_Redis, getDel);
ZEND_METHOD(Baton_Redis, getEx);
ZEND_METHOD(Baton_Redis, getHost);
ZEND_METHOD(Baton_Redis, getLastError);
ZEND_METHOD(Baton_Redis, getMode);
ZEND_METHOD(Baton_Redis, getOption);
ZEND_METHOD(Baton_Redis, getPersistentID);
ZEND_METHOD(Baton_Redis, getPort);
ZEND_METHOD(Baton_Redis, getRange);
ZEND_METHOD(Baton_Redis, getReadTimeout);
ZEND_METHOD(Baton_Redis, getset);
ZEND_METHOD(Baton_Redis, getTimeout);
ZEND_METHOD(Baton_Redis, getWithMeta);
ZEND_METHOD(Baton_Redis, hDel);
ZEND_METHOD(Baton_Redis, hExists);
ZEND_METHOD(Baton_Redis, hexpire);
ZEND_METHOD(Baton_Redis, hexpireat);
ZEND_METHOD(Baton_Redis, hexpiretime);
ZEND_METHOD(Baton_Redis, hGet);
ZEND_METHOD(Baton_Redis, hGetAll);
ZEND_METHOD(Baton_Redis, hgetdel);
ZEND_METHOD(Baton_Redis, hgetex);
ZEND_METHOD(Baton_Redis, hgetWithMeta);
ZEND_METHOD(Baton_Redis, hIncrBy);
ZEND_METHOD(Baton_Redis, hIncrByFloat);
ZEND_METHOD(Baton_Redis, hKeys);
ZEND_METHOD(Baton_Redis, hLen);
ZEND_METHOD(Baton_Redis, hMget);
ZEND_METHOD(Baton_Redis, hMset);
ZEND_METHOD(Baton_Redis, hotkeys);
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
ZEND_METHOD(Baton_Redis, idleTime);
ZEND_METHOD(Baton_Redis, incr);
ZEND_METHOD(Baton_Redis, incrBy);
ZEND_METHOD(Baton_Redis, incrByFloat);
ZEND_METHOD(Baton_Redis, increx);
ZEND_METHOD(Baton_Redis, info);
ZEND_METHOD(Baton_Redis, isConnected);
ZEND_METHOD(Baton_Redis, isTracked);
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
ZEND_METHOD(Baton_Redis, keys);
ZEND_METHOD(Baton_Redis, lastSave);
ZEND_METHOD(Baton_Redis, lcs);
ZEND_METHOD(Baton_Redis, lindex);
ZEND_METHOD(Baton_Redis, lInsert);
ZEND_METHOD(Baton_Redis, listen);
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
ZEND_METHOD(Baton_Redis, mget);
ZEND_METHOD(Baton_Redis, migrate);
ZEND_METHOD(Baton_Redis, move);
ZEND_METHOD(Baton_Redis, mset);
ZEND_METHOD(Baton_Redis, msetex);
ZEND_METHOD(Baton_Redis, msetnx);
ZEND_METHOD(Baton_Redis, multi);
ZEND_METHOD(Baton_Redis, object);
ZEND_METHOD(Baton_Redis, onFlushed);
ZEND_METHOD(Baton_Redis, onInvalidated);
ZEND_METHOD(Baton_Redis, option);
ZEND_METHOD(Baton_Redis, pconnect);
ZEND_METHOD(Baton_Redis, persist);
ZEND_METHOD(Baton_Redis, pexpire);
ZEND_METHOD(Baton_Redis, pexpireAt);
ZEND_METHOD(Baton_Redis, pexpiretime);
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
ZEND_METHOD(Baton_Redis, replicaof);
ZEND_METHOD(Baton_Redis, restore);
ZEND_METHOD(Baton_Redis, role);
ZEND_METHOD(Baton_Redis, rPop);
ZEND_METHOD(Baton_Redis, rpoplpush);
ZEND_METHOD(Baton_Redis, rPush);
ZEND_METHOD(Baton_Redis, rPushx);
ZEND_METHOD(Baton_Redis, sAdd);
ZEND_METHOD(Baton_Redis, save);
ZEND_METHOD(Baton_Redis, scan);
ZEND_METHOD(Baton_Redis, scard);
ZEND_METHOD(Baton_Redis, script);
ZEND_METHOD(Baton_Redis, sDiff);
ZEND_METHOD(Baton_Redis, sdiffcard);
ZEND_METHOD(Baton_Redis, sDiffStore);
ZEND_METHOD(Baton_Redis, select);
ZEND_METHOD(Baton_Redis, serverName);
ZEND_METHOD(Baton_Redis, serverVersion);
ZEND_METHOD(Baton_Redis, set);
ZEND_METHOD(Baton_Redis, setBit);
ZEND_METHOD(Baton_Redis, setex);
ZEND_METHOD(Baton_Redis, setnx);
ZEND_METHOD(Baton_Redis, setOption);
ZEND_METHOD(Baton_Redis, setRange);
ZEND_METHOD(Baton_Redis, sInter);
ZEND_METHOD(Baton_Redis, sintercard);
ZEND_METHOD(Baton_Redis, sInterStore);
ZEND_METHOD(Baton_Redis, sismember);
ZEND_METHOD(Baton_Redis, slowlog);
ZEND_METHOD(Baton_Redis, sMembers);
ZEND_METHOD(Baton_Redis, sMisMember);
ZEND_METHOD(Baton_Redis, sMove);
ZEND_METHOD(Baton_Redis, socketId);
ZEND_METHOD(Baton_Redis, sort);
ZEND_METHOD(Baton_Redis, sort_ro);
ZEND_METHOD(Baton_Redis, sPop);
ZEND_METHOD(Baton_Redis, spublish);
ZEND_METHOD(Baton_Redis, sRandMember);
ZEND_METHOD(Baton_Redis, srem);
ZEND_METHOD(Baton_Redis, sscan);
ZEND_METHOD(Baton_Redis, ssubscribe);
ZEND_METHOD(Baton_Redis, flushMemory);
ZEND_METHOD(Baton_Redis, lastMemoryFlush);
ZEND_METHOD(Baton_Redis, license);
ZEND_METHOD(Baton_Redis, maxMemory);
ZEND_METHOD(Baton_Redis, memory);
ZEND_METHOD(Baton_Redis, stats);
ZEND_METHOD(Baton_Redis, strlen);
ZEND_METHOD(Baton_Redis, subscribe);
ZEND_METHOD(Baton_Redis, sUnion);
ZEND_METHOD(Baton_Redis, sunioncard);
ZEND_METHOD(Baton_Redis, sUnionStore);
ZEND_METHOD(Baton_Redis, sunsubscribe);
ZEND_METHOD(Baton_Redis, swapdb);
ZEND_METHOD(Baton_Redis, time);
ZEND_METHOD(Baton_Redis, touch);
ZEND_METHOD(Baton_Redis, ttl);
ZEND_METHOD(Baton_Redis, type);
ZEND_METHOD(Baton_Redis, unlink);
ZEND_METHOD(Baton_Redis, unsubscribe);
ZEND_METHOD(Baton_Redis, unwatch);
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
ZEND_METHOD(Baton_Redis, wait);
ZEND_METHOD(Baton_Redis, waitaof);
ZEND_METHOD(Baton_Redis, watch);
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
ZEND_METHOD(Baton_Redis, _compress);
ZEND_METHOD(Baton_Redis, _digest);
ZEND_METHOD(Baton_Redis, _getKeys);
ZEND_METHOD(Baton_Redis, _pack);
ZEND_METHOD(Baton_Redis, _prefix);
ZEND_METHOD(Baton_Redis, _serialize);
ZEND_METHOD(Baton_Redis, _uncompress);
ZEND_METHOD(Baton_Redis, _unpack);
ZEND_METHOD(Baton_Redis, _unserialize);
ZEND_METHOD(Baton_Redis, __construct);
ZEND_METHOD(Baton_RedisCluster, acl);
ZEND_METHOD(Baton_RedisCluster, addAllowPatterns);
ZEND_METHOD(Baton_RedisCluster, addIgnorePatterns);
ZEND_METHOD(Baton_RedisCluster, append);
ZEND_METHOD(Baton_RedisCluster, bgrewriteaof);
ZEND_METHOD(Baton_RedisCluster, bgSave);
ZEND_METHOD(Baton_RedisCluster, bitcount);
ZEND_METHOD(Baton_RedisCluster, bitop);
ZEND_METHOD(Baton_RedisCluster, bitpos);
ZEND_METHOD(Baton_RedisCluster, blmove);
ZEND_METHOD(Baton_RedisCluster, blmovem);
ZEND_METHOD(Baton_RedisCluster, blmpop);
ZEND_METHOD(Baton_RedisCluster, blPop);
ZEND_METHOD(Baton_RedisCluster, brPop);
ZEND_METHOD(Baton_RedisCluster, brpoplpush);
ZEND_METHOD(Baton_RedisCluster, bzmpop);
ZEND_METHOD(Baton_RedisCluster, bzPopMax);
ZEND_METHOD(Baton_RedisCluster, bzPopMin);
ZEND_METHOD(Baton_RedisCluster, clearTransferredBytes);
ZEND_METHOD(Baton_RedisCluster, client);
ZEND_METHOD(Baton_RedisCluster, close);
ZEND_METHOD(Baton_RedisCluster, cluster);
ZEND_METHOD(Baton_RedisCluster, clusterscan);
ZEND_METHOD(Baton_RedisCluster, command);
ZEND_METHOD(Baton_RedisCluster, config);
ZEND_METHOD(Baton_RedisCluster, copy);
ZEND_METHOD(Baton_RedisCluster, dbSize);
ZEND_METHOD(Baton_RedisCluster, decr);
ZEND_METHOD(Baton_RedisCluster, decrBy);
ZEND_METHOD(Baton_RedisCluster, del);
ZEND_METHOD(Baton_RedisCluster, delex);
ZEND_METHOD(Baton_RedisCluster, delifeq);
ZEND_METHOD(Baton_RedisCluster, digest);
ZEND_METHOD(Baton_RedisCluster, discard);
ZEND_METHOD(Baton_RedisCluster, dispatchEvents);
ZEND_METHOD(Baton_RedisCluster, dump);
ZEND_METHOD(Baton_RedisCluster, echo);
ZEND_METHOD(Baton_RedisCluster, endpointId);
ZEND_METHOD(Baton_RedisCluster, eval);
ZEND_METHOD(Baton_RedisCluster, evalsha);
ZEND_METHOD(Baton_RedisCluster, evalsha_ro);
ZEND_METHOD(Baton_RedisCluster, eval_ro);
ZEND_METHOD(Baton_RedisCluster, exec);
ZEND_METHOD(Baton_RedisCluster, exists);
ZEND_METHOD(Baton_RedisCluster, expire);
ZEND_METHOD(Baton_RedisCluster, expireAt);
ZEND_METHOD(Baton_RedisCluster, expiretime);
ZEND_METHOD(Baton_RedisCluster, flushAll);
ZEND_METHOD(Baton_RedisCluster, flushDB);
ZEND_METHOD(Baton_RedisCluster, flushSlotCache);
ZEND_METHOD(Baton_RedisCluster, fullscan);
ZEND_METHOD(Baton_RedisCluster, gcra);
ZEND_METHOD(Baton_RedisCluster, geoadd);
ZEND_METHOD(Baton_RedisCluster, geodist);
ZEND_METHOD(Baton_RedisCluster, geohash);
ZEND_METHOD(Baton_RedisCluster, geopos);
ZEND_METHOD(Baton_RedisCluster, georadius);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember);
ZEND_METHOD(Baton_RedisCluster, georadiusbymember_ro);
ZEND_METHOD(Baton_RedisCluster, georadius_ro);
ZEND_METHOD(Baton_RedisCluster, geosearch);
ZEND_METHOD(Baton_RedisCluster, geosearchstore);
ZEND_METHOD(Baton_RedisCluster, get);
ZEND_METHOD(Baton_RedisCluster, getBit);
ZEND_METHOD(Baton_RedisCluster, getDBNum);
ZEND_METHOD(Baton_RedisCluster, getDel);
ZEND_METHOD(Baton_RedisCluster, getEx);
ZEND_METHOD(Baton_RedisCluster, getOption);
ZEND_METHOD(Baton_RedisCluster, getRange);
ZEND_METHOD(Baton_RedisCluster, getset);
ZEND_METHOD(Baton_RedisCluster, getTransferredBytes);
ZEND_METHOD(Baton_RedisCluster, getWithMeta);
ZEND_METHOD(Baton_RedisCluster, hDel);
ZEND_METHOD(Baton_RedisCluster, hExists);
ZEND_METHOD(Baton_RedisCluster, hexpire);
ZEND_METHOD(Baton_RedisCluster, hexpireat);
ZEND_METHOD(Baton_RedisCluster, hexpiretime);
ZEND_METHOD(Baton_RedisCluster, hGet);
ZEND_METHOD(Baton_RedisCluster, hGetAll);
ZEND_METHOD(Baton_RedisCluster, hgetdel);
ZEND_METHOD(Baton_RedisCluster, hgetex);
ZEND_METHOD(Baton_RedisCluster, hgetWithMeta);
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
ZEND_METHOD(Baton_RedisCluster, idleTime);
ZEND_METHOD(Baton_RedisCluster, incr);
ZEND_METHOD(Baton_RedisCluster, incrBy);
ZEND_METHOD(Baton_RedisCluster, incrByFloat);
ZEND_METHOD(Baton_RedisCluster, increx);
ZEND_METHOD(Baton_RedisCluster, info);
ZEND_METHOD(Baton_RedisCluster, keys);
ZEND_METHOD(Baton_RedisCluster, lastSave);
ZEND_METHOD(Baton_RedisCluster, lcs);
ZEND_METHOD(Baton_RedisCluster, lindex);
ZEND_METHOD(Baton_RedisCluster, lInsert);
ZEND_METHOD(Baton_RedisCluster, listen);
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
ZEND_METHOD(Baton_RedisCluster, mget);
ZEND_METHOD(Baton_RedisCluster, move);
ZEND_METHOD(Baton_RedisCluster, mset);
ZEND_METHOD(Baton_RedisCluster, msetnx);
ZEND_METHOD(Baton_RedisCluster, multi);
ZEND_METHOD(Baton_RedisCluster, object);
ZEND_METHOD(Baton_RedisCluster, onFlushed);
ZEND_METHOD(Baton_RedisCluster, onInvalidated);
ZEND_METHOD(Baton_RedisCluster, persist);
ZEND_METHOD(Baton_RedisCluster, pexpire);
ZEND_METHOD(Baton_RedisCluster, pexpireAt);
ZEND_METHOD(Baton_RedisCluster, pexpiretime);
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
ZEND_METHOD(Baton_RedisCluster, save);
ZEND_METHOD(Baton_RedisCluster, scan);
ZEND_METHOD(Baton_RedisCluster, scard);
ZEND_METHOD(Baton_RedisCluster, script);
ZEND_METHOD(Baton_RedisCluster, sDiff);
ZEND_METHOD(Baton_RedisCluster, sdiffcard);
ZEND_METHOD(Baton_RedisCluster, sDiffStore);
ZEND_METHOD(Baton_RedisCluster, select);
ZEND_METHOD(Baton_RedisCluster, set);
ZEND_METHOD(Baton_RedisCluster, setBit);
ZEND_METHOD(Baton_RedisCluster, setex);
ZEND_METHOD(Baton_RedisCluster, setnx);
ZEND_METHOD(Baton_RedisCluster, setOption);
ZEND_METHOD(Baton_RedisCluster, setRange);
ZEND_METHOD(Baton_RedisCluster, sInter);
ZEND_METHOD(Baton_RedisCluster, sintercard);
ZEND_METHOD(Baton_RedisCluster, sInterStore);
ZEND_METHOD(Baton_RedisCluster, sismember);
ZEND_METHOD(Baton_RedisCluster, slowlog);
ZEND_METHOD(Baton_RedisCluster, sMembers);
ZEND_METHOD(Baton_RedisCluster, sMisMember);
ZEND_METHOD(Baton_RedisCluster, sMove);
ZEND_METHOD(Baton_RedisCluster, sort);
ZEND_METHOD(Baton_RedisCluster, sort_ro);
ZEND_METHOD(Baton_RedisCluster, sPop);
ZEND_METHOD(Baton_RedisCluster, sRandMember);
ZEND_METHOD(Baton_RedisCluster, srem);
ZEND_METHOD(Baton_RedisCluster, sscan);
ZEND_METHOD(Baton_RedisCluster, ssubscribe);
ZEND_METHOD(Baton_RedisCluster, invalidateSlotCaches);
ZEND_METHOD(Baton_RedisCluster, strlen);
ZEND_METHOD(Baton_RedisCluster, subscribe);
ZEND_METHOD(Baton_RedisCluster, sUnion);
ZEND_METHOD(Baton_RedisCluster, sunioncard);
ZEND_METHOD(Baton_RedisCluster, sUnionStore);
ZEND_METHOD(Baton_RedisCluster, sunsubscribe);
ZEND_METHOD(Baton_RedisCluster, time);
ZEND_METHOD(Baton_RedisCluster, touch);
ZEND_METHOD(Baton_RedisCluster, ttl);
ZEND_METHOD(Baton_RedisCluster, type);
ZEND_METHOD(Baton_RedisCluster, unlink);
ZEND_METHOD(Baton_RedisCluster, unsubscribe);
ZEND_METHOD(Baton_RedisCluster, unwatch);
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
ZEND_METHOD(Baton_RedisCluster, wait);
ZEND_METHOD(Baton_RedisCluster, waitaof);
ZEND_METHOD(Baton_RedisCluster, watch);
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
ZEND_METHOD(Baton_RedisCluster, _getKeys);
ZEND_METHOD(Baton_RedisCluster, _masters);
ZEND_METHOD(Baton_RedisCluster, __construct);
ZEND_METHOD(Baton_RedisSentinel, ckquorum);
ZEND_METHOD(Baton_RedisSentinel, failover);
ZEND_METHOD(Baton_RedisSentinel, flushconfig);
ZEND_METHOD(Baton_RedisSentinel, getLastError);
ZEND_METHOD(Baton_RedisSentinel, getMasterAddrByName);
ZEND_METHOD(Baton_RedisSentinel, getOption);
ZEND_METHOD(Baton_RedisSentinel, master);
ZEND_METHOD(Baton_RedisSentinel, masters);
ZEND_METHOD(Baton_RedisSentinel, myid);
ZEND_METHOD(Baton_RedisSentinel, ping);
ZEND_METHOD(Baton_RedisSentinel, reset);
ZEND_METHOD(Baton_RedisSentinel, sentinels);
ZEND_METHOD(Baton_RedisSentinel, setOption);
ZEND_METHOD(Baton_RedisSentinel, slaves);
ZEND_METHOD(Baton_RedisSentinel, __construct);
ZEND_METHOD(Baton_Table, clear);
ZEND_METHOD(Baton_Table, clearAll);
ZEND_METHOD(Baton_Table, count);
ZEND_METHOD(Baton_Table, delete);
ZEND_METHOD(Baton_Table, exists);
ZEND_METHOD(Relay_Table, fullscan);
ZEND_METHOD(Baton_Table, get);
ZEND_METHOD(Baton_Table, getWithMeta);
ZEND_METHOD(Baton_Table, keys);
ZEND_METHOD(Baton_Table, memory);
ZEND_METHOD(Baton_Table, namespaces);
ZEND_METHOD(Baton_Table, set);
ZEND_METHOD(Baton_Table, stats);
ZEND_METHOD(Baton_Table, ttl);
ZEND_METHOD(Baton_AdaptiveCache, __construct);
ZEND_METHOD(Baton_AdaptiveCache, flush);
ZEND_METHOD(Baton_AdaptiveCache, incrBy);
ZEND_METHOD(Baton_AdaptiveCache, lastFlush);
ZEND_METHOD(Baton_AdaptiveCache, loadFactor);
ZEND_METHOD(Baton_AdaptiveCache, stats);


static const zend_function_entry class_Relay_Relay_methods[] = {
	ZEND_MALIAS(Baton_Redis, acl, acl, arginfo_class_Relay_Relay_acl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, addAllowPatterns, addAllowPatterns, arginfo_class_Relay_Relay_addAllowPatterns, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, addIgnorePatterns, addIgnorePatterns, arginfo_class_Relay_Relay_addIgnorePatterns, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, append, append, arginfo_class_Relay_Relay_append, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, auth, auth, arginfo_class_Relay_Relay_auth, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bgrewriteaof, bgrewriteaof, arginfo_class_Relay_Relay_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bgsave, bgSave, arginfo_class_Relay_Relay_bgsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitcount, bitcount, arginfo_class_Relay_Relay_bitcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitfield, bitfield, arginfo_class_Relay_Relay_bitfield, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitop, bitop, arginfo_class_Relay_Relay_bitop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bitpos, bitpos, arginfo_class_Relay_Relay_bitpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, blmove, blmove, arginfo_class_Relay_Relay_blmove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, blmovem, blmovem, arginfo_class_Relay_Relay_blmovem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, blmpop, blmpop, arginfo_class_Relay_Relay_blmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, blpop, blPop, arginfo_class_Relay_Relay_blpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, brpop, brPop, arginfo_class_Relay_Relay_brpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, brpoplpush, brpoplpush, arginfo_class_Relay_Relay_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bytes, bytes, arginfo_class_Relay_Relay_bytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bzmpop, bzmpop, arginfo_class_Relay_Relay_bzmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bzpopmax, bzPopMax, arginfo_class_Relay_Relay_bzpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, bzpopmin, bzPopMin, arginfo_class_Relay_Relay_bzpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearBytes, clearBytes, arginfo_class_Relay_Relay_clearBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearLastError, clearLastError, arginfo_class_Relay_Relay_clearLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, client, client, arginfo_class_Relay_Relay_client, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, close, close, arginfo_class_Relay_Relay_close, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsIncrBy, cmsIncrBy, arginfo_class_Relay_Relay_cmsIncrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsInfo, cmsInfo, arginfo_class_Relay_Relay_cmsInfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsInitByDim, cmsInitByDim, arginfo_class_Relay_Relay_cmsInitByDim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsInitByProb, cmsInitByProb, arginfo_class_Relay_Relay_cmsInitByProb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsMerge, cmsMerge, arginfo_class_Relay_Relay_cmsMerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, cmsQuery, cmsQuery, arginfo_class_Relay_Relay_cmsQuery, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, command, command, arginfo_class_Relay_Relay_command, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, commandlog, commandlog, arginfo_class_Relay_Relay_commandlog, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, config, config, arginfo_class_Relay_Relay_config, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, connect, connect, arginfo_class_Relay_Relay_connect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, copy, copy, arginfo_class_Relay_Relay_copy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, dbsize, dbSize, arginfo_class_Relay_Relay_dbsize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, decr, decr, arginfo_class_Relay_Relay_decr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, decrby, decrBy, arginfo_class_Relay_Relay_decrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, del, del, arginfo_class_Relay_Relay_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, delex, delex, arginfo_class_Relay_Relay_delex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, delifeq, delifeq, arginfo_class_Relay_Relay_delifeq, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, digest, digest, arginfo_class_Relay_Relay_digest, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, discard, discard, arginfo_class_Relay_Relay_discard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, dispatchEvents, dispatchEvents, arginfo_class_Relay_Relay_dispatchEvents, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, dump, dump, arginfo_class_Relay_Relay_dump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, echo, echo, arginfo_class_Relay_Relay_echo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, endpointId, endpointId, arginfo_class_Relay_Relay_endpointId, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, eval, eval, arginfo_class_Relay_Relay_eval, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, evalsha, evalsha, arginfo_class_Relay_Relay_evalsha, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, evalsha_ro, evalsha_ro, arginfo_class_Relay_Relay_evalsha_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, eval_ro, eval_ro, arginfo_class_Relay_Relay_eval_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, exec, exec, arginfo_class_Relay_Relay_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, exists, exists, arginfo_class_Relay_Relay_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, expire, expire, arginfo_class_Relay_Relay_expire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, expireat, expireAt, arginfo_class_Relay_Relay_expireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, expiretime, expiretime, arginfo_class_Relay_Relay_expiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, fcall, fcall, arginfo_class_Relay_Relay_fcall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, fcall_ro, fcall_ro, arginfo_class_Relay_Relay_fcall_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushall, flushAll, arginfo_class_Relay_Relay_flushall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushdb, flushDB, arginfo_class_Relay_Relay_flushdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftAggregate, ftAggregate, arginfo_class_Relay_Relay_ftAggregate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftAliasAdd, ftAliasAdd, arginfo_class_Relay_Relay_ftAliasAdd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftAliasDel, ftAliasDel, arginfo_class_Relay_Relay_ftAliasDel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftAliasUpdate, ftAliasUpdate, arginfo_class_Relay_Relay_ftAliasUpdate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftAlter, ftAlter, arginfo_class_Relay_Relay_ftAlter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftConfig, ftConfig, arginfo_class_Relay_Relay_ftConfig, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftCreate, ftCreate, arginfo_class_Relay_Relay_ftCreate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftCursor, ftCursor, arginfo_class_Relay_Relay_ftCursor, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftDictAdd, ftDictAdd, arginfo_class_Relay_Relay_ftDictAdd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftDictDel, ftDictDel, arginfo_class_Relay_Relay_ftDictDel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftDictDump, ftDictDump, arginfo_class_Relay_Relay_ftDictDump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftDropIndex, ftDropIndex, arginfo_class_Relay_Relay_ftDropIndex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftExplain, ftExplain, arginfo_class_Relay_Relay_ftExplain, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftExplainCli, ftExplainCli, arginfo_class_Relay_Relay_ftExplainCli, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftInfo, ftInfo, arginfo_class_Relay_Relay_ftInfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftProfile, ftProfile, arginfo_class_Relay_Relay_ftProfile, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftSearch, ftSearch, arginfo_class_Relay_Relay_ftSearch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftSpellCheck, ftSpellCheck, arginfo_class_Relay_Relay_ftSpellCheck, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftSynDump, ftSynDump, arginfo_class_Relay_Relay_ftSynDump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftSynUpdate, ftSynUpdate, arginfo_class_Relay_Relay_ftSynUpdate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ftTagVals, ftTagVals, arginfo_class_Relay_Relay_ftTagVals, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, function, function, arginfo_class_Relay_Relay_function, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, gcra, gcra, arginfo_class_Relay_Relay_gcra, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geoadd, geoadd, arginfo_class_Relay_Relay_geoadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geodist, geodist, arginfo_class_Relay_Relay_geodist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geohash, geohash, arginfo_class_Relay_Relay_geohash, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geopos, geopos, arginfo_class_Relay_Relay_geopos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadius, georadius, arginfo_class_Relay_Relay_georadius, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadiusbymember, georadiusbymember, arginfo_class_Relay_Relay_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadiusbymember_ro, georadiusbymember_ro, arginfo_class_Relay_Relay_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, georadius_ro, georadius_ro, arginfo_class_Relay_Relay_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geosearch, geosearch, arginfo_class_Relay_Relay_geosearch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, geosearchstore, geosearchstore, arginfo_class_Relay_Relay_geosearchstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, get, get, arginfo_class_Relay_Relay_get, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getAuth, getAuth, arginfo_class_Relay_Relay_getAuth, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getbit, getBit, arginfo_class_Relay_Relay_getbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getBytes, getBytes, arginfo_class_Relay_Relay_getBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getDbNum, getDBNum, arginfo_class_Relay_Relay_getDbNum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getdel, getDel, arginfo_class_Relay_Relay_getdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getex, getEx, arginfo_class_Relay_Relay_getex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getHost, getHost, arginfo_class_Relay_Relay_getHost, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getLastError, getLastError, arginfo_class_Relay_Relay_getLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getMode, getMode, arginfo_class_Relay_Relay_getMode, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getOption, getOption, arginfo_class_Relay_Relay_getOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getPersistentID, getPersistentID, arginfo_class_Relay_Relay_getPersistentID, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getPort, getPort, arginfo_class_Relay_Relay_getPort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getrange, getRange, arginfo_class_Relay_Relay_getrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getReadTimeout, getReadTimeout, arginfo_class_Relay_Relay_getReadTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getset, getset, arginfo_class_Relay_Relay_getset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getTimeout, getTimeout, arginfo_class_Relay_Relay_getTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getWithMeta, getWithMeta, arginfo_class_Relay_Relay_getWithMeta, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hdel, hDel, arginfo_class_Relay_Relay_hdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hexists, hExists, arginfo_class_Relay_Relay_hexists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hexpire, hexpire, arginfo_class_Relay_Relay_hexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hexpireat, hexpireat, arginfo_class_Relay_Relay_hexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hexpiretime, hexpiretime, arginfo_class_Relay_Relay_hexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hget, hGet, arginfo_class_Relay_Relay_hget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hgetall, hGetAll, arginfo_class_Relay_Relay_hgetall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hgetdel, hgetdel, arginfo_class_Relay_Relay_hgetdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hgetex, hgetex, arginfo_class_Relay_Relay_hgetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hgetWithMeta, hgetWithMeta, arginfo_class_Relay_Relay_hgetWithMeta, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hincrby, hIncrBy, arginfo_class_Relay_Relay_hincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hincrbyfloat, hIncrByFloat, arginfo_class_Relay_Relay_hincrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hkeys, hKeys, arginfo_class_Relay_Relay_hkeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hlen, hLen, arginfo_class_Relay_Relay_hlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hmget, hMget, arginfo_class_Relay_Relay_hmget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hmset, hMset, arginfo_class_Relay_Relay_hmset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hotkeys, hotkeys, arginfo_class_Relay_Relay_hotkeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hpersist, hpersist, arginfo_class_Relay_Relay_hpersist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hpexpire, hpexpire, arginfo_class_Relay_Relay_hpexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hpexpireat, hpexpireat, arginfo_class_Relay_Relay_hpexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hpexpiretime, hpexpiretime, arginfo_class_Relay_Relay_hpexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hpttl, hpttl, arginfo_class_Relay_Relay_hpttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hrandfield, hRandField, arginfo_class_Relay_Relay_hrandfield, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hscan, hscan, arginfo_class_Relay_Relay_hscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hset, hSet, arginfo_class_Relay_Relay_hset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hsetex, hsetex, arginfo_class_Relay_Relay_hsetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hsetnx, hSetNx, arginfo_class_Relay_Relay_hsetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hstrlen, hStrLen, arginfo_class_Relay_Relay_hstrlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, httl, httl, arginfo_class_Relay_Relay_httl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, hvals, hVals, arginfo_class_Relay_Relay_hvals, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, idleTime, idleTime, arginfo_class_Relay_Relay_idleTime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incr, incr, arginfo_class_Relay_Relay_incr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incrby, incrBy, arginfo_class_Relay_Relay_incrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, incrbyfloat, incrByFloat, arginfo_class_Relay_Relay_incrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, increx, increx, arginfo_class_Relay_Relay_increx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, info, info, arginfo_class_Relay_Relay_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, isConnected, isConnected, arginfo_class_Relay_Relay_isConnected, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, isTracked, isTracked, arginfo_class_Relay_Relay_isTracked, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrAppend, jsonArrAppend, arginfo_class_Relay_Relay_jsonArrAppend, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrIndex, jsonArrIndex, arginfo_class_Relay_Relay_jsonArrIndex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrInsert, jsonArrInsert, arginfo_class_Relay_Relay_jsonArrInsert, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrLen, jsonArrLen, arginfo_class_Relay_Relay_jsonArrLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrPop, jsonArrPop, arginfo_class_Relay_Relay_jsonArrPop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonArrTrim, jsonArrTrim, arginfo_class_Relay_Relay_jsonArrTrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonClear, jsonClear, arginfo_class_Relay_Relay_jsonClear, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonDebug, jsonDebug, arginfo_class_Relay_Relay_jsonDebug, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonDel, jsonDel, arginfo_class_Relay_Relay_jsonDel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonForget, jsonForget, arginfo_class_Relay_Relay_jsonForget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonGet, jsonGet, arginfo_class_Relay_Relay_jsonGet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonMerge, jsonMerge, arginfo_class_Relay_Relay_jsonMerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonMget, jsonMget, arginfo_class_Relay_Relay_jsonMget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonMset, jsonMset, arginfo_class_Relay_Relay_jsonMset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonNumIncrBy, jsonNumIncrBy, arginfo_class_Relay_Relay_jsonNumIncrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonNumMultBy, jsonNumMultBy, arginfo_class_Relay_Relay_jsonNumMultBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonObjKeys, jsonObjKeys, arginfo_class_Relay_Relay_jsonObjKeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonObjLen, jsonObjLen, arginfo_class_Relay_Relay_jsonObjLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonResp, jsonResp, arginfo_class_Relay_Relay_jsonResp, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonSet, jsonSet, arginfo_class_Relay_Relay_jsonSet, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonStrAppend, jsonStrAppend, arginfo_class_Relay_Relay_jsonStrAppend, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonStrLen, jsonStrLen, arginfo_class_Relay_Relay_jsonStrLen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonToggle, jsonToggle, arginfo_class_Relay_Relay_jsonToggle, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, jsonType, jsonType, arginfo_class_Relay_Relay_jsonType, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, keys, keys, arginfo_class_Relay_Relay_keys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lastsave, lastSave, arginfo_class_Relay_Relay_lastsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lcs, lcs, arginfo_class_Relay_Relay_lcs, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lindex, lindex, arginfo_class_Relay_Relay_lindex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, linsert, lInsert, arginfo_class_Relay_Relay_linsert, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, listen, listen, arginfo_class_Relay_Relay_listen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, llen, lLen, arginfo_class_Relay_Relay_llen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lmove, lMove, arginfo_class_Relay_Relay_lmove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lmovem, lmovem, arginfo_class_Relay_Relay_lmovem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lmpop, lmpop, arginfo_class_Relay_Relay_lmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lpop, lPop, arginfo_class_Relay_Relay_lpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lpos, lPos, arginfo_class_Relay_Relay_lpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lpush, lPush, arginfo_class_Relay_Relay_lpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lpushx, lPushx, arginfo_class_Relay_Relay_lpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lrange, lrange, arginfo_class_Relay_Relay_lrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lrem, lrem, arginfo_class_Relay_Relay_lrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, lset, lSet, arginfo_class_Relay_Relay_lset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ltrim, ltrim, arginfo_class_Relay_Relay_ltrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, mget, mget, arginfo_class_Relay_Relay_mget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, migrate, migrate, arginfo_class_Relay_Relay_migrate, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, move, move, arginfo_class_Relay_Relay_move, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, mset, mset, arginfo_class_Relay_Relay_mset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, msetex, msetex, arginfo_class_Relay_Relay_msetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, msetnx, msetnx, arginfo_class_Relay_Relay_msetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, multi, multi, arginfo_class_Relay_Relay_multi, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, object, object, arginfo_class_Relay_Relay_object, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, onFlushed, onFlushed, arginfo_class_Relay_Relay_onFlushed, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, onInvalidated, onInvalidated, arginfo_class_Relay_Relay_onInvalidated, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, option, option, arginfo_class_Relay_Relay_option, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pclose, close, arginfo_class_Relay_Relay_pclose, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pconnect, pconnect, arginfo_class_Relay_Relay_pconnect, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, persist, persist, arginfo_class_Relay_Relay_persist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pexpire, pexpire, arginfo_class_Relay_Relay_pexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pexpireat, pexpireAt, arginfo_class_Relay_Relay_pexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pexpiretime, pexpiretime, arginfo_class_Relay_Relay_pexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfadd, pfadd, arginfo_class_Relay_Relay_pfadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfcount, pfcount, arginfo_class_Relay_Relay_pfcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pfmerge, pfmerge, arginfo_class_Relay_Relay_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ping, ping, arginfo_class_Relay_Relay_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pipeline, pipeline, arginfo_class_Relay_Relay_pipeline, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, psetex, psetex, arginfo_class_Relay_Relay_psetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, psubscribe, psubscribe, arginfo_class_Relay_Relay_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pttl, pttl, arginfo_class_Relay_Relay_pttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, publish, publish, arginfo_class_Relay_Relay_publish, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, pubsub, pubsub, arginfo_class_Relay_Relay_pubsub, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, punsubscribe, punsubscribe, arginfo_class_Relay_Relay_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, randomkey, randomKey, arginfo_class_Relay_Relay_randomkey, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rawCommand, rawcommand, arginfo_class_Relay_Relay_rawCommand, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, readTimeout, getReadTimeout, arginfo_class_Relay_Relay_readTimeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rename, rename, arginfo_class_Relay_Relay_rename, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, renamenx, renameNx, arginfo_class_Relay_Relay_renamenx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, replicaof, replicaof, arginfo_class_Relay_Relay_replicaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, restore, restore, arginfo_class_Relay_Relay_restore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, role, role, arginfo_class_Relay_Relay_role, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rpop, rPop, arginfo_class_Relay_Relay_rpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rpoplpush, rpoplpush, arginfo_class_Relay_Relay_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rpush, rPush, arginfo_class_Relay_Relay_rpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, rpushx, rPushx, arginfo_class_Relay_Relay_rpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sadd, sAdd, arginfo_class_Relay_Relay_sadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, save, save, arginfo_class_Relay_Relay_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, scan, scan, arginfo_class_Relay_Relay_scan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, scard, scard, arginfo_class_Relay_Relay_scard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, script, script, arginfo_class_Relay_Relay_script, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sdiff, sDiff, arginfo_class_Relay_Relay_sdiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sdiffcard, sdiffcard, arginfo_class_Relay_Relay_sdiffcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sdiffstore, sDiffStore, arginfo_class_Relay_Relay_sdiffstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, select, select, arginfo_class_Relay_Relay_select, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, serverName, serverName, arginfo_class_Relay_Relay_serverName, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, serverVersion, serverVersion, arginfo_class_Relay_Relay_serverVersion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, set, set, arginfo_class_Relay_Relay_set, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setbit, setBit, arginfo_class_Relay_Relay_setbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setex, setex, arginfo_class_Relay_Relay_setex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setnx, setnx, arginfo_class_Relay_Relay_setnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setOption, setOption, arginfo_class_Relay_Relay_setOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, setrange, setRange, arginfo_class_Relay_Relay_setrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sinter, sInter, arginfo_class_Relay_Relay_sinter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sintercard, sintercard, arginfo_class_Relay_Relay_sintercard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sinterstore, sInterStore, arginfo_class_Relay_Relay_sinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sismember, sismember, arginfo_class_Relay_Relay_sismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, slowlog, slowlog, arginfo_class_Relay_Relay_slowlog, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, smembers, sMembers, arginfo_class_Relay_Relay_smembers, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, smismember, sMisMember, arginfo_class_Relay_Relay_smismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, smove, sMove, arginfo_class_Relay_Relay_smove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, socketId, socketId, arginfo_class_Relay_Relay_socketId, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sort, sort, arginfo_class_Relay_Relay_sort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sort_ro, sort_ro, arginfo_class_Relay_Relay_sort_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, spop, sPop, arginfo_class_Relay_Relay_spop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, spublish, spublish, arginfo_class_Relay_Relay_spublish, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, srandmember, sRandMember, arginfo_class_Relay_Relay_srandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, srem, srem, arginfo_class_Relay_Relay_srem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sscan, sscan, arginfo_class_Relay_Relay_sscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ssubscribe, ssubscribe, arginfo_class_Relay_Relay_ssubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushMemory, flushMemory, arginfo_class_Relay_Relay_flushMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, lastMemoryFlush, lastMemoryFlush, arginfo_class_Relay_Relay_lastMemoryFlush, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, license, license, arginfo_class_Relay_Relay_license, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, maxMemory, maxMemory, arginfo_class_Relay_Relay_maxMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, memory, memory, arginfo_class_Relay_Relay_memory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, stats, stats, arginfo_class_Relay_Relay_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, strlen, strlen, arginfo_class_Relay_Relay_strlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, subscribe, subscribe, arginfo_class_Relay_Relay_subscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sunion, sUnion, arginfo_class_Relay_Relay_sunion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sunioncard, sunioncard, arginfo_class_Relay_Relay_sunioncard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sunionstore, sUnionStore, arginfo_class_Relay_Relay_sunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, sunsubscribe, sunsubscribe, arginfo_class_Relay_Relay_sunsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, swapdb, swapdb, arginfo_class_Relay_Relay_swapdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, time, time, arginfo_class_Relay_Relay_time, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, timeout, getTimeout, arginfo_class_Relay_Relay_timeout, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, touch, touch, arginfo_class_Relay_Relay_touch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, ttl, ttl, arginfo_class_Relay_Relay_ttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, type, type, arginfo_class_Relay_Relay_type, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unlink, unlink, arginfo_class_Relay_Relay_unlink, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unsubscribe, unsubscribe, arginfo_class_Relay_Relay_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, unwatch, unwatch, arginfo_class_Relay_Relay_unwatch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vadd, vadd, arginfo_class_Relay_Relay_vadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vcard, vcard, arginfo_class_Relay_Relay_vcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vdim, vdim, arginfo_class_Relay_Relay_vdim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vemb, vemb, arginfo_class_Relay_Relay_vemb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vgetattr, vgetattr, arginfo_class_Relay_Relay_vgetattr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vinfo, vinfo, arginfo_class_Relay_Relay_vinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vismember, vismember, arginfo_class_Relay_Relay_vismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vlinks, vlinks, arginfo_class_Relay_Relay_vlinks, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vrandmember, vrandmember, arginfo_class_Relay_Relay_vrandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vrange, vrange, arginfo_class_Relay_Relay_vrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vrem, vrem, arginfo_class_Relay_Relay_vrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vsetattr, vsetattr, arginfo_class_Relay_Relay_vsetattr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, vsim, vsim, arginfo_class_Relay_Relay_vsim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, wait, wait, arginfo_class_Relay_Relay_wait, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, waitaof, waitaof, arginfo_class_Relay_Relay_waitaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, watch, watch, arginfo_class_Relay_Relay_watch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xack, xack, arginfo_class_Relay_Relay_xack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xackdel, xackdel, arginfo_class_Relay_Relay_xackdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xadd, xadd, arginfo_class_Relay_Relay_xadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xautoclaim, xautoclaim, arginfo_class_Relay_Relay_xautoclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xclaim, xclaim, arginfo_class_Relay_Relay_xclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xdel, xdel, arginfo_class_Relay_Relay_xdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xdelex, xdelex, arginfo_class_Relay_Relay_xdelex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xgroup, xgroup, arginfo_class_Relay_Relay_xgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xinfo, xinfo, arginfo_class_Relay_Relay_xinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xlen, xlen, arginfo_class_Relay_Relay_xlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xnack, xnack, arginfo_class_Relay_Relay_xnack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xpending, xpending, arginfo_class_Relay_Relay_xpending, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xrange, xrange, arginfo_class_Relay_Relay_xrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xread, xread, arginfo_class_Relay_Relay_xread, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xreadgroup, xreadgroup, arginfo_class_Relay_Relay_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xrevrange, xrevrange, arginfo_class_Relay_Relay_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, xtrim, xtrim, arginfo_class_Relay_Relay_xtrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zadd, zAdd, arginfo_class_Relay_Relay_zadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zcard, zCard, arginfo_class_Relay_Relay_zcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zcount, zCount, arginfo_class_Relay_Relay_zcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zdiff, zdiff, arginfo_class_Relay_Relay_zdiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zdiffstore, zdiffstore, arginfo_class_Relay_Relay_zdiffstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zincrby, zIncrBy, arginfo_class_Relay_Relay_zincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zinter, zinter, arginfo_class_Relay_Relay_zinter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zintercard, zintercard, arginfo_class_Relay_Relay_zintercard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zinterstore, zinterstore, arginfo_class_Relay_Relay_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zlexcount, zLexCount, arginfo_class_Relay_Relay_zlexcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zmpop, zmpop, arginfo_class_Relay_Relay_zmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zmscore, zMscore, arginfo_class_Relay_Relay_zmscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zpopmax, zPopMax, arginfo_class_Relay_Relay_zpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zpopmin, zPopMin, arginfo_class_Relay_Relay_zpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrandmember, zRandMember, arginfo_class_Relay_Relay_zrandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrange, zRange, arginfo_class_Relay_Relay_zrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrangebylex, zRangeByLex, arginfo_class_Relay_Relay_zrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrangebyscore, zRangeByScore, arginfo_class_Relay_Relay_zrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrangestore, zrangestore, arginfo_class_Relay_Relay_zrangestore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrank, zRank, arginfo_class_Relay_Relay_zrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrem, zRem, arginfo_class_Relay_Relay_zrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zremrangebylex, zRemRangeByLex, arginfo_class_Relay_Relay_zremrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zremrangebyrank, zRemRangeByRank, arginfo_class_Relay_Relay_zremrangebyrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zremrangebyscore, zRemRangeByScore, arginfo_class_Relay_Relay_zremrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrevrange, zRevRange, arginfo_class_Relay_Relay_zrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrevrangebylex, zRevRangeByLex, arginfo_class_Relay_Relay_zrevrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrevrangebyscore, zRevRangeByScore, arginfo_class_Relay_Relay_zrevrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zrevrank, zRevRank, arginfo_class_Relay_Relay_zrevrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zscan, zscan, arginfo_class_Relay_Relay_zscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zscore, zScore, arginfo_class_Relay_Relay_zscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zunion, zunion, arginfo_class_Relay_Relay_zunion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, zunionstore, zunionstore, arginfo_class_Relay_Relay_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _compress, _compress, arginfo_class_Relay_Relay__compress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _digest, _digest, arginfo_class_Relay_Relay__digest, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _getKeys, _getKeys, arginfo_class_Relay_Relay__getKeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _pack, _pack, arginfo_class_Relay_Relay__pack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _prefix, _prefix, arginfo_class_Relay_Relay__prefix, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _serialize, _serialize, arginfo_class_Relay_Relay__serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _uncompress, _uncompress, arginfo_class_Relay_Relay__uncompress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unpack, _unpack, arginfo_class_Relay_Relay__unpack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unserialize, _unserialize, arginfo_class_Relay_Relay__unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, __construct, __construct, arginfo_class_Relay_Relay___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Cluster_methods[] = {
	ZEND_MALIAS(Baton_RedisCluster, acl, acl, arginfo_class_Relay_Cluster_acl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, addAllowPatterns, addAllowPatterns, arginfo_class_Relay_Cluster_addAllowPatterns, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, addIgnorePatterns, addIgnorePatterns, arginfo_class_Relay_Cluster_addIgnorePatterns, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, append, append, arginfo_class_Relay_Cluster_append, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bgrewriteaof, bgrewriteaof, arginfo_class_Relay_Cluster_bgrewriteaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bgsave, bgSave, arginfo_class_Relay_Cluster_bgsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitcount, bitcount, arginfo_class_Relay_Cluster_bitcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitop, bitop, arginfo_class_Relay_Cluster_bitop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bitpos, bitpos, arginfo_class_Relay_Cluster_bitpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, blmove, blmove, arginfo_class_Relay_Cluster_blmove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, blmovem, blmovem, arginfo_class_Relay_Cluster_blmovem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, blmpop, blmpop, arginfo_class_Relay_Cluster_blmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, blpop, blPop, arginfo_class_Relay_Cluster_blpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, brpop, brPop, arginfo_class_Relay_Cluster_brpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, brpoplpush, brpoplpush, arginfo_class_Relay_Cluster_brpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bzmpop, bzmpop, arginfo_class_Relay_Cluster_bzmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bzpopmax, bzPopMax, arginfo_class_Relay_Cluster_bzpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, bzpopmin, bzPopMin, arginfo_class_Relay_Cluster_bzpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, clearLastError, clearLastError, arginfo_class_Relay_Cluster_clearLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, clearTransferredBytes, clearTransferredBytes, arginfo_class_Relay_Cluster_clearTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, client, client, arginfo_class_Relay_Cluster_client, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, close, close, arginfo_class_Relay_Cluster_close, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, cluster, cluster, arginfo_class_Relay_Cluster_cluster, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, clusterscan, clusterscan, arginfo_class_Relay_Cluster_clusterscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, command, command, arginfo_class_Relay_Cluster_command, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, config, config, arginfo_class_Relay_Cluster_config, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, copy, copy, arginfo_class_Relay_Cluster_copy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, dbsize, dbSize, arginfo_class_Relay_Cluster_dbsize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, decr, decr, arginfo_class_Relay_Cluster_decr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, decrby, decrBy, arginfo_class_Relay_Cluster_decrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, del, del, arginfo_class_Relay_Cluster_del, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, delex, delex, arginfo_class_Relay_Cluster_delex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, delifeq, delifeq, arginfo_class_Relay_Cluster_delifeq, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, digest, digest, arginfo_class_Relay_Cluster_digest, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, discard, discard, arginfo_class_Relay_Cluster_discard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, dispatchEvents, dispatchEvents, arginfo_class_Relay_Cluster_dispatchEvents, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, dump, dump, arginfo_class_Relay_Cluster_dump, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, echo, echo, arginfo_class_Relay_Cluster_echo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, endpointId, endpointId, arginfo_class_Relay_Cluster_endpointId, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, eval, eval, arginfo_class_Relay_Cluster_eval, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, evalsha, evalsha, arginfo_class_Relay_Cluster_evalsha, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, evalsha_ro, evalsha_ro, arginfo_class_Relay_Cluster_evalsha_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, eval_ro, eval_ro, arginfo_class_Relay_Cluster_eval_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, exec, exec, arginfo_class_Relay_Cluster_exec, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, exists, exists, arginfo_class_Relay_Cluster_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, expire, expire, arginfo_class_Relay_Cluster_expire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, expireat, expireAt, arginfo_class_Relay_Cluster_expireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, expiretime, expiretime, arginfo_class_Relay_Cluster_expiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, flushall, flushAll, arginfo_class_Relay_Cluster_flushall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, flushdb, flushDB, arginfo_class_Relay_Cluster_flushdb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, flushSlotCache, flushSlotCache, arginfo_class_Relay_Cluster_flushSlotCache, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, fullscan, fullscan, arginfo_class_Relay_Cluster_fullscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, gcra, gcra, arginfo_class_Relay_Cluster_gcra, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geoadd, geoadd, arginfo_class_Relay_Cluster_geoadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geodist, geodist, arginfo_class_Relay_Cluster_geodist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geohash, geohash, arginfo_class_Relay_Cluster_geohash, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geopos, geopos, arginfo_class_Relay_Cluster_geopos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadius, georadius, arginfo_class_Relay_Cluster_georadius, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadiusbymember, georadiusbymember, arginfo_class_Relay_Cluster_georadiusbymember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadiusbymember_ro, georadiusbymember_ro, arginfo_class_Relay_Cluster_georadiusbymember_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, georadius_ro, georadius_ro, arginfo_class_Relay_Cluster_georadius_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geosearch, geosearch, arginfo_class_Relay_Cluster_geosearch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, geosearchstore, geosearchstore, arginfo_class_Relay_Cluster_geosearchstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, get, get, arginfo_class_Relay_Cluster_get, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getbit, getBit, arginfo_class_Relay_Cluster_getbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getDbNum, getDBNum, arginfo_class_Relay_Cluster_getDbNum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getdel, getDel, arginfo_class_Relay_Cluster_getdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getex, getEx, arginfo_class_Relay_Cluster_getex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getLastError, getLastError, arginfo_class_Relay_Cluster_getLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, getMode, getMode, arginfo_class_Relay_Cluster_getMode, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getOption, getOption, arginfo_class_Relay_Cluster_getOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getrange, getRange, arginfo_class_Relay_Cluster_getrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getset, getset, arginfo_class_Relay_Cluster_getset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getTransferredBytes, getTransferredBytes, arginfo_class_Relay_Cluster_getTransferredBytes, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, getWithMeta, getWithMeta, arginfo_class_Relay_Cluster_getWithMeta, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hdel, hDel, arginfo_class_Relay_Cluster_hdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hexists, hExists, arginfo_class_Relay_Cluster_hexists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hexpire, hexpire, arginfo_class_Relay_Cluster_hexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hexpireat, hexpireat, arginfo_class_Relay_Cluster_hexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hexpiretime, hexpiretime, arginfo_class_Relay_Cluster_hexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hget, hGet, arginfo_class_Relay_Cluster_hget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hgetall, hGetAll, arginfo_class_Relay_Cluster_hgetall, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hgetdel, hgetdel, arginfo_class_Relay_Cluster_hgetdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hgetex, hgetex, arginfo_class_Relay_Cluster_hgetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hgetWithMeta, hgetWithMeta, arginfo_class_Relay_Cluster_hgetWithMeta, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hincrby, hIncrBy, arginfo_class_Relay_Cluster_hincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hincrbyfloat, hIncrByFloat, arginfo_class_Relay_Cluster_hincrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hkeys, hKeys, arginfo_class_Relay_Cluster_hkeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hlen, hLen, arginfo_class_Relay_Cluster_hlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hmget, hMget, arginfo_class_Relay_Cluster_hmget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hmset, hMset, arginfo_class_Relay_Cluster_hmset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hpersist, hpersist, arginfo_class_Relay_Cluster_hpersist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hpexpire, hpexpire, arginfo_class_Relay_Cluster_hpexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hpexpireat, hpexpireat, arginfo_class_Relay_Cluster_hpexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hpexpiretime, hpexpiretime, arginfo_class_Relay_Cluster_hpexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hpttl, hpttl, arginfo_class_Relay_Cluster_hpttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hrandfield, hRandField, arginfo_class_Relay_Cluster_hrandfield, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hscan, hscan, arginfo_class_Relay_Cluster_hscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hset, hSet, arginfo_class_Relay_Cluster_hset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hsetex, hsetex, arginfo_class_Relay_Cluster_hsetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hsetnx, hSetNx, arginfo_class_Relay_Cluster_hsetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hstrlen, hStrLen, arginfo_class_Relay_Cluster_hstrlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, httl, httl, arginfo_class_Relay_Cluster_httl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, hvals, hVals, arginfo_class_Relay_Cluster_hvals, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, idleTime, idleTime, arginfo_class_Relay_Cluster_idleTime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incr, incr, arginfo_class_Relay_Cluster_incr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incrby, incrBy, arginfo_class_Relay_Cluster_incrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, incrbyfloat, incrByFloat, arginfo_class_Relay_Cluster_incrbyfloat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, increx, increx, arginfo_class_Relay_Cluster_increx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, info, info, arginfo_class_Relay_Cluster_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, keys, keys, arginfo_class_Relay_Cluster_keys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lastsave, lastSave, arginfo_class_Relay_Cluster_lastsave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lcs, lcs, arginfo_class_Relay_Cluster_lcs, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lindex, lindex, arginfo_class_Relay_Cluster_lindex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, linsert, lInsert, arginfo_class_Relay_Cluster_linsert, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, listen, listen, arginfo_class_Relay_Cluster_listen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, llen, lLen, arginfo_class_Relay_Cluster_llen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lmove, lMove, arginfo_class_Relay_Cluster_lmove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lmovem, lmovem, arginfo_class_Relay_Cluster_lmovem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lmpop, lmpop, arginfo_class_Relay_Cluster_lmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpop, lPop, arginfo_class_Relay_Cluster_lpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpos, lPos, arginfo_class_Relay_Cluster_lpos, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpush, lPush, arginfo_class_Relay_Cluster_lpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lpushx, lPushx, arginfo_class_Relay_Cluster_lpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lrange, lrange, arginfo_class_Relay_Cluster_lrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lrem, lrem, arginfo_class_Relay_Cluster_lrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, lset, lSet, arginfo_class_Relay_Cluster_lset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ltrim, ltrim, arginfo_class_Relay_Cluster_ltrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, mget, mget, arginfo_class_Relay_Cluster_mget, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, move, move, arginfo_class_Relay_Cluster_move, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, mset, mset, arginfo_class_Relay_Cluster_mset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, msetnx, msetnx, arginfo_class_Relay_Cluster_msetnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, multi, multi, arginfo_class_Relay_Cluster_multi, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, object, object, arginfo_class_Relay_Cluster_object, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, onFlushed, onFlushed, arginfo_class_Relay_Cluster_onFlushed, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, onInvalidated, onInvalidated, arginfo_class_Relay_Cluster_onInvalidated, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, persist, persist, arginfo_class_Relay_Cluster_persist, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pexpire, pexpire, arginfo_class_Relay_Cluster_pexpire, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pexpireat, pexpireAt, arginfo_class_Relay_Cluster_pexpireat, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pexpiretime, pexpiretime, arginfo_class_Relay_Cluster_pexpiretime, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfadd, pfadd, arginfo_class_Relay_Cluster_pfadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfcount, pfcount, arginfo_class_Relay_Cluster_pfcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pfmerge, pfmerge, arginfo_class_Relay_Cluster_pfmerge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ping, ping, arginfo_class_Relay_Cluster_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, psetex, psetex, arginfo_class_Relay_Cluster_psetex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, psubscribe, psubscribe, arginfo_class_Relay_Cluster_psubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pttl, pttl, arginfo_class_Relay_Cluster_pttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, publish, publish, arginfo_class_Relay_Cluster_publish, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, pubsub, pubsub, arginfo_class_Relay_Cluster_pubsub, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, punsubscribe, punsubscribe, arginfo_class_Relay_Cluster_punsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, randomkey, randomKey, arginfo_class_Relay_Cluster_randomkey, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rawCommand, rawcommand, arginfo_class_Relay_Cluster_rawCommand, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rename, rename, arginfo_class_Relay_Cluster_rename, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, renamenx, renameNx, arginfo_class_Relay_Cluster_renamenx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, restore, restore, arginfo_class_Relay_Cluster_restore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, role, role, arginfo_class_Relay_Cluster_role, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpop, rPop, arginfo_class_Relay_Cluster_rpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpoplpush, rpoplpush, arginfo_class_Relay_Cluster_rpoplpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpush, rPush, arginfo_class_Relay_Cluster_rpush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, rpushx, rPushx, arginfo_class_Relay_Cluster_rpushx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sadd, sAdd, arginfo_class_Relay_Cluster_sadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, save, save, arginfo_class_Relay_Cluster_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, scan, scan, arginfo_class_Relay_Cluster_scan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, scard, scard, arginfo_class_Relay_Cluster_scard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, script, script, arginfo_class_Relay_Cluster_script, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sdiff, sDiff, arginfo_class_Relay_Cluster_sdiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sdiffcard, sdiffcard, arginfo_class_Relay_Cluster_sdiffcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sdiffstore, sDiffStore, arginfo_class_Relay_Cluster_sdiffstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, select, select, arginfo_class_Relay_Cluster_select, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, set, set, arginfo_class_Relay_Cluster_set, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setbit, setBit, arginfo_class_Relay_Cluster_setbit, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setex, setex, arginfo_class_Relay_Cluster_setex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setnx, setnx, arginfo_class_Relay_Cluster_setnx, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setOption, setOption, arginfo_class_Relay_Cluster_setOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, setrange, setRange, arginfo_class_Relay_Cluster_setrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sinter, sInter, arginfo_class_Relay_Cluster_sinter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sintercard, sintercard, arginfo_class_Relay_Cluster_sintercard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sinterstore, sInterStore, arginfo_class_Relay_Cluster_sinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sismember, sismember, arginfo_class_Relay_Cluster_sismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, slowlog, slowlog, arginfo_class_Relay_Cluster_slowlog, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, smembers, sMembers, arginfo_class_Relay_Cluster_smembers, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, smismember, sMisMember, arginfo_class_Relay_Cluster_smismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, smove, sMove, arginfo_class_Relay_Cluster_smove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sort, sort, arginfo_class_Relay_Cluster_sort, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sort_ro, sort_ro, arginfo_class_Relay_Cluster_sort_ro, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, spop, sPop, arginfo_class_Relay_Cluster_spop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, srandmember, sRandMember, arginfo_class_Relay_Cluster_srandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, srem, srem, arginfo_class_Relay_Cluster_srem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sscan, sscan, arginfo_class_Relay_Cluster_sscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ssubscribe, ssubscribe, arginfo_class_Relay_Cluster_ssubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, flushMemory, flushMemory, arginfo_class_Relay_Cluster_flushMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_RedisCluster, invalidateSlotCaches, invalidateSlotCaches, arginfo_class_Relay_Cluster_invalidateSlotCaches, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, lastMemoryFlush, lastMemoryFlush, arginfo_class_Relay_Cluster_lastMemoryFlush, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, maxMemory, maxMemory, arginfo_class_Relay_Cluster_maxMemory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Redis, stats, stats, arginfo_class_Relay_Cluster_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_RedisCluster, strlen, strlen, arginfo_class_Relay_Cluster_strlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, subscribe, subscribe, arginfo_class_Relay_Cluster_subscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunion, sUnion, arginfo_class_Relay_Cluster_sunion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunioncard, sunioncard, arginfo_class_Relay_Cluster_sunioncard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunionstore, sUnionStore, arginfo_class_Relay_Cluster_sunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, sunsubscribe, sunsubscribe, arginfo_class_Relay_Cluster_sunsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, time, time, arginfo_class_Relay_Cluster_time, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, touch, touch, arginfo_class_Relay_Cluster_touch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, ttl, ttl, arginfo_class_Relay_Cluster_ttl, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, type, type, arginfo_class_Relay_Cluster_type, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unlink, unlink, arginfo_class_Relay_Cluster_unlink, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unsubscribe, unsubscribe, arginfo_class_Relay_Cluster_unsubscribe, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, unwatch, unwatch, arginfo_class_Relay_Cluster_unwatch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vadd, vadd, arginfo_class_Relay_Cluster_vadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vcard, vcard, arginfo_class_Relay_Cluster_vcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vdim, vdim, arginfo_class_Relay_Cluster_vdim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vemb, vemb, arginfo_class_Relay_Cluster_vemb, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vgetattr, vgetattr, arginfo_class_Relay_Cluster_vgetattr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vinfo, vinfo, arginfo_class_Relay_Cluster_vinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vismember, vismember, arginfo_class_Relay_Cluster_vismember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vlinks, vlinks, arginfo_class_Relay_Cluster_vlinks, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vrandmember, vrandmember, arginfo_class_Relay_Cluster_vrandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vrange, vrange, arginfo_class_Relay_Cluster_vrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vrem, vrem, arginfo_class_Relay_Cluster_vrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vsetattr, vsetattr, arginfo_class_Relay_Cluster_vsetattr, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, vsim, vsim, arginfo_class_Relay_Cluster_vsim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, wait, wait, arginfo_class_Relay_Cluster_wait, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, waitaof, waitaof, arginfo_class_Relay_Cluster_waitaof, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, watch, watch, arginfo_class_Relay_Cluster_watch, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xack, xack, arginfo_class_Relay_Cluster_xack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xackdel, xackdel, arginfo_class_Relay_Cluster_xackdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xadd, xadd, arginfo_class_Relay_Cluster_xadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xautoclaim, xautoclaim, arginfo_class_Relay_Cluster_xautoclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xclaim, xclaim, arginfo_class_Relay_Cluster_xclaim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xdel, xdel, arginfo_class_Relay_Cluster_xdel, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xdelex, xdelex, arginfo_class_Relay_Cluster_xdelex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xgroup, xgroup, arginfo_class_Relay_Cluster_xgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xinfo, xinfo, arginfo_class_Relay_Cluster_xinfo, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xlen, xlen, arginfo_class_Relay_Cluster_xlen, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xnack, xnack, arginfo_class_Relay_Cluster_xnack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xpending, xpending, arginfo_class_Relay_Cluster_xpending, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xrange, xrange, arginfo_class_Relay_Cluster_xrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xread, xread, arginfo_class_Relay_Cluster_xread, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xreadgroup, xreadgroup, arginfo_class_Relay_Cluster_xreadgroup, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xrevrange, xrevrange, arginfo_class_Relay_Cluster_xrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, xtrim, xtrim, arginfo_class_Relay_Cluster_xtrim, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zadd, zAdd, arginfo_class_Relay_Cluster_zadd, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zcard, zCard, arginfo_class_Relay_Cluster_zcard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zcount, zCount, arginfo_class_Relay_Cluster_zcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zdiff, zdiff, arginfo_class_Relay_Cluster_zdiff, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zdiffstore, zdiffstore, arginfo_class_Relay_Cluster_zdiffstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zincrby, zIncrBy, arginfo_class_Relay_Cluster_zincrby, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zinter, zinter, arginfo_class_Relay_Cluster_zinter, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zintercard, zintercard, arginfo_class_Relay_Cluster_zintercard, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zinterstore, zinterstore, arginfo_class_Relay_Cluster_zinterstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zlexcount, zLexCount, arginfo_class_Relay_Cluster_zlexcount, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zmpop, zmpop, arginfo_class_Relay_Cluster_zmpop, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zmscore, zMscore, arginfo_class_Relay_Cluster_zmscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zpopmax, zPopMax, arginfo_class_Relay_Cluster_zpopmax, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zpopmin, zPopMin, arginfo_class_Relay_Cluster_zpopmin, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrandmember, zRandMember, arginfo_class_Relay_Cluster_zrandmember, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrange, zRange, arginfo_class_Relay_Cluster_zrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrangebylex, zRangeByLex, arginfo_class_Relay_Cluster_zrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrangebyscore, zRangeByScore, arginfo_class_Relay_Cluster_zrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrangestore, zrangestore, arginfo_class_Relay_Cluster_zrangestore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrank, zRank, arginfo_class_Relay_Cluster_zrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrem, zRem, arginfo_class_Relay_Cluster_zrem, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebylex, zRemRangeByLex, arginfo_class_Relay_Cluster_zremrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebyrank, zRemRangeByRank, arginfo_class_Relay_Cluster_zremrangebyrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zremrangebyscore, zRemRangeByScore, arginfo_class_Relay_Cluster_zremrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrange, zRevRange, arginfo_class_Relay_Cluster_zrevrange, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrangebylex, zRevRangeByLex, arginfo_class_Relay_Cluster_zrevrangebylex, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrangebyscore, zRevRangeByScore, arginfo_class_Relay_Cluster_zrevrangebyscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zrevrank, zRevRank, arginfo_class_Relay_Cluster_zrevrank, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zscan, zscan, arginfo_class_Relay_Cluster_zscan, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zscore, zScore, arginfo_class_Relay_Cluster_zscore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zunion, zunion, arginfo_class_Relay_Cluster_zunion, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, zunionstore, zunionstore, arginfo_class_Relay_Cluster_zunionstore, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _compress, _compress, arginfo_class_Relay_Cluster__compress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _digest, _digest, arginfo_class_Relay_Cluster__digest, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, _getKeys, _getKeys, arginfo_class_Relay_Cluster__getKeys, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, _masters, _masters, arginfo_class_Relay_Cluster__masters, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _pack, _pack, arginfo_class_Relay_Cluster__pack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _prefix, _prefix, arginfo_class_Relay_Cluster__prefix, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _serialize, _serialize, arginfo_class_Relay_Cluster__serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _uncompress, _uncompress, arginfo_class_Relay_Cluster__uncompress, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unpack, _unpack, arginfo_class_Relay_Cluster__unpack, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_Redis, _unserialize, _unserialize, arginfo_class_Relay_Cluster__unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisCluster, __construct, __construct, arginfo_class_Relay_Cluster___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Sentinel_methods[] = {
	ZEND_MALIAS(Baton_RedisSentinel, ckquorum, ckquorum, arginfo_class_Relay_Sentinel_ckquorum, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, failover, failover, arginfo_class_Relay_Sentinel_failover, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, flushconfig, flushconfig, arginfo_class_Relay_Sentinel_flushconfig, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getLastError, getLastError, arginfo_class_Relay_Sentinel_getLastError, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getMasterAddrByName, getMasterAddrByName, arginfo_class_Relay_Sentinel_getMasterAddrByName, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getOption, getOption, arginfo_class_Relay_Sentinel_getOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getPrimaryAddrByName, getMasterAddrByName, arginfo_class_Relay_Sentinel_getPrimaryAddrByName, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, master, master, arginfo_class_Relay_Sentinel_master, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, masters, masters, arginfo_class_Relay_Sentinel_masters, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, myid, myid, arginfo_class_Relay_Sentinel_myid, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, ping, ping, arginfo_class_Relay_Sentinel_ping, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, primaries, masters, arginfo_class_Relay_Sentinel_primaries, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, primary, master, arginfo_class_Relay_Sentinel_primary, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, reset, reset, arginfo_class_Relay_Sentinel_reset, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, sentinels, sentinels, arginfo_class_Relay_Sentinel_sentinels, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, setOption, setOption, arginfo_class_Relay_Sentinel_setOption, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, slaves, slaves, arginfo_class_Relay_Sentinel_slaves, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, __construct, __construct, arginfo_class_Relay_Sentinel___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Table_methods[] = {
	ZEND_MALIAS(Baton_Table, clear, clear, arginfo_class_Relay_Table_clear, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, clearAll, clearAll, arginfo_class_Relay_Table_clearAll, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, count, count, arginfo_class_Relay_Table_count, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, delete, delete, arginfo_class_Relay_Table_delete, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, exists, exists, arginfo_class_Relay_Table_exists, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Relay_Table, fullscan, arginfo_class_Relay_Table_fullscan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, get, get, arginfo_class_Relay_Table_get, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, getWithMeta, getWithMeta, arginfo_class_Relay_Table_getWithMeta, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, keys, keys, arginfo_class_Relay_Table_keys, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, memory, memory, arginfo_class_Relay_Table_memory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, namespaces, namespaces, arginfo_class_Relay_Table_namespaces, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, set, set, arginfo_class_Relay_Table_set, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, stats, stats, arginfo_class_Relay_Table_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Baton_Table, ttl, ttl, arginfo_class_Relay_Table_ttl, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_Relay_AdaptiveCache_methods[] = {
	ZEND_MALIAS(Baton_AdaptiveCache, __construct, __construct, arginfo_class_Relay_AdaptiveCache___construct, ZEND_ACC_PROTECTED)
	ZEND_MALIAS(Baton_AdaptiveCache, flush, flush, arginfo_class_Relay_AdaptiveCache_flush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_AdaptiveCache, incrBy, incrBy, arginfo_class_Relay_AdaptiveCache_incrBy, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_AdaptiveCache, lastFlush, lastFlush, arginfo_class_Relay_AdaptiveCache_lastFlush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_AdaptiveCache, loadFactor, loadFactor, arginfo_class_Relay_AdaptiveCache_loadFactor, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_AdaptiveCache, stats, stats, arginfo_class_Relay_AdaptiveCache_stats, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Event_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Event_Invalidated_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Event_Flushed_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Relay_Exception_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Relay_KeyType_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Relay_Relay(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Relay", class_Relay_Relay_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_AFTER_value;
	zend_string *const_AFTER_value_str = zend_string_init("AFTER", strlen("AFTER"), 1);
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
	zend_string *const_BEFORE_value_str = zend_string_init("BEFORE", strlen("BEFORE"), 1);
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

	zval const_LEFT_value;
	zend_string *const_LEFT_value_str = zend_string_init("LEFT", strlen("LEFT"), 1);
	ZVAL_STR(&const_LEFT_value, const_LEFT_value_str);
	zend_string *const_LEFT_name = zend_string_init_interned("LEFT", sizeof("LEFT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_LEFT_name, &const_LEFT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_LEFT_name);

	zval const_MULTI_value;
	ZVAL_LONG(&const_MULTI_value, 1);
	zend_string *const_MULTI_name = zend_string_init_interned("MULTI", sizeof("MULTI") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MULTI_name, &const_MULTI_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MULTI_name);

	zval const_OPT_ADAPTIVE_CACHE_value;
	ZVAL_LONG(&const_OPT_ADAPTIVE_CACHE_value, 109);
	zend_string *const_OPT_ADAPTIVE_CACHE_name = zend_string_init_interned("OPT_ADAPTIVE_CACHE", sizeof("OPT_ADAPTIVE_CACHE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_ADAPTIVE_CACHE_name, &const_OPT_ADAPTIVE_CACHE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_ADAPTIVE_CACHE_name);

	zval const_OPT_ALLOW_PATTERNS_value;
	ZVAL_LONG(&const_OPT_ALLOW_PATTERNS_value, 102);
	zend_string *const_OPT_ALLOW_PATTERNS_name = zend_string_init_interned("OPT_ALLOW_PATTERNS", sizeof("OPT_ALLOW_PATTERNS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_ALLOW_PATTERNS_name, &const_OPT_ALLOW_PATTERNS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_ALLOW_PATTERNS_name);

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

	zval const_OPT_CAPA_REDIRECT_value;
	ZVAL_LONG(&const_OPT_CAPA_REDIRECT_value, 107);
	zend_string *const_OPT_CAPA_REDIRECT_name = zend_string_init_interned("OPT_CAPA_REDIRECT", sizeof("OPT_CAPA_REDIRECT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_CAPA_REDIRECT_name, &const_OPT_CAPA_REDIRECT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_CAPA_REDIRECT_name);

	zval const_OPT_CLIENT_INVALIDATIONS_value;
	ZVAL_LONG(&const_OPT_CLIENT_INVALIDATIONS_value, 101);
	zend_string *const_OPT_CLIENT_INVALIDATIONS_name = zend_string_init_interned("OPT_CLIENT_INVALIDATIONS", sizeof("OPT_CLIENT_INVALIDATIONS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_CLIENT_INVALIDATIONS_name, &const_OPT_CLIENT_INVALIDATIONS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_CLIENT_INVALIDATIONS_name);

	zval const_OPT_CLIENT_TRACKING_value;
	ZVAL_LONG(&const_OPT_CLIENT_TRACKING_value, 105);
	zend_string *const_OPT_CLIENT_TRACKING_name = zend_string_init_interned("OPT_CLIENT_TRACKING", sizeof("OPT_CLIENT_TRACKING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_CLIENT_TRACKING_name, &const_OPT_CLIENT_TRACKING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_CLIENT_TRACKING_name);

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

	zval const_OPT_IGNORE_PATTERNS_value;
	ZVAL_LONG(&const_OPT_IGNORE_PATTERNS_value, 103);
	zend_string *const_OPT_IGNORE_PATTERNS_name = zend_string_init_interned("OPT_IGNORE_PATTERNS", sizeof("OPT_IGNORE_PATTERNS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_IGNORE_PATTERNS_name, &const_OPT_IGNORE_PATTERNS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_IGNORE_PATTERNS_name);

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

	zval const_OPT_RESTORE_PUBSUB_value;
	ZVAL_LONG(&const_OPT_RESTORE_PUBSUB_value, 108);
	zend_string *const_OPT_RESTORE_PUBSUB_name = zend_string_init_interned("OPT_RESTORE_PUBSUB", sizeof("OPT_RESTORE_PUBSUB") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_RESTORE_PUBSUB_name, &const_OPT_RESTORE_PUBSUB_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_RESTORE_PUBSUB_name);

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

	zval const_OPT_THROW_ON_ERROR_value;
	ZVAL_LONG(&const_OPT_THROW_ON_ERROR_value, 106);
	zend_string *const_OPT_THROW_ON_ERROR_name = zend_string_init_interned("OPT_THROW_ON_ERROR", sizeof("OPT_THROW_ON_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_THROW_ON_ERROR_name, &const_OPT_THROW_ON_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_THROW_ON_ERROR_name);

	zval const_OPT_USE_CACHE_value;
	ZVAL_LONG(&const_OPT_USE_CACHE_value, 104);
	zend_string *const_OPT_USE_CACHE_name = zend_string_init_interned("OPT_USE_CACHE", sizeof("OPT_USE_CACHE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_USE_CACHE_name, &const_OPT_USE_CACHE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_USE_CACHE_name);

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

	zval const_REDIS_VECTORSET_value;
	ZVAL_LONG(&const_REDIS_VECTORSET_value, 7);
	zend_string *const_REDIS_VECTORSET_name = zend_string_init_interned("REDIS_VECTORSET", sizeof("REDIS_VECTORSET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_VECTORSET_name, &const_REDIS_VECTORSET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_VECTORSET_name);

	zval const_REDIS_ZSET_value;
	ZVAL_LONG(&const_REDIS_ZSET_value, 4);
	zend_string *const_REDIS_ZSET_name = zend_string_init_interned("REDIS_ZSET", sizeof("REDIS_ZSET") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_REDIS_ZSET_name, &const_REDIS_ZSET_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_REDIS_ZSET_name);

	zval const_RIGHT_value;
	zend_string *const_RIGHT_value_str = zend_string_init("RIGHT", strlen("RIGHT"), 1);
	ZVAL_STR(&const_RIGHT_value, const_RIGHT_value_str);
	zend_string *const_RIGHT_name = zend_string_init_interned("RIGHT", sizeof("RIGHT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_RIGHT_name, &const_RIGHT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_RIGHT_name);

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

	zval const_SUBSCRIBED_value;
	ZVAL_LONG(&const_SUBSCRIBED_value, 4);
	zend_string *const_SUBSCRIBED_name = zend_string_init_interned("SUBSCRIBED", sizeof("SUBSCRIBED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SUBSCRIBED_name, &const_SUBSCRIBED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SUBSCRIBED_name);

	zval const_VERSION_value;
	zend_string *const_VERSION_value_str = zend_string_init("0.40.0", strlen("0.40.0"), 1);
	ZVAL_STR(&const_VERSION_value, const_VERSION_value_str);
	zend_string *const_VERSION_name = zend_string_init_interned("VERSION", sizeof("VERSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_VERSION_name, &const_VERSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_VERSION_name);

	zval const_Version_value;
	zend_string *const_Version_value_str = zend_string_init("0.40.0", strlen("0.40.0"), 1);
	ZVAL_STR(&const_Version_value, const_Version_value_str);
	zend_string *const_Version_name = zend_string_init_interned("Version", sizeof("Version") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_Version_name, &const_Version_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_Version_name);

	zend_string *property_adaptiveCache_class_Relay_AdaptiveCache = zend_string_init("Relay\\AdaptiveCache", sizeof("Relay\\AdaptiveCache")-1, 1);
	zval property_adaptiveCache_default_value;
	ZVAL_UNDEF(&property_adaptiveCache_default_value);
	zend_string *property_adaptiveCache_name = zend_string_init("adaptiveCache", sizeof("adaptiveCache") - 1, 1);
	zend_declare_typed_property(class_entry, property_adaptiveCache_name, &property_adaptiveCache_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_adaptiveCache_class_Relay_AdaptiveCache, 0, 0));
	zend_string_release(property_adaptiveCache_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "auth", sizeof("auth") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "connect", sizeof("connect") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "migrate", sizeof("migrate") - 1), 7, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "pconnect", sizeof("pconnect") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 4, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Cluster(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Cluster", class_Relay_Cluster_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_DISTRIBUTE_ALL_value;
	ZVAL_LONG(&const_DISTRIBUTE_ALL_value, 4);
	zend_string *const_DISTRIBUTE_ALL_name = zend_string_init_interned("DISTRIBUTE_ALL", sizeof("DISTRIBUTE_ALL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DISTRIBUTE_ALL_name, &const_DISTRIBUTE_ALL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DISTRIBUTE_ALL_name);

	zval const_DISTRIBUTE_NONE_value;
	ZVAL_LONG(&const_DISTRIBUTE_NONE_value, 0);
	zend_string *const_DISTRIBUTE_NONE_name = zend_string_init_interned("DISTRIBUTE_NONE", sizeof("DISTRIBUTE_NONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DISTRIBUTE_NONE_name, &const_DISTRIBUTE_NONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DISTRIBUTE_NONE_name);

	zval const_DISTRIBUTE_RANDOM_value;
	ZVAL_LONG(&const_DISTRIBUTE_RANDOM_value, 1);
	zend_string *const_DISTRIBUTE_RANDOM_name = zend_string_init_interned("DISTRIBUTE_RANDOM", sizeof("DISTRIBUTE_RANDOM") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DISTRIBUTE_RANDOM_name, &const_DISTRIBUTE_RANDOM_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DISTRIBUTE_RANDOM_name);

	zval const_DISTRIBUTE_RANDOM_REPLICA_value;
	ZVAL_LONG(&const_DISTRIBUTE_RANDOM_REPLICA_value, 2);
	zend_string *const_DISTRIBUTE_RANDOM_REPLICA_name = zend_string_init_interned("DISTRIBUTE_RANDOM_REPLICA", sizeof("DISTRIBUTE_RANDOM_REPLICA") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DISTRIBUTE_RANDOM_REPLICA_name, &const_DISTRIBUTE_RANDOM_REPLICA_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DISTRIBUTE_RANDOM_REPLICA_name);

	zval const_DISTRIBUTE_REPLICAS_value;
	ZVAL_LONG(&const_DISTRIBUTE_REPLICAS_value, 3);
	zend_string *const_DISTRIBUTE_REPLICAS_name = zend_string_init_interned("DISTRIBUTE_REPLICAS", sizeof("DISTRIBUTE_REPLICAS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DISTRIBUTE_REPLICAS_name, &const_DISTRIBUTE_REPLICAS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DISTRIBUTE_REPLICAS_name);

	zval const_FAILOVER_ALL_value;
	ZVAL_LONG(&const_FAILOVER_ALL_value, 7);
	zend_string *const_FAILOVER_ALL_name = zend_string_init_interned("FAILOVER_ALL", sizeof("FAILOVER_ALL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_ALL_name, &const_FAILOVER_ALL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_ALL_name);

	zval const_FAILOVER_DISTRIBUTE_value;
	ZVAL_LONG(&const_FAILOVER_DISTRIBUTE_value, 2);
	zend_string *const_FAILOVER_DISTRIBUTE_name = zend_string_init_interned("FAILOVER_DISTRIBUTE", sizeof("FAILOVER_DISTRIBUTE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_DISTRIBUTE_name, &const_FAILOVER_DISTRIBUTE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_DISTRIBUTE_name);

	zval const_FAILOVER_DISTRIBUTE_REPLICAS_value;
	ZVAL_LONG(&const_FAILOVER_DISTRIBUTE_REPLICAS_value, 3);
	zend_string *const_FAILOVER_DISTRIBUTE_REPLICAS_name = zend_string_init_interned("FAILOVER_DISTRIBUTE_REPLICAS", sizeof("FAILOVER_DISTRIBUTE_REPLICAS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_DISTRIBUTE_REPLICAS_name, &const_FAILOVER_DISTRIBUTE_REPLICAS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_DISTRIBUTE_REPLICAS_name);

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

	zval const_FAILOVER_PRIMARY_value;
	ZVAL_LONG(&const_FAILOVER_PRIMARY_value, 5);
	zend_string *const_FAILOVER_PRIMARY_name = zend_string_init_interned("FAILOVER_PRIMARY", sizeof("FAILOVER_PRIMARY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_PRIMARY_name, &const_FAILOVER_PRIMARY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_PRIMARY_name);

	zval const_FAILOVER_RANDOM_REPLICA_value;
	ZVAL_LONG(&const_FAILOVER_RANDOM_REPLICA_value, 4);
	zend_string *const_FAILOVER_RANDOM_REPLICA_name = zend_string_init_interned("FAILOVER_RANDOM_REPLICA", sizeof("FAILOVER_RANDOM_REPLICA") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_RANDOM_REPLICA_name, &const_FAILOVER_RANDOM_REPLICA_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_RANDOM_REPLICA_name);

	zval const_FAILOVER_REPLICAS_value;
	ZVAL_LONG(&const_FAILOVER_REPLICAS_value, 6);
	zend_string *const_FAILOVER_REPLICAS_name = zend_string_init_interned("FAILOVER_REPLICAS", sizeof("FAILOVER_REPLICAS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FAILOVER_REPLICAS_name, &const_FAILOVER_REPLICAS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FAILOVER_REPLICAS_name);

	zval const_OPT_AVAILABILITY_ZONE_value;
	ZVAL_LONG(&const_OPT_AVAILABILITY_ZONE_value, 110);
	zend_string *const_OPT_AVAILABILITY_ZONE_name = zend_string_init_interned("OPT_AVAILABILITY_ZONE", sizeof("OPT_AVAILABILITY_ZONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_AVAILABILITY_ZONE_name, &const_OPT_AVAILABILITY_ZONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_AVAILABILITY_ZONE_name);

	zval const_OPT_DISTRIBUTE_value;
	ZVAL_LONG(&const_OPT_DISTRIBUTE_value, 16);
	zend_string *const_OPT_DISTRIBUTE_name = zend_string_init_interned("OPT_DISTRIBUTE", sizeof("OPT_DISTRIBUTE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_DISTRIBUTE_name, &const_OPT_DISTRIBUTE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_DISTRIBUTE_name);

	zval const_OPT_FAILOVER_value;
	ZVAL_LONG(&const_OPT_FAILOVER_value, 17);
	zend_string *const_OPT_FAILOVER_name = zend_string_init_interned("OPT_FAILOVER", sizeof("OPT_FAILOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_FAILOVER_name, &const_OPT_FAILOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_FAILOVER_name);

	zval const_OPT_REPLICA_FAILOVER_value;
	ZVAL_LONG(&const_OPT_REPLICA_FAILOVER_value, 5);
	zend_string *const_OPT_REPLICA_FAILOVER_name = zend_string_init_interned("OPT_REPLICA_FAILOVER", sizeof("OPT_REPLICA_FAILOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_REPLICA_FAILOVER_name, &const_OPT_REPLICA_FAILOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_REPLICA_FAILOVER_name);

	zval const_OPT_SLAVE_FAILOVER_value;
	ZVAL_LONG(&const_OPT_SLAVE_FAILOVER_value, 5);
	zend_string *const_OPT_SLAVE_FAILOVER_name = zend_string_init_interned("OPT_SLAVE_FAILOVER", sizeof("OPT_SLAVE_FAILOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_SLAVE_FAILOVER_name, &const_OPT_SLAVE_FAILOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_SLAVE_FAILOVER_name);

	zend_string *property_adaptiveCache_class_Relay_AdaptiveCache = zend_string_init("Relay\\AdaptiveCache", sizeof("Relay\\AdaptiveCache")-1, 1);
	zval property_adaptiveCache_default_value;
	ZVAL_UNDEF(&property_adaptiveCache_default_value);
	zend_string *property_adaptiveCache_name = zend_string_init("adaptiveCache", sizeof("adaptiveCache") - 1, 1);
	zend_declare_typed_property(class_entry, property_adaptiveCache_name, &property_adaptiveCache_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_adaptiveCache_class_Relay_AdaptiveCache, 0, 0));
	zend_string_release(property_adaptiveCache_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 5, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Sentinel(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Sentinel", class_Relay_Sentinel_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_OPT_AUTO_DISCOVER_value;
	ZVAL_LONG(&const_OPT_AUTO_DISCOVER_value, 2);
	zend_string *const_OPT_AUTO_DISCOVER_name = zend_string_init_interned("OPT_AUTO_DISCOVER", sizeof("OPT_AUTO_DISCOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_AUTO_DISCOVER_name, &const_OPT_AUTO_DISCOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_AUTO_DISCOVER_name);

	zval const_OPT_THROW_ON_ERR_value;
	ZVAL_LONG(&const_OPT_THROW_ON_ERR_value, 1);
	zend_string *const_OPT_THROW_ON_ERR_name = zend_string_init_interned("OPT_THROW_ON_ERR", sizeof("OPT_THROW_ON_ERR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_THROW_ON_ERR_name, &const_OPT_THROW_ON_ERR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_THROW_ON_ERR_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Table(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Table", class_Relay_Table_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}

static zend_class_entry *register_class_Relay_AdaptiveCache(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "AdaptiveCache", class_Relay_AdaptiveCache_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval property_enabled_default_value;
	ZVAL_FALSE(&property_enabled_default_value);
	zend_string *property_enabled_name = zend_string_init("enabled", sizeof("enabled") - 1, 1);
	zend_declare_typed_property(class_entry, property_enabled_name, &property_enabled_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_enabled_name);

	zval property_status_default_value;
	zend_string *property_status_default_value_str = zend_string_init("inactive", strlen("inactive"), 1);
	ZVAL_STR(&property_status_default_value, property_status_default_value_str);
	zend_string *property_status_name = zend_string_init("status", sizeof("status") - 1, 1);
	zend_declare_typed_property(class_entry, property_status_name, &property_status_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_status_name);

	zval property_width_default_value;
	ZVAL_LONG(&property_width_default_value, 0);
	zend_string *property_width_name = zend_string_init("width", sizeof("width") - 1, 1);
	zend_declare_typed_property(class_entry, property_width_name, &property_width_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_width_name);

	zval property_depth_default_value;
	ZVAL_LONG(&property_depth_default_value, 0);
	zend_string *property_depth_name = zend_string_init("depth", sizeof("depth") - 1, 1);
	zend_declare_typed_property(class_entry, property_depth_name, &property_depth_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_depth_name);

	zval property_minEvents_default_value;
	ZVAL_LONG(&property_minEvents_default_value, 0);
	zend_string *property_minEvents_name = zend_string_init("minEvents", sizeof("minEvents") - 1, 1);
	zend_declare_typed_property(class_entry, property_minEvents_name, &property_minEvents_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_minEvents_name);

	zval property_minRatio_default_value;
	ZVAL_DOUBLE(&property_minRatio_default_value, 0);
	zend_string *property_minRatio_name = zend_string_init("minRatio", sizeof("minRatio") - 1, 1);
	zend_declare_typed_property(class_entry, property_minRatio_name, &property_minRatio_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_DOUBLE));
	zend_string_release(property_minRatio_name);

	zval property_formula_default_value;
	zend_string *property_formula_default_value_str = zend_string_init("scaled", strlen("scaled"), 1);
	ZVAL_STR(&property_formula_default_value, property_formula_default_value_str);
	zend_string *property_formula_name = zend_string_init("formula", sizeof("formula") - 1, 1);
	zend_declare_typed_property(class_entry, property_formula_name, &property_formula_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_formula_name);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Event(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Event", class_Relay_Event_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_ABSTRACT;

	zval const_FLUSHED_value;
	ZVAL_LONG(&const_FLUSHED_value, 2);
	zend_string *const_FLUSHED_name = zend_string_init_interned("FLUSHED", sizeof("FLUSHED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLUSHED_name, &const_FLUSHED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLUSHED_name);

	zval const_Flushed_value;
	ZVAL_LONG(&const_Flushed_value, 2);
	zend_string *const_Flushed_name = zend_string_init_interned("Flushed", sizeof("Flushed") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_Flushed_name, &const_Flushed_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_Flushed_name);

	zval const_INVALIDATED_value;
	ZVAL_LONG(&const_INVALIDATED_value, 1);
	zend_string *const_INVALIDATED_name = zend_string_init_interned("INVALIDATED", sizeof("INVALIDATED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_INVALIDATED_name, &const_INVALIDATED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_INVALIDATED_name);

	zval const_Invalidated_value;
	ZVAL_LONG(&const_Invalidated_value, 1);
	zend_string *const_Invalidated_name = zend_string_init_interned("Invalidated", sizeof("Invalidated") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_Invalidated_name, &const_Invalidated_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_Invalidated_name);

	zval property_type_default_value;
	ZVAL_UNDEF(&property_type_default_value);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	zval property_key_default_value;
	ZVAL_NULL(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_key_name);

	zval property_client_default_value;
	ZVAL_UNDEF(&property_client_default_value);
	zend_string *property_client_name = zend_string_init("client", sizeof("client") - 1, 1);
	zend_declare_typed_property(class_entry, property_client_name, &property_client_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_client_name);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Event_Invalidated(zend_class_entry *class_entry_Relay_Event)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay\\Event", "Invalidated", class_Relay_Event_Invalidated_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Relay_Event);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_type_default_value;
	ZVAL_LONG(&property_type_default_value, 1);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Event_Flushed(zend_class_entry *class_entry_Relay_Event)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay\\Event", "Flushed", class_Relay_Event_Flushed_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Relay_Event);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_type_default_value;
	ZVAL_LONG(&property_type_default_value, 2);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	return class_entry;
}

static zend_class_entry *register_class_Relay_Exception(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Relay", "Exception", class_Relay_Exception_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);

	return class_entry;
}

static zend_class_entry *register_class_Relay_KeyType(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Relay\\KeyType", IS_LONG, class_Relay_KeyType_methods);

	zval enum_case_NotFound_value;
	ZVAL_LONG(&enum_case_NotFound_value, 0);
	zend_enum_add_case_cstr(class_entry, "NotFound", &enum_case_NotFound_value);

	zval enum_case_String_value;
	ZVAL_LONG(&enum_case_String_value, 1);
	zend_enum_add_case_cstr(class_entry, "String", &enum_case_String_value);

	zval enum_case_Set_value;
	ZVAL_LONG(&enum_case_Set_value, 2);
	zend_enum_add_case_cstr(class_entry, "Set", &enum_case_Set_value);

	zval enum_case_List_value;
	ZVAL_LONG(&enum_case_List_value, 3);
	zend_enum_add_case_cstr(class_entry, "List", &enum_case_List_value);

	zval enum_case_Zset_value;
	ZVAL_LONG(&enum_case_Zset_value, 4);
	zend_enum_add_case_cstr(class_entry, "Zset", &enum_case_Zset_value);

	zval enum_case_Hash_value;
	ZVAL_LONG(&enum_case_Hash_value, 5);
	zend_enum_add_case_cstr(class_entry, "Hash", &enum_case_Hash_value);

	zval enum_case_Stream_value;
	ZVAL_LONG(&enum_case_Stream_value, 6);
	zend_enum_add_case_cstr(class_entry, "Stream", &enum_case_Stream_value);

	zval enum_case_Vectorset_value;
	ZVAL_LONG(&enum_case_Vectorset_value, 7);
	zend_enum_add_case_cstr(class_entry, "Vectorset", &enum_case_Vectorset_value);

	return class_entry;
}
