//! Results as JSON: blocks for the model, data for the application.

use crate::blocks::{self, FanOut};
use crate::out::Out;
use crate::print;
use crate::shape::Shapes;
use crate::tape::{Node, Tape, View};
use crate::texts::Texts;

/// The member that a value is put into where the schema's root is no object.
pub const RESULT: &str = "result";

/// What a host may add to one call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'c> {
    /// A text of its own for the model, in place of the printed value.
    pub text: Option<&'c str>,
    /// The result's `_meta`: a JSON object as text.
    pub meta: Option<&'c str>,
    /// Blocks of its own for the model, in place of the printed value: JSON objects as text, with
    /// commas between them.
    pub blocks: Option<&'c str>,
}

impl Call<'_> {
    /// Whether nothing is added.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        matches!(self, Call { text: None, meta: None, blocks: None })
    }
}

/// The structured data of a result.
#[derive(Clone, Copy)]
pub enum Data<'a> {
    /// None.
    Absent,
    /// The value itself, wrapped or not: printed in one pass with the text.
    Value,
    /// Something else.
    Other(Node<'a>),
}

/// How results are put together: what is the same from call to call.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// How a value becomes blocks, where its text is for the model.
    pub blocks: Option<FanOut>,
    /// Whether a value is data inside `{"result": …}`, and stands so on its tape.
    pub wrapped: bool,
    /// Whether results name their type.
    pub has_result_type: bool,
}

impl Frame {
    /// The value whose data is on a tape.
    pub fn value_of<'a>(&self, data: Node<'a>) -> Node<'a> {
        match data.view() {
            View::Object(wrapper) if self.wrapped => wrapper.first().unwrap_or(data),
            _ => data,
        }
    }

    /// Adds the texts of the blocks that a value becomes. `is_ascii` says that the text of its tape
    /// is.
    pub fn add_texts(&self, data: Node<'_>, is_ascii: bool, texts: &mut Texts) {
        if let Some(how) = self.blocks {
            texts.add_value(self.value_of(data), how, is_ascii);
        }
    }

    /// The same where the data surely has the shapes; otherwise nothing. Whether it has.
    pub fn add_texts_if_sure(
        &self,
        data: &Tape<'_>,
        shapes: &Shapes,
        is_ascii: bool,
        texts: &mut Texts,
    ) -> bool {
        let is_sure = shapes.surely_fit(data.root());
        if is_sure {
            self.add_texts(data.root(), is_ascii, texts);
        }
        is_sure
    }

    /// Appends a result where its data surely has the shapes; otherwise nothing. Whether it has.
    pub fn write_if_sure(
        &self,
        data: &Tape<'_>,
        shapes: &Shapes,
        out: &mut Out,
        spare: &mut Out,
    ) -> bool {
        let is_sure = shapes.surely_fit(data.root());
        if is_sure {
            self.write(data.root(), Data::Value, Call::default(), out, spare);
        }
        is_sure
    }

    /// Appends a result with the text of the value on a tape and with `data`; `spare` is used on the
    /// way.
    pub fn write(
        &self,
        value: Node<'_>,
        data: Data<'_>,
        call: Call<'_>,
        out: &mut Out,
        spare: &mut Out,
    ) {
        let value = self.value_of(value);
        out.extend(b"{\"content\":[");
        spare.clear();
        let mut printed = false;
        if let Some(text) = call.text {
            blocks::write_text(text, out);
        } else if let Some(blocks) = call.blocks {
            out.extend(blocks.as_bytes());
        } else if let Some(how) = self.blocks {
            printed = matches!(data, Data::Value);
            blocks::write(value, how, out, printed.then_some(&mut *spare));
        }
        out.push(b']');
        if !matches!(data, Data::Absent) {
            out.extend(b",\"structuredContent\":");
        }
        match data {
            Data::Absent => {}
            Data::Other(node) => print::compact(node, out),
            Data::Value => {
                if self.wrapped {
                    out.extend(b"{\"result\":");
                }
                match printed {
                    true => out.extend(spare.as_bytes()),
                    false => print::compact(value, out),
                }
                if self.wrapped {
                    out.push(b'}');
                }
            }
        }
        self.finish(false, call, out);
    }

    /// Appends an error result.
    pub fn write_error(&self, text: &str, out: &mut Out) {
        out.extend(b"{\"content\":[");
        blocks::write_text(text, out);
        out.push(b']');
        self.finish(true, Call::default(), out);
    }

    fn finish(&self, is_error: bool, call: Call<'_>, out: &mut Out) {
        out.extend(if is_error { b",\"isError\":true" } else { b",\"isError\":false" });
        if self.has_result_type {
            out.extend(b",\"resultType\":\"complete\"");
        }
        if let Some(meta) = call.meta {
            out.extend(b",\"_meta\":");
            out.extend(meta.as_bytes());
        }
        out.push(b'}');
    }
}
