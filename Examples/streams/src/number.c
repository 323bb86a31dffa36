#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_digits(const char *text) {
    while (*text >= '0' && *text <= '9') text++;
    return text;
}

static bool is_decimal(const char *text) {
    if (*text == '+' || *text == '-') text++;
    const char *whole = skip_digits(text);
    const char *end = *whole == '.' ? skip_digits(whole + 1) : whole;
    if (whole == text && end - whole < 2) return false;     // `.`, `+`, nothing at all
    if (*end == 'e' || *end == 'E') {
        end++;
        if (*end == '+' || *end == '-') end++;
        const char *exponent = end;
        end = skip_digits(exponent);
        if (end == exponent) return false;
    }
    return *end == '\0';
}

bool number_parse(const char *text, double *number) {
    if (!is_decimal(text)) return false;
    *number = strtod(text, NULL);
    return isfinite(*number);
}

void number_write(FILE *file, double number) {
    char text[352];     // the largest double has 309 digits before the point
    int length = snprintf(text, sizeof text, "%.6f", number);
    if (length < 0 || (size_t)length >= sizeof text) return;
    while (length > 0 && text[length - 1] == '0') length--;
    if (length > 0 && text[length - 1] == '.') length--;
    text[length] = '\0';
    fputs(strcmp(text, "-0") == 0 ? "0" : text, file);
}
