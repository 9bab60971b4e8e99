// The C functions of the toolchain's Foundation that see objects as they are stored, before bridging.
// SPDX-License-Identifier: Apache-2.0

// Foundation's own accessors hand out bridged values: a pointer to one dangles, and a boolean, an
// NSMutableString or a boxed Swift value has changed its class. These functions are exported by
// libFoundation under their C names; all arguments are pointers and words, for which the C and the
// Swift calling conventions agree.

@_silgen_name("CFGetTypeID")
func toolchainTypeID(of object: UnsafeRawPointer) -> UInt

@_silgen_name("CFBooleanGetTypeID")
func toolchainBooleanTypeID() -> UInt

@_silgen_name("CFArrayGetValueAtIndex")
func toolchainArrayValue(_ array: UnsafeRawPointer, _ index: Int) -> UnsafeRawPointer?

@_silgen_name("CFDictionaryGetValue")
func toolchainDictionaryValue(_ dictionary: UnsafeRawPointer, _ key: UnsafeRawPointer) -> UnsafeRawPointer?

@_silgen_name("CFDictionaryGetKeysAndValues")
func toolchainDictionaryEntries(
    _ dictionary: UnsafeRawPointer,
    _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>?
)

@_silgen_name("CFDictionaryCreateMutable")
func toolchainDictionaryCreate(
    _ allocator: UnsafeRawPointer?, _ capacity: Int, _ keyCallBacks: UnsafeRawPointer?,
    _ valueCallBacks: UnsafeRawPointer?
) -> UnsafeRawPointer?

@_silgen_name("CFArrayCreateMutable")
func toolchainArrayCreate(
    _ allocator: UnsafeRawPointer?, _ capacity: Int, _ callBacks: UnsafeRawPointer?
) -> UnsafeRawPointer?
