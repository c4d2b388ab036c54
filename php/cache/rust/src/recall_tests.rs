//! What C looks at by itself, and Rust as well: both find the same. `include/recent.h` and `include/near.h` are compiled and called here.
#![allow(unsafe_code, reason = "it calls C")]

use std::ffi::{CStr, CString, c_void};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use baton_c_abi::Bytes;
use baton_near_cache::{Meta, Policy, Settings, When, Worker};

use crate::c_tests::{Folder, compiler, folder};
use crate::find_ffi::{FoundEntry, tell};
use crate::memory::Memory;
use crate::near::{Gate, View};
use crate::seats::Seat;
use crate::table_ffi::Seated;

const PROGRAM: &str = "
#include \"near.h\"
#include \"recent.h\"

bool recall(const bc_worker *worker, uint64_t space, bc_bytes key, uint8_t sort, bc_found *found)
{
	const bc_note *note = bc_recall(worker, space, key, sort);
	if (note) {
		*found = bc_recalled(note);
		found->stamp = bc_recalled_stamp(note);
	}
	return note && bc_still(found);
}

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

type Recall = unsafe extern "C" fn(*const Seated, u64, Bytes, u8, *mut FoundEntry) -> bool;
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

    fn recall(&self) -> Recall {
        // SAFETY: so it is declared above.
        unsafe { std::mem::transmute(self.symbol(c"recall")) }
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

/// Two at one table: who reads, as C knows it, and who writes.
fn two() -> (Seated, Worker<Seat>) {
    // A policy under which no use is marked, so that everything is noted when it is found first.
    let settings = Settings { workers: 8, policy: Policy::Keep, ..Settings::default() };
    let opened = Memory::reserve(16 << 20, settings).unwrap().open().unwrap();
    let join = || Worker::join(Arc::clone(&opened.table), Seat(Arc::clone(&opened.seats))).unwrap();
    (Seated::of(join()), join())
}

fn publish(worker: &Worker<Seat>, space: u64, key: &[u8], meta: &Meta) -> u64 {
    let hash = worker.table().hash(space, key);
    let mut draft = worker.draft(hash, space, key, key.len() + 1).unwrap();
    assert!(draft.write(0, key));
    worker.publish(draft, meta, When::Always).unwrap()
}

/// What both recall alike, if anything.
fn recalled(twin: Recall, seated: &Seated, space: u64, key: &[u8], sort: u8) -> Option<FoundEntry> {
    let (mut rust, mut c) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: there is room for what is found.
    let by_rust = seated.worker.recall(space, key, sort, |found| unsafe { tell(rust.as_mut_ptr(), found) });
    // SAFETY: as above, and the seat and the key are there.
    let by_c = unsafe { twin(seated, space, Bytes::from(key), sort, c.as_mut_ptr()) };
    assert_eq!(by_rust, by_c, "{} bytes", key.len());
    by_c.then(|| {
        // SAFETY: both have said that they wrote it.
        let (rust, c): (FoundEntry, FoundEntry) = unsafe { (rust.assume_init(), c.assume_init()) };
        let parts =
            |found: &FoundEntry| (found.value, found.len, found.stamp, found.expires, found.tag, found.watch);
        assert_eq!(parts(&rust), parts(&c), "{} bytes", key.len());
        c
    })
}

#[test]
fn c_recalls_what_rust_does_and_nothing_else() {
    let Some(loaded) = Loaded::load() else { return };
    let twin = loaded.recall();
    let (seated, writer) = two();
    let table = writer.table();
    let is_recalled = |space, key: &[u8], sort| recalled(twin, &seated, space, key, sort).is_some();
    let find = |hash, space, key: &[u8]| seated.worker.find_sort(hash, space, key, 3, || 0).is_some();
    for len in 0..140_u16 {
        let key: Vec<u8> = (0_u8..).map(|n| n.wrapping_mul(37)).take(len.into()).collect();
        let (space, is_noted) = (u64::from(len % 3), (8..=128).contains(&len));
        let hash = table.hash(space, &key);
        let meta = Meta { sort: 3, tag: 500 + len, lease: (9, 1), ..Meta::default() };
        let ready = || {
            table.lease(9).store(1, Ordering::Relaxed);
            let stamp = publish(&writer, space, &key, &meta);
            assert!(!is_recalled(space, &key, 3), "nobody has found it, {len} bytes");
            assert!(find(hash, space, &key));
            let found = recalled(twin, &seated, space, &key, 3);
            assert_eq!(found.map(|found| found.stamp), is_noted.then_some(stamp), "{len} bytes");
            stamp
        };
        let stamp = ready();
        assert!(!is_recalled(space + 1, &key, 3) && !is_recalled(space, &key, 4));
        for place in 0..usize::from(len) {
            let mut other = key.clone();
            other[place] ^= 0x80;
            assert!(!is_recalled(space, &other, 3), "{len} bytes, byte {place}");
        }
        table.lease(9).store(2, Ordering::Relaxed);
        assert!(!is_recalled(space, &key, 3), "its lease has ended");
        table.lease(9).store(1, Ordering::Relaxed);
        assert!(writer.set_expiry(hash, space, &key, stamp, u64::MAX));
        assert!(!is_recalled(space, &key, 3), "it has an end");
        ready();
        assert!(writer.remove(hash, space, &key));
        assert!(!is_recalled(space, &key, 3));
        ready();
    }
}

#[test]
fn keys_of_all_notes_are_recalled_by_both() {
    let Some(loaded) = Loaded::load() else { return };
    let (seated, writer) = two();
    let keys: Vec<Vec<u8>> = (0..20_000).map(|n| format!("some key {n}").into_bytes()).collect();
    for key in &keys {
        publish(&writer, 0, key, &Meta::default());
        seated.worker.find_sort(writer.table().hash(0, key), 0, key, 0, || 0);
    }
    let met = keys.iter().filter(|key| recalled(loaded.recall(), &seated, 0, key, 0).is_some()).count();
    assert!(met > 4000, "{met} are noted");
}

#[test]
fn keys_that_differ_within_are_told_apart_where_they_share_a_note() {
    let Some(loaded) = Loaded::load() else { return };
    let (seated, writer) = two();
    let key = |n: u64| [b"the same".as_slice(), &n.to_le_bytes(), b"and the same"].concat();
    publish(&writer, 0, &key(0), &Meta::default());
    seated.worker.find_sort(writer.table().hash(0, &key(0)), 0, &key(0), 0, || 0);
    assert!(recalled(loaded.recall(), &seated, 0, &key(0), 0).is_some());
    // Of these some twelve share its note.
    for n in 1..100_000 {
        assert!(recalled(loaded.recall(), &seated, 0, &key(n), 0).is_none(), "{n}");
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
