// Programs and libraries as files: the headers of ELF, Mach-O, PE and WebAssembly, and what they say.

@_exported public import RelctlEffects
