//! Written by the playground: Code, Rust.

use twochannel::{Call, Converter, Policy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let schema: serde_json::Value = serde_json::from_str(
        r##"{
  "type": "array",
  "items": { "$ref": "#/$defs/Day" },
  "$defs": {
    "Day": {
      "type": "object",
      "title": "Day",
      "properties": {
        "day": { "type": "string" },
        "celsius": { "type": "number", "minimum": -90 },
        "sky": {
          "enum": ["clear", "overcast", "rain"]
        }
      },
      "required": ["day", "celsius"]
    }
  }
}"##,
    )?;
    let policy = Policy::from_json(&serde_json::from_str(
        r#"{"tool":"get_forecast","indent":0,"maxBytes":null}"#,
    )?)?;
    let converter = Converter::new(Some(&schema), policy)?;
    let value = r##"[{"day": "`${x}` \"# \\ ü😀", "celsius": 1.0}]"##;
    let call = Call { text: None, meta: Some(r#"{"trace":[true,null]}"#), ..Call::default() };
    let result = converter.convert_json_with(value.as_bytes(), call);
    println!("{}", String::from_utf8(result)?);
    Ok(())
}
