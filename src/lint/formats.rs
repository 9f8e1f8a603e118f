//! The names that `format` has in JSON Schema, and who made up the others.

/// The formats of JSON Schema 2020-12.
const STANDARD: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Names outside JSON Schema, by their origin.
const OTHERS: [(&str, &[&str]); 5] = [
    (
        "OpenAPI",
        &["binary", "byte", "char", "double", "float", "int32", "int64", "password", "decimal"],
    ),
    (
        "pydantic",
        &[
            "directory-path",
            "file-path",
            "ipv4interface",
            "ipv4network",
            "ipv6interface",
            "ipv6network",
            "ipvanyaddress",
            "ipvanyinterface",
            "ipvanynetwork",
            "json-string",
            "multi-host-uri",
            "path",
            "uuid1",
            "uuid3",
            "uuid4",
            "uuid5",
            "uuid6",
            "uuid7",
            "uuid8",
        ],
    ),
    (
        "Zod",
        &[
            "base64",
            "base64url",
            "cidrv4",
            "cidrv6",
            "cuid",
            "cuid2",
            "e164",
            "emoji",
            "guid",
            "jwt",
            "ksuid",
            "nanoid",
            "ulid",
            "xid",
        ],
    ),
    (
        "schemars",
        &[
            "int",
            "int8",
            "int16",
            "int128",
            "partial-date-time",
            "uint",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "uint128",
        ],
    ),
    ("ajv-formats", &["iso-date-time", "iso-time", "json-pointer-uri-fragment", "url"]),
];

/// Whether every validator that checks formats knows this one.
pub fn is_standard(name: &str) -> bool {
    STANDARD.contains(&name)
}

/// Where a name comes from that JSON Schema does not have.
pub fn origin(name: &str) -> Option<&'static str> {
    OTHERS.iter().find(|(_, names)| names.contains(&name)).map(|(origin, _)| *origin)
}
