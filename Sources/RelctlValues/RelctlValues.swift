// Values that every other room speaks of: versions, targets, paths, digests, errors, the manifest, and JSON.
//
// This room knows no other, and has no effects.
