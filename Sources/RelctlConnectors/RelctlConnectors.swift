// The interfaces of connectors, what connectors are handed, and the programs and libraries that are found at run time.

@_exported public import RelctlArchives
@_exported public import RelctlBinaries
@_exported public import RelctlProject
