use super::{Shape, parse};

const SHAPE: Shape = Shape { code: "assize::test::malformed", example: "seat \"qa\"" };

/// What can begin no node, or ends none.
const WRONG: [&str; 9] = ["]", ")", "\u{1}", "#", "\"", "{", "(", "=", "\\"];

/// Around the length up to which the stack of the caller is used, and well behind it.
#[test]
fn what_the_crate_calls_itself_for_is_read_on_any_stack() {
    let lengths = || (0..1200).step_by(40).chain([4_000, 30_000]);
    for wrong in WRONG {
        for length in lengths() {
            let text = format!("seat {}", wrong.repeat(length));
            assert_eq!(parse(&text, SHAPE).is_ok(), length == 0, "{length} of {wrong:?}");
        }
    }
    for length in lengths() {
        let text = format!("seat \"{}\"", "a".repeat(length));
        assert_eq!(parse(&text, SHAPE).map(|nodes| nodes.len()).ok(), Some(1), "{length}");
    }
}

#[test]
fn a_caller_with_little_stack_gets_another_one() {
    let refused = || WRONG.iter().all(|wrong| parse(&wrong.repeat(800), SHAPE).is_err());
    let read = std::thread::Builder::new().stack_size(256 * 1024).spawn(refused);
    assert!(read.is_ok_and(|read| read.join().is_ok_and(|refused| refused)));
}
