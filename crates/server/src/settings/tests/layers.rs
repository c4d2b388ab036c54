//! Which layer counts.

use super::{env, faults, file, load, origin};
use crate::settings::field::IoDriver;

#[test]
fn a_flag_goes_over_the_environment_over_the_file_over_the_default() {
    let text = "loops = 3\nbacklog = 30\nhead_timeout_s = 33";
    let env = [("BATON_LOOPS", "2"), ("BATON_BACKLOG", "20"), ("UNRELATED", "7")];
    let loaded = load(&[("loops", "1")], &env, text).unwrap();
    let settings = &loaded.settings;
    assert_eq!((settings.loops, settings.backlog, settings.head_timeout_s), (1, 20, 33));
    assert_eq!(settings.message_timeout_s, 30);
    assert_eq!(origin(&loaded, "loops"), "--loops");
    assert_eq!(origin(&loaded, "backlog"), "BATON_BACKLOG");
    assert_eq!(origin(&loaded, "head_timeout_s"), "baton.toml:3");
    assert_eq!(origin(&loaded, "message_timeout_s"), "default");
}

#[test]
fn a_hidden_layer_is_checked_all_the_same() {
    assert_eq!(
        load(&[("loops", "1")], &[("BATON_LOOPS", "two")], "loops = 65").unwrap_err(),
        [
            "baton.toml:1: loops = 65: expected a whole number from 0 to 64",
            "BATON_LOOPS: loops = \"two\": expected a whole number from 0 to 64",
        ]
    );
}

#[test]
fn one_loop_a_core_where_nobody_says_otherwise() {
    let loops = file("").loops;
    assert!((1..=64).contains(&loops), "{loops}");
    assert_eq!(file("loops = 7").loops, 7);
}

#[test]
fn the_driver_is_chosen_by_the_kernel_where_nobody_says_otherwise() {
    assert_eq!(file("").io_driver, IoDriver::Auto);
    assert_eq!(env(&[("BATON_IO_DRIVER", "io_uring")]).io_driver, IoDriver::IoUring);
    assert_eq!(file("io_driver = 'epoll'").io_driver, IoDriver::Epoll);
    assert!(faults("io_driver = 'kqueue'")[0].contains("auto"), "{:?}", faults("io_driver = 'kqueue'"));
}
