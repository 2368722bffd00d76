//! Sets of cells or findings, by index.

/// A set of small numbers. Up to 64 of them need no memory of their own, which covers the
/// cells of nearly every docket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits(Words);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    One(u64),
    Many(Box<[u64]>),
}

impl Bits {
    /// The empty set over `len` numbers. Sets are only ever combined over the same `len`.
    pub(crate) fn empty(len: usize) -> Self {
        Self(if len <= 64 { Words::One(0) } else { Words::Many(vec![0; len.div_ceil(64)].into()) })
    }

    pub(crate) fn insert(&mut self, index: usize) {
        if let Some(word) = self.words_mut().get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words().get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Whether all members of this are in the other.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The members, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| place * 64 + rest.trailing_zeros() as usize)
        })
    }

    #[inline]
    fn zip(&self, other: &Self, merge: impl Fn(u64, u64) -> u64) -> Self {
        Self(match (&self.0, &other.0) {
            (Words::One(a), Words::One(b)) => Words::One(merge(*a, *b)),
            _ => Words::Many(
                self.words().iter().zip(other.words()).map(|(&a, &b)| merge(a, b)).collect(),
            ),
        })
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::One(word) => std::slice::from_mut(word),
            Words::Many(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(len: usize, members: &[usize]) -> Bits {
        let mut bits = Bits::empty(len);
        members.iter().for_each(|&member| bits.insert(member));
        bits
    }

    #[test]
    fn small_and_large_sets_agree() {
        for len in [64, 65, 200] {
            let a = set(len, &[0, 3, 63]);
            let b = set(len, &[3, 5]);
            assert_eq!(a.and(&b).iter().collect::<Vec<_>>(), [3]);
            assert_eq!(a.without(&b).iter().collect::<Vec<_>>(), [0, 63]);
            assert_eq!(a.count(), 3);
            assert!(!a.is_within(&b) && a.and(&b).is_within(&b));
            assert_eq!(a.or(&b).iter().collect::<Vec<_>>(), [0, 3, 5, 63]);
            assert!(a.contains(63) && !a.contains(5) && !a.contains(1000));
            assert!(Bits::empty(len).is_empty() && !a.is_empty());
        }
        assert_eq!(set(130, &[64, 129]).iter().collect::<Vec<_>>(), [64, 129]);
    }
}
