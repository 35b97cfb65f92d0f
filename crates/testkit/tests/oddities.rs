//! Hand-made classes become what they have to become, soon, and with little memory.

use std::time::Duration;

use classfile::ClassFile;
use ir::MethodCode;
use testkit::cost::{Counting, measure};
use testkit::fuzz;
use testkit::oddities::{self, Oddity, Outcome};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// For reading, lowering and verifying one class with every assertion on; far above what real classes need.
const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_MEMORY: usize = 256 << 20;

#[test]
fn valid_oddities_have_their_outcome() {
    check_all(oddities::valid());
}

#[test]
fn hostile_classes_end_soon_and_with_little_memory() {
    check_all(oddities::hostile());
}

#[test]
fn a_broken_method_does_not_harm_the_next() {
    let mut oddities = oddities::valid().into_iter();
    let mixed = oddities.find(|odd| odd.name == "a broken method before others");
    let bytes = mixed.expect("it is in the collection").bytes;
    let file = ClassFile::parse(&bytes).expect("the class is valid");
    let class = fuzz::lower_and_verify(&file).expect("the class can be declared");
    let is_lowered: Vec<bool> = class.methods.iter().map(|m| m.body().is_some()).collect();
    assert_eq!(is_lowered, [false, true, true]);
}

fn check_all(oddities: Vec<Oddity>) {
    let wrong: Vec<String> = oddities.iter().filter_map(|oddity| check(oddity).err()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(oddity: &Oddity) -> Result<(), String> {
    let outcome = outcome_of(oddity)?;
    if oddity.outcome != Outcome::Ends && oddity.outcome != outcome.0 {
        return Err(format!("{}: {outcome:?} instead of {:?}", oddity.name, oddity.outcome));
    }
    fuzz::parse(&oddity.bytes);
    fuzz::round_trip(&oddity.bytes);
    fuzz::lower(&oddity.bytes);
    Ok(())
}

/// What became of a class, with the first error; an error if that cost too much.
fn outcome_of(oddity: &Oddity) -> Result<(Outcome, String), String> {
    let (outcome, cost) = measure(|| {
        let file = match ClassFile::parse(&oddity.bytes) {
            Ok(file) => file,
            Err(error) => return (Outcome::Unreadable, error.to_string()),
        };
        let Some(class) = fuzz::lower_and_verify(&file) else {
            return (Outcome::Unreadable, "it cannot be declared".into());
        };
        let mut broken = class.methods.iter().filter_map(|method| match &method.code {
            MethodCode::Broken(error) => Some(error.to_string()),
            _ => None,
        });
        broken.next().map_or((Outcome::Lowers, String::new()), |why| (Outcome::Breaks, why))
    });
    println!("{:?} {:>5} MiB  {}: {outcome:?}", cost.time, cost.memory >> 20, oddity.name);
    if cost.time > MOST_TIME || cost.memory > MOST_MEMORY {
        return Err(format!("{}: {:?}, {} MiB", oddity.name, cost.time, cost.memory >> 20));
    }
    Ok(outcome)
}
