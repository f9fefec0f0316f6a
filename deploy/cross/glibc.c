/* What the Swift runtime of Debian's unstable suite asks of glibc 2.38 and later, made of what glibc 2.36 of Debian 12
   has. The names that begin with __isoc23 differ from those without in that they read binary digits after "0b", too. */
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

float __frexpf(float value, int *exponent) { return frexpf(value, exponent); }

float __ldexpf(float value, int exponent) { return ldexpf(value, exponent); }

float __scalbnf(float value, int exponent) { return scalbnf(value, exponent); }

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t count = length < size ? length : size - 1;
        memcpy(to, from, count);
        to[count] = 0;
    }
    return length;
}
