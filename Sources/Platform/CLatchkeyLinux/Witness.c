// What the exec witness has kept, read from the kernel.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linux 5.6; the same number everywhere. */
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

static long call(int command, union bpf_attr *words) { return syscall(SYS_bpf, command, words, sizeof *words); }

static int open_map(const char *path, uint32_t kind, uint32_t size) {
    union bpf_attr words = {.pathname = (uint64_t)(uintptr_t)path, .file_flags = BPF_F_RDONLY};
    int map = (int)call(BPF_OBJ_GET, &words);
    if (map < 0) return -1;
    struct bpf_map_info info = {0};
    union bpf_attr question = {.info = {.bpf_fd = (uint32_t)map, .info_len = sizeof info, .info = (uint64_t)(uintptr_t)&info}};
    if (call(BPF_OBJ_GET_INFO_BY_FD, &question) == 0 && info.type == kind && info.key_size == sizeof(int) && info.value_size == size) return map;
    close(map);
    errno = EPROTO;
    return -1;
}

static int find(int map, int key, void *value) {
    union bpf_attr words = {.map_fd = (uint32_t)map, .key = (uint64_t)(uintptr_t)&key, .value = (uint64_t)(uintptr_t)value};
    return (int)call(BPF_MAP_LOOKUP_ELEM, &words);
}

int latchkey_open_executions(const char *path) {
    return open_map(path, BPF_MAP_TYPE_TASK_STORAGE, sizeof(struct latchkey_execution));
}

int latchkey_open_variables(const char *path) { return open_map(path, BPF_MAP_TYPE_ARRAY, sizeof(struct latchkey_variable)); }

int latchkey_open_connections(const char *path) {
    return open_map(path, BPF_MAP_TYPE_SK_STORAGE, sizeof(struct latchkey_connecting));
}

int latchkey_open_since(const char *path) { return open_map(path, BPF_MAP_TYPE_ARRAY, sizeof(uint64_t)); }

int latchkey_number_at(int map, int number, uint64_t *value) { return find(map, number, value); }

int latchkey_connecting_of(int map, int process, int descriptor, uint32_t node, struct latchkey_connecting *connecting) {
    int socket = (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
    if (socket < 0) return -1;
    struct stat status;
    int result = -1;
    if (fstat(socket, &status) == 0 && S_ISSOCK(status.st_mode) && (uint32_t)status.st_ino == node) {
        result = find(map, socket, connecting) == 0;
        if (!result && errno != ENOENT) result = -1;
    }
    /* It can be the last descriptor by now. */
    latchkey_close_elsewhere(socket);
    return result;
}

int latchkey_execution_of(int map, int process, struct latchkey_execution *execution) { return find(map, process, execution); }

int latchkey_variable_at(int map, int number, struct latchkey_variable *variable) { return find(map, number, variable); }

int64_t latchkey_generation(int file) {
    /* The kernel writes an int, whatever the name of the call says. */
    unsigned generation = 0;
    return ioctl(file, FS_IOC_GETVERSION, &generation) == 0 ? (int64_t)generation : -1;
}

/* Of a kernel that is newer than the C library's headers: STATX_MNT_ID_UNIQUE. */
#define UNIQUE_MOUNT 0x00004000U

uint64_t latchkey_mount_number(int file) {
    struct statx status;
    if (statx(file, "", AT_EMPTY_PATH, UNIQUE_MOUNT, &status) != 0 || (status.stx_mask & UNIQUE_MOUNT) == 0) return 0;
    return status.stx_mnt_id;
}
