//! Many places of a text, and fast answers to what lies in one of them.

/// Ranges in the order of the text; those that overlap are one.
pub(super) struct Ranges(Vec<(usize, usize)>);

impl Ranges {
    pub(super) fn of(ranges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut sorted: Vec<(usize, usize)> = ranges.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup_by(|next, last| {
            let overlaps = next.0 < last.1;
            if overlaps {
                last.1 = last.1.max(next.1);
            }
            overlaps
        });
        Self(sorted)
    }

    /// Whether a byte lies in one of them.
    pub(super) fn has(&self, at: usize) -> bool {
        self.meets(at, at + 1)
    }

    /// Whether some range overlaps one of them.
    pub(super) fn meets(&self, start: usize, end: usize) -> bool {
        let next = self.0.partition_point(|(_, behind)| *behind <= start);
        self.0.get(next).is_some_and(|(first, behind)| *first < end && start < *behind)
    }

    /// Whether some range lies in one of them as a whole.
    pub(super) fn contain(&self, start: usize, end: usize) -> bool {
        let next = self.0.partition_point(|(_, behind)| *behind < end);
        self.0.get(next).is_some_and(|(first, _)| *first <= start)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    #[test]
    fn answers_are_those_of_a_look_at_every_range() {
        let all = [(10, 20), (0, 3), (15, 30), (30, 31), (40, 40)];
        let ranges = Ranges::of(all);
        let merged = [(0, 3), (10, 30), (30, 31), (40, 40)];
        for start in 0..45 {
            assert_eq!(ranges.has(start), merged.iter().any(|r| r.0 <= start && start < r.1));
            for end in start..45 {
                let holds = merged.iter().any(|r| r.0 <= start && end <= r.1);
                assert_eq!(ranges.contain(start, end), holds, "{start} {end}");
                let meets = merged.iter().any(|r| start < r.1 && r.0 < end);
                assert_eq!(ranges.meets(start, end), meets, "{start} {end}");
            }
        }
    }
}
