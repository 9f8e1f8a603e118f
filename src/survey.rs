//! Reads a schema as a compiler does: by keyword positions, per draft, with every reference
//! resolved. What is no JSON Schema is refused here, at its place; nothing is ever fetched.

pub(crate) mod check;
pub(crate) mod draft;
mod effort;
pub(crate) mod pointer;
mod resolve;
mod uri;

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use check::show;
use draft::{Draft, Holds, holds};
use pointer::join;

/// What is wrong with a schema, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The place, as a JSON Pointer into the schema.
    pub pointer: String,
    /// What is wrong there.
    pub reason: String,
}

impl Fault {
    fn new(pointer: &str, reason: String) -> Self {
        Fault { pointer: pointer.to_owned(), reason }
    }

    /// The same below a place.
    fn within(self, place: &str) -> Self {
        Fault { pointer: format!("{place}{}", self.pointer), reason: self.reason }
    }
}

/// What a schema is made of.
#[derive(Debug)]
pub(crate) struct Survey {
    /// The draft of the root.
    pub draft: Draft,
    /// Whether the schema has only keywords that were checked to the last, in the default draft,
    /// so that a validator can surely be built from it.
    pub plain: bool,
    /// Every reference, with the place it leads to.
    pub references: Vec<Reference>,
    /// Schemas that spell `items` as an array, as drafts up to 2019-09 did, but name no draft.
    pub tuples: BTreeSet<String>,
    resources: Vec<Resource>,
    /// The schemas that were met, by pointer.
    schemas: HashMap<String, Scope>,
    /// The places with a name, by resource and name.
    anchors: HashMap<(usize, String), String>,
}

/// A `$ref`, `$dynamicRef` or `$recursiveRef`.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// The schema that refers.
    pub at: String,
    /// The keyword it does so with.
    pub keyword: &'static str,
    /// The reference as it is written.
    pub text: String,
    /// The schema it leads to.
    pub target: String,
    /// The resource it stands in.
    pub resource: usize,
}

/// A schema with a base URI of its own, and all below it up to the next one.
#[derive(Debug)]
struct Resource {
    root: String,
    uri: String,
}

/// What holds for a schema because of the schemas around it.
#[derive(Clone, Copy, Debug)]
struct Scope {
    resource: usize,
    draft: Draft,
    /// Whether a `$schema` named the draft.
    named: bool,
}

impl Survey {
    /// How many levels of JSON a schema may have; what reads it recurses, and a stack ends.
    pub const DEEPEST: usize = 128;

    /// Reads a schema.
    pub fn of(schema: &Value) -> Result<Survey, Fault> {
        if !is_shallow(schema, Self::DEEPEST) {
            let reason = format!("nested deeper than {} levels", Self::DEEPEST);
            return Err(Fault::new("", reason));
        }
        let mut survey = Survey {
            draft: Draft::D2020,
            plain: true,
            references: Vec::new(),
            tuples: BTreeSet::new(),
            resources: vec![Resource { root: String::new(), uri: String::new() }],
            schemas: HashMap::new(),
            anchors: HashMap::new(),
        };
        let scope = Scope { resource: 0, draft: Draft::D2020, named: false };
        survey.visit(schema, "", scope)?;
        survey.resolve_references(schema)?;
        survey.refuse_bombs(schema)?;
        Ok(survey)
    }

    /// The base URI of a resource; empty where none is given.
    pub fn resource_uri(&self, resource: usize) -> &str {
        self.resources.get(resource).map_or("", |resource| &resource.uri)
    }

    /// The number of the resource that the schema at `pointer` stands in.
    pub fn resource_of(&self, pointer: &str) -> usize {
        self.schemas.get(pointer).map_or(0, |scope| scope.resource)
    }

    /// Whether a name or a URI is given to `pointer` or to a place below it.
    pub fn is_named_within(&self, pointer: &str) -> bool {
        self.anchors.values().any(|at| pointer::is_within(at, pointer))
            || self.resources.iter().skip(1).any(|r| pointer::is_within(&r.root, pointer))
    }

    /// Where the `$ref` of the schema at `pointer` leads.
    pub fn ref_target(&self, pointer: &str) -> Option<&str> {
        let is_it = |reference: &&Reference| reference.keyword == "$ref" && reference.at == pointer;
        self.references.iter().find(is_it).map(|reference| reference.target.as_str())
    }

    fn visit(&mut self, schema: &Value, at: &str, scope: Scope) -> Result<(), Fault> {
        match schema {
            Value::Object(keywords) => self.visit_object(keywords, at, scope),
            Value::Bool(_) if scope.draft > Draft::D4 || allows_boolean(at) => {
                self.schemas.insert(at.to_owned(), scope);
                Ok(())
            }
            Value::Bool(_) => {
                Err(Fault::new(at, format!("must be an object in draft 4, not {}", show(schema))))
            }
            _ => {
                let reason = format!("a schema is an object or a boolean, not {}", show(schema));
                Err(Fault::new(at, reason))
            }
        }
    }

    fn visit_object(
        &mut self,
        keywords: &Map<String, Value>,
        at: &str,
        mut scope: Scope,
    ) -> Result<(), Fault> {
        self.enter_dialect(keywords, at, &mut scope)?;
        self.enter_resource(keywords, at, &mut scope)?;
        if at.is_empty() {
            self.draft = scope.draft;
        }
        self.plain &= scope.draft == Draft::D2020;
        if self.schemas.insert(at.to_owned(), scope).is_some() {
            return Ok(());
        }
        let tuple = self.is_unnamed_tuple(keywords, at, scope)?;
        for (keyword, value) in keywords {
            let place = || join(at, keyword);
            let meaning = match keyword.as_str() {
                "items" | "additionalItems" if tuple => holds(keyword, Draft::D2019),
                _ => holds(keyword, scope.draft),
            };
            let Some(meaning) = meaning else {
                // The meta-schema of 2020-12 still looks at what 2019-09 had.
                self.plain &= !keyword.starts_with("$recursive");
                continue;
            };
            check::check(keyword, meaning, scope.draft, value)
                .map_err(|fault| fault.within(&place()))?;
            self.plain &= is_plain(keyword, meaning, value);
            match meaning {
                Holds::Schema => self.visit(value, &place(), scope)?,
                Holds::Schemas => self.visit_array(value, &place(), scope)?,
                Holds::SchemaOrTuple if value.is_array() => {
                    self.visit_array(value, &place(), scope)?;
                }
                Holds::SchemaOrTuple => self.visit(value, &place(), scope)?,
                Holds::SchemaMap | Holds::PatternMap | Holds::Dependencies => {
                    self.visit_map(meaning, value, &place(), scope)?;
                }
                Holds::Anchor => self.name(scope.resource, value.as_str(), at)?,
                Holds::Reference => self.refer(keyword, value.as_str(), at, scope.resource),
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes the draft that `$schema` names.
    fn enter_dialect(
        &mut self,
        keywords: &Map<String, Value>,
        at: &str,
        scope: &mut Scope,
    ) -> Result<(), Fault> {
        let Some(Value::String(uri)) = keywords.get("$schema") else { return Ok(()) };
        let Some(draft) = Draft::named(uri) else {
            let reason = format!("unknown dialect {}", show(&Value::from(uri.as_str())));
            return Err(Fault::new(&join(at, "$schema"), reason));
        };
        self.plain &= at.is_empty() || draft == scope.draft;
        scope.draft = draft;
        scope.named = true;
        Ok(())
    }

    /// Notes the URI or the name that `$id` gives.
    fn enter_resource(
        &mut self,
        keywords: &Map<String, Value>,
        at: &str,
        scope: &mut Scope,
    ) -> Result<(), Fault> {
        let keyword = scope.draft.id_keyword();
        let void = scope.draft.ref_stands_alone() && keywords.contains_key("$ref");
        let Some(Value::String(id)) = keywords.get(keyword).filter(|_| !void) else {
            return Ok(());
        };
        let (uri, fragment) = uri::split_fragment(id);
        let fragment = fragment.unwrap_or("");
        if !fragment.is_empty() && scope.draft > Draft::D7 {
            let reason = format!("must have no fragment, not {}", show(&Value::from(id.as_str())));
            return Err(Fault::new(&join(at, keyword), reason));
        }
        if !uri.is_empty() {
            let uri = uri::resolve(self.resource_uri(scope.resource), uri);
            if self.resources.iter().any(|resource| resource.uri == uri && resource.root != at) {
                let reason = format!("{} names two schemas", show(&Value::from(id.as_str())));
                return Err(Fault::new(&join(at, keyword), reason));
            }
            match self.resources.first_mut() {
                Some(document) if at.is_empty() => document.uri = uri,
                _ => {
                    scope.resource = self.resources.len();
                    self.resources.push(Resource { root: at.to_owned(), uri });
                }
            }
        }
        if !fragment.is_empty() && !fragment.starts_with('/') {
            self.name(scope.resource, Some(fragment), at)?;
        }
        Ok(())
    }

    /// Whether `items` is an array although no draft that has this spelling is named.
    fn is_unnamed_tuple(
        &mut self,
        keywords: &Map<String, Value>,
        at: &str,
        scope: Scope,
    ) -> Result<bool, Fault> {
        if scope.draft != Draft::D2020 || !keywords.get("items").is_some_and(Value::is_array) {
            return Ok(false);
        }
        if scope.named || keywords.contains_key("prefixItems") {
            let reason = "an array of schemas is spelled `prefixItems` in draft 2020-12";
            return Err(Fault::new(&join(at, "items"), reason.to_owned()));
        }
        self.plain = false;
        self.tuples.insert(at.to_owned());
        Ok(true)
    }

    fn visit_array(&mut self, value: &Value, at: &str, scope: Scope) -> Result<(), Fault> {
        let Some(schemas) = value.as_array().filter(|schemas| !schemas.is_empty()) else {
            let reason = format!("must be an array of at least one schema, not {}", show(value));
            return Err(Fault::new(at, reason));
        };
        for (index, schema) in schemas.iter().enumerate() {
            self.visit(schema, &join(at, &index.to_string()), scope)?;
        }
        Ok(())
    }

    fn visit_map(
        &mut self,
        meaning: Holds,
        value: &Value,
        at: &str,
        scope: Scope,
    ) -> Result<(), Fault> {
        let Some(entries) = value.as_object() else {
            let reason = format!("must be an object of schemas, not {}", show(value));
            return Err(Fault::new(at, reason));
        };
        for (name, entry) in entries {
            let place = join(at, name);
            match meaning {
                Holds::Dependencies if entry.is_array() => {
                    check::check_names(entry).map_err(|fault| fault.within(&place))?;
                }
                Holds::PatternMap => {
                    check::check_pattern(name).map_err(|fault| fault.within(&place))?;
                    self.visit(entry, &place, scope)?;
                }
                _ => self.visit(entry, &place, scope)?,
            }
        }
        Ok(())
    }

    fn name(&mut self, resource: usize, name: Option<&str>, at: &str) -> Result<(), Fault> {
        let Some(name) = name else { return Ok(()) };
        let key = (resource, name.to_owned());
        match self.anchors.insert(key, at.to_owned()) {
            Some(other) if other != at => {
                Err(Fault::new(at, format!("`{name}` already names `{other}`")))
            }
            _ => Ok(()),
        }
    }

    fn refer(&mut self, keyword: &str, text: Option<&str>, at: &str, resource: usize) {
        let keyword = match keyword {
            "$dynamicRef" => "$dynamicRef",
            "$recursiveRef" => "$recursiveRef",
            _ => "$ref",
        };
        let text = text.unwrap_or_default().to_owned();
        let at = at.to_owned();
        self.references.push(Reference { at, keyword, text, target: String::new(), resource });
    }
}

/// Whether a value has at most `levels` levels of arrays and objects.
pub(crate) fn is_shallow(value: &Value, levels: usize) -> bool {
    let is_shallow = |child| levels.checked_sub(1).is_some_and(|left| is_shallow(child, left));
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(is_shallow),
        Value::Object(members) => levels > 0 && members.values().all(is_shallow),
        _ => true,
    }
}

/// In draft 4 only these two may be a boolean.
fn allows_boolean(at: &str) -> bool {
    at.ends_with("/additionalProperties") || at.ends_with("/additionalItems")
}

/// Whether the checks here leave nothing for the validator's own to object to.
fn is_plain(keyword: &str, meaning: Holds, value: &Value) -> bool {
    match meaning {
        Holds::Id | Holds::Anchor | Holds::Vocabulary | Holds::Dependencies => false,
        Holds::Reference => keyword == "$ref",
        Holds::Count => value.as_u64().is_some_and(|count| count < 1 << 32),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
