//! The structures that cross are laid out in Rust as the headers have them in C.

#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::fmt::Write as _;
use std::fs;
use std::mem::{offset_of, size_of};
use std::process::Command;

use baton_cache::connection_ffi::{EndpointSettings, Node};

/// A structure of C, its size, and its fields with their places.
struct Layout {
    name: &'static str,
    size: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! layout {
    ($name:literal, $type:ty, $($field:ident)*) => {
        Layout { name: $name, size: size_of::<$type>(), fields: vec![$((stringify!($field), offset_of!($type, $field))),*] }
    };
}

fn layouts() -> [Layout; 2] {
    [
        layout!("bc_endpoint_settings", EndpointSettings, host port connect_timeout_ms read_timeout_ms retry_interval_ms
            user password client_name database max_retries backoff backoff_base_ms backoff_cap_ms keepalive tls verify_peer
            verify_name allow_self_signed ca_file ca_path certificate key peer_name),
        layout!("bc_node", Node, kind depth integer number bytes len format),
    ]
}

#[test]
fn rust_and_c_agree_on_every_field() {
    let mut program = String::from("#include <stddef.h>\n#include \"client.h\"\n#include \"compress.h\"\n");
    for Layout { name, size, fields } in layouts() {
        writeln!(program, "_Static_assert(sizeof({name}) == {size}, \"{name}\");").unwrap();
        for (field, place) in fields {
            writeln!(program, "_Static_assert(offsetof({name}, {field}) == {place}, \"{name}.{field}\");")
                .unwrap();
        }
    }
    let folder = std::env::temp_dir().join(format!("baton-cache-layout-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("layout.c"), program).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
    compiler.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).arg(folder.join("layout.c"));
    let output = compiler.output();
    fs::remove_dir_all(&folder).unwrap();
    match output {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => eprintln!("skipped: there is no C compiler"),
    }
}
