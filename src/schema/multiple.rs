//! `multipleOf` for numbers of any length: the validator's own works on doubles.

use jsonschema::json::JsonNumber;
use jsonschema::paths::Location;
use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value};

use super::decimal::Decimal;
use super::tape::Numeral;
use super::tape::TapeJson;
use crate::tape::{Node, View};

struct MultipleOf {
    divisor: Decimal,
    whole: Option<i64>,
}

/// Compiles the keyword.
pub(super) fn compile<'a>(
    _schema: &'a Map<String, Value>,
    value: &'a Value,
    _path: Location,
) -> Result<Box<dyn for<'i> Keyword<'i, TapeJson>>, ValidationError<'a>> {
    let whole = value.as_i64().filter(|whole| *whole > 0);
    Ok(Box::new(MultipleOf { divisor: Decimal::parse(&value.to_string()), whole }))
}

impl<'i> Keyword<'i, TapeJson> for MultipleOf {
    fn validate(&self, node: Node<'i>) -> Result<(), ValidationError<'i>> {
        match self.is_valid(node) {
            true => Ok(()),
            false => Err(ValidationError::custom("not a multiple")),
        }
    }

    fn is_valid(&self, node: Node<'i>) -> bool {
        let View::Number(number) = node.view() else { return true };
        if !number.is_finite() {
            return false;
        }
        match (number.to_i64(), self.whole) {
            (Some(value), Some(divisor)) => value % divisor == 0,
            _ => {
                Decimal::parse(&JsonNumber::as_str(&Numeral(number))).is_multiple_of(&self.divisor)
            }
        }
    }
}
