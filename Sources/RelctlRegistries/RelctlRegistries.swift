// Container registries and image layouts: references, manifests, authentication, and what is copied and pushed.

@_exported public import RelctlText
