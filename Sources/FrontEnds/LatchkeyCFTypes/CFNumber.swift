// Core Foundation's functions on numbers and booleans.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The C type of a number.
public enum CFNumberType: CFIndex, Sendable {
    /// 8 bits, signed.
    case sInt8Type = 1
    /// 16 bits, signed.
    case sInt16Type = 2
    /// 32 bits, signed.
    case sInt32Type = 3
    /// 64 bits, signed.
    case sInt64Type = 4
    /// 32 bits, floating point.
    case float32Type = 5
    /// 64 bits, floating point.
    case float64Type = 6
    /// C's `char`.
    case charType = 7
    /// C's `short`.
    case shortType = 8
    /// C's `int`.
    case intType = 9
    /// C's `long`.
    case longType = 10
    /// C's `long long`.
    case longLongType = 11
    /// C's `float`.
    case floatType = 12
    /// C's `double`.
    case doubleType = 13
    /// A ``CFIndex``.
    case cfIndexType = 14
    /// A Swift `Int`.
    case nsIntegerType = 15
    /// A `CGFloat`.
    case cgFloatType = 16
}

/// The number of type `type` that lies at `value`.
public func CFNumberCreate(
    _ allocator: CFAllocator!, _ type: CFNumberType, _ value: UnsafeRawPointer!
) -> CFNumber! {
    guard let value = unsafe value as UnsafeRawPointer? else { return nil }
    return switch type {
    case .sInt8Type, .charType: NSNumber(value: unsafe value.loadUnaligned(as: Int8.self))
    case .sInt16Type, .shortType: NSNumber(value: unsafe value.loadUnaligned(as: Int16.self))
    case .sInt32Type, .intType: NSNumber(value: unsafe value.loadUnaligned(as: Int32.self))
    case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
        NSNumber(value: unsafe value.loadUnaligned(as: Int64.self))
    case .float32Type, .floatType: NSNumber(value: unsafe value.loadUnaligned(as: Float.self))
    case .float64Type, .doubleType, .cgFloatType: NSNumber(value: unsafe value.loadUnaligned(as: Double.self))
    }
}

/// Writes `number` as a value of type `type` to `value`.
///
/// - Returns: whether the value is the number exactly.
public func CFNumberGetValue(_ number: CFNumber!, _ type: CFNumberType, _ value: UnsafeMutableRawPointer!) -> Bool {
    func store<Value: BitwiseCopyable>(_ converted: Value, as back: NSNumber) -> Bool {
        unsafe value.storeBytes(of: converted, as: Value.self)
        return back.compare(number) == .orderedSame
    }
    switch type {
    case .sInt8Type, .charType: return store(number.int8Value, as: NSNumber(value: number.int8Value))
    case .sInt16Type, .shortType: return store(number.int16Value, as: NSNumber(value: number.int16Value))
    case .sInt32Type, .intType: return store(number.int32Value, as: NSNumber(value: number.int32Value))
    case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
        return store(number.int64Value, as: NSNumber(value: number.int64Value))
    case .float32Type, .floatType: return store(number.floatValue, as: NSNumber(value: number.floatValue))
    case .float64Type, .doubleType, .cgFloatType:
        return store(number.doubleValue, as: NSNumber(value: number.doubleValue))
    }
}

/// The type in which `number` is kept.
public func CFNumberGetType(_ number: CFNumber!) -> CFNumberType {
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .charType
    case UInt8(ascii: "C"), UInt8(ascii: "s"): .sInt16Type
    case UInt8(ascii: "S"), UInt8(ascii: "i"): .sInt32Type
    case UInt8(ascii: "f"): .float32Type
    case UInt8(ascii: "d"): .float64Type
    default: .sInt64Type
    }
}

/// Whether `number` is kept as a floating point value.
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool {
    let type = CFNumberGetType(number)
    return type == .float32Type || type == .float64Type
}

/// Which of two numbers is smaller. `context` is not used, as on macOS.
public func CFNumberCompare(
    _ lhs: CFNumber!, _ rhs: CFNumber!, _ context: UnsafeMutableRawPointer!
) -> CFComparisonResult {
    CFComparisonResult(lhs.compare(rhs))
}

/// The truth value of `boolean`.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }
