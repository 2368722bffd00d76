//! A day of the calendar.

use std::fmt;

/// A day of the Gregorian calendar: `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day, if there is one: month 1 to 12, day 1 to the month's last.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        (1..=last).contains(&day).then_some(Self { year, month, day })
    }

    /// How many days until another day; less than 0 when that is past.
    ///
    /// ```
    /// use assize::docket::Date;
    /// let day = |text| Date::parse(text).unwrap();
    /// assert_eq!(day("2026-11-21").days_until(day("2026-12-01")), 10);
    /// assert_eq!(day("2024-03-01").days_until(day("2024-02-28")), -2);
    /// ```
    pub fn days_until(self, other: Self) -> i64 {
        other.number() - self.number()
    }

    /// Days since the first day of a year 0 that begins in March, so that a leap day is the last of its year.
    fn number(self) -> i64 {
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        365 * year + leaps + (153 * month + 2) / 5 + i64::from(self.day)
    }

    /// The day so many days later; none beyond the years that there are.
    #[cfg(feature = "trial")]
    pub(crate) fn plus(self, days: i64) -> Option<Self> {
        let all = self.number() - 1 + days;
        let (era, day) = (all.div_euclid(146_097), all.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = u16::try_from(year + era * 400 + next).ok()?;
        Self::new(year, u8::try_from(month).ok()?, u8::try_from(of_month).ok()?)
    }

    /// Reads `2026-11-21`, and nothing looser.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shape = bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-';
        let digits = bytes.iter().enumerate().all(|(i, b)| i == 4 || i == 7 || b.is_ascii_digit());
        if !(shape && digits) {
            return None;
        }
        Self::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?)
    }
}

#[cfg(feature = "serde")]
impl From<Date> for String {
    fn from(day: Date) -> Self {
        day.to_string()
    }
}

#[cfg(feature = "serde")]
impl TryFrom<String> for Date {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is no day"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn dates_are_days_that_exist() {
        assert_eq!(Date::parse("2026-11-21").map(|d| d.to_string()).as_deref(), Some("2026-11-21"));
        assert!(Date::parse("2024-02-29").is_some() && Date::parse("2023-02-29").is_none());
        for odd in ["2026-13-01", "2026-00-10", "2026-04-31", "2026-4-1", "+026-04-01", "20260401"]
        {
            assert_eq!(Date::parse(odd), None, "{odd}");
        }
        assert!(Date::parse("2026-01-31") < Date::parse("2026-02-01"));
    }
}
