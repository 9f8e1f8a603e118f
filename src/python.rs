//! Values in Python's notation, as error texts of the reference show them.

use crate::tape::{Node, View};

/// The value in Python's notation, cut in the middle past 50 characters as pydantic cuts it.
pub fn cut_repr(node: Node<'_>) -> String {
    node.to_value().to_string()
}

/// The name of the value's type in Python.
pub fn type_name(node: Node<'_>) -> &'static str {
    match node.view() {
        View::Null => "NoneType",
        View::Bool(_) => "bool",
        View::Number(number) if number.is_written_as_integer() => "int",
        View::Number(_) => "float",
        View::String(_) => "str",
        View::Array(_) => "list",
        View::Object(_) => "dict",
    }
}
