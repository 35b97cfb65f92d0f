//! Cases that no compiler of today writes: subroutines, and every way to shuffle the stack.

use testkit::assemble::ClassBuilder;

/// The name of the class.
pub(crate) const NAME: &str = "Assembled";

/// Name, descriptor and code of public static methods.
const METHODS: &[(&str, &str, &str)] = &[
    (
        "finallyFromTwoPlaces",
        "(I)I",
        "iload_0
         ifeq other
         jsr finally
         iload_0
         ireturn
         other:
         jsr finally
         iload_0
         bipush 100
         iadd
         ireturn
         finally:
         astore_1
         iinc 0 1
         ret 1",
    ),
    (
        "subroutinesInSubroutines",
        "(II)I",
        "jsr outer
         iinc 0 10
         jsr outer
         iload_0
         iload_1
         iadd
         ireturn
         outer:
         astore_2
         jsr inner
         iload_1
         iconst_2
         imul
         istore_1
         jsr inner
         ret 2
         inner:
         astore_3
         iload_0
         iload_1
         ixor
         istore_0
         ret 3",
    ),
    (
        "subroutineInLoop",
        "(I)I",
        "iconst_0
         istore_1
         loop:
         iload_1
         bipush 20
         if_icmpge done
         jsr step
         goto loop
         step:
         astore_2
         iload_0
         iconst_3
         imul
         istore_0
         iinc 1 3
         ret 2
         done:
         iload_0
         ireturn",
    ),
    (
        "subroutineLeftByJump",
        "(I)I",
        "again:
         jsr sub
         iload_0
         ireturn
         sub:
         astore_1
         iload_0
         iconst_1
         iand
         ifeq even
         ret 1
         even:
         iinc 0 1
         goto again",
    ),
    (
        "subroutineWorksOnTheStack",
        "(II)I",
        "iload_0
         iload_1
         jsr sub
         iload_1
         isub
         jsr sub
         ireturn
         sub:
         astore_2
         iconst_3
         imul
         ret 2",
    ),
    (
        "handlerInSubroutine",
        "(II)I",
        "jsr sub
         iload_0
         iconst_5
         isub
         istore_1
         jsr sub
         iload_0
         ireturn
         sub:
         astore_2
         start:
         iload_0
         iload_1
         idiv
         istore_0
         end:
         goto out
         handler:
         pop
         iinc 0 7
         out:
         ret 2
         .catch start end handler java/lang/ArithmeticException",
    ),
    (
        "finallyAsJavac13WroteIt",
        "(I)I",
        "start:
         bipush 100
         iload_0
         idiv
         istore_1
         jsr finally
         iload_1
         iload_0
         iadd
         ireturn
         end:
         handler:
         astore_2
         jsr finally
         handled:
         iload_0
         ifgt rethrow
         iload_0
         ireturn
         rethrow:
         aload_2
         athrow
         finally:
         astore_3
         iinc 0 2
         ret 3
         .catch start end handler any
         .catch handler handled handler any",
    ),
    ("dup", "(I)I", "iload_0\n dup\n iconst_3\n ishl\n isub\n ireturn"),
    ("swap", "(II)I", "iload_0\n iload_1\n swap\n isub\n ireturn"),
    ("dup_x1", "(II)I", "iload_0\n iload_1\n dup_x1\n isub\n iconst_3\n imul\n isub\n ireturn"),
    (
        "dup_x2_of_ints",
        "(II)I",
        "iload_0\n bipush 11\n iload_1\n dup_x2\n isub\n imul\n iconst_5\n imul\n isub\n ireturn",
    ),
    (
        "dup_x2_over_long",
        "(JI)J",
        "lload_0\n iload_2\n dup_x2\n i2l\n lsub\n iconst_3\n i2l\n lmul\n l2i\n isub\n i2l\n lreturn",
    ),
    (
        "dup2_of_ints",
        "(II)I",
        "iload_0\n iload_1\n dup2\n isub\n iconst_3\n imul\n isub\n iconst_5\n imul\n isub\n ireturn",
    ),
    ("dup2_of_long", "(J)J", "lload_0\n dup2\n iconst_3\n lshl\n lsub\n lreturn"),
    (
        "dup2_x1_of_ints",
        "(II)I",
        "iload_0\n iload_1\n bipush 11\n dup2_x1\n isub\n imul\n iconst_3\n imul\n isub\n iconst_5\n imul\n isub\n ireturn",
    ),
    ("dup2_x1_of_long", "(JI)J", "iload_2\n lload_0\n dup2_x1\n l2i\n isub\n i2l\n lsub\n lreturn"),
    (
        "dup2_x2_of_ints",
        "(II)I",
        "iload_0\n iload_1\n bipush 11\n bipush 13\n dup2_x2
         isub\n imul\n iconst_3\n imul\n isub\n iconst_5\n imul\n isub\n iconst_3\n imul\n isub\n ireturn",
    ),
    (
        "dup2_x2_of_long_over_ints",
        "(IJ)J",
        "iload_0\n bipush 11\n lload_1\n dup2_x2\n l2i\n isub\n imul\n i2l\n lsub\n lreturn",
    ),
    (
        "dup2_x2_of_ints_over_long",
        "(JI)I",
        "lload_0\n iload_2\n bipush 11\n dup2_x2\n isub\n i2l\n lsub\n l2i\n isub\n isub\n ireturn",
    ),
    ("dup2_x2_of_longs", "(JJ)J", "lload_0\n lload_2\n dup2_x2\n lsub\n lsub\n lreturn"),
    ("pop2_of_ints", "(II)I", "iload_0\n iload_1\n bipush 11\n pop2\n ireturn"),
    ("pop2_of_long", "(IJ)I", "iload_0\n lload_1\n pop2\n ireturn"),
];

/// The class file. It is old enough to have subroutines, and for a JVM to infer what is on the stack.
pub(crate) fn class_file() -> Vec<u8> {
    let mut class = ClassBuilder::new(NAME).version(48, 0);
    for (name, descriptor, code) in METHODS {
        class.method("public static", name, descriptor, code);
    }
    class.build()
}
