//! The names that Laravel has for Pusher itself: the application's credentials are an app here.

/// What says where the service is, to the application and to browsers.
pub(super) const OTHERS: [&str; 8] = [
    "PUSHER_HOST",
    "PUSHER_PORT",
    "PUSHER_SCHEME",
    "PUSHER_APP_CLUSTER",
    "PUSHER_CLUSTER",
    "PUSHER_DSN",
    "PUSHER_BEAMS_INSTANCE_ID",
    "PUSHER_BEAMS_SECRET_KEY",
];
