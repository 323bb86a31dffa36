//! The core of the SDKs.
