//! The clock: a ruling holds no time, its record does.

/// The time of day in UTC, in whole seconds: `2026-11-21T21:00:00Z`.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_time_is_written_in_whole_seconds_of_utc() {
        let now = super::now();
        assert_eq!(now.len(), "2026-11-21T21:00:00Z".len(), "{now}");
        assert!(now.ends_with('Z') && now.as_bytes()[10] == b'T', "{now}");
    }
}
