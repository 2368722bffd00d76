//! Writes the JavaScript around a wasm of `bindings/js`: `assize-js-glue IN.wasm FOLDER`.
//!
//! `FOLDER/engine.js` is a module of JavaScript, and `FOLDER/engine_bg.wasm` what it calls. The module fetches nothing by
//! itself: its caller hands in the bytes. After a call that trapped, `__wbg_reset_state` begins with an empty memory.

#![expect(clippy::disallowed_methods, reason = "a command reads its command line")]

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    let [wasm, folder] = paths.as_slice() else {
        return Err("usage: assize-js-glue IN.wasm FOLDER".into());
    };
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .out_name("engine")
        .typescript(false)
        .omit_default_module_path(true)
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}
