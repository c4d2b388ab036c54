//! Limits for each address: of connections that have yet to send a request, and of clients.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many each address has, wherever they are served. An address is in the table only while it has some.
#[derive(Debug)]
pub(crate) struct PerAddress {
    /// 0 for no limit, and then nobody is counted.
    limit: AtomicU32,
    by_address: Mutex<HashMap<IpAddr, u32>>,
}

/// One of them; it is counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    table: Arc<PerAddress>,
    address: IpAddr,
}

impl PerAddress {
    pub(crate) fn new(limit: u32) -> Arc<Self> {
        Arc::new(Self { limit: AtomicU32::new(limit), by_address: Mutex::default() })
    }

    /// Replaces the limit, for those who come from now on.
    pub(crate) fn set_limit(&self, limit: u32) {
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Whether anybody is counted.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit.load(Ordering::Relaxed) > 0
    }

    /// Counts one more. `Err` where the address has as many as it may; `Ok(None)` where nobody is counted.
    pub(crate) fn count(self: &Arc<Self>, address: IpAddr) -> Result<Option<Counted>, TooMany> {
        let limit = self.limit.load(Ordering::Relaxed);
        if limit == 0 {
            return Ok(None);
        }
        let address = subscriber(address);
        let mut by_address = self.table();
        let count = by_address.entry(address).or_insert(0);
        if *count >= limit {
            return Err(TooMany { limit });
        }
        *count += 1;
        drop(by_address);
        Ok(Some(Counted { table: Arc::clone(self), address }))
    }

    fn table(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a provider gives to one subscriber: an address of IPv4, or 64 bits of IPv6 (RFC 6177), any of which it may use.
pub(crate) fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
        v4 => v4,
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut by_address = self.table.table();
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// An address has [`limit`](PerAddress::limit) of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany {
    pub(crate) limit: u32,
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn an_address_has_its_share_and_leaves_no_trace() {
        let table = PerAddress::new(2);
        let first = table.count(HERE).unwrap();
        let second = table.count(HERE).unwrap();
        assert_eq!(table.count(HERE).unwrap_err(), TooMany { limit: 2 });
        assert!(table.count(Ipv4Addr::new(10, 0, 0, 1).into()).unwrap().is_some(), "others have their own");
        drop(first);
        let third = table.count(HERE).unwrap();
        drop((second, third));
        assert!(table.table().is_empty());
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let table = PerAddress::new(1);
        let count = |text: &str| table.count(text.parse().unwrap());
        let first = count("2001:db8:0:1::1").unwrap();
        assert!(count("2001:db8:0:1:ffff::2").is_err());
        assert!(count("2001:db8:0:2::1").is_ok());
        let mapped = count("::ffff:192.0.2.1").unwrap();
        assert!(count("192.0.2.1").is_err(), "it is the same in either spelling");
        assert!(count("192.0.2.2").is_ok());
        drop((first, mapped));
    }

    #[test]
    fn without_a_limit_nobody_is_counted() {
        let table = PerAddress::new(0);
        assert!((0..10).all(|_| table.count(HERE).unwrap().is_none()));
        assert!(table.table().is_empty());
    }
}
