/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4836d3c47a2529925a9d38c4ddb6c289ef98538c */




static const zend_function_entry class_Baton_Event_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Baton_Event_Invalidated_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Baton_Event_Flushed_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_Event(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "Event", class_Baton_Event_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_ABSTRACT;

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
	ZVAL_FALSE(&property_client_default_value);
	zend_string *property_client_name = zend_string_init("client", sizeof("client") - 1, 1);
	zend_declare_typed_property(class_entry, property_client_name, &property_client_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_client_name);

	return class_entry;
}

static zend_class_entry *register_class_Baton_Event_Invalidated(zend_class_entry *class_entry_Baton_Event)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton\\Event", "Invalidated", class_Baton_Event_Invalidated_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Baton_Event);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_type_default_value;
	ZVAL_LONG(&property_type_default_value, 1);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	return class_entry;
}

static zend_class_entry *register_class_Baton_Event_Flushed(zend_class_entry *class_entry_Baton_Event)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton\\Event", "Flushed", class_Baton_Event_Flushed_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Baton_Event);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_type_default_value;
	ZVAL_LONG(&property_type_default_value, 2);
	zend_string *property_type_name = zend_string_init("type", sizeof("type") - 1, 1);
	zend_declare_typed_property(class_entry, property_type_name, &property_type_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_type_name);

	return class_entry;
}
