/* Trust is evaluated beside the program, which hears of it on a queue of its own libdispatch. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <dispatch/dispatch.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    static int mark;
    dispatch_queue_t queue = dispatch_queue_create("program", NULL);
    dispatch_semaphore_t done = dispatch_semaphore_create(0);
    dispatch_queue_set_specific(queue, &mark, &mark, NULL);
    SecTrustRef judged = trust();
    OSStatus status = SecTrustEvaluateAsyncWithError(judged, queue, ^(SecTrustRef same, Boolean is_trusted, CFErrorRef error) {
        printf("verdict %d %d %d on its queue %d\n", same == judged, is_trusted, error != NULL, dispatch_get_specific(&mark) == &mark);
        dispatch_semaphore_signal(done);
    });
    printf("asked %d\n", (int)status);
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    status = SecTrustEvaluateAsync(judged, NULL, ^(SecTrustRef same, SecTrustResultType result) {
        printf("result %d %d\n", same == judged, result == kSecTrustResultRecoverableTrustFailure);
        dispatch_semaphore_signal(done);
    });
    printf("asked %d\n", (int)status);
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
    dispatch_queue_t volatile no_queue = NULL;
    printf("without a queue %d\n", (int)SecTrustEvaluateAsyncWithError(judged, no_queue, ^(SecTrustRef same, Boolean is_trusted, CFErrorRef error) {
        (void)same, (void)is_trusted, (void)error;
    }));
    return 0;
}
