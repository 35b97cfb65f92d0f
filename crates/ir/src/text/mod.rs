//! Classes and bodies as text: for golden files, for fixtures of analyses, and for people.
//!
//! ```text
//! Class ──print──▶ text ──parse_classes──▶ the same Class
//! ```
//!
//! What is printed and parsed again is equal in every part, with the same numbers of blocks, instructions and values.
//! The printer never fails, so that a body that the verifier rejects can be looked at; the parser accepts every body
//! whose blocks and values exist and are defined once, and leaves the rest to [`crate::verify`].
//!
//! ```text
//! class public super Counter implements java/lang/Runnable {
//!   version 61.0
//!   source "Counter.java"
//!   field private I count
//!   method public run()V {
//!     b0:
//!       v0 = param 0 : LCounter;                         @0 L12  // this
//!       v1 = getfield v0 Counter.count:I                 @1
//!       if v1 < 0 goto b1 else b2                        @4
//!     b1: <- b0  !java/io/IOException b3 !* b4
//!     ...
//!     var 0 this v0 @0
//!   }
//! }
//! ```
//!
//! # Grammar
//!
//! Lines matter: everything below ends with the line, apart from what stands in braces. Empty lines, blanks and comments
//! (`//` up to the end of the line) do not. Lines of a class, field or method come in any order.
//!
//! ```text
//! class      = "class" flag* name ["extends" (name | "none")] ["implements" name+] "{" member* "}"
//! member     = "version" N "." N | "source" name | "signature" name | "inner" flag* | "outer" name
//!            | "enclosing" name method-type | "nest-host" name | "nest-members" name* | "permits" name*
//!            | "record" [type name ("," type name)*] | annotation | field | method
//! field      = "field" flag* type name ["=" constant] ["{" ("signature" name | annotation)* "}"]
//! method     = "method" flag* name method-type ["throws" name*]
//!              ["{" ("signature" name | annotation | "not-lowered" | broken | body)* "}"]
//! broken     = "broken" "@"N kind [number | string]
//! annotation = "@" type ["(" name "=" element ("," name "=" element)* ")"]
//! element    = type constant | string | "enum" type name | "class" (type | "V") | annotation | "[" element,* "]"
//!
//! body       = "no-blocks" | (site | dynamic | block | instruction | variable)*
//! block      = "b"N ":" ["<-" "b"N*] ("!" (name | "*") "b"N)*
//! instruction= ["v"N "="] operation [":" type] ["@" offset] ["L" (line | "?")]
//! variable   = "var" slot name "v"N "@" first-offset
//! dynamic    = "dynamic"N "=" name type handle constants
//! site       = "site"N "=" kind name method-type (what follows depends on the kind:)
//!   lambda           "is" erased ["as" instantiated] "calls" handle ["interface" type]
//!                    ("marker" type)* ("bridge" method-type)* ["serializable"]
//!   concat           recipe constants
//!   object-methods   type "[" (name "=" handle),* "]"
//!   type-switch      constants                      also enum-switch
//!   bootstrap        handle constants
//!
//! operation  = "param" N | "catch" | "phi" ("b"N ":" v)* | "const" constant | "goto" b | "return" [v] | "throw" v
//!            | unary v | binary v v | "arraylength" v | "monitorenter" v | "monitorexit" v
//!            | "getfield" v field-ref | "putfield" v field-ref v | "getstatic" field-ref | "putstatic" field-ref v
//!            | "aaload" v v | "aastore" v v v               (and i, l, f, d, b, c, s for a)
//!            | "new" name | "newarray" type v | "multianewarray" type v* | "checkcast" v type | "instanceof" v type
//!            | ("invokevirtual" | "invokespecial" | "invokestatic" | "invokeinterface") method-ref v*
//!            | "invokedynamic" "site"N v* | "if" v ("==" | "!=" | "<" | ">=" | ">" | "<=") (v | "0" | "null")
//!              "goto" b "else" b | "switch" v (N ":" b)* "else" b
//!
//! constant   = "null" | int | long "L" | float "f" | double | "float" bits | "double" bits | string
//!            | "class" type | "type" method-type | "handle" handle | "dynamic"N
//! constants  = "[" constant,* "]"
//! handle     = ("getfield" | "getstatic" | "putfield" | "putstatic") field-ref
//!            | ("invokevirtual" | "invokestatic" | "invokespecial" | "newinvokespecial" | "invokeinterface") method-ref
//! field-ref  = class-name "." name ":" type
//! method-ref = ["interface" | "class"] class-name "." name method-type
//! type       = descriptor | "null"
//! flag       = a flag's name in lower case, or unnamed bits as a hexadecimal number
//! ```
//!
//! - A **name** or descriptor that is not made of letters, digits, `_`, `$`, `-`, `/` (and what descriptors need), or that
//!   is a flag or keyword, stands in quotes, with the escapes of Rust.
//! - A **method reference** is to an interface if it is called by `invokeinterface`; `interface` or `class` says otherwise.
//! - **Blocks, sites and dynamic constants** are numbered in their order; values in any order, without gaps. Switches are
//!   numbered in the order of the instructions.
//! - The **type** of a result is left out where it follows from the operation ([`crate::ResultType`]).
//!
//! # What fixtures can leave out
//!
//! | left out | stands for |
//! |---|---|
//! | `version` | 61.0 |
//! | `extends` | `java/lang/Object`; `extends none` is for that class itself |
//! | `{ … }` of a method | no code; without blocks in it, the same |
//! | `<- …` | the blocks that lead here by terminator or handler, in order; `<-` alone stands for none |
//! | `@…` | the number of the instruction |
//! | `L…` | the line of the instruction before; `L?` is no line |
//!
//! The arguments of a phi name their block, so their order does not matter.

#[cfg(test)]
mod arbitrary;
mod broken;
mod lex;
mod parse;
mod parse_body;
mod parse_parts;
mod print;
mod print_body;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use classfile::MethodFlags;

use crate::body::{Block, Body, CallSite, Inst};
use crate::class::{Class, Method};

/// Text that is not a class or body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What was expected there, or what is wrong.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// A class as text.
pub fn print(class: &Class) -> String {
    print::class(class)
}

/// A method as it stands in its class.
pub fn print_method(method: &Method) -> String {
    print::method(method)
}

/// The lines of a body, as they stand in its method.
pub fn print_body(body: &Body) -> String {
    print_body::body(body, "")
}

/// A line of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The instruction that it is about; none for blocks, variables and tables.
    pub inst: Option<Inst>,
    /// The text, without the indentation of a method.
    pub text: String,
}

/// The lines of a body with the instructions that they are about, for those who put something beside them.
pub fn body_lines(body: &Body) -> Vec<Line> {
    print_body::lines(body)
}

/// What an instruction does, without its result, offset and line.
pub fn operation(body: &Body, block: Block, inst: Inst) -> String {
    print_body::operation(body, block, &body.insts[inst].op)
}

/// An `invokedynamic` call site.
pub fn call_site(site: &CallSite) -> String {
    print_body::call_site(site)
}

/// The flags of a method in words.
pub fn method_flags(flags: MethodFlags) -> String {
    print::flags(flags).trim_end().into()
}

/// Reads any number of classes.
pub fn parse_classes(text: &str) -> Result<Vec<Class>, TextError> {
    parse::classes(text)
}

/// Reads one method.
pub fn parse_method(text: &str) -> Result<Method, TextError> {
    parse::single_method(text)
}

/// Reads the lines of a body.
pub fn parse_body(text: &str) -> Result<Body, TextError> {
    parse::single_body(text)
}
