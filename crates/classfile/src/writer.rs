//! Class files back to bytes. Whoever changes a class keeps its constants and appends to them; what was not touched is
//! written as it was read.

use crate::attribute::{Attribute, encode_attributes};
use crate::class::{ClassFile, Version};
use crate::constant_pool::CpIndex;
use crate::reader::{Encode, count, encode_table};

impl ClassFile<'_> {
    /// The bytes of the class file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(4096);
        out.extend(0xcafe_babe_u32.to_be_bytes());
        self.version.minor.encode(&mut out);
        self.version.major.encode(&mut out);
        self.constants.encode(&mut out);
        self.flags.encode(&mut out);
        self.this_class.encode(&mut out);
        self.super_class.encode(&mut out);
        encode_table(&self.interfaces, &mut out);
        count(self.fields.len()).encode(&mut out);
        for f in &self.fields {
            member(f.flags.bits(), f.name, f.descriptor, &f.attributes, self.version, &mut out);
        }
        count(self.methods.len()).encode(&mut out);
        for m in &self.methods {
            member(m.flags.bits(), m.name, m.descriptor, &m.attributes, self.version, &mut out);
        }
        encode_attributes(&self.attributes, self.version, &mut out);
        out
    }
}

fn member(
    flags: u16,
    name: CpIndex,
    descriptor: CpIndex,
    attributes: &[Attribute<'_>],
    version: Version,
    out: &mut Vec<u8>,
) {
    flags.encode(out);
    name.encode(out);
    descriptor.encode(out);
    encode_attributes(attributes, version, out);
}
