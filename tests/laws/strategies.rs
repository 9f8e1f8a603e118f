//! Return schemas, values that often keep to them, and policies.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use twochannel::*;

/// Names and texts that have hurt others, and ordinary ones.
const TEXTS: [&str; 20] = [
    "",
    "a",
    "b",
    "name",
    "ab c",
    "__proto__",
    "constructor",
    "toJSON",
    "10",
    "2",
    "-1",
    "\u{0}",
    "\u{2028}",
    "é",
    "🌊",
    "\u{feff}",
    "\"\\/",
    "{}",
    "NaN",
    "2026-07-28",
];

fn text() -> BoxedStrategy<String> {
    prop_oneof![
        3 => proptest::sample::select(&TEXTS[..]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
    .boxed()
}

fn number() -> BoxedStrategy<Value> {
    prop_oneof![
        4 => (-3..20i64).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        2 => (-40..40i32).prop_map(|n| json!(f64::from(n) / 4.0)),
        1 => proptest::num::f64::NORMAL.prop_map(Value::from),
    ]
    .boxed()
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        text().prop_map(Value::from),
    ]
    .boxed()
}

/// Blocks, and what looks like one.
fn block() -> BoxedStrategy<Value> {
    proptest::sample::select(vec![
        json!({"type": "text", "text": "hi", "annotations": {"audience": ["user"], "priority": 1}}),
        json!({"type": "text", "text": "hi", "annotations": {"priority": 2}}),
        json!({"type": "text", "text": "hi", "annotations": null, "_meta": null}),
        json!({"type": "text", "text": "hi", "_meta": 1}),
        json!({"type": "image", "data": "aGk=", "mimeType": "image/png", "extra": [1]}),
        json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav", "_meta": {"a": 1}}),
        json!({"type": "resource_link", "uri": "file:///a", "name": "a", "size": 1.5}),
        json!({"type": "resource_link", "uri": "file:///a", "name": "a", "title": null}),
        json!({"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3,
            "icons": [{"src": "data:,", "theme": "dark", "sizes": ["any"]}]}),
        json!({"type": "resource", "resource": {"uri": "file:///a", "text": "hi", "mimeType": null}}),
        json!({"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk=", "mimeType": 1}}),
        json!({"content": [{"type": "text", "text": "hi"}]}),
        json!({"content": [{"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}]}),
        json!({"resultType": "input_required"}),
    ])
    .boxed()
}

/// Any JSON value.
pub fn value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![8 => scalar(), 1 => block()];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((text(), inner), 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
    .boxed()
}

/// A return schema that can be compiled.
pub fn schema() -> BoxedStrategy<Value> {
    let with_type = |kind: &'static str, keyword: BoxedStrategy<(&'static str, Value)>| {
        proptest::option::of(keyword).prop_map(move |keyword| {
            let mut schema = json!({"type": kind});
            if let Some((name, value)) = keyword {
                schema[name] = value;
            }
            schema
        })
    };
    let length = || (0..4u64).prop_map(Value::from);
    let leaf = prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!({"type": "null"})),
        Just(json!({"type": "boolean"})),
        Just(json!({"$ref": "#/$defs/Shared"})),
        with_type("integer", (keyword(&["minimum", "maximum"]), number()).boxed()),
        with_type("number", (keyword(&["exclusiveMinimum", "maximum"]), number()).boxed()),
        with_type("number", (keyword(&["multipleOf"]), Just(json!(0.5))).boxed()),
        with_type("string", (keyword(&["minLength", "maxLength"]), length()).boxed()),
        with_type("string", (keyword(&["pattern"]), Just(json!("^.?a"))).boxed()),
        with_type("string", (keyword(&["format"]), Just(json!("date"))).boxed()),
        vec(scalar(), 1..4).prop_map(|choices| json!({"enum": choices})),
        scalar().prop_map(|value| json!({"const": value})),
    ];
    let tree = leaf.prop_recursive(3, 12, 3, move |inner| {
        let named = || vec((text(), inner.clone()), 0..4);
        prop_oneof![
            (inner.clone(), proptest::option::of((keyword(&["minItems", "maxItems"]), length())))
                .prop_map(|(items, bound)| {
                    let mut schema = json!({"type": "array", "items": items});
                    if let Some((name, value)) = bound {
                        schema[name] = value;
                    }
                    schema
                }),
            vec(inner.clone(), 1..3).prop_map(|items| json!({"type": "array",
                "prefixItems": items, "minItems": items.len(), "maxItems": items.len()})),
            inner
                .clone()
                .prop_map(|items| json!({"type": "object", "additionalProperties": items})),
            (named(), any::<proptest::sample::Index>(), any::<bool>()).prop_map(
                |(members, at, open)| {
                    let members: Map<String, Value> = members.into_iter().collect();
                    let required: Vec<_> =
                        members.keys().take(at.index(members.len() + 1)).collect();
                    let mut schema = json!({"type": "object", "required": required});
                    schema["properties"] = members.into();
                    if !open {
                        schema["additionalProperties"] = false.into();
                    }
                    schema
                }
            ),
            vec(inner.clone(), 1..3).prop_map(|arms| json!({"anyOf": arms})),
            vec(inner.clone(), 1..3).prop_map(|arms| json!({"oneOf": arms})),
        ]
    });
    (tree.clone(), tree)
        .prop_map(|(mut schema, shared)| {
            let text = schema.to_string();
            if let Some(root) = schema.as_object_mut()
                && text.contains("$defs/Shared")
            {
                // Whatever the shared one refers to, it is no cycle.
                let shared = match shared.to_string().contains("$ref") {
                    true => json!({"type": "integer"}),
                    false => shared,
                };
                root.insert("$defs".into(), json!({"Shared": shared}));
            }
            schema
        })
        .boxed()
}

fn keyword(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(names)
}

/// A schema, and a value that often keeps to it.
pub fn pair() -> BoxedStrategy<(Value, Value)> {
    schema()
        .prop_flat_map(|schema| {
            let value = fitting(&schema, &schema);
            (Just(schema), value)
        })
        .boxed()
}

fn fitting(schema: &Value, document: &Value) -> BoxedStrategy<Value> {
    prop_oneof![15 => likely(schema, document), 1 => value()].boxed()
}

fn likely(schema: &Value, document: &Value) -> BoxedStrategy<Value> {
    let fit = |schema: &Value| fitting(schema, document);
    let list = |name: &str| schema[name].as_array().cloned().unwrap_or_default();
    if let Some(reference) = schema["$ref"].as_str() {
        return fit(document.pointer(&reference[1..]).unwrap_or(&Value::Null));
    }
    if let Some(fixed) = schema.get("const") {
        return Just(fixed.clone()).boxed();
    }
    let arms = [list("anyOf"), list("oneOf")].concat();
    if !arms.is_empty() {
        return proptest::strategy::Union::new(arms.iter().map(fit)).boxed();
    }
    if let Some(choices) = schema["enum"].as_array() {
        return proptest::sample::select(choices.clone()).boxed();
    }
    match schema["type"].as_str() {
        Some("null") => Just(Value::Null).boxed(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        Some("integer") => prop_oneof![
            3 => (-3..20i64).prop_map(Value::from),
            1 => any::<i64>().prop_map(Value::from),
        ]
        .boxed(),
        Some("number") => number(),
        Some("string") => prop_oneof![
            2 => text(),
            1 => proptest::sample::select(vec!["2026-07-28", "aa", "ba"]).prop_map(str::to_owned),
        ]
        .prop_map(Value::from)
        .boxed(),
        Some("array") if !list("prefixItems").is_empty() => {
            list("prefixItems").iter().map(fit).collect::<Vec<_>>().prop_map(Value::from).boxed()
        }
        Some("array") => vec(fit(&schema["items"]), 0..4).prop_map(Value::from).boxed(),
        Some("object") => {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            let members: Vec<_> = properties
                .iter()
                .map(|(name, schema)| {
                    let value = proptest::option::weighted(0.8, fit(schema));
                    (Just(name.clone()), value)
                })
                .collect();
            let rest = vec((text(), fit(&schema["additionalProperties"])), 0..3);
            let rest = prop_oneof![1 => rest, 1 => Just(Vec::new())];
            (members, rest)
                .prop_map(|(members, rest)| {
                    let members = members.into_iter().filter_map(|(n, v)| v.map(|v| (n, v)));
                    Value::Object(rest.into_iter().chain(members).collect())
                })
                .boxed()
        }
        _ => value(),
    }
}

/// Any choice that a host can make.
pub fn policy() -> BoxedStrategy<Policy> {
    let layout = (
        proptest::sample::select(vec![List::PerItem, List::Single]),
        proptest::sample::select(vec![EmptyList::None, EmptyList::Text]),
        0..=Policy::WIDEST,
        proptest::sample::select(vec![Text::Mirror, Text::Mirror, Text::None]),
        proptest::sample::select(vec![Errors::Full, Errors::Named, Errors::Generic]),
    );
    let data = (
        proptest::sample::select(vec![Wrap::Auto, Wrap::Auto, Wrap::Always, Wrap::Never]),
        proptest::sample::select(vec![Validation::Strict, Validation::Lax]),
        proptest::sample::select(vec![Extra::Keep, Extra::Strip]),
        proptest::sample::select(vec![NullOptional::Keep, NullOptional::Omit]),
        proptest::sample::select(vec![Formats::Assert, Formats::Annotate]),
        proptest::sample::select(vec![NonFinite::Error, NonFinite::Null]),
    );
    let limits = (
        proptest::option::weighted(0.2, 0..2000u64),
        prop_oneof![4 => Just(128), 1 => 1..5u32],
        any::<bool>(),
    );
    let revision = proptest::sample::select(REVISIONS.to_vec());
    (revision, layout, data, limits)
        .prop_map(|(revision, layout, data, (max_bytes, max_depth, publish_schema))| Policy {
            revision,
            list: layout.0,
            empty_list: layout.1,
            indent: layout.2,
            text: layout.3,
            errors: layout.4,
            // Without wrapping, earlier revisions refuse most schemas.
            wrap: match data.0 {
                Wrap::Never if revision < Revision::V2026_07_28 => Wrap::Auto,
                wrap => wrap,
            },
            validation: data.1,
            extra: data.2,
            null_optional: data.3,
            formats: data.4,
            non_finite: data.5,
            max_bytes,
            max_depth,
            publish_schema,
            ..Policy::default()
        })
        .boxed()
}

pub const REVISIONS: [Revision; 5] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
];
