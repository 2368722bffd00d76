//! rhai's own functions. A policy may call those that are in the fact table, and no others.

/// Functions of rhai that a policy might reach for, and what to write instead.
const INSTEAD: &[(&[&str], &str)] = &[
    (
        &[
            "map",
            "reduce",
            "reduce_rev",
            "for_each",
            "find",
            "find_map",
            "index_of",
            "dedup",
            "zip",
        ],
        "write a `for` loop in a `fn`",
    ),
    (
        &["push", "append", "insert", "extend", "pad", "splice", "concat"],
        "join lists with `+`, in a `fn`: `list += [entry]`",
    ),
    (
        &[
            "pop", "shift", "remove", "drain", "retain", "clear", "truncate", "chop", "extract",
            "reverse", "sort", "get", "set", "keys", "values", "first", "last", "swap",
        ],
        "write a `for` loop that builds the list that is needed, in a `fn`",
    ),
    (&["is_empty"], "compare the length with 0: `.len == 0`"),
    (
        &[
            "to_upper",
            "to_lower",
            "make_upper",
            "make_lower",
            "trim",
            "split",
            "split_rev",
            "replace",
            "sub_string",
            "crop",
            "chars",
            "bytes",
        ],
        "compare a text whole, or with `starts_with`, `ends_with` or `contains`",
    ),
    (&["to_string", "to_debug", "print", "debug"], "write a text in back ticks: `${…}`"),
    (&["range"], "write `1..5`"),
    (
        &["parse_int", "to_int", "to_float", "sign", "is_zero", "is_odd", "is_even", "sqrt"],
        "compute with `+`, `-`, `*`, `/`, `%`, `min`, `max` and `abs`",
    ),
    (
        &[
            "eval",
            "Fn",
            "call",
            "curry",
            "type_of",
            "sleep",
            "exit",
            "timestamp",
            "is_shared",
            "elapsed",
            "rand",
            "parse_json",
            "is_anonymous",
        ],
        "a policy has no files, clock, output or `eval`",
    ),
];

/// Whether rhai itself has a function of this name that a policy cannot call.
pub(in crate::engine) fn is_own(name: &str) -> bool {
    instead_of(name).is_some()
}

/// What to write instead of a function of rhai.
pub(in crate::engine) fn instead_of(name: &str) -> Option<&'static str> {
    INSTEAD.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| *instead)
}
