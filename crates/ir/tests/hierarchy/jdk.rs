//! JDK.
