// The keys and the types of the values of certificates, and the keys of the properties of evaluations.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The type of a value, one of the `kSecPropertyType…` values.
public let kSecPropertyKeyType: CFString = "type"

/// What a value is called; in names the object identifier.
public let kSecPropertyKeyLabel: CFString = "label"

/// What a user reads; in English here.
public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"

/// The value itself.
public let kSecPropertyKeyValue: CFString = "value"

/// In the properties of an evaluation: what a user knows the certificate by, text.
public let kSecPropertyTypeTitle: CFString = "title"

/// In the properties of an evaluation: why the certificate is not trusted, text; in English here.
public let kSecPropertyTypeError: CFString = "error"

/// Text that warns.
public let kSecPropertyTypeWarning: CFString = "warning"

/// Text that says that all is well.
public let kSecPropertyTypeSuccess: CFString = "success"

/// An array of values.
public let kSecPropertyTypeSection: CFString = "section"

/// Data.
public let kSecPropertyTypeData: CFString = "data"

/// A string.
public let kSecPropertyTypeString: CFString = "string"

/// A URL.
public let kSecPropertyTypeURL: CFString = "url"

/// A date.
public let kSecPropertyTypeDate: CFString = "date"

/// An array.
public let kSecPropertyTypeArray: CFString = "array"

/// A number.
public let kSecPropertyTypeNumber: CFString = "number"
