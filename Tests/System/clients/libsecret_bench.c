// Times libsecret: passwords of one process, as programs look them up and store them.
// SPDX-License-Identifier: Apache-2.0
//
// build: cc -O2 libsecret_bench.c -o libsecret_bench $(pkg-config --cflags --libs libsecret-1)
// usage: libsecret_bench lookup|store ITEMS COUNT      a lookup needs a store before: programs may be kept apart

#include <libsecret/secret.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const SecretSchema schema = {  // The rest is reserved.
    .name = "org.example.Bench", .flags = SECRET_SCHEMA_NONE, .attributes = {{"server", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"user", SECRET_SCHEMA_ATTRIBUTE_STRING}}};

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **words) {
    if (count < 4) return fprintf(stderr, "usage: libsecret_bench lookup|store ITEMS COUNT\n"), 2;
    long items = atol(words[2]), times = atol(words[3]);
    double *took = calloc((size_t)times, sizeof(double));
    // The first call connects, and opens a session.
    for (long number = -1; number < times; number++) {
        GError *error = NULL;
        char server[64], user[32], secret[48];
        long chosen = (number + 1) % (items < times ? items : times);
        snprintf(server, sizeof server, "server-%ld.example.org", chosen);
        snprintf(user, sizeof user, "user%ld", chosen);
        snprintf(secret, sizeof secret, "secret-%08ld-abcdefghijklmnop", chosen);
        double begin = microseconds();
        gboolean is_right = FALSE;
        if (strcmp(words[1], "lookup") == 0) {
            gchar *found = secret_password_lookup_sync(&schema, NULL, &error, "server", server, "user", user, NULL);
            is_right = found && strcmp(found, secret) == 0;
            secret_password_free(found);
        } else {
            is_right = secret_password_store_sync(&schema, SECRET_COLLECTION_DEFAULT, server, secret, NULL, &error, "server", server, "user", user, NULL);
        }
        if (number >= 0) took[number] = microseconds() - begin;
        if (!is_right) return fprintf(stderr, "libsecret_bench: %s\n", error ? error->message : "the secret is another one"), 1;
    }
    qsort(took, (size_t)times, sizeof(double), ascending);
    printf("{\"operation\": \"%s\", \"items\": %ld, \"count\": %ld, \"median\": %.1f, \"p99\": %.1f}\n", words[1], items, times, took[times / 2],
           took[(long)((double)(times - 1) * 0.99)]);
    return 0;
}
