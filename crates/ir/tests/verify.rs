//! Each invariant of the verifier has fixtures that break it: `tests/verify/*.ir`.
//!
//! The first line of a fixture says what is expected, `// expect: ok` or the error. What text cannot express is damaged
//! afterwards, as the second line says: `// damage: …`.

use std::collections::BTreeSet;
use std::path::Path;

use ir::body::{Block, BlockData, Body, Inst, InstData, Op, Slice, Value, ValueData};
use ir::entity::{EntityId, Table};
use ir::text::parse_classes;
use ir::verify::{Declaration, Invariant, Verifier};
use ir::{MethodCode, Type};

/// The text of a fixture's line that starts with a mark.
fn marked<'t>(fixture: &'t str, mark: &str) -> Option<&'t str> {
    fixture.lines().find_map(|line| line.strip_prefix(mark))
}

fn check(verifier: &mut Verifier, file: &Path, fixture: &str) -> String {
    let expected = marked(fixture, "// expect: ").expect("a fixture says what it expects");
    let mut classes = parse_classes(fixture).unwrap_or_else(|e| panic!("{}:{e}", file.display()));
    let [class] = classes.as_mut_slice() else { panic!("{}: not one class", file.display()) };
    let [method] = class.methods.as_mut_slice() else { panic!("not one method") };
    let declaration = Declaration::of(class.name, method);
    let MethodCode::Body(body) = &mut method.code else { panic!("no body") };
    if let Some(kind) = marked(fixture, "// damage: ") {
        damage(body, kind);
    }
    // Whatever is wrong with it, it can be looked at.
    ir::text::print_body(body);
    let found = match verifier.verify(body, &declaration) {
        Ok(()) => "ok".to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{}", file.display());
    found
}

#[test]
fn fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify");
    let mut verifier = Verifier::new();
    let mut broken = BTreeSet::new();
    for entry in folder.read_dir().expect("the folder of fixtures") {
        let file = entry.expect("a fixture").path();
        let fixture = std::fs::read_to_string(&file).expect("a fixture");
        let found = check(&mut verifier, &file, &fixture);
        broken.insert(found.split([' ', ':']).next().unwrap_or_default().to_string());
    }
    for invariant in Invariant::ALL {
        assert!(broken.contains(&format!("{invariant:?}")), "no fixture breaks {invariant:?}");
    }
}

fn last_block(body: &mut Body) -> &mut BlockData {
    body.blocks.as_mut_slice().last_mut().expect("a block")
}

fn inst(body: &mut Body, number: usize) -> &mut InstData {
    &mut body.insts[Inst::from_index(number)]
}

/// Breaks what the text form keeps whole.
fn damage(body: &mut Body, kind: &str) {
    let no_block = Block::from_index(9);
    let no_value = Value::from_index(9);
    match kind {
        "shorten the last block at its start" => {
            let range = last_block(body).insts.range();
            last_block(body).insts = Slice::new(range.start + 1, range.end);
        }
        "shorten the last block at its end" => last_block(body).insts.len -= 1,
        "empty the lists" => body.lists.clear(),
        "empty the predecessors" => body.preds.clear(),
        "empty the handlers" => body.handlers.clear(),
        "jump to b9" => inst(body, 0).op = Op::Goto(no_block),
        "switch to b9" => body.switches.as_mut_slice()[0].default = no_block,
        "handle in b9" => body.handlers[0].block = no_block,
        "precede by b9" => body.preds[0] = no_block,
        "return v9" => inst(body, 2).op = Op::Return(Some(no_value)),
        "name v9" => body.variables[0].value = no_value,
        "forget the values but one" => {
            body.values = Table::from(body.values.as_slice()[..1].to_vec());
        }
        "forget the switches" => body.switches.clear(),
        "add a value" => {
            body.values.push(ValueData { ty: Type::Int, def: Inst::from_index(0) });
        }
        "define v0 again in i1" => inst(body, 1).result = Some(Value::from_index(0)),
        "say that i1 defines v0" => body.values[Value::from_index(0)].def = Inst::from_index(1),
        _ => panic!("unknown damage: {kind}"),
    }
}
