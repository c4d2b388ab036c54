//! The names that Laravel has for Pusher itself: the application's credentials are an app here.

/// What says where the service is, to the application and to browsers.
pub(super) const OTHERS: [(&str, &str); 7] = [
    ("PUSHER_HOST", ADDRESS),
    ("PUSHER_PORT", ADDRESS),
    ("PUSHER_SCHEME", ADDRESS),
    ("PUSHER_DSN", ADDRESS),
    ("PUSHER_APP_CLUSTER", "an own server has no cluster; clients ignore it once they have a host"),
    ("PUSHER_CLUSTER", "an own server has no cluster; clients ignore it once they have a host"),
    ("PUSHER_BEAMS_", "push notifications to devices are another product of Pusher's"),
];

const ADDRESS: &str = "it tells the application where the server is: set it to this server's address there";
