use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::policy::Formats;
use crate::schema::is_known_format;
use crate::shape::{Choices, Member, Members, Shape, ShapeId, Shapes, Types};
use crate::survey::draft::{Draft, holds};
use crate::survey::{Survey, is_shallow};
use crate::tape::Keys;

/// Numbers of a schema from this one on are not compared as doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Compiles a schema of plain keywords; `None` where there are others.
pub(super) fn compile(schema: &Value, keys: &Keys, formats: Formats) -> Option<Shapes> {
    if !is_shallow(schema, Survey::DEEPEST) {
        return None;
    }
    let mut compiler = Compiler {
        document: schema,
        keys,
        formats,
        shapes: Vec::new(),
        targets: HashMap::new(),
        waiting: Vec::new(),
    };
    let root = compiler.shape(schema)?;
    while let Some((id, schema)) = compiler.waiting.pop() {
        let shape = compiler.read(schema)?;
        *compiler.shapes.get_mut(id)? = shape;
    }
    let compiled = Shapes::new(compiler.shapes, root);
    (!has_circle(&compiled.shapes)).then_some(compiled)
}

struct Compiler<'s> {
    document: &'s Value,
    keys: &'s Keys,
    formats: Formats,
    shapes: Vec<Shape>,
    /// The shapes of schemas that references lead to.
    targets: HashMap<&'s str, ShapeId>,
    /// Targets that are still to be read.
    waiting: Vec<(ShapeId, &'s Value)>,
}

impl<'s> Compiler<'s> {
    fn add(&mut self, shape: Shape) -> ShapeId {
        self.shapes.push(shape);
        self.shapes.len() - 1
    }

    /// The number of a schema's shape.
    fn shape(&mut self, schema: &'s Value) -> Option<ShapeId> {
        if let Some(text) = bare_reference(schema) {
            return self.target(text);
        }
        let shape = self.read(schema)?;
        Some(self.add(shape))
    }

    /// The number of the shape that a `$ref` leads to.
    fn target(&mut self, text: &'s str) -> Option<ShapeId> {
        if let Some(known) = self.targets.get(text) {
            return Some(*known);
        }
        let pointer = text.strip_prefix('#')?;
        let plain = !pointer.contains('%') && (pointer.is_empty() || pointer.starts_with('/'));
        let schema = self.document.pointer(pointer).filter(|_| plain)?;
        let id = self.add(Shape::anything());
        self.targets.insert(text, id);
        self.waiting.push((id, schema));
        Some(id)
    }

    fn shapes(&mut self, schemas: &'s Value) -> Option<Vec<ShapeId>> {
        schemas.as_array()?.iter().map(|schema| self.shape(schema)).collect()
    }

    /// Compiles one schema.
    fn read(&mut self, schema: &'s Value) -> Option<Shape> {
        let mut shape = Shape::anything();
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return Some(shape),
            Value::Bool(false) => {
                shape.types = Types::NONE;
                return Some(shape);
            }
            _ => return None,
        };
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "type" => shape.types = types(value)?,
                "$ref" => shape.all.push(self.target(value.as_str()?)?),
                "allOf" => shape.all.extend(self.shapes(value)?),
                "anyOf" => shape.any = Some(self.shapes(value)?),
                "enum" => shape.choices = Some(Choices::new(value.as_array()?, limit)?),
                "const" if !keywords.contains_key("enum") => {
                    shape.choices = Some(Choices::new(std::slice::from_ref(value), limit)?);
                }
                "minLength" => shape.length.get_or_insert((0, u64::MAX)).0 = value.as_u64()?,
                "maxLength" => shape.length.get_or_insert((0, u64::MAX)).1 = value.as_u64()?,
                "minimum" => shape.bounds().minimum = limit(value)?,
                "maximum" => shape.bounds().maximum = limit(value)?,
                "exclusiveMinimum" => shape.bounds().above = limit(value)?,
                "exclusiveMaximum" => shape.bounds().below = limit(value)?,
                "minItems" => shape.items.least = count(value)?,
                "maxItems" => shape.items.most = count(value)?,
                "items" => shape.items.rest = Some(self.shape(value)?),
                "prefixItems" => shape.items.first = self.shapes(value)?,
                "minProperties" => shape.members.least = count(value)?,
                "maxProperties" => shape.members.most = count(value)?,
                "additionalProperties" => shape.members.rest = Some(self.shape(value)?),
                "properties" | "required" => {}
                "uniqueItems" if value == &Value::Bool(false) => {}
                "format" if self.formats == Formats::Annotate => {}
                "format" if !is_known_format(value.as_str()?) => {}
                other if is_remark(other) => {}
                _ => return None,
            }
        }
        self.read_members(keywords, &mut shape.members)?;
        Some(shape)
    }

    /// Compiles `properties` and `required`, which belong together.
    fn read_members(
        &mut self,
        keywords: &'s Map<String, Value>,
        members: &mut Members,
    ) -> Option<()> {
        let required: Vec<&str> = match keywords.get("required") {
            Some(names) => names.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?,
            None => Vec::new(),
        };
        let listed = match keywords.get("properties") {
            Some(properties) => Some(properties.as_object()?),
            None => None,
        };
        for (name, schema) in listed.into_iter().flatten() {
            let (key, shape) = (self.keys.id(name)?, self.shape(schema)?);
            members.known.push(Member::new(key, shape, None));
        }
        for (place, name) in required.iter().enumerate() {
            let place = u8::try_from(place).ok()?;
            members.required.add(place);
            let key = self.keys.id(name)?;
            if let Some(member) = members.known.iter_mut().find(|member| member.key == key) {
                member.required = Some(place);
                continue;
            }
            let shape = match members.rest {
                Some(shape) => shape,
                None => self.add(Shape::anything()),
            };
            members.known.push(Member::new(key, shape, Some(place)));
        }
        members.settle();
        Some(())
    }
}

/// The reference of a schema that has nothing else to say.
fn bare_reference(schema: &Value) -> Option<&str> {
    let keywords = schema.as_object()?;
    let text = keywords.get("$ref")?.as_str()?;
    keywords.keys().all(|keyword| keyword == "$ref" || is_remark(keyword)).then_some(text)
}

/// Keywords that ask nothing of a value, and words that the draft does not have.
fn is_remark(keyword: &str) -> bool {
    match keyword {
        "title" | "description" | "default" | "examples" | "$comment" | "$defs" | "definitions"
        | "deprecated" | "readOnly" | "writeOnly" | "contentEncoding" | "contentMediaType"
        | "contentSchema" => true,
        "$recursiveRef" | "$recursiveAnchor" => false,
        other => holds(other, Draft::D2020).is_none(),
    }
}

fn types(value: &Value) -> Option<Types> {
    let one = |name: &Value| {
        Some(match name.as_str()? {
            "null" => Types::NULL,
            "boolean" => Types::BOOL,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    };
    match value {
        Value::Array(names) => {
            names.iter().try_fold(Types(0), |types, name| Some(Types(types.0 | one(name)?.0)))
        }
        name => one(name),
    }
}

/// A number that a double holds exactly.
fn limit(value: &Value) -> Option<f64> {
    value.as_f64().filter(|limit| limit.abs() < EXACT)
}

fn count(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// Whether a shape comes back to itself at the same value, by `anyOf`, `allOf` or `$ref`.
fn has_circle(shapes: &[Shape]) -> bool {
    #[derive(Clone, Copy)]
    enum Visit {
        Never,
        OnTheWay,
        Done,
    }
    let mut visits = vec![Visit::Never; shapes.len()];
    for start in 0..shapes.len() {
        let mut stack = vec![(start, false)];
        while let Some((id, leaving)) = stack.pop() {
            let (Some(visit), Some(shape)) = (visits.get_mut(id), shapes.get(id)) else { continue };
            match (*visit, leaving) {
                (_, true) => *visit = Visit::Done,
                (Visit::OnTheWay, false) => return true,
                (Visit::Done, false) => {}
                (Visit::Never, false) => {
                    *visit = Visit::OnTheWay;
                    stack.push((id, true));
                    let inner = shape.any.iter().flatten().chain(&shape.all);
                    stack.extend(inner.map(|inner| (*inner, false)));
                }
            }
        }
    }
    false
}
