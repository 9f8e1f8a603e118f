//! What pydantic calls types, in the paths and first lines of its error texts.

use super::plan::{Format, LiteralKind, Plan, Shape, ShapeId};

/// The name of a definition that is not complete yet.
pub const OPEN: &str = "...";
/// Lists in lists are named down to this depth.
const DEEPEST_LIST: usize = 64;

/// The name of a shape whose parts have names already.
pub fn name(names: &[String], shape: &Shape) -> String {
    let of = |id: &ShapeId| names.get(*id).map_or(OPEN, String::as_str);
    let all = |ids: &mut dyn Iterator<Item = &ShapeId>, between: &str| {
        ids.map(of).collect::<Vec<_>>().join(between)
    };
    match shape {
        Shape::Any => "any".to_owned(),
        Shape::Nothing => "never".to_owned(),
        Shape::Null => "none".to_owned(),
        Shape::Bool => "bool".to_owned(),
        Shape::Int(bounds) => constrained(bounds.is_empty(), "int"),
        Shape::Float(bounds) => constrained(bounds.is_empty(), "float"),
        Shape::Text(rules) => constrained(rules.is_empty(), "str"),
        Shape::Literal(literal) => match &literal.kind {
            LiteralKind::Class(class) => format!("enum[{class}]"),
            LiteralKind::Integers(class) => format!("int-enum[{class}]"),
            LiteralKind::Plain => format!("literal[{}]", literal.choices.join(",")),
        },
        Shape::Format(format, rules) => match format {
            Format::Bytes if rules.is_empty() => "bytes",
            Format::Bytes => "constrained-bytes",
            Format::Date => "date",
            Format::Time => "time",
            Format::DateTime => "datetime",
            Format::Duration => "timedelta",
            Format::Uuid(_) => "uuid",
            Format::Url => "function-wrap[wrap_val()]",
            Format::Decimal => "decimal",
        }
        .to_owned(),
        Shape::List(list) => format!("list[{}]", of(&list.item)),
        Shape::Set(list) => format!("set[{}]", of(&list.item)),
        Shape::Tuple(tuple) => {
            let items = all(&mut tuple.items.iter().chain(&tuple.rest), ", ");
            let more = if tuple.rest.is_some() { ", ..." } else { "" };
            format!("tuple[{items}{more}]")
        }
        Shape::Map(map) => {
            let key = map.key.as_ref().map_or("str", of);
            format!("dict[{key},{}]", of(&map.value))
        }
        Shape::Object(object) => object.name.clone().unwrap_or("typed-dict".to_owned()),
        Shape::Nullable(inner) => format!("nullable[{}]", of(inner)),
        Shape::Union(arms) => {
            format!("union[{}]", all(&mut arms.iter().map(|arm| &arm.shape), ","))
        }
        Shape::Tagged(tagged) => {
            format!("tagged-union[{}]", all(&mut tagged.arms.iter().map(|(_, id)| id), ","))
        }
        Shape::Same(id) => of(id).to_owned(),
    }
}

fn constrained(free: bool, name: &str) -> String {
    if free { name.to_owned() } else { format!("constrained-{name}") }
}

/// The name when all definitions are complete: lists, and nothing else, look again.
pub fn late(plan: &Plan, names: &[String], id: ShapeId) -> String {
    let mut lists = 0;
    let mut inner = id;
    // A list may contain itself.
    while lists < DEEPEST_LIST {
        match plan.shape(inner) {
            Shape::List(list) => {
                lists += 1;
                inner = list.item;
            }
            Shape::Same(id) => inner = *id,
            _ => break,
        }
    }
    let name =
        if lists < DEEPEST_LIST { names.get(inner).map_or(OPEN, String::as_str) } else { OPEN };
    format!("{}{name}{}", "list[".repeat(lists), "]".repeat(lists))
}

/// Writes the labels on the arms of all unions.
pub fn finish(plan: &mut Plan, names: &[String]) {
    let labels: Vec<Vec<String>> = plan
        .shapes
        .iter()
        .map(|shape| match shape {
            Shape::Union(arms) => arms.iter().map(|arm| late(plan, names, arm.shape)).collect(),
            _ => Vec::new(),
        })
        .collect();
    for (shape, labels) in plan.shapes.iter_mut().zip(labels) {
        if let Shape::Union(arms) = shape {
            arms.iter_mut().zip(labels).for_each(|(arm, label)| arm.label = label);
        }
    }
}
