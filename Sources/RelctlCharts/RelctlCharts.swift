// Helm charts: packed with the release's versions and images, signed, and found again in what was released.

@_exported public import RelctlManifests
@_exported public import RelctlPackaging
@_exported public import RelctlRegistries
@_exported public import RelctlSigning
