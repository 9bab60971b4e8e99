// Calls that call a block of the program's.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/// A block as compilers lay it out. GCC has no blocks.
struct block {
    void *isa;
    int flags, reserved;
    void (*invoke)(void);
};

/// From the program, which has a runtime of blocks if it has one.
static struct block *copied(const void *block) {
    void *(*copy)(const void *) = (void *(*)(const void *))dlsym(RTLD_DEFAULT, "_Block_copy");
    return block == NULL || copy == NULL ? NULL : copy(block);
}

static void released(struct block *block) {
    void (*release)(const void *) = (void (*)(const void *))dlsym(RTLD_DEFAULT, "_Block_release");
    if (release != NULL) release(block);
}

struct work {
    SecTrustRef trust;
    struct block *block;
    BOOL wants_error;
    CFArrayRef shared;
    void (*run)(struct work *);
};

static void *run_on_thread(void *work) {
    BOOL is_new = GSRegisterCurrentThread();
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    ((struct work *)work)->run(work);
    released(((struct work *)work)->block);
    free(work);
    [pool release];
    if (is_new) GSUnregisterCurrentThread();
    return NULL;
}

/// On a thread of its own if there is no queue; a queue is of the program's libdispatch.
static OSStatus start(struct work work, void *queue) {
    void (*dispatch)(void *, void *, void *) = queue == NULL ? NULL : (void (*)(void *, void *, void *))dlsym(RTLD_DEFAULT, "dispatch_async_f");
    struct work *kept = queue != NULL && dispatch == NULL ? NULL : malloc(sizeof *kept);
    if (kept == NULL) return errSecAllocate;
    *kept = work;
    pthread_t thread;
    if (queue != NULL) dispatch(queue, kept, (void *)run_on_thread);
    else if (pthread_create(&thread, NULL, run_on_thread, kept) == 0) pthread_detach(thread);
    else {
        free(kept);
        return errSecAllocate;
    }
    return errSecSuccess;
}

static void evaluate(struct work *work) {
    CFErrorRef error = NULL;
    if (work->wants_error) {
        Boolean is_trusted = SecTrustEvaluateWithError(work->trust, &error);
        ((void (*)(void *, SecTrustRef, Boolean, CFErrorRef))work->block->invoke)(work->block, work->trust, is_trusted, error);
    } else {
        SecTrustResultType result = kSecTrustResultInvalid;
        if (SecTrustEvaluate(work->trust, &result) != errSecSuccess) result = kSecTrustResultOtherError;
        ((void (*)(void *, SecTrustRef, SecTrustResultType))work->block->invoke)(work->block, work->trust, result);
    }
    [(id)error release];
    [(id)work->trust release];
}

static OSStatus evaluate_later(SecTrustRef trust, void *queue, const void *result, BOOL wants_error) {
    if (lk_core() == NULL) return errSecUnimplemented;
    if (trust == NULL || ![(id)trust isKindOfClass:[LKSecObject class]] || CFGetTypeID(trust) != SecTrustGetTypeID()) return errSecParam;
    struct block *block = copied(result);
    if (block == NULL) return errSecParam;
    struct work work = {(SecTrustRef)[(id)trust retain], block, wants_error, NULL, evaluate};
    OSStatus status = start(work, queue);
    if (status != errSecSuccess) {
        [(id)trust release];
        released(block);
    }
    return status;
}

OSStatus SecTrustEvaluateAsync(SecTrustRef trust, void *queue, const void *result) {
    return evaluate_later(trust, queue, result, NO);
}

OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, void *queue, const void *result) {
    return queue == NULL ? errSecParam : evaluate_later(trust, queue, result, YES);
}

/// The core's block for the program's: an error alone, or a list and an error. Both live as long as the call.
struct credential_block {
    struct block block;
    const void *descriptor;
    struct block *program;
};

static const struct {
    unsigned long reserved, size;
} descriptor = {0, sizeof(struct credential_block)};

static void finish(struct credential_block *block, CFTypeRef list, CFTypeRef error, BOOL with_list) {
    BOOL is_new = GSRegisterCurrentThread();
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    id found = [lk_copy_out(lk_core(), list) autorelease], wrong = [lk_copy_out(lk_core(), error) autorelease];
    if (with_list) ((void (*)(void *, id, id))block->program->invoke)(block->program, found, wrong);
    else ((void (*)(void *, id))block->program->invoke)(block->program, wrong);
    released(block->program);
    [pool release];
    if (is_new) GSUnregisterCurrentThread();
}

static void finish_with_error(struct credential_block *block, CFTypeRef error) { finish(block, NULL, error, NO); }
static void finish_with_list(struct credential_block *block, CFTypeRef list, CFTypeRef error) { finish(block, list, error, YES); }

/// A block on the stack: the core makes its own copy, for which it needs no class.
static struct credential_block lent(struct block *program, void (*invoke)(void)) {
    return (struct credential_block){{NULL, 0, 0, invoke}, &descriptor, program};
}

void SecAddSharedWebCredential(CFStringRef fqdn, CFStringRef account, CFStringRef password, const void *completionHandler) {
    static void (*core)(CFTypeRef, CFTypeRef, CFTypeRef, const void *);
    struct lk_call call;
    struct block *program = copied(completionHandler);
    if (program == NULL) return;
    if (!lk_begin(&call, (void **)&core, "SecAddSharedWebCredential")) return released(program);
    CFTypeRef domain = lk_in(&call, fqdn), name = lk_in(&call, account), secret = lk_in(&call, password);
    struct credential_block block = lent(program, (void (*)(void))finish_with_error);
    core(call.failed ? NULL : domain, name, secret, &block);
    lk_end(&call);
}

void SecRequestSharedWebCredential(CFStringRef fqdn, CFStringRef account, const void *completionHandler) {
    static void (*core)(CFTypeRef, CFTypeRef, const void *);
    struct lk_call call;
    struct block *program = copied(completionHandler);
    if (program == NULL) return;
    if (!lk_begin(&call, (void **)&core, "SecRequestSharedWebCredential")) return released(program);
    CFTypeRef domain = lk_in(&call, fqdn), name = lk_in(&call, account);
    struct credential_block block = lent(program, (void (*)(void))finish_with_list);
    core(domain, name, &block);
    lk_end(&call);
}
