// libsecret_bench: time a freedesktop Secret Service as programs speak to it, through libsecret (an encrypted session).
// SPDX-License-Identifier: Apache-2.0
// build: cc -O2 libsecret_bench.c -o libsecret_bench $(pkg-config --cflags --libs libsecret-1)
// usage: libsecret_bench --collection OBJECT-PATH --op store|lookup|setsecret|delete --n N (items there are)
//        --start S --count K [--clients C] [--time-limit SEC]; the bus is that of DBUS_SESSION_BUS_ADDRESS
// Items are those of ss_bench.c. setsecret stores an item again, as secret-tool does.
#include <libsecret/secret.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "stats.h"

static const SecretSchema schema = {
    "org.peers.Bench", SECRET_SCHEMA_NONE,
    {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
    0, 0, 0, 0, 0, 0, 0, 0};
static const char *collection = "default";

static void name(long item, char service[64], char account[64]) {
    snprintf(service, 64, "svc-%ld.example.org", item);
    snprintf(account, 64, "user%ld", item);
}

static int run(const char *operation, long item) {
    char service[64], account[64], label[64], secret[64];
    GError *error = NULL;
    name(item, service, account);
    snprintf(secret, sizeof secret, "s3cr3t-%08ld-abcdefghijklmnop", item);
    int isDone = 0;
    if (!strcmp(operation, "lookup")) {
        gchar *found = secret_password_lookup_sync(&schema, NULL, &error, "service", service, "account", account, NULL);
        isDone = found && !strcmp(found, secret);
        secret_password_free(found);
    } else if (!strcmp(operation, "delete")) {
        isDone = secret_password_clear_sync(&schema, NULL, &error, "service", service, "account", account, NULL);
    } else {
        snprintf(label, sizeof label, "Bench item %ld", item);
        isDone = secret_password_store_sync(
            &schema, collection, label, secret, NULL, &error, "service", service, "account", account, NULL);
    }
    if (error) {
        fprintf(stderr, "%s: %s\n", operation, error->message);
        g_error_free(error);
    }
    return isDone;
}

static uint64_t state = 88172645463325252ULL;
static uint64_t draw(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main(int argc, char **argv) {
    const char *operation = "lookup";
    long items = 100, start = 0, count = 100, clients = 1;
    double limit = 1e9;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--collection")) collection = value;
        else if (!strcmp(argv[i], "--op")) operation = value;
        else if (!strcmp(argv[i], "--n")) items = atol(value);
        else if (!strcmp(argv[i], "--start")) start = atol(value);
        else if (!strcmp(argv[i], "--count")) count = atol(value);
        else if (!strcmp(argv[i], "--clients")) clients = atol(value);
        else if (!strcmp(argv[i], "--time-limit")) limit = atof(value);
        else {
            fprintf(stderr, "%s is not understood\n", argv[i]);
            return 2;
        }
    }
    if (items < 1 || count < 1 || clients < 1 || clients > 512) return 2;
    int isByNumber = !strcmp(operation, "store") || !strcmp(operation, "delete");
    double *times = mmap(0, sizeof(double) * (size_t)(clients * count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct { long calls, errors; } *done = mmap(0, sizeof *done * (size_t)clients, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (times == MAP_FAILED || (void *)done == MAP_FAILED) return 1;
    double begin = now_us();
    for (long client = 0; client < clients; client++) {
        if (clients > 1 && fork()) continue;
        for (long i = 0; i < 10 + client; i++) draw();
        // The session is opened before the clock starts, as it is for the other clients.
        if (!secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, NULL, NULL)) return 1;
        double from = now_us();
        for (long i = 0; i < count && now_us() - from < limit * 1e6; i++) {
            long item = isByNumber ? start + i + client * count : (long)(draw() % (uint64_t)items);
            double before = now_us();
            done[client].errors += !run(operation, item);
            times[client * count + done[client].calls++] = now_us() - before;
        }
        if (clients > 1) _exit(0);
    }
    while (clients > 1 && wait(NULL) > 0) {}
    double wall = now_us() - begin;
    long calls = 0, errors = 0;
    for (long client = 0; client < clients; client++) {
        memmove(times + calls, times + client * count, sizeof(double) * (size_t)done[client].calls);
        calls += done[client].calls;
        errors += done[client].errors;
    }
    report(stdout, "libsecret", operation, items, times, calls, wall, errors);
    return errors ? 1 : 0;
}
