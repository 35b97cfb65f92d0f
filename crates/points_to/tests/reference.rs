//! The solver agrees with the reference on made-up programs, for each policy.

use testkit::points_to::check::Setting;
use testkit::points_to::generate::Generator;
use testkit::points_to::policies;
use testkit::points_to::program::Program;
use testkit::points_to::shrink::{describe, shrink};

/// Programs for each policy.
const PROGRAMS: u64 = 500;

#[test]
fn agrees_with_the_reference() {
    for (name, policy) in policies::ALL {
        let mut too_large = 0;
        for seed in 0..PROGRAMS {
            let program = Generator::new(seed).program();
            let setting = Setting::generated(policy, seed % 2 == 0);
            match setting.disagreement(&program) {
                Some(lines) if lines.is_empty() => {}
                Some(_) => report(name, seed, &setting, program),
                None => too_large += 1,
            }
        }
        assert!(too_large < PROGRAMS / 50, "{name}: {too_large} programs have too many contexts");
    }
}

#[test]
fn made_up_programs_have_threads_that_start_threads_of_their_kind() {
    for (name, policy) in policies::ALL {
        if !["thread", "alike"].contains(&name) {
            continue;
        }
        let starts_its_like = |seed: &u64| {
            let program = Generator::new(*seed).program();
            let calls = Setting::generated(policy, true).solution(&program).calls;
            // The instance stands last, or receivers follow it.
            let is_in = |code: &str, letter: &str| {
                code.ends_with(&format!("{letter}]")) || code.contains(&format!("{letter}, "))
            };
            calls.iter().any(|(from, _, to)| is_in(from, "α") && is_in(to, "β"))
        };
        let count = (0..50).filter(starts_its_like).count();
        assert!(count >= 3, "{name}: {count} of 50");
    }
}

fn report(policy: &str, seed: u64, setting: &Setting, program: Program) {
    let lines = |history: &[Program]| setting.disagreement(&history[0]).unwrap_or_default();
    let small = shrink(vec![program], |history| !lines(history).is_empty());
    let lines = lines(&small);
    let lines = lines[..lines.len().min(30)].join("\n");
    panic!(
        "{policy}, seed {seed}:\n{}// + the solver has more, - the solver lacks\n{lines}",
        describe(&small)
    );
}
