# The library has a third of ICU's data (scripts/trim-icu): what its functions can reach is there.
# SPDX-License-Identifier: Apache-2.0
import pytest

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

SETS = {0: "MacRoman", 0x0201: "ISO-8859-1", 0x0202: "ISO-8859-2", 0x0203: "ISO-8859-3", 0x0400: "DOS Latin US", 0x0500: "Windows-1252",
        0x0501: "Windows-1250", 0x0502: "Windows-1251", 0x0632: "GB18030", 0x0820: "ISO-2022-JP", 0x0920: "EUC-JP", 0x0940: "EUC-KR",
        0x0A01: "Shift-JIS", 0x0A02: "KOI8-R", 0x0A03: "Big5", 0x04000100: "UTF-7", 0x08000100: "UTF-8", 0x14000100: "UTF-16LE"}

SOURCE = r"""
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <stdlib.h>
static CFStringRef text(const char *bytes) { return CFStringCreateWithCString(NULL, bytes, kCFStringEncodingUTF8); }
static void say(CFStringRef string) { char b[256]; puts(CFStringGetCString(string, b, sizeof b, kCFStringEncodingUTF8) ? b : "?"); }
int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        CFStringEncoding set = (CFStringEncoding)strtoul(arguments[i], NULL, 0);
        CFDataRef bytes = CFStringCreateExternalRepresentation(NULL, CFSTR("abc"), set, 0);
        CFStringRef back = bytes ? CFStringCreateFromExternalRepresentation(NULL, bytes, set) : NULL;
        printf("%s %d\n", arguments[i], back != NULL && CFEqual(back, CFSTR("abc")));
    }
    for (CFIndex form = 0; form < 4; form++) {
        CFMutableStringRef string = CFStringCreateMutableCopy(NULL, 0, text("\xc3\x85\xef\xac\x81"));
        CFStringNormalize(string, form);
        printf("form %ld: %ld\n", (long)form, (long)CFStringGetLength(string));
    }
    printf("order %d\n", (int)CFStringCompare(text("zebra"), text("\xc3\x84pfel"), kCFCompareLocalized));
    printf("sharp s %d\n", (int)CFStringCompare(text("STRASSE"), text("stra\xc3\x9f" "e"), kCFCompareCaseInsensitive));
    double number = 1234567.5;
    say(CFStringCreateWithFormat(NULL, (CFDictionaryRef)CFLocaleCopyCurrent(), CFSTR("%d %.1f"), 1234567, number));
    CFTimeZoneRef zone = CFTimeZoneCreateWithName(NULL, CFSTR("Europe/Berlin"), 1);
    printf("summer %g\n", CFTimeZoneGetSecondsFromGMT(zone, 7.15e8));
    return 0;
}
"""
SAID = """form 0: 3
form 1: 4
form 2: 2
form 3: 3
order 1
sharp s 0
1,234,567 1,234,567.5
summer 7200
"""


@pytest.mark.parametrize("language", ["C", "de_DE.UTF-8", "ja_JP.UTF-8", "xx_YY"])
def test_character_sets_normalisation_order_and_formats_are_there_in_every_language(c, language):
    numbers = [hex(number) for number in SETS]
    done = c.run(c.compile(SOURCE), *numbers, env={"LANG": language, "LC_ALL": language, "TZ": "Asia/Tokyo"})
    assert done.returncode == 0, f"no function ends the program: {done.stderr}"
    said = done.stdout.splitlines(keepends=True)
    assert said[: len(SETS)] == [f"{number} 1\n" for number in numbers], "text goes into every character set and back"
    assert "".join(said[len(SETS) :]) == SAID, "forms, order and formats are those that the whole data give"
