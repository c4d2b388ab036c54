//! Timers: a hierarchical wheel whose lists run through the connections themselves.
//!
//! A server sets a timer for nearly every message (the next ping is due a fixed time after the last
//! activity), so setting one must cost a few nanoseconds whatever the number of connections, and a
//! heap does not. Time is counted in ticks. Level 0 has one list for each of the next 64 ticks,
//! level 1 one for each 64 ticks, level 2 for each 4,096, and so on; a deadline stands at the level
//! of the highest 6-bit digit in which it differs from now, and moves down at most once per level
//! as its time comes near. Eleven levels hold every 64-bit deadline, so there is no horizon to
//! overflow.
//!
//! A deadline that is moved *later* stays where it stands and only its number changes: the list
//! comes due at the old time, sees the new number, and moves it. Extending an idle timeout is then
//! one store.

/// Links of one timer, stored in the record it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    deadline: u64,
    next: u32,
    /// The node before, or the list that this one is the head of ([`HEAD`] and its number), or [`NONE`].
    previous: u32,
}

impl Default for Node {
    fn default() -> Self {
        Self { deadline: 0, next: NONE, previous: NONE }
    }
}

impl Node {
    fn is_linked(&self) -> bool {
        self.previous != NONE
    }
}

/// Where the nodes are.
pub(crate) trait Nodes {
    /// The node of a number that was given to the wheel.
    fn node(&mut self, index: u32) -> &mut Node;
}

const NONE: u32 = u32::MAX;
/// Marks the number of a list. Indices of nodes are below it.
const HEAD: u32 = 1 << 31;
const DIGIT: u32 = 6;
const SLOTS: usize = 1 << DIGIT;
/// ⌈64 bits / 6⌉. The heads take 11 × 64 × 4 = 2,816 bytes per loop.
const LEVELS: usize = 11;

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Wheel {
    /// The tick up to which everything has been handled, but for what stands in its own list.
    now: u64,
    /// One bit for each list that is not empty.
    occupied: [u64; LEVELS],
    heads: [[u32; SLOTS]; LEVELS],
}

impl Wheel {
    pub(crate) fn new(now: u64) -> Self {
        Self { now, occupied: [0; LEVELS], heads: [[NONE; SLOTS]; LEVELS] }
    }

    /// Sets the node's timer to `deadline`, in place of an earlier setting. A deadline that has passed is due at once.
    pub(crate) fn set(&mut self, nodes: &mut impl Nodes, index: u32, deadline: u64) {
        let node = nodes.node(index);
        if node.is_linked() {
            if deadline >= node.deadline {
                node.deadline = deadline;
                return;
            }
            self.cancel(nodes, index);
        }
        nodes.node(index).deadline = deadline;
        self.link(nodes, index);
    }

    /// Cancels the node's timer, if it is set.
    pub(crate) fn cancel(&mut self, nodes: &mut impl Nodes, index: u32) {
        let node = nodes.node(index);
        if !node.is_linked() {
            return;
        }
        let (next, previous) = (node.next, node.previous);
        *node = Node::default();
        if next != NONE {
            nodes.node(next).previous = previous;
        }
        if previous & HEAD == 0 {
            nodes.node(previous).next = next;
            return;
        }
        let list = (previous & !HEAD) as usize;
        let (level, slot) = (list / SLOTS, list % SLOTS);
        self.heads[level][slot] = next;
        if next == NONE {
            self.occupied[level] &= !(1 << slot);
        }
    }

    /// The next node whose deadline is not after `until`, earliest tick first; its timer is no longer set. Call
    /// until `None`: the wheel then stands at `until`.
    pub(crate) fn expire(&mut self, nodes: &mut impl Nodes, until: u64) -> Option<u32> {
        loop {
            while let Some(index) = self.first(0, digit(self.now, 0)) {
                let deadline = nodes.node(index).deadline;
                self.cancel(nodes, index);
                if deadline <= self.now {
                    return Some(index);
                }
                nodes.node(index).deadline = deadline;
                self.link(nodes, index);
            }
            match self.next_list() {
                Some((level, tick)) if tick <= until => self.descend(nodes, level, tick),
                _ => {
                    self.now = self.now.max(until);
                    return None;
                }
            }
        }
    }

    /// The tick at which [`expire`](Self::expire) has something to do next; a timer is never due before it.
    pub(crate) fn next_tick(&self) -> Option<u64> {
        if self.first(0, digit(self.now, 0)).is_some() {
            return Some(self.now);
        }
        self.next_list().map(|(_, tick)| tick)
    }

    /// The list after now that comes first, and the tick at which it begins. Lists of a lower level all begin
    /// before the next one of a higher level does.
    fn next_list(&self) -> Option<(usize, u64)> {
        (0..LEVELS).find_map(|level| {
            let after =
                self.occupied[level] & (!0u64 << digit(self.now, level)) & !(1 << digit(self.now, level));
            let slot = u64::from(after.trailing_zeros());
            let shift = DIGIT * u32::try_from(level).unwrap_or(0);
            (after != 0).then(|| (level, (above(self.now, level) | slot << shift)))
        })
    }

    /// Moves on to the beginning of a list, and its nodes to the levels below.
    fn descend(&mut self, nodes: &mut impl Nodes, level: usize, tick: u64) {
        self.now = tick;
        if level == 0 {
            return;
        }
        let slot = digit(tick, level);
        while let Some(index) = self.first(level, slot) {
            let deadline = nodes.node(index).deadline;
            self.cancel(nodes, index);
            nodes.node(index).deadline = deadline;
            self.link(nodes, index);
        }
    }

    fn first(&self, level: usize, slot: usize) -> Option<u32> {
        let head = self.heads[level][slot];
        (head != NONE).then_some(head)
    }

    fn link(&mut self, nodes: &mut impl Nodes, index: u32) {
        let deadline = nodes.node(index).deadline.max(self.now);
        let difference = deadline ^ self.now;
        let level = (difference | 1).ilog2() / DIGIT;
        let level = level as usize;
        let slot = digit(deadline, level);
        let next = std::mem::replace(&mut self.heads[level][slot], index);
        self.occupied[level] |= 1 << slot;
        if next != NONE {
            nodes.node(next).previous = index;
        }
        let list = u32::try_from(level * SLOTS + slot).unwrap_or(0);
        let node = nodes.node(index);
        node.next = next;
        node.previous = HEAD | list;
    }
}

/// The 6-bit digit of a tick at a level.
#[allow(clippy::cast_possible_truncation)] // six bits
fn digit(tick: u64, level: usize) -> usize {
    (tick >> (DIGIT as usize * level)) as usize & (SLOTS - 1)
}

/// The tick with the digits of a level and below set to zero.
fn above(tick: u64, level: usize) -> u64 {
    let shift = DIGIT as usize * (level + 1);
    if shift >= 64 { 0 } else { tick >> shift << shift }
}

#[cfg(test)]
#[path = "wheel_tests.rs"]
mod tests;
