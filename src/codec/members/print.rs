//! What a table says to those who are to write an object: a schema, and a form to fill in.

use super::{Json, Kind, Member, Object};

/// What fits on a line of a form.
const LINE: usize = 100;

impl Object {
    /// Its JSON Schema. Other members are allowed, but for objects that are closed.
    pub(in crate::codec) fn schema(&self, title: &str) -> String {
        let mut members = vec![
            named("$schema", Json::text("https://json-schema.org/draft/2020-12/schema")),
            named("title", Json::text(title)),
        ];
        members.extend(self.rules());
        if !self.never.is_empty() {
            let never = self.never.iter().map(|name| {
                Json::Object(vec![named("required", Json::List(vec![Json::text(*name)]))])
            });
            let any = Json::Object(vec![named("anyOf", Json::List(never.collect()))]);
            members.push(named("not", any));
        }
        Json::Object(members).to_compact_document()
    }

    fn rules(&self) -> Vec<(String, Json)> {
        let asked = || self.members.iter().filter(|member| !member.silent);
        let required: Vec<Json> = asked()
            .filter(|member| member.required)
            .map(|member| Json::text(member.name))
            .collect();
        let mut rules = vec![named("type", Json::text("object"))];
        if self.closed {
            rules.push(named("additionalProperties", Json::Bool(false)));
        }
        if !required.is_empty() {
            rules.push(named("required", Json::List(required)));
        }
        let properties = asked().map(|member| named(member.name, Json::Object(member.rules())));
        rules.push(named("properties", Json::Object(properties.collect())));
        rules
    }

    /// The object as a form, each value told in words.
    pub(in crate::codec) fn form(&self) -> String {
        self.form_at(0)
    }

    /// The same as YAML, for an object that holds texts and lists of texts.
    pub(in crate::codec) fn yaml_form(&self) -> String {
        let asked = self.members.iter().filter(|member| !member.silent && !member.own);
        asked.map(|member| format!("{}:{}\n", member.name, member.yaml_form())).collect()
    }

    fn form_at(&self, depth: usize) -> String {
        let asked = self.members.iter().filter(|member| !member.silent && !member.own);
        let flat = !self.members.iter().any(|member| member.within().is_some());
        let lines: Vec<String> = asked
            .map(|member| format!("\"{}\": {}", member.name, member.form_at(depth + 1)))
            .collect();
        let line = format!("{{ {} }}", lines.join(", "));
        if depth > 0 && flat && line.len() <= LINE {
            return line;
        }
        let margin = "  ".repeat(depth);
        let lines: Vec<String> = lines.iter().map(|line| format!("{margin}  {line}")).collect();
        format!("{{\n{}\n{margin}}}", lines.join(",\n"))
    }
}

impl Member {
    /// The object that stands in it.
    fn within(&self) -> Option<&'static Object> {
        match self.kind {
            Kind::ListOf(object) | Kind::SomeOf(object) | Kind::ObjectOrText(object) => {
                Some(object)
            }
            _ => None,
        }
    }

    fn rules(&self) -> Vec<(String, Json)> {
        let mut rules = self.kind.rules();
        if let Some(says) = self.says {
            rules.push(named("description", Json::text(says)));
        }
        if !self.examples.is_empty() {
            rules.push(named("examples", texts(self.examples)));
        }
        rules
    }

    fn yaml_form(&self) -> String {
        let words = self.kind.words();
        let told = format!("<{}>", self.form.unwrap_or(self.name));
        match self.kind {
            Kind::Texts => format!("\n  - \"{told}\""),
            _ if words.is_empty() => format!(" \"{told}\""),
            _ => format!(" <{}>", words.join("|")),
        }
    }

    /// What the form has in its place.
    fn form_at(&self, depth: usize) -> String {
        let told = |text: &str| format!("\"<{text}>\"");
        match (self.kind, self.form) {
            (Kind::ListOf(object) | Kind::SomeOf(object), _) => {
                let margin = "  ".repeat(depth);
                format!("[\n{margin}  {}\n{margin}]", object.form_at(depth + 1))
            }
            (Kind::ObjectOrText(object), _) => object.form_at(depth),
            (Kind::Texts, form) => format!("[{}]", told(form.unwrap_or("a text"))),
            (Kind::YesNo, _) => told("true or false"),
            (Kind::Word(_) | Kind::Grade(_), None) => {
                format!("\"{}\"", self.kind.words().join(" | "))
            }
            (Kind::Word(_) | Kind::Grade(_), Some(form)) => {
                format!("\"{form}\"")
            }
            (_, form) => told(form.unwrap_or(self.name)),
        }
    }
}

impl Kind {
    /// What the schema says of a value of this kind.
    fn rules(self) -> Vec<(String, Json)> {
        let of_type = |name: &str| vec![named("type", Json::text(name))];
        let inside = |name: &str, rules: Vec<(String, Json)>| named(name, Json::Object(rules));
        match self {
            Self::YesNo => of_type("boolean"),
            Self::Text => of_type("string"),
            Self::Name => [of_type("string"), vec![named("minLength", Json::Number(1))]].concat(),
            Self::TextOrNull => vec![named("type", texts(&["string", "null"]))],
            Self::Word(_) | Self::Grade(_) => {
                vec![named("enum", texts(&self.words()))]
            }
            Self::Texts => [of_type("array"), vec![inside("items", of_type("string"))]].concat(),
            Self::ListOf(object) => {
                [of_type("array"), vec![inside("items", object.rules())]].concat()
            }
            Self::SomeOf(object) => {
                let some = named("minItems", Json::Number(1));
                [of_type("array"), vec![some, inside("items", object.rules())]].concat()
            }
            Self::ObjectOrText(object) => object.rules(),
            Self::Any => Vec::new(),
        }
    }
}

fn texts(texts: &[&str]) -> Json {
    Json::List(texts.iter().map(|text| Json::text(*text)).collect())
}

fn named(name: &str, value: Json) -> (String, Json) {
    (name.to_owned(), value)
}
