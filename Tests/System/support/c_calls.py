# Programs that call every function of the headers: once as it is meant, and with each argument wrong in turn.
# SPDX-License-Identifier: Apache-2.0
import re

BUFFER, TEXT = "room()", 'CFSTR("x")'
VALUES = {
    "CFAllocatorRef": "kCFAllocatorDefault", "CFStringRef": TEXT, "CFMutableStringRef": "mutable_text()", "CFIndex": "0", "CFURLRef": "address()",
    "const void *": TEXT, "CFRange": "none()", "UInt8": "0", "CFDictionaryRef": "mutable_entries()", "CFStringEncoding": "kCFStringEncodingUTF8",
    "CFRunLoopRef": "CFRunLoopGetCurrent()", "Boolean": "true", "CFArrayRef": "list()", "CFTypeRef": TEXT, "CFBundleRef": "CFBundleGetMainBundle()",
    "CFRunLoopMode": "kCFRunLoopDefaultMode", "const void **": "several()", "void *": BUFFER, "const UInt8 *": '(const UInt8 *)"x"',
    "CFMutableArrayRef": "mutable_list()", "CFDataRef": "bytes()", "CFSetRef": "set()", "CFMutableDataRef": "mutable_bytes()", "CFErrorRef": "failure()",
    "CFNumberRef": "number()", "CFOptionFlags": "0", "CFDateRef": "CFDateCreate(NULL, 0)", "CFMutableDictionaryRef": "mutable_entries()",
    "CFRunLoopSourceRef": "source()", "CFStringCompareFlags": "0", "UInt8 *": BUFFER, "CFAbsoluteTime": "0", "CFTimeZoneRef": "CFTimeZoneCopyDefault()",
    "CFRunLoopObserverRef": "observer()", "CFRunLoopTimerRef": "timer()", "CFMutableSetRef": "mutable_set()", "CFTimeInterval": "0", "const char *": '"x"',
    "const UniChar *": "(const UniChar *)room()", "CFURLPathStyle": "kCFURLPOSIXPathStyle", "const CFArrayCallBacks *": "&kCFTypeArrayCallBacks",
    "CFMutableAttributedStringRef": "mutable_attributed()", "CFAttributedStringRef": "mutable_attributed()",
    "const CFDictionaryKeyCallBacks *": "&kCFTypeDictionaryKeyCallBacks", "const CFDictionaryValueCallBacks *": "&kCFTypeDictionaryValueCallBacks",
    "CFErrorDomain": TEXT, "const void *const *": "several()", "CFNumberType": "kCFNumberIntType", "CFPropertyListRef": "mutable_entries()",
    "CFPropertyListFormat": "kCFPropertyListXMLFormat_v1_0", "CFErrorRef *": BUFFER, "const CFSetCallBacks *": "&kCFTypeSetCallBacks",
    "CFLocaleRef": "CFLocaleCopyCurrent()", "CFUUIDRef": "CFUUIDCreate(NULL)", "CFArrayApplierFunction": "apply", "CFComparatorFunction": "compare",
    "CFTypeID": "CFStringGetTypeID()", "CFGregorianDate": "some_day()", "CFDictionaryApplierFunction": "apply_both",
    "CFBooleanRef": "kCFBooleanTrue", "CFPropertyListFormat *": BUFFER, "CFRunLoopSourceContext *": BUFFER, "CFRunLoopObserverCallBack": "observe",
    "CFRunLoopObserverContext *": "NULL", "CFRunLoopTimerCallBack": "tick", "CFRunLoopTimerContext *": "NULL", "CFSetApplierFunction": "apply",
    "UniChar *": BUFFER, "char *": BUFFER, "CFIndex *": BUFFER, "CFRange *": BUFFER, "CFStringNormalizationForm": "0", "unsigned long": "0",
    "CFUUIDBytes": "no_bytes()", "SecTrustRef": "trust()", "SecCertificateRef": "certificate()", "SecKeyRef": "key()", "SecIdentityRef": "identity()",
    "SecKeychainRef": "keychain()", "SecKeychainItemRef": "item()", "SecAccessRef": "access_list()", "SecTaskRef": "SecTaskCreateFromSelf(NULL)",
    "SecPolicyRef": "SecPolicyCreateBasicX509()", "SecAccessControlRef": "NULL", "CMSEncoderRef": "encoder()", "CMSDecoderRef": "decoder()",
    "SecKeyAlgorithm": "kSecKeyAlgorithmECDSASignatureMessageX962SHA256", "audit_token_t": "no_token()", "SecRandomRef": "kSecRandomDefault",
    "const uint8_t *": '(const uint8_t *)"x"', "size_t": "1", "UInt32": "1", "UInt16": "0",
}
# Arguments that the types do not tell.
GIVEN = {
    "CFStringCreateWithFormatAndArguments": None, "CFStringAppendFormatAndArguments": None,  # With a va_list: written out in the program.
    "CFStringCreateWithBytesNoCopy": ["NULL", '(const UInt8 *)"x"', "1", "kCFStringEncodingUTF8", "false", "kCFAllocatorNull"],
    "CFStringCreateWithFormat": ["NULL", "NULL", 'CFSTR("%d")', "1"], "CFStringAppendFormat": ["mutable_text()", "NULL", 'CFSTR("%d")', "1"],
}
# What is wrong as an argument for an object: nothing, and objects of each class.
WRONG = ["NULL", TEXT, "mutable_text()", "number()", "kCFBooleanTrue", "kCFNull", "bytes()", "mutable_bytes()", "list()", "CFDateCreate(NULL, 0)", "set()",
         "CFUUIDCreate(NULL)", "address()", "failure()", "mutable_entries()", "by_address()", "with_null()", "list_with_null()", "deep()", "key()",
         "certificate()", "trust()", "item()", "decoder()"]
WRONG_NUMBERS = ["0", "-1", "0x7fffffff", "-0x7fffffff - 1"]


# The classes of which an argument may be, by its type; of the others each is refused.
RIGHT = {
    "CFStringRef": {TEXT, "mutable_text()"}, "SecKeyAlgorithm": {TEXT, "mutable_text()"}, "CFDataRef": {"bytes()", "mutable_bytes()"},
    "CFArrayRef": {"list()"}, "CFDictionaryRef": {"mutable_entries()", "by_address()"}, "CFDateRef": {"CFDateCreate(NULL, 0)"},
    "SecKeyRef": {"key()"}, "SecCertificateRef": {"certificate()"}, "SecTrustRef": {"trust()"}, "SecKeychainItemRef": {"item()"},
    "CMSDecoderRef": {"decoder()"},
    # Anything is looked at, but not what holds NULL or is too deep.
    "CFTypeRef": set(WRONG) - {"NULL", "with_null()", "list_with_null()", "deep()"},
    # These two say nothing to any call.
    "CFAllocatorRef": set(WRONG), "SecRandomRef": set(WRONG),
}


class Function:
    def __init__(self, result, name, types, optional):
        self.result, self.name, self.types, self.optional = result, name, types, optional

    def must_refuse(self, place, given):
        """Whether what a program has given for an object is no object that the call may take."""
        if given == "NULL":
            return not self.optional[place]
        return given not in RIGHT.get(self.types[place], set())

    def call(self, *arguments):
        return f"{self.name}({', '.join(arguments)})"

    def arguments(self):
        return GIVEN.get(self.name) or [value(kind) for kind in self.types]


def value(kind):
    """What a program gives: by its type; for what a call leaves, room; for what is a number, 0."""
    if kind in VALUES:
        return VALUES[kind]
    if kind.endswith("*") or "^" in kind or kind.endswith("Callback"):
        return "NULL" if kind.startswith("const") or "^" in kind or kind.endswith("Callback") or "dispatch" in kind else BUFFER
    return "0"


def functions(include):
    """Every function that the headers declare."""
    for path in sorted(include.rglob("*.h")):
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
        text = re.sub(r"^#.*$", "", re.sub(r"\\\n", " ", text), flags=re.M)
        for declaration in re.findall(r"\bCF_EXPORT\s+([^;]+);", text):
            optional = [bool(re.match(r"[^*]*_Nullable", part)) for part in split(declaration[declaration.index("(") + 1 :])] if "(" in declaration else []
            plain = re.sub(r"\b(?:_N\w+|CF_[A-Z_]+)\b(?:\([^)]*\))?", "", declaration)
            found = re.fullmatch(r"(.*?)\b(\w+)\s*\((.*)\)\s*", re.sub(r"\s+", " ", plain).strip())
            if found:
                yield Function(found[1].strip(), found[2], [typed(part) for part in split(found[3])], optional)


def split(text):
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


def typed(parameter):
    """The type of a parameter, without its name."""
    if "^" in parameter or parameter == "...":
        return parameter
    pointer = " *" if re.search(r"\[\d*\]$", parameter) else ""
    bare = re.sub(r"\b\w+(\[\d*\])?$", "", parameter).strip() + pointer
    return re.sub(r"\s*\*\s*", " *", bare).replace("* *", "**").strip()


def once(include):
    """A program that calls each function once, with arguments that it takes."""
    lines, rows = ['#include "values.h"'], []
    for function in functions(include):
        if function.name in GIVEN and GIVEN[function.name] is None:
            parameters = "CFMutableStringRef text, CFStringRef format, ..." if "Append" in function.name else "CFAllocatorRef text, CFStringRef format, ..."
            body = f"va_list list; va_start(list, format); {function.call('text', 'NULL', 'format', 'list')}; va_end(list);"
            lines.append(f"static void with_list_{function.name}({parameters}) {{ {body} }}")
            first = "mutable_text()" if "Append" in function.name else "NULL"
            called = f'with_list_{function.name}({first}, CFSTR("%d"), 1)'
        else:
            called = f"(void){function.call(*function.arguments())}" if function.name != "CFRunLoopRun" else "stop_soon(); CFRunLoopRun()"
        lines.append(f"static void call_{function.name}(void) {{ {called}; }}")
        rows.append(f'    {{"{function.name}", call_{function.name}}},')
    return "\n".join([*lines, MAIN.format(rows="\n".join(rows))]), len(rows)


def wrong(include):
    """A program that calls each function of Security with each argument wrong in turn. What is not refused is a line of its output."""
    lines, rows = ['#include "values.h"', '#include "wrong.h"'], []
    for function in functions(include):
        if not re.match("Sec|CMS", function.name) or not function.types:
            continue
        body = []
        for place, kind in enumerate(function.types):
            if kind.endswith("Ref") or kind in ("CFTypeRef", "SecKeyAlgorithm"):
                others = [f"({kind}){other}" for other in WRONG if other != "NULL"] + [f"({kind})NULL"]
            elif kind.endswith("*"):
                others = [f"({kind})NULL"]
            elif kind == "audit_token_t" or "^" in kind or kind.endswith("Callback"):
                continue
            else:
                others = [f"({kind})({number})" for number in WRONG_NUMBERS]
                # A length that is greater than what is there is the caller's promise.
                if re.fullmatch("size_t|UInt32", kind) and place and function.types[place - 1].endswith("*") or kind in ("UInt32", "UInt16"):
                    others = [f"({kind})0"] if kind != "size_t" else [f"({kind})0", f"({kind})-1"]
                elif kind == "size_t":
                    others = [f"({kind})0", f"({kind})-1"]
            for other in others:
                arguments = function.arguments()
                arguments[place] = other
                called = function.call(*arguments)
                outcome = {"OSStatus": f"(long){called}", "Boolean": f"(long)!{called}", "int": f"(long){called}"}.get(function.result)
                if outcome is None and function.result.endswith("Ref"):
                    outcome = f"(long)({called} == NULL)"
                shown = other.replace('"', "'")
                body.append(f'    told("{function.name}", {place}, "{shown}", {outcome});' if outcome else f"    (void){called};")
        lines.append(f"static void call_{function.name}(void) {{\n" + "\n".join(body) + "\n}")
        rows.append(f'    {{"{function.name}", call_{function.name}}},')
    return "\n".join([*lines, MAIN.format(rows="\n".join(rows))]), len(rows)


MAIN = """
int main(int count, char **arguments) {{
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    const struct call calls[] = {{
{rows}
        {{NULL, NULL}},
    }};
    return run_each(calls);
}}
"""
