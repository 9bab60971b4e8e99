// pam_latchkey: the password of a login unlocks the user's login keychain, if both are the same.
// SPDX-License-Identifier: Apache-2.0
//
// auth keeps the password, session hands it to the system's daemon, and a change of the password goes to the keychain,
// too. Nothing is run: a program of the user's own could be looked into by every other one. No login fails because of
// this module: Linux-PAM takes no notice of what it says, but for a session, which it never refuses.
// Documentation/Design/Decisions/0037-the-login-module.md; pam_latchkey(8) is the manual.
#define _GNU_SOURCE
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <sys/stat.h>
#include <syslog.h>

#include "Daemon.h"
#include "Options.h"

#define EXPORT __attribute__((visibility("default")))

/// Milliseconds that a login waits for the daemon at most, all calls together.
enum { patience = 2000 };
static const char tokenName[] = "pam_latchkey_token";

/// Whether this is root of the machine, from whom alone the daemon takes the request. The first user namespace has this
/// number in every Linux (`PROC_USER_INIT_INO`).
static int is_root(void) {
    struct stat space;
    return geteuid() == 0 && stat("/proc/self/ns/user", &space) == 0 && space.st_ino == 0xEFFFFFFD;
}

static void forget(pam_handle_t *pam, void *token, int status) {
    (void)pam, (void)status;
    forget_token(token);
}

/// What auth has kept, or what is left of it: how long the login may still wait.
static struct token *kept(pam_handle_t *pam) {
    const void *token = NULL;
    return pam_get_data(pam, tokenName, &token) == PAM_SUCCESS ? (struct token *)token : NULL;
}

/// Whether the password is of the user whom the service is about now.
static int is_of_user(pam_handle_t *pam, const struct token *token) {
    const void *user = NULL;
    return token->size > 0 && pam_get_item(pam, PAM_USER, &user) == PAM_SUCCESS && user && strcmp(token->user, user) == 0;
}

/// Says what the user should know, and the log what the administrator should.
static void tell(pam_handle_t *pam, int outcome, int isQuiet) {
    switch (outcome) {
    case done:
    case noSuchKeychain: break;
    case authFailed:
        if (!isQuiet)
            pam_info(pam, "Your keychain has another password than your login, or waits after wrong ones, and stays as it is. "
                          "To make them the same: security set-keychain-password");
        break;
    case late: pam_syslog(pam, LOG_WARNING, "the keychain daemon has not answered within %d milliseconds", patience); break;
    case notAvailable: pam_syslog(pam, LOG_DEBUG, "there is no keychain daemon of the system"); break;
    default: pam_syslog(pam, LOG_WARNING, "the keychain daemon could not do it: error %d", outcome);
    }
}

/// Hands the password on, once. Where the service goes on as somebody else (sudo), nobody needs it any more.
static void unlock(pam_handle_t *pam, int flags, const struct options *options) {
    struct token *token = kept(pam);
    if (!token || token->size == 0) return;
    struct passwd *user = is_of_user(pam, token) && is_root() ? pam_modutil_getpwnam(pam, token->user) : NULL;
    int outcome = user ? ask(pam, options->socket, user->pw_uid, token, NULL, &token->patience) : done;
    empty_token(token);
    tell(pam, outcome, options->isQuiet || (flags & PAM_SILENT));
}

EXPORT int pam_sm_authenticate(pam_handle_t *pam, int flags, int count, const char **words) {
    (void)flags;
    struct options options = options_of(count, words);
    const char *user = NULL, *password = NULL;
    if (options.unknown) pam_syslog(pam, LOG_ERR, "unknown option: %s", options.unknown);
    if (!is_root()) {
        pam_syslog(pam, LOG_DEBUG, "only root unlocks keychains, and this service does not run as root");
        return PAM_IGNORE;
    }
    if (pam_get_user(pam, &user, NULL) != PAM_SUCCESS || !user) return PAM_IGNORE;
    if (options.usesFirst) {
        const void *given = NULL;
        if (pam_get_item(pam, PAM_AUTHTOK, &given) == PAM_SUCCESS) password = given;
    } else if (pam_get_authtok(pam, PAM_AUTHTOK, &password, NULL) != PAM_SUCCESS) {
        password = NULL;
    }
    struct token *earlier = kept(pam), *token = password ? make_token(user, password, earlier ? earlier->patience : patience) : NULL;
    // One that is there from an earlier try is forgotten.
    if (pam_set_data(pam, tokenName, token, token ? forget : NULL) != PAM_SUCCESS) forget_token(token);
    return PAM_IGNORE;
}

/// A screen is unlocked: such a service opens no session.
EXPORT int pam_sm_setcred(pam_handle_t *pam, int flags, int count, const char **words) {
    struct options options = options_of(count, words);
    struct token *token = kept(pam);
    if (flags & (PAM_REINITIALIZE_CRED | PAM_REFRESH_CRED)) unlock(pam, flags, &options);
    else if (token && !is_of_user(pam, token)) empty_token(token);
    return PAM_IGNORE;
}

/// By now the password is known to be right.
EXPORT int pam_sm_acct_mgmt(pam_handle_t *pam, int flags, int count, const char **words) {
    struct options options = options_of(count, words);
    const void *service = NULL;
    // With KbdInteractiveAuthentication sshd authenticates in a process that ends before the session.
    int isSplit = pam_get_item(pam, PAM_SERVICE, &service) == PAM_SUCCESS && service && strcmp(service, "sshd") == 0;
    if (isSplit || options.unlocksEarly) unlock(pam, flags, &options);
    return PAM_IGNORE;
}

EXPORT int pam_sm_open_session(pam_handle_t *pam, int flags, int count, const char **words) {
    struct options options = options_of(count, words);
    unlock(pam, flags, &options);
    return PAM_SUCCESS;
}

EXPORT int pam_sm_close_session(pam_handle_t *pam, int flags, int count, const char **words) {
    (void)pam, (void)flags, (void)count, (void)words;
    return PAM_SUCCESS;
}

/// Gives the keychain the new password, if both are known. Root need not know the old one: then the keychain keeps it,
/// and the next login says so.
EXPORT int pam_sm_chauthtok(pam_handle_t *pam, int flags, int count, const char **words) {
    struct options options = options_of(count, words);
    const void *user = NULL, *old = NULL, *new = NULL;
    if (!(flags & PAM_UPDATE_AUTHTOK) || !is_root()) return PAM_IGNORE;
    if (pam_get_item(pam, PAM_USER, &user) != PAM_SUCCESS || !user) return PAM_IGNORE;
    if (pam_get_item(pam, PAM_AUTHTOK, &new) != PAM_SUCCESS || !new) return PAM_IGNORE;
    struct token *earlier = kept(pam);
    int left = earlier ? earlier->patience : patience;
    struct token *changed = make_token(user, new, left);
    if (pam_get_item(pam, PAM_OLDAUTHTOK, &old) == PAM_SUCCESS && old && changed) {
        struct token *known = make_token(user, old, left);
        struct passwd *person = known ? pam_modutil_getpwnam(pam, user) : NULL;
        if (person) tell(pam, ask(pam, options.socket, person->pw_uid, known, changed, &changed->patience), options.isQuiet || (flags & PAM_SILENT));
        forget_token(known);
    }
    // Whoever had to change it while logging in goes on to a session with the new one, if the old one was not handed on
    // before.
    if (changed && !(earlier && is_of_user(pam, earlier))) empty_token(changed);
    if (!changed || pam_set_data(pam, tokenName, changed, forget) != PAM_SUCCESS) forget_token(changed);
    return PAM_IGNORE;
}
