// What the kernel saw when a process executed a file, as it is kept for the daemon.
// Documentation/Reference/Formats/ExecWitness.md.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
#pragma once

#ifdef __bpf__
typedef unsigned int witness_u32;
typedef unsigned long long witness_u64;
#else
#include <stdint.h>
typedef uint32_t witness_u32;
typedef uint64_t witness_u64;
#endif

enum {
    /// Bytes of a variable's beginning that are compared.
    witnessNameSize = 32,
    /// Names in the table of variables; a bit more says that not all of the environment was read.
    witnessMostNames = 127,
    /// Variables of an environment that are looked at.
    witnessMostVariables = 4096,
};

enum {
    /// Execution was secure to the kernel: a privileged program.
    witnessSecure = 1,
    /// A debugger had the process.
    witnessTraced = 2,
    /// The upper 16 bits say how many filters of system calls the process had, or that there were so many or more.
    witnessFiltersShift = 16,
    witnessMostFilters = 0xffff,
};

/// One for each process, from its exec until its end; a fork has its parent's.
struct latchkey_execution {
    /// No other exec has it since the machine was started.
    witness_u64 number;
    /// Of the file system, as the kernel has it: 12 bits and 20.
    witness_u64 device;
    witness_u64 inode;
    /// Which of the names began a variable: name n is bit n mod 64 of number n / 64. The last bit says that not all was
    /// read.
    witness_u64 variables[2];
    witness_u32 generation;
    witness_u32 flags;
    /// On btrfs the device of the file's subvolume, as stat(2) gives it, in the kernel's form; all bits if that could
    /// not be read. Elsewhere 0.
    witness_u64 volume;
    /// Of the mount, which no other has (Linux 6.8); 0 before.
    witness_u64 mount;
};

/// What no exec has for its number.
#define witnessNoExecution (~(witness_u64)0)

/// One for each connection to a socket of this machine, by the socket that has connected.
struct latchkey_connecting {
    /// The number of the exec that the process came from which connected first; 0 for one of which nothing was known.
    witness_u64 execution;
};

/// A name, or how names begin, that chooses code for a program.
struct latchkey_variable {
    char text[witnessNameSize];
};
