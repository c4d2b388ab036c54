/* The iterator of Table::fullscan(): a step of the walk at a time, and each value when its turn comes. */
#include "table_parameters.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

typedef struct {
	zend_string *match;
	zend_string *space_name;
	HashTable *names; /* of the present step; NULL before the first */
	uint32_t index;
	size_t count;
	uint64_t cursor;
	bool last; /* no step comes after this one */
	bool moves; /* values are made and end meanwhile, which may run PHP code */
	zval value;
	zend_object std;
} table_iterator;

static zend_class_entry *iterator_ce;
static zend_object_handlers iterator_handlers;

static zend_always_inline table_iterator *iterator_of(zend_object *object)
{
	return (table_iterator *) ((char *) object - XtOffsetOf(table_iterator, std));
}

static zend_object *create_iterator(zend_class_entry *class)
{
	table_iterator *iterator = zend_object_alloc(sizeof(*iterator), class);
	zend_object_std_init(&iterator->std, class);
	iterator->std.handlers = &iterator_handlers;
	return &iterator->std;
}

/* Its end may run PHP code, which finds it gone. */
static void forget_value(table_iterator *iterator)
{
	zval value;
	ZVAL_COPY_VALUE(&value, &iterator->value);
	ZVAL_UNDEF(&iterator->value);
	zval_ptr_dtor(&value);
}

static void forget_step(table_iterator *iterator)
{
	forget_value(iterator);
	if (iterator->names) {
		zend_array_destroy(iterator->names);
		iterator->names = NULL;
	}
	iterator->index = 0;
}

static void free_iterator(zend_object *object)
{
	table_iterator *iterator = iterator_of(object);
	forget_step(iterator);
	if (iterator->match) {
		zend_string_release(iterator->match);
	}
	if (iterator->space_name) {
		zend_string_release(iterator->space_name);
	}
	zend_object_std_dtor(object);
}

void table_iterate(zval *object, zend_string *match, zend_long count, zend_string *space_name)
{
	table_iterator *iterator;
	object_init_ex(object, iterator_ce);
	iterator = iterator_of(Z_OBJ_P(object));
	iterator->match = match ? zend_string_copy(match) : NULL;
	iterator->space_name = space_name ? zend_string_copy(space_name) : NULL;
	iterator->count = (size_t) count;
}

/* Reads the value of the present key; false if it has gone. It is the iterator's once it is whole. */
static bool read_present(bc_worker *worker, table_iterator *iterator)
{
	zval *name = zend_hash_index_find(iterator->names, iterator->index), value;
	table_key key;
	bool there = false;
	if (table_key_make(&key, worker, Z_STR_P(name), iterator->space_name)) {
		there = table_read(worker, &key, &value, NULL);
		table_key_end(&key);
	}
	if (there) {
		ZVAL_COPY_VALUE(&iterator->value, &value);
	}
	return there;
}

/* Goes to the next key that has a value, from the present place on. */
static void settle(table_iterator *iterator)
{
	bc_worker *worker = baton_cache_worker();
	while (worker && !EG(exception)) {
		if (iterator->names && iterator->index < zend_hash_num_elements(iterator->names)) {
			if (read_present(worker, iterator)) {
				return;
			}
			iterator->index++;
			continue;
		}
		forget_step(iterator);
		if (iterator->last) {
			return;
		}
		iterator->names = table_some_keys(worker, iterator->space_name, iterator->match, &iterator->cursor, iterator->count);
		iterator->last = iterator->cursor == 0;
	}
}

/* fullscan() alone makes them. */
PHP_METHOD(Baton_TableIterator, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

/* False, with an exception, for what is called while it moves. */
static bool begin_to_move(table_iterator *iterator)
{
	if (iterator->moves) {
		zend_throw_error(NULL, "The iterator is on its way to the next value: what its objects call cannot move it");
		return false;
	}
	iterator->moves = true;
	return true;
}

PHP_METHOD(Baton_TableIterator, rewind)
{
	table_iterator *iterator = iterator_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_NONE();
	if (!begin_to_move(iterator)) {
		RETURN_THROWS();
	}
	forget_step(iterator);
	iterator->cursor = 0;
	iterator->last = false;
	settle(iterator);
	iterator->moves = false;
}

PHP_METHOD(Baton_TableIterator, next)
{
	table_iterator *iterator = iterator_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_NONE();
	if (!begin_to_move(iterator)) {
		RETURN_THROWS();
	}
	forget_value(iterator);
	iterator->index++;
	settle(iterator);
	iterator->moves = false;
}

PHP_METHOD(Baton_TableIterator, valid)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(!Z_ISUNDEF(iterator_of(Z_OBJ_P(ZEND_THIS))->value));
}

PHP_METHOD(Baton_TableIterator, current)
{
	table_iterator *iterator = iterator_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_NONE();
	if (!Z_ISUNDEF(iterator->value)) {
		RETURN_COPY(&iterator->value);
	}
}

PHP_METHOD(Baton_TableIterator, key)
{
	table_iterator *iterator = iterator_of(Z_OBJ_P(ZEND_THIS));
	ZEND_PARSE_PARAMETERS_NONE();
	if (!Z_ISUNDEF(iterator->value)) {
		RETURN_COPY(zend_hash_index_find(iterator->names, iterator->index));
	}
}

#include "table_iterator_arginfo.h"

void baton_cache_register_table_iterator(void)
{
	iterator_ce = register_class_Baton_TableIterator(zend_ce_iterator);
	iterator_ce->create_object = create_iterator;
	memcpy(&iterator_handlers, &std_object_handlers, sizeof(iterator_handlers));
	iterator_handlers.offset = XtOffsetOf(table_iterator, std);
	iterator_handlers.free_obj = free_iterator;
	iterator_handlers.clone_obj = NULL;
}
