// Which class an object has, and how collections are read as they are stored.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import Testing

/// Objects are not Sendable, so a test makes its own by name.
private func object(_ name: String) throws -> AnyObject {
    switch name {
    case "string": NSString(string: "a")
    case "mutable string": NSMutableString(string: "a")
    case "bridged string": "a" as NSString
    case "data": NSData(data: Data([1]))
    case "mutable data": NSMutableData(data: Data([1]))
    case "true": kCFBooleanTrue
    case "false": kCFBooleanFalse
    case "NSNumber true": NSNumber(value: true)
    case "bridged true": true as NSNumber
    case "1": NSNumber(value: 1)
    case "Int8 1": NSNumber(value: Int8(1))
    case "UInt8 0": NSNumber(value: UInt8(0))
    case "1.0": NSNumber(value: 1.0)
    case "array": NSArray(array: [1])
    case "dictionary": NSDictionary(dictionary: ["a": 1])
    case "mutable dictionary": NSMutableDictionary()
    case "set": NSSet(array: [1])
    case "date": NSDate()
    case "null": NSNull()
    case "url": try #require(NSURL(string: "http://example.org"))
    case "uuid": NSUUID()
    case "error": NSError(domain: "d", code: 1)
    default: Unknown()
    }
}

private final class Unknown {}

private final class Registered: _CFTypeIdentifiable {
    static let _cfTypeID = _cfRegisterClass()
}

@Suite struct TypeIDTests {
    @Test(arguments: [
        ("string", CFStringGetTypeID()), ("mutable string", CFStringGetTypeID()),
        ("bridged string", CFStringGetTypeID()),
        ("data", CFDataGetTypeID()), ("mutable data", CFDataGetTypeID()), ("true", CFBooleanGetTypeID()),
        ("false", CFBooleanGetTypeID()), ("NSNumber true", CFBooleanGetTypeID()), ("1", CFNumberGetTypeID()),
        ("1.0", CFNumberGetTypeID()), ("array", CFArrayGetTypeID()), ("dictionary", CFDictionaryGetTypeID()),
        ("mutable dictionary", CFDictionaryGetTypeID()), ("set", CFSetGetTypeID()), ("date", CFDateGetTypeID()),
        ("null", CFNullGetTypeID()), ("url", CFURLGetTypeID()), ("uuid", CFUUIDGetTypeID()),
        ("error", CFErrorGetTypeID()), ("unknown", 0),
    ])
    func `every object has the type identifier of its class`(name: String, expected: CFTypeID) throws {
        #expect(CFGetTypeID(try object(name)) == expected)
    }

    @Test func `type identifiers are apart from one another, those of registered classes too`() {
        let own = Registered._cfTypeID
        let others = [
            CFStringGetTypeID(), CFNullGetTypeID(), CFSetGetTypeID(), CFDictionaryGetTypeID(), CFArrayGetTypeID(),
            CFDataGetTypeID(), CFBooleanGetTypeID(), CFNumberGetTypeID(), CFErrorGetTypeID(), CFURLGetTypeID(),
            CFDateGetTypeID(), CFUUIDGetTypeID(), own, _cfRegisterClass(), _cfRegisterClass(),
        ]
        #expect(Set(others).count == others.count)
        #expect(CFGetTypeID(Registered()) == own && CFGetTypeID(nil) == 0)
    }

    @Test(arguments: ["true", "false", "NSNumber true", "bridged true"])
    func `booleans are booleans`(name: String) throws {
        #expect(_cfIsBoolean(try object(name)))
    }

    @Test(arguments: ["1", "Int8 1", "UInt8 0", "1.0", "string", "null", "unknown"])
    func `numbers and other objects are no booleans`(name: String) throws {
        #expect(!_cfIsBoolean(try object(name)))
    }

    @Test func `a boolean stays one inside a dictionary and an array`() throws {
        let dictionary: NSDictionary = ["t": true, "one": 1, "f": false]
        for (key, value) in _cfEntries(of: dictionary) {
            #expect(_cfIsBoolean(value) == ((key as? NSString) != "one"))
        }
        let array: NSArray = [true, 1, false, 0]
        #expect(_cfElements(of: array).map(_cfIsBoolean) == [true, false, true, false])
    }
}

/// A dictionary that makes its values up as it is asked.
private final class MadeUp: NSDictionary {
    override var count: Int { 2 }
    override func object(forKey key: Any) -> Any? { (key as? String).map { $0 + "!" } }
    override func keyEnumerator() -> NSEnumerator { NSArray(array: ["a", "b"]).objectEnumerator() }
}

@Suite struct StoredObjectTests {
    private struct Stop: Error {}

    @Test func `an empty dictionary has no entries`() {
        #expect(_cfEntries(of: NSDictionary()).isEmpty && _cfEntries(of: NSMutableDictionary()).isEmpty)
    }

    @Test func `keys and values come as the objects that are stored`() throws {
        let inner = NSMutableDictionary()
        let own = Unknown()
        let dictionary = NSMutableDictionary()
        dictionary["text"] = NSMutableString(string: "value")
        dictionary["nested"] = inner
        dictionary["own"] = own
        dictionary["null"] = NSNull()
        dictionary[NSNumber(value: 5)] = Data([1, 2])
        var found: [String: AnyObject] = [:]
        for (key, value) in _cfEntries(of: dictionary) { found["\(key)"] = value }
        #expect(found.count == 5)
        #expect(found["nested"] === inner && found["own"] === own)
        #expect(found["null"] is NSNull && found["5"] as? NSData == NSData(data: Data([1, 2])))
        #expect((found["text"] as? NSString)?.isEqual(to: "value") == true)
    }

    @Test func `a dictionary of a class of the program's own is read through its own methods`() {
        var found: [String: String] = [:]
        for (key, value) in _cfEntries(of: MadeUp()) { found["\(key)"] = "\(value)" }
        #expect(found == ["a": "a!", "b": "b!"])
    }

    @Test func `a deep dictionary is not descended into`() {
        var dictionary = NSDictionary()
        for _ in 0..<10_000 { dictionary = NSDictionary(dictionary: ["k": dictionary]) }
        #expect(_cfEntries(of: dictionary).count == 1)
        while let inner = _cfEntries(of: dictionary).first?.value as? NSDictionary { dictionary = inner }
        #expect(dictionary.count == 0)
    }

    @Test func `a walk ends where its body throws`() {
        let dictionary: NSDictionary = ["a": 1, "b": 2, "c": 3]
        var visited = 0
        #expect(throws: Stop.self) {
            try _cfForEachEntry(dictionary) { (_, _) throws(Stop) in
                visited += 1
                if visited == 2 { throw Stop() }
            }
        }
        #expect(visited == 2)
    }

    @Test func `equality and hashes are those of the objects`() throws {
        #expect(CFEqual(NSString(string: "a"), NSMutableString(string: "a")))
        #expect(!CFEqual(NSString(string: "a"), NSString(string: "b")))
        #expect(CFEqual(nil, nil) && !CFEqual(nil, NSNull()))
        #expect(CFHash(NSString(string: "a")) == CFHash(NSMutableString(string: "a")))
        let own = Unknown()
        #expect(CFEqual(own, own) && !CFEqual(own, Unknown()))
    }

    @Test func `what is handed over without a copy is copied, and freed where the allocator says so`() throws {
        let place = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
        unsafe place.initialize(repeating: 65, count: 3)
        let data = unsafe CFDataCreateWithBytesNoCopy(nil, place, 2, kCFAllocatorNull)
        unsafe place[0] = 66
        #expect(data as Data? == Data([65, 65]))
        unsafe place[2] = 0
        let text = unsafe place.withMemoryRebound(to: CChar.self, capacity: 3) {
            unsafe CFStringCreateWithCStringNoCopy(nil, $0, CFStringBuiltInEncodings.UTF8.rawValue, kCFAllocatorNull)
        }
        #expect(text == "BA")
        unsafe place.deallocate()
        let other = unsafe malloc(1).assumingMemoryBound(to: UInt8.self)
        unsafe other.pointee = 7
        let owned = unsafe CFDataCreateWithBytesNoCopy(nil, other, 1, kCFAllocatorMalloc)
        #expect(owned as Data? == Data([7]))
    }

    @Test func `a function is called for each element of a part`() {
        let array = NSArray(array: [1, 2, 3, 4])
        var sum = 0
        unsafe withUnsafeMutablePointer(to: &sum) { sum in
            unsafe CFArrayApplyFunction(
                array, CFRangeMake(1, 2),
                { element, context in
                    guard let element = unsafe element else { return }
                    let number = unsafe Unmanaged<AnyObject>.fromOpaque(element).takeUnretainedValue() as? NSNumber
                    unsafe context?.assumingMemoryBound(to: Int.self).pointee += number?.intValue ?? 0
                }, sum)
        }
        #expect(sum == 5)
    }

    @Test func `a property list is read, and says in which form it was`() throws {
        var format = CFPropertyListFormat.openStepFormat
        let data = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0)
        let list = unsafe CFPropertyListCreateWithData(nil, data as NSData, 0, &format, nil)
        let read = unsafe list?.takeRetainedValue() as? NSDictionary
        #expect(read?["a"] as? Int == 1 && format == .binaryFormat_v1_0)
        var error: Unmanaged<CFError>?
        let none = unsafe CFPropertyListCreateWithData(nil, Data("<plist>".utf8) as NSData, 0, nil, &error)
        #expect(unsafe none == nil)
        #expect(unsafe error?.takeRetainedValue() != nil)
    }

    @Test func `an error has the keys and values that it was made with`() {
        let (key, value) = (NSString(string: "key"), NSString(string: "value"))
        var keys: UnsafeRawPointer? = unsafe UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque())
        var values: UnsafeRawPointer? = unsafe UnsafeRawPointer(Unmanaged.passUnretained(value).toOpaque())
        let error = unsafe CFErrorCreateWithUserInfoKeysAndValues(
            nil, kCFErrorDomainOSStatus, -50, &keys, &values, 1)
        #expect(error?.code == -50)
        #expect(error?.userInfo["key"] as? String == "value")
        withExtendedLifetime((key, value)) {}
        #expect(CFGetRetainCount(value) > 0)
        #expect(kCFBundleIdentifierKey == "CFBundleIdentifier")
    }
}
