//! What the C interfaces of the PHP extensions share: the types that both sides use ([`Bytes`],
//! [`Failure`]), and where panics are caught ([`guard`]).

mod guard;
mod signals;
mod values;

pub use guard::guard;
pub use signals::with_signals_held;
pub use values::{Bytes, Failure, texts};
