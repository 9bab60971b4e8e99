// Times calls of the Secret Service over the bus as it is, in a plain session: one line of JSON for each operation.
// SPDX-License-Identifier: Apache-2.0
//
// build: cc -O2 bus_bench.c -o bus_bench $(pkg-config --cflags --libs libsystemd)
// usage: bus_bench OPERATION ITEMS COUNT [CLIENTS]
//        empty    a call that does nothing
//        search   the path of one of ITEMS items, by two attributes
//        lookup   the same, and its secret
//        store    COUNT new items after the first ITEMS
//        update   one of ITEMS items replaced, with the same attributes
//        set      the secret of one of ITEMS items, whose path is searched for beforehand
//        list     all items by their schema, then the attributes of each
//        session  a session with a key
//        first    the first call of a new connection, which has said Hello
//
// Beside each time stands that of as many calls that do nothing ("beside"), made right after it: a machine's speed
// changes.

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

#define SERVICE "org.freedesktop.secrets"
#define ROOT "/org/freedesktop/secrets"
#define ALIAS ROOT "/aliases/default"
#define INTERFACE(name) "org.freedesktop.Secret." name
#define SCHEMA "org.example.Bench"
#define PATIENCE 600000000ULL  // microseconds

struct client {
    sd_bus *bus;
    char session[256];
};

static void fail(const char *what, int result, const sd_bus_error *error) {
    fprintf(stderr, "bus_bench: %s: %s\n", what, error && error->message ? error->message : strerror(-result));
    exit(1);
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static sd_bus *connected(void) {
    sd_bus *bus = NULL;
    int result = sd_bus_open_user(&bus);
    if (result < 0) fail("the bus", result, NULL);
    sd_bus_set_method_call_timeout(bus, PATIENCE);
    // The answer to Hello has come when the name is known.
    const char *name;
    if ((result = sd_bus_get_unique_name(bus, &name)) < 0) fail("Hello", result, NULL);
    return bus;
}

static sd_bus_message *answer(struct client *client, sd_bus_message *call, const char *what) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    int result = sd_bus_call(client->bus, call, PATIENCE, &error, &reply);
    if (result < 0) fail(what, result, &error);
    sd_bus_message_unref(call);
    return reply;
}

static sd_bus_message *call(struct client *client, const char *path, const char *interface, const char *member) {
    sd_bus_message *message = NULL;
    int result = sd_bus_message_new_method_call(client->bus, &message, SERVICE, path, interface, member);
    if (result < 0) fail(member, result, NULL);
    return message;
}

static void open_session(struct client *client) {
    sd_bus_message *message = call(client, ROOT, INTERFACE("Service"), "OpenSession");
    sd_bus_message_append(message, "sv", "plain", "s", "");
    sd_bus_message *reply = answer(client, message, "OpenSession");
    const char *path = NULL;
    sd_bus_message_skip(reply, "v");
    if (sd_bus_message_read(reply, "o", &path) < 0) fail("the path of a session", -EBADMSG, NULL);
    snprintf(client->session, sizeof client->session, "%s", path);
    sd_bus_message_unref(reply);
}

static void open_encrypted_session(struct client *client) {
    // Any number that is neither small nor near the prime will do: the key is not used.
    unsigned char value[128];
    for (size_t index = 0; index < sizeof value; index++) value[index] = (unsigned char)(index * 37 + 11);
    sd_bus_message *message = call(client, ROOT, INTERFACE("Service"), "OpenSession");
    sd_bus_message_append(message, "s", "dh-ietf1024-sha256-aes128-cbc-pkcs7");
    sd_bus_message_open_container(message, 'v', "ay");
    sd_bus_message_append_array(message, 'y', value, sizeof value);
    sd_bus_message_close_container(message);
    sd_bus_message_unref(answer(client, message, "OpenSession"));
}

struct waiting {
    int is_completed, was_dismissed;
};

static int completed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct waiting *waiting = context;
    sd_bus_message_read(message, "b", &waiting->was_dismissed);
    waiting->is_completed = 1;
    return 0;
}

// Some ask for a prompt, which completes by itself.
static void prompt(struct client *client, const char *path) {
    sd_bus_slot *slot = NULL;
    struct waiting waiting = {0};
    sd_bus_match_signal(client->bus, &slot, NULL, path, INTERFACE("Prompt"), "Completed", completed, &waiting);
    sd_bus_message *message = call(client, path, INTERFACE("Prompt"), "Prompt");
    sd_bus_message_append(message, "s", "");
    sd_bus_message_unref(answer(client, message, "Prompt"));
    while (!waiting.is_completed)
        if (sd_bus_process(client->bus, NULL) == 0) sd_bus_wait(client->bus, PATIENCE);
    if (waiting.was_dismissed) fail("a prompt was dismissed", -ECANCELED, NULL);
    sd_bus_slot_unref(slot);
}

struct item {
    char server[64], user[32], secret[48];
};

static struct item item_of(long number) {
    struct item item;
    snprintf(item.server, sizeof item.server, "server-%ld.example.org", number);
    snprintf(item.user, sizeof item.user, "user%ld", number);
    snprintf(item.secret, sizeof item.secret, "secret-%08ld-abcdefghijklmnop", number);
    return item;
}

static void append_secret(struct client *client, sd_bus_message *message, const char *secret) {
    sd_bus_message_open_container(message, 'r', "oayays");
    sd_bus_message_append(message, "o", client->session);
    sd_bus_message_append_array(message, 'y', "", 0);
    sd_bus_message_append_array(message, 'y', secret, strlen(secret));
    sd_bus_message_append(message, "s", "text/plain");
    sd_bus_message_close_container(message);
}

static void store(struct client *client, long number, int replaces) {
    struct item item = item_of(number);
    sd_bus_message *message = call(client, ALIAS, INTERFACE("Collection"), "CreateItem");
    sd_bus_message_append(message, "a{sv}", 2, INTERFACE("Item.Label"), "s", item.server, INTERFACE("Item.Attributes"), "a{ss}", 3, "xdg:schema",
                          SCHEMA, "server", item.server, "user", item.user);
    append_secret(client, message, item.secret);
    sd_bus_message_append(message, "b", replaces);
    sd_bus_message *reply = answer(client, message, "CreateItem");
    const char *created, *asked;
    if (sd_bus_message_read(reply, "oo", &created, &asked) < 0) fail("the answer to CreateItem", -EBADMSG, NULL);
    if (strcmp(asked, "/") != 0) prompt(client, asked);
    sd_bus_message_unref(reply);
}

// The paths of what is found, in `reply`.
static sd_bus_message *search(struct client *client, const struct item *item) {
    sd_bus_message *message = call(client, ROOT, INTERFACE("Service"), "SearchItems");
    if (item)
        sd_bus_message_append(message, "a{ss}", 2, "server", item->server, "user", item->user);
    else
        sd_bus_message_append(message, "a{ss}", 1, "xdg:schema", SCHEMA);
    return answer(client, message, "SearchItems");
}

static void find(struct client *client, long number, char path[256]) {
    struct item item = item_of(number);
    sd_bus_message *reply = search(client, &item);
    const char *found = NULL;
    sd_bus_message_enter_container(reply, 'a', "o");
    if (sd_bus_message_read(reply, "o", &found) <= 0) fail("an item is not found", -ENOENT, NULL);
    snprintf(path, 256, "%s", found);
    sd_bus_message_unref(reply);
}

static void look_up(struct client *client, long number) {
    char path[256];
    find(client, number, path);
    sd_bus_message *message = call(client, ROOT, INTERFACE("Service"), "GetSecrets");
    sd_bus_message_append(message, "aoo", 1, path, client->session);
    sd_bus_message *reply = answer(client, message, "GetSecrets");
    const void *value = NULL;
    size_t length = 0;
    struct item item = item_of(number);
    sd_bus_message_enter_container(reply, 'a', "{o(oayays)}");
    sd_bus_message_enter_container(reply, 'e', "o(oayays)");
    sd_bus_message_skip(reply, "o");
    sd_bus_message_enter_container(reply, 'r', "oayays");
    sd_bus_message_skip(reply, "oay");
    if (sd_bus_message_read_array(reply, 'y', &value, &length) < 0 || length != strlen(item.secret) || memcmp(value, item.secret, length) != 0)
        fail("the secret is another one", -EBADMSG, NULL);
    sd_bus_message_unref(reply);
}

static void set_secret(struct client *client, const char *path, long number) {
    struct item item = item_of(number);
    sd_bus_message *message = call(client, path, INTERFACE("Item"), "SetSecret");
    append_secret(client, message, item.secret);
    sd_bus_message_unref(answer(client, message, "SetSecret"));
}

// How many there are.
static long list(struct client *client) {
    sd_bus_message *found = search(client, NULL);
    const char *path;
    long count = 0;
    sd_bus_message_enter_container(found, 'a', "o");
    while (sd_bus_message_read(found, "o", &path) > 0) {
        sd_bus_message *message = call(client, path, "org.freedesktop.DBus.Properties", "Get");
        sd_bus_message_append(message, "ss", INTERFACE("Item"), "Attributes");
        sd_bus_message_unref(answer(client, message, "Attributes"));
        count++;
    }
    sd_bus_message_unref(found);
    return count;
}

static void empty(struct client *client) {
    sd_bus_message_unref(answer(client, call(client, ROOT, "org.freedesktop.DBus.Peer", "Ping"), "Ping"));
}

static double once(struct client *client, const char *operation, long items, long number, unsigned *seed) {
    long chosen = rand_r(seed) % (items > 0 ? items : 1);
    char path[256];
    sd_bus *bus = client->bus;
    if (strcmp(operation, "set") == 0) find(client, chosen, path);
    if (strcmp(operation, "first") == 0) client->bus = connected();
    double begin = microseconds();
    if (strcmp(operation, "empty") == 0 || strcmp(operation, "first") == 0) empty(client);
    else if (strcmp(operation, "search") == 0) find(client, chosen, path);
    else if (strcmp(operation, "lookup") == 0) look_up(client, chosen);
    else if (strcmp(operation, "store") == 0) store(client, items + number, 0);
    else if (strcmp(operation, "update") == 0) store(client, chosen, 1);
    else if (strcmp(operation, "set") == 0) set_secret(client, path, chosen);
    else if (strcmp(operation, "session") == 0) open_encrypted_session(client);
    else if (strcmp(operation, "list") == 0) {
        if (list(client) < items) fail("not all items are listed", -ENOENT, NULL);
    } else fail(operation, -ENOTSUP, NULL);
    double took = microseconds() - begin;
    if (client->bus != bus) {
        sd_bus_flush_close_unref(client->bus);
        client->bus = bus;
    }
    return took;
}

// Calls of the bus that an operation comes to.
static long calls_of(const char *operation, long items) {
    if (strcmp(operation, "lookup") == 0) return 2;
    return strcmp(operation, "list") == 0 ? items + 1 : 1;
}

static double several_empty(struct client *client, long count) {
    double begin = microseconds();
    for (long number = 0; number < count; number++) empty(client);
    return microseconds() - begin;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **words) {
    if (count < 4) return fprintf(stderr, "usage: bus_bench OPERATION ITEMS COUNT [CLIENTS]\n"), 2;
    const char *operation = words[1];
    long items = atol(words[2]), times = atol(words[3]), clients = count > 4 ? atol(words[4]) : 1;
    double *took = mmap(NULL, 2 * sizeof(double) * (size_t)(times * clients), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (took == MAP_FAILED) return 1;
    double *beside = took + times * clients;
    double begin = microseconds();
    for (long index = 0; index < clients; index++) {
        if (clients > 1 && fork() != 0) continue;
        unsigned seed = (unsigned)(4711 + index);
        struct client client = {.bus = connected()};
        open_session(&client);
        empty(&client);
        for (long number = 0; number < times; number++) {
            took[index * times + number] = once(&client, operation, items, index * times + number, &seed);
            // Of several clients it is counted how much they do.
            if (clients == 1) beside[number] = several_empty(&client, calls_of(operation, items));
        }
        sd_bus_flush_close_unref(client.bus);
        if (clients > 1) _exit(0);
    }
    int failed = 0, status;
    while (clients > 1 && wait(&status) > 0) failed |= status;
    double wall = microseconds() - begin;
    long all = times * clients;
    qsort(took, (size_t)all, sizeof(double), ascending);
    qsort(beside, (size_t)all, sizeof(double), ascending);
    printf("{\"operation\": \"%s\", \"items\": %ld, \"clients\": %ld, \"count\": %ld, ", operation, items, clients, all);
    printf("\"median\": %.1f, \"beside\": %.1f, \"p99\": %.1f, \"per_second\": %.1f}\n", took[all / 2], beside[all / 2],
           took[(long)((double)(all - 1) * 0.99)], (double)all * 1e6 / wall);
    return failed != 0;
}
