// Container images, made of what was released, and the statements that go with them: provenance and bills of materials.

@_exported public import RelctlPackaging
@_exported public import RelctlRegistries
