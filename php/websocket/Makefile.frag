# cargo knows best whether the core is up to date; where it was given ready-made there is nothing to do.
# With a recipe, however empty, make looks at the file again afterwards, and links anew if it has changed.
$(WEBSOCKET_CORE): websocket-core
	@:

.PHONY: websocket-core
websocket-core:
	@if test -n "$(CARGO)"; then $(CARGO) build --release --locked --manifest-path $(WEBSOCKET_CORE_MANIFEST); fi
