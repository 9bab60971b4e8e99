// The tables of functions that Core Foundation's collections are made with.
// SPDX-License-Identifier: Apache-2.0

/// How an array treats its elements. Elements are always objects, which the array retains.
public struct CFArrayCallBacks: Sendable {
    /// The version of the table.
    public var version: CFIndex = 0
    /// The table for objects.
    public init() {}
}

/// How a set treats its elements. Elements are always objects, which the set retains.
public struct CFSetCallBacks: Sendable {
    /// The version of the table.
    public var version: CFIndex = 0
    /// The table for objects.
    public init() {}
}

/// How a dictionary treats its keys. Keys are always objects, which the dictionary retains.
public struct CFDictionaryKeyCallBacks: Sendable {
    /// The version of the table.
    public var version: CFIndex = 0
    /// The table for objects.
    public init() {}
}

/// How a dictionary treats its values. Values are always objects, which the dictionary retains.
public struct CFDictionaryValueCallBacks: Sendable {
    /// The version of the table.
    public var version: CFIndex = 0
    /// The table for objects.
    public init() {}
}

// The setters do nothing. They exist because C code's `&kCFTypeArrayCallBacks` needs a variable.

/// The table for arrays of objects.
public var kCFTypeArrayCallBacks: CFArrayCallBacks {
    get { CFArrayCallBacks() }
    set {}
}

/// The table for sets of objects.
public var kCFTypeSetCallBacks: CFSetCallBacks {
    get { CFSetCallBacks() }
    set {}
}

/// The table for dictionaries whose keys are objects.
public var kCFTypeDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The table for dictionaries whose keys are strings.
public var kCFCopyStringDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The table for dictionaries whose values are objects.
public var kCFTypeDictionaryValueCallBacks: CFDictionaryValueCallBacks {
    get { CFDictionaryValueCallBacks() }
    set {}
}
