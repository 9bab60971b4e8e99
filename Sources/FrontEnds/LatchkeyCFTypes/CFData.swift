// Core Foundation's functions on byte buffers.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A buffer with a copy of `count` bytes at `bytes`.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ count: CFIndex) -> CFData! {
    unsafe NSData(bytes: bytes, length: count)
}

/// A buffer with `count` bytes at `bytes`. They are copied, and their place goes back as the allocator says.
///
/// - Parameter bytesDeallocator: `kCFAllocatorNull` leaves the place alone; any other frees it.
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ count: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
    let data = unsafe NSData(bytes: bytes, length: count)
    unsafe giveBack(UnsafeMutableRawPointer(mutating: bytes), bytesDeallocator)
    return data
}

/// Frees what a program has handed over, unless the allocator says that it is not to be.
func giveBack(_ place: UnsafeMutableRawPointer?, _ deallocator: CFAllocator?) {
    if deallocator !== kCFAllocatorNull { unsafe free(place) }
}

/// A buffer with the bytes of `data`.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ data: CFData!) -> CFData! {
    (data as CFData?).map { NSData(data: $0 as Data) }
}

/// An empty buffer that can change. The capacity is a hint.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
    NSMutableData(capacity: max(capacity, 0))
}

/// A buffer that can change, with the bytes of `data`.
public func CFDataCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ data: CFData!
) -> CFMutableData! {
    (data as CFData?).map { NSMutableData(data: $0 as Data) }
}

/// How many bytes `data` has.
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data.length }

/// The address of the bytes of `data`. Valid while the buffer exists and does not change.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
}

/// The address of the bytes of `data`. Valid while the buffer exists and keeps its length.
public func CFDataGetMutableBytePtr(_ data: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    unsafe data.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies the bytes of `data` in `range` to `buffer`.
///
/// - Precondition: `range` is within the data, and the buffer has room for it.
public func CFDataGetBytes(_ data: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    unsafe data.getBytes(buffer, range: NSRange(range))
}

/// Appends `count` bytes at `bytes`.
public func CFDataAppendBytes(_ data: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ count: CFIndex) {
    unsafe data.append(bytes, length: count)
}

/// Changes the length; new bytes are zero.
public func CFDataSetLength(_ data: CFMutableData!, _ length: CFIndex) { data.length = length }

/// Adds `count` zero bytes.
public func CFDataIncreaseLength(_ data: CFMutableData!, _ count: CFIndex) { data.increaseLength(by: count) }

/// Replaces the bytes in `range` by `count` bytes at `bytes`.
public func CFDataReplaceBytes(
    _ data: CFMutableData!, _ range: CFRange, _ bytes: UnsafePointer<UInt8>!, _ count: CFIndex
) {
    unsafe data.replaceBytes(in: NSRange(range), withBytes: bytes, length: count)
}

/// Removes the bytes in `range`.
public func CFDataDeleteBytes(_ data: CFMutableData!, _ range: CFRange) {
    unsafe data.replaceBytes(in: NSRange(range), withBytes: nil, length: 0)
}
