/* The classes of PhpRedis 6, as names/phpredis-6.1.0 and names/phpredis-6.3.0 have them: 6.3 is 6.1 with more. */
#include "names_classes.h"

#include "phpredis_6_arginfo.h"

/* What there was not before 6.3. */
static const char *const methods_since_6_3[] = {
	"delifeq", "expiremember", "expirememberat", "getwithmeta", "hexpire", "hexpireat", "hexpiretime", "hgetdel", "hgetex", "hgetwithmeta",
	"hpersist", "hpexpire", "hpexpireat", "hpexpiretime", "hpttl", "hsetex", "httl", "vadd", "vcard", "vdim", "vemb", "vgetattr", "vinfo",
	"vismember", "vlinks", "vrandmember", "vrange", "vrem", "vsetattr", "vsim",
};

static void remove_since_6_3(zend_class_entry *ce)
{
	for (size_t i = 0; i < sizeof(methods_since_6_3) / sizeof(*methods_since_6_3); i++) {
		zend_hash_str_del(&ce->function_table, methods_since_6_3[i], strlen(methods_since_6_3[i]));
	}
}

void baton_names_register_phpredis_6(bool with_6_3)
{
	zend_class_entry *redis = register_class_Redis(), *cluster = register_class_RedisCluster();
	baton_names_fill(&baton_phpredis_names, redis, cluster, register_class_RedisSentinel(), register_class_RedisArray());
	baton_phpredis_names.exception = register_class_RedisException(spl_ce_RuntimeException);
	baton_phpredis_names.cluster_exception = register_class_RedisClusterException(spl_ce_RuntimeException);
	if (!with_6_3) {
		remove_since_6_3(redis);
		remove_since_6_3(cluster);
		zend_hash_str_del(&redis->function_table, ZEND_STRL("servername"));
		zend_hash_str_del(&redis->function_table, ZEND_STRL("serverversion"));
		zend_hash_str_del(&cluster->function_table, ZEND_STRL("getdel"));
		zend_hash_str_del(&redis->constants_table, ZEND_STRL("OPT_PACK_IGNORE_NUMBERS"));
		zend_hash_str_del(&redis->constants_table, ZEND_STRL("REDIS_VECTORSET"));
	}
}
