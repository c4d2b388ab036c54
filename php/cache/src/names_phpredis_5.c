/* The classes of PhpRedis 5.3.7, as names/phpredis-5.3.7 has them. */
#include "names_classes.h"

#include "phpredis_5_arginfo.h"

void baton_names_register_phpredis_5(void)
{
	baton_names_fill(&baton_phpredis_names, register_class_Redis(), register_class_RedisCluster(), register_class_RedisSentinel(),
		register_class_RedisArray());
	baton_phpredis_names.exception = register_class_RedisException(zend_ce_exception);
	baton_phpredis_names.cluster_exception = register_class_RedisClusterException(zend_ce_exception);
}
