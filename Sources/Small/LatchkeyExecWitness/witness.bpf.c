// Keeps which file each process has executed, and what of its environment chose code for it.
// Documentation/Design/Decisions/0033-exec-witness.md.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
//
// A process can have /proc/<pid>/exe, its memory and its environment say what it likes (PR_SET_MM_MAP). It does not
// reach what is kept here, which is written before its first instruction. The kernel has the helpers below for programs
// under the GPL only, so this file is under it as well.
#include "../../Platform/CLatchkeyLinux/include/LatchkeyExecution.h"

#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

typedef int pid_t;

// Of the kernel's types only what is read; libbpf finds where it is.
#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct super_block {
    unsigned int s_dev;
    unsigned long s_magic;
};
struct inode {
    unsigned long i_ino;
    unsigned int i_generation;
    struct super_block *i_sb;
};
struct vfsmount {
    int mnt_flags;
};
struct path {
    struct vfsmount *mnt;
};
struct file {
    struct inode *f_inode;
    struct path f_path;
};
struct mount {
    struct vfsmount mnt;
    unsigned long long mnt_id_unique;
};
// Of a module, which must be there when this is attached.
struct btrfs_root {
    unsigned int anon_dev;
};
struct btrfs_inode {
    struct btrfs_root *root;
    struct inode vfs_inode;
};
struct linux_binprm {
    unsigned int secureexec : 1;
    struct file *file;
};
struct mm_struct {
    unsigned long env_start, env_end;
};
struct seccomp {
    int mode;
    struct {
        int counter;
    } filter_count;
};
struct task_struct {
    unsigned int ptrace;
    struct seccomp seccomp;
    struct mm_struct *mm;
    struct task_struct *group_leader;
};
#pragma clang attribute pop
struct sock;

struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct latchkey_execution);
} executions SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, int);
    __type(value, __u64);
} counter SEC(".maps");

/// By the socket that connects: it goes with that, so that nobody can push out what is kept of another one.
struct {
    __uint(type, BPF_MAP_TYPE_SK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct latchkey_connecting);
} connections SEC(".maps");

/// The number of the last exec before connections were kept. Written once they are, by who attaches this.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, int);
    __type(value, __u64);
} since SEC(".maps");

struct name {
    __u32 bits;
    struct latchkey_variable variable;
};

struct {
    __uint(type, BPF_MAP_TYPE_LPM_TRIE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __uint(max_entries, witnessMostNames);
    __type(key, struct name);
    __type(value, __u32);
} names SEC(".maps");

/// The same for the daemon, by their numbers.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, witnessMostNames);
    __type(key, int);
    __type(value, struct latchkey_variable);
} table SEC(".maps");

enum { bufferSize = 4096 };

struct buffer {
    __u32 bits;
    char bytes[bufferSize];
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, int);
    __type(value, struct buffer);
} buffers SEC(".maps");

struct reading {
    __u64 at, end, variables[2];
    __u32 isWhole, isInside;
};

/// The next variable, or the next part of a long one.
static long read_variable(__u32 number, void *context) {
    struct reading *reading = context;
    int zero = 0;
    struct buffer *buffer = bpf_map_lookup_elem(&buffers, &zero);
    if (!buffer) return 1;
    if (reading->at >= reading->end) {
        reading->isWhole = 1;
        return 1;
    }
    long size = bpf_probe_read_user_str(buffer->bytes, sizeof buffer->bytes, (void *)reading->at);
    if (size <= 0) return 1;
    buffer->bits = 8 * witnessNameSize;
    // What stands behind the end of a short one is an older one's. No name has a zero in it.
    __u32 *found = reading->isInside ? 0 : bpf_map_lookup_elem(&names, buffer);
    if (found) {
        if (*found < 64) reading->variables[0] |= 1ULL << (*found & 63);
        else reading->variables[1] |= 1ULL << (*found & 63);
    }
    reading->isInside = size == sizeof buffer->bytes;
    reading->at += reading->isInside ? size - 1 : size;
    return 0;
}

enum { magicOfBtrfs = 0x9123683e };

/// Snapshots have all else in common: the file system, the file's number and its generation.
static __u64 volume_of(struct inode *file) {
    if (BPF_CORE_READ(file, i_sb, s_magic) != magicOfBtrfs) return 0;
    if (!bpf_core_field_exists(struct btrfs_inode, vfs_inode) || !bpf_core_field_exists(struct btrfs_root, anon_dev)) return ~0ULL;
    struct btrfs_inode *own = (void *)file - bpf_core_field_offset(struct btrfs_inode, vfs_inode);
    unsigned int device = BPF_CORE_READ(own, root, anon_dev);
    return device ? device : ~0ULL;
}

/// The number of a device is another file system's once this is unmounted. A mount's is no other's.
static __u64 mount_of(struct linux_binprm *binary) {
    if (!bpf_core_field_exists(struct mount, mnt_id_unique)) return 0;
    struct mount *mount = (void *)BPF_CORE_READ(binary, file, f_path.mnt) - bpf_core_field_offset(struct mount, mnt);
    return BPF_CORE_READ(mount, mnt_id_unique);
}

/// Filters of system calls that the process had already: who added them may answer its calls.
static __u32 filters_of(struct task_struct *task) {
    if (!bpf_core_field_exists(struct task_struct, seccomp) || !bpf_core_field_exists(struct seccomp, filter_count)) return 0;
    __u32 count = BPF_CORE_READ(task, seccomp.filter_count.counter);
    return count < witnessMostFilters ? count : witnessMostFilters;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(latchkey_exec, struct task_struct *task, pid_t old, struct linux_binprm *binary) {
    int zero = 0;
    __u64 *last = bpf_map_lookup_elem(&counter, &zero);
    struct latchkey_execution *execution = bpf_task_storage_get(&executions, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (!last || !execution) {
        // It would pass for what it was before.
        bpf_send_signal(9);
        return 0;
    }
    struct inode *file = BPF_CORE_READ(binary, file, f_inode);
    struct reading reading = {.at = BPF_CORE_READ(task, mm, env_start), .end = BPF_CORE_READ(task, mm, env_end)};
    bpf_loop(witnessMostVariables + 1, read_variable, &reading, 0);
    execution->number = __sync_fetch_and_add(last, 1) + 1;
    execution->device = BPF_CORE_READ(file, i_sb, s_dev);
    execution->inode = BPF_CORE_READ(file, i_ino);
    execution->generation = BPF_CORE_READ(file, i_generation);
    execution->volume = volume_of(file);
    execution->mount = mount_of(binary);
    execution->variables[0] = reading.isWhole ? reading.variables[0] : ~0ULL;
    execution->variables[1] = reading.isWhole ? reading.variables[1] : ~0ULL;
    execution->flags = (BPF_CORE_READ_BITFIELD(binary, secureexec) ? witnessSecure : 0) | (task->ptrace ? witnessTraced : 0) |
                       filters_of(task) << witnessFiltersShift;
    return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(latchkey_fork, struct task_struct *parent, struct task_struct *child) {
    // Which thread forks does not matter: exec makes the one that calls it the leader.
    struct latchkey_execution *execution = bpf_task_storage_get(&executions, parent->group_leader, 0, 0);
    if (!execution) return 0;
    // If there is no memory for it the child has none, and so no identity.
    struct latchkey_execution *copy = bpf_task_storage_get(&executions, child, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (copy) *copy = *execution;
    return 0;
}

/// Keeps which exec a connection to a socket of this machine comes from. Runs before anybody can accept it, in the
/// thread that calls connect(2), or in one that does it for the process (io_uring).
static void connects(void *client) {
    struct task_struct *task = bpf_get_current_task_btf();
    struct latchkey_execution *execution = bpf_task_storage_get(&executions, task->group_leader, 0, 0);
    struct latchkey_connecting blank = {.execution = witnessNoExecution};
    // If there is no memory for it, the connection passes for one from before the exec: its program is in doubt there.
    struct latchkey_connecting *connecting = bpf_sk_storage_get(&connections, client, &blank, BPF_SK_STORAGE_GET_F_CREATE);
    // The first attempt counts: a later one can fail since the socket is connected.
    if (connecting && connecting->execution == witnessNoExecution) connecting->execution = execution ? execution->number : 0;
}

SEC("fentry/security_unix_stream_connect")
int BPF_PROG(latchkey_connect, struct sock *client, struct sock *listener, struct sock *accepted) {
    connects(client);
    return 0;
}

/// For kernels that have none of those (Linux 6.7): BPF_CGROUP_UNIX_CONNECT of the group that has all others in it.
/// libbpf 1.1 does not know the name of that place; whoever loads this says its number.
SEC("cgroup/connect4")
int latchkey_connect_in_group(struct bpf_sock_addr *place) {
    struct bpf_sock *client = place->sk;
    if (client) connects(client);
    return 1;
}

char latchkey_license[] SEC("license") = "GPL";
