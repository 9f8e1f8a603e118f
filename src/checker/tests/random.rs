//! Random schemas, and values that often satisfy them.

use serde_json::{Map, Value, json};

/// xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn number(&mut self) -> Value {
        self.pick(&[
            json!(0),
            json!(1),
            json!(-1),
            json!(2),
            json!(2.0),
            json!(0.5),
            json!(1.5),
            json!(-0.0),
            json!(7),
            json!(1e300),
            json!(9_007_199_254_740_991u64),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(1e-9),
        ])
    }

    fn text(&mut self) -> Value {
        self.pick(&["", "a", "b", "ab", "üü", "🌊", "a long one", "2026-07-28"]).into()
    }

    fn name(&mut self) -> String {
        self.pick(&["a", "b", "c", "d", "", "x y"]).to_owned()
    }

    fn scalar(&mut self) -> Value {
        match self.below(5) {
            0 => Value::Null,
            1 => self.pick(&[json!(true), json!(false)]),
            2 => self.text(),
            _ => self.number(),
        }
    }

    /// A value of any kind.
    pub fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 3 } else { 5 }) {
            0..3 => self.scalar(),
            3 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let members = (0..self.below(4)).map(|_| (self.name(), self.value(depth - 1)));
                Value::Object(members.collect())
            }
        }
    }

    fn schemas(&mut self, depth: usize) -> Vec<Value> {
        (0..1 + self.below(3)).map(|_| self.schema(depth)).collect()
    }

    /// A schema of the keywords that the checker covers, now and then with another.
    pub fn schema(&mut self, depth: usize) -> Value {
        let kinds = ["null", "boolean", "integer", "number", "string", "array", "object"];
        if depth == 0 || self.below(12) == 0 {
            return self.pick(&[
                json!(true),
                json!({}),
                json!({"$ref": "#/$defs/A"}),
                json!({"$ref": "#"}),
                json!(false),
            ]);
        }
        let mut schema = Map::new();
        match self.below(6) {
            0 => {}
            1 => {
                let kinds: std::collections::BTreeSet<_> =
                    (0..1 + self.below(3)).map(|_| self.pick(&kinds)).collect();
                schema.insert("type".into(), json!(kinds));
            }
            _ => {
                schema.insert("type".into(), json!(self.pick(&kinds)));
            }
        }
        for _ in 0..self.below(4) {
            let (keyword, value) = match self.below(22) {
                0 => ("minimum", self.number()),
                1 => ("maximum", self.number()),
                2 => ("exclusiveMinimum", self.number()),
                3 => ("exclusiveMaximum", self.number()),
                4 => ("minLength", json!(self.below(3))),
                5 => ("maxLength", json!(self.below(5))),
                6 => ("minItems", json!(self.below(3))),
                7 => ("maxItems", json!(self.below(4))),
                8 => ("minProperties", json!(self.below(3))),
                9 => ("maxProperties", json!(self.below(4))),
                10 => ("items", self.schema(depth - 1)),
                11 => ("prefixItems", self.schemas(depth - 1).into()),
                12 => ("additionalProperties", self.schema(depth - 1)),
                13 => ("anyOf", self.schemas(depth - 1).into()),
                14 => ("allOf", self.schemas(depth - 1).into()),
                15 => ("enum", (0..1 + self.below(4)).map(|_| self.scalar()).collect()),
                16 => ("const", self.scalar()),
                17 => ("$ref", json!(self.pick(&["#", "#/$defs/A", "#/$defs/B"]))),
                18 => {
                    let names: std::collections::BTreeSet<_> =
                        (0..self.below(3)).map(|_| self.name()).collect();
                    ("required", json!(names))
                }
                19 => match self.below(8) {
                    0 => ("multipleOf", self.pick(&[json!(2), json!(0.5)])),
                    1 => ("pattern", self.pick(&[json!("a"), json!("^.?$")])),
                    2 => ("format", self.pick(&[json!("date"), json!("unknown")])),
                    3 => ("uniqueItems", self.pick(&[json!(true), json!(false)])),
                    4 => ("oneOf", self.schemas(depth - 1).into()),
                    5 => ("not", self.schema(depth - 1)),
                    6 => ("patternProperties", json!({"a": self.schema(depth - 1)})),
                    _ => ("propertyNames", self.schema(depth - 1)),
                },
                _ => {
                    let members =
                        (0..1 + self.below(3)).map(|_| (self.name(), self.schema(depth - 1)));
                    ("properties", Value::Object(members.collect()))
                }
            };
            schema.insert(keyword.into(), value);
        }
        Value::Object(schema)
    }

    /// A value that is made for a schema, and often satisfies it.
    pub fn value_for(&mut self, schema: &Value, document: &Value, depth: usize) -> Value {
        if depth == 0 || self.below(15) == 0 {
            return self.value(1);
        }
        if let Some(target) = schema["$ref"].as_str().and_then(|text| document.pointer(&text[1..]))
        {
            return self.value_for(target, document, depth - 1);
        }
        if let Some(choices) = schema["enum"].as_array() {
            return self.pick(choices);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(arms) = schema["anyOf"].as_array() {
            let arm = self.pick(arms);
            return self.value_for(&arm, document, depth - 1);
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.pick(kinds),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("null") => Value::Null,
            Some("boolean") => json!(true),
            Some("integer") => {
                self.pick(&[json!(0), json!(1), json!(2.0), json!(-3), json!(u64::MAX)])
            }
            Some("number") => self.number(),
            Some("string") => self.text(),
            Some("array") => {
                let first = schema["prefixItems"].as_array().cloned().unwrap_or_default();
                let rest = schema.get("items").cloned().unwrap_or(json!(true));
                let count = self.below(4);
                let shapes = first.iter().chain(std::iter::repeat(&rest)).take(count);
                shapes.map(|shape| self.value_for(shape, document, depth - 1)).collect()
            }
            Some("object") => {
                let mut object = Map::new();
                for (name, shape) in schema["properties"].as_object().into_iter().flatten() {
                    if self.below(5) > 0 {
                        object.insert(name.clone(), self.value_for(shape, document, depth - 1));
                    }
                }
                let rest = schema.get("additionalProperties").cloned().unwrap_or(json!(true));
                for name in schema["required"].as_array().into_iter().flatten() {
                    let value = self.value_for(&rest, document, depth - 1);
                    object.entry(name.as_str().unwrap()).or_insert(value);
                }
                if self.below(4) == 0 {
                    object.insert(self.name(), self.value_for(&rest, document, depth - 1));
                }
                Value::Object(object)
            }
            _ => self.value(2),
        }
    }
}
