// A project's version: read from its manifests, held against its tags, and moved on.

@_exported public import RelctlManifests
@_exported public import RelctlNotes
