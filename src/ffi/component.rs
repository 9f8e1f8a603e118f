//! The component: `wit/twochannel.wit` over the JSON face.

use super::crossing;
use super::json::{CallOptions, JsonConverter};
use crate::{error, lint};

wit_bindgen::generate!({ path: "wit", world: "twochannel" });

use exports::twochannel::core::conversion::{
    Call, Converter, Finding, Guest, GuestConverter, Issue, SchemaError, Segment,
};

struct Component;

export!(Component);

impl Guest for Component {
    type Converter = JsonConverter;

    fn lint(
        schema: Option<String>,
        policy: Option<String>,
        value: Option<String>,
    ) -> Result<Vec<Finding>, SchemaError> {
        let policy = crossing::policy_text(&policy.unwrap_or_default())?;
        let schema = schema.unwrap_or_default();
        let findings = crossing::findings(&schema, &policy, value.as_deref())?;
        Ok(findings.into_iter().map(Finding::from).collect())
    }
}

impl GuestConverter for JsonConverter {
    fn new(schema: Option<String>, policy: Option<String>) -> Result<Converter, SchemaError> {
        let (schema, policy) = (schema.unwrap_or_default(), policy.unwrap_or_default());
        Ok(Converter::new(JsonConverter::new(&schema, &policy)?))
    }

    fn output_schema(&self) -> Option<String> {
        self.inner().output_schema().map(ToString::to_string)
    }

    fn wrapped(&self) -> bool {
        self.inner().wrapped()
    }

    fn convert(&self, value: String) -> String {
        into_text(self.inner().convert_json(value.as_bytes()))
    }

    fn convert_with(&self, value: String, call: Call) -> Result<String, String> {
        let Call { text, meta, content } = call;
        let options = CallOptions::checked(text, meta.as_deref(), content.as_deref())?;
        Ok(into_text(JsonConverter::convert_with(self, value.as_bytes(), &options)))
    }

    fn pass_through(&self, ready_made: String) -> String {
        into_text(JsonConverter::pass_through(self, ready_made.as_bytes()))
    }

    fn check(&self, value: String) -> Vec<Issue> {
        self.issues(value.as_bytes()).into_iter().map(Issue::from).collect()
    }

    fn fail(&self, reason: String) -> String {
        into_text(JsonConverter::fail(self, &reason))
    }
}

impl From<error::SchemaError> for SchemaError {
    fn from(error: error::SchemaError) -> Self {
        let error::SchemaError { tool, pointer, reason } = error;
        SchemaError { tool, pointer, reason }
    }
}

impl From<lint::Finding> for Finding {
    fn from(finding: lint::Finding) -> Self {
        let lint::Finding { code, pointer, message, reason } = finding;
        Finding { code: code.to_owned(), pointer, message, reason: reason.to_owned() }
    }
}

impl From<error::Issue> for Issue {
    fn from(issue: error::Issue) -> Self {
        Issue {
            pointer: issue.pointer(),
            code: issue.problem.code.to_owned(),
            input_type: issue.input_type.to_owned(),
            path: issue.path.into_iter().map(Segment::from).collect(),
            message: issue.problem.message,
        }
    }
}

impl From<error::Segment<'_>> for Segment {
    fn from(segment: error::Segment<'_>) -> Self {
        match segment {
            error::Segment::Key(name) => Segment::Key(name.into_owned()),
            error::Segment::Arm(name) => Segment::Arm(name.into_owned()),
            error::Segment::Index(index) => Segment::Index(index as u32),
        }
    }
}

fn into_text(json: Vec<u8>) -> String {
    String::from_utf8_lossy(&json).into_owned()
}
