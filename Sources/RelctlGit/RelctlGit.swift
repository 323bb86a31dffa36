// git, by its command: a project's history and tags, and mirrors in which commits are made without a working copy.

@_exported public import RelctlEffects
