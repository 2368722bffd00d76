//! Coverage for tools that show it beside the text: rules as lines, operands as branches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Coverage;

impl Coverage {
    /// One record of lcov for the policy, whose file has this name. A rule counts as often as it held; a branch is an
    /// operand that was true, or false.
    pub fn lcov(&self, file: &str) -> String {
        let source = &self.policy.facts().source;
        let line = |at: u32| source.line_column(at).line;
        let mut out = format!("TN:\nSF:{file}\n");
        let mut lines: BTreeMap<u32, usize> = BTreeMap::new();
        for (place, tried) in self.rules.iter().enumerate() {
            if let Some(facts) = self.policy.own_rule(place) {
                // Rules on one line: the one that was tried least.
                let hits = lines.entry(facts.line).or_insert(tried.held);
                *hits = tried.held.min(*hits);
            }
        }
        let mut branches: Vec<(u32, String)> = Vec::new();
        let mut taken = 0;
        for (place, (branch, tried)) in self.branches.all.iter().zip(&self.operands).enumerate() {
            let line = line(branch.span.start);
            // Tools want a branch to stand on a line that counts.
            lines.entry(line).or_insert(self.judged);
            for (way, count) in [tried.held, tried.not_held].into_iter().enumerate() {
                taken += usize::from(count > 0);
                let count = if self.judged == 0 { "-".to_owned() } else { count.to_string() };
                branches.push((line, format!("BRDA:{line},{place},{way},{count}")));
            }
        }
        branches.sort();
        for (_, branch) in &branches {
            let _ = writeln!(out, "{branch}");
        }
        let _ = writeln!(out, "BRF:{}\nBRH:{taken}", branches.len());
        for (line, hits) in &lines {
            let _ = writeln!(out, "DA:{line},{hits}");
        }
        let hit = lines.values().filter(|hits| **hits > 0).count();
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
        out
    }
}
