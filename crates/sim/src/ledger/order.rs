//! The order of one channel, as all who listened have seen it together.
//!
//! Each pair of messages that somebody saw one right after the other is an edge. If all saw one order, the edges
//! form no circle, and whatever lies on a way between two messages was published between them.

use std::collections::BTreeMap;

/// A graph of messages, which are numbers here.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// From each message to those that were seen right after it, and by which viewer first.
    next: BTreeMap<usize, BTreeMap<usize, usize>>,
    previous: BTreeMap<usize, Vec<usize>>,
}

impl Order {
    /// Adds what one viewer saw.
    pub(super) fn add(&mut self, viewer: usize, seen: &[usize]) {
        for pair in seen.windows(2) {
            let &[before, after] = pair else { continue };
            let edges = self.next.entry(before).or_default();
            if before != after && !edges.contains_key(&after) {
                edges.insert(after, viewer);
                self.previous.entry(after).or_default().push(before);
            }
        }
    }

    /// A circle, as (viewer, message) pairs: each viewer saw its message right before the next one's.
    pub(super) fn circle(&self) -> Option<Vec<(usize, usize)>> {
        let mut finished = BTreeMap::new();
        self.next.keys().find_map(|start| self.circle_from(*start, &mut finished))
    }

    /// Depth first, with the way so far on a stack of our own: channels have more messages than threads have
    /// stack.
    fn circle_from(&self, start: usize, finished: &mut BTreeMap<usize, bool>) -> Option<Vec<(usize, usize)>> {
        if finished.contains_key(&start) {
            return None;
        }
        finished.insert(start, false);
        let mut way = vec![(start, self.edges(start))];
        while let Some((message, edges)) = way.last_mut() {
            let Some((after, viewer)) = edges.pop() else {
                finished.insert(*message, true);
                way.pop();
                continue;
            };
            match finished.get(&after) {
                Some(true) => {}
                Some(false) => {
                    let on_way = way.iter().map(|(message, _)| *message);
                    let circle: Vec<usize> = on_way.skip_while(|message| *message != after).collect();
                    return Some(self.with_viewers(&circle, viewer));
                }
                None => {
                    finished.insert(after, false);
                    way.push((after, self.edges(after)));
                }
            }
        }
        None
    }

    fn edges(&self, message: usize) -> Vec<(usize, usize)> {
        self.next.get(&message).into_iter().flatten().map(|(after, viewer)| (*after, *viewer)).collect()
    }

    fn with_viewers(&self, circle: &[usize], last: usize) -> Vec<(usize, usize)> {
        let viewer = |index: usize| {
            let (message, after) = (circle.get(index)?, circle.get(index + 1)?);
            self.next.get(message)?.get(after).copied()
        };
        circle.iter().enumerate().map(|(index, message)| (viewer(index).unwrap_or(last), *message)).collect()
    }

    /// All messages that certainly lie between two others, these included.
    pub(super) fn between(&self, first: usize, last: usize) -> Vec<usize> {
        let mut before_last = BTreeMap::from([(last, ())]);
        let mut open = vec![last];
        while let Some(message) = open.pop() {
            for previous in self.previous.get(&message).into_iter().flatten() {
                if before_last.insert(*previous, ()).is_none() {
                    open.push(*previous);
                }
            }
        }
        let mut found = BTreeMap::from([(first, ())]);
        open.push(first);
        while let Some(message) = open.pop() {
            for after in self.next.get(&message).into_iter().flat_map(BTreeMap::keys) {
                if before_last.contains_key(after) && found.insert(*after, ()).is_none() {
                    open.push(*after);
                }
            }
        }
        found.into_keys().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seen: &[&[usize]]) -> Order {
        let mut order = Order::default();
        for (viewer, seen) in seen.iter().enumerate() {
            order.add(viewer, seen);
        }
        order
    }

    #[test]
    fn viewers_of_one_order_make_no_circle_whatever_each_has_missed() {
        let order = order(&[&[1, 2, 3, 5], &[2, 4, 5], &[1, 4], &[]]);
        assert_eq!(order.circle(), None);
        assert_eq!(order.between(1, 5), [1, 2, 3, 4, 5]);
        assert_eq!(order.between(2, 3), [2, 3], "4 may lie behind 3");
    }

    #[test]
    fn two_who_disagree_make_a_circle() {
        let circle = order(&[&[1, 2, 3], &[1, 3, 2]]).circle().unwrap();
        let mut messages: Vec<_> = circle.iter().map(|(_, message)| *message).collect();
        messages.sort_unstable();
        assert_eq!(messages, [2, 3]);
        assert_ne!(circle[0].0, circle[1].0);
    }

    #[test]
    fn three_who_agree_by_pairs_can_disagree_together() {
        assert_eq!(order(&[&[1, 2], &[2, 3], &[3, 1]]).circle().unwrap().len(), 3);
    }

    #[test]
    fn a_long_order_needs_no_deep_stack() {
        let seen: Vec<usize> = (0..50_000).collect();
        let order = order(&[&seen]);
        assert_eq!(order.circle(), None);
        assert_eq!(order.between(0, 49_999).len(), 50_000);
    }
}
