// A program that speaks Documentation/Reference/Formats/Wire.md: stores items one after the other, or looks for those
// that were acknowledged.
// SPDX-License-Identifier: Apache-2.0
// usage: writer write|find FOLDER
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int client = -1, refused;
static unsigned char frame[4096], answer[1 << 16];
static size_t length, answer_length;
static const unsigned char zeros[64];

/* The user may be asked; no reason, no button, no context, no earlier finger, no password of the program. */
enum { NO_AUTHENTICATION = 1 + 4 + 4 + 1 + 4 + 1 };

static void put(const void *bytes, size_t count) { memcpy(frame + length, bytes, count); length += count; }
static void put_number(uint32_t value) { value = htonl(value); put(&value, 4); }
static void put_text(const char *text) { put_number((uint32_t)strlen(text)); put(text, strlen(text)); }

/* A header without its length, the keychain, the request's kind, the class and the two attributes. */
static void begin(char request, const char *account) {
    length = 4;
    put_number(1);
    put("\1\0\0", 4);
    put_text("login.keychain-db");
    put(&request, 1);
    put("genp\0\2acct\1", 11);
    put_text(account);
    put("svce\1", 5);
    put_text("writer");
}

static int take(void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t part = recv(client, (char *)bytes + done, count - done, 0);
        if (part <= 0) return 0;
        done += (size_t)part;
    }
    return 1;
}

static int lose(void) { close(client); client = -1; return 1; }

/* The status of the answer; 1 where the connection ended without one. */
static int call(void) {
    // The daemon ends the first connection of a program, which makes another.
    for (int left = 4; client < 0; left--) {
        struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/latchkey/keychaind.sock"};
        client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(client, (struct sockaddr *)&address, sizeof address) != 0) {
            refused++;
            return lose();
        }
        if (send(client, "latchkey\0\1\0\1\0\0\0\0", 16, MSG_NOSIGNAL) == 16 && take(answer, 16)) break;
        lose();
        if (left == 1) return 1;
    }
    uint32_t body = htonl((uint32_t)length - 12), count;
    memcpy(frame, &body, 4);
    if (send(client, frame, length, MSG_NOSIGNAL) != (ssize_t)length || !take(answer, 12)) return lose();
    int kind = answer[8];
    memcpy(&count, answer, 4);
    answer_length = ntohl(count);
    if (kind == 4 || answer_length > sizeof answer || !take(answer, answer_length)) return lose();
    if (kind != 3) return 0;
    memcpy(&count, answer, 4);
    return (int32_t)ntohl(count);
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int find(FILE *acknowledged) {
    char account[64], secret[96];
    int missing = 0, count = 0;
    while (fscanf(acknowledged, "%63s", account) == 1) {
        size_t size = (size_t)snprintf(secret, sizeof secret, "secret of %s", account);
        begin(2, account);
        put(zeros, 22);
        put("\1", 1);
        put(zeros, NO_AUTHENTICATION + 1);
        if (call() != 0 || memmem(answer, answer_length, secret, size) == NULL) missing++;
        count++;
    }
    printf("%d of %d missing\n", missing, count);
    return missing > 0 || count == 0;
}

int main(int count, char **words) {
    if (count != 3 || chdir(words[2]) != 0) return 2;
    int writes = strcmp(words[1], "write") == 0;
    FILE *acknowledged = fopen("acknowledged", writes ? "w" : "r");
    if (acknowledged == NULL) return 2;
    if (!writes) return find(acknowledged);
    int error = 0, unanswered = 0, interruptions = 0;
    long longest = 0;
    for (int number = 0; error == 0 && access("stop", F_OK) != 0; number++) {
        char account[64], secret[96];
        long start = now();
        snprintf(account, sizeof account, "item-%d", number);
        snprintf(secret, sizeof secret, "secret of %s", account);
        begin(1, account);
        put("\0\0\1", 3);
        put_text(secret);
        put(zeros, 1 + NO_AUTHENTICATION);
        int status, tries = 0;
        while ((status = call()) == 1 && access("stop", F_OK) != 0) {
            tries++;
            interruptions++;
            usleep(20000);
        }
        if (status == 0) {
            fprintf(acknowledged, "%s\n", account);
            fflush(acknowledged);
        } else if (status == -25299 && tries > 0) unanswered++;
        else if (status != 1) error = status;
        if (now() - start > longest) longest = now() - start;
    }
    FILE *report = fopen("report", "w");
    fprintf(report, "error %d, %d unanswered, %d refused connections, %d interruptions, %ld ms at most for an item\n", error, unanswered,
            refused, interruptions, longest);
    return fclose(report) != 0;
}
