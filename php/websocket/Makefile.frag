# cargo knows best whether the core is up to date; where it was given ready-made there is nothing to do.
# The empty command has make look at the file again; without it a new core would be linked by the next make alone.
$(WEBSOCKET_CORE): websocket-core
	@:

.PHONY: websocket-core
websocket-core:
	@if test -n "$(CARGO)"; then $(CARGO) build --release --locked --manifest-path $(WEBSOCKET_CORE_MANIFEST); fi

# What is installed has no debug information, which is most of the module; the one in modules/ keeps it, and so does
# `make install WEBSOCKET_STRIP=`.
WEBSOCKET_STRIP = -s
install-modules: INSTALL := $(INSTALL) $(WEBSOCKET_STRIP)
