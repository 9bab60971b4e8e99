// System calls that glibc does not wrap or that Swift cannot call, one small function each.
// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEYLINUX_H
#define CLATCHKEYLINUX_H

#include "LatchkeyExecution.h"

#include <stddef.h>
#include <stdint.h>

/// Maps `size` bytes that are locked in memory where the limit allows it and are left out of core dumps.
/// Returns NULL and sets errno on failure. `*locked` tells whether the pages are locked.
void *latchkey_map_key_pages(size_t size, int *locked);

/// Wipes a block of malloc(3), all of it, and frees it. NULL is nothing.
void latchkey_wipe_and_free(void *block);

/// Makes the process refuse ptrace by its own user and leave no core file.
int latchkey_refuse_inspection(void);

/// Leaves no core file.
int latchkey_refuse_core_files(void);

/// Renames a file and never replaces one: -1 with errno EEXIST if `to` is there.
int latchkey_rename_new(const char *from, const char *to);

/// Opens a file to look at it, not to read it. The descriptor, or -1 with errno.
int latchkey_open_path(const char *path);
/// The number of the mount that an open file is on (statx(2)), or -1 with errno.
int64_t latchkey_mount(int file);
/// 1 if the process namespace of /proc/<process>/ns/pid belongs to the user namespace of this process, else 0: nobody
/// else is root in it.
int latchkey_is_namespace_of_system(int32_t process);
/// 1 if this process has rights of its file that its caller has not (setuid, setgid, file capabilities: AT_SECURE as
/// the kernel gives it), else 0.
int latchkey_has_rights_of_file(void);
/// Whether an open executable has file capabilities.
int latchkey_has_capabilities(int file);
/// Copies a file's user attributes and access control list; one that the new file got from its directory goes.
/// -1 with errno if one cannot be copied.
int latchkey_copy_attributes(int from, int to);

/// The serial number of the caller's session keyring, or -1 with errno.
/// A process that has none is given its user's session keyring, so that all of a login share one.
int32_t latchkey_session_keyring(void);
/// Adds or replaces the "user" key `description`; only processes that possess the keyring may use it.
int32_t latchkey_keyring_store(int32_t keyring, const char *description, const void *payload, size_t size);
/// Finds the "user" key `description` in `keyring`, or -1 with errno (ENOKEY, EKEYEXPIRED, EKEYREVOKED).
int32_t latchkey_keyring_find(int32_t keyring, const char *description);
/// Copies at most `size` bytes of the payload; returns its full length, or -1 with errno.
long latchkey_keyring_read(int32_t key, void *buffer, size_t size);
/// Lets the key expire `seconds` from now; 0 takes the limit away.
int latchkey_keyring_set_timeout(int32_t key, unsigned int seconds);
/// Takes the key out of the kernel at once, for all processes.
int latchkey_keyring_invalidate(int32_t key);

// Sockets of the daemon and its clients (Sockets.c).

/// Connects to the stream socket at `path`; this, sending and receiving wait at most `seconds`. The descriptor, or -1
/// with errno.
int latchkey_connect(const char *path, int seconds);
/// The same for a name of the abstract namespace, without its first zero.
int latchkey_connect_abstract(const char *name, int seconds);
/// Binds and listens at `path` with this mode. The descriptor, or -1 with errno.
int latchkey_listen(const char *path, unsigned int mode);
/// The same for connections over which descriptors come.
int latchkey_listen_passing(const char *path, unsigned int mode);
/// 1 if the descriptor is a stream socket of this machine that listens, else 0.
int latchkey_is_listening(int descriptor);
/// Takes the next connection, not blocking and closed by exec. -1 with errno.
int latchkey_accept(int descriptor);
/// Lets every message that arrives name its sender and, where the kernel can, bring no descriptors; connections that
/// are accepted take it from their listener.
int latchkey_receive_senders(int descriptor);
/// Receives what is there without waiting, and who sent it. Descriptors that were sent along are closed on another
/// thread, and are the error EPROTO: closing them could wait.
/// The number of bytes, 0 at the end, or -1 with errno.
long latchkey_receive(int descriptor, void *buffer, size_t size, int32_t *sender);
/// Takes the next connection, not blocking and closed by exec, on which a descriptor may come. -1 with errno.
int latchkey_accept_passing(int descriptor);
/// 1 if the descriptor is a connected stream socket of this machine whose other end is a process of this user, else 0.
int latchkey_is_connection_to(int descriptor, uint32_t user);
/// 1 if the descriptor is a socket at a path whose last element is this, else 0.
int latchkey_is_named(int descriptor, const char *name);
/// The effective group of who connected. -1 with errno.
int latchkey_peer_group(int descriptor, uint32_t *group);
/// Receives what is there; if nothing is, waits as long as the socket's time says. As `latchkey_receive`.
long latchkey_receive_waiting(int descriptor, void *buffer, size_t size);
/// 1 if something was sent and not yet received, else 0.
int latchkey_has_pending(int descriptor);
/// Waits until something has arrived or the other side has gone, which is 1, or until the time is over, which is 0.
int latchkey_wait_readable(int descriptor, int microseconds);

/* Gives a line to the system's log, if somebody listens there and has room; waits for nobody, and leaves the program's
   own connection to the log alone. */
void latchkey_log(const char *line);
/// Sends without a signal; waits for room as long as the socket's time says, or not at all. The number of bytes, or -1
/// with errno.
long latchkey_send(int descriptor, const void *buffer, size_t size, int waiting);
/// How many seconds sending and receiving wait. -1 with errno.
int latchkey_set_times(int descriptor, int sending, int receiving);
/// Who connected, or on the other end who listens. -1 with errno.
int latchkey_peer(int descriptor, int32_t *process, uint32_t *user);
/// A descriptor of the process that connected, or -1 with errno where the kernel has none.
int latchkey_peer_process_descriptor(int descriptor);
/// The inode of the socket at the other end of a connection. -1 if the kernel does not tell.
int latchkey_peer_socket(int descriptor, uint32_t *node);
/// 1 if a process of the same user can look at this one, as ptrace(2) does.
int latchkey_is_dumpable(void);
/// A descriptor of a file that need not be readable, and through which nothing is read or written. -1 with errno.
int latchkey_open_place(const char *path);
/// A descriptor of the process of this number, or -1 with errno.
int latchkey_process_descriptor(int32_t process);
/// 1 while the process of a descriptor runs, else 0.
int latchkey_is_running(int process);
/// Sends one datagram to the socket of that name; a first `@` stands for the abstract namespace. -1 with errno.
int latchkey_send_datagram(const char *path, const char *text);

/// Closes a descriptor that somebody sent, on another thread: closing it can wait for who sent it.
void latchkey_close_elsewhere(int descriptor);

// Messages with descriptors (Rights.c).

/// Descriptors that come with one message of a socket at most (SCM_MAX_FD of the kernel).
#define LATCHKEY_LARGEST_RIGHTS 253
/// Two stream sockets that are connected to each other, not blocking and closed by exec. -1 with errno.
int latchkey_pair(int pair[2]);
/// Receives what is there without waiting, with the descriptors that came along, at most LATCHKEY_LARGEST_RIGHTS.
/// `*missing` is 1 if there was no room in the process for some. `*sender` is the process that sent all of these bytes;
/// 0 without latchkey_name_senders, and if it cannot be seen from here. The number of bytes, 0 at the end, or -1 with
/// errno.
long latchkey_receive_rights(int descriptor, void *buffer, size_t size, int *rights, int *count, int *missing,
                             int32_t *sender);
/// Has the kernel say of what arrives who has sent it. Bytes of two senders are never received at once. -1 with errno.
int latchkey_name_senders(int descriptor);
/// Sends without waiting, with at most LATCHKEY_LARGEST_RIGHTS descriptors, which stay open here. They go with the
/// first byte. The number of bytes, or -1 with errno.
long latchkey_send_rights(int descriptor, const void *buffer, size_t size, const int *rights, int count);

// Sockets of other processes (ProcessSockets.c).

struct latchkey_socket {
    uint32_t node;
    int32_t descriptor;
};
/// The sockets that a process has open, of whatever kind, and by which descriptors. Their number, or -1 with errno:
/// E2BIG if there are more than `count`.
long latchkey_sockets_of(int32_t process, struct latchkey_socket *sockets, long count);
/// 1 if a process has one of these sockets open, in whichever of its threads, else 0, also if the process has ended. -1
/// with errno if nobody can tell.
int latchkey_has_socket(int32_t process, const uint32_t *nodes, long count);
struct latchkey_connection {
    /// The process that has connected, as the kernel noted it then; 0 if it cannot be seen from here.
    int32_t process;
    /// The inode of its socket; 0 if it has gone, or is in another network namespace.
    uint32_t peer;
};
/// Looks at a socket of a process, by a descriptor of the process, the number of the socket's descriptor there and its
/// inode. 1 if it is a stream of this machine that was accepted, 0 if it is something else or has gone, -1 with errno
/// if this process may not look. If `connection->process` is -1 before, its other end is not looked for and is 0:
/// that takes the longer the more sockets the machine has.
int latchkey_accepted(int process, int descriptor, uint32_t node, struct latchkey_connection *connection);

/// The inode of the socket at the other end of one that another process has open by this number. -1 if nobody can tell.
int latchkey_peer_of(int process, int descriptor, uint32_t *node);

// What a process can execute (Mappings.c).

/// A piece of memory that can be executed.
struct latchkey_mapping {
    uint64_t start;
    /// The address after it.
    uint64_t end;
    /// 0 for memory without a file.
    uint64_t node;
    uint32_t major, minor;
    int is_writable;
};

/// Finds the piece that covers this address, or the next one, by an open /proc/<process>/maps. Its path, as the process
/// sees it, or a name in brackets, or nothing, has at most `size` bytes with its zero. 0 if there is none, -1 with
/// errno: ENOTTY before Linux 6.11.
int latchkey_next_executable(int maps, uint64_t address, struct latchkey_mapping *mapping, char *path, uint32_t size);
/// Whether a page of the piece may be in memory or swapped out that is not the file's, by an open
/// /proc/<process>/pagemap: 1 or 0, -1 with errno: ENOTTY before Linux 6.7.
int latchkey_may_be_changed(int pages, const struct latchkey_mapping *mapping);

// What the kernel saw at exec (Witness.c), by the names of the maps in a file system of eBPF. All of these only read.

/// A descriptor of the map of executions; -1 with errno: ENOENT if there is none, EPROTO for a map of another kind.
int latchkey_open_executions(const char *path);
/// The same for the table of variables.
int latchkey_open_variables(const char *path);
/// The same for the map of connections.
int latchkey_open_connections(const char *path);
/// The same for the map with the number of the last exec before connections were kept.
int latchkey_open_since(const char *path);
/// A number of that map. -1 with errno.
int latchkey_number_at(int map, int number, uint64_t *value);
/// What is kept of a connection that a process has open, by a descriptor of the process, the number of the socket's
/// descriptor there and its inode. 1, 0 if nothing is kept, -1 if it has gone or this process may not look.
int latchkey_connecting_of(int map, int process, int descriptor, uint32_t node, struct latchkey_connecting *connecting);
/// What is kept of a process, by a descriptor of it. -1 with errno: ENOENT if nothing is.
int latchkey_execution_of(int map, int process, struct latchkey_execution *execution);
/// A name of the table, empty if there is none at this number.
int latchkey_variable_at(int map, int number, struct latchkey_variable *variable);
/// How often the number of a file was used by its file system, as that counts; -1 if it does not say.
int64_t latchkey_generation(int file);
/// The number of the mount that a file was opened on, which no other has (Linux 6.8); 0 if the kernel does not say.
uint64_t latchkey_mount_number(int file);

// The daemon's loop (Events.c).

struct latchkey_event {
    uint64_t token;
    /// Bits: 1 can be read, 2 can be written, 4 is over.
    uint32_t flags;
};

int latchkey_poller(void);
/// Reports one event of the descriptor and then no more until it is armed again. -1 with errno.
int latchkey_poller_arm(int poller, int descriptor, uint64_t token, int reading, int writing, int isNew);
/// Reports as long as the descriptor can be read.
int latchkey_poller_watch(int poller, int descriptor, uint64_t token);
int latchkey_poller_remove(int poller, int descriptor);
/// The number of events, or -1 with errno.
int latchkey_poller_wait(int poller, struct latchkey_event *events, int count, int milliseconds);
/// A descriptor that can be read once it was written to.
int latchkey_bell(void);
void latchkey_ring(int bell);
void latchkey_silence(int bell);
/// Blocks SIGTERM, SIGINT and SIGHUP and gives a descriptor of them. Call it before the first thread starts.
int latchkey_signals(void);
/// The next signal, or 0.
int latchkey_next_signal(int descriptor);
/// Freed memory is overwritten, and the allocator keeps little of it. Call it before the first thread starts.
void latchkey_set_up_memory(void);
/// Gives memory that is free back to the kernel.
void latchkey_trim_memory(void);
/// One line to the system's log about who may do what (LOG_AUTHPRIV), as a warning.
void latchkey_audit(const char *text);
/// As many descriptors as the kernel lets the process have; returns how many.
uint64_t latchkey_raise_descriptor_limit(void);

// Helper programs (Spawn.c).

/// Starts the program at an absolute path, with nothing but this environment. Its standard input and output are the
/// other end of the socket that is returned, its standard error goes nowhere. -1 with errno.
int latchkey_start_helper(const char *program, char *const environment[], int32_t *process);
/// Ends a helper that this process started, and waits for its end: at most a second before it is killed.
void latchkey_end_helper(int32_t process);

#endif
