#ifndef STREAMS_NUMBER_H
#define STREAMS_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

// Reads a decimal number (`-12`, `3.5`, `1e6`) that is the whole of `text`. Unlike strtod alone it takes no
// hexadecimal, no infinity, no `nan` and no spaces.
bool number_parse(const char *text, double *number);

// Writes at most six decimals and no trailing zeros: the same text on every platform, without exponents.
void number_write(FILE *file, double number);

#endif
