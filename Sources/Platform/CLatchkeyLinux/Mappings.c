// What a process can execute, asked for piece by piece.
// SPDX-License-Identifier: Apache-2.0
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <sys/ioctl.h>

// Linux 6.11 and 6.7; from include/uapi/linux/fs.h, which is older on many machines than their kernel.
struct mapping_query {
    uint64_t size, flags, address, start, end, vma_flags, page_size, offset, node;
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name, build_id;
};
enum { WRITABLE = 0x02, EXECUTABLE = 0x04, COVERING_OR_NEXT = 0x10 };
#define QUERY_MAPPING _IOWR('f', 17, struct mapping_query)

struct page_region {
    uint64_t start, end, categories;
};
struct page_scan {
    uint64_t size, flags, start, end, walk_end, regions, region_count, most_pages, inverted, all_of, any_of, returned;
};
enum { OF_FILE = 1 << 2, PRESENT = 1 << 3, SWAPPED = 1 << 4 };
#define SCAN_PAGES _IOWR('f', 16, struct page_scan)

int latchkey_next_executable(int maps, uint64_t address, struct latchkey_mapping *mapping, char *path, uint32_t size) {
    struct mapping_query query = {
        .size = sizeof query,
        .flags = EXECUTABLE | COVERING_OR_NEXT,
        .address = address,
        .name_size = size,
        .name = (uint64_t)(uintptr_t)path,
    };
    path[0] = 0;
    if (ioctl(maps, QUERY_MAPPING, &query) != 0) return errno == ENOENT ? 0 : -1;
    mapping->start = query.start;
    mapping->end = query.end;
    mapping->node = query.node;
    mapping->major = query.major;
    mapping->minor = query.minor;
    mapping->is_writable = (query.vma_flags & WRITABLE) != 0;
    return 1;
}

int latchkey_may_be_changed(int pages, const struct latchkey_mapping *mapping) {
    struct page_region region;
    struct page_scan scan = {
        .size = sizeof scan,
        .start = mapping->start,
        .end = mapping->end,
        .regions = (uint64_t)(uintptr_t)&region,
        .region_count = 1,
        .most_pages = 1,
        // In memory or swapped out, and not the file's.
        .inverted = OF_FILE,
        .all_of = OF_FILE,
        .any_of = PRESENT | SWAPPED,
        .returned = PRESENT,
    };
    int changed = ioctl(pages, SCAN_PAGES, &scan);
    return changed < 0 ? -1 : changed > 0;
}
