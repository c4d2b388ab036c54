# cargo knows best whether the core is up to date; where it was given ready-made there is nothing to do.
$(WEBSOCKET_CORE): websocket-core
	@:

.PHONY: websocket-core
websocket-core:
	@if test -n "$(CARGO)"; then $(CARGO) build --release --locked --manifest-path $(WEBSOCKET_CORE_MANIFEST); fi
