// GitHub, GitLab, Gitea and Forgejo: their APIs, the publishers to them, and what releases of several repositories ask of them.

@_exported public import RelctlPublishing
