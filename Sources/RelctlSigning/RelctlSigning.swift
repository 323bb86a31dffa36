// Signatures by GnuPG and by keys of SSH, made and proven.

@_exported public import RelctlConnectors
