// What a release is made by; whoever writes connectors imports this module, and sees those that it is built on.

@_exported public import RelctlDistribution
@_exported public import RelctlIntegration
@_exported public import RelctlPushing
@_exported public import RelctlVersioning
