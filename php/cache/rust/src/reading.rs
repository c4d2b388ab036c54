//! Which node of a cluster's shard is asked what changes nothing: its primary, or one of the replicas where those may
//! answer. One that could not be reached a moment ago is left alone where another one will do.

/// A node of the shard, as far as the choice is concerned.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Candidate {
    /// It could not be reached a moment ago.
    pub(crate) is_lost: bool,
    /// It is in the zone that was asked for.
    pub(crate) is_near: bool,
}

/// Where one is picked by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pick {
    with_primary: bool,
    /// One that is lost is not passed over in search of another.
    tries_one: bool,
}

/// Whom a client's reads go to first, by the number of its option `OPT_DISTRIBUTE`.
fn distributed(number: u8) -> Option<Pick> {
    match number {
        1 => Some(Pick { with_primary: true, tries_one: true }),
        2 => Some(Pick { with_primary: false, tries_one: true }),
        3 => Some(Pick { with_primary: false, tries_one: false }),
        4 => Some(Pick { with_primary: true, tries_one: false }),
        _ => None,
    }
}

/// Whom they go to where the first choice is lost, by the number of its option `OPT_FAILOVER`; None: the primary.
fn failed_over(number: u8) -> Option<Pick> {
    match number {
        4 => Some(Pick { with_primary: false, tries_one: true }),
        6 => Some(Pick { with_primary: false, tries_one: false }),
        7 => Some(Pick { with_primary: true, tries_one: false }),
        _ => None,
    }
}

/// The place of the node that is asked. The primary is the last of `nodes`, and is asked where none is to be had.
pub(crate) fn choose(
    nodes: &[Candidate],
    (distribution, failover): (u8, u8),
    prefers_zone: bool,
    chance: &mut u64,
) -> usize {
    let primary = nodes.len().saturating_sub(1);
    let mut picked = |pick: Pick| {
        let those = &nodes[..if pick.with_primary { nodes.len() } else { primary }];
        let near = prefers_zone.then(|| any(those, pick.tries_one, true, chance)).flatten();
        near.or_else(|| any(those, pick.tries_one, false, chance))
    };
    let first = match distributed(distribution) {
        Some(pick) => picked(pick),
        None => nodes.get(primary).filter(|node| !node.is_lost).map(|_| primary),
    };
    first.or_else(|| failed_over(failover).and_then(picked)).unwrap_or(primary)
}

/// One of them that is not lost, and near if that is asked for, from some place on.
fn any(nodes: &[Candidate], tries_one: bool, near: bool, chance: &mut u64) -> Option<usize> {
    let from = usize::try_from(by_chance(chance, nodes.len() as u64)).unwrap_or(0);
    let places = (from..nodes.len()).chain(0..from);
    let those = places.filter(|place| nodes[*place].is_near || !near);
    those.take(if tries_one { 1 } else { nodes.len() }).find(|place| !nodes[*place].is_lost)
}

/// A number below `count`, 0 of none. `chance` is any number but 0, and is another one afterwards.
pub(crate) fn by_chance(chance: &mut u64, count: u64) -> u64 {
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    chance.checked_rem(count).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Candidate, choose};

    const PRIMARY: u8 = 0;
    const RANDOM: u8 = 1;
    const RANDOM_REPLICA: u8 = 2;
    const REPLICAS: u8 = 3;
    const ALL: u8 = 4;
    const TO_REPLICAS: u8 = 6;
    const TO_ALL: u8 = 7;

    /// The places that are chosen in many tries: of `+` nodes that can be reached, `n` that are near as well, `-` and `m`
    /// that are lost. The primary is the last.
    fn chosen(nodes: &str, options: (u8, u8), prefers_zone: bool) -> Vec<usize> {
        let nodes: Vec<_> = nodes
            .chars()
            .map(|node| Candidate { is_lost: "-m".contains(node), is_near: "nm".contains(node) })
            .collect();
        let mut chance = 7;
        let mut places: Vec<_> =
            (0..1000).map(|_| choose(&nodes, options, prefers_zone, &mut chance)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn reads_go_where_the_options_say() {
        assert_eq!(chosen("+++", (PRIMARY, 0), false), [2]);
        assert_eq!(chosen("+++", (RANDOM_REPLICA, 0), false), [0, 1]);
        assert_eq!(chosen("+++", (REPLICAS, 0), false), [0, 1]);
        assert_eq!(chosen("+++", (RANDOM, 0), false), [0, 1, 2]);
        assert_eq!(chosen("+++", (ALL, 0), false), [0, 1, 2]);
        assert_eq!(chosen("+", (REPLICAS, TO_REPLICAS), false), [0], "there is the primary alone");
        assert_eq!(chosen("", (ALL, TO_ALL), true), [0], "C has one at least");
    }

    #[test]
    fn the_lost_are_passed_over() {
        assert_eq!(chosen("-+-", (ALL, 0), false), [1]);
        assert_eq!(chosen("-+-", (RANDOM, 0), false), [1, 2], "one try, and then the primary, lost or not");
        assert_eq!(chosen("++-", (PRIMARY, 0), false), [2], "nothing else may answer");
        assert_eq!(chosen("++-", (PRIMARY, TO_REPLICAS), false), [0, 1]);
        assert_eq!(chosen("--+", (REPLICAS, TO_ALL), false), [2]);
        assert_eq!(chosen("---", (ALL, TO_ALL), false), [2]);
    }

    #[test]
    fn those_of_the_zone_come_first() {
        assert_eq!(chosen("+n+", (ALL, 0), true), [1]);
        assert_eq!(chosen("+m+", (ALL, 0), true), [0, 2], "the near one is lost");
        assert_eq!(chosen("+nn", (REPLICAS, 0), true), [1], "the primary is none");
        assert_eq!(chosen("+nn", (REPLICAS, 0), false), [0, 1]);
    }
}
