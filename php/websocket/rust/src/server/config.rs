//! What a server is made with: `bws_config`, as C fills it in.

use std::time::Duration;

use baton_c_abi::{Bytes, texts};
use baton_endpoint::{Compression, Config};

use crate::certificate::Certificate;

/// `bws_config`.
#[derive(Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the fields are those of baton_endpoint::Config")]
pub struct ServerConfig {
    pub max_message_size: usize,
    pub max_queued_bytes: usize,
    pub max_connections: usize,
    pub handshake_timeout_ms: u64,
    pub idle_timeout_ms: u64,
    pub ping_interval_ms: u64,
    pub pong_timeout_ms: u64,
    pub max_queued_age_ms: u64,
    pub close_timeout_ms: u64,
    pub message_timeout_ms: u64,
    pub max_messages_per_second: u32,
    pub max_control_frames_per_second: u32,
    pub max_request_body: usize,
    pub compression_level: u8,
    pub compression_takeover: bool,
    pub compression_threshold: usize,
    pub certificate: *const Certificate,
    pub origins: *const Bytes,
    pub origin_count: usize,
    pub paths: *const Bytes,
    pub path_count: usize,
    pub subprotocols: *const Bytes,
    pub subprotocol_count: usize,
    pub asks_about_handshakes: bool,
    pub asks_about_requests: bool,
    pub keeps_requests: bool,
    pub leaves_masked: bool,
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// The configuration that C's stands for.
///
/// # Safety
/// Everything that the config points to can be read.
pub(super) unsafe fn config_of(given: &ServerConfig) -> Result<Config, String> {
    // SAFETY: the caller's promise, here and below.
    let tls = unsafe { given.certificate.as_ref() }.map(|certificate| certificate.0.clone());
    Ok(Config {
        message_bytes: given.max_message_size,
        queued_bytes: given.max_queued_bytes,
        queued_age: ms(given.max_queued_age_ms),
        connections: given.max_connections,
        handshake_timeout: ms(given.handshake_timeout_ms),
        idle_timeout: ms(given.idle_timeout_ms),
        ping_interval: (given.ping_interval_ms > 0).then(|| ms(given.ping_interval_ms)),
        pong_timeout: ms(given.pong_timeout_ms),
        close_timeout: ms(given.close_timeout_ms),
        message_timeout: ms(given.message_timeout_ms),
        messages_per_second: given.max_messages_per_second,
        control_frames_per_second: given.max_control_frames_per_second,
        body_bytes: given.max_request_body,
        compression: (given.compression_level > 0).then_some(Compression {
            threshold: given.compression_threshold,
            level: given.compression_level,
            takeover: given.compression_takeover,
        }),
        tls,
        // SAFETY: see above.
        origins: unsafe { texts(given.origins, given.origin_count) },
        // SAFETY: see above.
        paths: unsafe { texts(given.paths, given.path_count) },
        // SAFETY: see above.
        subprotocols: unsafe { texts(given.subprotocols, given.subprotocol_count) },
        asks_about_handshakes: given.asks_about_handshakes,
        asks_about_requests: given.asks_about_requests,
        keeps_requests: given.keeps_requests,
        leaves_masked: given.leaves_masked,
    })
}
