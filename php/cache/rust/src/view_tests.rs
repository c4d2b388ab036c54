//! What C looks at by itself, and Rust as well: both believe the same. `include/near.h` is compiled and called here.
#![allow(unsafe_code, reason = "it calls C")]

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::c_tests::{Folder, compiler, folder};
use crate::near::{Gate, View};

const PROGRAM: &str = "
#include \"near.h\"

static unsigned looks;

bool bc_near_is_fresh(const bc_connection *connection)
{
	(*(bc_view *const *) connection)->left = 4;
	looks++;
	return true;
}

bool space(const bc_connection *connection, uint64_t *space)
{
	return bc_near_space(connection, space);
}

unsigned looked(void)
{
	return looks;
}
";

type Space = unsafe extern "C" fn(*const *const Gate, *mut u64) -> bool;

/// The program above, loaded until it is dropped.
struct Loaded {
    library: *mut c_void,
    _folder: Folder,
}

impl Loaded {
    /// None: there is no C compiler.
    fn load() -> Option<Self> {
        let folder = folder();
        let (source, library) = (folder.path("twin.c", PROGRAM), folder.path("twin.so", ""));
        if !compiler().arg("-shared").arg("-fPIC").arg("-o").arg(&library).arg(source).run() {
            return None;
        }
        let name = CString::new(library.as_os_str().as_bytes()).unwrap();
        // SAFETY: the library begins nothing when it is loaded.
        let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        assert!(!library.is_null());
        Some(Self { library, _folder: folder })
    }

    fn symbol(&self, name: &CStr) -> *mut c_void {
        // SAFETY: the library is loaded.
        let symbol = unsafe { libc::dlsym(self.library, name.as_ptr()) };
        assert!(!symbol.is_null());
        symbol
    }

    fn looks(&self) -> u32 {
        type Looks = unsafe extern "C" fn() -> u32;
        // SAFETY: so it is declared above.
        unsafe { std::mem::transmute::<*mut c_void, Looks>(self.symbol(c"looked"))() }
    }

    fn space(&self) -> Space {
        // SAFETY: so it is declared above.
        unsafe { std::mem::transmute(self.symbol(c"space")) }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: nothing of it is called any more.
        unsafe { libc::dlclose(self.library) };
    }
}

#[test]
fn c_believes_the_same_subscribers() {
    let Some(loaded) = Loaded::load() else { return };
    // The words of an endpoint.
    let (words, epoch) = ([const { AtomicU64::new(0) }; 24], AtomicU64::new(0));
    let subscriber = &words[0];
    let gate = Gate::new();
    let connection = &raw const gate;
    let mut space = 0;
    // SAFETY: a connection begins with the address of its gate, and of more C sees nothing.
    assert!(!unsafe { loaded.space()(&raw const connection, &raw mut space) }, "it is closed");
    gate.open(View::new(5 << 52, subscriber, &epoch));
    let mut believed = 0;
    for bit in 0..64 * 64_u64 {
        subscriber.store(1 << (bit / 64) | 1 << (bit % 64), Ordering::Relaxed);
        epoch.store(u64::MAX >> (bit % 64), Ordering::Relaxed);
        // SAFETY: as above.
        let is_believed = unsafe { loaded.space()(&raw const connection, &raw mut space) };
        assert_eq!(is_believed.then_some(space), gate.space(), "bits {} and {}", bit / 64, bit % 64);
        believed += u32::from(is_believed);
    }
    assert_eq!(believed, 63 + 62, "the one bit, alone or with any but that of the dead");
    subscriber.store(1 << 32, Ordering::Relaxed);
    gate.rest();
    let before = loaded.looks();
    for hit in 0..100 {
        // SAFETY: as above.
        assert!(unsafe { loaded.space()(&raw const connection, &raw mut space) }, "hit {hit}");
    }
    assert_eq!(loaded.looks() - before, 25, "of which one in four looks at the clock");
}
