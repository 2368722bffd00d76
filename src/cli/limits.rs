//! What a run may read: the arguments that reading commands share.

use clap::Args;

use crate::host::Limits;

/// What a run may read.
#[derive(Args, Clone, Debug)]
pub(super) struct LimitArgs {
    /// The largest file that is read; a larger one is unreadable
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = size,
          help_heading = "Limits")]
    limit_bytes: usize,
    /// How many lines and items between commas and brackets one file may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().items,
          help_heading = "Limits")]
    limit_items: usize,
    /// How many files there may be; with more there is no answer
    #[arg(long, value_name = "N", default_value_t = Limits::default().files,
          help_heading = "Limits")]
    limit_files: usize,
    /// The size of all files together; with more there is no answer
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = size,
          help_heading = "Limits")]
    limit_total_bytes: usize,
    /// The lines and items of all files together; with more there is no answer
    #[arg(long, value_name = "N", default_value_t = Limits::default().total_items,
          help_heading = "Limits")]
    limit_total_items: usize,
}

impl LimitArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits {
            bytes: self.limit_bytes,
            items: self.limit_items,
            files: self.limit_files,
            total_bytes: self.limit_total_bytes,
            total_items: self.limit_total_items,
        }
    }
}

/// `4096`, `64KiB`, `16MiB`
fn size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let unit = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = unit.unwrap_or((text, 1));
    let bytes = number.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    bytes.ok_or_else(|| "write a number of bytes, or one with a unit: `64KiB`, `16MiB`".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{LimitArgs, size};
    use crate::host::Limits;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        limits: LimitArgs,
    }

    #[test]
    fn what_help_says_is_what_holds() {
        let told = Alone::try_parse_from(["assize"]).map(|alone| alone.limits.limits());
        assert_eq!(told.ok(), Some(Limits::default()));
        assert_eq!(size("3KiB"), Ok(3 << 10));
        for odd in ["", "MiB", "-1", "1.5MiB", "99999999999GiB", "3kb"] {
            assert!(size(odd).is_err(), "{odd}");
        }
    }
}
