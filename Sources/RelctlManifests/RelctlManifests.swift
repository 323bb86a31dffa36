// The manifests of each ecosystem: where their versions and dependencies stand, and how they are changed in place.

@_exported public import RelctlText
