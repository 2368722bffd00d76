//! The clock: a ruling holds no time, its record does.

use crate::docket::Date;

/// The time of day in UTC, in whole seconds: `2026-11-21T21:00:00Z`.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

/// The time in nanoseconds since 1970, as file systems tell it.
pub fn nanoseconds() -> i64 {
    i64::try_from(jiff::Timestamp::now().as_nanosecond()).unwrap_or(i64::MAX)
}

/// A time in nanoseconds since 1970 as people read it, in whole seconds of UTC.
pub fn time_of(nanoseconds: i64) -> String {
    let time = jiff::Timestamp::from_second(nanoseconds.div_euclid(1_000_000_000));
    time.map(|time| time.to_string()).unwrap_or_default()
}

/// Eight bytes that no one can guess.
///
/// # Errors
///
/// The system gives none.
pub fn secret() -> Result<[u8; 8], String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// This day in UTC. None after the year 9999.
pub fn today() -> Option<Date> {
    Date::parse(now().get(..10)?)
}

/// Tells how long it has been since, for anyone who waits. Nothing depends on it.
#[expect(clippy::disallowed_methods, reason = "shown to a person, and nothing that decides")]
pub fn stopwatch() -> impl Fn() -> std::time::Duration {
    let start = std::time::Instant::now();
    move || start.elapsed()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_time_is_written_in_whole_seconds_of_utc() {
        let now = super::now();
        assert_eq!(now.len(), "2026-11-21T21:00:00Z".len(), "{now}");
        assert_eq!(super::today().map(|day| day.to_string()).as_deref(), now.get(..10));
        assert!(now.ends_with('Z') && now.as_bytes()[10] == b'T', "{now}");
    }
}
