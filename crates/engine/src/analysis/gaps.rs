//! What the analysis did not see, and where.

use std::collections::{BTreeMap, BTreeSet};

use points_to::{CodeId, CodeKey, Gap, GapKind, Node, StmtId};

use super::Analysis;
use super::places::{MethodName, Place};

/// Something that was not followed, and where it stands in the way.
#[derive(Clone, Debug)]
pub struct GapAt {
    /// What it is.
    pub gap: Gap,
    /// The places that come upon it: of application code with their lines, of libraries the methods.
    pub places: Vec<Place>,
}

impl Analysis {
    /// How many gaps of each kind there are.
    pub fn gap_counts(&self) -> BTreeMap<GapKind, usize> {
        let mut gaps: BTreeSet<&Gap> = BTreeSet::new();
        self.each_gap(|_, gap| {
            gaps.insert(gap);
        });
        let calls = self.solver.calls_without_code();
        gaps.extend(calls.iter().map(|(_, _, gap)| gap));
        let mut counts = BTreeMap::new();
        for gap in gaps {
            *counts.entry(gap.kind).or_default() += 1;
        }
        counts
    }

    /// All gaps by kind and name.
    pub fn gaps(&self) -> Vec<GapAt> {
        self.gaps_where(|_| true)
    }

    /// The gaps of a kind, by name.
    pub fn gaps_of(&self, kind: GapKind) -> Vec<GapAt> {
        self.gaps_where(|gap| gap.kind == kind)
    }

    fn gaps_where(&self, is_meant: impl Fn(&Gap) -> bool) -> Vec<GapAt> {
        let mut nodes: BTreeMap<&Gap, BTreeSet<Node>> = BTreeMap::new();
        self.each_gap(|node, gap| {
            if is_meant(gap) {
                nodes.entry(gap).or_default().insert(node);
            }
        });
        let places_of = |(gap, nodes): (&Gap, BTreeSet<Node>)| {
            let places = nodes.into_iter().flat_map(|node| self.places_of(node, gap.kind));
            (gap.clone(), places.collect())
        };
        let mut places: BTreeMap<Gap, BTreeSet<Place>> = nodes.into_iter().map(places_of).collect();
        for (node, stmt, gap) in self.solver.calls_without_code() {
            if is_meant(&gap) {
                places.entry(gap).or_default().extend(self.call_place((node, stmt)));
            }
        }
        let at = |(gap, places): (Gap, BTreeSet<Place>)| GapAt {
            gap,
            places: places.into_iter().collect(),
        };
        places.into_iter().map(at).collect()
    }

    fn each_gap<'a>(&'a self, mut f: impl FnMut(Node, &'a Gap)) {
        for node in self.solver.reachable() {
            for gap in &self.solver.code_of(node).gaps {
                f(node, gap);
            }
            for gap in self.solver.unknowns(node) {
                f(node, gap);
            }
        }
    }

    /// Where a gap in the code of a node is noticed: at its callers if the code as a whole is missing.
    fn places_of(&self, node: Node, kind: GapKind) -> Vec<Place> {
        let is_whole = matches!(kind, GapKind::Cut | GapKind::Native | GapKind::Unmodelled);
        if is_whole || self.solver.code_of(node).is_summary {
            let calls = self.solver.callers(node).iter();
            return calls.filter_map(|call| self.call_place((call.node, call.stmt))).collect();
        }
        let code = self.solver.code_id_of(node);
        self.method_of(code).map(|method| self.short_place(method, None)).into_iter().collect()
    }

    /// The place of a call; of one in a summary, the place of the call that the summary stands for.
    fn call_place(&self, (node, stmt): (Node, StmtId)) -> Option<Place> {
        let (node, stmt) = self.outer_call(node).unwrap_or((node, stmt));
        if let CodeKey::Lambda(class) = self.solver.key(node) {
            return self.lambda_site(class);
        }
        let method = self.method_of(self.solver.code_id_of(node))?;
        Some(self.short_place(method, self.inst_at(node, stmt)))
    }

    fn method_of(&self, code: CodeId) -> Option<MethodName> {
        match self.solver.code_key(code) {
            CodeKey::Method(method) => Some(self.method_name(method)),
            CodeKey::Lambda(class) => self.method_of(self.solver.dyn_class(class).lambda()?.code),
            CodeKey::Proxy(..) | CodeKey::Root => None,
        }
    }

    /// Lines of libraries would cost more than they tell.
    fn short_place(&self, method: MethodName, inst: Option<ir::Inst>) -> Place {
        if self.is_application(method.class) {
            self.place(method, inst)
        } else {
            Place { file: None, line: None, offset: None, method }
        }
    }
}
