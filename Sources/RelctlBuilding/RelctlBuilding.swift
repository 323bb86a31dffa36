// Builds: what is run for each target, and the binaries that come of it.

@_exported public import RelctlConnectors
@_exported public import RelctlManifests
