// Workspaces: releases of several repositories that depend on each other, planned, applied, watched and taken back.

@_exported public import RelctlForges
@_exported public import RelctlIntegration
@_exported public import RelctlRegistries
@_exported public import RelctlVersioning
