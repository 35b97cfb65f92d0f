//! The `Module` attribute (JVMS 4.7.25).

use crate::constant_pool::CpIndex;
use crate::reader::{Decode, Encode, Reader, Result, encode_table, record};

/// A module declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name, a `Module` constant.
    pub name: CpIndex,
    /// Open, synthetic, mandated.
    pub flags: u16,
    /// Its version, text; may be none.
    pub version: CpIndex,
    /// What it requires.
    pub requires: Vec<ModuleRequires>,
    /// What it exports.
    pub exports: Vec<ModuleExports>,
    /// What it opens; the shape of exports.
    pub opens: Vec<ModuleExports>,
    /// The services it uses, classes.
    pub uses: Vec<CpIndex>,
    /// The services it provides.
    pub provides: Vec<ModuleProvides>,
}

record! {
    /// A required module.
    ModuleRequires {
        /// A `Module` constant.
        module: CpIndex,
        /// Transitive, static, synthetic, mandated.
        flags: u16,
        /// The version at compile time; may be none.
        version: CpIndex,
    }
}

/// An exported or opened package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleExports {
    /// A `Package` constant.
    pub package: CpIndex,
    /// Synthetic, mandated.
    pub flags: u16,
    /// To these modules; to all if empty.
    pub to: Vec<CpIndex>,
}

/// A provided service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleProvides {
    /// The service, a class.
    pub service: CpIndex,
    /// Its implementations, classes.
    pub with: Vec<CpIndex>,
}

impl Decode<'_> for Module {
    const MIN_BYTES: usize = 16;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Module {
            name: CpIndex::decode(r)?,
            flags: r.u16()?,
            version: CpIndex::decode(r)?,
            requires: r.table()?,
            exports: r.table()?,
            opens: r.table()?,
            uses: r.table()?,
            provides: r.table()?,
        })
    }
}

impl Encode for Module {
    fn encode(&self, out: &mut Vec<u8>) {
        self.name.encode(out);
        self.flags.encode(out);
        self.version.encode(out);
        encode_table(&self.requires, out);
        encode_table(&self.exports, out);
        encode_table(&self.opens, out);
        encode_table(&self.uses, out);
        encode_table(&self.provides, out);
    }
}

impl Decode<'_> for ModuleExports {
    const MIN_BYTES: usize = 6;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(ModuleExports { package: CpIndex::decode(r)?, flags: r.u16()?, to: r.table()? })
    }
}

impl Encode for ModuleExports {
    fn encode(&self, out: &mut Vec<u8>) {
        self.package.encode(out);
        self.flags.encode(out);
        encode_table(&self.to, out);
    }
}

impl Decode<'_> for ModuleProvides {
    const MIN_BYTES: usize = 4;
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        Ok(ModuleProvides { service: CpIndex::decode(r)?, with: r.table()? })
    }
}

impl Encode for ModuleProvides {
    fn encode(&self, out: &mut Vec<u8>) {
        self.service.encode(out);
        encode_table(&self.with, out);
    }
}
