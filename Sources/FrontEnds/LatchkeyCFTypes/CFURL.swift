// Core Foundation's functions on uniform resource locators.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The locator that `string` spells, seen from `base` if there is one, or nil.
public func CFURLCreateWithString(_ allocator: CFAllocator!, _ string: CFString!, _ base: CFURL!) -> CFURL! {
    guard let string = string as CFString? else { return nil }
    return NSURL(string: string as String, relativeTo: (base as CFURL?).map { $0 as URL })
}

/// The text of `url`, without its base.
public func CFURLGetString(_ url: CFURL!) -> CFString! { NSString(string: url.relativeString) }

/// The scheme, such as `https`.
public func CFURLCopyScheme(_ url: CFURL!) -> CFString! { url.scheme.map { NSString(string: $0) } }

/// The name or the address of the host.
public func CFURLCopyHostName(_ url: CFURL!) -> CFString! { url.host.map { NSString(string: $0) } }

/// The path.
public func CFURLCopyPath(_ url: CFURL!) -> CFString! { url.path.map { NSString(string: $0) } }

/// The port, or -1 if none is named.
public func CFURLGetPortNumber(_ url: CFURL!) -> Int32 { url.port?.int32Value ?? -1 }
