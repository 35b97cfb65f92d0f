//! Access flags. Bits that no specification names are kept.

use crate::reader::{Decode, Encode, Reader, Result};

macro_rules! flags {
    ($(#[$($meta:tt)*])* $name:ident { $($(#[$($fmeta:tt)*])* $flag:ident = $bits:literal),* $(,)? }) => {
        bitflags::bitflags! {
            $(#[$($meta)*])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $name: u16 { $($(#[$($fmeta)*])* const $flag = $bits;)* const _ = !0; }
        }
        impl Decode<'_> for $name {
            const MIN_BYTES: usize = 2;
            #[inline]
            fn decode(r: &mut Reader<'_>) -> Result<Self> {
                Ok($name::from_bits_retain(r.u16()?))
            }
        }
        impl Encode for $name {
            fn encode(&self, out: &mut Vec<u8>) {
                self.bits().encode(out);
            }
        }
    };
}

flags! {
    /// Flags of a class (JVMS 4.1) and of an inner class (4.7.6).
    ClassFlags {
        /// `public`
        PUBLIC = 0x0001,
        /// `private` (inner classes only)
        PRIVATE = 0x0002,
        /// `protected` (inner classes only)
        PROTECTED = 0x0004,
        /// `static` (inner classes only)
        STATIC = 0x0008,
        /// `final`
        FINAL = 0x0010,
        /// `invokespecial` finds the method of the direct superclass; set by every compiler since Java 1.1
        SUPER = 0x0020,
        /// an interface
        INTERFACE = 0x0200,
        /// `abstract`
        ABSTRACT = 0x0400,
        /// not in the source
        SYNTHETIC = 0x1000,
        /// an annotation interface
        ANNOTATION = 0x2000,
        /// an enum
        ENUM = 0x4000,
        /// a module, not a class
        MODULE = 0x8000,
    }
}

flags! {
    /// Flags of a field (JVMS 4.5).
    FieldFlags {
        /// `public`
        PUBLIC = 0x0001,
        /// `private`
        PRIVATE = 0x0002,
        /// `protected`
        PROTECTED = 0x0004,
        /// `static`
        STATIC = 0x0008,
        /// `final`
        FINAL = 0x0010,
        /// `volatile`
        VOLATILE = 0x0040,
        /// `transient`
        TRANSIENT = 0x0080,
        /// not in the source
        SYNTHETIC = 0x1000,
        /// a constant of an enum
        ENUM = 0x4000,
    }
}

flags! {
    /// Flags of a method (JVMS 4.6).
    MethodFlags {
        /// `public`
        PUBLIC = 0x0001,
        /// `private`
        PRIVATE = 0x0002,
        /// `protected`
        PROTECTED = 0x0004,
        /// `static`
        STATIC = 0x0008,
        /// `final`
        FINAL = 0x0010,
        /// `synchronized`
        SYNCHRONIZED = 0x0020,
        /// a bridge made by the compiler
        BRIDGE = 0x0040,
        /// variable number of arguments
        VARARGS = 0x0080,
        /// `native`
        NATIVE = 0x0100,
        /// `abstract`
        ABSTRACT = 0x0400,
        /// `strictfp`
        STRICT = 0x0800,
        /// not in the source
        SYNTHETIC = 0x1000,
    }
}
