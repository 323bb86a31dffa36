// A project as all rooms see it: its targets and tags, the forms of its settings, and the folders of its releases.

@_exported public import RelctlGit
@_exported public import RelctlText
