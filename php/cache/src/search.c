/* Search. Its options are many, and the server knows best which are right: arrays become what options_array.c makes of them. */
#include "commands.h"

/* Options whose elements are counted. */
static const char *const counted[] = {
	"RETURN", "PARAMS", "INKEYS", "INFIELDS", "LOAD", "GROUPBY", "SORTBY", "PREFIX", "STOPWORDS", NULL,
};

/* An index, a query, options. */
bool baton_build_ft_query(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index, *query;
	zend_array *options = NULL;
	/* SORTBY of FT.SEARCH is a field and its order; of FT.AGGREGATE it is counted. */
	static const char *const search[] = {"RETURN", "PARAMS", "INKEYS", "INFIELDS", NULL};
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(index)
		BATON_PARAM_STR(query)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	baton_add_string(&call->arguments, query);
	baton_add_options(call, options, strcmp(call->command->word, "FT.AGGREGATE") == 0 ? counted : search);
	return true;
}

/* Fields of a schema: name => type, or name => [type, option, ...]. */
static void add_schema(baton_call *call, zend_array *schema)
{
	zend_string *name;
	zend_ulong number;
	zval *field;
	ZEND_HASH_FOREACH_KEY_VAL(schema, number, name, field) {
		ZVAL_DEREF(field);
		if (name) {
			baton_add_array_key(&call->arguments, name, number);
		}
		if (Z_TYPE_P(field) == IS_ARRAY) {
			baton_add_options(call, Z_ARRVAL_P(field), NULL);
		} else {
			baton_add_zval(&call->arguments, field);
		}
	} ZEND_HASH_FOREACH_END();
}

bool baton_build_ft_create(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index;
	zend_array *schema, *options = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(index)
		Z_PARAM_ARRAY_HT(schema)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	baton_add_options(call, options, counted);
	BATON_ADD_LITERAL(&call->arguments, "SCHEMA");
	add_schema(call, schema);
	return zend_hash_num_elements(schema) > 0;
}

bool baton_build_ft_alter(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index;
	zend_array *schema;
	bool skip = false;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(index)
		Z_PARAM_ARRAY_HT(schema)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(skip)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	if (skip) {
		BATON_ADD_LITERAL(&call->arguments, "SKIPINITIALSCAN");
	}
	BATON_ADD_LITERAL(&call->arguments, "SCHEMA");
	BATON_ADD_LITERAL(&call->arguments, "ADD");
	add_schema(call, schema);
	return zend_hash_num_elements(schema) > 0;
}

bool baton_build_ft_cursor(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation, *index;
	zval *cursor;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(operation)
		BATON_PARAM_STR(index)
		Z_PARAM_ZVAL(cursor)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	baton_add_string(&call->arguments, index);
	baton_add_zval(&call->arguments, cursor);
	baton_add_options(call, options, NULL);
	return true;
}

bool baton_build_ft_dropindex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index;
	bool documents = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(index)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(documents)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	if (documents) {
		BATON_ADD_LITERAL(&call->arguments, "DD");
	}
	return true;
}

bool baton_build_ft_explain(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index, *query;
	zend_long dialect = 0;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(index)
		BATON_PARAM_STR(query)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(dialect)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	baton_add_string(&call->arguments, query);
	if (dialect > 0) {
		BATON_ADD_LITERAL(&call->arguments, "DIALECT");
		baton_add_long(&call->arguments, dialect);
	}
	return true;
}

bool baton_build_ft_profile(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index, *command, *query;
	bool limited = false;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(index)
		BATON_PARAM_STR(command)
		BATON_PARAM_STR(query)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(limited)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	baton_add_string(&call->arguments, command);
	if (limited) {
		BATON_ADD_LITERAL(&call->arguments, "LIMITED");
	}
	BATON_ADD_LITERAL(&call->arguments, "QUERY");
	baton_add_string(&call->arguments, query);
	return true;
}

bool baton_build_ft_synupdate(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *index, *group;
	zval *terms;
	bool skip = false;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(index)
		BATON_PARAM_STR(group)
		Z_PARAM_ZVAL(terms)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(skip)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, index);
	baton_add_string(&call->arguments, group);
	if (skip) {
		BATON_ADD_LITERAL(&call->arguments, "SKIPINITIALSCAN");
	}
	if (Z_TYPE_P(terms) == IS_ARRAY) {
		baton_add_strings(&call->arguments, Z_ARRVAL_P(terms));
		return zend_hash_num_elements(Z_ARRVAL_P(terms)) > 0;
	}
	baton_add_zval(&call->arguments, terms);
	return true;
}
