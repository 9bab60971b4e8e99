// Makes objects of Core Foundation from bytes, sensible and absurd ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CoreServices/CoreServices.h>
#include <Security/Security.h>

/// The rest of an input; behind its end there are zeros.
struct reader {
    const UInt8 *bytes;
    size_t count;
};

UInt8 take_byte(struct reader *reader);

/// An object, or NULL. It stays until ``objects_end``, as what it holds without callbacks does.
CFTypeRef take_object(struct reader *reader, int depth);
/// A dictionary of such; now and then something else.
CFTypeRef take_dictionary(struct reader *reader, int depth);

/// Releases at the end of an input what was made and what calls have left.
void objects_keep(CFTypeRef object);
void objects_end(void);
