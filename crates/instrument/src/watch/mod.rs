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
//! | a call of a library object with a state, such as a list | arguments to local variables, `dup; s; call(o, s)`, back again |
//! | `getfield`, `putfield` of a volatile field | `dup; getfield; swap; acquire(o)`, `dup2; pop; release(o); putfield` |
//! | `monitorenter`, `monitorexit` | `dup; store; monitorenter; load; acquire(o)`, `dup; release(o); monitorexit` |
//! | a synchronized method | `acquire` at its entry, `release` before it returns or throws; the flag stays |
//! | `o.wait(…)` | `waiting(o, …)`, which releases, waits, acquires |
//! | end of `<clinit>` | `initialised(class)` |
//! | a fence (in the program) | `releaseFence(); …; acquireFence()` |
//! | a call of `Unsafe` that orders (in the JDK) | `releaseAt(o, offset); …; acquireAt(o, offset)` |
//!
//! Whether a field of another class is volatile or final, and who declares it, is not in the class file that uses it. In a
//! program the site says "some field", and the shim finds out when the site is first reached; the JIT compilers see the
//! answer as a constant. In the JDK, where only synchronisation is watched, a call at every access would be
//! too much, and a [`Surroundings`] looks the field up.
//!
//! Plain fields get three shadow fields: the last write, the last read, and all reads once there are several. They are
//! synthetic and transient, and reflection does not show them (a point in `java.lang.Class`). No method is added,
//! no modifier changes.
//!
//! A constructor's writes to fields before it calls `super(…)` are not watched: the verifier lets nobody else touch such an
//! object, and neither can another thread.

mod emit;
mod points;

use classfile::attribute::{Code, LineNumber, VerificationType};
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{
    AttributeData, ClassFile, ClassFlags, ConstantPool, CpIndex, Field, FieldFlags, MemberRef,
    MethodFlags, ParseError,
};

use crate::edit::{Around, CodeEdit, Unchanged};
use crate::pool::{Pool, PoolFull, Texts};
use emit::{Emit, load_and_store, parameters, width};
use points::{
    AS_VOLATILE, FIELDS, POINTS, RELEASES_ELEMENTS, UNTOUCHED, What, When, fence_mode, unsafe_mode,
};

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
/// The field of `java.lang.Thread` with the shadows of arrays that it used lately.
pub const ARRAYS_FIELD: &str = "$deadheat$arrays";

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

/// A place in the code that accesses a field or an element of an array.
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
    /// The state of a library object, by a call of one of its methods. Whether the call reads or writes it depends on the
    /// class of the object, which the program shows when it runs.
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

/// What a class file does not tell.
pub trait Surroundings {
    /// The field that a reference of the JDK means; none if the class cannot be found.
    fn field(&mut self, class: &str, name: &str, descriptor: &str) -> Option<DeclaredField>;

    /// Whether a call of a library method may read or write the state of its receiver.
    fn may_access_state(&mut self, class: &str, name: &str, descriptor: &str) -> bool;

    /// Whether an access is to be watched.
    fn is_wanted(&mut self, site: &Site) -> bool;

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
        return Ok(Watched { bytes: None, unwatched: Vec::new() });
    }
    let mut unwatched = Vec::new();
    let mut changed = false;
    let mut pool = Pool::new(&texts);
    let source_file = source_file(&file);
    let mut methods = std::mem::take(&mut file.methods);
    for method in &mut methods {
        let context = Context {
            class: &name,
            source_file: source_file.as_deref(),
            method: text(&file.constants, method.name),
            descriptor: text(&file.constants, method.descriptor),
            flags: method.flags,
            version: file.version.major,
            fields: &file.fields,
            is_untouched: UNTOUCHED.contains(&name.as_str()),
            depth,
        };
        let method_name = format!("{}{}", context.method, context.descriptor);
        for attribute in &mut method.attributes {
            let AttributeData::Code(code) = &mut attribute.data else { continue };
            let mut writer = Writer {
                context: &context,
                constants: &mut file.constants,
                pool: &mut pool,
                surroundings: &mut *surroundings,
                edit: CodeEdit::default(),
                first_free_local: code.max_locals,
            };
            match writer.write(code) {
                Ok(is_changed) => changed |= is_changed,
                Err(why) => unwatched.push((method_name.clone(), why)),
            }
        }
    }
    file.methods = methods;
    match add_fields(&mut file, &mut pool, &name, depth) {
        Ok(is_changed) => changed |= is_changed,
        // Sites find no shadow and are silent.
        Err(PoolFull) => unwatched.push(("its fields".to_owned(), Unchanged::PoolFull)),
    }
    Ok(Watched { bytes: changed.then(|| file.write()), unwatched })
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

/// Whether accesses to a field are reported: volatile ones order threads, and final ones do not change.
fn is_plain(flags: FieldFlags) -> bool {
    !flags.intersects(FieldFlags::FINAL | FieldFlags::VOLATILE)
}

fn add_fields<'t>(
    file: &mut ClassFile<'t>,
    pool: &mut Pool<'t>,
    name: &str,
    depth: Depth,
) -> Result<bool, PoolFull> {
    let mut new = Vec::new();
    for (_, field, descriptor) in FIELDS.iter().filter(|(class, ..)| *class == name) {
        new.push(((*field).to_owned(), *descriptor, FieldFlags::empty()));
    }
    if depth.has_accesses() && !file.flags.contains(ClassFlags::INTERFACE) {
        for field in file.fields.iter().filter(|field| is_plain(field.flags)) {
            let is_static = field.flags & FieldFlags::STATIC;
            let field_name = text(&file.constants, field.name);
            let ty = text(&file.constants, field.descriptor);
            for (kind, descriptor) in [('w', "J"), ('r', "J"), ('s', "[J")] {
                new.push((shadow_name(kind, &field_name, &ty), descriptor, is_static));
            }
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
    let is_changed = !fields.is_empty();
    file.fields.extend(fields);
    Ok(is_changed)
}

/// What is known about the method at hand.
struct Context<'c, 'a> {
    class: &'c str,
    source_file: Option<&'c str>,
    method: String,
    descriptor: String,
    flags: MethodFlags,
    version: u16,
    fields: &'c [Field<'a>],
    is_untouched: bool,
    depth: Depth,
}

struct Writer<'w, 't> {
    context: &'w Context<'w, 't>,
    constants: &'w mut ConstantPool<'t>,
    pool: &'w mut Pool<'t>,
    surroundings: &'w mut dyn Surroundings,
    edit: CodeEdit,
    first_free_local: u16,
}

impl From<PoolFull> for Unchanged {
    fn from(PoolFull: PoolFull) -> Unchanged {
        Unchanged::PoolFull
    }
}

/// What is known about a field that code names.
enum Target {
    /// It is plain, and this class declares it.
    OwnPlain,
    /// It orders threads. Holds the class that declares it, for static fields.
    Volatile(String),
    /// It does not matter.
    Ignored,
    /// It is found out when the program runs.
    Unknown,
}

impl Writer<'_, '_> {
    /// Whether there was anything to insert.
    fn write(&mut self, code: &mut Code<'_>) -> Result<bool, Unchanged> {
        let instructions = code.instructions().map_err(|_| Unchanged::BadCode)?;
        let lines: Vec<LineNumber> = code.line_numbers().collect();
        self.points(&instructions)?;
        if !self.context.is_untouched {
            let first = self.first_initialised(&instructions);
            for (i, instruction) in instructions.list.iter().enumerate() {
                self.instruction(i, instruction, i < first, &lines)?;
            }
            if self.context.flags.contains(MethodFlags::SYNCHRONIZED) {
                self.synchronized_method(&instructions)?;
            }
            // Classes of the JDK keep no data of programs in static fields.
            let is_of_program = self.context.depth != Depth::Platform;
            if is_of_program && self.context.method == "<clinit>" && self.context.version >= 49 {
                self.class_initialiser(&instructions)?;
            }
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
            (Opcode::Monitorenter, _) => {
                // Not on the stack: JDK 25 forgets what is there when it moves objects while a virtual thread waits here.
                let acquire = self.shim("acquire", "(Ljava/lang/Object;)V")?;
                let lock = self.first_free_local;
                let mut emit = Emit::default();
                self.edit.before(i, emit.op(Opcode::Dup).local(Opcode::Astore, lock).take());
                self.edit.after(i, emit.local(Opcode::Aload, lock).call(acquire).take());
                self.edit.need(1, 1);
            }
            (Opcode::Monitorexit, _) => {
                let release = self.shim("release", "(Ljava/lang/Object;)V")?;
                self.edit.before(i, Emit::default().op(Opcode::Dup).call(release).take());
                self.edit.need(1, 0);
            }
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
            (Opcode::Aastore, _) if RELEASES_ELEMENTS.contains(&self.context.class) => {
                let release = self.shim("releaseElement", "(Ljava/lang/Object;I)V")?;
                let mut emit = Emit::default();
                emit.ops(&[Opcode::DupX2, Opcode::Pop, Opcode::Dup2X1]).call(release);
                self.edit.before(i, emit.take());
                self.edit.need(2, 0);
            }
            (Opcode::Invokestatic, Operand::Constant(reference)) => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.fence(i, member)?;
            }
            (Opcode::Invokevirtual, Operand::Constant(reference)) => {
                let Ok(member) = self.constants.member(reference) else { return Ok(()) };
                self.fence(i, member)?;
                self.call(i, member)?;
                self.library_call(i, instruction, member, lines)?;
            }
            (Opcode::Invokeinterface, Operand::Interface { method, .. }) => {
                let Ok(member) = self.constants.member(method) else { return Ok(()) };
                self.library_call(i, instruction, member, lines)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn target(&mut self, member: MemberRef<'_>) -> Target {
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        let of = |class: &str, flags: FieldFlags| {
            if flags.contains(FieldFlags::VOLATILE) {
                Target::Volatile(class.to_owned())
            } else if flags.contains(FieldFlags::FINAL) {
                Target::Ignored
            } else {
                Target::OwnPlain
            }
        };
        let is_as_volatile =
            AS_VOLATILE.iter().any(|(owner, fields)| *owner == class && fields.contains(&&*name));
        if is_as_volatile {
            return Target::Volatile(class.into_owned());
        }
        let own = (class == self.context.class).then(|| {
            self.context.fields.iter().find(|field| {
                text(self.constants, field.name) == name
                    && text(self.constants, field.descriptor) == descriptor
            })
        });
        match (own.flatten(), self.context.depth) {
            (Some(field), _) => of(&class, field.flags),
            (None, Depth::Accesses { .. }) => Target::Unknown,
            (None, depth) => {
                let found = self.surroundings.field(&class, &name, &descriptor);
                match found {
                    Some(field) => {
                        let package = |name: &str| name.rsplit_once('/').map(|(p, _)| p.to_owned());
                        let may_name = field.is_class_public
                            || package(&field.class) == package(self.context.class);
                        of(if may_name { &field.class } else { &class }, field.flags)
                    }
                    None if depth == Depth::Platform => Target::Ignored,
                    None => Target::Unknown,
                }
            }
        }
    }

    fn field_access(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        is_early: bool,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let target = self.target(member);
        let slots = width(&member.descriptor.to_text());
        let is_static = matches!(instruction.opcode, Opcode::Getstatic | Opcode::Putstatic);
        let kind = match instruction.opcode {
            Opcode::Getstatic | Opcode::Getfield => AccessKind::Read,
            _ => AccessKind::Write,
        };
        // Only the fields of this very class can be written on an object that is no object yet.
        if is_early && instruction.opcode == Opcode::Putfield && member.class == *self.context.class
        {
            return Ok(());
        }
        match target {
            Target::Volatile(class) if is_static => self.volatile_static(i, kind, &class),
            Target::Volatile(_) => self.volatile_field(i, kind, slots),
            Target::Ignored if !self.context.depth.has_accesses() => Ok(()),
            // Whoever reads a static field comes after the class initialiser, also if the field is final.
            Target::Ignored if !is_static || kind == AccessKind::Write => Ok(()),
            Target::OwnPlain if !self.context.depth.has_accesses() => Ok(()),
            Target::OwnPlain | Target::Unknown | Target::Ignored => {
                let field = SiteTarget::Field {
                    class: member.class.to_text().into_owned(),
                    name: member.name.to_text().into_owned(),
                    descriptor: member.descriptor.to_text().into_owned(),
                    is_static,
                };
                let site = self.site(instruction, kind, field, lines);
                // Else it still has to be found out whether the field is volatile, and what the class initialiser did.
                if !site.is_watched && !is_static && matches!(target, Target::OwnPlain) {
                    return Ok(());
                }
                let Some(site) = self.surroundings.number(site) else { return Ok(()) };
                let is_own = !matches!(target, Target::Unknown);
                if is_static {
                    self.plain_static(i, kind, site, is_own)
                } else {
                    self.plain_field(i, kind, slots, site, is_own)
                }
            }
        }
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
            class: self.context.class.to_owned(),
            source_file: self.context.source_file.map(ToOwned::to_owned),
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

    fn element(
        &mut self,
        i: usize,
        instruction: &Instruction,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let is_read = instruction.opcode.family() == Family::ArrayLoad;
        let kind = if is_read { AccessKind::Read } else { AccessKind::Write };
        let site = self.site(instruction, kind, SiteTarget::Element, lines);
        if !site.is_watched {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let name = if is_read { "readElement" } else { "writeElement" };
        let report = self.shim(name, "(Ljava/lang/Object;II)V")?;
        let mut emit = Emit::default();
        // The array and the index once more on top, below a value that is to be stored.
        emit.ops(match (instruction.opcode, is_read) {
            (_, true) => &[Opcode::Dup2],
            (Opcode::Lastore | Opcode::Dastore, _) => {
                &[Opcode::Dup2X2, Opcode::Pop2, Opcode::Dup2X2]
            }
            _ => &[Opcode::DupX2, Opcode::Pop, Opcode::Dup2X1],
        });
        self.push_site(&mut emit, site)?;
        self.edit.before(i, emit.call(report).take());
        self.edit.need(4, 0);
        Ok(())
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

    fn plain_field(
        &mut self,
        i: usize,
        kind: AccessKind,
        slots: u16,
        site: SiteId,
        is_own: bool,
    ) -> Result<(), Unchanged> {
        let name = if kind == AccessKind::Read { "read" } else { "write" };
        let report = self.shim(name, "(Ljava/lang/Object;I)V")?;
        let mut emit = Emit::default();
        match kind {
            AccessKind::Read if is_own => {
                emit.op(Opcode::Dup);
                self.push_site(&mut emit, site)?;
                self.edit.before(i, emit.call(report).take());
            }
            AccessKind::Read => {
                self.edit.before(i, emit.op(Opcode::Dup).take());
                emit.ops(object_above(slots));
                self.push_site(&mut emit, site)?;
                self.edit.after(i, emit.call(report).take());
            }
            AccessKind::Write => {
                let (down, up) = object_copied(slots);
                emit.ops(down);
                self.push_site(&mut emit, site)?;
                self.edit.before(i, emit.call(report).ops(up).take());
            }
        }
        self.edit.need(4, 0);
        Ok(())
    }

    fn plain_static(
        &mut self,
        i: usize,
        kind: AccessKind,
        site: SiteId,
        is_own: bool,
    ) -> Result<(), Unchanged> {
        let name = if kind == AccessKind::Read { "readStatic" } else { "writeStatic" };
        let report = self.shim(name, "(I)V")?;
        let mut emit = Emit::default();
        if kind == AccessKind::Write && !is_own {
            // It may turn out to be volatile, and then it has to be released before it is written.
            let before = self.shim("beforeStatic", "(I)V")?;
            self.push_site(&mut emit, site)?;
            self.edit.before(i, emit.call(before).take());
        }
        self.push_site(&mut emit, site)?;
        self.edit.after(i, emit.call(report).take());
        self.edit.need(1, 0);
        Ok(())
    }

    fn volatile_field(&mut self, i: usize, kind: AccessKind, slots: u16) -> Result<(), Unchanged> {
        let mut emit = Emit::default();
        match kind {
            AccessKind::Read => {
                let acquire = self.shim("acquire", "(Ljava/lang/Object;)V")?;
                self.edit.before(i, emit.op(Opcode::Dup).take());
                self.edit.after(i, emit.ops(object_above(slots)).call(acquire).take());
            }
            AccessKind::Write => {
                let release = self.shim("release", "(Ljava/lang/Object;)V")?;
                let (down, up) = object_copied(slots);
                self.edit.before(i, emit.ops(down).call(release).ops(up).take());
            }
        }
        self.edit.need(3, 0);
        Ok(())
    }

    fn volatile_static(
        &mut self,
        i: usize,
        kind: AccessKind,
        class: &str,
    ) -> Result<(), Unchanged> {
        if self.context.version < 49 {
            // A constant cannot be a class yet; the JDK has no such classes, and programs of that age no volatile fields
            // that a site would not do for.
            return Ok(());
        }
        let name = if kind == AccessKind::Read { "acquire" } else { "release" };
        let report = self.shim(name, "(Ljava/lang/Object;)V")?;
        let class = self.pool.class(self.constants, class)?;
        let code = Emit::default().with(Opcode::LdcW, class).call(report).take();
        match kind {
            AccessKind::Read => self.edit.after(i, code),
            AccessKind::Write => self.edit.before(i, code),
        }
        self.edit.need(1, 0);
        Ok(())
    }

    fn call(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        let (name, descriptor) = (member.name.to_text(), member.descriptor.to_text());
        match (&*name, &*descriptor) {
            ("wait", "()V" | "(J)V" | "(JI)V") => {
                let descriptor = descriptor.replacen('(', "(Ljava/lang/Object;", 1);
                let waiting = self.shim("waiting", &descriptor)?;
                self.edit.instead(i, Emit::default().call(waiting).take());
            }
            ("getDeclaredFields0", _) if self.context.class == "java/lang/Class" => {
                let field = "[Ljava/lang/reflect/Field;";
                let visible = self.shim("visible", &format!("({field}){field}"))?;
                self.edit.after(i, Emit::default().call(visible).take());
            }
            _ if member.class == *"jdk/internal/misc/Unsafe" => {
                self.unsafe_call(i, &name, &descriptor)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Which accesses a fence goes with cannot be seen, so all fences of the program are taken for uses of one lock. The JDK's
    /// own are not: what they order is known otherwise.
    fn fence(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        if self.context.depth == Depth::Platform {
            return Ok(());
        }
        let mode = fence_mode(&member.class.to_text(), &member.name.to_text());
        let Some(mode) = mode else { return Ok(()) };
        if mode.releases {
            let release = self.shim("releaseFence", "()V")?;
            self.edit.before(i, Emit::default().call(release).take());
        }
        if mode.acquires {
            let acquire = self.shim("acquireFence", "()V")?;
            self.edit.after(i, Emit::default().call(acquire).take());
        }
        Ok(())
    }

    /// The state of a list or map is accessed where the program calls it.
    fn library_call(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        if !self.context.depth.has_accesses()
            || !self.surroundings.may_access_state(&class, &name, &descriptor)
        {
            return Ok(());
        }
        let target = SiteTarget::Call {
            name: name.into_owned(),
            descriptor: descriptor.clone().into_owned(),
        };
        let site = self.site(instruction, AccessKind::Write, target, lines);
        if !site.is_watched {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let report = self.shim("call", "(Ljava/lang/Object;I)V")?;
        let mut next = self.first_free_local;
        let mut emit = Emit::default();
        let parameters = parameters(&descriptor);
        for ty in parameters.iter().rev() {
            emit.local(load_and_store(ty).1, next);
            next += width(ty);
        }
        emit.op(Opcode::Dup);
        self.push_site(&mut emit, site)?;
        emit.call(report);
        for ty in &parameters {
            next -= width(ty);
            emit.local(load_and_store(ty).0, next);
        }
        let slots: u16 = parameters.iter().map(|ty| width(ty)).sum();
        self.edit.before(i, emit.take());
        self.edit.need(2, slots);
        Ok(())
    }

    /// The arguments go into local variables, of which no frame knows, and come back from there.
    fn unsafe_call(&mut self, i: usize, name: &str, descriptor: &str) -> Result<(), Unchanged> {
        let Some(mode) = unsafe_mode(self.context.class, name, descriptor) else {
            return Ok(());
        };
        let at = "(Ljava/lang/Object;J)V";
        let object = self.first_free_local;
        let offset = object + 1;
        let mut next = object;
        let locals: Vec<(&str, u16)> = parameters(descriptor)
            .into_iter()
            .map(|ty| {
                let local = next;
                next += width(ty);
                (ty, local)
            })
            .collect();
        let mut emit = Emit::default();
        for &(ty, local) in locals.iter().rev() {
            emit.local(load_and_store(ty).1, local);
        }
        if mode.releases {
            let release = self.shim("releaseAt", at)?;
            emit.local(Opcode::Aload, object).local(Opcode::Lload, offset).call(release);
        }
        for &(ty, local) in &locals {
            emit.local(load_and_store(ty).0, local);
        }
        self.edit.before(i, emit.take());
        if mode.acquires {
            let acquire = self.shim("acquireAt", at)?;
            emit.local(Opcode::Aload, object).local(Opcode::Lload, offset).call(acquire);
            self.edit.after(i, emit.take());
        }
        self.edit.need(4, next - object);
        Ok(())
    }

    /// Pushes what a synchronized method locks.
    fn push_lock(&mut self, emit: &mut Emit) -> Result<(), PoolFull> {
        if self.context.flags.contains(MethodFlags::STATIC) {
            let class = self.pool.class(self.constants, self.context.class)?;
            emit.with(Opcode::LdcW, class);
        } else {
            emit.op(Opcode::Aload0);
        }
        Ok(())
    }

    fn synchronized_method(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let is_static = self.context.flags.contains(MethodFlags::STATIC);
        if (is_static && self.context.version < 49) || (!is_static && stores_to_this(instructions))
        {
            return Err(Unchanged::BadCode);
        }
        let acquire = self.shim("acquire", "(Ljava/lang/Object;)V")?;
        let release = self.shim("release", "(Ljava/lang/Object;)V")?;
        let mut emit = Emit::default();
        self.push_lock(&mut emit)?;
        self.edit.at_entry(&emit.call(acquire).take());
        self.push_lock(&mut emit)?;
        let leave = emit.call(release).take();
        for (i, instruction) in instructions.list.iter().enumerate() {
            if instruction.opcode.family() == Family::Return {
                self.edit.before(i, leave.clone());
            }
        }
        let this = self.pool.class(self.constants, self.context.class)?;
        let locals = if is_static { Vec::new() } else { vec![VerificationType::Object(this)] };
        let stack_map_name = match self.context.version {
            50.. => Some(self.pool.text(self.constants, "StackMapTable")?),
            _ => None,
        };
        let handler = [leave, vec![Opcode::Athrow as u8]].concat();
        let throwable = self.pool.class(self.constants, "java/lang/Throwable")?;
        self.edit.around(Around { handler, locals, throwable, stack_map_name });
        self.edit.need(2, 0);
        Ok(())
    }

    fn class_initialiser(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let initialised = self.shim("initialised", "(Ljava/lang/Object;)V")?;
        let class = self.pool.class(self.constants, self.context.class)?;
        let code = Emit::default().with(Opcode::LdcW, class).call(initialised).take();
        for (i, instruction) in instructions.list.iter().enumerate() {
            if instruction.opcode.family() == Family::Return {
                self.edit.before(i, code.clone());
            }
        }
        self.edit.need(1, 0);
        Ok(())
    }

    fn points(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let here = POINTS.iter().filter(|(class, method, ..)| {
            *class == self.context.class && *method == self.context.method
        });
        for (_, _, when, what) in here {
            if self.context.flags.contains(MethodFlags::STATIC) {
                continue;
            }
            let name = match what {
                What::Release => "release",
                What::Acquire => "acquire",
                What::ReleaseIfCurrent => "releaseIfCurrent",
                What::AcquireCurrent => "acquireCurrent",
                What::Start => "starting",
                What::End => "end",
                What::Optimistic => "optimistic",
                What::Validate => "validate",
            };
            let method = self.shim(name, "(Ljava/lang/Object;)V")?;
            let code = Emit::default().op(Opcode::Aload0).call(method).take();
            match when {
                When::Entry => self.edit.at_entry(&code),
                When::Exit => {
                    for (i, instruction) in instructions.list.iter().enumerate() {
                        if instruction.opcode.family() == Family::Return {
                            self.edit.before(i, code.clone());
                        }
                    }
                }
            }
            self.edit.need(1, 0);
        }
        Ok(())
    }
}

/// From `o, value` to `value, o`.
fn object_above(slots: u16) -> &'static [Opcode] {
    if slots == 2 { &[Opcode::Dup2X1, Opcode::Pop2] } else { &[Opcode::Swap] }
}

/// From `o, value` to something with another `o` on top, and what is left to do once that was taken.
fn object_copied(slots: u16) -> (&'static [Opcode], &'static [Opcode]) {
    if slots == 2 {
        (&[Opcode::Dup2X1, Opcode::Pop2, Opcode::Dup], &[Opcode::DupX2, Opcode::Pop])
    } else {
        (&[Opcode::Dup2, Opcode::Pop], &[])
    }
}

/// Whether local variable 0 is ever assigned.
fn stores_to_this(instructions: &Instructions) -> bool {
    instructions.list.iter().any(|instruction| match instruction.opcode.family() {
        Family::Store => instruction.operand == Operand::Local(0),
        Family::StoreNth => instruction.opcode.distance_from(Opcode::Istore0).is_multiple_of(4),
        _ => false,
    })
}
