// A password of a C++ program. Every object that it owns is in a std::unique_ptr, which releases it.
// SPDX-License-Identifier: Apache-2.0
//
// usage: pointers add|find|update|delete SERVICE ACCOUNT, with a secret on the standard input of add and update
// It prints the result code, and behind it what it found.
#include <Security/Security.h>

#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>

namespace {

struct Release {
    void operator()(CFTypeRef object) const noexcept { CFRelease(object); }
};

/// An object that is released at the end of its scope: `Owned<CFDataRef>`.
template <typename Reference>
using Owned = std::unique_ptr<typename std::remove_pointer<Reference>::type, Release>;

Owned<CFStringRef> text(const std::string &value) {
    const auto *start = reinterpret_cast<const UInt8 *>(value.data());
    const auto length = static_cast<CFIndex>(value.size());
    return Owned<CFStringRef>(CFStringCreateWithBytes(nullptr, start, length, kCFStringEncodingUTF8, false));
}

Owned<CFDataRef> bytes(const std::string &value) {
    return Owned<CFDataRef>(
        CFDataCreate(nullptr, reinterpret_cast<const UInt8 *>(value.data()), static_cast<CFIndex>(value.size())));
}

Owned<CFMutableDictionaryRef> dictionary() {
    return Owned<CFMutableDictionaryRef>(
        CFDictionaryCreateMutable(nullptr, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks));
}

std::string given() { return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}; }

}  // namespace

int main(int count, char **words) {
    if (count != 4) return 2;
    const std::string verb = words[1];
    auto query = dictionary();
    CFDictionarySetValue(query.get(), kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(query.get(), kSecAttrService, text(words[2]).get());
    CFDictionarySetValue(query.get(), kSecAttrAccount, text(words[3]).get());

    OSStatus status = errSecParam;
    std::string found;
    if (verb == "add") {
        CFDictionarySetValue(query.get(), kSecValueData, bytes(given()).get());
        status = SecItemAdd(query.get(), nullptr);
    } else if (verb == "find") {
        CFDictionarySetValue(query.get(), kSecReturnData, kCFBooleanTrue);
        CFTypeRef result = nullptr;
        status = SecItemCopyMatching(query.get(), &result);
        if (status == errSecSuccess) {
            const Owned<CFDataRef> data(static_cast<CFDataRef>(result));
            found.assign(reinterpret_cast<const char *>(CFDataGetBytePtr(data.get())),
                         static_cast<std::size_t>(CFDataGetLength(data.get())));
        }
    } else if (verb == "update") {
        auto change = dictionary();
        CFDictionarySetValue(change.get(), kSecValueData, bytes(given()).get());
        status = SecItemUpdate(query.get(), change.get());
    } else if (verb == "delete") {
        status = SecItemDelete(query.get());
    }
    std::cout << status << '\n' << found;
    return 0;
}
