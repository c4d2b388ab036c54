//! The target of the binary's name, under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    baton_fuzz::target(env!("CARGO_BIN_NAME")).expect("the binary has a target's name")(data);
});
