// The real path of a file that only root decides about.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../LatchkeySecureLoader/Calls.h"

#include <sys/stat.h>
#include <sys/statfs.h>

enum {
    /// As the kernel has it.
    mostLinks = 40,
    largestName = 255,
    writtenByOthers = 022,
    /// Of a file system that a user may have brought: the kernel takes no set-user-ID program from it.
    withoutOwners = 2,
};

struct place {
    /// What is resolved so far, without links.
    char path[largestPath];
    size_t size;
    /// What is left, at its end.
    char left[2 * largestPath];
    size_t from;
};

/// Puts a text before what is left.
static int push(struct place *place, const char *text, size_t size) {
    if (size + 1 > place->from) return 0;
    place->left[--place->from] = '/';
    place->from -= size;
    memcpy(place->left + place->from, text, size);
    return 1;
}

static size_t length(const char *text) {
    size_t size = 0;
    while (text[size]) size++;
    return size;
}

/// Whether somebody else than root can change it.
static int is_open(const struct stat *status) { return status->st_uid != 0 || (status->st_mode & writtenByOthers && !S_ISLNK(status->st_mode)); }

static long status_of(const char *path, struct stat *status) {
    return call4(callStatus, atCurrentFolder, (long)path, (long)status, atLinkItself);
}

/// Whether owners on the file system of a file are root's word.
static int has_owners(const char *path, const struct stat *status) {
    struct statfs system;
    struct stat root;
    if (call3(callFileSystem, (long)path, (long)&system, 0) != 0) return 0;
    return !(system.f_flags & withoutOwners) || (status_of("/", &root) == 0 && root.st_dev == status->st_dev);
}

/// The next name of what is left.
/// - Returns: its size; 0 at the end.
static size_t next(struct place *place, const char **name) {
    while (place->from < sizeof place->left && place->left[place->from] == '/') place->from++;
    *name = place->left + place->from;
    size_t size = 0;
    while (place->from < sizeof place->left && place->left[place->from] != '/') place->from++, size++;
    return size;
}

static int append(struct place *place, const char *name, size_t size) {
    if (size > largestName || place->size + 1 + size + 1 > sizeof place->path) return 0;
    place->path[place->size] = '/';
    memcpy(place->path + place->size + 1, name, size);
    place->size += 1 + size;
    place->path[place->size] = 0;
    return 1;
}

static void remove_last(struct place *place) {
    while (place->size > 0 && place->path[place->size - 1] != '/') place->size--;
    if (place->size > 0) place->size--;
    place->path[place->size] = 0;
}

/// Goes to if a link leads.
static int follow(struct place *place) {
    char target[largestPath];
    long size = call4(callReadLink, atCurrentFolder, (long)place->path, (long)target, sizeof target);
    if (size <= 0 || (size_t)size >= sizeof target) return 0;
    if (target[0] == '/') {
        place->size = 0;
        place->path[0] = 0;
    } else {
        remove_last(place);
    }
    return push(place, target, (size_t)size);
}

/// Nothing on the way can be changed by others when it is looked at, from the root on, so that what follows is what it
/// was.
/// - Parameter name: as given to open(2).
/// - Returns: whether `path` leads to a file of root's that nobody else can change, nor any folder or link on the way
///   to it.
static int resolve(struct place *place, const char *name) {
    place->size = 0;
    place->path[0] = 0;
    place->from = sizeof place->left;
    if (length(name) >= largestPath || !push(place, name, length(name))) return 0;
    if (name[0] != '/') {
        char folder[largestPath];
        // The size that it gives has the end in it.
        long size = call3(callFolder, (long)folder, sizeof folder, 0);
        if (size <= 1 || folder[0] != '/' || !push(place, folder, (size_t)size - 1)) return 0;
    }
    struct stat status;
    if (status_of("/", &status) != 0 || is_open(&status)) return 0;
    const char *part;
    int links = 0;
    for (size_t size; (size = next(place, &part)) > 0;) {
        if (size == 1 && part[0] == '.') continue;
        if (size == 2 && part[0] == '.' && part[1] == '.') {
            remove_last(place);
            status.st_mode = S_IFDIR;
            continue;
        }
        if (!S_ISDIR(status.st_mode) || !append(place, part, size) || status_of(place->path, &status) != 0 || is_open(&status)) return 0;
        if (!S_ISLNK(status.st_mode)) continue;
        if (++links > mostLinks || !follow(place)) return 0;
        status.st_mode = S_IFDIR;
    }
    return S_ISREG(status.st_mode) && has_owners(place->path, &status);
}
