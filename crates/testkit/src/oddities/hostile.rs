//! Classes made to take much time or memory. What they attack is told by their names; each stays below the limits of the
//! format, so that nothing is refused for a simple reason.

use super::Oddity;
use super::Outcome::{self, Breaks, Ends, Lowers, Unreadable};
use crate::assemble::{ClassBuilder, Code};

/// All classes that are made to hurt.
pub fn hostile() -> Vec<Oddity> {
    vec![
        many_handlers(),
        handlers_times_blocks_times_locals(),
        handlers_of_the_same_class(),
        handlers_with_many_variables(),
        handlers_of_many_classes(),
        many_live_locals(),
        nested_loops(1, Lowers),
        nested_loops(200, Ends),
        loops_left_to_the_outer_loop(1, Lowers),
        loops_left_to_the_outer_loop(10_000, Ends),
        types_that_wait_for_each_other(),
        doubling_subroutines(),
        long_subroutine_with_many_callers(),
        subroutines_in_a_row(),
        many_methods_with_much_room(),
        many_dynamic_constants(),
        many_call_sites_with_many_arguments(),
        dynamic_constant_of_itself(),
        doubling_dynamic_constants(),
        thousandfold_dynamic_constants(),
        nested_annotations(40, Lowers),
        nested_annotations(60_000, Unreadable),
        many_constants(),
        many_variable_names(),
        many_frames(),
        many_dimensions(),
        switches_to_everywhere(),
        deep_stack_across_blocks(),
        counts_without_contents(),
    ]
}

fn odd(name: &'static str, descriptor: &str, code: &str, outcome: Outcome) -> Oddity {
    odd_of_version(name, (52, 0), descriptor, code, outcome)
}

fn odd_of_version(
    name: &'static str,
    (major, minor): (u16, u16),
    descriptor: &str,
    code: &str,
    outcome: Outcome,
) -> Oddity {
    let mut class = ClassBuilder::new("Hostile").version(major, minor);
    class.method("static", "m", descriptor, code);
    Oddity { name, bytes: class.build(), outcome }
}

/// Text of `n` parts.
fn repeat(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

fn many_handlers() -> Oddity {
    let mut code = String::from("start:\n");
    code += &repeat(10_000, |_| "invokestatic C.m()V\n iinc 0 1\n".into());
    code += "end:\n return\n handler:\n pop\n iload_0\n pop\n return\n";
    code += &repeat(30_000, |i| format!(".catch start end handler E{i}\n"));
    odd("30,000 handlers around 10,000 blocks", "(I)V", &code, Ends)
}

fn handlers_of_the_same_class() -> Oddity {
    let mut code = String::from("start:\n");
    code += &repeat(2_000, |_| "invokestatic C.m()V\n iinc 0 1\n".into());
    code += "end:\n return\n handler:\n pop\n iload_0\n pop\n return\n";
    code += &repeat(65_535, |_| ".catch start end handler E\n".into());
    odd("65,535 handlers for one class", "(I)V", &code, Lowers)
}

fn handlers_times_blocks_times_locals() -> Oddity {
    let (blocks, handlers, locals) = (3_000, 500, 1_000);
    let mut code = format!(".locals {}\n", locals + 1);
    code += &repeat(locals, |i| format!("iconst_0\n wide istore {i}\n"));
    code += "start:\n";
    code += &repeat(blocks, |i| format!("invokestatic C.m()V\n wide iinc {} 1\n", i % locals));
    code += "end:\n return\n";
    code += &repeat(handlers, |i| format!("h{i}:\n pop\n goto tail\n"));
    code += "tail:\n";
    code += &repeat(locals, |i| format!("wide iload {i}\n pop\n"));
    code += "return\n";
    code += &repeat(handlers, |i| format!(".catch start end h{i} E{i}\n"));
    odd("500 handlers that need 1,000 variables of 3,000 blocks", "()V", &code, Ends)
}

fn handlers_with_many_variables() -> Oddity {
    let (blocks, handlers) = (700, 700);
    let mut code = String::from(".locals 65535\n iconst_0\n wide istore 65534\n start:\n");
    code += &repeat(blocks, |i| format!("invokestatic C.m()V\n iload_0\n ifeq l{i}\n l{i}:\n"));
    code += "end:\n return\n";
    code += &repeat(handlers, |i| format!("h{i}:\n pop\n wide iload 65534\n pop\n return\n"));
    code += &repeat(handlers, |i| format!(".catch start end h{i} E{i}\n"));
    odd("700 handlers around 700 blocks with 65,535 variables", "(I)V", &code, Ends)
}

fn handlers_of_many_classes() -> Oddity {
    let (blocks, handlers) = (150, 10_000);
    let mut code = String::from("start:\n");
    code += &repeat(blocks, |i| format!("invokestatic C.m()V\n iload_0\n ifeq l{i}\n l{i}:\n"));
    code += "end:\n return\n";
    code += &repeat(handlers, |i| format!("h{i}:\n pop\n return\n"));
    code += &repeat(handlers, |i| format!(".catch start end h{i} E{i}\n"));
    odd("10,000 handlers of different classes around 150 blocks", "(I)V", &code, Ends)
}

fn many_live_locals() -> Oddity {
    let locals = 1_500;
    let mut code = format!(".locals {locals}\n");
    code += &repeat(locals, |i| format!("iconst_0\n wide istore {i}\n"));
    code += &repeat(9_000, |i| format!("iload_0\n ifeq l{i}\n nop\n l{i}:\n"));
    code += &repeat(locals, |i| format!("wide iload {i}\n pop\n"));
    code += "return";
    odd("1,500 live variables across 18,000 blocks", "()V", &code, Ends)
}

/// The phis of loops in loops: which are unneeded becomes clear from the innermost loop outwards only.
fn nested_loops(locals: usize, outcome: Outcome) -> Oddity {
    let loops = 6_000;
    let mut code = format!(".locals {}\n", locals + 1);
    code += &repeat(locals, |i| format!("aconst_null\n wide astore {}\n", i + 1));
    code += &repeat(loops, |i| format!("h{i}:\n nop\n"));
    code += &repeat(loops, |i| format!("iload_0\n ifne h{}\n", loops - 1 - i));
    code += &repeat(locals, |i| format!("wide aload {}\n pop\n", i + 1));
    code += "return";
    odd("6,000 loops in each other", "(I)V", &code, outcome)
}

/// What is needed after the outermost loop becomes known to one more loop with each pass over the code.
fn loops_left_to_the_outer_loop(locals: usize, outcome: Outcome) -> Oddity {
    let loops = 4_000;
    let mut code = format!(".locals {}\n iconst_0\n wide istore {locals}\n", locals + 1);
    code += &repeat(loops, |i| format!("h{i}:\n iload_0\n ifeq l{i}\n"));
    code += "goto h0\n l0:\n";
    code += &format!("wide iload {locals}\n pop\n return\n");
    code += &repeat(loops - 1, |i| format!("l{}:\n goto h{i}\n", i + 1));
    odd("4,000 loops that are left to the loop around them", "(I)V", &code, outcome)
}

/// Each element's type is known only when that of the array after it is.
fn types_that_wait_for_each_other() -> Oddity {
    let n = 250;
    let mut code = format!(".locals {}\n", n + 2);
    code += &repeat(n, |i| format!("aload_0\n wide astore {}\n", i + 1));
    code += "loop:\n";
    code += &repeat(n - 1, |i| {
        format!("wide aload {}\n iconst_0\n aaload\n wide astore {}\n", i + 2, i + 1)
    });
    code += "aload_0\n ifnonnull loop\n";
    code += &repeat(n, |i| format!("wide aload {}\n pop\n", i + 1));
    code += "return";
    odd("types that wait for each other", "([[[[[[[[[[I)V", &code, Lowers)
}

fn doubling_subroutines() -> Oddity {
    let depth = 60;
    let mut code = String::from(".locals 100\n jsr s0\n return\n");
    code += &repeat(depth, |i| {
        let next = (i + 1).min(depth);
        format!("s{i}:\n astore {i}\n jsr s{next}\n jsr s{next}\n ret {i}\n")
    });
    code += &format!("s{depth}:\n astore {depth}\n ret {depth}");
    let name = "subroutines that call the next one twice, 60 deep";
    odd_of_version(name, (46, 0), "()V", &code, Breaks)
}

fn long_subroutine_with_many_callers() -> Oddity {
    let mut code = repeat(4_000, |_| "jsr sub\n".into());
    code += "return\n sub:\n astore_0\n";
    code += &repeat(25_000, |_| "iconst_0\n pop\n".into());
    code += "ret 0";
    let name = "a subroutine of 50,000 instructions with 4,000 callers";
    odd_of_version(name, (46, 0), "()V", &code, Ends)
}

fn subroutines_in_a_row() -> Oddity {
    let mut code = String::from("jsr s0\n return\n");
    code += &repeat(4_000, |i| format!("s{i}:\n astore_0\n jsr s{}\n return\n", i + 1));
    code += "s4000:\n return";
    odd_of_version("subroutines that call each other, 4,000 deep", (46, 0), "()V", &code, Ends)
}

fn many_methods_with_much_room() -> Oddity {
    let mut class = ClassBuilder::new("Hostile");
    let code = Code { max_stack: 65_535, max_locals: 65_535, bytes: vec![0xb1], ..Code::default() };
    for _ in 0..65_535 {
        class.method_code("static", "m", "()V", &code);
    }
    let name = "65,535 methods with 65,535 local variables each";
    Oddity { name, bytes: class.build(), outcome: Lowers }
}

fn bootstrap_class(name: &str) -> (ClassBuilder, u16) {
    let mut class = ClassBuilder::new(name).version(55, 0);
    let method = class.pool.member(10, "Boot", "strap", "()Ljava/lang/Object;");
    let handle = class.pool.handle(6, method);
    (class, handle)
}

fn many_dynamic_constants() -> Oddity {
    let (mut class, handle) = bootstrap_class("Hostile");
    let arguments: Vec<u16> = (0..1_000).map(|i| class.pool.int(i)).collect();
    class.bootstrap(handle, &arguments);
    let code = repeat(15_000, |_| "ldc_w dynamic 0 name I\n pop\n".into());
    class.method("static", "m", "()V", &format!("{code}return"));
    let name = "15,000 uses of a dynamic constant of 1,000 arguments";
    Oddity { name, bytes: class.build(), outcome: Ends }
}

fn many_call_sites_with_many_arguments() -> Oddity {
    let (mut class, handle) = bootstrap_class("Hostile");
    let argument = class.pool.int(1);
    class.bootstrap(handle, &vec![argument; 60_000]);
    let code = repeat(13_000, |_| "invokedynamic 0 name ()V\n".into());
    class.method("static", "m", "()V", &format!("{code}return"));
    let name = "13,000 call sites of 60,000 arguments";
    Oddity { name, bytes: class.build(), outcome: Ends }
}

fn dynamic_constant_of_itself() -> Oddity {
    let (mut class, handle) = bootstrap_class("Hostile");
    let itself = class.pool.dynamic(0, "name", "I");
    let other = class.pool.dynamic(1, "name", "I");
    class.bootstrap(handle, &[itself, itself]);
    class.bootstrap(handle, &[itself, other]);
    class.method("static", "m", "()V", "ldc dynamic 0 name I\n pop\n return");
    class.method("static", "n", "()V", "invokedynamic 1 name ()V\n return");
    let name = "a dynamic constant that is its own argument";
    Oddity { name, bytes: class.build(), outcome: Breaks }
}

fn doubling_dynamic_constants() -> Oddity {
    let (mut class, handle) = bootstrap_class("Hostile");
    for i in 0..60 {
        let next = class.pool.dynamic(i + 1, "name", "I");
        class.bootstrap(handle, &[next, next]);
    }
    class.bootstrap(handle, &[]);
    class.method("static", "m", "()V", "ldc dynamic 0 name I\n pop\n return");
    let name = "dynamic constants that have the next one twice, 60 deep";
    Oddity { name, bytes: class.build(), outcome: Lowers }
}

fn thousandfold_dynamic_constants() -> Oddity {
    let (mut class, handle) = bootstrap_class("Hostile");
    for i in 0..15 {
        let next = class.pool.dynamic(i + 1, "name", "I");
        class.bootstrap(handle, &[next; 1_000]);
    }
    class.bootstrap(handle, &[]);
    class.method("static", "m", "()V", "ldc dynamic 0 name I\n pop\n return");
    let name = "dynamic constants that have the next one a thousand times, 15 deep";
    Oddity { name, bytes: class.build(), outcome: Lowers }
}

fn nested_annotations(depth: usize, outcome: Outcome) -> Oddity {
    let mut class = ClassBuilder::new("Hostile");
    let descriptor = class.pool.utf8("LA;").to_be_bytes();
    let name = class.pool.utf8("value").to_be_bytes();
    // One annotation with one element, which is an array of one array of one array…
    let mut contents = vec![0, 1];
    contents.extend(descriptor);
    contents.extend([0, 1]);
    contents.extend(name);
    for _ in 0..depth {
        contents.extend([b'[', 0, 1]);
    }
    contents.extend([b'[', 0, 0]);
    class.attribute("RuntimeVisibleAnnotations", &contents);
    Oddity { name: "annotations in annotations", bytes: class.build(), outcome }
}

fn many_constants() -> Oddity {
    let mut class = ClassBuilder::new("Hostile");
    for i in 0..65_000 {
        class.pool.utf8(&format!("L{i};"));
    }
    Oddity { name: "65,000 constants", bytes: class.build(), outcome: Lowers }
}

fn many_variable_names() -> Oddity {
    let mut class = ClassBuilder::new("Hostile");
    let mut code = repeat(30_000, |_| "iconst_0\n istore_0\n".into());
    code += "return";
    let mut code = Code::assemble(&code, &mut class);
    let (name, descriptor) = (class.pool.utf8("x"), class.pool.utf8("I"));
    let mut contents = 65_535u16.to_be_bytes().to_vec();
    for i in 0..65_535 {
        // All over the code but none for slot 0, so that a search has to look at every one.
        let entry = [0, 60_000, name, descriptor, 1 + i % 10];
        contents.extend(entry.map(u16::to_be_bytes).concat());
    }
    let table = class.attribute_bytes("LocalVariableTable", &contents);
    code.attributes.push(table);
    class.method_code("static", "m", "()V", &code);
    Oddity { name: "65,535 names of variables", bytes: class.build(), outcome: Lowers }
}

fn many_frames() -> Oddity {
    let mut class = ClassBuilder::new("Hostile");
    let mut code = String::from("loop:\n");
    code += &repeat(4_000, |i| format!("iload_0\n ifeq l{i}\n aconst_null\n astore_1\n l{i}:\n"));
    let code = format!("aconst_null\n astore_1\n {code} aload_1\n ifnull loop\n return");
    let mut code = Code::assemble(&code, &mut class);
    let object = class.pool.class("java/lang/Object").to_be_bytes();
    let mut contents = 60_000u16.to_be_bytes().to_vec();
    for _ in 0..60_000 {
        // A full frame one byte after the one before, with twenty locals.
        contents.extend([255, 0, 0, 0, 20]);
        contents.extend((0..20).flat_map(|_| [7, object[0], object[1]]));
        contents.extend([0, 0]);
    }
    let table = class.attribute_bytes("StackMapTable", &contents);
    code.attributes.push(table);
    class.method_code("static", "m", "(I)V", &code);
    Oddity { name: "60,000 stack map frames", bytes: class.build(), outcome: Lowers }
}

fn many_dimensions() -> Oddity {
    let array = format!("{}I", "[".repeat(255));
    let lengths = repeat(255, |_| "iconst_1\n".into());
    let mut code = format!(".stack 255\n {lengths} multianewarray {array} 255\n");
    code += &repeat(255, |_| "iconst_0\n aaload\n".into());
    code += "pop\n return";
    odd("an array of 255 dimensions, loaded from too often", "()V", &code, Ends)
}

fn switches_to_everywhere() -> Oddity {
    // 20 switches with 800 cases, each to one of 800 blocks: 16,000 edges with 50 variables.
    let mut code = String::from(".locals 60\n");
    code += &repeat(50, |i| format!("iconst_0\n istore {}\n", i + 1));
    code += &repeat(18, |i| {
        let cases = repeat(800, |case| format!(" b{case}"));
        format!("s{i}:\n iload_0\n tableswitch 0 b0{cases}\n")
    });
    code += &repeat(800, |i| format!("b{i}:\n iinc {} 1\n", 1 + i % 50));
    code +=
        "iload_0\n ifeq end\n iload_0\n ifgt far\n goto_w s17\n far:\n goto_w s5\n end:\n return";
    odd("switches to everywhere", "(I)V", &code, Lowers)
}

fn deep_stack_across_blocks() -> Oddity {
    let mut code = String::from(".stack 30000\n");
    code += &repeat(15_000, |_| "iconst_0\n".into());
    code += &repeat(10_000, |i| format!("iload_0\n ifeq l{i}\n l{i}:\n"));
    code += "return";
    odd("15,000 values on the stack across 10,000 blocks", "(I)V", &code, Ends)
}

/// A small file that says it is large, everywhere.
fn counts_without_contents() -> Oddity {
    let mut bytes = ClassBuilder::new("Hostile").build();
    let end = bytes.len();
    // The last eight bytes: interfaces, fields, methods and attributes.
    bytes[end - 8..].fill(0xff);
    Oddity { name: "counts without contents", bytes, outcome: Unreadable }
}
