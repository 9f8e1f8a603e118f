//! What the validator has to say, in pydantic's words and at pydantic's places.

use std::borrow::Cow;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::Location;
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::beyond;
use super::locate::{Locator, Spot, Step};
use super::order::Place;
use crate::error::{Issue, Problem, Segment};
use crate::problem;
use crate::python::{LastCut, literal};
use crate::tape::{Keys, Node, TapeBuf, View};

/// Turns the validator's errors into issues, one for each problem, in document order.
pub(super) fn explain<'e>(
    schema: &Value,
    errors: impl Iterator<Item = ValidationError<'e>>,
    root: Node<'_>,
) -> Vec<Issue> {
    let mut explainer = Explainer {
        schema,
        found: Vec::new(),
        locator: Locator::new(root),
        last_cut: LastCut::default(),
    };
    errors.for_each(|error| explainer.explain(&error, &Context::default()));
    let mut found = explainer.found;
    found.sort_by(|one, other| one.order.cmp(&other.order));
    found.dedup_by(|one, other| one.issue == other.issue);
    found.into_iter().map(|found| found.issue).collect()
}

struct Explainer<'s, 'v> {
    schema: &'s Value,
    found: Vec<Found>,
    locator: Locator<'v>,
    last_cut: LastCut,
}

/// An issue, and what to sort it by.
struct Found {
    order: Vec<usize>,
    issue: Issue,
}

/// What is around an error.
#[derive(Clone, Default)]
struct Context<'n> {
    /// Union arms, with how many steps of the way to the value come before each.
    arms: Vec<(usize, usize, String)>,
    /// The member name that is at fault, where it is not a value.
    name: Option<(&'n str, Node<'n>)>,
}

impl Explainer<'_, '_> {
    fn explain(&mut self, error: &ValidationError<'_>, context: &Context<'_>) {
        use ValidationErrorKind as Kind;
        let Some(spot) = self.locator.find(error.instance_path().as_str()) else { return };
        let Spot { steps: at, node, .. } = &spot;
        let node = context.name.map_or(*node, |(_, name)| name);
        match error.kind() {
            Kind::AnyOf { context: arms } | Kind::OneOfNotValid { context: arms } => {
                self.explain_arms(error, arms, at.len(), context);
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let path = below(at, node, name);
                self.note(path, context, problem::missing(), node);
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                for name in unexpected {
                    let member = node.as_object().and_then(|members| members.find(name));
                    let path = below(at, node, name);
                    self.note(
                        path,
                        context,
                        problem::extra_forbidden(),
                        member.map_or(node, |(_, member)| member),
                    );
                }
            }
            Kind::FalseSchema => self.explain_false(error, &spot, context),
            Kind::PropertyNames { error: inner } => {
                let Value::String(name) = inner.instance().as_ref() else { return };
                let mut buffer = TapeBuf::new();
                buffer.string(name);
                let keys = Keys::default();
                let tape = buffer.tape(&keys);
                let named = Context { arms: context.arms.clone(), name: Some((name, tape.root())) };
                self.explain(inner, &named);
            }
            Kind::Type { kind: TypeKind::Multiple(types) } => {
                let types: Vec<JsonType> = types.iter().collect();
                let values: Vec<_> = types.iter().filter(|t| **t != JsonType::Null).collect();
                if let [only] = values.as_slice() {
                    self.note(at.clone(), context, type_problem(**only, node), node);
                    return;
                }
                for (index, kind) in types.iter().enumerate() {
                    let mut context = context.clone();
                    context.arms.push((at.len(), index, type_label(kind.as_str()).to_owned()));
                    self.note(at.clone(), &context, type_problem(*kind, node), node);
                }
            }
            kind => {
                let problem = self.problem(kind, error.schema_path(), node);
                self.note(at.clone(), context, problem, node);
            }
        }
    }

    /// The problems of every arm of a union; of the one that is not null where there are two.
    fn explain_arms(
        &mut self,
        error: &ValidationError<'_>,
        arms: &[Vec<ValidationError<'static>>],
        depth: usize,
        context: &Context<'_>,
    ) {
        let schemas = self.schema.pointer(error.schema_path().as_str());
        let arm = |index: usize| schemas.and_then(|schemas| schemas.get(index));
        let is_null = |index: usize| {
            arm(index).and_then(|schema| schema.get("type")).is_some_and(|kind| kind == "null")
        };
        let others: Vec<usize> = (0..arms.len()).filter(|index| !is_null(*index)).collect();
        let nullable = others.len() == 1 && arms.len() > 1;
        for (index, errors) in arms.iter().enumerate() {
            if nullable && is_null(index) {
                continue;
            }
            let mut context = context.clone();
            if !nullable {
                let label = self.label(arm(index), index);
                context.arms.push((depth, index, label));
            }
            errors.iter().for_each(|error| self.explain(error, &context));
        }
    }

    /// A value where the schema is `false`: a member or an item too many.
    fn explain_false(
        &mut self,
        error: &ValidationError<'_>,
        spot: &Spot<'_>,
        context: &Context<'_>,
    ) {
        let Spot { steps: at, node, .. } = spot;
        let node = context.name.map_or(*node, |(_, name)| name);
        let path = error.schema_path().as_str();
        let (around, keyword) = path.rsplit_once('/').unwrap_or(("", ""));
        let problem = match (at.last(), keyword) {
            (_, "propertyNames") => {
                let count = node.as_object().map_or(0, |members| members.len());
                problem::too_long("Dictionary", 0, count)
            }
            (_, "additionalProperties") if node.as_object().is_some() => {
                // Without `properties` it is reported once, for the object as a whole.
                for (key, member) in node.as_object().into_iter().flat_map(|members| members.iter())
                {
                    let path = below(at, node, key.name);
                    self.note(path, context, problem::extra_forbidden(), member);
                }
                return;
            }
            (Some(Step::Index(_)), "items" | "additionalItems" | "unevaluatedItems") => {
                let Some((_, at)) = at.split_last() else { return };
                let Some(list) = spot.parent else { return };
                let count = list.as_array().map_or(0, |items| items.len());
                let around = self.schema.pointer(around);
                let tuple =
                    |keyword: &str| around.and_then(|schema| schema.get(keyword)?.as_array());
                let most = tuple("prefixItems").or_else(|| tuple("items")).map_or(0, Vec::len);
                let problem = problem::too_long("List", most as u64, count);
                self.note(at.to_vec(), context, problem, list);
                return;
            }
            (Some(Step::Key { .. }), _) => problem::extra_forbidden(),
            _ => beyond::nothing(),
        };
        self.note(at.clone(), context, problem, node);
    }

    /// The problem behind an error that stands for itself.
    fn problem(&self, kind: &ValidationErrorKind, path: &Location, node: Node<'_>) -> Problem {
        use ValidationErrorKind as Kind;
        let length = match node.view() {
            View::Array(items) => items.len(),
            View::Object(members) => members.len(),
            _ => 0,
        };
        match kind {
            Kind::Type { kind: TypeKind::Single(kind) } => type_problem(*kind, node),
            Kind::Minimum { limit } => problem::greater_than_equal(&literal(limit)),
            Kind::ExclusiveMinimum { limit } => problem::greater_than(&literal(limit)),
            Kind::Maximum { limit } => problem::less_than_equal(&literal(limit)),
            Kind::ExclusiveMaximum { limit } => problem::less_than(&literal(limit)),
            Kind::MultipleOf { multiple_of } => problem::multiple_of(&multiple_of.to_string()),
            Kind::MinLength { limit } => problem::string_too_short(*limit),
            Kind::MaxLength { limit } => problem::string_too_long(*limit),
            Kind::MinItems { limit } => problem::too_short("List", *limit, length),
            Kind::MaxItems { limit } => problem::too_long("List", *limit, length),
            Kind::MinProperties { limit } => problem::too_short("Dictionary", *limit, length),
            Kind::MaxProperties { limit } => problem::too_long("Dictionary", *limit, length),
            Kind::AdditionalItems { limit } => problem::too_long("List", *limit as u64, length),
            Kind::UnevaluatedItems { unexpected } => {
                problem::too_long("List", length.saturating_sub(unexpected.len()) as u64, length)
            }
            Kind::Pattern { pattern } => problem::string_pattern_mismatch(pattern),
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
                let pattern = self.schema.pointer(path.as_str()).and_then(Value::as_str);
                beyond::pattern_given_up(pattern.unwrap_or_default())
            }
            Kind::Constant { expected_value } => problem::literal_error(&[literal(expected_value)]),
            Kind::Enum { options } => {
                let options = options.as_array().map_or(&[] as &[Value], Vec::as_slice);
                problem::literal_error(&options.iter().map(literal).collect::<Vec<_>>())
            }
            Kind::Format { format } => format_problem(format),
            Kind::ContentEncoding { content_encoding } => beyond::content(content_encoding),
            Kind::ContentMediaType { content_media_type } => beyond::content(content_media_type),
            Kind::FromUtf8 { .. } => beyond::content("UTF-8"),
            Kind::UniqueItems => beyond::repeated_items(),
            Kind::Contains => self.contains_problem(path),
            Kind::Not { .. } => beyond::excluded(),
            Kind::OneOfMultipleValid { context } => {
                let schemas = self.schema.pointer(path.as_str());
                let valid = context.iter().enumerate().filter(|(_, errors)| errors.is_empty());
                let label = |index| self.label(schemas.and_then(|all| all.get(index)), index);
                beyond::ambiguous(&valid.map(|(index, _)| label(index)).collect::<Vec<_>>())
            }
            Kind::Custom { .. } => {
                let factor = self.schema.pointer(path.as_str());
                problem::multiple_of(&factor.map(literal).unwrap_or_default())
            }
            Kind::Referencing(error) => beyond::no_validator(&error.to_string()),
            // The kinds that are explained elsewhere.
            Kind::AnyOf { .. }
            | Kind::OneOfNotValid { .. }
            | Kind::Required { .. }
            | Kind::AdditionalProperties { .. }
            | Kind::UnevaluatedProperties { .. }
            | Kind::FalseSchema
            | Kind::PropertyNames { .. }
            | Kind::Type { .. } => beyond::nothing(),
        }
    }

    fn contains_problem(&self, path: &Location) -> Problem {
        let (around, keyword) = path.as_str().rsplit_once('/').unwrap_or(("", ""));
        let around = self.schema.pointer(around);
        let limit = |keyword: &str| around.and_then(|schema| schema.get(keyword)?.as_u64());
        match limit("maxContains") {
            Some(most) if keyword == "maxContains" => beyond::contains_too_many(most),
            _ => beyond::contains_too_few(limit("minContains").unwrap_or(1)),
        }
    }

    /// What to call an arm of a union.
    fn label(&self, arm: Option<&Value>, index: usize) -> String {
        let target = arm.and_then(|arm| arm.get("$ref")).and_then(Value::as_str);
        let target = target.and_then(|text| self.schema.pointer(text.strip_prefix('#')?));
        let arm = target.or(arm);
        let text = |keyword: &str| arm.and_then(|arm| arm.get(keyword)).and_then(Value::as_str);
        match (text("title"), text("type")) {
            (Some(title), _) => title.to_owned(),
            (None, Some(kind)) => type_label(kind).to_owned(),
            (None, None) => format!("alternative {}", index + 1),
        }
    }

    /// Adds an issue for the place that the steps and the arms between them lead to.
    fn note(&mut self, steps: Vec<Step>, context: &Context<'_>, problem: Problem, node: Node<'_>) {
        let mut path = Vec::with_capacity(steps.len());
        let mut order = Vec::with_capacity(steps.len());
        let mut place = Place::root(self.schema);
        let arms_before = |count: usize, path: &mut Vec<_>, order: &mut Vec<_>| {
            for (_, index, label) in context.arms.iter().filter(|(depth, ..)| *depth == count) {
                path.push(Segment::Arm(Cow::Owned(label.clone())));
                order.push(*index);
            }
        };
        for (count, step) in steps.iter().enumerate() {
            arms_before(count, &mut path, &mut order);
            match step {
                Step::Index(index) => {
                    path.push(Segment::Index(*index));
                    order.push(*index);
                    place = place.item(self.schema, *index);
                }
                Step::Key { name, position } => {
                    path.push(Segment::Key(Cow::Owned(name.clone())));
                    order.push(place.rank(name, *position));
                    place = place.member(self.schema, name);
                }
            }
        }
        arms_before(steps.len(), &mut path, &mut order);
        if let Some((name, _)) = context.name {
            path.push(Segment::Key(Cow::Owned(name.to_owned())));
            path.push(Segment::Arm(Cow::Borrowed("[key]")));
            order.push(place.rank(name, None));
        }
        let issue = Issue::after(&mut self.last_cut, path, problem, node);
        self.found.push(Found { order, issue });
    }
}

fn type_problem(kind: JsonType, node: Node<'_>) -> Problem {
    match kind {
        JsonType::Integer if matches!(node.view(), View::Number(_)) => problem::int_from_float(),
        JsonType::Integer => problem::int_type(),
        JsonType::Number => problem::float_type(),
        JsonType::String => problem::string_type(),
        JsonType::Boolean => problem::bool_type(),
        JsonType::Null => problem::none_required(),
        JsonType::Array => problem::list_type(),
        JsonType::Object => problem::dict_type(),
    }
}

/// A type of JSON Schema in Python's words.
fn type_label(kind: &str) -> &str {
    match kind {
        "integer" => "int",
        "number" => "float",
        "string" => "str",
        "boolean" => "bool",
        "null" => "none",
        "array" => "list",
        "object" => "dict",
        other => other,
    }
}

fn format_problem(format: &str) -> Problem {
    let invalid = "invalid characters or out of range";
    match format {
        "date" => problem::date_parsing(invalid),
        "date-time" => problem::datetime_parsing(invalid),
        "time" => problem::time_parsing(invalid),
        "duration" => problem::time_delta_parsing("invalid duration"),
        "uuid" => problem::uuid_parsing("invalid characters or length"),
        "uri" | "iri" => problem::url_parsing("not an absolute URL"),
        "email" | "idn-email" => beyond::format("email address"),
        "regex" => beyond::format("regular expression"),
        other => beyond::format(other),
    }
}

/// The way to a member of the value that `steps` lead to.
fn below(steps: &[Step], node: Node<'_>, name: &str) -> Vec<Step> {
    steps.iter().cloned().chain([Step::member(node.as_object(), name)]).collect()
}
