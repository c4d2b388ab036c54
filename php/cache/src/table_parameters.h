/* How most methods of Baton\Table begin. */
#ifndef BATON_CACHE_TABLE_PARAMETERS_H
#define BATON_CACHE_TABLE_PARAMETERS_H

#include "arguments.h"
#include "table.h"

/* Declares `worker` and `key`, made of a name and a namespace. The block behind it is run where that failed, and has to return. */
#define KEY_OR(name, space_name) \
	bc_worker *worker = baton_cache_worker(); \
	table_key key; \
	if (UNEXPECTED(worker == NULL) || UNEXPECTED(!table_key_make(&key, worker, name, table_namespace(execute_data, space_name))))

/* The same for methods that read. */
#define READ_KEY_OR(name, space_name) \
	bc_worker *worker = baton_cache_worker(); \
	table_key key; \
	if (UNEXPECTED(worker == NULL) || UNEXPECTED(!table_key_name(&key, name, table_namespace(execute_data, space_name))))

/* The parameters of those that take a key and a namespace alone. */
#define KEY_PARAMETERS(name, space_name) \
	zend_string *name, *space_name = NULL; \
	ZEND_PARSE_PARAMETERS_START(1, 2) \
		BATON_PARAM_STR(name) \
		Z_PARAM_OPTIONAL \
		Z_PARAM_STR_OR_NULL(space_name) \
	ZEND_PARSE_PARAMETERS_END()

#endif
