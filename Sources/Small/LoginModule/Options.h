// The words behind the module in its line (pam.conf(5)).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string.h>

struct options {
    /// Takes the password that another module has asked for, and asks for none.
    int usesFirst;
    /// The account phase unlocks, for a service that opens no session in the process that authenticates.
    int unlocksEarly;
    /// The user is told nothing.
    int isQuiet;
    const char *socket;
    /// A word that means nothing here, or NULL.
    const char *unknown;
};

static struct options options_of(int count, const char **words) {
    struct options options = {.socket = "/run/latchkey/keychaind.sock"};
    for (int index = 0; index < count; index++) {
        const char *word = words[index];
        if (strcmp(word, "use_first_pass") == 0 || strcmp(word, "use_authtok") == 0) options.usesFirst = 1;
        else if (strcmp(word, "unlock") == 0) options.unlocksEarly = 1;
        else if (strcmp(word, "quiet") == 0) options.isQuiet = 1;
        else if (strncmp(word, "socket=", 7) == 0) options.socket = word + 7;
        // What Linux-PAM itself takes from every line.
        else if (strcmp(word, "try_first_pass") != 0) options.unknown = word;
    }
    return options;
}
