//! Where in a reply the reader stands.

use crate::error::Error;
use crate::limits::MAX_DEPTH;
use crate::node::Node;

/// How many nodes each open aggregate still waits for, outermost first.
#[derive(Debug)]
pub(crate) struct Nesting {
    /// Half a KiB, so that no depth takes memory. None of those in use is 0.
    waiting: [u32; MAX_DEPTH],
    depth: usize,
    /// An attribute has been read, and what it is about has not.
    is_attributed: bool,
}

impl Nesting {
    pub(crate) const fn new() -> Self {
        Self { waiting: [0; MAX_DEPTH], depth: 0, is_attributed: false }
    }

    /// How many aggregates are open.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) const fn is_between_replies(&self) -> bool {
        self.depth == 0 && !self.is_attributed
    }

    /// Takes the next node into account.
    pub(crate) fn enter(&mut self, node: &Node<'_>) -> Result<(), Error> {
        let is_attribute = matches!(node, Node::Attribute(_));
        if !is_attribute && let Some(waiting) = self.innermost() {
            *waiting -= 1;
        }
        if self.depth == 0 {
            self.is_attributed = is_attribute;
        }
        match node.children() {
            0 => self.leave(),
            // What holds this one stays open although it may wait for nothing else: otherwise an endless chain of
            // aggregates with one element each would seem flat.
            children => {
                *self.waiting.get_mut(self.depth).ok_or(Error::TooDeep)? = children;
                self.depth += 1;
            }
        }
        Ok(())
    }

    /// Closes the aggregates that are complete.
    fn leave(&mut self) {
        while self.innermost().is_some_and(|waiting| *waiting == 0) {
            self.depth -= 1;
        }
    }

    fn innermost(&mut self) -> Option<&mut u32> {
        self.waiting.get_mut(self.depth.checked_sub(1)?)
    }
}
