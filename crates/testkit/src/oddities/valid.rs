//! What is rare but right, and what is wrong in a clear way.

use super::Oddity;
use super::Outcome::{self, Breaks, Lowers};
use crate::assemble::ClassBuilder;

/// Name, version, descriptor, code, outcome.
type Row = (&'static str, (u16, u16), &'static str, &'static str, Outcome);

/// Static methods of classes without anything else.
const METHODS: &[Row] = &[
    (
        "a finally block as a subroutine, called from two places",
        (48, 0),
        "(I)I",
        "iload_0
         ifeq other
         jsr finally
         iload_0
         ireturn
         other:
         jsr finally
         iconst_1
         ireturn
         finally:
         astore_1
         iinc 0 1
         ret 1",
        Lowers,
    ),
    (
        "finally blocks in finally blocks",
        (46, 0),
        "()V",
        "jsr outer
         jsr outer
         return
         outer:
         astore_0
         jsr inner
         jsr inner
         ret 0
         inner:
         astore_1
         invokestatic C.m()V
         ret 1",
        Lowers,
    ),
    (
        "a subroutine that is left by a jump",
        (47, 0),
        "(I)V",
        "again:
         jsr sub
         return
         sub:
         astore_1
         iinc 0 -1
         iload_0
         ifeq again
         iload_0
         ifgt out
         ret 1
         out:
         return",
        Lowers,
    ),
    (
        "a subroutine that returns for its caller too",
        (46, 0),
        "()V",
        "jsr outer
         return
         outer:
         astore_0
         jsr inner
         ret 0
         inner:
         astore_1
         ret 0",
        Lowers,
    ),
    (
        "try, catch and finally as javac 1.3 wrote them",
        (46, 0),
        "()I",
        "start:
         invokestatic C.m()I
         istore_0
         jsr finally
         iload_0
         ireturn
         end:
         handler:
         astore_1
         jsr finally
         handled:
         aload_1
         athrow
         finally:
         astore_2
         invokestatic C.clean()V
         ret 2
         .catch start end handler any
         .catch handler handled handler any",
        Lowers,
    ),
    (
        "an exception handler inside of a subroutine",
        (46, 0),
        "()V",
        "jsr sub
         jsr sub
         return
         sub:
         astore_0
         start:
         invokestatic C.m()V
         end:
         ret 0
         handler:
         pop
         ret 0
         .catch start end handler java/lang/Exception",
        Lowers,
    ),
    (
        "wide ret and jsr_w",
        (45, 3),
        "()V",
        ".locals 400
         jsr_w sub
         return
         sub:
         wide astore 300
         wide ret 300",
        Lowers,
    ),
    (
        "a subroutine that never returns",
        (46, 0),
        "()V",
        "jsr sub
         .bytes 255
         sub:
         pop
         return",
        Breaks,
    ),
    (
        "a subroutine that never returns, followed by valid code",
        (46, 0),
        "()V",
        "jsr sub
         nop
         return
         sub:
         pop
         return",
        Lowers,
    ),
    ("ret without jsr", (46, 0), "()V", "aconst_null\n astore_0\n ret 0", Breaks),
    (
        "a return address that is moved before it is kept",
        (46, 0),
        "()V",
        "jsr sub
         return
         sub:
         iconst_0
         swap
         astore_0
         pop
         ret 0",
        Breaks,
    ),
    (
        "a handler that is also the target of a jump",
        (50, 0),
        "(Ljava/lang/Exception;)V",
        "aload_0
         goto handler
         start:
         invokestatic C.m()V
         end:
         return
         handler:
         astore_1
         goto start
         .catch start end handler java/lang/Exception",
        Lowers,
    ),
    (
        "a handler that is entered by falling into it",
        (50, 0),
        "()V",
        "start:
         invokestatic C.m()V
         aconst_null
         end:
         pop
         return
         .catch start end end any",
        Lowers,
    ),
    (
        "a handler that protects itself",
        (50, 0),
        "()V",
        "start:
         invokestatic C.m()V
         return
         handler:
         astore_0
         invokestatic C.m()V
         aload_0
         athrow
         end:
         .catch start end handler any",
        Lowers,
    ),
    (
        "a handler at the first instruction",
        (50, 0),
        "()V",
        "start:
         invokestatic C.m()V
         return
         end:
         .catch start end start any",
        Breaks,
    ),
    (
        "one handler for several ranges and classes, one range for several handlers",
        (52, 0),
        "(I)I",
        "a:
         invokestatic C.m()V
         iinc 0 1
         b:
         invokestatic C.n()V
         iinc 0 2
         c:
         iload_0
         ireturn
         one:
         pop
         iload_0
         ireturn
         two:
         athrow
         .catch a b one java/io/IOException
         .catch b c one java/lang/RuntimeException
         .catch a c two java/lang/Error
         .catch a c two java/lang/Error
         .catch a c one any
         .catch a c two any",
        Lowers,
    ),
    (
        "local variables that change between instructions that throw",
        (52, 0),
        "()I",
        "iconst_0
         istore_0
         start:
         invokestatic C.m()V
         iinc 0 1
         invokestatic C.m()V
         iinc 0 1
         invokestatic C.m()V
         end:
         iload_0
         ireturn
         handler:
         pop
         iload_0
         ireturn
         .catch start end handler any",
        Lowers,
    ),
    (
        "a loop to the first instruction",
        (52, 0),
        "(I)V",
        "start:
         iinc 0 -1
         iload_0
         ifne start
         return",
        Lowers,
    ),
    ("a loop of one instruction", (52, 0), "()V", "start:\n goto start", Lowers),
    (
        "wide forms of everything",
        (52, 0),
        "()V",
        ".locals 700
         iconst_1
         wide istore 600
         wide iload 600
         wide istore 1
         wide iinc 600 -30000
         wide iinc 1 1
         lconst_1
         wide lstore 601
         wide lload 601
         wide dstore 603
         return",
        Breaks,
    ),
    (
        "wide forms, with the right kinds",
        (52, 0),
        "()V",
        ".locals 700
         iconst_1
         wide istore 600
         wide iload 600
         wide istore 1
         wide iinc 600 -30000
         wide iinc 1 1
         lconst_1
         wide lstore 601
         wide lload 601
         wide lstore 2
         dconst_1
         wide dstore 699
         return",
        Breaks,
    ),
    (
        "wide forms within their room",
        (52, 0),
        "()F",
        ".locals 700
         dconst_1
         wide dstore 698
         wide dload 698
         d2f
         wide fstore 0
         aconst_null
         wide astore 256
         wide aload 256
         pop
         wide fload 0
         freturn",
        Lowers,
    ),
    (
        "the dup family on one and two slots",
        (52, 0),
        "(IJLjava/lang/Object;D)D",
        "iload_0
         lload_1
         dup2_x1       ; long int long
         pop2
         pop
         lstore 7
         aload_3
         iload_0
         dup_x1        ; int ref int
         pop
         pop
         istore 9
         lload_1
         iload_0
         dup_x2        ; int long int
         pop
         pop2
         pop
         dload 4
         lload_1
         dup2_x2       ; long double long
         pop2
         dstore 4
         pop2
         aload_3
         iload_0
         lload_1
         dup2_x2       ; long ref int long
         pop2
         pop
         pop
         pop2
         iload_0
         iload_0
         aload_3
         dup_x2        ; ref int int ref
         pop2
         pop
         pop
         iload_0
         aload_3
         dup2
         pop2
         swap
         pop
         pop
         dload 4
         dup2
         dadd
         dreturn",
        Lowers,
    ),
    ("dup of a half of a long", (52, 0), "()V", "lconst_0\n dup\n return", Breaks),
    ("swap with a long", (52, 0), "()V", "lconst_0\n iconst_0\n swap\n return", Breaks),
    (
        "pop2 of one and a half values",
        (52, 0),
        "()V",
        "lconst_0\n iconst_0\n pop2\n return",
        Breaks,
    ),
    (
        "odd but valid encodings",
        (52, 0),
        "(I)V",
        "nop
         goto_w next
         next:
         iload 0
         lookupswitch a
         a:
         iload 0
         tableswitch 2147483647 b b
         b:
         iload 0
         tableswitch -2147483648 c c c
         c:
         ldc_w int 1
         pop
         wide iload 0
         pop
         goto end
         end:
         return",
        Lowers,
    ),
    (
        "code after the end that makes no sense",
        (52, 0),
        "()V",
        "return
         iadd
         goto @0
         athrow
         pop2
         goto @1",
        Lowers,
    ),
    (
        "local variables of different kinds in one slot",
        (52, 0),
        "(I)I",
        "iload_0
         ifeq other
         aconst_null
         astore_1
         goto join
         other:
         lconst_0
         lstore_1
         join:
         iconst_3
         istore_1
         iload_1
         ireturn",
        Lowers,
    ),
    (
        "half of a wide variable is overwritten",
        (52, 0),
        "()J",
        "lconst_0
         lstore_0
         iconst_0
         istore_1
         lload_0
         lreturn",
        Breaks,
    ),
    (
        "a value that only one way has",
        (52, 0),
        "(I)I",
        "iload_0
         ifeq join
         iconst_1
         istore_1
         join:
         iload_1
         ireturn",
        Breaks,
    ),
    ("stacks of different heights", (52, 0), "(I)V", "l:\n iload_0\n goto l", Breaks),
    ("a jump into an instruction", (52, 0), "()V", "goto @1", Breaks),
    ("a jump out of the code", (52, 0), "()V", "goto @3", Breaks),
    ("code that runs over its end", (52, 0), "()V", "nop", Breaks),
    ("too small a stack", (52, 0), "()V", ".stack 1\n lconst_0\n return", Breaks),
    ("too few local variables", (52, 0), "(J)V", ".locals 1\n return", Breaks),
    (
        "values of all kinds on the stack across a jump",
        (52, 0),
        "(I)V",
        "iconst_1
         lconst_1
         fconst_1
         dconst_1
         aconst_null
         iload_0
         ifeq join
         nop
         join:
         pop
         dstore_0
         fstore_2
         lstore_3
         istore 5
         return",
        Lowers,
    ),
    (
        "an array of arrays of arrays, loaded in a loop",
        (52, 0),
        "([[[I)I",
        "aload_0
         astore_1
         loop:
         aload_1
         iconst_0
         aaload
         checkcast [[[I
         astore_1
         aload_1
         ifnonnull loop
         aload_0
         iconst_0
         aaload
         iconst_0
         aaload
         iconst_0
         iaload
         ireturn",
        Lowers,
    ),
    (
        "elements of null",
        (52, 0),
        "()V",
        "aconst_null
         iconst_0
         aaload
         iconst_0
         aaload
         monitorenter
         return",
        Lowers,
    ),
    (
        "a dynamic call without bootstrap methods",
        (52, 0),
        "()V",
        "invokedynamic 3 m ()V\n return",
        Breaks,
    ),
];

/// Classes whose methods have a known outcome.
pub fn valid() -> Vec<Oddity> {
    let mut all: Vec<Oddity> = METHODS.iter().map(of_row).collect();
    all.extend([
        short_code("short code of version 45.0", (45, 0)),
        short_code("short code of version 45.2", (45, 2)),
        short_code("long code of version 45.3", (45, 3)),
        dynamic_constants(),
        unknown_bootstrap(),
        deep_stack(),
        big_table_switch(),
        big_lookup_switch(),
        padding_that_is_not_zero(),
        strange_attributes(),
        strange_text(),
        widest_method(),
        broken_method_before_others(),
    ]);
    all
}

fn of_row(&(name, (major, minor), descriptor, code, outcome): &Row) -> Oddity {
    let mut class = ClassBuilder::new("Odd").version(major, minor);
    class.method("static", "m", descriptor, code);
    Oddity { name, bytes: class.build(), outcome }
}

fn odd(name: &'static str, descriptor: &str, code: &str, outcome: Outcome) -> Oddity {
    let mut class = ClassBuilder::new("Odd");
    class.method("static", "m", descriptor, code);
    Oddity { name, bytes: class.build(), outcome }
}

fn short_code(name: &'static str, (major, minor): (u16, u16)) -> Oddity {
    let mut class = ClassBuilder::new("Old").version(major, minor);
    class.field("private", "count", "I");
    let code = "aload_0
         dup
         getfield Old.count:I
         iconst_1
         iadd
         putfield Old.count:I
         return";
    class.method("public synchronized", "increment", "()V", code);
    Oddity { name, bytes: class.build(), outcome: Lowers }
}

const CONDY: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";

fn dynamic_constants() -> Oddity {
    let mut class = ClassBuilder::new("Condy").version(55, 0);
    let method = class.pool.member(10, "Boot", "strap", CONDY);
    let handle = class.pool.handle(6, method);
    class.bootstrap(handle, &[]);
    let inner = class.pool.dynamic(0, "inner", "Ljava/lang/String;");
    let number = class.pool.int(3);
    class.bootstrap(handle, &[inner, number, inner]);
    let code = "ldc dynamic 0 a I
         pop
         ldc2_w dynamic 0 b J
         pop2
         ldc_w dynamic 1 c [I
         pop
         ldc type (I)V
         pop
         ldc handle 6 C.m()V
         pop
         ldc handle 1 C.f:I
         pop
         ldc class [[J
         pop
         return";
    class.method("static", "m", "()V", code);
    Oddity { name: "dynamic constants", bytes: class.build(), outcome: Lowers }
}

fn unknown_bootstrap() -> Oddity {
    let mut class = ClassBuilder::new("Indy").version(51, 0);
    let method = class.pool.member(10, "Boot", "strap", CONDY);
    let handle = class.pool.handle(6, method);
    let arguments = [class.pool.string("text"), class.pool.long(1), class.pool.class("C")];
    class.bootstrap(handle, &arguments);
    // The real metafactories with arguments that they would refuse.
    let lambda = class.pool.member(10, "java/lang/invoke/LambdaMetafactory", "metafactory", "()V");
    let lambda = class.pool.handle(6, lambda);
    class.bootstrap(lambda, &arguments);
    let concat = "java/lang/invoke/StringConcatFactory";
    let concat = class.pool.member(10, concat, "makeConcatWithConstants", CONDY);
    let concat = class.pool.handle(6, concat);
    class.bootstrap(concat, &[]);
    let code = "iconst_1
         lconst_1
         invokedynamic 0 call (IJ)Ljava/lang/Object;
         pop
         invokedynamic 1 run ()Ljava/lang/Runnable;
         pop
         invokedynamic 2 concat ()Ljava/lang/String;
         areturn";
    class.method("static", "m", "()Ljava/lang/Object;", code);
    Oddity { name: "unknown bootstrap methods", bytes: class.build(), outcome: Lowers }
}

fn deep_stack() -> Oddity {
    let mut code = String::from(".stack 20000\n");
    code += &"iconst_1\n".repeat(20_000);
    code += &"iadd\n".repeat(19_999);
    code += "ireturn";
    odd("a stack of 20,000 values", "()I", &code, Lowers)
}

fn big_table_switch() -> Oddity {
    let code = format!("iload_0\n tableswitch -5 end {} \n end:\n return", "end ".repeat(16_000));
    odd("a switch of 16,000 cases", "(I)V", &code, Lowers)
}

fn big_lookup_switch() -> Oddity {
    let mut code = String::from("iload_0\n lookupswitch end");
    for i in 0..5_000 {
        code += &format!(" {}=l{i}", i * 3);
    }
    for i in 0..5_000 {
        code += &format!("\n l{i}:\n iinc 0 1");
    }
    code += "\n end:\n iload_0\n ireturn";
    odd("a switch of 5,000 cases that fall into each other", "(I)I", &code, Lowers)
}

fn padding_that_is_not_zero() -> Oddity {
    // iload_0, tableswitch with two bytes of padding, default and one case to 20.
    let code = "iload_0
         .bytes 170 7 9 0 0 0 19 0 0 0 1 0 0 0 1 0 0 0 19
         .bytes 0
         return";
    odd("padding that is not zero", "(I)V", code, Lowers)
}

fn strange_attributes() -> Oddity {
    let mut class = ClassBuilder::new("Strange");
    class.attribute("Unknown", &[1, 2, 3]);
    class.attribute("Unknown", &[]);
    // Known names in places where they mean nothing.
    class.attribute("Code", &[9, 9]);
    class.attribute("StackMapTable", &[1]);
    let value = class.attribute_bytes("ConstantValue", &[0, 0, 0]);
    let code = "lstart:
         .line 5
         nop
         .line 4
         return";
    class.method("static", "m", "()V", code);
    class.method_with("abstract", "n", "()V", &[value]);
    Oddity { name: "unknown and misplaced attributes", bytes: class.build(), outcome: Lowers }
}

fn strange_text() -> Oddity {
    let mut class = ClassBuilder::new("\u{1f40e}/Ünïcode$\u{0}");
    let lone = class.pool.utf8_bytes(&[0xed, 0xa0, 0x80, b'\\', b'u']);
    let lone = class.pool.raw([vec![8], lone.to_be_bytes().to_vec()].concat());
    let code = format!(
        "ldc_w #{lone}
         pop
         ldc string quotes \" and \\ and \u{1f40e} // and \u{0} and \u{85}\u{2028}\t
         pop
         getstatic a/b$c.d-e:La/b;
         pop
         return"
    );
    class.method("static", "<odd name>", "()V", "return");
    class.method("static", "m", "()V", &code);
    Oddity { name: "names and strings that hardly are", bytes: class.build(), outcome: Lowers }
}

fn widest_method() -> Oddity {
    let mut class = ClassBuilder::new("Wide");
    let descriptor = format!("({})J", "J".repeat(127));
    let mut code = String::from(".locals 254\n .stack 300\n");
    for i in 0..127 {
        code += &format!("lload {}\n", 2 * i);
    }
    code += &format!("invokestatic Wide.m{descriptor}\n lreturn");
    class.method("static", "m", &descriptor, &code);
    Oddity { name: "127 parameters of two slots", bytes: class.build(), outcome: Lowers }
}

/// Lowering of a method must not see what an earlier one left behind when it failed.
fn broken_method_before_others() -> Oddity {
    let mut class = ClassBuilder::new("Mixed");
    let broken = "iload_0\n ifeq a\n iload_0\n ifeq b\n goto c\n a:\n pop\n b:\n nop\n c:\n nop";
    class.method("static", "broken", "(I)V", broken);
    class.method("static", "m", "()V", "return");
    class.method("static", "n", "(I)V", "l:\n iload_0\n ifeq l\n return");
    let name = "a broken method before others";
    Oddity { name, bytes: class.build(), outcome: Breaks }
}
