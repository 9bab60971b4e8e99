// For the calls of Core Foundation over objects of GNUstep.
// SPDX-License-Identifier: Apache-2.0
#include "../Door/Door.h"

/// The place in an NSRange; a negative number is a place that nothing has.
static inline NSRange lk_range(CFRange range) { return NSMakeRange((NSUInteger)range.location, (NSUInteger)range.length); }

/// The object for a value, which may be NULL in Core Foundation.
static inline id lk_element(const void *value) { return value == NULL ? lk_missing : (id)value; }
static inline const void *lk_value(id element) { return element == lk_missing ? NULL : (const void *)element; }

/// Whether NULL, or callbacks of this library, were given. A collection of GNUstep has its own way with its elements,
/// so others are refused.
BOOL lk_knows(const void *callbacks);

/// GNUstep's number of an encoding, 0 for one that it does not have.
NSStringEncoding lk_encoding(CFStringEncoding encoding);

/// Frees what an object was made of, if the caller has said so by an allocator.
void lk_free_contents(CFAllocatorRef deallocator, const void *contents);
