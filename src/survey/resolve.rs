//! Where references lead.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::check::show;
use super::draft::is_data;
use super::pointer::{decode_fragment, join, tokens, with_ancestors};
use super::uri::{resolve, split_fragment};
use super::{Fault, Reference, Survey};

impl Survey {
    /// Finds the target of every reference. A target outside the known keywords is read as a
    /// schema then, and may bring more references.
    pub(super) fn resolve_references(&mut self, schema: &Value) -> Result<(), Fault> {
        let mut next = 0;
        while let Some(reference) = self.references.get(next).cloned() {
            let fault = |reason| Fault::new(&join(&reference.at, reference.keyword), reason);
            let target = self.locate(&reference, schema).map_err(fault)?;
            self.read_target(&target, schema).map_err(|problem| match problem {
                Unreadable::NoSchema(reason) => fault(reason),
                Unreadable::Fault(inner) => inner,
            })?;
            if let Some(reference) = self.references.get_mut(next) {
                reference.target = target;
            }
            next += 1;
        }
        self.refuse_circles()
    }

    /// The pointer that a reference means.
    fn locate(&self, reference: &Reference, schema: &Value) -> Result<String, String> {
        let shown = || show(&Value::from(reference.text.as_str()));
        if reference.keyword == "$recursiveRef" && reference.text != "#" {
            return Err(format!("must be \"#\", not {}", shown()));
        }
        let (uri, fragment) = split_fragment(&reference.text);
        let number = match uri {
            "" => reference.resource,
            _ => {
                let wanted = resolve(self.resource_uri(reference.resource), uri);
                let found = self.resources.iter().position(|resource| resource.uri == wanted);
                found.ok_or_else(|| {
                    format!("{} leads out of the schema, and nothing is ever fetched", shown())
                })?
            }
        };
        let root = self.resources.get(number).map_or("", |resource| &resource.root);
        let nowhere = || format!("{} leads nowhere", shown());
        let fragment = decode_fragment(fragment.unwrap_or("")).ok_or_else(nowhere)?;
        if fragment.is_empty() {
            return Ok(root.to_owned());
        }
        if !fragment.starts_with('/') {
            return self.anchors.get(&(number, fragment)).cloned().ok_or_else(nowhere);
        }
        let target = tokens(&fragment).fold(root.to_owned(), |at, token| join(&at, &token));
        match schema.pointer(&target) {
            Some(_) => Ok(target),
            None => Err(nowhere()),
        }
    }

    /// Makes sure that the place a reference leads to has been read as a schema.
    fn read_target(&mut self, target: &str, schema: &Value) -> Result<(), Unreadable> {
        if self.schemas.contains_key(target) {
            return Ok(());
        }
        let nearest = with_ancestors(target).find_map(|at| Some((at, *self.schemas.get(at)?)));
        let (Some((around, scope)), Some(value)) = (nearest, schema.pointer(target)) else {
            return Err(Unreadable::NoSchema(format!("`#{target}` leads nowhere")));
        };
        let keyword = target.get(around.len()..).and_then(|rest| tokens(rest).next());
        if let Some(keyword) = keyword.filter(|keyword| is_data(keyword)) {
            let reason = format!("`#{target}` is data of `{keyword}`, not a schema");
            return Err(Unreadable::NoSchema(reason));
        }
        if !value.is_object() && !value.is_boolean() {
            let reason = format!("`#{target}` is {}, not a schema", show(value));
            return Err(Unreadable::NoSchema(reason));
        }
        self.plain = false;
        self.visit(value, target, scope).map_err(Unreadable::Fault)
    }

    /// Refuses a `$ref` that leads from `$ref` to `$ref` and never to a schema.
    fn refuse_circles(&self) -> Result<(), Fault> {
        let refs = || self.references.iter().filter(|reference| reference.keyword == "$ref");
        let next: HashMap<&str, &str> =
            refs().map(|r| (r.at.as_str(), r.target.as_str())).collect();
        let mut settled: HashSet<&str> = HashSet::new();
        for reference in refs() {
            let mut trail: HashSet<&str> = HashSet::new();
            let mut at = reference.at.as_str();
            while let Some(target) = next.get(at).filter(|_| !settled.contains(at)) {
                if !trail.insert(at) {
                    let shown = show(&Value::from(reference.text.as_str()));
                    let reason = format!("{shown} leads in a circle and to no schema");
                    return Err(Fault::new(&join(&reference.at, "$ref"), reason));
                }
                at = target;
            }
            settled.extend(trail);
        }
        Ok(())
    }
}

enum Unreadable {
    /// The reference is at fault.
    NoSchema(String),
    /// The schema that it leads to is.
    Fault(Fault),
}
