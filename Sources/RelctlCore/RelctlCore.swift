// What a release is made by; whoever writes connectors imports this module, and sees those that it is built on.

@_exported public import RelctlArchives
@_exported public import RelctlGit
@_exported public import RelctlManifests
@_exported public import RelctlRegistries
