// The allocator argument of Core Foundation calls, which selects nothing here.
// SPDX-License-Identifier: Apache-2.0

/// A way to get memory. Every object comes from Swift's own allocator, so the choice has no effect.
public final class CFAllocator: Hashable, Sendable {
    fileprivate init() {}

    public static func == (lhs: CFAllocator, rhs: CFAllocator) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CFAllocator: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The default allocator.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()
/// The system's allocator.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator over `malloc`.
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator()
/// The allocator over malloc zones.
public let kCFAllocatorMallocZone: CFAllocator! = CFAllocator()
/// The allocator that allocates nothing.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

/// The type identifier of allocators.
public func CFAllocatorGetTypeID() -> CFTypeID { CFAllocator._cfTypeID }

/// The default allocator.
public func CFAllocatorGetDefault() -> Unmanaged<CFAllocator>! {
    unsafe Unmanaged.passUnretained(kCFAllocatorDefault)
}
