// Text as people and tools write it: templates, Markdown, globs, patterns, and the formats of manifests and source files.

@_exported public import RelctlEffects
