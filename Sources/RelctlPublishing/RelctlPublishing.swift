// Publishing, and the publishers to buckets, web servers and folders: looks at a place, plans what is left to do there, does it, and
// reads it back.

@_exported public import RelctlConnectors
