use crate::{Diagnostics, Ruling};
use serde_json::json;
pub(crate) fn ruling(ruling: &Ruling, exit_code: u8) -> String {
    let cells: Vec<_> = ruling.docket().cells().map(|c| json!({"seat": c.seat(), "stake": c.stake().as_str(), "state": c.state().as_str(), "cause": c.cause().map(|c| c.as_str())})).collect();
    let d: Vec<_> = ruling
        .docket()
        .diagnostics()
        .iter()
        .map(|d| json!({"code": d.code, "message": d.message}))
        .collect();
    let i: Vec<_> = ruling.docket().inputs().iter().map(|i| json!({"source": ruling.docket().sources()[i.source.0 as usize].name(), "role": i.role.as_str()})).collect();
    format!(
        "{:#}\n",
        json!({"schema_version": 1, "docket": {"id": ruling.docket().id(), "round": ruling.docket().round()}, "outcome": ruling.outcome().as_str(), "open": ruling.opening().is_some(), "exit_code": exit_code, "cells": cells, "inputs": i, "diagnostics": d})
    )
}
pub(crate) fn no_ruling(reason: &Diagnostics, exit_code: u8) -> String {
    let d: Vec<_> = reason
        .items
        .iter()
        .map(|d| json!({"code": d.code, "message": d.message, "help": d.help}))
        .collect();
    format!(
        "{:#}\n",
        json!({"schema_version": 1, "outcome": "error", "open": false, "exit_code": exit_code, "diagnostics": d})
    )
}
