dnl The extension is C over a static library in Rust, rust/. `make` has cargo build that, unless it is given ready-made.

PHP_ARG_ENABLE([websocket],
  [whether to enable the websocket extension],
  [AS_HELP_STRING([--enable-websocket], [Enable the websocket extension])],
  [yes])

PHP_ARG_WITH([websocket-core],
  [for a ready-made core of websocket],
  [AS_HELP_STRING([--with-websocket-core=FILE], [libbaton_websocket.a, instead of building it with cargo])],
  [no],
  [no])

PHP_ARG_WITH([websocket-sanitizer],
  [whether to build websocket with sanitizers],
  [AS_HELP_STRING([--with-websocket-sanitizer=LIST], [for tests: a list for the compiler's -fsanitize])],
  [no],
  [no])

if test "$PHP_WEBSOCKET" != "no"; then
  case $host_os in
    linux*)
      ;;
    *)
      AC_MSG_ERROR([websocket runs on Linux alone: its event loop stands on epoll and timerfd])
      ;;
  esac

  websocket_folder=`cd "$ext_srcdir" 2>/dev/null && pwd`
  if test "$PHP_WEBSOCKET_CORE" != "no"; then
    if test ! -f "$PHP_WEBSOCKET_CORE"; then
      AC_MSG_ERROR([--with-websocket-core: there is no file $PHP_WEBSOCKET_CORE])
    fi
    WEBSOCKET_CORE="$PHP_WEBSOCKET_CORE"
    CARGO=
  else
    AC_PATH_PROG([CARGO], [cargo], [], [$PATH:$HOME/.cargo/bin])
    if test -z "$CARGO"; then
      AC_MSG_ERROR([cargo was not found: install Rust 1.88 or newer from your distribution or rustup.rs, or give --with-websocket-core=libbaton_websocket.a])
    fi
    AC_MSG_CHECKING([where cargo builds])
    websocket_target=`$CARGO metadata --format-version 1 --no-deps --manifest-path "$websocket_folder/rust/Cargo.toml" 2>conftest.cargo | sed -n 's/.*"target_directory":"\([[^"]]*\)".*/\1/p'`
    websocket_cargo_said=`cat conftest.cargo; rm -f conftest.cargo`
    if test -z "$websocket_target"; then
      AC_MSG_RESULT([unknown])
      case $websocket_cargo_said in
        *workspace*)
          AC_MSG_ERROR([this folder is built within its workspace, Baton's repository or the source package, whose Cargo.toml and crates/ are not above it; or give --with-websocket-core=libbaton_websocket.a. cargo says: $websocket_cargo_said])
          ;;
        *)
          AC_MSG_ERROR([`$CARGO --version` does not read $websocket_folder/rust/Cargo.toml (1.88 or newer does): $websocket_cargo_said])
          ;;
      esac
    fi
    AC_MSG_RESULT([$websocket_target])
    WEBSOCKET_CORE="$websocket_target/release/libbaton_websocket.a"
  fi

  WEBSOCKET_CORE_MANIFEST="$websocket_folder/rust/Cargo.toml"
  WEBSOCKET_SHARED_LIBADD="$WEBSOCKET_CORE -lpthread -ldl -lm"
  WEBSOCKET_SHARED_DEPENDENCIES="$WEBSOCKET_CORE"
  PHP_SUBST([CARGO])
  PHP_SUBST([WEBSOCKET_CORE])
  PHP_SUBST([WEBSOCKET_CORE_MANIFEST])
  PHP_SUBST([WEBSOCKET_SHARED_LIBADD])
  PHP_SUBST([WEBSOCKET_SHARED_DEPENDENCIES])

  websocket_flags="-std=gnu11 -MP -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -fno-semantic-interposition -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  if test "$PHP_WEBSOCKET_SANITIZER" != "no"; then
    websocket_flags="$websocket_flags -fsanitize=$PHP_WEBSOCKET_SANITIZER -fno-omit-frame-pointer"
    LDFLAGS="$LDFLAGS -fsanitize=$PHP_WEBSOCKET_SANITIZER"
  fi
  dnl Nothing of the core may be seen by PHP and its other extensions, and what is not used need not be there.
  LDFLAGS="$LDFLAGS -Wl,--exclude-libs,ALL -Wl,--gc-sections"
  dnl A thread that resolves a name may outlive the request, and must not lose its code when PHP ends.
  LDFLAGS="$LDFLAGS -Wl,-z,nodelete"

  websocket_sources=`cd "$websocket_folder" && echo src/*.c`
  PHP_NEW_EXTENSION([websocket], [$websocket_sources], [$ext_shared],, [$websocket_flags])
  PHP_ADD_INCLUDE([$websocket_folder])
  PHP_ADD_INCLUDE([$websocket_folder/rust/include])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
