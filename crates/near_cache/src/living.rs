//! Who is alive, as the owner of the region knows it.

/// Guards the workers' slots by something that ends with its process: a lock of the kernel on one byte of the region's file for
/// each slot, say.
///
/// Everything that this crate takes over from the dead rests on it. A worker that is called dead while it lives loses its
/// locks and its pins, and memory that it uses is given to others.
pub trait Living {
    /// Takes the slot for this worker, if nobody who is alive has it.
    fn claim(&self, slot: u16) -> bool;

    /// Gives it back.
    fn release(&self, slot: u16);

    /// Whether somebody else who is alive has the slot. Never asked about a worker's own slot.
    fn is_alive(&self, slot: u16) -> bool;
}

impl<L: Living + ?Sized> Living for &L {
    fn claim(&self, slot: u16) -> bool {
        (**self).claim(slot)
    }

    fn release(&self, slot: u16) {
        (**self).release(slot);
    }

    fn is_alive(&self, slot: u16) -> bool {
        (**self).is_alive(slot)
    }
}
