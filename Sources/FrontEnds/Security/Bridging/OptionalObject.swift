// Optionals in the place of objects.
// SPDX-License-Identifier: Apache-2.0

/// What `object as Any` puts into a dictionary if `object` is an optional of a Security object: Foundation keeps the
/// optional in a box. On Apple's systems bridging gives its payload.
enum OptionalObject {
    /// - Returns: the object in a boxed optional; nil for any other value, and for an optional without one.
    static func payload(of object: AnyObject) -> AnyObject? {
        ((object as Any) as? any ObjectHolding)?.heldObject
    }
}

private protocol ObjectHolding {
    /// The payload if it is an object.
    var heldObject: AnyObject? { get }
}

extension Optional: ObjectHolding {
    fileprivate var heldObject: AnyObject? {
        guard let payload = self, type(of: payload as Any) is AnyClass else { return nil }
        return payload as AnyObject
    }
}
