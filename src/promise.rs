//! The promise of a tool: its output schema, and everything that holds values against it.

use std::sync::OnceLock;

use serde_json::Value;

use crate::checker::{Checker, property_names};
use crate::clean::Cleaner;
use crate::error::{Issue, SchemaError};
use crate::policy::{Formats, NonFinite, Policy, Validation};
use crate::publish::{host_error, publish};
use crate::render::NAMED_LIMIT;
use crate::reshape::{Reshape, non_finite_issues};
use crate::schema::Validator;
use crate::shape::Suspect;
#[cfg(feature = "js")]
use crate::shape::{Shapes, Types};
use crate::tape::{Keys, Node, TapeBuf, View};
use crate::wire::RESULT;

/// A compiled output schema.
pub struct Promise {
    tool: String,
    wrapped: bool,
    checker: Option<Checker>,
    validator: Validator,
    formats: Formats,
    cleaner: OnceLock<Result<Cleaner, SchemaError>>,
}

impl std::fmt::Debug for Promise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Promise({})", self.schema())
    }
}

impl Promise {
    /// Compiles the return schema, and lists the member names that it knows.
    pub fn new(schema: &Value, policy: &Policy) -> Result<(Self, Keys), SchemaError> {
        let published = publish(schema, policy)?;
        let keys = Keys::new([RESULT].into_iter().chain(property_names(&published.schema)));
        // The cleaner has checked the formats that it knows, and leaves some in a form that RFC 3339
        // does not have: a time without an offset.
        let formats = match policy.validation {
            Validation::Strict => policy.formats,
            Validation::Lax => Formats::Annotate,
        };
        let wrapped = published.wrapped;
        let promise = Promise {
            tool: policy.tool.clone(),
            wrapped,
            formats,
            checker: Checker::new(&published.schema, &keys, formats),
            validator: match published.plain {
                true => Validator::of_plain(published.schema, formats, &policy.tool),
                false => Validator::new(published.schema, formats, &policy.tool),
            }
            .map_err(|error| host_error(wrapped, error))?,
            cleaner: OnceLock::new(),
        };
        if policy.validation == Validation::Lax {
            promise.cleaner().as_ref().map_err(SchemaError::clone)?;
        }
        Ok((promise, keys))
    }

    /// The schema as it is published.
    pub fn schema(&self) -> &Value {
        self.validator.schema()
    }

    /// Whether values are put into `{"result": …}`.
    pub fn wrapped(&self) -> bool {
        self.wrapped
    }

    /// The types of which every value is valid, where values are wrapped.
    #[cfg(feature = "js")]
    pub fn free_types(&self, keys: &Keys) -> Types {
        let checker = self.checker.as_ref().filter(|_| self.wrapped());
        let (Some(checker), Some(key)) = (checker, keys.id(RESULT)) else { return Types::NONE };
        checker.free_types_of_only_member(key)
    }

    /// What error texts call the schema.
    pub fn subject(&self) -> &str {
        match self.cleaner() {
            Ok(cleaner) => cleaner.subject(),
            Err(_) => {
                let title = self.schema().get("title").and_then(Value::as_str);
                title.unwrap_or(&self.tool)
            }
        }
    }

    /// The shapes of data that surely satisfies the schema.
    #[cfg(feature = "js")]
    #[inline(always)]
    pub fn shapes(&self) -> Option<&Shapes> {
        self.checker.as_ref().map(Checker::shapes)
    }

    /// Whether the data surely satisfies the schema. False says nothing.
    pub fn surely_holds(&self, data: Node<'_>) -> bool {
        self.checker.as_ref().is_some_and(|checker| checker.surely_valid(data))
    }

    /// Whether the data satisfies the schema; if not, why.
    pub fn hold(&self, data: Node<'_>) -> Result<(), Vec<Issue>> {
        match self.surely_holds(data) {
            true => Ok(()),
            false => self.hold_in_doubt(data),
        }
    }

    /// The same for data of which that is not sure.
    pub fn hold_in_doubt(&self, data: Node<'_>) -> Result<(), Vec<Issue>> {
        let suspect = self.checker.as_ref().map(|checker| checker.suspect(data));
        let Suspect { sound, rest } = suspect.unwrap_or_default();
        // Where something was left out, the validator has less to read.
        let is_refused =
            !sound.is_empty() && !self.validator.is_valid(rest.tape(data.tape().keys()).root());
        if !is_refused && self.validator.is_valid(data) {
            return Ok(());
        }
        let explained =
            self.cleaner().as_ref().map_or(Vec::new(), |c| c.explain(data, self.formats, &sound));
        let mut issues = match explained.is_empty() {
            true => self.validator.issues(data),
            false => explained,
        };
        let told = issues.iter_mut().take(NAMED_LIMIT);
        told.for_each(|issue| issue.hint = near_miss(issue, data));
        Err(issues)
    }

    /// Writes the data to `out` as pydantic's lax mode cleans it. A text such as `nan` may have
    /// become a number that JSON does not have; `non_finite` says what becomes of that.
    pub fn clean(
        &self,
        data: Node<'_>,
        keys: &Keys,
        non_finite: NonFinite,
        out: &mut TapeBuf,
    ) -> Result<(), Vec<Issue>> {
        // A schema that lax mode refuses never gets past `new`.
        let Ok(cleaner) = self.cleaner() else { return self.hold(data) };
        cleaner.clean(data, keys, out)?;
        if !out.tape(keys).has_non_finite() {
            return self.hold(out.tape(keys).root());
        }
        match non_finite {
            NonFinite::Error => return Err(non_finite_issues(out.tape(keys).root())),
            NonFinite::Null => {}
            // Numbers to the schema, and null on the wire, as in the reference.
            NonFinite::Constants => self.hold(out.tape(keys).root())?,
        }
        let cleaned = out.clone();
        out.clear();
        Reshape::numbers_only().copy(cleaned.tape(keys).root(), keys, out);
        match non_finite {
            NonFinite::Constants => Ok(()),
            _ => self.hold(out.tape(keys).root()),
        }
    }

    /// Made when the first value needs it: most values are valid.
    fn cleaner(&self) -> &Result<Cleaner, SchemaError> {
        self.cleaner.get_or_init(|| {
            Cleaner::new(self.schema(), &self.tool, self.wrapped())
                .map_err(|error| host_error(self.wrapped, error))
        })
    }
}

/// A member whose name differs from the missing one in case and punctuation alone.
fn near_miss(issue: &Issue, data: Node<'_>) -> Option<String> {
    use crate::error::Segment;
    if issue.problem.code != "missing" {
        return issue.hint.clone();
    }
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (missing, parents) = issue.path.split_last()?;
    let parent = parents.iter().try_fold(data, |node, segment| match (segment, node.view()) {
        (Segment::Arm(_), _) => Some(node),
        (Segment::Key(name), View::Object(members)) => members.get(name),
        (Segment::Index(index), View::Array(items)) => items.iter().nth(*index),
        _ => None,
    })?;
    let wanted = plain(&missing.to_string());
    let near = parent.as_object()?.iter().find(|(key, _)| plain(key.name) == wanted)?;
    Some(format!("there is `{}`", near.0.name))
}
