//! From a JSON Schema to a [`Plan`].

use std::collections::HashMap;

use serde_json::{Map as Members, Value};

use super::label;
use super::plan::{Arm, Format, Plan, Shape, ShapeId, TextRules};
use crate::error::SchemaError;

/// Subschemas nested more deeply are refused.
const DEEPEST: usize = 256;

/// Keywords that lax mode has no meaning for.
const REFUSED: [&str; 18] = [
    "not",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
    "$recursiveRef",
    "disallow",
    "extends",
    "divisibleBy",
];

/// Keywords that only describe, and the places of definitions.
const DESCRIBING: [&str; 20] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "$schema",
    "$id",
    "$anchor",
    "$defs",
    "definitions",
    "discriminator",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "type",
    "example",
    "id",
];

/// Keywords that say what a value must be, by the type that they bear on.
const ASSERTIONS: [(&str, &str); 22] = [
    ("properties", "object"),
    ("required", "object"),
    ("additionalProperties", "object"),
    ("propertyNames", "object"),
    ("minProperties", "object"),
    ("maxProperties", "object"),
    ("prefixItems", "array"),
    ("items", "array"),
    ("additionalItems", "array"),
    ("uniqueItems", "array"),
    ("minItems", "array"),
    ("maxItems", "array"),
    ("pattern", ""),
    ("format", ""),
    ("minLength", ""),
    ("maxLength", ""),
    ("minimum", ""),
    ("maximum", ""),
    ("exclusiveMinimum", ""),
    ("exclusiveMaximum", ""),
    ("multipleOf", ""),
    ("const", ""),
];

pub(super) type Compiled<T> = Result<T, SchemaError>;
pub(super) type Schema = Members<String, Value>;

/// Compiles a published schema; also gives the name of its root as error texts have it.
pub fn compile(published: &Value, tool: &str, wrapped: bool) -> Compiled<(Plan, String)> {
    let title = published.get("title").and_then(Value::as_str);
    let mut compiler = Compiler {
        root: published,
        tool,
        wrapped,
        plan: Plan::default(),
        names: Vec::new(),
        references: HashMap::new(),
        depth: 0,
    };
    let root = compiler.reserve();
    compiler.references.insert(String::new(), root);
    let default_name = format!("{tool}Output");
    compiler.define(root, published, "", Some(title.unwrap_or(&default_name)))?;
    compiler.plan.root = root;
    compiler.refuse_endless_unions()?;
    let Compiler { mut plan, names, .. } = compiler;
    label::finish(&mut plan, &names);
    let subject = label::late(&plan, &names, root);
    Ok((plan, subject))
}

pub(super) struct Compiler<'s> {
    root: &'s Value,
    tool: &'s str,
    /// Whether the root is `{"result": …}` around the return type.
    pub(super) wrapped: bool,
    pub(super) plan: Plan,
    /// What pydantic calls each shape, as known when the shape was made.
    pub(super) names: Vec<String>,
    /// The shape of each place that something refers to, by JSON Pointer.
    references: HashMap<String, ShapeId>,
    depth: usize,
}

impl<'s> Compiler<'s> {
    pub(super) fn refuse<T>(&self, at: &str, reason: impl Into<String>) -> Compiled<T> {
        Err(SchemaError {
            tool: self.tool.to_owned(),
            pointer: Some(at.to_owned()),
            reason: format!("lax validation: {}", reason.into()),
        })
    }

    fn reserve(&mut self) -> ShapeId {
        self.plan.shapes.push(Shape::Any);
        self.names.push(label::OPEN.to_owned());
        self.plan.shapes.len() - 1
    }

    /// Compiles the schema of a definition to the shape that was reserved for it.
    fn define(
        &mut self,
        id: ShapeId,
        schema: &'s Value,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<()> {
        let shape = self.shape(schema, at, name)?;
        self.put(id, shape);
        Ok(())
    }

    fn put(&mut self, id: ShapeId, shape: Shape) {
        let name = label::name(&self.names, &shape);
        if let (Some(slot), Some(text)) = (self.plan.shapes.get_mut(id), self.names.get_mut(id)) {
            *slot = shape;
            *text = name;
        }
    }

    /// Adds a shape that no schema of its own stands for.
    pub(super) fn push(&mut self, shape: Shape) -> ShapeId {
        let id = self.reserve();
        self.put(id, shape);
        id
    }

    /// Compiles a subschema.
    pub(super) fn add(&mut self, schema: &'s Value, at: &str) -> Compiled<ShapeId> {
        if let Some(reference) = self.bare_reference(schema, at)? {
            return self.refer(reference, at);
        }
        let shape = self.shape(schema, at, None)?;
        Ok(self.push(shape))
    }

    /// The target of a schema that is a `$ref` and describing keywords only.
    fn bare_reference(&self, schema: &'s Value, at: &str) -> Compiled<Option<&'s str>> {
        let Some(reference) = schema.get("$ref") else { return Ok(None) };
        let Some(reference) = reference.as_str() else {
            return self.refuse(&format!("{at}/$ref"), "`$ref` is no string");
        };
        match schema.as_object().and_then(|schema| asserting(schema, "$ref")) {
            Some(other) => self.refuse(
                &format!("{at}/{other}"),
                format!("`{other}` next to `$ref` is unsupported"),
            ),
            None => Ok(Some(reference)),
        }
    }

    fn refer(&mut self, reference: &'s str, at: &str) -> Compiled<ShapeId> {
        let decoded = decode_fragment(reference);
        let place = decoded.as_deref().unwrap_or("?");
        if let Some(id) = self.references.get(place) {
            return Ok(*id);
        }
        let root = self.root;
        let Some(target) =
            root.pointer(place).filter(|_| place.is_empty() || place.starts_with('/'))
        else {
            return self.refuse(&format!("{at}/$ref"), format!("`{reference}` leads nowhere"));
        };
        let id = self.reserve();
        self.references.insert(place.to_owned(), id);
        let key =
            place.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let title = target.get("title").and_then(Value::as_str);
        let name = title.filter(|title| is_key_of(&key, title)).unwrap_or(&key);
        self.define(id, target, place, Some(name))?;
        Ok(id)
    }

    /// What a chain of references leads to.
    pub(super) fn follow(&self, schema: &'s Value) -> Option<&'s Value> {
        let mut schema = schema;
        for _ in 0..DEEPEST {
            let Some(reference) = schema.get("$ref") else { return Some(schema) };
            schema = self.root.pointer(&decode_fragment(reference.as_str()?)?)?;
        }
        None
    }

    /// Compiles a schema; `name` is that of the definition that it is.
    fn shape(&mut self, schema: &'s Value, at: &str, name: Option<&str>) -> Compiled<Shape> {
        let members = match schema {
            Value::Bool(true) => return Ok(Shape::Any),
            Value::Bool(false) => return Ok(Shape::Nothing),
            Value::Object(members) => members,
            _ => return self.refuse(at, "a schema must be an object or a boolean"),
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.refuse(at, format!("more than {DEEPEST} levels of subschemas"));
        }
        let shape = self.keywords(schema, members, at, name);
        self.depth -= 1;
        shape
    }

    fn keywords(
        &mut self,
        schema: &'s Value,
        members: &'s Schema,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<Shape> {
        if let Some(word) = REFUSED.into_iter().find(|word| members.contains_key(*word)) {
            return self.refuse(&format!("{at}/{word}"), format!("`{word}` is unsupported"));
        }
        if !at.is_empty() && members.contains_key("$id") {
            return self.refuse(&format!("{at}/$id"), "`$id` in a subschema is unsupported");
        }
        if let Some(reference) = self.bare_reference(schema, at)? {
            return Ok(Shape::Same(self.refer(reference, at)?));
        }
        for word in ["anyOf", "oneOf", "allOf"] {
            let Some(arms) = members.get(word) else { continue };
            let at_word = format!("{at}/{word}");
            if let Some(other) = asserting(members, word) {
                let reason = format!("`{other}` next to `{word}` is unsupported");
                return self.refuse(&format!("{at}/{other}"), reason);
            }
            let Some(arms) = arms.as_array().filter(|arms| !arms.is_empty()) else {
                return self.refuse(&at_word, format!("`{word}` is no list of schemas"));
            };
            return match (word, arms.as_slice()) {
                ("allOf", [only]) => Ok(Shape::Same(self.add(only, &format!("{at_word}/0"))?)),
                ("allOf", _) => self.refuse(&at_word, "`allOf` of several schemas is unsupported"),
                _ => match self.tagged(members, arms, &at_word)? {
                    Some(shape) => Ok(shape),
                    None => self.union(arms, &at_word),
                },
            };
        }
        if let Some(literal) = self.literal(members, at, name)? {
            return Ok(Shape::Literal(literal));
        }
        match members.get("type") {
            Some(Value::String(kind)) => self.typed(kind, members, at, name),
            Some(Value::Array(kinds)) => self.one_of_types(kinds, members, at, name),
            Some(_) => self.refuse(&format!("{at}/type"), "`type` is neither a string nor a list"),
            None => match ASSERTIONS.into_iter().find(|(word, _)| members.contains_key(*word)) {
                None => Ok(Shape::Any),
                Some((word, "")) => {
                    self.refuse(&format!("{at}/{word}"), format!("`{word}` needs a `type`"))
                }
                Some((_, kind)) => self.typed(kind, members, at, name),
            },
        }
    }

    pub(super) fn typed(
        &mut self,
        kind: &str,
        schema: &'s Schema,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<Shape> {
        match kind {
            "null" => Ok(Shape::Null),
            "boolean" => Ok(Shape::Bool),
            "integer" => Ok(Shape::Int(self.bounds(schema, at, true)?)),
            "number" => Ok(Shape::Float(self.bounds(schema, at, false)?)),
            "string" => self.string(schema, at),
            "array" => self.array(schema, at),
            "object" => self.object(schema, at, name),
            _ => self.refuse(&format!("{at}/type"), format!("unknown type `{kind}`")),
        }
    }

    /// `type` with several names is a union of them.
    fn one_of_types(
        &mut self,
        kinds: &'s [Value],
        schema: &'s Schema,
        at: &str,
        name: Option<&str>,
    ) -> Compiled<Shape> {
        let mut arms = Vec::new();
        let mut nullable = false;
        for kind in kinds {
            match kind.as_str() {
                Some("null") => nullable = true,
                Some(kind) => {
                    let shape = self.typed(kind, schema, at, name)?;
                    arms.push(self.push(shape));
                }
                None => return self.refuse(&format!("{at}/type"), "`type` is no list of names"),
            }
        }
        Ok(self.alternatives(arms, nullable))
    }

    fn union(&mut self, schemas: &'s [Value], at: &str) -> Compiled<Shape> {
        let is_null = |schema: &&Value| is_bare_null(schema);
        let nullable = schemas.iter().any(|schema| is_null(&schema));
        let others: Vec<(usize, &Value)> =
            schemas.iter().enumerate().filter(|(_, schema)| !is_null(schema)).collect();
        if let [(index, number), (_, text)] = others.as_slice()
            && is_decimal(number, text)
            && let Some(number) = number.as_object()
        {
            let bounds = self.bounds(number, &format!("{at}/{index}"), false)?;
            let rules = TextRules { bounds, ..TextRules::default() };
            let id = self.push(Shape::Format(Format::Decimal, rules));
            return Ok(self.alternatives(vec![id], nullable));
        }
        let mut arms = Vec::new();
        for (index, schema) in others {
            arms.push(self.add(schema, &format!("{at}/{index}"))?);
        }
        Ok(self.alternatives(arms, nullable))
    }

    fn alternatives(&mut self, mut arms: Vec<ShapeId>, nullable: bool) -> Shape {
        let shape = match (arms.pop(), arms.is_empty()) {
            (None, _) => return Shape::Null,
            (Some(only), true) if nullable => return Shape::Nullable(only),
            (Some(only), true) => return Shape::Same(only),
            (Some(last), false) => {
                arms.push(last);
                let arm = |shape| Arm { shape, label: String::new() };
                Shape::Union(arms.into_iter().map(arm).collect())
            }
        };
        if nullable { Shape::Nullable(self.push(shape)) } else { shape }
    }

    /// A union that leads back to itself without going into the value has no end.
    fn refuse_endless_unions(&self) -> Compiled<()> {
        for (pointer, start) in &self.references {
            let mut seen = vec![*start];
            let mut next = self.plan.shape(*start).same_place();
            while let Some(id) = next.pop() {
                if id == *start {
                    return self.refuse(pointer, "the schema refers to itself without end");
                }
                if !seen.contains(&id) {
                    seen.push(id);
                    next.extend(self.plan.shape(id).same_place());
                }
            }
        }
        Ok(())
    }
}

/// A keyword besides `word` that says what a value must be.
fn asserting<'m>(members: &'m Schema, word: &str) -> Option<&'m str> {
    let asserts = |name: &str| {
        ASSERTIONS.iter().any(|(known, _)| *known == name)
            || REFUSED.contains(&name)
            || ["enum", "anyOf", "oneOf", "allOf", "$ref"].contains(&name)
    };
    members
        .keys()
        .map(String::as_str)
        .find(|name| *name != word && !DESCRIBING.contains(name) && asserts(name))
}

fn is_bare_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null") && schema.get("const").is_none()
}

/// How the pattern begins that some versions of pydantic give to the string of a `Decimal`.
const DECIMAL_PATTERN: &str = "^(?!^[-+.]*$)";

/// pydantic publishes a `Decimal` as a number or a string, which nothing tells from a union of
/// the two.
fn is_decimal(number: &Value, text: &Value) -> bool {
    let only = |schema: &Value, kind: &str, words: &[&str]| {
        schema.as_object().is_some_and(|members| {
            members.get("type").and_then(Value::as_str) == Some(kind)
                && members.keys().all(|name| {
                    ["type", "title", "description"].contains(&name.as_str())
                        || words.contains(&name.as_str())
                })
        })
    };
    let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    let pattern = text.get("pattern").and_then(Value::as_str).unwrap_or(DECIMAL_PATTERN);
    only(number, "number", &bounds)
        && only(text, "string", &["pattern"])
        && pattern.starts_with(DECIMAL_PATTERN)
}

/// Whether pydantic would have made the key of a definition from this title.
fn is_key_of(key: &str, title: &str) -> bool {
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' };
    let made: String = title.chars().map(plain).collect();
    // Classes of one name are told apart by their module in front, and by a number at the end.
    let numbered = key.rsplit_once("__").filter(|(_, number)| number.parse::<u32>().is_ok());
    let key = numbered.map_or(key, |(key, _)| key);
    key == made || key.ends_with(&format!("__{made}"))
}

/// The JSON Pointer of a reference into the same document.
fn decode_fragment(reference: &str) -> Option<String> {
    let fragment = reference.strip_prefix('#')?;
    let mut bytes = Vec::new();
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| (byte as char).to_digit(16));
        bytes.push(match byte {
            b'%' => (digit(rest.next())? * 16 + digit(rest.next())?) as u8,
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}
