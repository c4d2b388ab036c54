//! Types, rows and values that are tried against each other.

/// One comparison: as a filter, and as PostgreSQL's condition with the value as `$1`.
pub(crate) struct Case {
    pub(crate) column: String,
    pub(crate) filter: String,
    pub(crate) condition: String,
    pub(crate) value: Option<String>,
}

struct Sample {
    column: &'static str,
    sql: &'static str,
    rows: &'static [&'static str],
    /// Beside the rows themselves.
    values: &'static [&'static str],
}

const TEXTS: &[&str] = &[
    "",
    "a",
    "A",
    "ab",
    "aB",
    "b",
    "ä",
    "Ä",
    "z",
    "10%",
    "a b ",
    "null",
    "x,y",
    "q\"r",
    "back\\slash",
    "日本",
];
const PATTERNS: &[&str] = &["%", "a%", "%b", "_", "__", "A_", "%\\%", "Ä%", "%a%", "\\a", "", "x\\", "日_"];
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "007",
    " 7 ",
    "+7",
    "-1",
    "32767",
    "-32768",
    "32768",
    "2147483648",
    "1.5",
    "1e2",
    "x",
    "",
    " ",
    "99999999999999999999",
    "1_000",
    "0x10",
    "--1",
    "1 2",
    "NaN",
    "Infinity",
    "-inf",
];
const DAYS: &[&str] = &[
    "2024-02-29",
    "2023-02-29",
    "2024-13-01",
    "infinity",
    "-infinity",
    "2024-1-2",
    "January 8, 1999",
    "0044-03-15 BC",
    "10000-01-01",
    "x",
    "",
    "2024-06-30T12:34:56Z",
    "2024-06-30 12:34:56.789+02",
    "2024-06-30 12:34:56.123456-05:30",
    "2024-06-30 12:34",
    "2024-06-30 24:00:00",
    "2024-06-30 12:34:60",
    "2024-06-30 25:00",
    "2024-06-30T12:34:56.1234567Z",
    "2024-06-30 12:34:56 Europe/Berlin",
    "0000-01-01",
    "2024-06-30 12:34:56+15:30",
    "12:00",
    "allballs",
];

const SAMPLES: &[Sample] = &[
    Sample {
        column: "bool",
        sql: "boolean",
        rows: &["t", "f"],
        values: &["TRUE", "yes", "n", "of", "o", "1", "2", " on ", "", "tr"],
    },
    Sample { column: "int2", sql: "smallint", rows: &["0", "7", "-1", "32767", "-32768"], values: NUMBERS },
    Sample {
        column: "int4",
        sql: "integer",
        rows: &["0", "7", "-1", "2147483647", "-2147483648"],
        values: NUMBERS,
    },
    Sample {
        column: "int8",
        sql: "bigint",
        rows: &["0", "7", "9007199254740993", "-9223372036854775808"],
        values: NUMBERS,
    },
    Sample {
        column: "float4",
        sql: "real",
        rows: &["0", "-0", "7", "0.1", "1e30", "NaN", "Infinity", "-Infinity"],
        values: NUMBERS,
    },
    Sample {
        column: "float8",
        sql: "float8",
        rows: &[
            "0",
            "-0",
            "7",
            "0.1",
            "0.30000000000000004",
            "1e300",
            "5e-324",
            "NaN",
            "Infinity",
            "-Infinity",
        ],
        values: &[
            "0", "-0", "0.1", "0.3", "1e400", "1e-400", "1e-320", ".5", "5.", ".", "1e", "nan", "+inf", "x",
            "", "0x1p3", "1d", "infinit",
        ],
    },
    Sample {
        column: "numeric",
        sql: "numeric",
        rows: &[
            "0",
            "7.00",
            "1.5",
            "0.1",
            "123456789012345678901234567890.5",
            "-1e-30",
            "NaN",
            "Infinity",
            "-Infinity",
        ],
        values: NUMBERS,
    },
    Sample {
        column: "money_like",
        sql: "numeric(10,2)",
        rows: &["0", "1.5", "100"],
        values: &["1.50", "1.505", "1e2", "1e-20000", "1e200000", ".", "1e5x", "0100", "1e+2", "1e 2"],
    },
    Sample { column: "text", sql: "text", rows: TEXTS, values: PATTERNS },
    Sample { column: "varchar", sql: "varchar(20)", rows: TEXTS, values: PATTERNS },
    Sample { column: "bpchar", sql: "char(12)", rows: TEXTS, values: PATTERNS },
    Sample {
        column: "name",
        sql: "name",
        rows: TEXTS,
        values: &[
            "%",
            "a%",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ],
    },
    Sample { column: "english", sql: "text collate \"en-x-icu\"", rows: TEXTS, values: PATTERNS },
    Sample { column: "posix", sql: "text collate \"POSIX\"", rows: TEXTS, values: PATTERNS },
    Sample { column: "caseless", sql: "text collate caseless", rows: TEXTS, values: &["AB", "Ab"] },
    Sample {
        column: "uuid",
        sql: "uuid",
        rows: &["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"],
        values: &[
            "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
            "{a0eebc999c0b4ef8bb6d6bb9bd380a11}",
            "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11",
            "a0eebc99",
            "",
            " a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
            "{a0eebc999c0b4ef8bb6d6bb9bd380a11",
            "g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        ],
    },
    Sample {
        column: "date",
        sql: "date",
        rows: &["2024-02-29", "1999-12-31", "0044-03-15 BC", "infinity", "-infinity", "10000-01-01"],
        values: DAYS,
    },
    Sample {
        column: "time",
        sql: "time",
        rows: &["00:00", "12:34:56.789", "24:00:00"],
        values: &[
            "12:34",
            "12:34:56.789",
            "24:00:00",
            "24:00",
            "23:59:60",
            "1:2",
            "x",
            "12:34:56.7891234",
            "12:34:56Z",
        ],
    },
    Sample {
        column: "timestamp",
        sql: "timestamp",
        rows: &["2024-06-30 12:34:56.789", "2024-06-30 00:00:00", "infinity", "0044-03-15 01:02:03 BC"],
        values: DAYS,
    },
    Sample {
        column: "timestamptz",
        sql: "timestamptz",
        rows: &[
            "2024-06-30 12:34:56.789+00",
            "2024-06-30 12:34:56+02",
            "-infinity",
            "1969-12-31 23:59:59.999999+00",
        ],
        values: DAYS,
    },
    Sample {
        column: "bytea",
        sql: "bytea",
        rows: &["\\x", "\\x6162", "\\xff00"],
        values: &["ab", "\\x61 62", "\\x6", "\\xgg", "\\141b", "\\\\", "\\9", "\\x61\t62"],
    },
    Sample { column: "mood", sql: "mood", rows: &["sad", "ok", "happy"], values: &["Sad", " ok", "", "no"] },
    Sample { column: "age", sql: "age", rows: &["0", "7", "99"], values: &["007", "-1", "x", "2147483648"] },
    Sample { column: "code", sql: "code", rows: &["abc", "abd"], values: &["abcdef", "ABC"] },
    Sample { column: "inet", sql: "inet", rows: &["10.0.0.1", "::1"], values: &["10.0.0.0/8", "x"] },
    Sample {
        column: "interval",
        sql: "interval",
        rows: &["1 day", "24:00:00", "-1 mon"],
        values: &["PT24H", "x"],
    },
    Sample {
        column: "quoted \"col",
        sql: "\"Odd \"\"type\"",
        rows: &["a'b", "c"],
        values: &["x'y", "'; drop table t; --"],
    },
];

pub(crate) const SCHEMA: &str = r#"
set timezone = 'UTC';
create type mood as enum ('sad', 'ok', 'happy');
create type "Odd ""type" as enum ('a''b', 'c');
create domain age as integer check (value >= 0);
create domain code as varchar(3);
create collation caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
"#;

/// The table's columns beside `id`, and its rows: one for each value of each column, and one of `NULL`s.
pub(crate) fn table() -> String {
    let columns: Vec<_> = SAMPLES.iter().map(|it| format!("{} {}", quoted(it.column), it.sql)).collect();
    let mut sql = format!("create table t (id int generated always as identity, {});", columns.join(", "));
    let rows = SAMPLES.iter().map(|it| it.rows.len()).max().unwrap_or(0);
    for place in 0..=rows {
        let cells: Vec<_> = SAMPLES
            .iter()
            .map(|it| it.rows.get(place).map_or_else(|| "null".to_owned(), |text| literal(text)))
            .collect();
        let names: Vec<_> = SAMPLES.iter().map(|it| quoted(it.column)).collect();
        sql += &format!("insert into t ({}) values ({});", names.join(", "), cells.join(", "));
    }
    sql
}

pub(crate) fn cases() -> Vec<Case> {
    SAMPLES.iter().flat_map(of_sample).collect()
}

fn of_sample(sample: &Sample) -> Vec<Case> {
    let mut cases = Vec::new();
    let values: Vec<&str> = sample.rows.iter().chain(sample.values).copied().collect();
    let operators = [
        ("eq", "="),
        ("neq", "<>"),
        ("lt", "<"),
        ("lte", "<="),
        ("gt", ">"),
        ("gte", ">="),
        ("isdistinct", "is distinct from"),
    ];
    for value in &values {
        for (name, symbol) in operators {
            cases.push(sample.case(
                name,
                &format!("{symbol} ($1::text::{})", sample.cast()),
                value,
                &quoted_value(value),
            ));
        }
        if sample.is_text() {
            for (name, symbol) in [("like", "like"), ("ilike", "ilike")] {
                cases.push(sample.case(
                    name,
                    &format!("{symbol} ($1::text::{})", sample.cast()),
                    value,
                    &quoted_value(value),
                ));
            }
        }
    }
    let symbol = format!("= any ($1::text::{}[])", sample.cast());
    let lists =
        values.windows(3).map(|three| three.iter().map(|value| element(value)).collect::<Vec<_>>().join(","));
    for list in lists.chain([
        "".into(),
        "NULL".into(),
        format!("{},NULL", element(sample.rows[0])),
        "a,".into(),
        "\"a".into(),
    ]) {
        let filter = format!("({list})");
        cases.push(sample.case("in", &symbol, &format!("{{{list}}}"), &filter));
    }
    for word in
        ["null"].iter().chain(if sample.sql == "boolean" { &["true", "false", "unknown"][..] } else { &[] })
    {
        let mut case = sample.case("is", &format!("is {word}"), word, word);
        case.value = None;
        cases.push(case);
    }
    // Each also negated.
    let negated: Vec<_> = cases
        .iter()
        .map(|case| Case {
            column: case.column.clone(),
            filter: case.filter.replacen('=', "=not.", 1),
            condition: format!("not ({})", case.condition),
            value: case.value.clone(),
        })
        .collect();
    cases.extend(negated);
    cases
}

impl Sample {
    fn case(&self, operator: &str, condition: &str, value: &str, written: &str) -> Case {
        Case {
            column: self.column.to_owned(),
            filter: format!("{}={operator}.{written}", self.column),
            condition: format!("{} {condition}", quoted(self.column)),
            value: Some(value.to_owned()),
        }
    }

    /// The type without its length and collation.
    fn cast(&self) -> &str {
        match self.column {
            "bpchar" => "bpchar",
            "varchar" => "varchar",
            "money_like" => "numeric",
            "english" | "posix" | "caseless" => "text",
            _ => self.sql,
        }
    }

    fn is_text(&self) -> bool {
        matches!(self.column, "text" | "varchar" | "bpchar" | "name" | "english" | "posix")
    }
}

pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A value of a filter in quotes.
fn quoted_value(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// An element of an array's text.
fn element(value: &str) -> String {
    quoted_value(value)
}
