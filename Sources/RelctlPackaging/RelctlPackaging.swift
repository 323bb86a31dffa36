// What goes into archives, under which names, and the checksums of what ships.

@_exported public import RelctlConnectors
