//! What the C interfaces of the PHP extensions have in common: the types that cross ([`Bytes`], [`Failure`]) and the place
//! where panics end ([`guard`]).

mod guard;
mod signals;
mod values;

pub use guard::guard;
pub use signals::with_signals_held;
pub use values::{Bytes, Failure, texts};
