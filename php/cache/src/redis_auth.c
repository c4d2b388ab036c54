/* Credentials: "password", ["password"], ["user", "password"], ["user" => ..., "pass" => ...]. */
#include "redis.h"

static zend_string *credential(zval *value)
{
	if (value == NULL) {
		return NULL;
	}
	ZVAL_DEREF(value);
	/* Programs pass [null, "password"] where they have no user. */
	return Z_TYPE_P(value) == IS_NULL || Z_TYPE_P(value) == IS_FALSE ? NULL : zval_get_string(value);
}

static zval *element(zend_array *array, const char *name, zend_ulong number)
{
	zval *value = zend_hash_str_find(array, name, strlen(name));
	return value ? value : zend_hash_index_find(array, number);
}

bool baton_credentials(zval *from, zend_string **user, zend_string **password)
{
	*user = *password = NULL;
	if (Z_TYPE_P(from) != IS_ARRAY) {
		*password = credential(from);
		return *password != NULL;
	}
	zend_array *array = Z_ARRVAL_P(from);
	switch (zend_hash_num_elements(array)) {
		case 1:
			*password = credential(element(array, "pass", 0));
			break;
		case 2:
			*user = credential(element(array, "user", 0));
			*password = credential(element(array, "pass", 1));
			break;
		default:
			php_error_docref(NULL, E_WARNING, "When passing an array as auth it must have one or two elements!");
			return false;
	}
	if (*password == NULL && *user) {
		zend_string_release(*user);
		*user = NULL;
	}
	return *password != NULL;
}

void baton_set_credentials(baton_redis *redis, zend_string *user, zend_string *password)
{
	baton_server *server = &redis->server;
	if (server->user) {
		zend_string_release(server->user);
	}
	if (server->password) {
		zend_string_release(server->password);
	}
	server->user = user;
	server->password = password;
	if (redis->connection) {
		bc_bytes none = {NULL, 0};
		bc_connection_set_credentials(redis->connection,
			user ? (bc_bytes) {ZSTR_VAL(user), ZSTR_LEN(user)} : none,
			password ? (bc_bytes) {ZSTR_VAL(password), ZSTR_LEN(password)} : none);
		baton_redis_repool(redis);
	}
}
