//! The drafts of JSON Schema, and what each keyword holds in each of them.

/// A draft of JSON Schema, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

impl Draft {
    /// The draft that a `$schema` names. The URI without a version is the newest.
    pub fn named(uri: &str) -> Option<Draft> {
        let uri = uri.trim_end_matches('#');
        let path = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        Some(match path.strip_prefix("json-schema.org/")? {
            "draft-04/schema" => Draft::D4,
            "draft-06/schema" => Draft::D6,
            "draft-07/schema" => Draft::D7,
            "draft/2019-09/schema" => Draft::D2019,
            "draft/2020-12/schema" | "schema" => Draft::D2020,
            _ => return None,
        })
    }

    /// The keyword that names a schema.
    pub fn id_keyword(self) -> &'static str {
        if self == Draft::D4 { "id" } else { "$id" }
    }

    /// Whether `$ref` makes every keyword beside it void.
    pub fn ref_stands_alone(self) -> bool {
        self <= Draft::D7
    }
}

/// What the value of a keyword is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A schema.
    Schema,
    /// An array of schemas.
    Schemas,
    /// Schemas by name.
    SchemaMap,
    /// Schemas by pattern.
    PatternMap,
    /// A schema, or an array of them by position.
    SchemaOrTuple,
    /// By name, a schema or a list of names.
    Dependencies,
    /// Lists of names by name.
    NamesMap,
    /// A list of names.
    Names,
    /// The name of a type, or a list of them.
    Types,
    /// A regular expression.
    Pattern,
    /// Text.
    Text,
    /// A boolean.
    Flag,
    /// A number.
    Number,
    /// A number above zero.
    Divisor,
    /// A whole number from zero.
    Count,
    /// The values to choose from.
    Choices,
    /// A list of data.
    List,
    /// Data of any kind.
    Data,
    /// A reference.
    Reference,
    /// The URI of this schema.
    Id,
    /// A name for this place.
    Anchor,
    /// The dialect.
    Dialect,
    /// An object that only a meta-schema has.
    Vocabulary,
}

/// What `keyword` holds in `draft`; `None` for a keyword that it does not have.
pub(crate) fn holds(keyword: &str, draft: Draft) -> Option<Holds> {
    use Draft::{D6, D7, D2019, D2020};
    use Holds::*;
    let from = |first: Draft, what: Holds| (draft >= first).then_some(what);
    match keyword {
        "allOf" | "anyOf" | "oneOf" => Some(Schemas),
        "not" | "additionalProperties" => Some(Schema),
        "properties" | "definitions" | "$defs" => Some(SchemaMap),
        "patternProperties" => Some(PatternMap),
        "items" => Some(if draft == D2020 { Schema } else { SchemaOrTuple }),
        "additionalItems" => (draft < D2020).then_some(Schema),
        "prefixItems" => from(D2020, Schemas),
        "contains" | "propertyNames" => from(D6, Schema),
        "if" | "then" | "else" => from(D7, Schema),
        "unevaluatedItems" | "unevaluatedProperties" | "contentSchema" => from(D2019, Schema),
        "dependentSchemas" => from(D2019, SchemaMap),
        "dependentRequired" => from(D2019, NamesMap),
        "dependencies" => Some(Dependencies),
        "required" => Some(Names),
        "type" => Some(Types),
        "pattern" => Some(Pattern),
        "format" | "title" | "description" => Some(Text),
        "$comment" | "contentEncoding" | "contentMediaType" => from(D7, Text),
        "uniqueItems" => Some(Flag),
        "readOnly" | "writeOnly" => from(D7, Flag),
        "deprecated" => from(D2019, Flag),
        "$recursiveAnchor" => (draft == D2019).then_some(Flag),
        "minimum" | "maximum" => Some(Number),
        "exclusiveMinimum" | "exclusiveMaximum" => {
            Some(if draft == Draft::D4 { Flag } else { Number })
        }
        "multipleOf" => Some(Divisor),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            Some(Count)
        }
        "minContains" | "maxContains" => from(D2019, Count),
        "enum" => Some(Choices),
        "const" => from(D6, Data),
        "default" => Some(Data),
        "examples" => from(D6, List),
        "$ref" => Some(Reference),
        "$dynamicRef" => from(D2020, Reference),
        "$recursiveRef" => (draft == D2019).then_some(Reference),
        "id" => (draft == Draft::D4).then_some(Id),
        "$id" => from(D6, Id),
        "$anchor" => from(D2019, Anchor),
        "$dynamicAnchor" => from(D2020, Anchor),
        "$schema" => Some(Dialect),
        "$vocabulary" => from(D2019, Vocabulary),
        _ => None,
    }
}

/// Keywords whose value is data even where it looks like a schema.
pub(crate) fn is_data(keyword: &str) -> bool {
    matches!(keyword, "const" | "enum" | "default" | "examples")
}
