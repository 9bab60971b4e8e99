// How the programs are loaded, attached and kept.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
#pragma once

#include "Names.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

static const char folder[] = "/sys/fs/bpf/latchkey";
static const char *const maps[] = {"executions", "counter", "names", "table", "connections", "since"};

static void place(char *path, const char *name, const char *ending) { snprintf(path, PATH_MAX, "%s/%s%s", folder, name, ending); }

static struct bpf_program *program_of(struct bpf_object *object, const char *name) {
    char function[64];
    snprintf(function, sizeof function, "latchkey_%s", name);
    return bpf_object__find_program_by_name(object, function);
}

/// The file is of another version.
static struct bpf_object *absent(struct bpf_object *object, int *refused) {
    bpf_object__close(object);
    *refused = -EPROTO;
    return NULL;
}

/// Loads some of the programs. What a kernel refuses of one must not cost the others. What is there already is used on,
/// so that no process loses what is known of it.
/// `attach_type` is 0 for what the file says.
static struct bpf_object *load(const char *path, const char *const *names, size_t count, enum bpf_attach_type attach_type, int *refused) {
    struct bpf_object *object = bpf_object__open_file(path, NULL);
    if (!object) {
        *refused = -errno;
        return NULL;
    }
    struct bpf_program *program;
    bpf_object__for_each_program(program, object) bpf_program__set_autoload(program, 0);
    for (size_t number = 0; number < count; number++) {
        program = program_of(object, names[number]);
        if (!program) return absent(object, refused);
        bpf_program__set_autoload(program, 1);
        if (attach_type != 0) bpf_program__set_expected_attach_type(program, attach_type);
    }
    for (size_t number = 0; number < sizeof maps / sizeof *maps; number++) {
        char pinned[PATH_MAX];
        struct bpf_map *map = bpf_object__find_map_by_name(object, maps[number]);
        place(pinned, maps[number], "");
        if (!map || bpf_map__set_pin_path(map, pinned) != 0) return absent(object, refused);
    }
    *refused = bpf_object__load(object);
    if (*refused == 0) return object;
    bpf_object__close(object);
    return NULL;
}

static int map_of(struct bpf_object *object, const char *name) { return bpf_map__fd(bpf_object__find_map_by_name(object, name)); }

/// Under a second name first (no name there has a dot), which then takes the place of the first: what is attached
/// already stays so until the new one is.
static int pin(int link, const char *name) {
    char draft[PATH_MAX], final[PATH_MAX];
    place(draft, name, "-new");
    place(final, name, "");
    unlink(draft);
    if (bpf_obj_pin(link, draft) != 0 || rename(draft, final) != 0) return complain("%s: %s", final, strerror(errno));
    return 0;
}
