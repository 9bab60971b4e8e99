// The table of names in the kernel: the project's, and those that root adds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../../Platform/CLatchkeyLinux/include/LatchkeyExecution.h"
#include "Variables.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// As the program in the kernel looks it up.
struct name {
    uint32_t bits;
    struct latchkey_variable variable;
};

__attribute__((format(printf, 1, 2))) static int complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("exec-witness: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return 1;
}

/// Adds a name at its place in the table, or at the first that is free: a number keeps its meaning for processes that
/// run.
static int add_name(int names, int table, const char *text) {
    size_t size = strlen(text);
    int isBeginning = size > 0 && text[size - 1] == '*';
    struct name name = {0};
    if (size < 2 || size > sizeof name.variable.text - 1 || strpbrk(text, "= \t") != NULL || (strchr(text, '*') && strchr(text, '*') != text + size - 1))
        return complain("%s is no name of a variable, of at most %zu bytes, with * at its end or nowhere", text, sizeof name.variable.text - 1);
    memcpy(name.variable.text, text, size);
    for (int number = 0; number < witnessMostNames; number++) {
        struct latchkey_variable there;
        if (bpf_map_lookup_elem(table, &number, &there) != 0) return complain("the table of names cannot be read: %s", strerror(errno));
        if (there.text[0] != 0 && memcmp(&there, &name.variable, sizeof there) != 0) continue;
        if (bpf_map_update_elem(table, &number, &name.variable, BPF_ANY) != 0)
            return complain("the table of names cannot be written: %s", strerror(errno));
        // What is compared ends before the star, or has the sign behind the name.
        name.variable.text[size - isBeginning] = isBeginning ? 0 : '=';
        name.bits = 8 * (uint32_t)(isBeginning ? size - 1 : size + 1);
        uint32_t value = (uint32_t)number;
        return bpf_map_update_elem(names, &name, &value, BPF_ANY) == 0 ? 0 : complain("%s cannot be added: %s", text, strerror(errno));
    }
    return complain("there is no room for %s: at most %d names", text, witnessMostNames);
}

static const char configuration[] = "/etc/latchkey/exec-witness.conf";

/// One name a line; `#` begins what is not read.
static int add_configured(int names, int table) {
    FILE *file = fopen(configuration, "re");
    if (!file) return errno == ENOENT ? 0 : complain("%s: %s", configuration, strerror(errno));
    struct stat status;
    char line[256];
    int result = 0;
    if (fstat(fileno(file), &status) != 0 || status.st_uid != 0 || status.st_mode & 022)
        result = complain("%s must be root's, and nobody else's to write", configuration);
    while (result == 0 && fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\n")] = 0;
        char *rest = NULL, *text = strtok_r(line, " \t", &rest);
        if (text) result = add_name(names, table, text);
    }
    fclose(file);
    return result;
}

static int add_names(int names, int table) {
    for (size_t number = 0; number < sizeof latchkeyVariables / sizeof *latchkeyVariables; number++)
        if (add_name(names, table, latchkeyVariables[number]) != 0) return 1;
    return add_configured(names, table);
}
