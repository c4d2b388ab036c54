dnl The extension is C over a static library in Rust, rust/. `make` has cargo build that, unless it is given ready-made.

PHP_ARG_ENABLE([baton-cache],
  [whether to enable the baton_cache extension],
  [AS_HELP_STRING([--enable-baton-cache], [Enable the baton_cache extension])],
  [yes])

PHP_ARG_WITH([baton-cache-core],
  [for a ready-made core of baton_cache],
  [AS_HELP_STRING([--with-baton-cache-core=FILE], [libbaton_cache.a, instead of building it with cargo])],
  [no],
  [no])

PHP_ARG_WITH([baton-cache-sanitizer],
  [whether to build baton_cache with sanitizers],
  [AS_HELP_STRING([--with-baton-cache-sanitizer=LIST], [for tests: a list for the compiler's -fsanitize])],
  [no],
  [no])

if test "$PHP_BATON_CACHE" != "no"; then
  case $host_os in
    linux*)
      ;;
    *)
      AC_MSG_ERROR([baton_cache runs on Linux alone: it stands on memfd and robust futexes])
      ;;
  esac

  baton_cache_folder=`cd "$ext_srcdir" 2>/dev/null && pwd`
  if test "$PHP_BATON_CACHE_CORE" != "no"; then
    if test ! -f "$PHP_BATON_CACHE_CORE"; then
      AC_MSG_ERROR([--with-baton-cache-core: there is no file $PHP_BATON_CACHE_CORE])
    fi
    BATON_CACHE_CORE="$PHP_BATON_CACHE_CORE"
    CARGO=
  else
    AC_PATH_PROG([CARGO], [cargo], [], [$PATH:$HOME/.cargo/bin])
    if test -z "$CARGO"; then
      AC_MSG_ERROR([cargo was not found: install Rust 1.88 or newer from your distribution or rustup.rs, or give --with-baton-cache-core=libbaton_cache.a])
    fi
    AC_MSG_CHECKING([where cargo builds])
    baton_cache_target=`$CARGO metadata --format-version 1 --no-deps --manifest-path "$baton_cache_folder/rust/Cargo.toml" 2>conftest.cargo | sed -n 's/.*"target_directory":"\([[^"]]*\)".*/\1/p'`
    baton_cache_cargo_said=`cat conftest.cargo; rm -f conftest.cargo`
    if test -z "$baton_cache_target"; then
      AC_MSG_RESULT([unknown])
      case $baton_cache_cargo_said in
        *workspace*)
          AC_MSG_ERROR([this folder is built within its workspace, Baton's repository or the source package, whose Cargo.toml and crates/ are not above it; or give --with-baton-cache-core=libbaton_cache.a. cargo says: $baton_cache_cargo_said])
          ;;
        *)
          AC_MSG_ERROR([`$CARGO --version` does not read $baton_cache_folder/rust/Cargo.toml (1.88 or newer does): $baton_cache_cargo_said])
          ;;
      esac
    fi
    AC_MSG_RESULT([$baton_cache_target])
    BATON_CACHE_CORE="$baton_cache_target/release/libbaton_cache.a"
  fi

  BATON_CACHE_CORE_MANIFEST="$baton_cache_folder/rust/Cargo.toml"
  BATON_CACHE_SHARED_LIBADD="$BATON_CACHE_CORE -lpthread -ldl -lm"
  BATON_CACHE_SHARED_DEPENDENCIES="$BATON_CACHE_CORE"
  PHP_SUBST([CARGO])
  PHP_SUBST([BATON_CACHE_CORE])
  PHP_SUBST([BATON_CACHE_CORE_MANIFEST])
  PHP_SUBST([BATON_CACHE_SHARED_LIBADD])
  PHP_SUBST([BATON_CACHE_SHARED_DEPENDENCIES])

  baton_cache_flags="-std=gnu11 -MP -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -fno-semantic-interposition -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  if test "$PHP_BATON_CACHE_SANITIZER" != "no"; then
    baton_cache_flags="$baton_cache_flags -fsanitize=$PHP_BATON_CACHE_SANITIZER -fno-omit-frame-pointer"
    LDFLAGS="$LDFLAGS -fsanitize=$PHP_BATON_CACHE_SANITIZER"
  fi
  dnl Nothing of the core may be seen by PHP and its other extensions, and what is not used need not be there.
  LDFLAGS="$LDFLAGS -Wl,--exclude-libs,ALL -Wl,--gc-sections"
  dnl The thread that hears of changes may outlive the request, and must not lose its code when PHP ends.
  LDFLAGS="$LDFLAGS -Wl,-z,nodelete"

  baton_cache_sources=`cd "$baton_cache_folder" && echo src/*.c`
  PHP_NEW_EXTENSION([baton_cache], [$baton_cache_sources], [$ext_shared],, [$baton_cache_flags])
  PHP_ADD_INCLUDE([$baton_cache_folder])
  PHP_ADD_INCLUDE([$baton_cache_folder/rust/include])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
