//! Tools that the commands need: found, or installed, or a message that says what to install.

pub mod browser;
pub mod node;
pub mod rust;
