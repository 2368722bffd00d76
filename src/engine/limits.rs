//! What a policy may use up: counts only, so that the same docket gives the same ruling on
//! a slow machine.

/// Bounds on a policy and on one judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Bytes of a policy's text. A readable policy is a tenth of it.
    pub(super) text: usize,
    /// Items of the top level.
    pub(super) items: usize,
    /// Steps of one judging, over all that is run in it: see [`Budget`](super::budget::Budget).
    pub(super) operations: u64,
    /// What the stages before the gate may use more, for each verdict.
    pub(super) steps_a_verdict: u64,
    /// The same, of all judgings that look for what would change a ruling; copying a cell or finding is one.
    pub(super) trials: u64,
    /// Mistakes that are told of one policy.
    pub(super) mistakes: usize,
    /// Functions calling functions.
    pub(super) call_levels: usize,
    /// Nesting of an expression.
    pub(super) depth: usize,
    /// Nesting of an expression inside a function.
    pub(super) function_depth: usize,
    /// Bytes of a string that a script builds.
    pub(super) string: usize,
    /// Elements of an array that a script builds; a push costs as much as the array is long.
    pub(super) array: usize,
    /// Variables that are alive at once.
    pub(super) variables: usize,
}

pub(super) const LIMITS: Limits = Limits {
    text: 256 * 1024,
    items: 1000,
    operations: 400_000,
    steps_a_verdict: 1000,
    trials: 2_000_000,
    mistakes: 50,
    call_levels: 24,
    depth: 48,
    function_depth: 32,
    string: 16 * 1024,
    array: 1000,
    variables: 64,
};
