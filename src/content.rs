//! Content blocks and ready-made results: values that are already what the protocol asks for.

use serde_json::Value;

use crate::tape::{Node, Object, View};

/// What a content block of each type must hold, each a string.
const BLOCK_TYPES: [(&str, &[&str]); 5] = [
    ("text", &["text"]),
    ("image", &["data", "mimeType"]),
    ("audio", &["data", "mimeType"]),
    ("resource_link", &["uri", "name"]),
    ("resource", &[]),
];

/// Whether the value is a well-formed content block of the protocol.
pub fn is_block(node: Node<'_>) -> bool {
    let Some(object) = node.as_object() else { return false };
    let Some(kind) = object.get("type").and_then(Node::as_str) else { return false };
    let Some((_, strings)) = BLOCK_TYPES.iter().find(|(name, _)| *name == kind) else {
        return false;
    };
    let is_string =
        |object: Object<'_>, name: &str| object.get(name).and_then(Node::as_str).is_some();
    if kind != "resource" {
        return strings.iter().all(|name| is_string(object, name));
    }
    object.get("resource").and_then(Node::as_object).is_some_and(|resource| {
        is_string(resource, "uri") && (is_string(resource, "text") || is_string(resource, "blob"))
    })
}

/// Whether the value is a whole result: `content` made of blocks, and nothing that a result
/// does not have; or a request for more input.
pub fn is_ready_made(node: Node<'_>) -> bool {
    let Some(object) = node.as_object() else { return false };
    if asks_for_input(object) {
        return true;
    }
    let blocks = object.get("content").and_then(Node::as_array);
    blocks.is_some_and(|blocks| blocks.iter().all(is_block))
        && object.iter().all(|(key, value)| {
            matches!(
                (key.name, value.view()),
                ("content" | "structuredContent", _)
                    | ("isError", View::Bool(_))
                    | ("_meta", View::Object(_))
                    | ("resultType", View::String(_))
            )
        })
}

/// Whether a result asks for more input instead of giving a value (revision 2026-07-28).
pub fn asks_for_input(result: Object<'_>) -> bool {
    result.get("resultType").and_then(Node::as_str) == Some("input_required")
}

/// Whether a return schema declares content blocks, alone, as items of a list or as arms of a
/// union: what the model reads, not data for the application.
pub fn is_block_schema(schema: &Value) -> bool {
    declares_block(schema, schema, 0)
}

fn declares_block(root: &Value, schema: &Value, depth: usize) -> bool {
    // Deep enough for a list of a union of references; a cycle ends here too.
    if depth > 16 {
        return false;
    }
    let within = |schema: &Value| declares_block(root, schema, depth + 1);
    let any_of = |list: Option<&Value>| {
        list.and_then(Value::as_array).is_some_and(|list| list.iter().any(within))
    };
    if let Some(pointer) =
        schema.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'))
    {
        return root.pointer(pointer).is_some_and(within);
    }
    is_block_type(schema)
        || any_of(schema.get("anyOf"))
        || any_of(schema.get("oneOf"))
        || any_of(schema.get("prefixItems"))
        || schema.get("items").is_some_and(within)
}

fn is_block_type(schema: &Value) -> bool {
    let Some(properties) = schema.get("properties") else { return false };
    let kind = properties.get("type").and_then(|kind| match kind.get("const") {
        Some(name) => name.as_str(),
        None => match kind.get("enum").and_then(Value::as_array).map(Vec::as_slice) {
            Some([name]) => name.as_str(),
            _ => None,
        },
    });
    let Some((_, members)) = BLOCK_TYPES.iter().find(|(name, _)| Some(*name) == kind) else {
        return false;
    };
    let declared = |name: &&str| properties.get(name).is_some();
    members.iter().all(declared) && (kind != Some("resource") || declared(&"resource"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::{Keys, TapeBuf};
    use serde_json::json;

    fn on_tape(value: &Value, check: fn(Node<'_>) -> bool) -> bool {
        let (keys, mut tape) = (Keys::default(), TapeBuf::new());
        tape.value(&keys, value, 64).unwrap();
        check(tape.tape(&keys).root())
    }

    #[test]
    fn blocks_are_told_from_look_alikes() {
        for block in [
            json!({"type": "text", "text": ""}),
            json!({"type": "image", "data": "aGk=", "mimeType": "image/png", "_meta": {}}),
            json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
            json!({"type": "resource", "resource": {"uri": "file:///a", "text": "hi"}}),
            json!({"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk="}}),
        ] {
            assert!(on_tape(&block, is_block), "{block}");
        }
        for data in [
            json!(null),
            json!("text"),
            json!({"type": "text"}),
            json!({"type": "text", "text": 5}),
            json!({"type": "image", "data": "aGk="}),
            json!({"type": "video", "data": "aGk=", "mimeType": "video/mp4"}),
            json!({"type": "resource", "resource": {"uri": "file:///a"}}),
            json!({"type": "resource", "resource": "file:///a"}),
        ] {
            assert!(!on_tape(&data, is_block), "{data}");
        }
    }

    #[test]
    fn results_are_told_from_data_with_content() {
        let text = json!({"type": "text", "text": "hi"});
        for ready in [
            json!({"content": []}),
            json!({"content": [text], "isError": true, "_meta": {"a": 1}}),
            json!({"structuredContent": 1, "content": [text]}),
            json!({"resultType": "input_required", "inputRequests": {}}),
        ] {
            assert!(on_tape(&ready, is_ready_made), "{ready}");
        }
        for data in [
            json!({"content": "text"}),
            json!({"content": [{"type": "text"}]}),
            json!({"content": [text], "title": "a page"}),
            json!({"content": [text], "isError": "no"}),
            json!({"isError": true}),
        ] {
            assert!(!on_tape(&data, is_ready_made), "{data}");
        }
    }

    #[test]
    fn schemas_of_blocks_are_recognised() {
        let image = json!({"type": "object", "properties": {
            "type": {"const": "image", "type": "string"}, "data": {}, "mimeType": {}}});
        assert!(is_block_schema(&image));
        assert!(is_block_schema(&json!({"type": "array", "items": image})));
        assert!(is_block_schema(&json!({"anyOf": [{"type": "string"}, image]})));
        let by_reference = json!({"items": {"$ref": "#/$defs/I"}, "$defs": {"I": image}});
        assert!(is_block_schema(&by_reference));
        assert!(!is_block_schema(&json!({"properties": {"type": {"const": "image"}}})));
        assert!(!is_block_schema(&json!({"$ref": "#"})));
        assert!(!is_block_schema(&json!(true)));
    }
}
