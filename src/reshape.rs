//! Changes that a policy asks for before a value is validated: odd numbers become null,
//! undeclared members and optional nulls are dropped.

use serde_json::Value;

use crate::error::{Issue, Segment};
use crate::policy::{Extra, NullOptional, Policy};
use crate::print::constant;
use crate::problem;
use crate::tape::{Keys, Node, Number, TapeBuf, View};

/// One issue for each NaN and infinity, in document order.
pub fn non_finite_issues(root: Node<'_>) -> Vec<Issue> {
    let mut issues = Vec::new();
    find_non_finite(root, &mut Vec::new(), &mut issues);
    issues
}

fn find_non_finite(node: Node<'_>, path: &mut Vec<Segment<'static>>, issues: &mut Vec<Issue>) {
    match node.view() {
        View::Number(Number::Float(value)) if !value.is_finite() => {
            let mut issue = Issue::new(path.clone(), problem::finite_number(), node);
            issue.found = constant(value);
            issues.push(issue);
        }
        View::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Segment::Index(index));
                find_non_finite(item, path, issues);
                path.pop();
            }
        }
        View::Object(members) => {
            for (key, value) in members.iter() {
                path.push(Segment::Key(key.name.to_owned().into()));
                find_non_finite(value, path, issues);
                path.pop();
            }
        }
        _ => {}
    }
}

/// What has to be changed in a value.
pub struct Reshape<'s> {
    root: &'s Value,
    strip: bool,
    omit: bool,
    numbers: bool,
}

/// The subschemas that bear on one place of the value.
type Subschemas<'s> = Vec<&'s Value>;

impl<'s> Reshape<'s> {
    /// The changes that a policy asks for; `numbers` where there are NaN or infinities to null.
    pub fn new(schema: &'s Value, policy: &Policy, numbers: bool) -> Self {
        Reshape {
            root: schema,
            strip: policy.extra == Extra::Strip,
            omit: policy.null_optional == NullOptional::Omit,
            numbers,
        }
    }

    /// NaN and infinities become null, and nothing else changes.
    pub fn numbers_only() -> Reshape<'static> {
        Reshape { root: &Value::Null, strip: false, omit: false, numbers: true }
    }

    /// Whether there is nothing to change.
    pub fn is_idle(&self) -> bool {
        !(self.strip || self.omit || self.numbers)
    }

    /// Writes the changed value to `out`.
    pub fn copy(&self, root: Node<'_>, keys: &Keys, out: &mut TapeBuf) {
        let subschemas = self.all_of(self.root);
        self.write(root, &subschemas, keys, out);
    }

    fn write(&self, node: Node<'_>, subschemas: &Subschemas<'s>, keys: &Keys, out: &mut TapeBuf) {
        match node.view() {
            View::Number(Number::Float(value)) if !value.is_finite() && self.numbers => out.null(),
            View::Array(items) => {
                let mark = if items.is_single() { out.open_set() } else { out.open_array() };
                for (index, item) in items.iter().enumerate() {
                    self.write(item, &self.at_item(subschemas, index), keys, out);
                }
                out.close(mark, items.len());
            }
            View::Object(members) => {
                let mark = out.open_object();
                let mut count = 0;
                for (key, value) in members.iter() {
                    let (below, declared) = self.at_member(subschemas, key.name);
                    let stray = self.strip && !declared;
                    if stray
                        || (self.omit
                            && value.is_null()
                            && self.is_idle_null(subschemas, key.name, &below))
                    {
                        continue;
                    }
                    out.key(keys, key.name);
                    self.write(value, &below, keys, out);
                    count += 1;
                }
                out.close(mark, count);
            }
            _ => out.copy(node),
        }
    }

    /// A null that is declared, optional and not allowed.
    fn is_idle_null(&self, around: &Subschemas<'s>, name: &str, below: &Subschemas<'s>) -> bool {
        let required = around.iter().any(|schema| {
            let names = schema.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|n| n == name))
        });
        !required && !below.is_empty() && !below.iter().any(|schema| allows_null(schema))
    }

    /// A schema and everything that applies to the same place through it.
    fn all_of(&self, schema: &'s Value) -> Subschemas<'s> {
        let mut found = Vec::new();
        self.collect(schema, &mut found);
        found
    }

    fn collect(&self, schema: &'s Value, found: &mut Subschemas<'s>) {
        if found.iter().any(|seen| std::ptr::eq(*seen, schema)) {
            return;
        }
        found.push(schema);
        let reference = schema.get("$ref").and_then(Value::as_str);
        if let Some(target) = reference.and_then(|r| self.root.pointer(r.strip_prefix('#')?)) {
            self.collect(target, found);
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for arm in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
                self.collect(arm, found);
            }
        }
        for keyword in ["if", "then", "else"] {
            if let Some(arm) = schema.get(keyword) {
                self.collect(arm, found);
            }
        }
    }

    fn at_item(&self, subschemas: &Subschemas<'s>, index: usize) -> Subschemas<'s> {
        let mut found = Vec::new();
        for schema in subschemas {
            let prefix = schema.get("prefixItems").and_then(Value::as_array);
            let item = prefix.and_then(|list| list.get(index)).or_else(|| schema.get("items"));
            if let Some(item) = item {
                self.collect(item, &mut found);
            }
        }
        found
    }

    /// What bears on a member, and whether any schema declares it. An object schema without
    /// `properties` is a free mapping and declares every member.
    fn at_member(&self, subschemas: &Subschemas<'s>, name: &str) -> (Subschemas<'s>, bool) {
        let mut found = Vec::new();
        let mut closed = false;
        let mut declared = false;
        for schema in subschemas {
            let properties = schema.get("properties").and_then(Value::as_object);
            closed |= properties.is_some()
                || schema.get("additionalProperties") == Some(&Value::Bool(false));
            if let Some(property) = properties.and_then(|properties| properties.get(name)) {
                declared = true;
                self.collect(property, &mut found);
            } else if let Some(rest) =
                schema.get("additionalProperties").filter(|rest| **rest != false)
            {
                declared = true;
                self.collect(rest, &mut found);
            } else if schema.get("patternProperties").is_some() {
                declared = true;
            }
        }
        (found, declared || !closed)
    }
}

/// Whether a schema, taken alone, lets null pass.
fn allows_null(schema: &Value) -> bool {
    let Value::Object(members) = schema else { return schema == &Value::Bool(true) };
    let constrains = |keyword: &str| members.contains_key(keyword);
    match members.get("type") {
        Some(Value::String(name)) => name == "null",
        Some(Value::Array(names)) => names.iter().any(|name| name == "null"),
        _ => match (members.get("const"), members.get("enum").and_then(Value::as_array)) {
            (Some(value), _) => value.is_null(),
            (None, Some(values)) => values.iter().any(Value::is_null),
            // The arms and the target of a reference are asked for themselves.
            _ => !["$ref", "anyOf", "oneOf", "allOf"].into_iter().any(constrains),
        },
    }
}
