//! From a class file to SSA.
//!
//! ```text
//! declaration ──▶ Class without bodies
//! code: flow (nodes, edges, subroutines copied) ─▶ locals (liveness) ─▶ walk (SSA with spare phis) ─▶ finish ─▶ Body
//! ```
//!
//! Lowering depends on one class file alone. What two branches have in common would need other classes: there the
//! compiler's own answer is taken (see [`frames`]), or `java/lang/Object` where it left none. Broken code is an error of its method; the class and its other methods are usable.

mod builder;
mod call_site;
mod debug;
mod declaration;
mod error;
mod finish;
mod flow;
mod frames;
mod locals;
mod preds;
mod state;
mod symbols;
mod walk;

use std::fmt;

use classfile::ClassFile;
use classfile::attribute::Code;

pub use error::{LowerError, LowerErrorKind};
use symbols::{SymbolCache, SymbolError, Symbols};

use crate::body::Body;
use crate::class::{Class, Method, MethodCode};
use crate::name::Name;

/// A class whose declaration cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationError {
    /// Offset of the constant at fault in the class file.
    pub offset: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for DeclarationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for DeclarationError {}

/// Lowers classes one after the other, using its room again. One for each thread.
#[derive(Default)]
pub struct Lowerer {
    symbols: SymbolCache,
    flow: flow::Flow,
    preds: preds::Predecessors,
    liveness: locals::Liveness,
    debug: debug::Debug,
    state: state::State,
    builder: builder::Builder,
    finisher: finish::Finisher,
}

impl Lowerer {
    /// A lowerer without any room yet.
    pub fn new() -> Lowerer {
        Lowerer::default()
    }

    /// The class with the bodies of all its methods.
    pub fn lower(&mut self, file: &ClassFile<'_>) -> Result<Class, DeclarationError> {
        self.lower_some(file, |_| true)
    }

    /// The class without bodies.
    pub fn declaration(&mut self, file: &ClassFile<'_>) -> Result<Class, DeclarationError> {
        self.lower_some(file, |_| false)
    }

    /// The class with the bodies of the methods that are wanted.
    pub fn lower_some(
        &mut self,
        file: &ClassFile<'_>,
        is_wanted: impl Fn(&Method) -> bool,
    ) -> Result<Class, DeclarationError> {
        let mut cache = std::mem::take(&mut self.symbols);
        let mut symbols = Symbols::new(file, &mut cache);
        let class = declaration::declaration(&mut symbols);
        let class = class.map_err(|error| declaration_error(file, error)).map(|mut class| {
            for (method, source) in class.methods.iter_mut().zip(&file.methods) {
                if let (Some(code), true) = (source.code(), is_wanted(method)) {
                    method.code = match self.body(class.name, method, code, &mut symbols) {
                        Ok(body) => MethodCode::Body(Box::new(body)),
                        Err(error) => MethodCode::Broken(error),
                    };
                }
            }
            class
        });
        self.symbols = cache;
        class
    }

    fn body<'a>(
        &mut self,
        class: Name,
        method: &Method,
        code: &Code<'a>,
        symbols: &mut Symbols<'_, 'a>,
    ) -> Result<Body, LowerError> {
        self.flow.build(code, symbols)?;
        self.preds.compute(&self.flow);
        let locals = locals::in_use(&self.flow.code.list, method).min(code.max_locals);
        self.liveness.compute(&self.flow, locals)?;
        let read = self.debug.read(code, &self.flow.code.list, symbols);
        read.map_err(|error| LowerError {
            offset: 0,
            kind: LowerErrorKind::BadConstant(error.message),
        })?;
        let input = walk::Input {
            flow: &self.flow,
            preds: &self.preds,
            liveness: &self.liveness,
            debug: &self.debug,
            class,
            method,
            max_stack: code.max_stack,
            locals,
        };
        walk::Walker::new(input, symbols, &mut self.builder, &mut self.state).walk()?;
        let finish = finish::Finish {
            flow: &self.flow,
            preds: &self.preds,
            code,
            class,
            method,
            symbols,
            locals,
            out: &mut self.builder,
            room: &mut self.finisher,
        };
        finish.body()
    }
}

fn declaration_error(file: &ClassFile<'_>, error: SymbolError) -> DeclarationError {
    DeclarationError { offset: file.constants.file_offset(error.index), message: error.message }
}
