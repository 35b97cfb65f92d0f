//! Numbers that are not known, as sums of products: `chunk * t + chunk - 1`.
//!
//! What they are made of are [`Atom`]s. One kind of them is another in each thread, its *number*: the counter of the loop that
//! starts the threads, or what a parallel loop gives its iterations. All others are the same for all threads.

use std::collections::BTreeMap;

use ir::body::Value;
use ir::hierarchy::{FieldId, MethodId};
use points_to::Obj;

/// A part of a sum that is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// How many rounds of a loop, which makes or starts threads, came before.
    Round(MethodId, Value),
    /// The number that a callback is given, another one at each call.
    Given(MethodId, u16),
    /// A value of the code that makes or starts threads, computed once for all of them.
    Once(MethodId, Value),
    /// What a field holds that never changes.
    Field(FieldId),
    /// The length of an array.
    Length(Obj),
    /// A quotient, rounded down.
    Quotient(Box<Sum>, Box<Sum>),
}

impl Atom {
    fn is_number(&self) -> bool {
        match self {
            Atom::Round(..) | Atom::Given(..) => true,
            Atom::Once(..) | Atom::Field(_) | Atom::Length(_) => false,
            Atom::Quotient(sum, _) => sum.has_number(),
        }
    }
}

/// A sum: by the product of atoms, how many times it is added. The empty product is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum(BTreeMap<Vec<Atom>, i64>);

/// How many products a sum may have, and how many factors a product.
const MANY: usize = 12;

impl Sum {
    pub(super) fn constant(number: i64) -> Sum {
        let mut sum = Sum::default();
        if number != 0 {
            sum.0.insert(Vec::new(), number);
        }
        sum
    }

    pub(super) fn atom(atom: Atom) -> Sum {
        Sum(BTreeMap::from([(vec![atom], 1)]))
    }

    /// The number that it always is.
    pub(super) fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// Whether it depends on which thread it is.
    pub(super) fn has_number(&self) -> bool {
        self.0.keys().flatten().any(Atom::is_number)
    }

    /// Whether all that is not known in it is so for two threads of different kinds.
    pub(super) fn is_of(&self, is_common: &dyn Fn(&Atom) -> bool) -> bool {
        self.0.keys().flatten().all(|atom| match atom {
            Atom::Quotient(sum, by) => sum.is_of(is_common) && by.is_of(is_common),
            atom => is_common(atom),
        })
    }

    fn add(&mut self, product: Vec<Atom>, times: i64) -> Option<()> {
        let sum = self.0.get(&product).copied().unwrap_or(0).checked_add(times)?;
        match sum {
            0 => self.0.remove(&product),
            _ => self.0.insert(product, sum),
        };
        (self.0.len() <= MANY).then_some(())
    }

    pub(super) fn plus(&self, other: &Sum) -> Option<Sum> {
        let mut sum = self.clone();
        for (product, &times) in &other.0 {
            sum.add(product.clone(), times)?;
        }
        Some(sum)
    }

    pub(super) fn plus_constant(&self, number: i64) -> Option<Sum> {
        self.plus(&Sum::constant(number))
    }

    pub(super) fn minus(&self, other: &Sum) -> Option<Sum> {
        self.plus(&other.times(&Sum::constant(-1))?)
    }

    pub(super) fn times(&self, other: &Sum) -> Option<Sum> {
        let mut sum = Sum::default();
        for (a, &of_a) in &self.0 {
            for (b, &of_b) in &other.0 {
                let mut product = [a.as_slice(), b].concat();
                product.sort();
                if product.len() > MANY {
                    return None;
                }
                sum.add(product, of_a.checked_mul(of_b)?)?;
            }
        }
        Some(sum)
    }

    /// The quotient, rounded down, by what is greater than zero and the same for all threads.
    pub(super) fn divided(&self, by: &Sum) -> Option<Sum> {
        if by.has_number() || by.at_least()? < 1 {
            return None;
        }
        let (mut quotient, mut rest) = (Sum::default(), Sum::default());
        for (product, &times) in &self.0 {
            match by.divides(product, times) {
                Some((product, times)) => quotient.add(product, times)?,
                None => rest.add(product.clone(), times)?,
            }
        }
        let whole = match (rest.as_constant(), by.as_constant()) {
            (Some(rest), Some(by)) => Some(rest.div_euclid(by)),
            (Some(rest @ (-1 | 0)), None) => Some(rest),
            _ => None,
        };
        match whole {
            Some(whole) => quotient.plus_constant(whole),
            None => {
                let atom = Atom::Quotient(Box::new(rest), Box::new(by.clone()));
                quotient.plus(&Sum::atom(atom))
            }
        }
    }

    /// A product without this one as a factor.
    fn divides(&self, product: &[Atom], times: i64) -> Option<(Vec<Atom>, i64)> {
        let mut own = self.0.iter();
        let (factors, &own_times) = own.next().filter(|_| self.0.len() == 1)?;
        let mut left = product.to_vec();
        for factor in factors {
            let at = left.iter().position(|atom| atom == factor)?;
            left.remove(at);
        }
        (times % own_times == 0).then_some((left, times / own_times))
    }

    /// What it is for the next thread.
    pub(super) fn next(&self) -> Option<Sum> {
        self.replaced(&|atom| match atom {
            Atom::Round(..) | Atom::Given(..) => Sum::atom(atom.clone()).plus_constant(1),
            Atom::Quotient(sum, by) if atom.is_number() => sum.next()?.divided(by),
            _ => Some(Sum::atom(atom.clone())),
        })
    }

    /// What it is for the next thread, if all quotients are still the same there; none if another number is in it, or if there is no
    /// such thread.
    pub(super) fn next_in_quotient(&self) -> Option<Sum> {
        self.replaced(&|atom| match atom {
            Atom::Round(..) | Atom::Given(..) => None,
            Atom::Quotient(sum, by) if atom.is_number() => {
                let step = sum.next()?.minus(sum)?.as_constant()?;
                let may_stay = step.abs() < by.as_constant()?;
                may_stay.then(|| Sum::atom(atom.clone()))
            }
            _ => Some(Sum::atom(atom.clone())),
        })
    }

    fn replaced(&self, by: &dyn Fn(&Atom) -> Option<Sum>) -> Option<Sum> {
        let mut sum = Sum::default();
        for (product, &times) in &self.0 {
            let mut one = Sum::constant(times);
            for atom in product {
                one = one.times(&by(atom)?)?;
            }
            sum = sum.plus(&one)?;
        }
        Some(sum)
    }

    /// The least that it can be if what is not known is at least one, and the number of a thread at least zero.
    pub(super) fn at_least(&self) -> Option<i64> {
        let mut least = 0_i64;
        for (product, &times) in &self.0 {
            let is_number = product.iter().any(Atom::is_number);
            match (product.is_empty(), is_number, times > 0) {
                (true, ..) | (_, false, true) => least = least.checked_add(times)?,
                (_, true, true) => {}
                (.., false) => return None,
            }
        }
        Some(least)
    }

    /// The most that it can be, in the same way.
    pub(super) fn at_most(&self) -> Option<i64> {
        self.times(&Sum::constant(-1))?.at_least()?.checked_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::entity::EntityId as _;

    fn number() -> Sum {
        Sum::atom(Atom::Round(MethodId::from_index(0), Value::from_index(0)))
    }

    fn size() -> Sum {
        Sum::atom(Atom::Field(FieldId::from_index(0)))
    }

    #[test]
    fn the_next_part_begins_where_one_ends() {
        let low = number().times(&size()).unwrap();
        let end = number().plus_constant(1).unwrap().times(&size()).unwrap();
        assert_eq!(low.next().unwrap(), end);
        assert_eq!(end.minus(&low).unwrap(), size());
    }

    #[test]
    fn quotients_are_taken_of_what_is_divisible() {
        let end = number().times(&size()).unwrap();
        assert_eq!(end.divided(&size()).unwrap(), number());
        let last = end.plus_constant(-1).unwrap();
        assert_eq!(last.divided(&size()).unwrap(), number().plus_constant(-1).unwrap());
        let half = number().divided(&Sum::constant(2)).unwrap();
        assert!(half.has_number());
        assert_eq!(half.next_in_quotient().unwrap(), half);
        assert_eq!(number().next_in_quotient(), None);
        let part =
            number().times(&Sum::constant(1022)).unwrap().divided(&Sum::constant(16)).unwrap();
        assert_eq!(part.next_in_quotient(), None);
    }

    #[test]
    fn what_is_not_known_is_a_size() {
        let sum = size().plus_constant(-1).unwrap();
        assert_eq!(sum.at_least(), Some(0));
        assert_eq!(sum.at_most(), None);
        assert_eq!(size().minus(&number()).unwrap().at_least(), None);
        assert_eq!(Sum::constant(3).minus(&size()).unwrap().at_most(), Some(2));
    }
}
