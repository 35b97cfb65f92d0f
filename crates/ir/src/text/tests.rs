//! What is printed is parsed to the same, whatever it is; what is damaged is refused without harm.

use super::*;
use crate::body::{Block, Inst, Slice, Value};
use crate::class::MethodCode;
use crate::entity::EntityId;
use crate::testing::Random;
use crate::verify::{Declaration, verify};

/// One of everything, in the printer's own spelling.
const EVERYTHING: &str = include_str!("../../tests/text/everything.ir");

fn parse(text: &str) -> Vec<Class> {
    parse_classes(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn print_all(classes: &[Class]) -> String {
    classes.iter().map(print).collect()
}

#[test]
fn prints_what_it_parsed() {
    let (_, text) = EVERYTHING.split_once('\n').expect("a comment stands first");
    let printed = print_all(&parse(EVERYTHING));
    for (printed, written) in printed.lines().zip(text.lines()) {
        assert_eq!(printed, written);
    }
    assert_eq!(printed.len(), text.len());
}

#[test]
fn parses_what_it_printed() {
    let mut random = Random::new(7);
    for _ in 0..400 {
        let class = super::arbitrary::class(&mut random);
        let text = print(&class);
        let again = parse(&text);
        assert_eq!(again.len(), 1, "{text}");
        assert!(again[0] == class, "{text}\n{}", print(&again[0]));
    }
}

#[test]
fn methods_and_bodies_stand_alone() {
    let classes = parse(EVERYTHING);
    for method in &classes[0].methods {
        assert_eq!(&parse_method(&print_method(method)).expect("a method"), method);
        if let Some(body) = method.body() {
            assert_eq!(&parse_body(&print_body(body)).expect("a body"), body);
        }
    }
}

#[test]
fn fixtures_leave_out_what_follows() {
    let short = "class A {\n method static f(I)I {\n b0:\n v0 = param 0 : I\n goto b1\n b1: // loop\n \
                 v1 = phi b1:v2 b0:v0 : I\n v2 = iadd v1 v0 L3\n if v2 < 0 goto b1 else b2\n b2:\n \
                 return v1\n}\n}";
    let long = "class A extends java/lang/Object {\n version 61.0\n method static f(I)I {\n b0:\n v0 = \
                param 0 : I @0 L?\n goto b1 @1 L?\n b1: <- b0 b1\n v1 = phi b0:v0 b1:v2 : I @2 L?\n v2 = \
                iadd v1 v0 : I @3 L3\n if v2 < 0 goto b1 else b2 @4 L3\n b2: <- b1\n return v1 @5 L3\n}\n}";
    assert_eq!(parse(short), parse(long));
}

fn check_error(text: &str, expected: &str) {
    match parse_classes(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => assert_eq!(error.to_string(), expected, "in {text}"),
    }
}

#[test]
fn errors_say_where_and_what() {
    check_error("klass A", "1:1: expected `class`, found `klass A`");
    check_error(
        "class A {\n",
        "2:1: expected a line of a class, or `}`, found the end of the text",
    );
    check_error("class A {\n  ä = 5\n}", "2:3: a class has no `ä`");
    check_error("class A {\n  source \"ä\\q\"\n}", "2:12: an unknown escape");
    check_error("class A {\n  source \"a\n}", "2:12: expected a closing quote");
    check_error("class A {\n  field X x\n}", "2:9: `X` is not a type's descriptor");
    check_error("class A {\n  version 61\n}", "2:11: expected a version such as 61.0, found `61`");
    let body = |lines: &str| format!("class A {{\nmethod f()V {{\n{lines}\n}}\n}}");
    check_error(&body("b1:"), "3:1: expected `b0`, the next block, found `b1:`");
    check_error(&body("return"), "3:1: expected `b0:`, found `return`");
    check_error(&body("b0:\ngoto b7"), "4:6: there is no block b7");
    check_error(&body("b0:\nreturn v0"), "4:8: v0 is not defined");
    check_error(&body("b0:\nv1 = const 1"), "4:1: v1 is defined, but v0 is not");
    check_error(&body("b0:\nv0 = const 1\nv0 = const 2"), "5:1: v0 is defined twice");
    check_error(&body("b0:\nv0 = phi b0:v0 : I"), "4:10: b0 does not lead to b0");
    check_error(
        &body("b0:\nv0 = phi b0:v0 b0:v0 : I\ngoto b0"),
        "4:16: a second argument for the same block",
    );
    check_error(
        &body("b0:\nv0 = param 0"),
        "4:13: expected `:` and the type of the result, which the operation does not tell, found the \
         end of the line",
    );
    check_error(&body("b0:\nfly"), "4:1: there is no operation `fly`");
    check_error(&body("b0:\nv0 = const 1e99f"), "4:12: expected a constant, found `1e99f`");
    check_error(&body("b0:\nv4294967295 = const 1"), "4:1: too large a number");
}

#[test]
fn deep_annotations_are_refused() {
    let depth = 100_000;
    let text = format!("class A {{\n@LA;(a = {}", "[".repeat(depth));
    let error = parse_classes(&text).expect_err("too deep");
    assert_eq!(error.message, "values of annotations are nested too deeply");
}

/// Damages a text in one of several ways.
fn damage(text: &str, random: &mut Random) -> String {
    let boundaries: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
    let pick = |random: &mut Random| boundaries[random.below(boundaries.len())];
    let (a, b) = (pick(random), pick(random));
    let length = text[a..].chars().next().map_or(0, char::len_utf8);
    let lines: Vec<&str> = text.lines().collect();
    let (i, j) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(7) {
        0 => format!("{}{}", &text[..a], &text[a + length..]),
        1 => format!("{}{}", &text[..a], &text[a..][..length].repeat(2)) + &text[a + length..],
        2 => {
            let characters = "\"\\\n/:@[](){}<-!*.;=,0v9bLé\u{0}";
            let n = random.below(characters.chars().count());
            let other: String = characters.chars().skip(n).take(1).collect();
            format!("{}{other}{}", &text[..a], &text[a + length..])
        }
        3 => text[..a].to_string(),
        4 => format!("{}{}", &text[..a.min(b)], &text[a.max(b)..]),
        5 => [&lines[..i], &lines[i..=i], &lines[i..]].concat().join("\n"),
        _ => {
            let mut lines = lines.clone();
            lines.swap(i, j);
            lines.join("\n")
        }
    }
}

#[test]
fn damaged_text_is_parsed_or_refused() {
    let mut random = Random::new(3);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut text = EVERYTHING.to_string();
        for _ in 0..1 + random.below(3) {
            text = damage(&text, &mut random);
        }
        match parse_classes(&text) {
            Ok(classes) => {
                accepted += 1;
                assert_eq!(parse(&print_all(&classes)), classes);
                classes.iter().for_each(verify_all);
            }
            Err(error) => {
                refused += 1;
                assert!(error.line >= 1 && error.column >= 1);
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// Any answer will do.
fn verify_all(class: &Class) {
    for method in &class.methods {
        if let Some(body) = method.body() {
            let _ = verify(body, &Declaration::of(class.name, method));
        }
    }
}

/// Changes some numbers of a body.
fn damage_numbers(body: &mut Body, random: &mut Random) {
    let slice = Slice { start: random.below(200) as u32, len: random.below(20) as u32 };
    let (block, value) = (Block::from_index(random.below(7)), Value::from_index(random.below(50)));
    let inst = random.below(body.insts.len());
    let block_data = random.below(body.blocks.len());
    let (lists, preds) = (random.below(body.lists.len()), random.below(body.preds.len()));
    match random.below(9) {
        0 => body.blocks.as_mut_slice()[block_data].insts = slice,
        1 => body.blocks.as_mut_slice()[block_data].preds = slice,
        2 => body.blocks.as_mut_slice()[block_data].handlers = slice,
        3 => body.insts.as_mut_slice()[inst].result = Some(value),
        4 => body.insts.as_mut_slice()[inst].result = None,
        5 => body.lists[lists] = value,
        6 => body.preds[preds] = block,
        7 => body.switches.clear(),
        _ => {
            let def = Inst::from_index(random.below(500));
            body.values.as_mut_slice()[random.below(40)].def = def;
        }
    }
}

#[test]
fn whatever_a_body_says_it_can_be_printed_and_verified() {
    let mut random = Random::new(11);
    for _ in 0..400 {
        let mut class = super::arbitrary::class(&mut random);
        verify_all(&class);
        for method in &mut class.methods {
            if let MethodCode::Body(body) = &mut method.code
                && !body.blocks.is_empty()
            {
                damage_numbers(body, &mut random);
            }
        }
        verify_all(&class);
        print(&class);
    }
}
