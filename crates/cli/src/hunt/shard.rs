//! Which part of the runs is done here, and which by others.

/// The `index`-th of `count` parts, from zero on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Whether a run belongs to it.
    pub(super) fn has(self, number: u32) -> bool {
        (number - 1) % self.count == self.index
    }

    /// Where its results go.
    pub(super) fn folder(self) -> String {
        format!("shard-{}-of-{}", self.index + 1, self.count)
    }

    fn new(index: u32, count: u32, from: &str) -> Result<Shard, String> {
        if index < count {
            Ok(Shard { index, count })
        } else {
            Err(format!("{from}: there are {count} parts, so none is number {}", index + 1))
        }
    }
}

/// The part that an option or the environment names; none if all runs are to be done.
pub(super) fn of(option: Option<&str>) -> Result<Option<Shard>, String> {
    match option {
        Some(text) => parse(text).map(Some),
        None => of_environment(&|name| std::env::var(name).ok()),
    }
}

fn parse(text: &str) -> Result<Shard, String> {
    let wrong = || format!("--shard {text}: it must be I/N, such as 2/4");
    let (index, count) = text.split_once('/').ok_or_else(wrong)?;
    let index: u32 = index.parse().map_err(|_| wrong())?;
    let count: u32 = count.parse().map_err(|_| wrong())?;
    let index = index.checked_sub(1).ok_or_else(wrong)?;
    Shard::new(index, count, &format!("--shard {text}"))
}

/// The variables of a system that divides jobs.
struct Variables {
    index: &'static str,
    /// What indices start with, and what comes between two; zero and one if they are not set.
    first_and_step: Option<[&'static str; 2]>,
    count: &'static str,
}

const VARIABLES: [Variables; 3] = [
    // An array of jobs may start with any number and leave out some.
    Variables {
        index: "SLURM_ARRAY_TASK_ID",
        first_and_step: Some(["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"]),
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    Variables { index: "TEST_SHARD_INDEX", first_and_step: None, count: "TEST_TOTAL_SHARDS" },
    // Kubernetes does not tell a job how many there are.
    Variables { index: "JOB_COMPLETION_INDEX", first_and_step: None, count: "DEADHEAT_SHARDS" },
];

fn of_environment(get: &dyn Fn(&str) -> Option<String>) -> Result<Option<Shard>, String> {
    for Variables { index, first_and_step, count } in VARIABLES {
        let Some(value) = get(index) else { continue };
        let number = |name: &str, value: &str| -> Result<u32, String> {
            value.parse().map_err(|_| format!("{name} is {value:?}, which is no number"))
        };
        let total = get(count).ok_or(format!(
            "{index} is set, but {count} is not: say how many parts there are, or use --shard"
        ))?;
        let or = |name: Option<&str>, default| match name.and_then(|name| Some((name, get(name)?)))
        {
            Some((name, value)) => number(name, &value),
            None => Ok(default),
        };
        let first = or(first_and_step.map(|[first, _]| first), 0)?;
        let step = or(first_and_step.map(|[_, step]| step), 1)?.max(1);
        let from_first = number(index, &value)?.saturating_sub(first);
        if from_first % step != 0 {
            return Err(format!(
                "{index} is {value}, which is no part of an array with a step of {step}: use --shard"
            ));
        }
        let at = from_first / step;
        return Shard::new(at, number(count, &total)?, index).map(Some);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_runs_once() {
        let shards: Vec<Shard> = (1..=3).map(|i| parse(&format!("{i}/3")).unwrap()).collect();
        for number in 1..=20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1);
        }
        assert_eq!(shards[1].folder(), "shard-2-of-3");
        for wrong in ["", "1", "0/3", "4/3", "a/b", "1/0"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_environment_names_a_part() {
        let with = |variables: &'static [(&str, &str)]| {
            of_environment(&move |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[]), Ok(None));
        let slurm = with(&[
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "4"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ]);
        assert_eq!(slurm, Ok(Some(Shard { index: 1, count: 3 })));
        let stepped = |id| match id {
            5 => with(&[
                ("SLURM_ARRAY_TASK_ID", "5"),
                ("SLURM_ARRAY_TASK_MIN", "1"),
                ("SLURM_ARRAY_TASK_STEP", "2"),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
            ]),
            _ => with(&[
                ("SLURM_ARRAY_TASK_ID", "4"),
                ("SLURM_ARRAY_TASK_MIN", "1"),
                ("SLURM_ARRAY_TASK_STEP", "2"),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
            ]),
        };
        assert_eq!(stepped(5), Ok(Some(Shard { index: 2, count: 4 })));
        assert!(stepped(4).is_err());
        let bazel = with(&[("TEST_SHARD_INDEX", "0"), ("TEST_TOTAL_SHARDS", "2")]);
        assert_eq!(bazel, Ok(Some(Shard { index: 0, count: 2 })));
        assert!(with(&[("JOB_COMPLETION_INDEX", "0")]).is_err());
        assert!(with(&[("TEST_SHARD_INDEX", "x"), ("TEST_TOTAL_SHARDS", "2")]).is_err());
    }
}
