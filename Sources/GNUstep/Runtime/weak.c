// Weak references that become nil. GCC's runtime has none, and GNUstep on it does not tell anybody when an object
// ends; so -[NSObject release] is replaced with one that counts down under a lock, and forgets the weak references to
// an object in the same step in which its last owner goes.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct method *Method;
extern Method class_getInstanceMethod(struct class *, SEL);
extern struct class *class_getSuperclass(struct class *);
extern IMP class_getMethodImplementation(struct class *, SEL), method_getImplementation(Method), method_setImplementation(Method, IMP);
extern signed char class_addMethod(struct class *, SEL, IMP, const char *);
extern bool NSDecrementExtraRefCountWasZero(id);
extern void NSIncrementExtraRefCount(id);

/// The weak references to one object.
struct entry {
    struct entry *next;
    id object;
    bool is_block;
    size_t count, room;
    id **places;
};
enum { stripe_count = 64, bucket_count = 64 };
struct stripe {
    pthread_mutex_t lock;
    struct entry *buckets[bucket_count];
};
/// One table for all images of the process, and the two methods that look into it.
struct table {
    struct stripe stripes[stripe_count];
    IMP release, dealloc;
};
static struct table *table;

static struct stripe *stripe_of(id object) { return &table->stripes[((uintptr_t)object >> 4) % stripe_count]; }

static struct entry **find(struct stripe *stripe, id object) {
    struct entry **entry = &stripe->buckets[((uintptr_t)object >> 10) % bucket_count];
    while (*entry != NULL && (*entry)->object != object) entry = &(*entry)->next;
    return entry;
}

/// Makes all weak references to an object nil. The lock is held.
static void forget(struct stripe *stripe, id object) {
    struct entry **place = find(stripe, object), *entry = *place;
    if (entry == NULL) return;
    *place = entry->next;
    for (size_t number = 0; number < entry->count; number++) __atomic_store_n(entry->places[number], NULL, __ATOMIC_RELEASE);
    free(entry->places);
    free(entry);
}

ENTRY void lk_forget(id object) {
    struct stripe *stripe = stripe_of(object);
    pthread_mutex_lock(&stripe->lock);
    forget(stripe, object);
    pthread_mutex_unlock(&stripe->lock);
}

static void release(id object, SEL selector) {
    (void)selector;
    struct stripe *stripe = stripe_of(object);
    pthread_mutex_lock(&stripe->lock);
    bool was_last = NSDecrementExtraRefCountWasZero(object);
    if (was_last) forget(stripe, object);
    pthread_mutex_unlock(&stripe->lock);
    if (was_last) SEND(void, object, "dealloc");
}

/// For an object that ends without its last release: an initialiser that fails may send dealloc itself.
static void dealloc(id object, SEL selector) {
    lk_forget(object);
    ((void (*)(id, SEL))table->dealloc)(object, selector);
}

static void *shared(id class, SEL selector) {
    (void)class, (void)selector;
    return table;
}

/// Before a second thread is there that could be in the middle of a release.
__attribute__((constructor(102))) static void replace_release(void) {
    struct class *root = objc_lookUpClass("NSObject");
    SEL sharing = sel_registerName("latchkeyWeakReferences1"), release_selector = sel_registerName("release");
    if (root == NULL) return;
    SEND(id, root, "class");
    Method there = class_getInstanceMethod(root, sharing);
    if (there != NULL) {
        table = ((void *(*)(id, SEL))method_getImplementation(there))((id)root, sharing);
        return;
    }
    table = calloc(1, sizeof *table);
    if (table == NULL) abort();
    for (int place = 0; place < stripe_count; place++) pthread_mutex_init(&table->stripes[place].lock, NULL);
    Method ending = class_getInstanceMethod(root, sel_registerName("dealloc"));
    table->release = (IMP)release;
    table->dealloc = method_getImplementation(ending);
    method_setImplementation(class_getInstanceMethod(root, release_selector), (IMP)release);
    method_setImplementation(ending, (IMP)dealloc);
    // That changes what NSObject itself answers, and not the classes below it that have been used by now. A method
    // that is added makes the runtime look up everything again, in all of them.
    class_addMethod(root, sharing, (IMP)shared, "^v16@0:8");
}

/// GNUstep's classes of objects that never end, which do not count.
static const char *const endless[] = {"NSConstantString", "NSNull", "GSDateSingle", "_NSConcreteProcessInfo", "NSLocalTimeZone"};

static bool is_of(id object, const char *name) {
    struct class *wanted = objc_lookUpClass(name);
    for (struct class *class = object->class; class != NULL; class = class_getSuperclass(class))
        if (class == wanted) return true;
    return false;
}

static bool is_endless(id object) {
    // A class ends neither.
    if (object->class->info & 2) return true;
    for (size_t place = 0; place < sizeof endless / sizeof *endless; place++)
        if (is_of(object, endless[place])) return true;
    return false;
}

enum counting { by_nobody, by_release, by_runtime_of_blocks };

/// Who counts the owners of an object. What never ends needs no counting.
static enum counting counting_of(id object) {
    if (class_getMethodImplementation(object->class, sel_registerName("release")) == table->release) return by_release;
    if (is_endless(object)) return by_nobody;
    if (is_of(object, "NSBlock")) {
        if (lk_block_is_counted(object)) return by_runtime_of_blocks;
        if (lk_block_is_endless(object)) return by_nobody;
        fputs("latchkey: no weak reference to a block on the stack, which would not know when the block ends\n", stderr);
        abort();
    }
    // A class that counts for itself would let its objects end without a word: there can be no weak reference to
    // them. The compiler does not expect an exception here.
    fprintf(stderr, "latchkey: no weak reference to an object of class %s, which counts its owners itself\n", object->class->name);
    abort();
}

static void add(struct stripe *stripe, id object, bool is_block, id *place) {
    struct entry **at = find(stripe, object), *entry = *at;
    if (entry == NULL) {
        entry = calloc(1, sizeof *entry);
        if (entry == NULL) abort();
        entry->object = object;
        entry->is_block = is_block;
        if (is_block) lk_block_watch(object);
        *at = entry;
    }
    if (entry->count == entry->room) {
        entry->room = entry->room * 2 + 2;
        entry->places = realloc(entry->places, entry->room * sizeof *entry->places);
        if (entry->places == NULL) abort();
    }
    entry->places[entry->count++] = place;
}

static void take_away(struct stripe *stripe, id object, id *place) {
    struct entry **at = find(stripe, object), *entry = *at;
    if (entry == NULL) return;
    for (size_t number = 0; number < entry->count; number++)
        if (entry->places[number] == place) entry->places[number--] = entry->places[--entry->count];
    if (entry->count > 0) return;
    *at = entry->next;
    free(entry->places);
    free(entry);
}

/// Takes a reference away from the object that it has, which may end meanwhile.
static void clear(id *place) {
    for (id old; (old = __atomic_load_n(place, __ATOMIC_ACQUIRE)) != NULL;) {
        struct stripe *stripe = stripe_of(old);
        pthread_mutex_lock(&stripe->lock);
        bool is_same = __atomic_load_n(place, __ATOMIC_ACQUIRE) == old;
        if (is_same) {
            take_away(stripe, old, place);
            __atomic_store_n(place, NULL, __ATOMIC_RELEASE);
        }
        pthread_mutex_unlock(&stripe->lock);
        if (is_same) return;
    }
}

/// The caller owns the object.
ENTRY id objc_storeWeak(id *place, id object) {
    enum counting counting = object == NULL ? by_nobody : counting_of(object);
    clear(place);
    if (object == NULL) return NULL;
    struct stripe *stripe = stripe_of(object);
    pthread_mutex_lock(&stripe->lock);
    if (counting != by_nobody) add(stripe, object, counting == by_runtime_of_blocks, place);
    __atomic_store_n(place, object, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&stripe->lock);
    return object;
}

ENTRY id objc_initWeak(id *place, id object) {
    *place = NULL;
    return objc_storeWeak(place, object);
}

ENTRY void objc_destroyWeak(id *place) { clear(place); }

/// The object, owned by the caller; nil if it has ended, or is ending.
ENTRY id objc_loadWeakRetained(id *place) {
    for (id object; (object = __atomic_load_n(place, __ATOMIC_ACQUIRE)) != NULL;) {
        struct stripe *stripe = stripe_of(object);
        pthread_mutex_lock(&stripe->lock);
        bool is_same = __atomic_load_n(place, __ATOMIC_ACQUIRE) == object, is_ending = false;
        struct entry *entry = is_same ? *find(stripe, object) : NULL;
        if (entry != NULL && entry->is_block) is_ending = !lk_block_retain(object);
        else if (entry != NULL) NSIncrementExtraRefCount(object);
        pthread_mutex_unlock(&stripe->lock);
        if (is_ending) return NULL;
        // What is not listed never ends.
        if (is_same) return entry != NULL ? object : objc_retain(object);
    }
    return NULL;
}

ENTRY id objc_loadWeak(id *place) { return objc_autorelease(objc_loadWeakRetained(place)); }

ENTRY void objc_copyWeak(id *to, id *from) {
    id object = objc_loadWeakRetained(from);
    objc_initWeak(to, object);
    objc_release(object);
}

ENTRY void objc_moveWeak(id *to, id *from) {
    objc_copyWeak(to, from);
    clear(from);
}
