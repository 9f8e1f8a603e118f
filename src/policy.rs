//! What a host can choose. Every member has a default; JSON and JavaScript spell them in camelCase.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How one tool's values become results.
///
/// ```
/// use twochannel::{Errors, Policy};
///
/// let policy = Policy { tool: "get_weather".into(), errors: Errors::Named, ..Policy::default() };
/// assert_eq!(policy.indent, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Policy {
    /// The tool's name, for titles and error text.
    pub tool: String,
    /// `None` publishes structured data where there is a schema for it, `Some(true)` insists on
    /// one, `Some(false)` sends text alone.
    pub structured_output: Option<bool>,
    /// When the value is put into `{"result": …}`.
    pub wrap: Wrap,
    /// The client's protocol revision.
    pub revision: Revision,
    /// How the value is held against the schema.
    pub validation: Validation,
    /// What happens in the data to members that the schema does not declare; the text shows the
    /// value as it was given. Strict validation only.
    pub extra: Extra,
    /// What happens in the data to a null where the member is optional and null is not allowed.
    pub null_optional: NullOptional,
    /// Whether `format` is checked.
    pub formats: Formats,
    /// How an array becomes text.
    pub list: List,
    /// What an empty array becomes in the text.
    pub empty_list: EmptyList,
    /// Spaces per level in the text, 0 to 8; 0 is compact.
    pub indent: u8,
    /// Whether the data is mirrored as text.
    pub text: Text,
    /// What NaN and infinities become.
    pub non_finite: NonFinite,
    /// What a BigInt beyond ±2^53 becomes in structured data. JavaScript only.
    pub unsafe_integers: UnsafeIntegers,
    /// How much an error result says.
    pub errors: Errors,
    /// Whether `outputSchema` is published; the value is validated either way.
    pub publish_schema: bool,
    /// How deeply a value may be nested, up to [`Policy::DEEPEST`].
    pub max_depth: u32,
    /// How many bytes the result may have as JSON.
    pub max_bytes: Option<u64>,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            tool: "tool".to_owned(),
            structured_output: None,
            wrap: Wrap::Auto,
            revision: Revision::V2025_11_25,
            validation: Validation::Strict,
            extra: Extra::Keep,
            null_optional: NullOptional::Keep,
            formats: Formats::Assert,
            list: List::PerItem,
            empty_list: EmptyList::None,
            indent: 2,
            text: Text::Mirror,
            non_finite: NonFinite::Error,
            unsafe_integers: UnsafeIntegers::Error,
            errors: Errors::Full,
            publish_schema: true,
            max_depth: 128,
            max_bytes: None,
        }
    }
}

impl Policy {
    /// The greatest `max_depth`: validation recurses, and a stack ends.
    pub const DEEPEST: u32 = 500;
    /// The greatest `indent`.
    pub const WIDEST: u8 = 8;

    /// What the official Python SDK does: lax validation, and NaN as a constant in text.
    pub fn python_sdk() -> Self {
        Policy {
            validation: Validation::Lax,
            non_finite: NonFinite::Constants,
            ..Policy::default()
        }
    }

    /// Reads a policy from JSON. `preset` names a set of values that the other members override;
    /// an unknown member or value is refused by name.
    ///
    /// ```
    /// use twochannel::Policy;
    ///
    /// let typo = Policy::from_json(&serde_json::json!({"tool": "t", "ident": 2})).unwrap_err();
    /// assert!(typo.starts_with("unknown policy member `ident`"));
    /// ```
    pub fn from_json(json: &Value) -> Result<Self, String> {
        let given = match json {
            Value::Null => &Map::new(),
            Value::Object(given) => given,
            _ => return Err("a policy must be an object".to_owned()),
        };
        let mut members = match given.get("preset") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::String(name)) if name == "python-sdk" => Policy::python_sdk().members(),
            Some(other) => {
                return Err(format!(
                    "policy member `preset`: unknown value {other}, expected \"python-sdk\""
                ));
            }
        };
        members.extend(given.clone());
        members.shift_remove("preset");
        let policy = Policy::deserialize(&members)
            .map_err(|error| mistake(given).unwrap_or_else(|| error.to_string()))?;
        policy.check().map(|()| policy)
    }

    /// All members, by name.
    fn members(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }

    /// Says which member is out of range, if one is.
    pub fn check(&self) -> Result<(), String> {
        if self.indent > Self::WIDEST {
            return Err(format!(
                "policy member `indent`: {} is more than {}",
                self.indent,
                Self::WIDEST
            ));
        }
        if self.max_depth == 0 || self.max_depth > Self::DEEPEST {
            return Err(format!(
                "policy member `maxDepth`: {} is not between 1 and {}",
                self.max_depth,
                Self::DEEPEST
            ));
        }
        Ok(())
    }
}

/// Says by name which member there is none of, or what one may not be.
fn mistake(given: &Map<String, Value>) -> Option<String> {
    let known = Policy::default().members();
    given.iter().filter(|(name, _)| *name != "preset").find_map(|(name, value)| {
        if !known.contains_key(name) {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            return Some(format!(
                "unknown policy member `{name}`; the members are {}, preset",
                names.join(", ")
            ));
        }
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        let error = Policy::deserialize(&alone).err()?;
        Some(format!("policy member `{name}`: {error}"))
    })
}

/// Declares an enum whose variants are spelled in JSON as given.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)+
        }
    };
}

choice! {
    /// When the value is put into `{"result": …}`.
    Wrap {
        /// Where the schema's root is no object.
        Auto = "auto",
        /// In any case.
        Always = "always",
        /// In no case. A root that is no object then needs revision 2026-07-28.
        Never = "never",
    }
}

choice! {
    /// A revision of the Model Context Protocol, oldest first.
    Revision {
        /// Text alone.
        V2024_11_05 = "2024-11-05",
        /// Text alone.
        V2025_03_26 = "2025-03-26",
        /// The first with `outputSchema` and `structuredContent`.
        V2025_06_18 = "2025-06-18",
        /// The default.
        V2025_11_25 = "2025-11-25",
        /// Any JSON value as structured data, and `resultType`.
        V2026_07_28 = "2026-07-28",
    }
}

choice! {
    /// How the value is held against the schema.
    Validation {
        /// As JSON Schema says; the value is sent unchanged.
        Strict = "strict",
        /// As pydantic's lax mode does, driven by the schema; the cleaned value is sent.
        Lax = "lax",
    }
}

choice! {
    /// What happens to members that the schema does not declare.
    Extra {
        /// They are sent.
        Keep = "keep",
        /// They are dropped.
        Strip = "strip",
    }
}

choice! {
    /// What happens to a null where the member is optional and null is not allowed.
    NullOptional {
        /// It is sent, and fails validation.
        Keep = "keep",
        /// The member is dropped.
        Omit = "omit",
    }
}

choice! {
    /// Whether `format` is checked.
    Formats {
        /// It is.
        Assert = "assert",
        /// It is a remark.
        Annotate = "annotate",
    }
}

choice! {
    /// How an array becomes text.
    List {
        /// One block per item.
        PerItem = "perItem",
        /// The whole array in one block.
        Single = "single",
    }
}

choice! {
    /// What an empty array becomes in the text.
    EmptyList {
        /// No block.
        None = "none",
        /// One block, `[]`.
        Text = "text",
    }
}

choice! {
    /// Whether the data is mirrored as text.
    Text {
        /// It is.
        Mirror = "mirror",
        /// `content` is empty.
        None = "none",
    }
}

choice! {
    /// What NaN and infinities become.
    NonFinite {
        /// An error result that names the place; null in text where there is no schema.
        Error = "error",
        /// Null.
        Null = "null",
        /// `NaN` and `Infinity` in text, null in data.
        Constants = "constants",
    }
}

choice! {
    /// What a BigInt beyond ±2^53 becomes in structured data.
    UnsafeIntegers {
        /// An error result that names the place.
        Error = "error",
        /// A string of its digits.
        String = "string",
    }
}

choice! {
    /// How much an error result says.
    Errors {
        /// Every problem with its value, as the reference's documentation shows it.
        Full = "full",
        /// Every problem in plain words, without any value.
        Named = "named",
        /// That the tool failed.
        Generic = "generic",
    }
}

impl Revision {
    /// Whether results of this revision can carry structured data at all.
    pub fn has_structured_content(self) -> bool {
        self >= Revision::V2025_06_18
    }

    /// Whether structured data may be any JSON value, and results name their type.
    pub fn has_result_type(self) -> bool {
        self >= Revision::V2026_07_28
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_override_the_preset() {
        let policy = Policy::from_json(&json!({"preset": "python-sdk", "nonFinite": "error"}));
        let expected = Policy { non_finite: NonFinite::Error, ..Policy::python_sdk() };
        assert_eq!(policy, Ok(expected));
        assert_eq!(Policy::from_json(&Value::Null), Ok(Policy::default()));
        assert_eq!(Policy::from_json(&json!({})), Ok(Policy::default()));
    }

    #[test]
    fn mistakes_are_refused_by_name() {
        for (policy, message) in [
            (json!([]), "a policy must be an object"),
            (
                json!({"emptylist": "text"}),
                "unknown policy member `emptylist`; the members are tool, structuredOutput, wrap, revision, validation, extra, nullOptional, formats, list, emptyList, indent, text, nonFinite, unsafeIntegers, errors, publishSchema, maxDepth, maxBytes, preset",
            ),
            (
                json!({"wrap": "maybe"}),
                "policy member `wrap`: unknown variant `maybe`, expected one of `auto`, `always`, `never`",
            ),
            (json!({"indent": 9}), "policy member `indent`: 9 is more than 8"),
            (
                json!({"indent": "2"}),
                "policy member `indent`: invalid type: string \"2\", expected u8",
            ),
            (json!({"maxDepth": 0}), "policy member `maxDepth`: 0 is not between 1 and 500"),
            (
                json!({"preset": "go-sdk"}),
                "policy member `preset`: unknown value \"go-sdk\", expected \"python-sdk\"",
            ),
        ] {
            assert_eq!(Policy::from_json(&policy), Err(message.to_owned()));
        }
    }
}
