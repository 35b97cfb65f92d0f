//! What makes a class report to the race detector.
//!
//! Insertions are calls of the shim, a class that the agent defines in `java.lang`, so that every class loader finds it.
//! Here `o` is the object on the stack and `s` the number of the site.
//!
//! | code | becomes |
//! |---|---|
//! | `getfield` of an own plain field | `dup; s; read(o, s); getfield` |
//! | `getfield` of another class's field | `dup; getfield; swap; s; read(o, s)` |
//! | `putfield` | `dup2; pop; s; write(o, s); putfield` (or the same for two slots) |
//! | `getstatic`, `putstatic` | `…; s; readStatic(s)`, `s; beforeStatic(s); …; s; writeStatic(s)` |
//! | `iaload`, `iastore`, … | the array and the index copied to the top, `s; readElement(array, index, s)`, … |
//! | a call such as `System.arraycopy` | arguments to local variables and back; `…; array; from; to; s; readPart(array, from, to, s)` |
//! | a call of a library object with a state, such as a list | arguments to local variables, `dup; s; call(o, s)`, back again |
//! | a call that reads such an object, such as `addAll(list)` | the arguments after it to local variables, and the same |
//! | `getfield`, `putfield` of a volatile field | `dup; getfield; swap; acquire(o)`, `dup2; pop; release(o); putfield` |
//! | `monitorenter`, `monitorexit` | `dup; store; monitorenter; load; s; enter(o, s)`, `dup; exit(o); monitorexit` |
//! | a synchronized method | `enter` at its entry, `exit` before it returns or throws; the flag stays |
//! | `monitorenter`, if threads are scheduled | `dup; store; load; s; before(o, s); monitorenter; …; after()` |
//! | a synchronized method, if threads are scheduled | the flag goes; at its entry `before`, `monitorenter`, `enter`, `after` |
//! | a synchronized native method, if threads are scheduled | the flag goes; whoever calls its function does the same |
//! | `lock.lock()`, `lock.unlock()` (in the program) | `…; load; s; taken(o, s)`, `left(o); …` |
//! | `o.wait(…)` | `waiting(o, …)`, which releases, waits, acquires |
//! | end of `<clinit>` | `initialised(class)` |
//! | start of constructors and of static methods, if `<clinit>` does something for others | `class; s; used(class, s)` |
//! | end of a constructor, `getfield` of a final reference | `this.frozen = epoch()`, `dup; getfield; swap; s; read(o, s)` |
//! | end of a constructor, start of `finalize`, if the class has that | `release(this)`, `acquire(this)` |
//! | end of a constructor, if a superclass that is not known may have `finalize` | `made(this)` |
//! | a fence (in the program) | `releaseFence(); …; acquireFence()` |
//! | a call of `Unsafe` that orders (in the JDK) | `releaseAt(o, offset); …; acquireAt(o, offset)` |
//!
//! A read that a write of the same variable follows at once, as in `count++`, is not watched (see `updates`); of a field
//! of another class, `update(o, s)` still finds out whether it orders threads.
//!
//! In loops without synchronisation, what happens in every iteration is reported when the loop is left (see `loops`).
//!
//! Whether a field of another class is volatile or final, and who declares it, is not in the class file that uses it. In a
//! program the site says "some field", and the shim finds out when the site is first reached; the JIT compilers see the
//! answer as a constant. In the JDK, where only synchronisation is watched, a call at every access would be
//! too much, and a [`Surroundings`] looks the field up.
//!
//! Plain fields get three shadow fields: the last write, the last read, and all reads once there are several. So do classes of
//! the JDK whose objects have a state, for that. They are
//! synthetic and transient, and reflection does not show them (a point in `java.lang.Class`). No method is added,
//! no modifier changes, except for `synchronized` when threads are scheduled, which reflection does not show either.
//!
//! A constructor's writes to fields before it calls `super(…)` are not watched: the verifier lets nobody else touch such an
//! object, and neither can another thread.

mod accesses;
mod arrays;
mod emit;
mod locks;
mod loops;
mod order;
mod points;
mod updates;

use classfile::attribute::{Code, LineNumber};
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{
    AttributeData, ClassFile, ClassFlags, ConstantPool, CpIndex, Field, FieldFlags, MethodFlags,
    ParseError,
};

use rustc_hash::FxHashMap;

use crate::edit::{CodeEdit, Unchanged};
use crate::pool::{Pool, PoolFull, Texts};
use emit::Emit;
use order::has_deep_initialiser;
use points::{FIELDS, RELEASES_ELEMENTS, UNTOUCHED};

/// The class that inserted code calls.
pub const SHIM: &str = "java/lang/Deadheat";

/// What the names of all added fields start with.
pub const SHADOW_PREFIX: &str = "$deadheat$";

/// The field of `java.lang.Object` with the clock of an object that is used for synchronisation.
pub const CLOCK_FIELD: &str = "$deadheat$clock";
/// The field of `java.lang.Thread` with its current epoch.
pub const EPOCH_FIELD: &str = "$deadheat$epoch";
/// The field of `java.lang.Thread` with the rest of what is known about a thread.
pub const STATE_FIELD: &str = "$deadheat$state";
/// The field of `java.lang.Thread` with the clock of whoever started it, until it has a state.
pub const STARTED_FIELD: &str = "$deadheat$started";
/// The field of `java.lang.Thread` with the shadows of arrays that it used lately.
pub const ARRAYS_FIELD: &str = "$deadheat$arrays";

/// The field of a class with final fields with the epoch in which an object's constructor ended.
pub const FROZEN_FIELD: &str = "$deadheat$frozen";

/// The name of the shadow field for the state of a library object: `kind` is `w`, `r` or `s`.
pub fn state_shadow_name(kind: char) -> String {
    shadow_name(kind, "", "state")
}

/// The number of a place in the code that accesses memory. Zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// What a site does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// A place in the code that accesses memory or takes a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The class whose code it is, in internal form.
    pub class: String,
    /// The file that the class was compiled from, if it says so.
    pub source_file: Option<String>,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The bytecode offset in the class file as it was loaded.
    pub offset: u16,
    /// The source line, if the class has a table of lines.
    pub line: Option<u16>,
    /// What is done.
    pub kind: AccessKind,
    /// What is accessed.
    pub target: SiteTarget,
    /// Whether it can be a part of a race; if not, it matters only if the field turns out to order threads.
    pub is_watched: bool,
}

/// What a site accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteTarget {
    /// A field.
    Field {
        /// The class that the code names; the field may be declared further up.
        class: String,
        /// Its name.
        name: String,
        /// Its type.
        descriptor: String,
        /// Whether it is a static field.
        is_static: bool,
    },
    /// An element of an array.
    Element,
    /// No memory: a monitor is entered.
    Monitor,
    /// No memory: a class with an initialiser is used.
    Class,
    /// The state of a library object, by a call of one of its methods. Whether the call reads or writes it, or how it takes a
    /// lock, depends on the class of the object, which the program shows when it runs.
    Call {
        /// The method.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
}

/// A field as its class declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredField {
    /// The class that declares it.
    pub class: String,
    /// Whether that class is public.
    pub is_class_public: bool,
    /// Its flags.
    pub flags: FieldFlags,
}

/// What a call does to a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockCall {
    /// It is held afterwards; if the call returns something, only if that is not zero.
    Takes,
    /// It is not held any more.
    Leaves,
    /// It locks what is inside, for itself: nothing is held afterwards that others would wait for.
    Passes,
}

/// Whether objects of a class have a finalizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finalizer {
    /// They have none.
    None,
    /// They have one.
    Known,
    /// They have one if a superclass that is not there yet has it. The JVM shows a class before its superclass.
    Unknown,
}

/// What a class file does not tell.
pub trait Surroundings {
    /// The field that a reference of the JDK means; none if the class cannot be found.
    fn field(&mut self, class: &str, name: &str, descriptor: &str) -> Option<DeclaredField>;

    /// The field that a reference of the class at hand means, if that can be told for sure before the other class is loaded.
    fn field_of_other(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<DeclaredField> {
        let _ = (class, name, descriptor);
        None
    }

    /// Whether a call of a library method may read or write the state of its receiver.
    fn may_access_state(&mut self, class: &str, name: &str, descriptor: &str) -> bool;

    /// The numbers of the arguments of which a library method reads the state.
    fn read_arguments(&mut self, class: &str, name: &str, descriptor: &str) -> Vec<usize> {
        let _ = (class, name, descriptor);
        Vec::new()
    }

    /// Whether calls read or write the state of objects of exactly this class; then these have a shadow for it.
    fn has_state(&mut self, class: &str) -> bool {
        let _ = class;
        false
    }

    /// What a call of a library method does to its receiver, if that is a lock.
    fn lock_call(&mut self, class: &str, name: &str, descriptor: &str) -> Option<LockCall>;

    /// Whether an access is to be watched.
    fn is_wanted(&mut self, site: &Site) -> bool;

    /// Whether a read may stay unwatched if a write of the same variable follows at once.
    fn leaves_out_reads(&self) -> bool;

    /// Whether objects of a class have a finalizer, as far as that is known.
    fn finalizer(&mut self, file: &ClassFile<'_>) -> Finalizer {
        if declares_finalizer(file) { Finalizer::Known } else { Finalizer::None }
    }

    /// Whether threads are scheduled: the program's code asks before it acquires a lock.
    fn schedules(&self) -> bool {
        false
    }

    /// Whether somebody will enter the monitor for a synchronized native method of the program, whose code cannot.
    fn enters_for_native(&mut self) -> bool {
        false
    }

    /// A number for a site; none if there are too many.
    fn number(&mut self, site: Site) -> Option<SiteId>;
}

/// How much of a class is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What orders threads, in a class of the JDK.
    Platform,
    /// What orders threads, in a class of the program whose own accesses are not of interest.
    Synchronisation,
    /// Also every access to a field, and to the elements of arrays if that is wanted.
    Accesses {
        /// Whether elements of arrays are watched.
        arrays: bool,
    },
}

impl Depth {
    fn has_accesses(self) -> bool {
        matches!(self, Depth::Accesses { .. })
    }
}

/// A class with what was inserted.
#[derive(Debug)]
pub struct Watched {
    /// The class file; none if nothing had to be inserted.
    pub bytes: Option<Vec<u8>>,
    /// Methods that stay as they are, and why.
    pub unwatched: Vec<(String, Unchanged)>,
    /// Methods that were synchronized, by name and descriptor, and now enter the monitor by themselves.
    pub unsynchronized: Vec<String>,
}

/// The name of a shadow field: `kind` is `w`, `r` or `s`.
pub fn shadow_name(kind: char, field: &str, descriptor: &str) -> String {
    // A class may have two fields of one name with different types.
    let ty = descriptor.replace(['/', ';', '[', '.'], "_");
    format!("{SHADOW_PREFIX}{kind}${field}${ty}")
}

/// Inserts what is to be reported into a class.
pub fn watch(
    bytes: &[u8],
    depth: Depth,
    surroundings: &mut dyn Surroundings,
) -> Result<Watched, ParseError> {
    let texts = Texts::default();
    let mut file = ClassFile::parse(bytes)?;
    let name = file.name().to_text().into_owned();
    if name.starts_with(SHIM) || file.flags.contains(ClassFlags::MODULE) {
        return Ok(Watched { bytes: None, unwatched: Vec::new(), unsynchronized: Vec::new() });
    }
    let (mut unwatched, mut unsynchronized) = (Vec::new(), Vec::new());
    let mut changed = false;
    let mut pool = Pool::new(&texts);
    let source_file = source_file(&file);
    let mut added = Added::default();
    let has_state = !file.flags.intersects(ClassFlags::INTERFACE | ClassFlags::ABSTRACT)
        && surroundings.has_state(&name);
    match add_fields(&mut file, &mut pool, &name, depth, has_state) {
        Ok(fields) => added = fields,
        // Sites find no shadow and are silent.
        Err(PoolFull) => unwatched.push(("its fields".to_owned(), Unchanged::PoolFull)),
    }
    changed |= added.any;
    let mut class = ClassContext {
        name: &name,
        source_file: source_file.as_deref(),
        version: file.version.major,
        fields: &file.fields,
        is_untouched: UNTOUCHED.contains(&name.as_str()),
        is_frozen: added.frozen,
        finalizer: match depth.has_accesses() {
            true => surroundings.finalizer(&file),
            false => Finalizer::None,
        },
        site: None,
    };
    if depth != Depth::Platform && class.version >= CLASS_CONSTANTS && has_deep_initialiser(&file) {
        class.site = surroundings.number(class_site(&class));
    }
    let mut methods = std::mem::take(&mut file.methods);
    for method in &mut methods {
        let is_native = method.flags.contains(MethodFlags::NATIVE | MethodFlags::SYNCHRONIZED);
        if is_native && depth != Depth::Platform && surroundings.enters_for_native() {
            method.flags.remove(MethodFlags::SYNCHRONIZED);
            let descriptor = text(&file.constants, method.descriptor);
            unsynchronized.push(text(&file.constants, method.name) + &descriptor);
            changed = true;
        }
        for attribute in &mut method.attributes {
            let AttributeData::Code(code) = &mut attribute.data else { continue };
            for attempt in attempts(depth) {
                let context = Context {
                    class: &class,
                    method: text(&file.constants, method.name),
                    descriptor: text(&file.constants, method.descriptor),
                    flags: method.flags,
                    depth: attempt.depth,
                };
                let mut writer = Writer {
                    context: &context,
                    constants: &mut file.constants,
                    pool: &mut pool,
                    surroundings: &mut *surroundings,
                    edit: CodeEdit::default(),
                    first_free_local: code.max_locals,
                    has_loops: attempt.has_loops,
                    views: FxHashMap::default(),
                    is_update: false,
                    enters_monitor: false,
                };
                match writer.write(code) {
                    Ok(is_changed) => {
                        changed |= is_changed;
                        if writer.enters_monitor {
                            method.flags.remove(MethodFlags::SYNCHRONIZED);
                            let name = format!("{}{}", context.method, context.descriptor);
                            unsynchronized.push(name);
                        }
                        break;
                    }
                    // The next attempt watches as much.
                    Err(_) if attempt.has_loops => {}
                    Err(why) => {
                        let name = format!("{}{}", context.method, context.descriptor);
                        unwatched.push((name, why));
                    }
                }
            }
        }
    }
    file.methods = methods;
    Ok(Watched { bytes: changed.then(|| file.write()), unwatched, unsynchronized })
}

/// How the code of a method is written.
#[derive(Clone, Copy)]
struct Attempt {
    depth: Depth,
    /// Whether accesses are taken out of loops, for which more has to be inserted.
    has_loops: bool,
}

/// Where there is no room for everything, there may be for what orders threads.
fn attempts(depth: Depth) -> impl Iterator<Item = Attempt> {
    let less = depth.has_accesses().then_some(Depth::Synchronisation);
    let with_loops = depth.has_accesses().then_some(Attempt { depth, has_loops: true });
    let without = std::iter::once(depth).chain(less);
    with_loops.into_iter().chain(without.map(|depth| Attempt { depth, has_loops: false }))
}

/// The first version whose classes can name a class in a constant.
const CLASS_CONSTANTS: u16 = 49;

/// Where a class is used, for all its methods.
fn class_site(class: &ClassContext<'_, '_>) -> Site {
    Site {
        class: class.name.to_owned(),
        source_file: class.source_file.map(ToOwned::to_owned),
        method: "<clinit>".to_owned(),
        descriptor: "()V".to_owned(),
        offset: 0,
        line: None,
        kind: AccessKind::Read,
        target: SiteTarget::Class,
        is_watched: false,
    }
}

fn text(constants: &ConstantPool<'_>, index: CpIndex) -> String {
    constants.utf8(index).map_or_else(|_| String::new(), |text| text.to_text().into_owned())
}

fn source_file(file: &ClassFile<'_>) -> Option<String> {
    file.attributes.iter().find_map(|attribute| match attribute.data {
        AttributeData::SourceFile(name) => Some(text(&file.constants, name)),
        _ => None,
    })
}

/// Whether a class has a method `finalize` of its own.
pub fn declares_finalizer(file: &ClassFile<'_>) -> bool {
    file.methods.iter().any(|method| {
        text(&file.constants, method.name) == "finalize"
            && text(&file.constants, method.descriptor) == "()V"
            && !method.flags.contains(MethodFlags::STATIC)
    })
}

/// Whether accesses to a field are reported: volatile ones order threads, and final ones do not change.
fn is_plain(flags: FieldFlags) -> bool {
    !flags.intersects(FieldFlags::FINAL | FieldFlags::VOLATILE)
}

/// Which fields a class got.
#[derive(Clone, Copy, Default)]
struct Added {
    any: bool,
    /// The one with the epoch of a constructor's end.
    frozen: bool,
}

/// Whether what a field refers to is seen as it was when the constructor ended.
fn is_freezing(flags: FieldFlags, descriptor: &str) -> bool {
    flags.contains(FieldFlags::FINAL)
        && !flags.contains(FieldFlags::STATIC)
        && descriptor.starts_with(['L', '['])
}

/// The three shadow fields of a variable, and their types.
const SHADOWS: [(char, &str); 3] = [('w', "J"), ('r', "J"), ('s', "[J")];

fn add_fields<'t>(
    file: &mut ClassFile<'t>,
    pool: &mut Pool<'t>,
    name: &str,
    depth: Depth,
    has_state: bool,
) -> Result<Added, PoolFull> {
    let mut new = Vec::new();
    let mut added = Added::default();
    for (_, field, descriptor) in FIELDS.iter().filter(|(class, ..)| *class == name) {
        new.push(((*field).to_owned(), *descriptor, FieldFlags::empty()));
    }
    if has_state {
        for (kind, descriptor) in SHADOWS {
            new.push((state_shadow_name(kind), descriptor, FieldFlags::empty()));
        }
    }
    if depth.has_accesses() && !file.flags.contains(ClassFlags::INTERFACE) {
        for field in file.fields.iter().filter(|field| is_plain(field.flags)) {
            let is_static = field.flags & FieldFlags::STATIC;
            let field_name = text(&file.constants, field.name);
            let ty = text(&file.constants, field.descriptor);
            for (kind, descriptor) in SHADOWS {
                new.push((shadow_name(kind, &field_name, &ty), descriptor, is_static));
            }
        }
        added.frozen = file
            .fields
            .iter()
            .any(|field| is_freezing(field.flags, &text(&file.constants, field.descriptor)));
        if added.frozen {
            new.push((FROZEN_FIELD.to_owned(), "J", FieldFlags::empty()));
        }
    }
    let hidden = FieldFlags::PRIVATE | FieldFlags::TRANSIENT | FieldFlags::SYNTHETIC;
    let mut fields = Vec::with_capacity(new.len());
    for (field, descriptor, is_static) in new {
        fields.push(Field {
            flags: hidden | is_static,
            name: pool.text(&mut file.constants, &field)?,
            descriptor: pool.text(&mut file.constants, descriptor)?,
            attributes: Vec::new(),
        });
    }
    added.any = !fields.is_empty();
    file.fields.extend(fields);
    Ok(added)
}

/// What is known about the class at hand.
struct ClassContext<'c, 'a> {
    name: &'c str,
    source_file: Option<&'c str>,
    version: u16,
    fields: &'c [Field<'a>],
    is_untouched: bool,
    /// Whether it has the field for the epoch of a constructor's end.
    is_frozen: bool,
    /// Whether its objects have a finalizer, as far as that is known.
    finalizer: Finalizer,
    /// Stands for its use, if its initialiser may do something for those who use it.
    site: Option<SiteId>,
}

/// What is known about the method at hand.
struct Context<'c, 'a> {
    class: &'c ClassContext<'c, 'a>,
    method: String,
    descriptor: String,
    flags: MethodFlags,
    depth: Depth,
}

struct Writer<'w, 't> {
    context: &'w Context<'w, 't>,
    constants: &'w mut ConstantPool<'t>,
    pool: &'w mut Pool<'t>,
    surroundings: &'w mut dyn Surroundings,
    edit: CodeEdit,
    first_free_local: u16,
    /// Whether accesses are taken out of loops.
    has_loops: bool,
    /// The local variables with what the detector knows about the arrays of some instructions.
    views: FxHashMap<usize, loops::View>,
    /// The instruction at hand is a read that a watched write of the same variable follows.
    is_update: bool,
    /// The code of a synchronized method enters the monitor now.
    enters_monitor: bool,
}

impl From<PoolFull> for Unchanged {
    fn from(PoolFull: PoolFull) -> Unchanged {
        Unchanged::PoolFull
    }
}

impl Writer<'_, '_> {
    /// Whether there was anything to insert.
    fn write(&mut self, code: &mut Code<'_>) -> Result<bool, Unchanged> {
        let instructions = code.instructions().map_err(|_| Unchanged::BadCode)?;
        let lines: Vec<LineNumber> = code.line_numbers().collect();
        self.points(&instructions)?;
        if !self.context.class.is_untouched {
            let first = self.first_initialised(&instructions);
            let is_done = self.loops(code, &instructions, first, &lines)?;
            for (i, instruction) in instructions.list.iter().enumerate() {
                if is_done[i] {
                    continue;
                }
                self.is_update = self.context.depth.has_accesses()
                    && self.surroundings.leaves_out_reads()
                    && self.is_covered(&instructions, i, &lines);
                self.instruction(i, instruction, i < first, &lines)?;
            }
            if self.context.flags.contains(MethodFlags::SYNCHRONIZED) {
                self.synchronized_method(&instructions, &lines)?;
            }
            // Classes of the JDK keep no data of programs in static fields.
            let is_of_program = self.context.depth != Depth::Platform;
            let is_named = self.context.class.version >= CLASS_CONSTANTS;
            if is_of_program && self.context.method == "<clinit>" && is_named {
                self.class_initialiser(&instructions)?;
            }
            self.class_use()?;
            self.freeze(&instructions)?;
            self.finalizer(&instructions)?;
        }
        if self.edit.is_empty() {
            return Ok(false);
        }
        self.edit.apply(code, &instructions)?;
        Ok(true)
    }

    fn shim(&mut self, name: &str, descriptor: &str) -> Result<CpIndex, PoolFull> {
        self.pool.method(self.constants, SHIM, name, descriptor)
    }

    /// From this instruction on `this` is an object. In a constructor that is after the call of another constructor for
    /// which no `new` stands before it.
    fn first_initialised(&self, instructions: &Instructions) -> usize {
        if self.context.method != "<init>" {
            return 0;
        }
        let mut fresh = 0_usize;
        for (i, instruction) in instructions.list.iter().enumerate() {
            match (instruction.opcode, instruction.operand) {
                (Opcode::New, _) => fresh += 1,
                (Opcode::Invokespecial, Operand::Constant(method)) if self.is_init(method) => {
                    match fresh.checked_sub(1) {
                        Some(rest) => fresh = rest,
                        None => return i + 1,
                    }
                }
                _ => {}
            }
        }
        instructions.list.len()
    }

    fn is_init(&self, method: CpIndex) -> bool {
        self.constants.member(method).is_ok_and(|member| member.name.as_bytes() == b"<init>")
    }

    fn instruction(
        &mut self,
        i: usize,
        instruction: &Instruction,
        is_early: bool,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        match (instruction.opcode, instruction.operand) {
            (Opcode::Monitorenter, _) => self.monitor_enter(i, instruction, lines)?,
            (Opcode::Monitorexit, _) => self.monitor_exit(i)?,
            (opcode, Operand::Constant(reference)) if opcode.family() == Family::Field => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.field_access(i, instruction, member, is_early, lines)?;
            }
            (opcode, _)
                if self.context.depth == (Depth::Accesses { arrays: true })
                    && matches!(opcode.family(), Family::ArrayLoad | Family::ArrayStore) =>
            {
                self.element(i, instruction, lines)?;
            }
            (Opcode::Aastore, _) if RELEASES_ELEMENTS.contains(&self.context.class.name) => {
                let release = self.shim("releaseElement", "(Ljava/lang/Object;I)V")?;
                let mut emit = Emit::default();
                emit.ops(&[Opcode::DupX2, Opcode::Pop, Opcode::Dup2X1]).call(release);
                self.edit.before(i, emit.take());
                self.edit.need(2, 0);
            }
            (Opcode::Invokestatic, Operand::Constant(reference)) => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.fence(i, member)?;
                self.for_name(i, member)?;
                self.array_call(i, instruction, member, lines)?;
                self.collections_call(i, instruction, member, lines)?;
                self.argument_states(i, instruction, member, lines)?;
            }
            (Opcode::Invokespecial, Operand::Constant(reference)) => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.cloned(i, member)?;
                self.argument_states(i, instruction, member, lines)?;
            }
            (Opcode::Invokevirtual, Operand::Constant(reference)) => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.fence(i, member)?;
                self.call(i, member)?;
                self.array_clone(i, instruction, member, lines)?;
                self.library_call(i, instruction, member, lines)?;
                self.argument_states(i, instruction, member, lines)?;
                self.lock_call(i, instruction, member, lines)?;
            }
            (Opcode::Invokeinterface, Operand::Interface { method, .. }) => {
                let Ok(member) = self.constants.member(method) else { return Ok(()) };
                self.library_call(i, instruction, member, lines)?;
                self.argument_states(i, instruction, member, lines)?;
                self.lock_call(i, instruction, member, lines)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn site(
        &mut self,
        instruction: &Instruction,
        kind: AccessKind,
        target: SiteTarget,
        lines: &[LineNumber],
    ) -> Site {
        let before = lines.iter().filter(|line| line.start <= instruction.offset);
        let mut site = Site {
            class: self.context.class.name.to_owned(),
            source_file: self.context.class.source_file.map(ToOwned::to_owned),
            method: self.context.method.clone(),
            descriptor: self.context.descriptor.clone(),
            offset: instruction.offset,
            line: before.max_by_key(|line| line.start).map(|line| line.line),
            kind,
            target,
            is_watched: self.context.depth.has_accesses(),
        };
        site.is_watched = site.is_watched && self.surroundings.is_wanted(&site);
        site
    }

    fn push_site(&mut self, emit: &mut Emit, site: SiteId) -> Result<(), PoolFull> {
        match i16::try_from(site.0) {
            Ok(small) => emit.short(small),
            Err(_) => {
                let constant = self.pool.int(self.constants, site.0 as i32)?;
                emit.with(Opcode::LdcW, constant)
            }
        };
        Ok(())
    }
}
