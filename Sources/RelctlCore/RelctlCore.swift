// The configuration and the steps of a release. Authors of connectors import this module; it re-exports the others.

@_exported public import RelctlDistribution
@_exported public import RelctlForges
@_exported public import RelctlIntegration
@_exported public import RelctlPushing
@_exported public import RelctlVersioning
