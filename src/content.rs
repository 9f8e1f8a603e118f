//! Return schemas that declare content blocks.

use serde_json::Value;

use crate::blocks::BLOCK_TYPES;

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
    use serde_json::json;

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
