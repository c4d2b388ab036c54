/* foreach ($client as $type => $message): the iterator in C, which saves a method call for each message. */
#include "php_websocket_client.h"

#include "zend_interfaces.h"

typedef struct {
	zend_object_iterator base; /* base.data is the client */
	zval message;              /* undefined before the first, and behind the last */
	uint8_t opcode;
} iterator;

static void fetch(iterator *it)
{
	zval_ptr_dtor(&it->message);
	ZVAL_UNDEF(&it->message);
	bws_message message;
	if (websocket_client_receive(websocket_client_of(Z_OBJ(it->base.data)), &message, WEBSOCKET_NEVER) == BWS_DONE) {
		ZVAL_STR(&it->message, websocket_client_payload(&message));
		it->opcode = message.opcode;
	}
}

static void destroy(zend_object_iterator *base)
{
	zval_ptr_dtor(&((iterator *) base)->message);
	zval_ptr_dtor(&base->data);
}

static int valid(zend_object_iterator *base)
{
	return Z_TYPE(((iterator *) base)->message) == IS_UNDEF ? FAILURE : SUCCESS;
}

static zval *current(zend_object_iterator *base)
{
	return &((iterator *) base)->message;
}

static void key(zend_object_iterator *base, zval *key)
{
	ZVAL_OBJ_COPY(key, websocket_message_type(((iterator *) base)->opcode));
}

static void move_forward(zend_object_iterator *base)
{
	fetch((iterator *) base);
}

/* There is no way back: what was received is gone. A second foreach goes on. */
static void rewind_or_go_on(zend_object_iterator *base)
{
	fetch((iterator *) base);
}

static const zend_object_iterator_funcs functions = {
	.dtor = destroy,
	.valid = valid,
	.get_current_data = current,
	.get_current_key = key,
	.move_forward = move_forward,
	.rewind = rewind_or_go_on,
};

zend_object_iterator *websocket_client_iterator(zend_class_entry *ce, zval *object, int by_reference)
{
	if (by_reference) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	iterator *it = emalloc(sizeof(iterator));
	zend_iterator_init(&it->base);
	it->base.funcs = &functions;
	ZVAL_OBJ_COPY(&it->base.data, Z_OBJ_P(object));
	ZVAL_UNDEF(&it->message);
	it->opcode = 0;
	return &it->base;
}
