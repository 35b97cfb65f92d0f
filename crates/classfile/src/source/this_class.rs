//! The name of a class, from its bytes, without parsing the rest.
//!
//! For a class in a folder the path does not say the name, because the folder that the user named may lie above the
//! root of the packages. This reads the constants and stops at `this_class`.

use crate::class;
use crate::error::ParseError;
use crate::jstr::JStr;

/// The internal name (`java/lang/Object`) of the class in `bytes`.
pub fn this_class(bytes: &[u8]) -> Result<JStr<'_>, ParseError> {
    class::name_only(bytes)
}
