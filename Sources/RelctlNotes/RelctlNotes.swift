// Release notes and changelogs, made of a project's history.

@_exported public import RelctlPackaging
