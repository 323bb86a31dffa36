// Archives and compression: the engine that packs in parallel, the formats, what reads them, and the cache of pieces.

@_exported public import RelctlEffects
