/* Constant strings: each place makes its own once, with all bytes of its text. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>

static void say(CFStringRef string) {
    printf("%d", (int)CFStringGetLength(string));
    for (CFIndex place = 0; place < CFStringGetLength(string); place++)
        printf(" %x", (unsigned)CFStringGetCharacterAtIndex(string, place));
    puts("");
}

static CFStringRef again(void) { return CFSTR("again"); }

int main(void) {
    say(CFSTR("x\xc3\xa9\0y"));
    say(CFSTR("\0"));
    say(CFSTR(""));
    say(CFSTR("a" "b"));
    printf("same %d\n", again() == again());
    return 0;
}
